//! A table before its game begins: the invitation, who is here, and the terms that will be signed.

mod again;
pub mod badge;
mod code;
pub mod terms;

use eframe::egui::{self, Button, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};
use marque_protocol::lobby::Away;

use super::{
    names, theme,
    widgets::{card, heading, main_button, sentence},
    words::Words,
};
use crate::{
    bots::Level,
    helm::Helm,
    name,
    table::{Lobby, Present, Stage, Wish},
};

/// The screen of one table.
pub struct Table {
    helm: Helm<Lobby, Wish>,
    /// What has just been copied, so that the button can say so.
    copied: Option<Copied>,
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum Copied {
    Text,
    Link,
}

impl Table {
    /// The screen of a table.
    pub fn new(helm: Helm<Lobby, Wish>) -> Table {
        Table { helm, copied: None }
    }

    /// Whether the table is no more.
    pub fn is_over(&self) -> bool {
        self.helm.is_over()
    }

    /// Draws it; whether the player goes home. Bots that are brought are as strong as this.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, level: Level) -> bool {
        let Some(lobby) = self.helm.view() else {
            ui.centered_and_justified(|ui| ui.label(words.say("lobby-opening")));
            return false;
        };
        let mut leaves = false;
        ui.horizontal_wrapped(|ui| {
            leaves = ui.button(words.say("lobby-leave")).clicked();
            let plain = || words.say(if lobby.ticket.is_some() { "lobby-own" } else { "lobby-other" });
            ui.heading(again::title(words, &lobby).unwrap_or_else(plain));
        });
        ui.add_space(6.0);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if let Some(ticket) = &lobby.ticket {
                card(ui, |ui| self.invitation(ui, words, ticket));
            }
            // Where there is little room the terms are below.
            let columns = if theme::is_tight(ui) { 1 } else { 2 };
            ui.columns(columns, |columns| {
                if let Some(left) = columns.first_mut() {
                    card(left, |ui| self.seats(ui, words, &lobby, level));
                }
                if let (Some(right), Some(terms)) = (columns.last_mut(), &lobby.terms) {
                    card(right, |ui| terms::show(ui, words, terms));
                }
            });
        });
        // What is sealed in a lobby is nothing: whoever leaves loses nothing.
        leaves && {
            self.helm.order(Wish::Leave);
            true
        }
    }

    /// The ticket, to be sent to a friend in whatever way.
    fn invitation(&mut self, ui: &mut Ui, words: &Words, ticket: &str) {
        ui.label(words.say("lobby-invite"));
        ui.horizontal_top(|ui| {
            code::show(ui, &words.say("lobby-code"), &link(ticket));
            ui.vertical(|ui| {
                let mut shown = ticket;
                let field = TextEdit::multiline(&mut shown)
                    .desired_width(ui.available_width().min(560.0))
                    .desired_rows(4)
                    .font(egui::TextStyle::Monospace);
                let label = ui.label(RichText::new(words.say("lobby-ticket")).small());
                ui.add(field).labelled_by(label.id);
                ui.horizontal_wrapped(|ui| {
                    for (kind, key, text) in [
                        (
                            Copied::Text,
                            "lobby-copy",
                            words.fill("lobby-message", &[("ticket", ticket.into())]),
                        ),
                        (Copied::Link, "lobby-copy-link", link(ticket)),
                    ] {
                        let done = self.copied == Some(kind);
                        let label = words.say(if done { "lobby-copied" } else { key });
                        if ui.add(Button::new(label).min_size(vec2(190.0, 34.0))).clicked() {
                            ui.ctx().copy_text(text);
                            self.copied = Some(kind);
                            ui.ctx().request_repaint();
                        }
                    }
                });
            });
        });
    }

    fn seats(&self, ui: &mut Ui, words: &Words, lobby: &Lobby, level: Level) {
        heading(ui, &words.say("lobby-seats"), None);
        for present in &lobby.present {
            ui.horizontal_wrapped(|ui| {
                let key = name::fingerprint(&present.identity);
                let name = format!("{}. {}", present.seat.0 + 1, name(words, present));
                heading(ui, &name, Some(present.seat)).on_hover_text(key);
                // Of those who are not linked with this end nothing is known.
                if !present.own && !present.brought && present.path.is_some() {
                    badge::show(ui, words, present.path);
                }
                // Before what comes later, so that it stays where it is.
                if present.brought && dismisses(ui, words, present) {
                    self.helm.order(Wish::Dismiss(present.identity));
                }
                if present.signed {
                    sentence(ui, RichText::new(words.say("lobby-signed")).small());
                }
            });
        }
        for (free, nth) in (lobby.present.len()..lobby.seats).zip(1..) {
            let key = if nth <= lobby.coming { "lobby-coming" } else { "lobby-free" };
            ui.label(words.fill(key, &[("seat", (free + 1).into())]));
        }
        if lobby.may_bring {
            let bring = words.fill("lobby-bring", &[("bot", names::bot(words, level).into())]);
            // A column would stretch it.
            ui.horizontal_wrapped(|ui| {
                if ui.button(bring).clicked() {
                    self.helm.order(Wish::Bring(level));
                }
            });
        }
        if let Some(away) = lobby.turned {
            ui.colored_label(theme::paint(ui).bad, turned(words, away));
        }
        ui.add_space(10.0);
        let stage = again::stage(words, lobby).unwrap_or_else(|| stage(words, lobby));
        // A column would stretch its lines.
        ui.horizontal_wrapped(|ui| ui.label(stage));
        if let Some(seats) = again::seats(words, lobby) {
            ui.horizontal_wrapped(|ui| ui.label(RichText::new(seats).small().weak()));
        }
        if lobby.stage == Stage::Asked {
            let agree = main_button(ui, &words.say("lobby-agree")).min_size(vec2(220.0, 44.0));
            ui.vertical_centered_justified(|ui| {
                if ui.add(agree).clicked() {
                    self.helm.order(Wish::Agree);
                }
            });
        }
    }
}

