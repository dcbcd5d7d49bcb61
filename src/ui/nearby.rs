//! Tables on the local network, where one click sits down.

use eframe::egui::{Button, Label, RichText, Ui};

use super::{boards, names, theme, widgets::card, words::Words};
use crate::{
    name,
    net::{
        Ticket,
        lan::{Found, Heard, Phase},
    },
};

/// Tables that are shown, the first that were heard; more of them would hide the rest of the screen.
const SHOWN_MOST: usize = 16;

/// Draws what is heard, if anything is; the invitation to the table at which the player wants to sit.
pub fn show(ui: &mut Ui, words: &Words, heard: &Heard) -> Option<Ticket> {
    if heard.tables.is_empty() {
        return None;
    }
    card(ui, |ui| {
        ui.label(RichText::new(words.say("nearby")).size(18.0).strong());
        let mut chosen = None;
        for table in heard.tables.iter().take(SHOWN_MOST) {
            if row(ui, words, table) {
                chosen = Some(table.ticket());
            }
        }
        chosen
    })
}

/// A table; whether the player wants to sit there.
fn row(ui: &mut Ui, words: &Words, table: &Found) -> bool {
    let notice = &table.notice;
    let line = words.fill(
        "nearby-table",
        &[
            ("who", names::shown(words, &notice.nickname).into()),
            ("game", boards::title(words, &notice.game).into()),
            ("taken", u32::from(notice.taken).into()),
            ("seats", u32::from(notice.seats).into()),
        ],
    );
    if notice.is_open() {
        let claim = words.fill("nearby-claim", &[("key", name::fingerprint(table.host.as_bytes()).into())]);
        let mut clicked = false;
        ui.vertical_centered_justified(|ui| {
            clicked = ui.add(Button::new(line).wrap()).on_hover_text(claim).clicked();
        });
        return clicked;
    }
    let why = match notice.phase {
        Phase::Waiting if notice.taken < notice.seats => "nearby-version",
        Phase::Waiting => "nearby-full",
        Phase::Playing | Phase::Gone => "nearby-playing",
    };
    ui.add(Label::new(RichText::new(format!("{line}: {}", words.say(why))).weak()).wrap());
    false
}

/// A line where for long nothing has been heard; whether the player wants to know why.
pub fn silence(ui: &mut Ui, words: &Words, heard: &Heard) -> bool {
    if !heard.quiet {
        return false;
    }
    ui.horizontal_wrapped(|ui| {
        ui.visuals_mut().hyperlink_color = theme::paint(ui).ink;
        ui.label(RichText::new(words.say("nearby-none")).small().weak());
        ui.link(RichText::new(words.say("nearby-why")).small().underline()).clicked()
    })
    .inner
}
