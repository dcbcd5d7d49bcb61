//! Names of players: anybody's text, shown so that it can do no harm.
//!
//! A name comes from a peer, or from a file: it may hold marks that turn the order of letters round, nothing
//! that can be seen, towers of accents, or all of a line of another's. What is shown of it is a short row of
//! letters; and where two names can be taken for each other, a piece of the key stands beside them.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, GeneralCategory as Category},
};
use marque_protocol::terms::NICKNAME_MOST;
use unicode_normalization::UnicodeNormalization as _;

/// Letters that are shown of a name, the dots of one that goes on included.
pub const SHOWN_MOST: usize = 24;
/// Accents above and below one letter; no language needs more that has no letter for it.
const MARKS_MOST: usize = 2;
/// Characters that are looked at.
const READ_MOST: usize = 1024;

/// What a character is to a name.
#[derive(Eq, PartialEq)]
enum Kind {
    Letter,
    Mark,
    Gap,
    /// Nothing that can be seen, or an order to whoever draws it.
    Hidden,
}

impl Kind {
    fn of(c: char) -> Kind {
        // A pattern of Braille with no dot is a space that is called a sign.
        if c.is_whitespace() || c == '\u{2800}' {
            return Kind::Gap;
        }
        if CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c) {
            return Kind::Hidden;
        }
        match CodePointMapData::<Category>::new().get(c) {
            Category::NonspacingMark | Category::SpacingMark | Category::EnclosingMark => Kind::Mark,
            Category::Control
            | Category::Format
            | Category::PrivateUse
            | Category::Surrogate
            | Category::Unassigned => Kind::Hidden,
            _ => Kind::Letter,
        }
    }
}

/// What can be shown of a name: a row of at most [`SHOWN_MOST`] letters and single spaces, which begins
/// and ends with a letter; maybe nothing. To show it once more changes nothing.
pub fn plain(text: &str) -> String {
    row(text, SHOWN_MOST)
}

/// The same of any text of somebody else, in at most so many letters.
pub fn row(text: &str, most: usize) -> String {
    let seen = text.chars().take(READ_MOST).filter(|c| Kind::of(*c) != Kind::Hidden);
    // Where each letter and each space begins.
    let (mut shown, mut starts) = (String::new(), Vec::new());
    let (mut marks, mut gap) = (MARKS_MOST, false);
    for c in seen.nfc() {
        match Kind::of(c) {
            Kind::Gap => (gap, marks) = (!shown.is_empty(), MARKS_MOST),
            Kind::Mark if marks < MARKS_MOST => {
                marks += 1;
                shown.push(c);
            }
            Kind::Mark | Kind::Hidden => {}
            Kind::Letter => {
                for c in gap.then_some(' ').into_iter().chain([c]) {
                    if let Some(last) = starts.get(most.saturating_sub(1)) {
                        shown.truncate(*last);
                        return shown.trim_end().to_owned() + "…";
                    }
                    starts.push(shown.len());
                    shown.push(c);
                }
                (marks, gap) = (0, false);
            }
        }
    }
    // A space at the very end of the room, with no letter after it.
    shown.truncate(shown.trim_end().len());
    shown
}

/// Whether a character is set upon the one before it.
pub fn is_mark(c: char) -> bool {
    Kind::of(c) == Kind::Mark
}

/// As much of a nickname as the protocol takes.
pub fn fit(nickname: &str) -> &str {
    let most = (0..=NICKNAME_MOST.min(nickname.len())).rev().find(|at| nickname.is_char_boundary(*at));
    nickname.get(..most.unwrap_or(0)).unwrap_or_default()
}

/// Whether people can take one name for the other: letters that look alike, or are the same but for their
/// size and accents.
pub fn alike(one: &str, other: &str) -> bool {
    let bare = |text: &str| text.nfd().filter(|c| Kind::of(*c) == Kind::Letter).collect::<String>();
    let drawn = |text: &str| unicode_security::skeleton(&bare(text)).collect::<String>();
    let small = |text: &str| drawn(&text.to_lowercase()).to_lowercase();
    drawn(one) == drawn(other) || small(one) == small(other)
}

