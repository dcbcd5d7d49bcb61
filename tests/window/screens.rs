//! Every screen, in every language, theme and size.

use std::{collections::BTreeMap, time::Instant};

use eframe::egui::{Event, Vec2, vec2};
use egui_kittest::kittest::Queryable as _;
use marque::{
    settings::Look,
    ui::words::{Language, Words},
};
use tempfile::TempDir;

use crate::{
    desk::{Desk, LEAST, Looks},
    laws,
};

/// A window at a screen, and those that it needs to be there.
pub(crate) struct Room {
    pub(crate) desk: Desk,
    others: Vec<Room>,
    _folder: TempDir,
}

/// A screen, and the way there.
pub(crate) type Screen = (&'static str, fn(&Words) -> Room);

/// All screens.
pub(crate) const SCREENS: &[Screen] = &[
    ("home", home),
    ("home with a notice and games to resume", resumable),
    ("lobby", lobby),
    ("lobby of a guest", guest),
    ("placement", placement),
    ("placement with a fault", misplaced),
    ("placement of a whole fleet", laid),
    ("battle", battle),
    ("battle with proofs", proofs),
    ("battle before resigning", resigning),
    ("verdict", verdict),
];

/// Whole windows, in pixels, and the scale of what is in them.
pub(crate) const SIZES: [(Vec2, u16); 3] = [(LEAST, 100), (LEAST, 200), (vec2(1280.0, 800.0), 100)];

#[test]
fn nothing_is_cut_or_covered_on_any_screen() {
    let words = Words::new(Language::English);
    let mut breaches: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, open) in SCREENS {
        let begun = Instant::now();
        let mut room = open(&words);
        let opened = begun.elapsed();
        for (size, scale) in SIZES {
            for language in Language::ALL {
                for look in [Look::Light, Look::Dark] {
                    room.desk.look(Looks { language, look, scale, size });
                    for breach in laws::breaches(&mut room.desk.window) {
                        let place = format!("{} {look:?} {scale} % {size:?}", language.tag());
                        breaches.entry(format!("{name}: {breach}")).or_default().push(place);
                    }
                }
            }
        }
        println!("{name}: {opened:?} to open, {:?} to judge", begun.elapsed() - opened);
    }
    let lines: Vec<String> =
        breaches.iter().map(|(breach, at)| format!("{breach}\n    {}", at.join("; "))).collect();
    assert!(lines.is_empty(), "{} breaches:\n{}", lines.len(), lines.join("\n"));
}

impl Room {
    fn new() -> Room {
        let folder = tempfile::tempdir().unwrap();
        Room { desk: Desk::open(folder.path()), others: Vec::new(), _folder: folder }
    }

    /// Clicks one after another.
    fn click(mut self, words: &Words, keys: &[&str]) -> Room {
        for key in keys {
            self.desk.click(&words.say(key));
        }
        self
    }

    fn until(mut self, words: &Words, key: &str) -> Room {
        let sentence = words.say(key);
        self.desk.until(&sentence, |desk| desk.shows(&sentence));
        self
    }
}

fn home(_words: &Words) -> Room {
    Room::new()
}

/// Two games that were left, and what is said of an invitation of one's own.
fn resumable(words: &Words) -> Room {
    let mut room = Room::new();
    for _ in 0..2 {
        room = room.click(words, &["home-bot", "placing-random", "placing-ready"]).until(words, "leave");
        room = room.click(words, &["leave"]).until(words, "home-resume");
    }
    room = room.click(words, &["home-invite"]).until(words, "lobby-copy");
    let ticket = ticket(&room, words);
    room = room.click(words, &["lobby-leave"]);
    room.desk.window.event(Event::Paste(ticket));
    room.until(words, "why-own-ticket")
}

fn ticket(room: &Room, words: &Words) -> String {
    room.desk.window.get_by_label(&words.say("lobby-ticket")).value().unwrap()
}

fn lobby(words: &Words) -> Room {
    Room::new().click(words, &["home-invite"]).until(words, "lobby-copy")
}

/// A guest who is asked to sign.
fn guest(words: &Words) -> Room {
    let host = lobby(words);
    let mut guest = Room::new();
    guest.desk.window.event(Event::Paste(ticket(&host, words)));
    guest.others.push(host);
    guest.until(words, "lobby-agree")
}

fn placement(words: &Words) -> Room {
    Room::new().click(words, &["home-bot"])
}

/// Two ships that touch.
fn misplaced(words: &Words) -> Room {
    let mut room = placement(words);
    for cell in ["A1", "E2"] {
        room.desk.click(&words.fill("cell-water", &[("cell", cell.into())]));
    }
    room
}

fn laid(words: &Words) -> Room {
    placement(words).click(words, &["placing-random"]).until(words, "placing-all-lie")
}

/// A battle after some shots of both sides.
fn battle(words: &Words) -> Room {
    let mut room = placement(words).click(words, &["placing-random", "placing-ready"]);
    let state = words.say("mark-unknown");
    let yours = words.say("turn-yours");
    for cell in ["B2", "E5", "H8", "C7", "I3", "F2", "D9", "G6", "A4", "J7", "D4", "H1"] {
        room.desk.until("the own turn", |desk| desk.shows(&yours));
        let name = words.fill("cell-of-enemy-sea", &[("cell", cell.into()), ("state", state.clone().into())]);
        // What is empty for sure cannot be fired at.
        if let Some(cell) = room.desk.window.query_by_label(&name) {
            cell.click_accesskit();
            room.desk.until("an answer", |desk| desk.window.query_by_label(&name).is_none());
        }
    }
    room.desk.until("the own turn", |desk| desk.shows(&yours));
    room
}

fn proofs(words: &Words) -> Room {
    battle(words).click(words, &["proofs"])
}

fn resigning(words: &Words) -> Room {
    battle(words).click(words, &["resign"])
}

fn verdict(words: &Words) -> Room {
    let mut room = resigning(words).click(words, &["resign-yes"]).until(words, "turn-lost");
    let good = words.fill("audit-good", &[("who", words.say("you").into())]);
    room.desk.until("the record", |desk| desk.shows(&good));
    room
}
