//! Diabolik Fleet: with two seats against a bot, with four in a replay.

use std::{fs, sync::LazyLock};

use eframe::egui::Key;
use marque::ui::words::Words;
use marque_protocol::{
    games::Options,
    record,
    sim::{self, Network, Setup},
};

use super::Room;
use crate::{
    diabolik::{choose, end_turn, move_some, own_turn, settle},
    salvo::press,
};

static TWO: LazyLock<Vec<u8>> = LazyLock::new(|| simulated(2));
/// The beginning of one, since every line of its log is looked at in every way.
static FOUR: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut whole = simulated(4);
    let steps = |bytes: &[u8]| record::read(bytes).map_or(0, |read| read.log.table().number());
    let enough = (1..=50).map(|part| whole.len() * part / 50).find(|length| steps(&whole[..*length]) >= 34);
    whole.truncate(enough.unwrap());
    whole
});

/// The bytes of an honest game.
fn simulated(seats: usize) -> Vec<u8> {
    let options = Options::choose("diabolik", &[]).unwrap();
    let (game, network) = ("diabolik".to_owned(), Network::Calm);
    sim::play(&Setup { game, options, seats, seed: 1, network, liar: None }).records.swap_remove(0).1
}

pub(super) fn placement(words: &Words) -> Room {
    let mut room = Room::new();
    choose(&mut room.desk, words);
    press(&mut room.desk, &words.say("home-bot"));
    room
}

/// The first two ships to the right, one behind the other.
pub(super) fn misplaced(words: &Words) -> Room {
    let mut room = placement(words);
    for number in [1_u32, 2] {
        for way in ["N", "NE"] {
            let way = words.fill("df-way", &[("way", way.into())]);
            press(
                &mut room.desk,
                &words.fill("df-placing-ship", &[("number", number.into()), ("way", way.into())]),
            );
        }
    }
    room.desk.step();
    room
}

pub(super) fn lobby(words: &Words) -> Room {
    let mut room = Room::new();
    choose(&mut room.desk, words);
    room.click(words, &["home-invite"]).until(words, "lobby-copy")
}

pub(super) fn begun(words: &Words) -> Room {
    let mut room = placement(words);
    press(&mut room.desk, &words.say("placing-random"));
    press(&mut room.desk, &words.say("placing-ready"));
    own_turn(&mut room.desk, words);
    settle(&mut room.desk, words);
    room
}

/// Two moves, and the ship that has moved last in hand.
pub(super) fn plan(words: &Words) -> Room {
    let mut room = begun(words);
    move_some(&mut room.desk, words, 1);
    move_some(&mut room.desk, words, 1);
    room
}

/// The last act costs more than is left.
pub(super) fn refused(words: &Words) -> Room {
    let mut room = begun(words);
    for _ in 0..4 {
        move_some(&mut room.desk, words, 1);
    }
    room.desk.step();
    room
}

pub(super) fn verdict(words: &Words) -> Room {
    let mut room = begun(words);
    move_some(&mut room.desk, words, 2);
    end_turn(&mut room.desk, words);
    own_turn(&mut room.desk, words);
    room.click(words, &["resign", "resign-yes"]).until(words, "record-replay")
}

/// A replay after so many steps.
fn replay(words: &Words, bytes: &[u8], steps: usize) -> Room {
    let mut room = Room::new();
    let path = room.folder().join("diabolik.marque");
    fs::write(&path, bytes).unwrap();
    room.desk.window.state_mut().open_record(path);
    let mut room = room.until(words, "replay-first");
    room.desk.window.key_press(Key::Home);
    for _ in 0..steps {
        room.desk.window.key_press(Key::ArrowRight);
        room.desk.step();
    }
    settle(&mut room.desk, words);
    room
}

fn last(words: &Words, bytes: &[u8]) -> Room {
    let mut room = replay(words, bytes, 0);
    room.desk.window.key_press(Key::End);
    room.desk.step();
    room
}

pub(super) fn two_end(words: &Words) -> Room {
    last(words, &TWO)
}

pub(super) fn four(words: &Words) -> Room {
    replay(words, &FOUR, 32)
}
