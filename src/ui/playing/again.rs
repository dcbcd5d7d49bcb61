//! After a game with friends: how the two stand, and another game.

use eframe::egui::{RichText, Ui};
use marque_protocol::rules::Seat;

use super::story;
use crate::{
    archive::{Archive, Report, Score},
    helm::View,
    ui::{
        rivals,
        widgets::{card, main_button},
        words::Words,
    },
};

/// What the screen remembers of it between two frames.
pub(super) struct Again {
    archive: Archive,
    asked: bool,
    score: Option<Score>,
}

impl Again {
    pub(super) fn new(archive: Archive) -> Again {
        Again { archive, asked: false, score: None }
    }

    /// Draws it; whether the player wants what another wants.
    pub(super) fn show(&mut self, ui: &mut Ui, words: &Words, view: &View) -> bool {
        self.hear(view);
        let who = |seat| story(words, view).who(seat);
        let asking: Vec<String> = view.again.iter().map(|seat| who(*seat)).collect();
        let alone = view.connected.is_empty();
        let other = other(view).map(who);
        let score = self.score.as_ref().zip(other).and_then(|(score, who)| rivals::say(words, score, &who));
        if asking.is_empty() && score.is_none() && !alone {
            return false;
        }
        card(ui, |ui| {
            if let Some(score) = score {
                ui.label(RichText::new(score).size(18.0).strong());
            }
            if alone {
                ui.label(words.say("rematch-alone"));
            }
            if asking.is_empty() {
                return false;
            }
            ui.horizontal_wrapped(|ui| {
                ui.label(words.fill("rematch-asked", &[("who", asking.join(", ").into())]));
                ui.add(main_button(ui, &words.say("rematch-accept"))).clicked()
            })
            .inner
        })
    }

    /// The record of this game counts too.
    fn hear(&mut self, view: &View) {
        let kept = view.end.as_ref().is_some_and(|end| end.record.is_some());
        let other = other(view).and_then(|seat| view.table.agreed().place(seat));
        if let Some(other) = other.filter(|_| kept && !self.asked) {
            self.archive.stand(other.identity);
            self.asked = true;
        }
        while let Some(report) = self.archive.report() {
            if let Report::Score(_, score) = report {
                self.score = Some(score);
            }
        }
    }
}

/// The other one of two.
fn other(view: &View) -> Option<Seat> {
    let seats = view.table.agreed().seats();
    Seat::all(seats).find(|seat| *seat != view.seat).filter(|_| seats == 2)
}
