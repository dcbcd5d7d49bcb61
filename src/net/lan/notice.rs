//! What a table says of itself to everybody on the local network.
//!
//! Nobody has signed it. Until a connection has proven who is there, all of it is a claim.

use data_encoding::BASE64URL_NOPAD;
use marque_protocol::{terms::NICKNAME_MOST, wire};
use serde::{Deserialize, Serialize};

/// How this is written. Another number is for another version of the program to read.
const FORMAT: u8 = 1;
/// The name of the attribute that carries it.
pub(super) const KEY: &str = "table";
/// All attributes of a beacon, in bytes, their names included.
pub(super) const TEXT_MOST: usize = 245;
/// The id of a game, in bytes.
const GAME_MOST: usize = 16;
/// Seats that a table can have.
const SEATS_MOST: u8 = 8;

/// See the module.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// Version of the protocol that its host plays.
    pub protocol: u16,
    /// Which of the host's tables.
    pub table: [u8; 16],
    /// Seats that are taken, the host's included.
    pub taken: u8,
    /// All seats.
    pub seats: u8,
    /// How far it has come.
    pub phase: Phase,
    /// Card id of the game.
    pub game: String,
    /// What the host is called; anybody's text, to be shown with care.
    pub nickname: String,
}

/// How far a table has come.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Phase {
    /// Players are awaited.
    Waiting,
    /// They play.
    Playing,
    /// It is no more.
    Gone,
}

impl Notice {
    /// Whether somebody with this version of the program can sit down there.
    pub fn is_open(&self) -> bool {
        self.phase == Phase::Waiting && self.taken < self.seats && self.protocol == wire::PROTOCOL
    }

    /// Whether it is one that a table can have.
    fn is_sound(&self) -> bool {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        (1..=GAME_MOST).contains(&self.game.len())
            && self.game.bytes().all(letter)
            && self.nickname.len() <= NICKNAME_MOST
            && (1..=SEATS_MOST).contains(&self.seats)
            && self.taken <= self.seats
    }

    /// As it stands in the attribute; none of what no table can have.
    pub(super) fn write(&self) -> Option<String> {
        let mut bytes = vec![FORMAT];
        bytes.extend(wire::encode(self));
        self.is_sound().then(|| BASE64URL_NOPAD.encode(&bytes))
    }

    /// The notice with this text, which may be anybody's; none unless it is written exactly as we write it.
    pub(super) fn read(text: &str) -> Option<Notice> {
        if text.len() > TEXT_MOST - KEY.len() - 1 {
            return None;
        }
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let (&FORMAT, bytes) = bytes.split_first()? else { return None };
        wire::decode(bytes).filter(Notice::is_sound)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

    use super::{super::tests::notice, *};

    fn random(rng: &mut ChaCha8Rng) -> Notice {
        let seats = rng.random_range(1..=SEATS_MOST);
        let letters = |rng: &mut ChaCha8Rng, most, of: &[char]| {
            let count = rng.random_range(0..=most);
            (0..count).map(|_| of[rng.random_range(0..of.len())]).collect::<String>()
        };
        Notice {
            protocol: rng.random(),
            table: rng.random(),
            taken: rng.random_range(0..=seats),
            seats,
            phase: [Phase::Waiting, Phase::Playing, Phase::Gone][rng.random_range(0..3)],
            game: letters(rng, GAME_MOST - 1, &['a', 'z', '0', '-']) + "g",
            nickname: letters(rng, NICKNAME_MOST / 4, &['a', 'ș', '\u{202e}', '😀', '\n', '=']),
        }
    }

    #[test]
    fn it_comes_back_as_it_was_and_the_longest_fits() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let longest = Notice {
            protocol: u16::MAX,
            game: "g".repeat(GAME_MOST),
            nickname: "n".repeat(NICKNAME_MOST),
            seats: SEATS_MOST,
            taken: SEATS_MOST,
            ..notice()
        };
        for notice in [longest, notice()].into_iter().chain((0..500).map(|_| random(&mut rng))) {
            let text = notice.write().expect("a table can have it");
            assert!(KEY.len() + 1 + text.len() <= TEXT_MOST, "{} bytes", text.len());
            assert_eq!(Notice::read(&text), Some(notice));
        }
    }

    /// Other programs rely on it.
    #[test]
    fn it_is_written_as_the_specification_shows() {
        let shown = "AQEHBwcHBwcHBwcHBwcHBwcHAQIAB2NsYXNzaWMHyJh0ZWZhbg";
        assert_eq!(notice().write().as_deref(), Some(shown));
        assert!(include_str!("../../../docs/protocol.md").contains(&format!("`{KEY}={shown}`")));
    }

    /// Whatever is read is written in one way alone: what was changed on the way is not taken for something else
    /// with the same text.
    #[test]
    fn what_can_be_read_was_written_so() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut read = 0;
        for _ in 0..20_000 {
            let mut text = random(&mut rng).write().expect("a table can have it").into_bytes();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..text.len());
                match rng.random_range(0..4) {
                    0 => text[at] = rng.random(),
                    1 => text.truncate(at + 1),
                    2 => text.insert(at, b'A'),
                    _ => text[at] = b"AZaz09-_"[rng.random_range(0..8)],
                }
            }
            let Ok(text) = String::from_utf8(text) else { continue };
            if let Some(notice) = Notice::read(&text) {
                read += 1;
                assert_eq!(notice.write().as_deref(), Some(text.as_str()));
            }
        }
        assert!(read > 100, "only {read} were readable: nothing was tried");
    }

    #[test]
    fn no_bytes_do_harm() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..20_000 {
            let length = rng.random_range(0..400);
            let bytes: Vec<u8> = (0..length).map(|_| rng.random()).collect();
            let _ = Notice::read(&String::from_utf8_lossy(&bytes));
            let mut framed = vec![FORMAT];
            framed.extend(&bytes);
            let _ = Notice::read(&BASE64URL_NOPAD.encode(&framed));
        }
        assert_eq!(Notice::read(&"A".repeat(1 << 20)), None);
        assert_eq!(Notice::read(""), None);
    }

    #[test]
    fn what_no_table_can_have_is_neither_written_nor_read() {
        let bad = [
            Notice { seats: 0, taken: 0, ..notice() },
            Notice { taken: 3, ..notice() },
            Notice { seats: SEATS_MOST + 1, ..notice() },
            Notice { game: String::new(), ..notice() },
            Notice { game: "Classic\n".to_owned(), ..notice() },
            Notice { game: "g".repeat(GAME_MOST + 1), ..notice() },
            Notice { nickname: "n".repeat(NICKNAME_MOST + 1), ..notice() },
        ];
        for notice in bad {
            assert_eq!(notice.write(), None, "{notice:?}");
            let mut bytes = vec![FORMAT];
            bytes.extend(wire::encode(&notice));
            assert_eq!(Notice::read(&BASE64URL_NOPAD.encode(&bytes)), None, "{notice:?}");
        }
        let mut later = vec![FORMAT + 1];
        later.extend(wire::encode(&notice()));
        assert_eq!(Notice::read(&BASE64URL_NOPAD.encode(&later)), None);
    }

    #[test]
    fn at_an_open_table_there_is_a_seat_for_this_version() {
        assert!(notice().is_open());
        assert!(!Notice { taken: 2, ..notice() }.is_open());
        assert!(!Notice { phase: Phase::Playing, ..notice() }.is_open());
        assert!(!Notice { protocol: wire::PROTOCOL + 1, ..notice() }.is_open());
    }
}
