//! Which events of a battle are heard.

use marque_protocol::games::diabolik::Event;

use crate::cue::Cue;

/// What an event sounds like; none for what makes no sound.
pub fn cue(event: &Event) -> Option<Cue> {
    match event {
        Event::Moved { arrived: true, .. } => Some(Cue::Arrived),
        Event::Moved { .. } | Event::Turned { .. } | Event::Built { .. } => Some(Cue::Moved),
        Event::Sunk { .. } => Some(Cue::Sunk),
        _ => None,
    }
}
