//! Terms in words: what will be signed, as it is.

use eframe::egui::{Label, RichText, Ui};
use marque_protocol::{
    games::Options,
    terms::{Clock, Terms},
};

use crate::ui::{boards, choosing, widgets::heading, words::Words};

/// Draws the terms and the rules of the game.
pub fn show(ui: &mut Ui, words: &Words, terms: &Terms) {
    heading(ui, &words.say("terms-title"), None);
    ui.label(boards::title(words, &terms.game));
    let options = Options::decode(&terms.game, &terms.options).ok();
    if let Some(options) = &options {
        ui.add(Label::new(choosing::summary(words, &terms.game, options)).wrap());
    }
    for line in clock(words, terms.clock) {
        ui.label(line);
    }
    if let Some(options) = options {
        ui.add_space(6.0);
        ui.label(RichText::new(words.say("terms-rules")).strong());
        rules(ui, words, &options);
    }
}

/// The card with the rules, one sentence a line.
pub fn rules(ui: &mut Ui, words: &Words, options: &Options) {
    for line in boards::rules(words, options) {
        ui.horizontal_top(|ui| {
            ui.label("–");
            ui.add(Label::new(line).wrap());
        });
    }
}

/// The limits, one sentence each.
pub fn clock(words: &Words, clock: Clock) -> Vec<String> {
    let limit = |key: &str, seconds: u32| words.fill(key, &[("span", span(words, seconds).into())]);
    let decision = match clock.decision_s {
        Some(seconds) => limit("terms-clock", seconds),
        None => words.say("terms-no-clock"),
    };
    vec![decision, limit("terms-placing", clock.seal_s), limit("terms-grace", clock.grace_s)]
}

/// A span of time in the largest unit that it fills.
pub fn span(words: &Words, seconds: u32) -> String {
    let units = [(86_400, "span-days"), (3600, "span-hours"), (60, "span-minutes")];
    let unit = units.into_iter().find(|(unit, _)| seconds >= *unit && seconds.is_multiple_of(*unit));
    let (unit, key) = unit.unwrap_or((1, "span-seconds"));
    words.fill(key, &[("count", (seconds / unit).into())])
}
