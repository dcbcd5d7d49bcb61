//! Games with salvos and mines on the largest board.

use marque::ui::words::Words;

use super::Room;
use crate::salvo::{self, cell, choose, lay, mines, press};

/// What can be chosen, with the choice of these games.
pub(super) fn choice(words: &Words) -> Room {
    let mut room = Room::new();
    choose(&mut room.desk, words);
    room
}

/// The terms in words.
pub(super) fn lobby(words: &Words) -> Room {
    choice(words).click(words, &["home-invite"]).until(words, "lobby-copy")
}

/// Two of three mines lie, and no ship.
pub(super) fn placement(words: &Words) -> Room {
    let mut room = choice(words);
    press(&mut room.desk, &words.say("home-bot"));
    mines(&mut room.desk, words, &["A1", "C1"]);
    room
}

/// The third would touch another.
pub(super) fn too_near(words: &Words) -> Room {
    let mut room = placement(words);
    press(&mut room.desk, &cell(words, "cell-water", "D2"));
    room.desk.step();
    room
}

/// After a salvo of each side, with some shots of the next chosen.
pub(super) fn battle(words: &Words) -> Room {
    let mut room = choice(words);
    press(&mut room.desk, &words.say("home-bot"));
    lay(&mut room.desk, words);
    for salvo in [["C3", "F3", "I3", "L3", "O3"], ["C6", "F6", "I6", "L6", "O6"]] {
        salvo::turn(&mut room.desk, words);
        salvo::fire(&mut room.desk, words, &salvo);
    }
    salvo::turn(&mut room.desk, words);
    salvo::aim(&mut room.desk, words, &["B10", "D12", "N15"]);
    room
}

/// Both mines of a salvo have been hit.
pub(super) fn reveal(words: &Words) -> Room {
    let mut room = choice(words);
    salvo::share(&mut room.desk, words);
    salvo::fire(&mut room.desk, words, &["A1", "C1", "A5", "A7", "A9"]);
    room.until(words, "turn-reveal")
}
