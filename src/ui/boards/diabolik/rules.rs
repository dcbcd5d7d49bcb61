//! The rules of Diabolik Fleet on one card, for the options that are played.

use eframe::egui::{Button, Label, Ui};
use marque_protocol::games::diabolik::{BALLS, Board, Options};

use crate::ui::{widgets::card as surface, words::Words};

/// Where the game's own author tells of it.
const AUTHOR: &str = "https://forum.trictrac.net/t/diabolik-fleet/178705";

/// One sentence a line.
pub fn card(words: &Words, options: &Options) -> Vec<String> {
    let number = |key: &str, name: &str, number: u8| words.fill(key, &[(name, u32::from(number).into())]);
    let mut lines = vec![
        words.say("df-rules-board"),
        words.say("df-rules-set-up"),
        number("df-rules-balls", "balls", BALLS),
        words.say("df-rules-move"),
        words.say("df-rules-turn"),
        words.say("df-rules-sink"),
        number("df-rules-build", "balls", Board::BUILD_COST),
        words.say("df-rules-duty"),
        words.say("df-rules-file"),
        number("df-rules-bonus", "balls", options.bonus),
        words.say("df-rules-goal"),
        number("df-rules-won", "arrivals", options.arrivals),
        number("df-rules-few", "minimum", options.minimum),
        words.say("df-rules-blocked"),
    ];
    if options.joint {
        lines.push(words.say("df-rules-joint"));
    }
    lines.push(words.fill("df-rules-author", &[("link", AUTHOR.into())]));
    lines
}

/// The switch that opens the card during play.
pub fn switch(ui: &mut Ui, words: &Words, open: &mut bool) {
    if ui.add(Button::selectable(*open, words.say("df-rules"))).clicked() {
        *open = !*open;
        ui.ctx().request_repaint();
    }
}

/// Draws the card.
pub fn show(ui: &mut Ui, words: &Words, options: &Options) {
    surface(ui, |ui| {
        for line in card(words, options) {
            ui.add(Label::new(line).wrap());
        }
    });
}