/// Whether a bot is to go; for a screen reader the button says which.
fn dismisses(ui: &mut Ui, words: &Words, bot: &Present) -> bool {
    let button = ui.button(words.say("lobby-dismiss"));
    let which = words.fill("lobby-dismiss-which", &[("bot", name(words, bot).into())]);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, which.clone()));
    button.clicked()
}

/// What is waited for.
fn stage(words: &Words, lobby: &Lobby) -> String {
    let free = lobby.seats.saturating_sub(lobby.present.len());
    let many = lobby.seats > 2;
    words.say(match lobby.stage {
        Stage::Dialling => "lobby-dialling",
        Stage::Waiting if many && free > 0 => {
            return words.fill("lobby-waiting-more", &[("count", free.into())]);
        }
        Stage::Waiting if lobby.ticket.is_some() => "lobby-waiting",
        Stage::Waiting => "lobby-waiting-host",
        Stage::Asked if many => "lobby-asked-all",
        Stage::Asked => "lobby-asked",
        Stage::Signing => "lobby-signing",
    })
}

/// The link of a ticket.
fn link(ticket: &str) -> String {
    format!("marque:{ticket}")
}

fn name(words: &Words, present: &Present) -> String {
    match present.own {
        true => words.say("you"),
        false => names::shown(words, &present.nickname),
    }
}

/// Why somebody was turned away, as the organiser is told.
fn turned(words: &Words, away: Away) -> String {
    words.say(match away {
        Away::Full => "turned-full",
        Away::NoTable => "turned-no-table",
        Away::Version(_) => "turned-version",
        Away::Place => "turned-place",
        Away::Unsigned => "turned-unsigned",
        Away::Dissolved => "turned-dissolved",
    })
}
