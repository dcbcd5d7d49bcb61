//! Settings, the profile, and what is the matter.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use marque::{settings::Settings, ui::words::Words};

use super::Room;

impl Room {
    /// Writes into the field of this name, in place of what is there, and leaves it.
    fn write(mut self, words: &Words, field: &str, text: &str) -> Room {
        let field = words.say(field);
        self.desk.window.get_by_label(&field).focus();
        self.desk.step();
        self.desk.window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.desk.step();
        self.desk.window.get_by_label(&field).type_text(text);
        self.desk.step();
        self.desk.window.key_press(Key::Enter);
        self.desk.step();
        self
    }
}

pub(super) fn settings(words: &Words) -> Room {
    Room::new().click(words, &["settings"])
}

/// A name that is too long, a relay that is none, and a way through no relay.
pub(super) fn wrong(words: &Words) -> Room {
    let relay_only = |profile: &std::path::Path| {
        Settings { relay_only: true, ..Settings::default() }.save(profile).unwrap();
    };
    let room = Room::over(relay_only).click(words, &["settings", "relay-none", "relay-own"]);
    room.write(words, "relay-url", "relay").write(words, "set-nickname", &"ș".repeat(40))
}

pub(super) fn profile(words: &Words) -> Room {
    settings(words).click(words, &["profile"]).until(words, "profile-key-line")
}

pub(super) fn moving(words: &Words) -> Room {
    let room = profile(words);
    // Beside the profile, not in it.
    let file = format!("{}.moved", room.folder().display());
    room.write(words, "profile-file", &file).click(words, &["profile-move"])
}

pub(super) fn moved(words: &Words) -> Room {
    let room = moving(words).click(words, &["profile-yes"]).until(words, "profile-take-back");
    std::fs::remove_file(format!("{}.moved", room.folder().display())).unwrap();
    room
}

pub(super) fn taking_back(words: &Words) -> Room {
    moved(words).click(words, &["profile-take-back"])
}

/// A copy of the key has gone nowhere.
pub(super) fn not_backed_up(words: &Words) -> Room {
    let room = profile(words).write(words, "profile-file", "/nowhere/at all");
    let mut room = room.click(words, &["profile-back-up"]);
    room.desk.until("the reason", |desk| desk.shows("/nowhere/at all)"));
    room
}

/// With a trouble, and nobody asked.
pub(super) fn diagnostics(words: &Words) -> Room {
    let room = not_backed_up(words).click(words, &["diagnostics"]);
    room.until(words, "find-nobody-asked").until(words, "diag-writable")
}