/// A piece of a key that is long enough to tell two players apart, also one who tries to be taken for
/// the other: nobody computes keys until 48 bits are the same.
pub fn fingerprint(identity: &[u8; 32]) -> String {
    let words = identity.chunks(2).take(3);
    let words = words.map(|word| word.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    words.collect::<Vec<String>>().join("-")
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;

    /// What people and programs have done to names.
    fn nasty() -> Vec<String> {
        let zalgo: String = "Ana"
            .chars()
            .flat_map(|c| [c].into_iter().chain(('\u{300}'..='\u{36f}').cycle().take(90)))
            .collect();
        let mut names: Vec<String> = [
            "",
            " ",
            "\n\r\n",
            "\0",
            "\u{202e}anA\u{202c}",
            "\u{2066}a\u{2069}",
            "\u{200b}\u{200d}\u{feff}",
            "\u{3164}\u{115f}",
            "\u{2800}\u{2800}",
            "👨\u{200d}👩\u{200d}👧",
            "🇷🇴",
            "A\u{1b}[31mred",
            "\u{e0041}\u{e0042}",
            "\u{301}\u{302}",
            "﷽﷽﷽",
            "Ștefan cel Mare",
            "Zoé de l'Île",
            "名前",
            "a\u{2028}b\u{2029}c",
            "\u{e000}\u{10ffff}",
            "a\u{200b}\u{301}",
            " x  \t y ",
            "a                          b",
            "\u{ad}-\u{ad}",
            "ﬁ①½",
            "ـــــ",
        ]
        .map(str::to_owned)
        .into();
        names.extend([
            zalgo,
            "x".repeat(10_000),
            "\u{202e}".repeat(10_000),
            "ab ".repeat(5000),
            "é".repeat(23) + " b",
        ]);
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..2000 {
            let any = (0..rng.random_range(0..40)).map(|_| match rng.random_range(0..4) {
                0 => char::from(rng.random_range(0..128u8)),
                1 => char::from_u32(rng.random_range(0x300..0x370)).unwrap_or(' '),
                2 => char::from_u32(rng.random_range(0x2000..0x2070)).unwrap_or(' '),
                _ => char::from_u32(rng.random_range(0..0x11_0000)).unwrap_or('\u{fffd}'),
            });
            names.push(any.collect());
        }
        names
    }

    #[test]
    fn whatever_the_name_what_is_shown_is_a_short_row_of_letters() {
        for name in nasty() {
            let shown = plain(&name);
            let wide = shown.chars().filter(|c| Kind::of(*c) != Kind::Mark).count();
            assert!(wide <= SHOWN_MOST, "{name:?}: {shown:?}");
            assert!(
                shown.chars().all(|c| c == ' ' || matches!(Kind::of(c), Kind::Letter | Kind::Mark)),
                "{shown:?}"
            );
            assert!(shown.len() <= SHOWN_MOST * 4 * (1 + MARKS_MOST), "{shown:?}");
            assert!(shown.trim() == shown && !shown.contains("  "), "{shown:?}");
            assert!(shown.chars().next().is_none_or(|c| Kind::of(c) == Kind::Letter), "{shown:?}");
            assert_eq!(plain(&shown), shown, "once is enough: {name:?}");
        }
    }

    #[test]
    fn a_name_that_is_one_stays_as_it_is() {
        for name in
            ["Ana", "Ștefan cel Mare", "Zoé de l'Île", "Nguyễn Ệ", "名前", "Ana & Ben ★", "O'Neil (2)"]
        {
            assert_eq!(plain(name), name);
        }
        assert_eq!(plain("e\u{301}"), "é", "one spelling");
        assert_eq!(plain("A\u{300}\u{301}\u{302}\u{303}\u{304}"), "À\u{301}\u{302}");
        assert_eq!(plain("12345678901234567890123 5"), "12345678901234567890123…");
        assert_eq!(plain("123456789012345678901234"), "123456789012345678901234");
        assert_eq!(plain("\u{202e}anA"), "anA");
    }

    #[test]
    fn names_that_can_be_taken_for_each_other_are_alike() {
        for (one, other) in [
            ("Ana", "ana"),
            ("Ana", "Аnа"),
            ("Ana", "Ána"),
            ("paypal", "pаypаl"),
            ("Il", "ll"),
            ("Ştefan", "Ștefan"),
            ("O0", "0o"),
        ] {
            assert!(alike(&plain(one), &plain(other)), "{one} and {other}");
        }
        assert!(!alike("Ana", "Ben") && !alike("Ana", "Anna"));
    }

    #[test]
    fn what_fits_is_the_longest_beginning_that_the_protocol_takes() {
        for name in nasty() {
            let fit = fit(&name);
            assert!(name.starts_with(fit) && fit.len() <= NICKNAME_MOST);
            assert!(fit == name || fit.len() > NICKNAME_MOST - 4, "{name:?}");
        }
    }
}
