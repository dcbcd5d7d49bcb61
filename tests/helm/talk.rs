//! Two persons at one table, over a link in memory: what they say to each other beside the game.

use std::{
    path::Path,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use marque::{
    captain::Captain,
    helm::{Helm, Order, View, helm},
    local::{self, Side},
    net::{Delivery, MAX_TEXT, Word},
    store::Profile,
};
use marque_protocol::{games::Options, rules::Seat};

const LIMIT: Duration = Duration::from_secs(120);
/// What no file may have.
const SECRET: &str = "xyzzy-plugh";

pub(crate) struct Table {
    pub(crate) helms: [Helm; 2],
    woken: mpsc::Receiver<()>,
    runtime: tokio::runtime::Runtime,
    played: tokio::task::JoinHandle<anyhow::Result<()>>,
}

impl Table {
    pub(crate) fn begin(profiles: [&Path; 2]) -> Table {
        let (wake, woken) = mpsc::channel();
        let wake: marque::helm::Wake = Arc::new(move || {
            let _ = wake.send(());
        });
        let (first, one) = helm(wake.clone());
        let (second, other) = helm(wake);
        let profiles = profiles.map(|folder| Arc::new(Profile::open(Some(folder.to_owned())).unwrap()));
        let side = |profile, person| Side {
            profile,
            nickname: String::new(),
            captain: Captain::Person(person),
            layout: None,
        };
        let sides = vec![side(&profiles[0], one), side(&profiles[1], other)];
        let sessions = local::begin(sides, "classic", &Options::choose("classic", &[]).unwrap()).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let played = runtime.spawn(async move { local::play(sessions, profiles.into()).await });
        Table { helms: [first, second], woken, runtime, played }
    }

    pub(crate) fn until(&self, seat: usize, there: impl Fn(&View) -> bool) -> Arc<View> {
        let deadline = Instant::now() + LIMIT;
        loop {
            if let Some(view) = self.helms[seat].view().filter(|view| there(view)) {
                return view;
            }
            let left = deadline.checked_duration_since(Instant::now()).expect("nothing came in time");
            let _ = self.woken.recv_timeout(left);
        }
    }

    fn say(&self, seat: usize, word: Word) {
        let mut word = Some(word);
        while let Some(said) = word.take() {
            // Only so many orders wait.
            if !self.helms[seat].order(Order::Say(said.clone())) {
                word = Some(said);
                std::thread::yield_now();
            }
        }
    }
}

fn words(view: &View) -> Vec<(Seat, Word, Delivery)> {
    view.words.iter().map(|spoken| (spoken.seat, spoken.word.clone(), spoken.delivery)).collect()
}

#[test]
fn what_is_said_is_heard_and_on_no_disk() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let table = Table::begin([folders[0].path(), folders[1].path()]);
    // Before a link is up nobody hears anything.
    for seat in [0, 1] {
        table.until(seat, |view| !view.connected.is_empty());
    }
    table.say(0, Word::Text(SECRET.to_owned()));
    table.until(1, |view| !view.words.is_empty());
    table.say(1, Word::Phrase(200));
    let expected = [
        (Seat(0), Word::Text(SECRET.to_owned()), Delivery::Sent),
        (Seat(1), Word::Phrase(200), Delivery::Sent),
    ];
    for seat in [0, 1] {
        let view = table.until(seat, |view| view.words.len() == 2);
        assert!(words(&view) == expected);
        assert!(!view.far, "at one computer");
    }
    table.say(0, Word::Text("a".repeat(MAX_TEXT + 1)));
    let view = table.until(0, |view| view.words.len() == 3);
    assert_eq!(view.words[2].delivery, Delivery::Nobody, "too long to be sent");

    assert!(table.helms[0].order(Order::Resign));
    table.until(1, |view| view.end.as_ref().is_some_and(|end| end.record.is_some()));
    let Table { runtime, played, .. } = table;
    runtime.block_on(played).unwrap().unwrap();
    for folder in &folders {
        assert!(files(folder.path()) > 1);
    }
}

/// How many files there are; none of them has what was said.
fn files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| match path.is_dir() {
            true => files(&path),
            false => {
                let bytes = std::fs::read(&path).unwrap();
                let found = bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
                assert!(!found, "{}", path.display());
                1
            }
        })
        .sum()
}

#[test]
fn only_the_newest_words_are_remembered() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let table = Table::begin([folders[0].path(), folders[1].path()]);
    table.until(0, |view| !view.connected.is_empty());
    for n in 0..300u32 {
        table.say(0, Word::Text(n.to_string()));
    }
    for seat in [0, 1] {
        let view = table.until(seat, |view| view.words.last().is_some_and(|last| last.number == 299));
        let kept: Vec<_> = view.words.iter().map(|spoken| (spoken.number, spoken.word.clone())).collect();
        let newest: Vec<_> = (100..300u32).map(|n| (n, Word::Text(n.to_string()))).collect();
        assert!(kept == newest);
    }
    assert!(table.helms[0].order(Order::Leave));
    let Table { runtime, played, .. } = table;
    assert!(runtime.block_on(played).unwrap().is_err(), "left");
}
