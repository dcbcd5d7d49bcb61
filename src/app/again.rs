//! Another game with those who have played one.

use marque_protocol::rules::Seat;

use super::{App, Screen};
use crate::{bots::Level, chosen::Chosen, helm::View, met::Met, rematch::Rematch};

impl App {
    /// After a game at this computer: one like it, which may be another than was chosen since it began.
    pub(super) fn like_last(&mut self) {
        match &self.screen {
            Screen::Playing(playing) => {
                let view = playing.view();
                self.choose_last(view.as_deref());
                self.place();
            }
            Screen::Shared(shared) => {
                let view = shared.view();
                self.choose_last(view.as_deref());
                self.share();
            }
            _ => {}
        }
    }

    fn choose_last(&mut self, view: Option<&View>) {
        let Some(view) = view else { return };
        let agreed = view.table.agreed();
        self.settings.chosen = Chosen::of(&agreed.terms.game, &agreed.options, agreed.seats());
        let others = Seat::all(agreed.seats()).filter(|seat| *seat != view.seat);
        let bot =
            others.filter_map(|seat| agreed.place(seat)).find_map(|place| Level::called(&place.nickname));
        self.settings.level = bot.map_or(self.settings.level, |(level, _)| level);
    }

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
