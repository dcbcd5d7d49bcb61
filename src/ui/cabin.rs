//! Everything that is no game: settings, the profile, and what is the matter.

use eframe::egui::{self, RichText, Ui};

use super::{
    diagnostics::DiagnosticsPage, profile::ProfilePage, settings::Draft, widgets::bar, words::Words,
};
use crate::{engine::Engine, net::Reach, settings::Settings};

/// Which of them is open.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Page {
    /// What the player sets.
    Settings,
    /// Who the player is.
    Profile,
    /// What is the matter.
    Diagnostics,
}

/// The screen with all of them.
pub struct Cabin {
    page: Page,
    draft: Draft,
    profile: ProfilePage,
    /// None until it is looked at: it asks the network.
    diagnostics: Option<DiagnosticsPage>,
}

impl Cabin {
    /// The screen, open at this page.
    pub fn new(page: Page, settings: &Settings, engine: &Engine) -> Cabin {
        Cabin { page, draft: Draft::new(settings), profile: ProfilePage::new(engine), diagnostics: None }
    }

    /// Takes over what is being written.
    pub fn take_over(&self, settings: &mut Settings) {
        self.draft.take_over(settings);
    }

    /// Draws it; whether the player goes back to the first screen.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        words: &Words,
        settings: &mut Settings,
        engine: &Engine,
        reach: &Reach,
    ) -> bool {
        let mut back = false;
        bar(ui, "pages", |ui| {
            // A profile that is not here has no first screen.
            if engine.moved().is_none() && !engine.replaced() {
                back = ui.button(words.say("back")).clicked();
                ui.separator();
            }
            for (page, key) in
                [(Page::Settings, "settings"), (Page::Profile, "profile"), (Page::Diagnostics, "diagnostics")]
            {
                let name = RichText::new(words.say(key)).size(18.0);
                if ui.selectable_value(&mut self.page, page, name).clicked() {
                    // Settings may have changed since.
                    self.diagnostics = None;
                }
            }
        });
        egui::CentralPanel::default().show(ui, |ui| match self.page {
            Page::Settings => self.draft.show(ui, words, settings),
            Page::Profile => self.profile.show(ui, words, engine),
            Page::Diagnostics => {
                let new = || DiagnosticsPage::new(engine, settings, reach);
                if self.diagnostics.get_or_insert_with(new).show(ui, words, engine) {
                    self.diagnostics = None;
                    ui.ctx().request_repaint();
                }
            }
        });
        back
    }
}
