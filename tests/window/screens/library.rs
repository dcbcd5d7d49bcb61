//! Records and their replay.

use std::{fs, path::Path};

use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;
use marque::ui::words::{Fill, Words};

use super::Room;
use crate::simulated::{GAME, LIE};

/// A window at its records, all of them checked.
fn records(words: &Words, files: &[(&str, &[u8])]) -> Room {
    let lay = |profile: &Path| {
        let folder = profile.join("records");
        fs::create_dir_all(&folder).unwrap();
        files.iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
    };
    let mut room = Room::over(lay).click(words, &["records"]);
    let all = words.fill("records-count", &[("count", files.len().into())]);
    let none = words.say("records-none");
    room.desk.until("all records", |desk| desk.shows(&all) || files.is_empty() && desk.shows(&none));
    room
}

/// Several: whole, with a proven fault, damaged in the middle, and none at all.
fn several(words: &Words) -> Room {
    let torn = &GAME[..GAME.len() * 9 / 10];
    let files: [(&str, &[u8]); 4] =
        [("whole.marque", &GAME), ("lie.marque", &LIE), ("torn.marque", torn), ("hello.marque", b"hello")];
    records(words, &files)
}

impl Room {
    /// Chooses the record that says this of itself.
    fn choose(mut self, said: &str) -> Room {
        self.desk.window.query_all_by_label_contains(said).next().expect(said).click();
        self.desk.step();
        self
    }

    /// Presses a key of the replay.
    fn press(mut self, key: Key, times: usize) -> Room {
        for _ in 0..times {
            self.desk.window.key_press(key);
            self.desk.step();
        }
        self
    }
}

pub(super) fn none(words: &Words) -> Room {
    records(words, &[])
}

pub(super) fn unchosen(words: &Words) -> Room {
    several(words)
}

pub(super) fn whole(words: &Words) -> Room {
    several(words).choose(&words.say("record-audited"))
}

pub(super) fn fault(words: &Words) -> Room {
    several(words).choose(&words.say("record-fault"))
}

pub(super) fn damaged(words: &Words) -> Room {
    several(words).choose(&words.say("record-damaged"))
}

pub(super) fn unfit(words: &Words) -> Room {
    several(words).choose(&words.say("unfit-no-record"))
}

/// What came of a record that was brought in.
pub(super) fn brought_in(words: &Words) -> Room {
    let mut room = several(words);
    room.desk.window.get_by_label(&words.say("import-from")).focus();
    room.desk.step();
    room.desk.window.get_by_label(&words.say("import-from")).type_text("/nowhere/at all.marque");
    room.desk.step();
    let mut room = room.click(words, &["import"]);
    room.desk.until("the refusal", |desk| desk.shows("/nowhere/at all.marque: "));
    room
}

/// The replay of a record at its first step.
fn replay(room: Room, words: &Words) -> Room {
    room.click(words, &["record-replay"]).until(words, "replay-first")
}

/// Of a game of the player's own.
pub(super) fn beginning(words: &Words) -> Room {
    replay(super::verdict(words), words)
}

pub(super) fn middle(words: &Words) -> Room {
    beginning(words).press(Key::ArrowRight, 12)
}

/// The end, with all fleets.
pub(super) fn end(words: &Words) -> Room {
    beginning(words).click(words, &["replay-all"]).press(Key::End, 1)
}

/// The end of a game of others, in which one lied.
pub(super) fn lie(words: &Words) -> Room {
    let room = records(words, &[("lie.marque", &LIE)]).choose(&words.say("record-fault"));
    replay(room, words).press(Key::End, 1)
}

/// The end of what is good of a record that is damaged.
pub(super) fn torn(words: &Words) -> Room {
    let torn = &GAME[..GAME.len() / 5];
    let room = records(words, &[("torn.marque", torn)]).choose(&words.say("record-damaged"));
    replay(room, words).press(Key::End, 1)
}

/// A record that a start wants to open and that is none.
pub(super) fn unreadable(words: &Words) -> Room {
    let mut room = Room::new();
    let path = room.folder().join("hello.marque");
    fs::write(&path, b"hello").unwrap();
    room.desk.window.state_mut().open_record(path.clone());
    let fills =
        [("path", Fill::from(path.display().to_string())), ("why", words.say("unfit-no-record").into())];
    let why = words.fill("record-failed", &fills);
    room.desk.until("the reason", |desk| desk.shows(&why));
    room
}
