//! What the player sets once and for all games.

use eframe::egui::{self, Checkbox, RichText, Slider, TextEdit, Ui, vec2};
use marque_protocol::terms::NICKNAME_MOST;

use super::{
    names, theme,
    widgets::{card, page},
    words::{Language, Words},
};
use crate::{
    bots::Level,
    settings::{Look, Relay, Settings, relay_url},
};

/// From here on titles stand beside what they name, in points.
const WIDE: f32 = 620.0;
/// Width of the titles then.
const TITLES: f32 = 170.0;
/// Space above a line of text, so that it is level with the title beside it.
pub(super) const LEVEL: f32 = 5.0;
/// Sizes that can be chosen, in percent.
const SCALES: [u16; 5] = [100, 125, 150, 175, 200];
/// How loud sounds are that are switched on.
const LOUD: u8 = 60;

/// What is being written and not yet taken over.
pub struct Draft {
    nickname: String,
    relay: String,
    own_relay: bool,
    volume: u8,
}

impl Draft {
    /// What is set now.
    pub fn new(settings: &Settings) -> Draft {
        let relay = match &settings.relay {
            Relay::Own(url) => url.to_string(),
            Relay::Public | Relay::None => String::new(),
        };
        let own_relay = !relay.is_empty();
        Draft { nickname: settings.nickname.clone(), relay, own_relay, volume: settings.volume }
    }

    /// Takes over what is whole, also where somebody is still writing it.
    pub fn take_over(&self, settings: &mut Settings) {
        if self.nickname.len() <= NICKNAME_MOST {
            settings.nickname.clone_from(&self.nickname);
        }
        if let Some(url) = relay_url(&self.relay).filter(|_| self.own_relay) {
            settings.relay = Relay::Own(url);
        }
    }

    /// Draws the choices, and takes over what is whole.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, settings: &mut Settings) {
        page(ui, |ui| {
            card(ui, |ui| {
                row(ui, words, "set-nickname", |ui, title| self.nickname(ui, words, settings, title));
                row(ui, words, "home-level", |ui, _| {
                    for (level, key) in [
                        (Level::Easy, "level-easy"),
                        (Level::Normal, "level-normal"),
                        (Level::Strong, "level-strong"),
                    ] {
                        ui.selectable_value(&mut settings.level, level, words.say(key));
                    }
                });
            });
            card(ui, |ui| self.looks(ui, words, settings));
            card(ui, |ui| {
                row(ui, words, "set-relay", |ui, _| self.relay(ui, words, settings));
                row(ui, words, "set-privacy", |ui, _| privacy(ui, words, settings));
            });
        });
    }

    /// What is seen and heard.
    fn looks(&mut self, ui: &mut Ui, words: &Words, settings: &mut Settings) {
        row(ui, words, "set-language", |ui, _| {
            for language in Language::ALL {
                ui.selectable_value(&mut settings.language, language, language.name());
            }
        });
        row(ui, words, "set-look", |ui, _| {
            for (look, key) in
                [(Look::System, "look-system"), (Look::Light, "look-light"), (Look::Dark, "look-dark")]
            {
                ui.selectable_value(&mut settings.look, look, words.say(key));
            }
        });
        row(ui, words, "set-scale", |ui, _| {
            for scale in SCALES {
                ui.selectable_value(&mut settings.scale, scale, format!("{scale} %"));
            }
        });
        row(ui, words, "set-signs", |ui, _| self.signs(ui, words, settings));
    }

    fn nickname(&mut self, ui: &mut Ui, words: &Words, settings: &mut Settings, title: egui::Id) {
        ui.vertical(|ui| {
            let edit = TextEdit::singleline(&mut self.nickname).desired_width(300.0);
            let edit = ui.add(edit).labelled_by(title);
            let fits = self.nickname.len() <= NICKNAME_MOST;
            let fills = [("count", self.nickname.len().into()), ("most", NICKNAME_MOST.into())];
            if fits {
                let shown = ("shown", names::shown(words, &self.nickname).into());
                small(ui, words.fill("set-nickname-fits", &[&fills[..], &[shown]].concat()));
            } else {
                wrong(ui, words.fill("set-nickname-long", &fills));
            }
            if fits && edit.lost_focus() {
                settings.nickname.clone_from(&self.nickname);
            }
        });
    }

    /// Sounds, movement and what the desktop says.
    fn signs(&mut self, ui: &mut Ui, words: &Words, settings: &mut Settings) {
        ui.vertical(|ui| {
            ui.horizontal_wrapped(|ui| {
                let mut sound = self.volume > 0;
                let switch = ui.add(Checkbox::new(&mut sound, words.say("set-sound")));
                if switch.changed() {
                    self.volume = if sound { LOUD } else { 0 };
                    settings.volume = self.volume;
                }
                let loud =
                    Slider::new(&mut self.volume, 0..=100).show_value(false).text(words.say("set-volume"));
                let loud = ui.add_enabled(sound, loud);
                ui.label(format!("{} %", self.volume));
                if loud.drag_stopped() || loud.changed() && !loud.dragged() {
                    settings.volume = self.volume;
                }
            });
            ui.checkbox(&mut settings.animation, words.say("set-animation"));
            ui.checkbox(&mut settings.notify, words.say("set-notify"));
        });
    }

    fn relay(&mut self, ui: &mut Ui, words: &Words, settings: &mut Settings) {
        ui.vertical(|ui| {
            ui.horizontal_wrapped(|ui| {
                for (relay, key) in [(Relay::Public, "relay-public"), (Relay::None, "relay-none")] {
                    let chosen = !self.own_relay && settings.relay == relay;
                    if ui.selectable_label(chosen, words.say(key)).clicked() {
                        (self.own_relay, settings.relay) = (false, relay);
                    }
                }
                if ui.selectable_label(self.own_relay, words.say("relay-own")).clicked() {
                    self.own_relay = true;
                    if let Some(url) = relay_url(&self.relay) {
                        settings.relay = Relay::Own(url);
                    }
                }
            });
            if self.own_relay {
                let title = small(ui, words.say("relay-url"));
                let edit = TextEdit::singleline(&mut self.relay).desired_width(300.0).hint_text("https://");
                let edit = ui.add(edit).labelled_by(title.id);
                match relay_url(&self.relay) {
                    Some(url) if edit.lost_focus() => settings.relay = Relay::Own(url),
                    Some(_) => {}
                    None => wrong(ui, words.say("relay-url-wrong")),
                }
            }
            small(
                ui,
                words.say(match settings.relay {
                    Relay::Public => "relay-public-line",
                    Relay::Own(_) => "relay-own-line",
                    Relay::None => "relay-none-line",
                }),
            );
        });
    }
}

