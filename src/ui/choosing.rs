//! The choice of a game and its options: built from the cards, so that every game has it.

use eframe::egui::{Button, RichText, Ui};
use marque_protocol::{
    games::Options,
    rules::{Card, Key},
};

use super::{boards, words::Words};
use crate::chosen::{Chosen, Unplayable, offered};

const ON: &str = "on";
const OFF: &str = "off";

/// The choice on the first screen.
#[derive(Default)]
pub struct Choosing {
    open: bool,
}

impl Choosing {
    /// Draws what is chosen, and what else could be once that is asked for.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, chosen: &mut Chosen) {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(name(words, chosen)).size(18.0).strong());
            ui.label(RichText::new(line(words, chosen)).weak());
            if ui.add(Button::new(words.say("choose")).selected(self.open)).clicked() {
                self.open = !self.open;
                ui.ctx().request_repaint();
            }
        });
        seats(ui, words, chosen);
        if self.open {
            games(ui, words, chosen);
            if let (Some(card), Ok(options)) = (chosen.card(), chosen.options()) {
                keys(ui, words, chosen, card, &options);
            }
        }
    }
}

/// How many play, where the card leaves a choice.
fn seats(ui: &mut Ui, words: &Words, chosen: &mut Chosen) {
    let range = chosen.range();
    if range.start() == range.end() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for seats in range {
            let title = words.fill("choose-seats", &[("count", seats.into())]);
            if ui.add(Button::selectable(chosen.seats() == seats, title)).clicked() {
                *chosen = chosen.clone().among(seats);
                ui.ctx().request_repaint();
            }
        }
    });
}

/// Every card, those with presets by their presets.
fn games(ui: &mut Ui, words: &Words, chosen: &mut Chosen) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let all =
            offered().flat_map(|card| presets(card).into_iter().map(move |preset| Chosen::new(card, preset)));
        for one in all.collect::<Vec<_>>() {
            if ui.add(Button::selectable(chosen.is_like(&one), name(words, &one))).clicked() {
                *chosen = one.among(chosen.seats());
                ui.ctx().request_repaint();
            }
        }
    });
}

/// Every option of a card: what is on or off by a mark, what has other values by these.
fn keys(ui: &mut Ui, words: &Words, chosen: &mut Chosen, card: &Card, options: &Options) {
    let now = options.chosen(card.id);
    let value =
        |key: &Key| now.iter().find(|(name, _)| *name == key.name).map_or(key.default, |(_, value)| *value);
    for key in card.keys.iter().filter(|key| key.name != Key::PRESET) {
        let title = words.fill("option-name", &[("option", key.name.into())]);
        if is_switch(key) {
            let mut on = value(key) == ON;
            if ui.checkbox(&mut on, title).changed() {
                chosen.set(key.name, if on { ON } else { OFF });
                ui.ctx().request_repaint();
            }
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(RichText::new(title).small().weak());
            for other in key.values {
                let text = value_name(words, key.name, other);
                if ui.add(Button::selectable(value(key) == *other, text)).clicked() {
                    chosen.set(key.name, other);
                    ui.ctx().request_repaint();
                }
            }
        });
    }
}

fn is_switch(key: &Key) -> bool {
    key.values.len() == 2 && key.values.iter().all(|value| [ON, OFF].contains(value))
}

/// The presets of a card, or none of them where it has none.
fn presets(card: &Card) -> Vec<Option<&'static str>> {
    let key = card.keys.iter().find(|key| key.name == Key::PRESET);
    key.map_or(vec![None], |key| key.values.iter().copied().map(Some).collect())
}

/// What people call a choice: by its preset, where it is one.
fn name(words: &Words, chosen: &Chosen) -> String {
    let Some(card) = chosen.card() else { return String::new() };
    let preset = presets(card).into_iter().flatten().find(|it| chosen.is_like(&Chosen::new(card, Some(it))));
    preset.map_or_else(|| boards::title(words, card.id), |preset| value_name(words, Key::PRESET, preset))
}

fn value_name(words: &Words, key: &str, value: &str) -> String {
    words.fill("option-value", &[("value", format!("{key}-{value}").into())])
}

fn line(words: &Words, chosen: &Chosen) -> String {
    let told = chosen.card().zip(chosen.options().ok());
    told.map_or_else(String::new, |(card, options)| summary(words, card.id, &options))
}

/// The options of a game in one line.
pub fn summary(words: &Words, game: &str, options: &Options) -> String {
    let values = options.chosen(game);
    if values.is_empty() {
        return words.fill("game-about", &[("game", game.into())]);
    }
    values.iter().map(|(key, value)| value_name(words, key, value)).collect::<Vec<_>>().join(", ")
}

/// Why a choice cannot be played.
pub fn refusal(words: &Words, why: &Unplayable) -> String {
    match why {
        Unplayable::Unavailable(why) => words.fill("failed", &[("why", why.to_string().into())]),
        Unplayable::NoRoom(illegal) => words.fill("option-no-room", &[("rule", illegal.rule().into())]),
    }
}
