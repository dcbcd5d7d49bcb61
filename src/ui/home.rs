//! The first screen: what there is to do.

use eframe::egui::{self, RichText, Ui};

use super::{
    widgets::choice,
    words::{Language, Words},
};
use crate::{
    bots::Level,
    settings::{Look, Settings},
};

/// How long a thing may move, in seconds.
const MOMENT_S: f32 = 0.1;

/// What the player wants.
pub enum Wish {
    /// A game against a bot of the level that is set.
    Practice,
    /// To go on with a game that was interrupted.
    Resume(Vec<u8>),
    /// To see the settings, the profile, or what is the matter.
    Settings,
}

/// Draws it; `unfinished` are the games that can go on, by id.
pub fn show(ui: &mut Ui, words: &Words, settings: &mut Settings, unfinished: &[Vec<u8>]) -> Option<Wish> {
    let mut wish = None;
    ui.vertical_centered(|ui| {
        ui.add_space(28.0);
        ui.label(RichText::new(words.say("title")).size(44.0).strong());
        ui.label(words.say("subtitle"));
        ui.add_space(26.0);
        if choice(ui, &words.say("home-bot"), &words.say("home-bot-line"), true) {
            wish = Some(Wish::Practice);
        }
        ui.add_space(2.0);
        row(ui, |ui| {
            ui.label(words.say("home-level"));
            for (level, key) in [
                (Level::Easy, "level-easy"),
                (Level::Normal, "level-normal"),
                (Level::Strong, "level-strong"),
            ] {
                ui.selectable_value(&mut settings.level, level, words.say(key));
            }
        });
        for id in unfinished {
            ui.add_space(14.0);
            let short: String = id.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            let line = words.fill("home-resume-line", &[("id", short.into())]);
            if choice(ui, &words.say("home-resume"), &line, true) {
                wish = Some(Wish::Resume(id.clone()));
            }
        }
        ui.add_space(34.0);
        row(ui, |ui| {
            for language in Language::ALL {
                ui.selectable_value(&mut settings.language, language, language.name());
            }
            ui.separator();
            if ui.button(words.say("settings")).clicked() {
                wish = Some(Wish::Settings);
            }
        });
    });
    wish
}

/// A row in the middle of the width that is there.
fn row(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let id = ui.next_auto_id();
    let width: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0);
    ui.horizontal(|ui| {
        ui.add_space(((ui.available_width() - width) / 2.0).max(0.0));
        let inner = ui.scope(|ui| ui.horizontal(add)).response.rect.width();
        if (inner - width).abs() > 0.5 {
            ui.data_mut(|data| data.insert_temp(id, inner));
            ui.ctx().request_discard("centred anew");
        }
    });
}

/// Makes the window look as it is set.
pub fn apply(ctx: &egui::Context, settings: &Settings) {
    ctx.set_theme(match settings.look {
        Look::System => egui::ThemePreference::System,
        Look::Light => egui::ThemePreference::Light,
        Look::Dark => egui::ThemePreference::Dark,
    });
    ctx.set_zoom_factor(f32::from(settings.scale) / 100.0);
    ctx.all_styles_mut(|style| style.animation_time = if settings.animation { MOMENT_S } else { 0.0 });
}
