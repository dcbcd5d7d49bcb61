//! Games with salvos and mines on the largest board.

use egui_kittest::kittest::Queryable as _;
use marque::ui::words::Words;

use super::Room;
use crate::salvo::{self, cell, choose, lay, mines, press};

/// Salvos of each side before a game is called late.
const LATE: usize = 7;

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

/// After some salvos of each side, with notes, and many marks.
pub(super) fn late(words: &Words) -> Room {
    let mut room = choice(words);
    press(&mut room.desk, &words.say("home-bot"));
    lay(&mut room.desk, words);
    for round in 0..LATE {
        salvo::turn(&mut room.desk, words);
        let open = salvo::targets(&room.desk, words);
        // All over the sea.
        let spread = (0..5).map(|shot| open[(round * 7 + shot * open.len() / 5) % open.len()].clone());
        salvo::fire_at(&mut room.desk, words, &spread.collect::<Vec<String>>());
    }
    salvo::turn(&mut room.desk, words);
    for (times, target) in [1, 2].into_iter().zip(salvo::targets(&room.desk, words).into_iter().skip(3)) {
        for _ in 0..times {
            let cell = target.split(',').next().unwrap();
            room.desk
                .window
                .query_all_by_label_contains(&format!("{cell},"))
                .next()
                .unwrap()
                .click_secondary();
            room.desk.step();
        }
    }
    room.desk.window.remove_cursor();
    room
}

/// The same given up, with everything shown.
pub(super) fn verdict(words: &Words) -> Room {
    let room = late(words).click(words, &["resign", "resign-yes"]);
    room.until(words, "turn-lost").until(words, "record-replay")
}
