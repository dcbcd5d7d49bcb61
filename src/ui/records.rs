//! The records of the profile: what there is, what each shows, and the way to its replay.

mod detail;
pub(super) mod row;

use std::path::{Path, PathBuf};

use eframe::egui::{self, Align, Key, Label, Margin, RichText, ScrollArea, TextEdit, Ui};

use self::{detail::Detail, row::Row};
use super::{
    replay::{Replay, Way},
    theme,
    widgets::{bar, card, surface},
    words::{Fill, Words},
};
use crate::archive::{Archive, ArchiveError, Finding, Found, Import, Report};
pub use detail::downloads;

/// The room in a field around what is written: it is as high as a button.
pub(super) const FIELD: Margin = Margin::symmetric(8, 6);

/// The screen of the records.
pub struct Records {
    archive: Archive,
    /// The newest first.
    rows: Vec<Row>,
    /// Whether all that are there are in the rows.
    listed: bool,
    selected: Option<PathBuf>,
    /// The keyboard has selected another row, which is to have the focus.
    moved: bool,
    detail: Detail,
    /// Where a record is to be brought in from.
    source: String,
    /// What was done last, and whether it was.
    done: Option<(String, bool)>,
    replay: Option<Replay>,
}

impl Records {
    /// The screen over the records of an archive.
    pub fn new(archive: Archive) -> Records {
        archive.list();
        Records {
            archive,
            rows: Vec::new(),
            listed: false,
            selected: None,
            moved: false,
            detail: Detail::default(),
            source: String::new(),
            done: None,
            replay: None,
        }
    }

    /// Opens the replay of a record, one of these or any other.
    pub fn replay(&mut self, path: PathBuf) {
        self.archive.open(path.clone());
        self.replay = Some(Replay::new(path));
    }

