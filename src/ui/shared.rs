//! Two people at one window: each sees the own side only, with a screen in between when they change.

use std::sync::Arc;

use eframe::egui::{self, RichText, Ui, vec2};
use marque_protocol::{rules::Seat, table::Duty};
use rand::Rng;

use super::{
    playing::{Playing, Way},
    widgets::{main_button, notice_bar},
    words::Words,
};
use crate::{
    blocked::Blocked,
    helm::{Helm, View},
};

/// The screens of a game that two people share.
pub struct Shared {
    seats: [Playing; 2],
    /// Who sits at the window.
    at: Seat,
    /// Nothing is shown before that one says so.
    covered: bool,
}

impl Shared {
    /// The screens of both seats, in their order.
    pub fn new(helms: [Helm; 2], blocked: impl Fn() -> Blocked) -> Shared {
        Shared { seats: helms.map(|helm| Playing::new(helm, true, blocked())), at: Seat(0), covered: true }
    }

    /// The newest view of whoever sits at the window.
    pub fn view(&self) -> Option<Arc<View>> {
        self.seats.get(self.at.index())?.view()
    }

    /// Whether the game runs no more.
    pub fn is_over(&self) -> bool {
        self.seats.iter().all(Playing::is_over)
    }

    /// Draws it; says where the players go.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, rng: &mut dyn Rng) -> Option<Way> {
        let waited_for = self.waited_for();
        if self.covered {
            // After a restart it may be the other's turn, and at first nobody knows.
            match waited_for {
                Some(next) => {
                    self.at = next;
                    return self.cover(ui, words);
                }
                None if self.is_over() || self.view().is_some_and(|view| view.end.is_some()) => {
                    self.covered = false;
                    ui.ctx().request_repaint();
                }
                None => {
                    let wait = |ui: &mut Ui| ui.centered_and_justified(|ui| ui.label(words.say("waiting")));
                    egui::CentralPanel::default().show(ui, wait);
                }
            }
            return None;
        }
        if let Some(next) = waited_for.filter(|next| *next != self.at) {
            notice_bar(ui, "hand", |ui| self.hand(ui, words, next));
        }
        self.seats.get_mut(self.at.index())?.show(ui, words, rng)
    }

    /// The seat that has something to do which the one at the window cannot do for it.
    fn waited_for(&self) -> Option<Seat> {
        let views: Vec<_> = self.seats.iter().filter_map(Playing::view).collect();
        let lays = |view: &&Arc<View>| view.lay_by.is_some();
        let here = views.iter().find(|view| view.seat == self.at)?;
        if here.end.is_some() {
            return None;
        }
        // Whoever is at the window lays out the own fleet first.
        if let Some(view) = Some(here).filter(lays).or_else(|| views.iter().find(lays)) {
            return Some(view.seat);
        }
        match here.table.duty() {
            Duty::Act(seat) => Some(seat),
            _ => None,
        }
    }

    fn hand(&mut self, ui: &mut Ui, words: &Words, next: Seat) {
        ui.label(words.fill("hand-over-due", &[("seat", number(next).into())]));
        let text = words.fill("hand-over", &[("seat", number(next).into())]);
        if ui.add(main_button(ui, &text)).clicked() {
            (self.at, self.covered) = (next, true);
            ui.ctx().request_repaint();
        }
    }

    /// Nothing of a game; who wants to leave it need not look at the other's fleet for that.
    fn cover(&mut self, ui: &mut Ui, words: &Words) -> Option<Way> {
        let playing = self.seats.get_mut(self.at.index())?;
        if playing.has_left() {
            return Some(Way::Home);
        }
        egui::CentralPanel::default().show(ui, |ui| {
            ui.vertical_centered(|ui| {
                let fills = [("seat", number(self.at).into())];
                ui.add_space(ui.available_height() * 0.25);
                ui.label(RichText::new(words.fill("hand-title", &fills)).size(40.0).strong());
                ui.label(words.fill("hand-line", &fills));
                ui.add_space(20.0);
                let ready = main_button(ui, &words.fill("hand-ready", &fills)).min_size(vec2(280.0, 48.0));
                if ui.add(ready).clicked() {
                    self.covered = false;
                    ui.ctx().request_repaint();
                }
                ui.add_space(8.0);
                if ui.button(words.say("leave")).on_hover_text(words.say("leave-line")).clicked() {
                    playing.leave();
                }
            });
        });
        None
    }
}

/// Seats as people count them.
fn number(seat: Seat) -> u32 {
    u32::from(seat.0) + 1
}
