//! A record, step by step: by button, key, slider or by itself, from any seat.

mod transport;

use std::path::{Path, PathBuf};

use eframe::egui::{self, Align, Button, Layout, Rect, RichText, ScrollArea, Sense, Ui};
use marque_protocol::rules::Seat;

use self::transport::Transport;
use super::{
    boards::Board,
    dates::date,
    records::row,
    story::Story,
    theme,
    widgets::{bar, card, heading, page, sentence, surface},
    words::Words,
};
use crate::archive::{ArchiveError, Reading};

/// The least height of a step in the log, in points.
const ROW: f32 = 24.0;

/// Where the player goes from here.
pub enum Way {
    /// To the records.
    Back,
}

/// The screen of one record.
pub struct Replay {
    path: PathBuf,
    /// None while it is being read.
    reading: Option<Result<Box<Reading>, ArchiveError>>,
    transport: Transport,
    /// From which seat it is seen.
    seat: Seat,
    /// Whether all charts that the record has are shown from the beginning.
    all: bool,
    board: Board,
    /// Where the board was drawn: keys that are pressed there are its own.
    board_at: Rect,
    /// The step to which the log was scrolled.
    scrolled: usize,
}

impl Replay {
    /// The screen of a record that is being read.
    pub fn new(path: PathBuf) -> Replay {
        Replay {
            path,
            reading: None,
            transport: Transport::default(),
            seat: Seat(0),
            all: false,
            board: Board::default(),
            board_at: Rect::NOTHING,
            scrolled: 0,
        }
    }

    /// A record was read; of another than this nothing is heard.
    pub fn opened(&mut self, path: &Path, reading: Result<Box<Reading>, ArchiveError>) {
        if path != self.path {
            return;
        }
        if let Ok(reading) = &reading {
            self.transport = Transport::over(reading.steps().len());
            self.seat = reading.you.unwrap_or(Seat(0));
            // There is nothing to be guessed in a game of others.
            self.all = reading.you.is_none() && has_layouts(reading);
        }
        self.reading = Some(reading);
    }

    /// Draws it; says where the player goes.
    pub fn show(&mut self, ui: &mut Ui, words: &Words) -> Option<Way> {
        let Some(reading) = self.reading.take() else {
            return waiting(ui, words, &words.say("record-unread"));
        };
        let way = match &reading {
            Ok(reading) => self.show_reading(ui, words, reading),
            Err(error) => {
                let path = self.path.display().to_string();
                let fills = [("path", path.into()), ("why", row::reason(words, error).into())];
                waiting(ui, words, &words.fill("record-failed", &fills))
            }
        };
        self.reading = Some(reading);
        way
    }

    fn show_reading(&mut self, ui: &mut Ui, words: &Words, reading: &Reading) -> Option<Way> {
        // Within a sea the arrow keys go from cell to cell.
        let focus = ui.memory(|memory| memory.focused()).and_then(|id| ui.ctx().read_response(id));
        if !focus.is_some_and(|focus| self.board_at.contains_rect(focus.rect)) {
            self.transport.keys(ui);
        }
        self.transport.run(ui);
        let story = Story::new(words, reading.agreed(), reading.you);
        let mut way = None;
        bar(ui, "replay-bar", |ui| way = self.bar(ui, &story, reading));
        let frame = surface(ui);
        let tight = theme::is_tight(ui);
        let bottom = egui::Panel::bottom("replay-transport").frame(frame);
        bottom.show(ui, |ui| self.transport.show(ui, words, !tight));
        if !tight {
            let right =
                egui::Panel::right("replay-log").frame(frame).default_size(ui.available_width() * 0.3);
            right.show(ui, |ui| {
                ui.label(RichText::new(words.say("log-title")).small());
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.log(ui, &story, reading));
            });
        }
        egui::CentralPanel::default().show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                if self.transport.is_at_end() {
                    card(ui, |ui| end(ui, &story, reading));
                }
                let scene = reading.scene(self.transport.at, self.seat, self.all);
                let board = ui.scope(|ui| self.board.show(ui, words, &scene));
                self.board_at = board.response.rect;
                if tight {
                    card(ui, |ui| self.transport.speeds(ui, words));
                    card(ui, |ui| self.log(ui, &story, reading));
                }
            });
        });
        way
    }

    /// What is replayed, and from where it is seen.
    fn bar(&mut self, ui: &mut Ui, story: &Story<'_>, reading: &Reading) -> Option<Way> {
        let words = story.words;
        let way = ui.button(words.say("back")).clicked().then_some(Way::Back);
        ui.heading(row::players(story));
        sentence(ui, RichText::new(date(words, reading.agreed().terms.day)).weak());
        sentence(ui, words.say("replay-from"));
        for seat in Seat::all(reading.agreed().seats()) {
            ui.selectable_value(&mut self.seat, seat, story.who(seat));
        }
        let all = Button::selectable(self.all, words.say("replay-all"));
        let all = ui.add_enabled(has_layouts(reading), all);
        if all.on_disabled_hover_text(words.say("replay-none-shown")).clicked() {
            self.all = !self.all;
        }
        way
    }

    /// All steps, the one that is seen marked; a click goes to one.
    fn log(&mut self, ui: &mut Ui, story: &Story<'_>, reading: &Reading) {
        let spacing = ui.spacing_mut();
        (spacing.item_spacing.y, spacing.interact_size.y) = (2.0, ROW);
        spacing.button_padding = egui::vec2(6.0, 2.0);
        ui.with_layout(Layout::top_down_justified(Align::Min), |ui| {
            for (number, step) in (1..).zip(reading.steps()) {
                let current = number == self.transport.at;
                let text = RichText::new(story.every_line(step)).size(14.0);
                let text = if current { text.strong() } else { text };
                // Not for the keyboard, which goes through the steps themselves.
                let row = ui.add(Button::selectable(current, text).wrap().sense(Sense::CLICK));
                if current && self.scrolled != number {
                    row.scroll_to_me(Some(Align::Center));
                    self.scrolled = number;
                }
                if row.clicked() {
                    self.transport.go(number);
                    // It is in sight already.
                    self.scrolled = number;
                    ui.request_repaint();
                }
            }
        });
    }
}

fn has_layouts(reading: &Reading) -> bool {
    reading.end().layouts.iter().any(Option::is_some)
}

/// There is nothing to be seen (yet).
fn waiting(ui: &mut Ui, words: &Words, why: &str) -> Option<Way> {
    let back = bar(ui, "replay-bar", |ui| ui.button(words.say("back")).clicked());
    egui::CentralPanel::default().show(ui, |ui| page(ui, |ui| card(ui, |ui| ui.label(why))));
    back.then_some(Way::Back)
}

/// How it ended, and where the file stops being good.
fn end(ui: &mut Ui, story: &Story<'_>, reading: &Reading) {
    let verdict = &reading.end().verdict;
    heading(ui, &row::outcome(story, verdict), None);
    if let Some(damage) = reading.damage() {
        ui.colored_label(theme::paint(ui).bad, row::damage(story.words, damage, verdict.entries));
    }
    ui.label(story.verdict(verdict));
}
