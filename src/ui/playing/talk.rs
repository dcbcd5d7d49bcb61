//! Talk with the others at the table, beside the log of the battle.

use eframe::egui::{
    self, Button, FontId, Key, Label, RichText, ScrollArea, TextEdit, TextFormat, TextStyle, TextWrapMode,
    Ui, WidgetText, text::LayoutJob,
};
use marque_protocol::rules::Seat;

use super::story;
use crate::{
    blocked::Blocked,
    helm::{Helm, Order, Spoken, View},
    net::{Delivery, MAX_TEXT, Word},
    ui::{names, theme, words::Words},
};

/// Phrases, each side's in its own language: their numbers are part of the protocol.
const PHRASES: [&str; 8] = [
    "phrase-luck",
    "phrase-shot",
    "phrase-ouch",
    "phrase-moment",
    "phrase-back",
    "phrase-thanks",
    "phrase-game",
    "phrase-again",
];
/// Size of what is said.
const SIZE: f32 = 14.0;
/// Height of what is above it.
const BAR: f32 = 24.0;
/// Height of the line that is written.
const ENTRY: f32 = 30.0;

/// What the screen remembers of it between two frames.
pub(super) struct Talk {
    entry: String,
    /// In this game the words of the others are not shown.
    muted: bool,
    blocked: Blocked,
    /// Why who is blocked will not be so in later games.
    unkept: Option<String>,
}

impl Talk {
    pub(super) fn new(blocked: Blocked) -> Talk {
        Talk { entry: String::new(), muted: false, blocked, unkept: None }
    }

    /// Draws it; what is said goes to the helm. Where it does not scroll by itself it is as high as it needs.
    pub(super) fn show(&mut self, ui: &mut Ui, words: &Words, view: &View, helm: &Helm, scrolls: bool) {
        ui.spacing_mut().item_spacing.y = 3.0;
        let title = self.bar(ui, words, view);
        if scrolls {
            let height = (ui.available_height() - ENTRY - ui.spacing().item_spacing.y).max(0.0);
            let list = ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true);
            list.min_scrolled_height(0.0).max_height(height).show(ui, |ui| self.list(ui, words, view));
        } else {
            self.list(ui, words, view);
        }
        let alone = view.end.is_some() && view.connected.is_empty();
        ui.add_enabled_ui(!alone && !helm.is_over(), |ui| {
            if let Some(word) = self.enter(ui, words, title) {
                helm.order(Order::Say(word));
            }
        });
    }

    /// The title, and what keeps the others quiet.
    fn bar(&mut self, ui: &mut Ui, words: &Words, view: &View) -> egui::Id {
        let bar = ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().interact_size.y = BAR;
            ui.spacing_mut().button_padding = egui::vec2(6.0, 1.0);
            let title = ui.label(RichText::new(words.say("talk-title")).small());
            let small = |key: &str| RichText::new(words.say(key)).small();
            ui.toggle_value(&mut self.muted, small("talk-mute")).on_hover_text(words.say("talk-mute-line"));
            for (seat, identity) in others(view) {
                let blocked = self.blocked.has(&identity);
                let text = words.fill("talk-block", &[("who", story(words, view).who(seat).into())]);
                let button = ui.add(Button::selectable(blocked, RichText::new(text).small()));
                if button.on_hover_text(words.say("talk-block-line")).clicked() {
                    let kept = self.blocked.set(&identity, !blocked);
                    self.unkept = kept.err().map(|error| error.to_string());
                }
            }
            title.id
        });
        bar.inner
    }

    fn list(&self, ui: &mut Ui, words: &Words, view: &View) {
        let weak = |ui: &mut Ui, text: String| {
            ui.add(Label::new(RichText::new(text).size(SIZE).weak()).wrap());
        };
        if view.words.is_empty() {
            weak(ui, words.say("talk-empty"));
        }
        for spoken in view.words.iter() {
            if spoken.seat == view.seat || self.hears(view, spoken.seat) {
                line(ui, words, view, spoken);
            }
        }
        if self.muted {
            weak(ui, words.say("talk-muted"));
        }
        for (seat, _) in others(view).iter().filter(|(_, identity)| self.blocked.has(identity)) {
            weak(ui, words.fill("talk-blocked", &[("who", story(words, view).who(*seat).into())]));
        }
        if let Some(why) = &self.unkept {
            let text = words.fill("talk-unkept", &[("why", why.as_str().into())]);
            ui.colored_label(theme::paint(ui).bad, text);
        }
    }

    /// How many words there were up to the last one of others that is shown.
    pub(super) fn heard(&self, view: &View) -> u32 {
        let shown =
            view.words.iter().filter(|spoken| spoken.seat != view.seat && self.hears(view, spoken.seat));
        shown.map(|spoken| spoken.number + 1).max().unwrap_or(0)
    }

    /// Whether any of the others is blocked.
    pub(super) fn blocks_any(&self, view: &View) -> bool {
        others(view).iter().any(|(_, identity)| self.blocked.has(identity))
    }

    fn hears(&self, view: &View, seat: Seat) -> bool {
        let place = view.table.agreed().place(seat);
        !self.muted && place.is_some_and(|place| !self.blocked.has(&place.identity))
    }

    /// The line that is written and the phrases; what is said.
    fn enter(&mut self, ui: &mut Ui, words: &Words, title: egui::Id) -> Option<Word> {
        let mut said = None;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.spacing_mut().button_padding.x = 8.0;
            ui.menu_button(words.say("talk-phrases"), |ui| {
                for (number, phrase) in (0..).zip(PHRASES) {
                    if ui.button(words.say(phrase)).clicked() {
                        said = Some(Word::Phrase(number));
                        ui.close();
                    }
                }
            });
            let field = TextEdit::singleline(&mut self.entry)
                .hint_text(words.say("talk-hint"))
                .char_limit(MAX_TEXT)
                .margin(egui::Margin::symmetric(6, 6))
                .desired_width(f32::INFINITY);
            let field = ui.add(field).labelled_by(title);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if entered && !self.entry.trim().is_empty() {
                said = Some(Word::Text(std::mem::take(&mut self.entry).trim().to_owned()));
                // So that one can go on writing. An empty line gives the keyboard back to the game.
                field.request_focus();
            }
        });
        said
    }
}

