//! What a seat keeps to itself stays out of everything that others, or a log file, may get to see.

use marque::seatfile::SeatFile;

use super::side::Table;

/// A secret and what it is called.
struct Secret {
    name: &'static str,
    bytes: Vec<u8>,
}

/// The secrets of a game under way, from its file.
fn secrets(bytes: &[u8], identity: Vec<u8>) -> Vec<Secret> {
    let seated = SeatFile::read(bytes).expect("the secrets can be read").seated();
    // The file begins with the seat, one byte; then comes the master secret.
    let secret = |name, bytes: &[u8]| Secret { name, bytes: bytes.to_vec() };
    vec![
        Secret { name: "identity", bytes: identity },
        secret("master", &bytes[1..33]),
        secret("seed", &seated.keys.seed()),
        secret("signing key", &seated.keys.signing().to_bytes()),
        secret("exchange key", &seated.keys.exchange()),
        secret("layout", seated.chart.values()),
    ]
}

/// Every way in which a program might print bytes.
fn spellings(bytes: &[u8]) -> Vec<String> {
    let list = |separator: &str| bytes.iter().map(u8::to_string).collect::<Vec<String>>().join(separator);
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut all = vec![list(", "), list(","), list(" "), hex.to_uppercase(), hex];
    for base in [data_encoding::BASE64_NOPAD, data_encoding::BASE64URL_NOPAD, data_encoding::BASE32_NOPAD] {
        all.push(base.encode(bytes));
    }
    all.push(data_encoding::BASE32_NOPAD.encode(bytes).to_lowercase());
    // Bits without anything between them.
    if bytes.iter().all(|byte| *byte < 2) {
        all.push(list(""));
    }
    all
}

fn holds(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}

/// Eight bits a byte, from either end: how a layout might be packed.
fn packed(bits: &[u8]) -> [Vec<u8>; 2] {
    let low = bits.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit));
    let high = bits.chunks(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit));
    [low.collect(), high.collect()]
}

/// What gives a secret away: half of a key, but all of a layout, whose bits are mostly zeros.
fn telling(secret: &Secret) -> &[u8] {
    if secret.name == "layout" { &secret.bytes } else { &secret.bytes[..16] }
}

/// The first secret that a text shows.
fn shown(secrets: &[Secret], text: &str) -> Option<&'static str> {
    let shows = |secret: &&Secret| {
        // The last letter of a base also holds bits of what follows.
        spellings(telling(secret)).iter().any(|spelling| text.contains(&spelling[..spelling.len() - 1]))
    };
    secrets.iter().find(shows).map(|secret| secret.name)
}

/// The first secret that a file holds.
fn held(secrets: &[Secret], file: &[u8]) -> Option<&'static str> {
    let holds = |secret: &&Secret| {
        let telling = telling(secret);
        holds(file, telling)
            || (telling.len() > 32 && packed(telling).iter().any(|packed| holds(file, packed)))
    };
    secrets.iter().find(holds).map(|secret| secret.name)
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
    let (host, guest) = (host.kill(), guest.kill());
    let read = |path: std::path::PathBuf| std::fs::read(path).expect("is there");
    for name in ["host", "guest"] {
        let game = table.under_way(name).pop().expect("a game is on");
        let file = read(game.join("secrets"));
        let secrets = secrets(&file, read(table.path(name).join("identity.key")));
        let log = read(game.join("log"));
        assert_eq!(held(&secrets, &log), None, "in the record of the {name}");
        assert_eq!(shown(&secrets, &String::from_utf8_lossy(&log)), None, "in the record of the {name}");
        // Nor does either side tell what is the other's.
        for (by, done) in [("host", &host), ("guest", &guest)] {
            assert!(done.errors.lines().count() > 100, "the {by} writes a log");
            assert_eq!(shown(&secrets, &done.said.join("\n")), None, "of the {name}, said by the {by}");
            assert_eq!(shown(&secrets, &done.errors), None, "of the {name}, in the log of the {by}");
        }
        // This would see them if they were there.
        assert_eq!(held(&secrets[1..], &file), Some("master"));
        assert_eq!(held(&secrets[5..], &file), Some("layout"));
        for secret in &secrets {
            for spelling in spellings(&secret.bytes) {
                assert_eq!(shown(&secrets, &format!("<{spelling}>")), Some(secret.name));
            }
        }
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
