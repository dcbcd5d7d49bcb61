//! A record, step by step: by button, key, slider or by itself, from any seat.

mod transport;

use std::path::{Path, PathBuf};

use eframe::egui::{self, Align, Button, Layout, Rect, RichText, ScrollArea, Sense, Ui};
use marque_protocol::rules::Seat;

use self::transport::Transport;
use super::{boards::Board, dates::date, records::row, story::Story, theme, words::Words};
use crate::archive::{ArchiveError, Reading};

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
        let story = Story { words, agreed: reading.agreed(), you: reading.you };
        let mut way = None;
        egui::Panel::top("replay-bar").show(ui, |ui| way = self.bar(ui, &story, reading));
        egui::Panel::bottom("replay-transport").show(ui, |ui| self.transport.show(ui, words));
        egui::Panel::right("replay-log").default_size(264.0).show(ui, |ui| self.log(ui, &story, reading));
        let scene = reading.scene(self.transport.at, self.seat, self.all);
        egui::CentralPanel::default().show(ui, |ui| {
            if self.transport.is_at_end() {
                end(ui, &story, reading);
            }
            self.board_at = ui.available_rect_before_wrap();
            self.board.show(ui, words, &scene);
        });
        way
    }

    /// What is replayed, and from where it is seen.
    fn bar(&mut self, ui: &mut Ui, story: &Story<'_>, reading: &Reading) -> Option<Way> {
        let words = story.words;
        let mut way = None;
        ui.horizontal(|ui| {
            if ui.button(words.say("back")).clicked() {
                way = Some(Way::Back);
            }
            let title = format!("{} · {}", row::players(story), date(words, reading.agreed().terms.day));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let whole = has_layouts(reading);
                let all = Button::selectable(self.all, words.say("replay-all"));
                let all = ui.add_enabled(whole, all).on_disabled_hover_text(words.say("replay-none-shown"));
                if all.clicked() {
                    self.all = !self.all;
                }
                for seat in Seat::all(reading.agreed().seats()).collect::<Vec<_>>().into_iter().rev() {
                    ui.selectable_value(&mut self.seat, seat, story.who(seat));
                }
                ui.label(words.say("replay-from"));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(RichText::new(title).size(18.0).strong()).truncate());
                });
            });
        });
        way
    }

    /// All steps, the one that is seen marked; a click goes to one.
    fn log(&mut self, ui: &mut Ui, story: &Story<'_>, reading: &Reading) {
        ui.label(RichText::new(story.words.say("log-title")).small());
        let height = 24.0;
        let spacing = ui.spacing_mut();
        (spacing.item_spacing.y, spacing.interact_size.y, spacing.button_padding.y) = (2.0, height, 1.0);
        let mut area = ScrollArea::vertical().auto_shrink(false);
        if self.scrolled != self.transport.at {
            self.scrolled = self.transport.at;
            let (seen, step) = (ui.available_height(), height + 2.0);
            let most = (step * reading.steps().len() as f32 - 2.0 - seen).max(0.0);
            let middle = (step * self.scrolled as f32 - seen / 2.0).clamp(0.0, most);
            area = area.vertical_scroll_offset(middle);
        }
        area.show_rows(ui, height, reading.steps().len(), |ui, seen| {
            for (number, step) in seen.clone().zip(reading.steps().get(seen).unwrap_or_default()) {
                let line = story.every_line(step);
                let current = number + 1 == self.transport.at;
                let text = RichText::new(&line).size(14.0);
                let text = if current { text.strong() } else { text };
                // Not for the keyboard, which goes through the steps themselves.
                let row = Button::selectable(current, text).truncate().right_text("").sense(Sense::CLICK);
                let row = ui.add_sized(egui::vec2(ui.available_width(), height), row);
                if row.on_hover_text(line).clicked() {
                    self.transport.go(number + 1);
                    // It is in sight already.
                    self.scrolled = number + 1;
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
    let mut way = None;
    egui::Panel::top("replay-bar").show(ui, |ui| {
        if ui.button(words.say("back")).clicked() {
            way = Some(Way::Back);
        }
    });
    egui::CentralPanel::default().show(ui, |ui| ui.centered_and_justified(|ui| ui.label(why)));
    way
}

/// How it ended, and where the file stops being good.
fn end(ui: &mut Ui, story: &Story<'_>, reading: &Reading) {
    let verdict = &reading.end().verdict;
    if let Some(damage) = reading.damage() {
        ui.colored_label(theme::paint(ui).bad, row::damage(story.words, damage, verdict.entries));
    }
    ui.label(RichText::new(row::outcome(story, verdict)).strong());
    ui.label(story.verdict(verdict));
}
