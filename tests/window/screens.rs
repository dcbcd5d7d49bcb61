//! Every screen, in every language, theme and size.

#[path = "screens/cabin.rs"]
mod cabin;
#[path = "screens/diabolik.rs"]
mod diabolik;
#[path = "screens/friends.rs"]
mod friends;
#[path = "screens/library.rs"]
mod library;
#[path = "screens/many.rs"]
mod many;
#[path = "screens/mines.rs"]
mod mines;
#[path = "screens/nearby.rs"]
mod nearby;
#[path = "screens/shared.rs"]
mod shared;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use eframe::egui::{Event, Vec2, vec2};
use egui_kittest::kittest::Queryable as _;
use marque::{
    settings::Look,
    ui::words::{Language, Words},
};
use tempfile::TempDir;

use crate::{
    crew::Crew,
    desk::{Desk, LEAST, Looks},
    laws, pictures,
};

/// A window at a screen, and those that it needs to be there.
struct Room {
    desk: Desk,
    others: Vec<Room>,
    crew: Option<Crew>,
    folder: TempDir,
}

/// A screen, and the way there.
type Screen = (&'static str, fn(&Words) -> Room);

/// All screens.
const SCREENS: &[Screen] = &[
    ("home", home),
    ("home with a notice and games to resume", resumable),
    ("home with an invitation that a start has brought", invited),
    ("home with a table that has not begun", friends::promised),
    ("home with tables nearby", nearby::heard),
    ("home with none nearby", nearby::silent),
    ("home with a game for two to four", many::home),
    ("choice of a game", mines::choice),
    ("lobby of a game with mines", mines::lobby),
    ("placement with mines, 15 by 15", mines::placement),
    ("placement with a mine too near", mines::too_near),
    ("battle of salvos with mines, 15 by 15", mines::battle),
    ("two cells to reveal", mines::reveal),
    ("late battle of salvos with mines", mines::late),
    ("verdict of salvos with mines", mines::verdict),
    ("set-up of Diabolik Fleet", diabolik::placement),
    ("set-up of Diabolik Fleet in single file", diabolik::misplaced),
    ("Diabolik Fleet, choices and rules", diabolik::lobby),
    ("Diabolik Fleet, the own turn", diabolik::begun),
    ("Diabolik Fleet, plan in progress", diabolik::plan),
    ("Diabolik Fleet, something refused", diabolik::refused),
    ("Diabolik Fleet, verdict", diabolik::verdict),
    ("Diabolik Fleet, replay for two, end", diabolik::two_end),
    ("Diabolik Fleet, replay for four, middle", diabolik::four),
    ("lobby", lobby),
    ("lobby of a guest", guest),
    ("lobby of four, one is awaited", friends::awaited),
    ("lobby of three, to be signed", friends::asked),
    ("lobby of four, two bots have come", many::bringing),
    ("lobby of two people and two bots", many::mixed),
    ("lobby of two people and two bots, guest", many::guest),
    ("among three, one out and one away", many::left),
    ("placement", placement),
    ("placement with a fault", misplaced),
    ("placement of a whole fleet", laid),
    ("battle", battle),
    ("battle with proofs", proofs),
    ("battle before resigning", resigning),
    ("battle with a record that a start has brought", asked),
    ("verdict", verdict),
    ("hot seat, cover", shared::cover),
    ("hot seat, placement", shared::placement),
    ("hot seat, one fleet is laid", shared::laid),
    ("hot seat, handing over", shared::handing),
    ("hot seat, battle", shared::battle),
    ("friend, placement", friends::placement),
    ("friend, sealed", friends::sealed),
    ("friend, talk", friends::talk),
    ("friend, blocked", friends::blocked),
    ("friend, silent", friends::silent),
    ("friend, offers", friends::offered),
    ("friend, offering", friends::offering),
    ("friend, adjourned", friends::adjourned),
    ("friend, after a restart", friends::quiet),
    ("friend, played elsewhere", friends::elsewhere),
    ("friend, liar", friends::liar),
    ("friend, verdict", friends::verdict),
    ("friend, verdict and a rematch wanted", friends::wanted),
    ("friend, verdict alone", friends::alone),
    ("friend, table of a rematch", friends::away_again),
    ("friend, rematch asked for", friends::asking),
    ("home with recent opponents", friends::rivals),
    ("records, none", library::none),
    ("records", library::unchosen),
    ("record", library::whole),
    ("record with a fault", library::fault),
    ("record with damage", library::damaged),
    ("record that is none", library::unfit),
    ("records, nothing brought in", library::brought_in),
    ("replay, beginning", library::beginning),
    ("replay, middle", library::middle),
    ("replay, end", library::end),
    ("replay of a lie", library::lie),
    ("replay of damage", library::torn),
    ("replay of nothing", library::unreadable),
    ("settings", cabin::settings),
    ("settings that are wrong", cabin::wrong),
    ("profile", cabin::profile),
    ("profile before moving", cabin::moving),
    ("profile that was moved", cabin::moved),
    ("profile before taking it back", cabin::taking_back),
    ("profile that was not copied", cabin::not_backed_up),
    ("diagnostics", cabin::diagnostics),
];

/// Whole windows, in pixels, and the scale of what is in them.
const SIZES: [(Vec2, u16); 3] = [(LEAST, 100), (LEAST, 200), (vec2(1280.0, 800.0), 100)];

/// So many are open at a time: some wait for a clock.
const AT_ONCE: usize = 3;

/// A part of the names of the screens that are looked at, if not all are: `scripts/screenshots` names one.
const ONLY: &str = "MARQUE_SCREENS";

#[test]
fn every_screen_keeps_every_law() {
    let (next, breaches) = (AtomicUsize::new(0), Mutex::new(BTreeMap::<String, Vec<String>>::new()));
    let only = std::env::var(ONLY).unwrap_or_default();
    let screens: Vec<&Screen> = SCREENS.iter().filter(|(name, _)| name.contains(&only)).collect();
    assert!(!screens.is_empty(), "no screen is called {only}");
    let work = || {
        while let Some((name, open)) = screens.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (breach, place) in judge(name, open) {
                breaches.lock().unwrap().entry(format!("{name}: {breach}")).or_default().push(place);
            }
        }
    };
    thread::scope(|scope| drop([(); AT_ONCE].map(|()| scope.spawn(work))));
    let lines = breaches.into_inner().unwrap();
    let lines: Vec<String> =
        lines.iter().map(|(breach, at)| format!("{breach}\n    {}", at.join("; "))).collect();
    assert!(lines.is_empty(), "{} breaches:\n{}", lines.len(), lines.join("\n"));
}

