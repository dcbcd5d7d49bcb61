//! Which events of a battle are heard.

use marque_protocol::games::duel::{Event, Outcome};

use crate::cue::Cue;

/// What an event sounds like; none for what makes no sound.
pub fn cue(event: &Event) -> Option<Cue> {
    match event {
        Event::Answered { outcome: Outcome::Miss, .. } => Some(Cue::Miss),
        Event::Answered { outcome: Outcome::Hit | Outcome::Mine, .. } => Some(Cue::Hit),
        Event::Sunk { .. } => Some(Cue::Sunk),
        _ => None,
    }
}
