//! Tables on the local network, where one click sits down.

use eframe::egui::{Button, Label, RichText, ScrollArea, Ui};

use super::{boards, names, words::Words};
use crate::{
    name,
    net::{
        Ticket,
        lan::{Found, Heard, Phase},
    },
};

/// How high the list may become; what is more is scrolled.
const HIGHEST: f32 = 168.0;

/// What the player wants.
pub enum Wish {
    /// To sit down there.
    Join(Ticket),
    /// To know why there is none.
    Why,
}

/// Draws what is heard: nothing before there is something to say.
pub fn show(ui: &mut Ui, words: &Words, heard: &Heard) -> Option<Wish> {
    if heard.tables.is_empty() {
        return if heard.quiet { silence(ui, words) } else { None };
    }
    ui.add_space(6.0);
    ui.label(RichText::new(words.say("nearby")).strong());
    let list = ScrollArea::vertical().id_salt("nearby").max_height(HIGHEST).auto_shrink([false, true]);
    let mut wish = None;
    list.show(ui, |ui| {
        for table in &heard.tables {
            if row(ui, words, table) {
                wish = Some(Wish::Join(table.ticket()));
            }
        }
    });
    wish
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

fn silence(ui: &mut Ui, words: &Words) -> Option<Wish> {
    let mut asked = false;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(words.say("nearby-none")).small().weak());
        asked = ui.link(RichText::new(words.say("nearby-why")).small()).clicked();
    });
    asked.then_some(Wish::Why)
}