/// Everybody else at the table, by seat and key.
fn others(view: &View) -> Vec<(Seat, [u8; 32])> {
    let agreed = view.table.agreed();
    let seats = Seat::all(agreed.seats()).filter(|seat| *seat != view.seat);
    seats.filter_map(|seat| Some((seat, agreed.place(seat)?.identity))).collect()
}

/// Who said it, and to the right of that what: no text of others stands where the names are.
fn line(ui: &mut Ui, words: &Words, view: &View, spoken: &Spoken) {
    let said = match &spoken.word {
        Word::Text(text) => names::said(text),
        Word::Phrase(number) => {
            // A newer program may know more of them.
            let Some(phrase) = PHRASES.get(usize::from(*number)) else { return };
            words.say(phrase)
        }
    };
    if said.is_empty() {
        return;
    }
    let paint = theme::paint(ui);
    let own = spoken.seat == view.seat;
    let format = |color| TextFormat::simple(FontId::proportional(SIZE), color);
    let mut job = LayoutJob::default();
    job.append(&said, 0.0, format(ui.visuals().text_color()));
    let fate = match spoken.delivery {
        Delivery::Sent => None,
        Delivery::TooFast => Some("talk-too-fast"),
        Delivery::Nobody => Some("talk-nobody"),
    };
    if let Some(fate) = fate {
        job.append(&words.say(fate), 8.0, format(paint.bad));
    }
    let name = words.fill("talk-who", &[("who", story(words, view).who(spoken.seat).into())]);
    let name = RichText::new(name).size(SIZE).color(if own { paint.border } else { paint.good });
    let room = ui.available_width();
    let whole = WidgetText::from(name.clone());
    let whole = whole.into_galley(ui, Some(TextWrapMode::Extend), room, TextStyle::Body);
    // A long name has a line of its own.
    if whole.size().x > room * 0.4 {
        ui.label(name);
        ui.indent(spoken.number, |ui| ui.add(Label::new(job).wrap()));
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.spacing_mut().interact_size.y = 0.0;
        ui.label(name);
        ui.add(Label::new(job).wrap());
    });
}
