//! What the first screen offers to play, and the tables that come of it.

use marque_protocol::{
    games::{Layout, Options},
    rules::Card,
    terms::Clock,
};

use super::{App, Screen};
use crate::{
    chosen,
    engine::Practice,
    table::Offer,
    ui::{boards::Placement, choosing},
};

const HOUR_S: u32 = 3600;

/// The limits of a table for friends. Without a clock nobody is in a hurry with anything.
fn clock(decision_s: Option<u32>) -> Clock {
    match decision_s {
        Some(_) => Clock { decision_s, ..Clock::default() },
        None => Clock { decision_s, answer_s: HOUR_S, seal_s: 24 * HOUR_S, ..Clock::default() },
    }
}

impl App {
    /// The game that is chosen. One that nobody can play is refused here, before anything begins.
    pub(super) fn chosen(&mut self) -> Option<(&'static Card, Options)> {
        let card = self.settings.chosen.card()?;
        let options = self.settings.chosen.options().map_err(chosen::Unplayable::from);
        match options.and_then(|options| chosen::check(&options, &mut self.rng).map(|()| options)) {
            Ok(options) => Some((card, options)),
            Err(why) => {
                self.notice = Some(choosing::refusal(&self.words, &why));
                None
            }
        }
    }

    /// Goes on with the fleet that is laid out, or begins with an empty sea; where nothing is laid out by hand,
    /// with neither.
    pub(super) fn place(&mut self) {
        let laid = if let Screen::Waiting(laid) = &mut self.screen { laid.take() } else { None };
        if let Some(placement) = laid {
            self.screen = Screen::Placement(placement);
            return;
        }
        let Some((_, options)) = self.chosen() else { return };
        match Placement::new(&options) {
            Some(placement) => self.screen = Screen::Placement(Box::new(placement)),
            None => {
                if let Ok(layout) = options.random_layout(&mut self.rng) {
                    self.practise(layout, None);
                }
            }
        }
    }

    /// Begins a game against bots with this layout, and with what it was made on.
    pub(super) fn practise(&mut self, layout: Layout, laid: Option<Box<Placement>>) {
        let Some((card, options)) = self.chosen() else { return };
        let (level, seats) = (self.settings.level, self.settings.chosen.seats());
        self.engine.practise(Practice { game: card.id, options, seats, layout, level });
        self.screen = Screen::Waiting(laid);
    }

    /// Begins a game of two people at this window.
    pub(super) fn share(&mut self) {
        if let Some((card, options)) = self.chosen() {
            self.engine.share(card.id, options);
            self.screen = Screen::Waiting(None);
        }
    }

    /// Opens a table for a friend.
    pub(super) fn invite(&mut self) {
        if let Some((card, options)) = self.chosen() {
            let clock = clock(self.settings.clock);
            let offer =
                Offer { game: card.id.to_owned(), options, seats: self.settings.chosen.seats(), clock };
            self.engine.host(offer, self.settings.nickname.clone());
            self.screen = Screen::Calling;
        }
    }
}
