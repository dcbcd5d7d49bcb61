//! What can be chosen.

use serde::{Deserialize, Serialize};

use crate::rules::{BadOption, Card, Key};

/// What is agreed before a game (DF-5, DF-26).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// How many ships on the goal row win: 2 to 4.
    pub arrivals: u8,
    /// With fewer ships on the board a seat is out: 2 to 4, with three seats or more to 6.
    pub minimum: u8,
    /// Balls of a bonus turn: 2 to 4.
    pub bonus: u8,
    /// Whether ships of others may serve as attackers, if their owners permit it.
    pub joint: bool,
}

/// Turns of a game, of all seats together (DF-18).
pub const TURNS_MOST: u32 = 200;

const NUMBERS: &[&str] = &["2", "3", "4", "5", "6"];
const TO_FOUR: &[&str] = &["2", "3", "4"];
const OFF_ON: &[&str] = &["off", "on"];

/// The game in the lobby.
pub(super) const CARDS: &[Card] = &[Card {
    id: "diabolik",
    practice: false,
    revision: 1,
    seats: 2..=4,
    keys: &[
        Key { name: "arrivals", values: TO_FOUR, default: "3" },
        Key { name: "minimum", values: NUMBERS, default: "3" },
        Key { name: "bonus", values: TO_FOUR, default: "4" },
        Key { name: "joint", values: OFF_ON, default: "off" },
    ],
    // Who sits where, and who begins.
    draws: 1,
    // Seals, set-ups and the links of a draw that is begun anew for each of two that leave: 17; turns; and
    // a score for removals.
    entries: TURNS_MOST + 40,
}];

impl Options {
    /// What is played where nothing is chosen.
    pub const DEFAULT: Options = Options { arrivals: 3, minimum: 3, bonus: 4, joint: false };

    /// The options with these choices; of a key named twice the last counts.
    pub(super) fn choose(id: &str, choices: &[(String, String)]) -> Result<Options, BadOption> {
        let card = CARDS.iter().find(|card| card.id == id);
        let card = card.ok_or_else(|| BadOption::Foreign { game: id.to_owned() })?;
        let mut options = Self::DEFAULT;
        for (key, value) in choices {
            card.knows(key, value)?;
            let number = || value.parse().unwrap_or_default();
            match key.as_str() {
                "arrivals" => options.arrivals = number(),
                "minimum" => options.minimum = number(),
                "bonus" => options.bonus = number(),
                _ => options.joint = value == "on",
            }
        }
        Ok(options)
    }

    /// The choices that come to these options.
    pub(super) fn chosen(&self) -> Vec<(&'static str, &'static str)> {
        let number = |number: u8| NUMBERS.get(usize::from(number).saturating_sub(2)).copied().unwrap_or("2");
        vec![
            ("arrivals", number(self.arrivals)),
            ("minimum", number(self.minimum)),
            ("bonus", number(self.bonus)),
            ("joint", if self.joint { "on" } else { "off" }),
        ]
    }

    /// Whether the card could have produced these options.
    pub(super) fn belong_to(&self, id: &str) -> Result<(), BadOption> {
        let fit = [(self.arrivals, 4), (self.minimum, 6), (self.bonus, 4)];
        let belong = id == "diabolik" && fit.iter().all(|&(number, most)| (2..=most).contains(&number));
        if belong { Ok(()) } else { Err(BadOption::Foreign { game: id.to_owned() }) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_every_key_can_be_chosen() {
        let [card] = CARDS else { panic!("one card") };
        assert_eq!(Options::choose(card.id, &[]), Ok(Options::DEFAULT));
        for key in card.keys {
            for value in key.values {
                let options = Options::choose(card.id, &[(key.name.into(), (*value).into())]).unwrap();
                assert_eq!(options.belong_to(card.id), Ok(()));
                assert!(options.chosen().contains(&(key.name, *value)));
                assert_eq!(options == Options::DEFAULT, *value == key.default);
            }
        }
        assert!(Options { minimum: 7, ..Options::DEFAULT }.belong_to(card.id).is_err());
        assert!(Options { arrivals: 1, ..Options::DEFAULT }.belong_to(card.id).is_err());
        assert!(Options { bonus: 5, ..Options::DEFAULT }.belong_to(card.id).is_err());
        assert!(Options::DEFAULT.belong_to("mines").is_err());
    }
}
