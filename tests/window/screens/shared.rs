//! Two people at one window.

use std::collections::BTreeSet;

use marque::ui::words::Words;

use super::Room;
use crate::friends::fire;

impl Room {
    /// Clicks what has the number of a seat in it, once it is there.
    fn seat(mut self, words: &Words, key: &str, seat: u32) -> Room {
        let name = words.fill(key, &[("seat", seat.into())]);
        self.desk.until(&name, |desk| desk.shows(&name));
        self.desk.click(&name);
        self
    }
}

/// Nobody's sea is seen.
pub(super) fn cover(words: &Words) -> Room {
    let mut room = Room::new().click(words, &["home-share"]);
    let ready = words.fill("hand-ready", &[("seat", 1_u32.into())]);
    room.desk.until(&ready, |desk| desk.shows(&ready));
    room
}

pub(super) fn placement(words: &Words) -> Room {
    cover(words).seat(words, "hand-ready", 1).until(words, "placing-how")
}

/// The first has laid out a fleet.
pub(super) fn laid(words: &Words) -> Room {
    let mut room = placement(words).click(words, &["placing-random", "placing-ready"]);
    let due = words.fill("hand-over-due", &[("seat", 2_u32.into())]);
    room.desk.until(&due, |desk| desk.shows(&due));
    room
}

/// The second has missed, and hands over.
pub(super) fn handing(words: &Words) -> Room {
    let room = laid(words).seat(words, "hand-over", 2).seat(words, "hand-ready", 2);
    let room = room.until(words, "placing-how").click(words, &["placing-random", "placing-ready"]);
    let mut room = room.until(words, "sea-enemy");
    let (due, yours) = (words.fill("hand-over-due", &[("seat", 1_u32.into())]), words.say("turn-yours"));
    let mut fired = BTreeSet::new();
    loop {
        room.desk.until("a turn", |desk| desk.shows(&due) || desk.shows(&yours));
        if room.desk.shows(&due) {
            return room;
        }
        fire(&mut room.desk, &mut fired);
    }
}

/// The first is at the turn.
pub(super) fn battle(words: &Words) -> Room {
    handing(words).seat(words, "hand-over", 1).seat(words, "hand-ready", 1).until(words, "turn-yours")
}
