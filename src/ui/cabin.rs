//! Everything that is no game: settings, the profile, and what is the matter.

use eframe::egui::{self, Ui};

use super::{settings::Draft, words::Words};
use crate::settings::Settings;

/// Which of them is open.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Page {
    /// What the player sets.
    Settings,
}

/// The screen with all of them.
pub struct Cabin {
    page: Page,
    draft: Draft,
}

impl Cabin {
    /// The screen, open at this page.
    pub fn new(page: Page, settings: &Settings) -> Cabin {
        Cabin { page, draft: Draft::new(settings) }
    }

    /// Draws it; whether the player goes back to the first screen.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, settings: &mut Settings) -> bool {
        let mut back = false;
        egui::Panel::top("pages").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                back = ui.button(words.say("back")).clicked();
                ui.separator();
                for (page, key) in [(Page::Settings, "settings")] {
                    ui.selectable_value(&mut self.page, page, words.say(key));
                }
            });
        });
        egui::CentralPanel::default().show(ui, |ui| match self.page {
            Page::Settings => self.draft.show(ui, words, settings),
        });
        back
    }
}
