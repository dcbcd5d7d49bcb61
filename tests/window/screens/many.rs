//! Tables of three and four.

use eframe::egui::Event;
use egui_kittest::kittest::Queryable as _;
use marque::ui::{names, words::Words};

use super::{Room, friends, ticket};
use crate::many::{all_play, choose};

fn at_home(seats: usize) -> Room {
    let mut room = Room::new();
    choose(&mut room.desk, seats);
    room
}

/// How many play is a choice.
pub(super) fn home(words: &Words) -> Room {
    at_home(4).click(words, &["choose"])
}

/// Whoever has opened a table for so many, and has brought so many bots.
fn host(words: &Words, seats: usize, bots: usize) -> Room {
    let mut room = at_home(seats).click(words, &["home-invite"]).until(words, "lobby-copy");
    let bot = names::bot(words, marque::bots::Level::Normal);
    for number in 1..=bots {
        room.desk.click(&words.fill("lobby-bring", &[("bot", bot.clone().into())]));
        let name = if number > 1 { format!("{bot} {number}") } else { bot.clone() };
        let away = words.fill("lobby-dismiss-which", &[("bot", name.into())]);
        room.desk.until(&away, |desk| desk.window.query_by_label(&away).is_some());
    }
    room
}

/// Two bots have come, two seats are free.
pub(super) fn bringing(words: &Words) -> Room {
    host(words, 4, 2)
}

/// Two people and two bots; the guest has not signed.
pub(super) fn mixed(words: &Words) -> Room {
    let mut room = bringing(words);
    let guest = Room::over(friends::named);
    guest.desk.window.event(Event::Paste(ticket(&room, words)));
    room.others.push(guest.until(words, "lobby-agree"));
    room.until(words, "lobby-signing")
}

/// The same, as the guest sees it.
pub(super) fn guest(words: &Words) -> Room {
    let mut host = mixed(words);
    let mut guest = host.others.remove(0);
    guest.others.push(host);
    guest
}

/// Of three one is out and still there, the other is away.
pub(super) fn left(words: &Words) -> Room {
    let mut room = host(words, 3, 0);
    for name in [friends::NAME, "Ben"] {
        let guest = Room::over(|profile| friends::called(profile, name));
        guest.desk.window.event(Event::Paste(ticket(&room, words)));
        room.others.push(guest.until(words, "lobby-seats"));
    }
    let signed = |guest: Room| guest.until(words, "lobby-agree").click(words, &["lobby-agree"]);
    let mut guests: Vec<Room> = room.others.drain(..).map(signed).collect();
    let all = std::iter::once(&mut room).chain(&mut guests);
    all_play(&mut all.map(|room| &mut room.desk).collect::<Vec<_>>());
    // Who gives up is heard by all before the other goes: it may be needed for the draw.
    let out = guests.remove(0).click(words, &["resign", "resign-yes"]);
    room.others.push(out.until(words, "out-own"));
    drop(guests.pop());
    // The first to come has given up, the last has gone.
    let ends = |key: &str| words.fill(key, &[("who", "".into())]);
    for key in ["out", "away-passed-on"] {
        room.desk.until(key, |desk| desk.shows(ends(key).trim()));
    }
    room
}
