//! Another game with those who have played one.

use super::{App, Screen};
use crate::{met::Met, rematch::Rematch};

impl App {
    /// After a game with friends: where that still runs, those who are there need not be sought.
    pub(super) fn again(&mut self) {
        let Screen::Playing(playing) = &self.screen else { return };
        if playing.goes_on() {
            return;
        }
        if let Some(view) = playing.view() {
            let met = Met::load(&self.profile);
            self.rematch(Rematch::new(view.table.agreed().clone(), view.seat, &met));
        }
    }

    /// Sits down at the table of another game, and waits there.
    pub(super) fn rematch(&mut self, rematch: Rematch) {
        self.engine.rematch(rematch, self.settings.nickname.clone());
        self.screen = Screen::Calling;
    }
}