fn privacy(ui: &mut Ui, words: &Words, settings: &mut Settings) {
    ui.vertical(|ui| {
        ui.checkbox(&mut settings.relay_only, words.say("set-relay-only"));
        if settings.relay_only && settings.relay == Relay::None {
            wrong(ui, words.say("set-relay-only-wrong"));
        } else {
            small(ui, words.say("set-relay-only-line"));
        }
        // Who hides the address does not call it out.
        ui.add_enabled(!settings.relay_only, Checkbox::new(&mut settings.nearby, words.say("set-nearby")));
    });
}

/// A title and what it names, beside or below it, as there is room.
pub(super) fn row(ui: &mut Ui, words: &Words, key: &str, add: impl FnOnce(&mut Ui, egui::Id)) {
    titled(ui, words.say(key), add);
}

/// The same with a title that is a sentence already.
pub(super) fn titled(ui: &mut Ui, title: String, add: impl FnOnce(&mut Ui, egui::Id)) {
    let title = RichText::new(title).strong();
    if ui.available_width() >= WIDE {
        ui.horizontal_top(|ui| {
            let size = vec2(TITLES, ui.spacing().interact_size.y);
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            let title = ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(TITLES);
                ui.add(egui::Label::new(title).wrap()).id
            });
            ui.horizontal_wrapped(|ui| add(ui, title.inner));
        });
    } else {
        let title = ui.label(title).id;
        ui.horizontal_wrapped(|ui| add(ui, title));
    }
    ui.add_space(4.0);
}

/// A line that explains.
pub(super) fn small(ui: &mut Ui, text: String) -> egui::Response {
    ui.add(egui::Label::new(RichText::new(text).small()).wrap())
}

/// A line that says what will not do.
pub(super) fn wrong(ui: &mut Ui, text: String) {
    ui.add(egui::Label::new(RichText::new(format!("⚠ {text}")).small().color(theme::paint(ui).bad)).wrap());
}
