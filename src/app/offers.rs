//! What the first screen offers to play, and the tables that come of it.

use marque_protocol::{
    games::{self, Options},
    rules::Card,
    terms::Clock,
};

use super::{App, Screen};
use crate::table::Offer;

const HOUR_S: u32 = 3600;

/// The card that the first screen offers: the first of the lobby.
pub(super) fn offered() -> Option<&'static Card> {
    games::cards().into_iter().find(|card| !card.practice)
}

/// Its options.
pub(super) fn options() -> Option<Options> {
    Options::choose(offered()?.id, &[]).ok()
}

/// The limits of a table for friends. Without a clock nobody is in a hurry with anything.
fn clock(decision_s: Option<u32>) -> Clock {
    match decision_s {
        Some(_) => Clock { decision_s, ..Clock::default() },
        None => Clock { decision_s, answer_s: HOUR_S, seal_s: 24 * HOUR_S, ..Clock::default() },
    }
}

impl App {
    /// Begins a game of two people at this window.
    pub(super) fn share(&mut self) {
        if let (Some(card), Some(options)) = (offered(), options()) {
            self.engine.share(card.id, options);
            self.screen = Screen::Waiting(None);
        }
    }

    /// Opens a table for a friend.
    pub(super) fn invite(&mut self) {
        if let (Some(card), Some(options)) = (offered(), options()) {
            let clock = clock(self.settings.clock);
            let offer = Offer { game: card.id.to_owned(), options, seats: *card.seats.start(), clock };
            self.engine.host(offer, self.settings.nickname.clone());
            self.screen = Screen::Calling;
        }
    }
}
