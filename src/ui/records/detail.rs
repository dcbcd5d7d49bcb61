//! What can be said of the record that is selected, and done with it.

use std::path::{Path, PathBuf};

use eframe::egui::{Button, Label, RichText, TextEdit, Ui, vec2};
use marque_protocol::{audit::Outcome, terms::Agreed};

use super::{
    FIELD,
    row::{self, Row},
    typed,
};
use crate::{
    archive::Finding,
    ui::{
        dates::date,
        story::Story,
        theme,
        widgets::{card, main_button},
        words::Words,
    },
};

/// What the player wants with the record.
pub(super) enum Wish {
    /// To see it played again.
    Replay,
    /// A copy of it at this path.
    Export(PathBuf),
}

/// See the module.
#[derive(Default)]
pub(super) struct Detail {
    /// Of which record; another one has another place for its copy.
    of: PathBuf,
    /// Where a copy is to be made.
    target: String,
}

impl Detail {
    /// Draws it.
    pub(super) fn show(&mut self, ui: &mut Ui, words: &Words, row: &Row) -> Option<Wish> {
        if self.of != row.found.path {
            self.of = row.found.path.clone();
            self.target = copy_of(&self.of).display().to_string();
        }
        let mut wish = None;
        card(ui, |ui| match &row.found.game {
            Ok(agreed) => {
                let story = Story::new(words, agreed, row.found.you);
                head(ui, &story, row);
                ui.add_space(4.0);
                match &row.finding {
                    None => drop(ui.label(words.say("record-unread"))),
                    Some(Err(error)) => {
                        ui.colored_label(theme::paint(ui).bad, row::reason(words, error));
                    }
                    Some(Ok(finding)) => found(ui, &story, finding),
                }
                ui.add_space(4.0);
                if ui.add(main_button(ui, &words.say("record-replay")).min_size(vec2(0.0, 40.0))).clicked() {
                    wish = Some(Wish::Replay);
                }
            }
            Err(error) => {
                ui.add(Label::new(RichText::new(words.say("record-unfit")).size(20.0).strong()).wrap());
                ui.colored_label(theme::paint(ui).bad, row::reason(words, error));
            }
        });
        let copy = card(ui, |ui| {
            let copy = self.export(ui, words);
            let path = row.found.path.display().to_string();
            ui.label(RichText::new(words.fill("verdict-record", &[("path", path.into())])).small().weak());
            copy
        });
        wish.or(copy.map(Wish::Export))
    }

    fn export(&mut self, ui: &mut Ui, words: &Words) -> Option<PathBuf> {
        let label = ui.label(RichText::new(words.say("record-export-to")).strong());
        let field = TextEdit::singleline(&mut self.target).desired_width(f32::INFINITY);
        ui.add(field.margin(FIELD)).labelled_by(label.id);
        let path = typed(&self.target);
        let button = Button::new(words.say("record-export"));
        ui.add_enabled(path.is_some(), button).clicked().then_some(path).flatten()
    }
}

/// Who played what, when, and how it ended.
fn head(ui: &mut Ui, story: &Story<'_>, row: &Row) {
    let words = story.words;
    let title = match &row.finding {
        Some(Ok(finding)) => row::outcome(story, &finding.verdict),
        _ => row::players(story),
    };
    ui.add(Label::new(RichText::new(title).size(20.0).strong()).wrap());
    let agreed: &Agreed = story.agreed;
    ui.label(format!(
        "{} · {} · {}",
        date(words, row.found.day()),
        row::game(words, agreed),
        row::players(story)
    ));
}

/// What the record shows, and whether all of it holds.
fn found(ui: &mut Ui, story: &Story<'_>, finding: &Finding) {
    let (words, verdict, paint) = (story.words, &finding.verdict, theme::paint(ui));
    let (key, colour) = match verdict.outcome {
        _ if !verdict.faults.is_empty() => ("check-fault", paint.bad),
        Outcome::Unfinished => ("check-unfinished", ui.visuals().text_color()),
        _ => ("check-complete", paint.good),
    };
    match &finding.damage {
        Some(damage) => ui.colored_label(paint.bad, row::damage(words, damage, verdict.entries)),
        None => ui.colored_label(colour, words.fill(key, &[("count", verdict.entries.into())])),
    };
    ui.add_space(4.0);
    ui.label(story.verdict(verdict));
}

/// Where a copy goes unless the player says otherwise.
fn copy_of(record: &Path) -> PathBuf {
    downloads().join(record.file_name().unwrap_or_default())
}

/// The folder in which a player looks for what a program has saved for him.
pub fn downloads() -> PathBuf {
    let dirs = directories::UserDirs::new();
    let folder = dirs.as_ref().map(|dirs| dirs.download_dir().unwrap_or(dirs.home_dir()));
    folder.unwrap_or(Path::new("")).to_owned()
}