    /// Draws it; whether the player goes back.
    pub fn show(&mut self, ui: &mut Ui, words: &Words) -> bool {
        self.hear(words);
        if let Some(replay) = &mut self.replay {
            if let Some(Way::Back) = replay.show(ui, words) {
                self.replay = None;
                ui.request_repaint();
            }
            return false;
        }
        self.take_dropped(ui);
        let mut back = false;
        bar(ui, "records-bar", |ui| back = self.bar(ui, words));
        let frame = surface(ui);
        if theme::is_tight(ui) {
            // One above the other.
            let height = ui.available_height() * 0.45;
            let panel = egui::Panel::top("records-above").exact_size(height).frame(frame);
            panel.show(ui, |ui| self.list(ui, words));
            egui::CentralPanel::default().show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    self.show_selected(ui, words);
                    self.bring_in(ui, words);
                });
            });
        } else {
            let panel = egui::Panel::left("records-list").default_size(420.0).frame(frame);
            panel.show(ui, |ui| self.list(ui, words));
            egui::Panel::bottom("records-import").frame(frame).show(ui, |ui| self.bring_in(ui, words));
            egui::CentralPanel::default().show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.show_selected(ui, words));
            });
        }
        back
    }

    fn hear(&mut self, words: &Words) {
        while let Some(report) = self.archive.report() {
            match report {
                Report::Found(found) => self.put(Row::new(found)),
                Report::Listed => self.listed = true,
                Report::Checked(path, finding) => {
                    if let Some(row) = self.row(&path) {
                        row.finding = Some(finding);
                    }
                }
                Report::Opened(path, reading) => {
                    if let Some(replay) = &mut self.replay {
                        replay.opened(&path, reading);
                    }
                }
                Report::Imported(path, imported) => self.imported(words, &path, imported),
                Report::Exported(path, exported) => {
                    self.done = Some((saved(words, &path, &exported), exported.is_ok()));
                }
                // Nobody here has asked for that.
                Report::Rivals(_) | Report::Score(..) => {}
                Report::Failed(error) => {
                    self.listed = true;
                    let why = row::reason(words, &error);
                    self.done = Some((words.fill("failed", &[("why", why.into())]), false));
                }
            }
        }
    }

    fn imported(
        &mut self,
        words: &Words,
        path: &Path,
        imported: Result<(Import, Found, Finding), ArchiveError>,
    ) {
        let at = ("path", Fill::from(path.display().to_string()));
        self.done = Some(match imported {
            Ok((import, found, finding)) => {
                let key = match import {
                    Import::New => "import-new",
                    Import::Better => "import-better",
                    Import::Known => "import-known",
                };
                self.selected = Some(found.path.clone());
                self.source.clear();
                self.rows.retain(|row| row.found.path != found.path);
                self.put(Row { found, finding: Some(Ok(finding)) });
                (words.fill(key, &[at]), true)
            }
            Err(error) => (failed(words, at, &error), false),
        });
    }

    /// A row at its place, the newest first.
    fn put(&mut self, row: Row) {
        let at = self.rows.partition_point(|other| other.found.age() > row.found.age());
        self.rows.insert(at, row);
    }

    fn row(&mut self, path: &Path) -> Option<&mut Row> {
        self.rows.iter_mut().find(|row| row.found.path == path)
    }

    /// Whether the list is shown, into which files can be dropped.
    pub fn takes_dropped(&self) -> bool {
        self.replay.is_none()
    }

    /// Files that were dropped on the window are brought in.
    fn take_dropped(&mut self, ui: &Ui) {
        let dropped = ui.input(|input| {
            input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect::<Vec<PathBuf>>()
        });
        if !dropped.is_empty() {
            self.archive.import(dropped);
        }
    }

    fn bar(&self, ui: &mut Ui, words: &Words) -> bool {
        let back = ui.button(words.say("back")).clicked();
        ui.heading(words.say("records"));
        let unread = self.rows.iter().filter(|row| row.is_open()).count();
        let count = match unread {
            _ if !self.listed => words.say("records-listing"),
            _ if unread > 0 => words.fill("records-unread", &[("count", unread.into())]),
            _ if self.rows.is_empty() => return back,
            _ => words.fill("records-count", &[("count", self.rows.len().into())]),
        };
        ui.label(RichText::new(count).weak());
        back
    }

    fn list(&mut self, ui: &mut Ui, words: &Words) {
        if self.rows.is_empty() && self.listed {
            ui.add(Label::new(words.say("records-none")).wrap());
            return;
        }
        let (mut chosen, mut replayed) = (None, None);
        let at = self.rows.iter().position(|row| Some(&row.found.path) == self.selected.as_ref());
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, row::HEIGHT, self.rows.len(), |ui, seen| {
            // One row is a stop of the Tab key; the arrow keys go on from there.
            let stop = at.filter(|at| seen.contains(at)).unwrap_or(seen.start);
            for (number, row) in seen.clone().zip(self.rows.get(seen).unwrap_or_default()) {
                let response = row.show(ui, words, at == Some(number), stop == number);
                if stop == number && self.moved {
                    response.request_focus();
                    self.moved = false;
                }
                if response.clicked() {
                    chosen = Some(number);
                }
                let entered = response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                if response.double_clicked() || entered {
                    replayed = Some(number);
                }
                if let Some(to) = row::next(ui, &response, number, self.rows.len()) {
                    (chosen, self.moved) = (Some(to), true);
                }
            }
        });
        let path = |number: usize| self.rows.get(number).map(|row| row.found.path.clone());
        if let Some(path) = chosen.and_then(path) {
            self.selected = Some(path);
            ui.request_repaint();
        }
        let good = |number: &usize| self.rows.get(*number).is_some_and(|row| row.found.game.is_ok());
        if let Some(path) = replayed.filter(good).and_then(path) {
            self.replay(path);
        }
    }

    fn show_selected(&mut self, ui: &mut Ui, words: &Words) {
        let selected = self.rows.iter().find(|row| self.selected.as_ref() == Some(&row.found.path));
        let Some(row) = selected else {
            if !self.rows.is_empty() {
                card(ui, |ui| ui.label(words.say("records-choose")));
            }
            return;
        };
        match self.detail.show(ui, words, row) {
            Some(detail::Wish::Replay) => {
                let path = row.found.path.clone();
                self.replay(path);
                ui.request_repaint();
            }
            Some(detail::Wish::Export(to)) => self.archive.export(row.found.path.clone(), to),
            None => {}
        }
    }

    /// Where records are brought in from, and what came of the last.
    fn bring_in(&mut self, ui: &mut Ui, words: &Words) {
        if let Some((done, good)) = &self.done {
            let paint = theme::paint(ui);
            ui.colored_label(if *good { paint.good } else { paint.bad }, done);
        }
        let label = ui.label(RichText::new(words.say("import-from")).strong());
        let path = typed(&self.source);
        let button = egui::Button::new(words.say("import"));
        let hint = words.say("import-hint");
        let (entered, clicked) = ui
            .with_layout(egui::Layout::right_to_left(Align::Min), |ui| {
                let clicked = ui.add_enabled(path.is_some(), button).clicked();
                let field = TextEdit::singleline(&mut self.source).desired_width(f32::INFINITY);
                let field = ui.add(field.margin(FIELD)).labelled_by(label.id);
                (field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)), clicked)
            })
            .inner;
        ui.label(RichText::new(hint).small().weak());
        if let Some(path) = path.filter(|_| clicked || entered) {
            self.archive.import(vec![path]);
        }
    }
}

/// What came of a copy, in words.
pub fn saved(words: &Words, path: &Path, exported: &Result<(), ArchiveError>) -> String {
    let at = ("path", Fill::from(path.display().to_string()));
    match exported {
        Ok(()) => words.fill("record-exported", &[at]),
        Err(error) => failed(words, at, error),
    }
}

fn failed(words: &Words, at: (&str, Fill), error: &ArchiveError) -> String {
    words.fill("record-failed", &[at, ("why", row::reason(words, error).into())])
}

/// The path that somebody typed or pasted, maybe in quotation marks or from his home folder.
fn typed(text: &str) -> Option<PathBuf> {
    let text = text.trim().trim_matches(['"', '\'']);
    let home = text.strip_prefix("~/").zip(directories::BaseDirs::new());
    let path = home.map_or_else(|| PathBuf::from(text), |(rest, dirs)| dirs.home_dir().join(rest));
    (!text.is_empty()).then_some(path)
}