/// Opens a screen once and looks at it in every way: what is wrong, and where.
fn judge(name: &str, open: &dyn Fn(&Words) -> Room) -> Vec<(String, String)> {
    let begun = Instant::now();
    let mut room = open(&Words::new(Language::English));
    let (opened, mut found) = (begun.elapsed(), Vec::new());
    let mut look = |looks: Looks, breaches: fn(&mut Room, &str, Looks) -> BTreeSet<String>| {
        room.desk.look(looks);
        let place = format!("{looks:?}");
        found.extend(breaches(&mut room, name, looks).into_iter().map(|breach| (breach, place.clone())));
    };
    // First as it is when nothing is scrolled.
    for looks in all_looks().filter(pictures::wanted) {
        look(looks, |room, name, looks| pictures::faint(&room.desk.window, name, looks));
    }
    for looks in all_looks() {
        look(looks, |room, _, _| laws::breaches(&mut room.desk.window));
    }
    println!("{name}: {opened:?} to open, {:?} to judge", begun.elapsed() - opened);
    found
}

fn all_looks() -> impl Iterator<Item = Looks> {
    let sizes = SIZES.into_iter().flat_map(|size| Language::ALL.map(|language| (size, language)));
    let looks = sizes.flat_map(|both| [Look::Light, Look::Dark].map(|look| (both, look)));
    looks.map(|(((size, scale), language), look)| Looks { language, look, scale, size })
}

impl Room {
    fn new() -> Room {
        Room::at(Desk::open)
    }

    /// A window over a profile in which something is already.
    fn over(lay: impl FnOnce(&Path)) -> Room {
        Room::at(|profile| {
            lay(profile);
            Desk::open(profile)
        })
    }

    /// A window that is opened over a new profile in this way.
    fn at(open: impl FnOnce(&Path) -> Desk) -> Room {
        let folder = tempfile::tempdir().unwrap();
        Room { desk: open(folder.path()), others: Vec::new(), crew: None, folder }
    }

    fn folder(&self) -> &Path {
        self.folder.path()
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

/// A start has brought the invitation of somebody else, and another start nothing.
fn invited(words: &Words) -> Room {
    let host = lobby(words);
    let mut room = Room::new();
    let app = room.desk.window.state_mut();
    app.open("nothing");
    app.open(&ticket(&host, words));
    room.until(words, "asked-invitation")
}

/// The player is busy with another game.
fn asked(words: &Words) -> Room {
    let mut room = begun(words);
    room.desk.window.state_mut().open("/a/record.marque");
    room.until(words, "asked-record")
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
    fought(words, &["B2", "E5", "H8", "C7", "I3", "F2", "D9", "G6", "A4", "J7", "D4", "H1"])
}

/// The same soon after it has begun.
fn begun(words: &Words) -> Room {
    fought(words, &["B2", "E5", "H8"])
}

fn fought(words: &Words, cells: &[&str]) -> Room {
    let mut room = placement(words).click(words, &["placing-random", "placing-ready"]);
    let state = words.say("mark-unknown");
    let yours = words.say("turn-yours");
    for cell in cells {
        room.desk.until("the own turn", |desk| desk.shows(&yours));
        let name =
            words.fill("cell-of-enemy-sea", &[("cell", (*cell).into()), ("state", state.clone().into())]);
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
    begun(words).click(words, &["proofs"])
}

fn resigning(words: &Words) -> Room {
    begun(words).click(words, &["resign"])
}

fn verdict(words: &Words) -> Room {
    let mut room = resigning(words).click(words, &["resign-yes"]).until(words, "turn-lost");
    let good = words.fill("audit-good", &[("who", words.say("you").into())]);
    room.desk.until("the record", |desk| desk.shows(&good));
    room.until(words, "record-replay")
}
