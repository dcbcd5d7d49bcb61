//! What a seat keeps to itself stays out of everything that others, or a log file, may get to see.

use std::{
    fs,
    path::{Path, PathBuf},
};

use marque::seatfile::SeatFile;
use marque_protocol::{
    record,
    seal::{Line, Secret},
    statement::{Body, Statement},
};
use sha2::{Digest as _, Sha256};

use super::{
    side::{Done, Table},
    spellings::{Search, holds_values},
};

fn read(path: impl AsRef<Path>) -> Vec<u8> {
    fs::read(path).expect("is there")
}

/// What one side keeps in a game under way.
struct Kept {
    search: Search,
    values: Vec<u8>,
}

impl Kept {
    fn of(profile: &Path, game: &Path) -> Kept {
        let file = read(game.join("secrets"));
        let seated =
            SeatFile::read(&file).expect("the secrets can be read").seated().expect("the fleet is laid out");
        let log = record::read(&read(game.join("log"))).expect("the log can be read").log;
        let told = told(&log);
        let agreed = log.agreed();
        let mut search = Search::new();
        let mut add = |name: &str, secret: &[u8]| {
            let secret = secret.try_into().expect("32 bytes");
            // Shown by now, as it should be: a link of the draw, the opening of a single slot.
            if !told.contains(secret) {
                search.add(name, secret);
            }
        };
        // The file begins with the seat, one byte; then comes the master secret.
        let master = &file[1..33];
        add("identity", &read(profile.join("identity.key")));
        add("master", master);
        add("signing key", &seated.keys.signing().to_bytes());
        add("exchange key", &seated.keys.exchange());
        add("seed", &seated.keys.seed());
        add("draws", &Sha256::new().chain_update(b"marque/1/seat/draws").chain_update(master).finalize());
        let chain = seated.keys.chain(&agreed.id, seated.seat, agreed.card.draws);
        (1..).map_while(|number| chain.link(number)).for_each(|link| add("link", &link));
        let values = seated.chart.values().to_vec();
        let secret = Secret::new(agreed.id, seated.seat.0, seated.keys.seed(), seated.chart);
        let blindings: Vec<_> =
            (0..values.len() as u32).map(|slot| secret.opening(&Line::one(slot)).1).collect();
        let hidden = blindings.iter().filter(|blinding| !told.contains(blinding)).count();
        assert!(hidden + 24 > values.len(), "a game so young has opened few slots: {hidden}");
        for (slot, blinding) in blindings.iter().enumerate() {
            add(&format!("blinding of slot {slot}"), blinding);
        }
        Kept { search, values }
    }

    /// The first secret in a file or in what was printed.
    fn shown(&self, text: &[u8]) -> Option<&str> {
        self.search.find(text).or_else(|| holds_values(&self.values, text).then_some("chart"))
    }
}

/// Links that were shown, and openings.
fn told(log: &marque_protocol::log::Log) -> Vec<[u8; 32]> {
    let statements = log.statements().iter().map(|signed| signed.open(log.agreed()).expect("authentic"));
    let of_entry = |statement| match statement {
        Statement::Entry(_, Body::Link(link)) => vec![link],
        Statement::Entry(_, Body::Act { proof, .. } | Body::Answer { proof, .. }) => proof.openings,
        _ => Vec::new(),
    };
    statements.flat_map(of_entry).collect()
}

/// All files of a profile but those that are there for secrets.
fn files(profile: &Path) -> Vec<PathBuf> {
    let (mut open, mut found) = (vec![profile.to_owned()], Vec::new());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).expect("readable").map(|entry| entry.expect("readable").path()));
        } else if !path.ends_with("secrets") && !path.ends_with("identity.key") {
            found.push(path);
        }
    }
    found
}

#[test]
fn no_secret_is_printed_logged_or_recorded() {
    let table = Table::new();
    let trace = ["--log", "trace"];
    let mut host = table.host(&trace);
    let ticket = host.ticket();
    let mut guest = table.start("guest", &[&["join", &ticket, "--bot", "normal"], trace.as_slice()].concat());
    guest.until_step(24);
    // Killed in the middle: charts and seeds are shown after the end, as they should be.
    let sides: [(&str, Done); 2] = [("host", host.kill()), ("guest", guest.kill())];
    for name in ["host", "guest"] {
        let (profile, game) = (table.path(name), table.under_way(name).pop().expect("a game is on"));
        let kept = Kept::of(&profile, &game);
        // Nor does either side tell or keep what is the other's.
        for (by, done) in &sides {
            assert!(done.errors.lines().count() > 100, "the {by} writes a log");
            assert_eq!(kept.shown(done.said.join("\n").as_bytes()), None, "of the {name}, said by the {by}");
            assert_eq!(kept.shown(done.errors.as_bytes()), None, "of the {name}, in the log of the {by}");
            for file in files(&table.path(by)) {
                assert_eq!(kept.shown(&read(&file)), None, "of the {name}, in {}", file.display());
            }
        }
        let other = table.path(if name == "host" { "guest" } else { "host" });
        let theirs = table.under_way(if name == "host" { "guest" } else { "host" });
        for file in [other.join("identity.key"), theirs[0].join("secrets")] {
            assert_eq!(kept.shown(&read(&file)), None, "of the {name}, in {}", file.display());
        }
        // This would see them if they were there.
        assert_eq!(kept.shown(&read(profile.join("identity.key"))), Some("identity"));
        assert_eq!(kept.shown(&read(game.join("secrets"))), Some("master"));
        assert!(holds_values(&kept.values, &read(game.join("secrets"))));
    }
}

#[cfg(unix)]
#[test]
fn only_its_owner_may_read_a_profile() {
    use std::os::unix::fs::PermissionsExt as _;
    let table = Table::new();
    let mut host = table.host(&[]);
    let ticket = host.ticket();
    let mut guest = table.join("guest", &ticket);
    guest.until_step(10);
    host.kill();
    let game = table.under_way("host").pop().expect("a game is on");
    let profile = table.path("host");
    let (key, games) = (profile.join("identity.key"), profile.join("games"));
    for path in [&profile, &games, &key, &game.join("secrets"), &game.join("log")] {
        let mode = std::fs::metadata(path).expect("is there").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} is open to others: {mode:o}", path.display());
    }
}
