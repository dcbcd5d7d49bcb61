//! Which game the player wants, and with which options.

use std::ops::RangeInclusive;

use marque_protocol::{
    games::{self, Options, Unavailable},
    rules::{Card, Key},
};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    /// The id of a card.
    game: String,
    /// Keys of the card and their values; the others are as the card has them.
    options: Vec<(String, String)>,
    /// How many play, if that was said.
    #[serde(default)]
    seats: Option<usize>,
}

/// Why nobody can play it.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unplayable {
    /// There is no such game or option.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// No layout has room.
    #[error("nothing can be laid out with these options: {0}")]
    NoRoom(games::Illegal),
}

/// The cards that players are offered.
pub fn offered() -> impl Iterator<Item = &'static Card> {
    games::cards().into_iter().filter(|card| !card.practice)
}

impl Default for Chosen {
    /// The first card, as it is.
    fn default() -> Chosen {
        Chosen {
            game: offered().next().map_or_else(String::new, |card| card.id.to_owned()),
            options: Vec::new(),
            seats: None,
        }
    }
}

impl Chosen {
    /// A card as it is, or one of its presets.
    pub fn new(card: &Card, preset: Option<&str>) -> Chosen {
        let options = preset.map(|preset| (Key::PRESET.to_owned(), preset.to_owned()));
        Chosen { game: card.id.to_owned(), options: options.into_iter().collect(), seats: None }
    }

    /// The same for so many.
    pub fn among(self, seats: usize) -> Chosen {
        Chosen { seats: Some(seats), ..self }
    }

    /// These options of a card, for so many.
    pub fn of(game: &str, options: &Options, seats: usize) -> Chosen {
        let values = options.chosen(game).into_iter();
        let options = values.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        Chosen { game: game.to_owned(), options, seats: Some(seats) }
    }

    /// The card.
    pub fn card(&self) -> Option<&'static Card> {
        games::card(&self.game)
    }

    /// Whether the card is one that players are offered.
    pub fn is_offered(&self) -> bool {
        self.card().is_some_and(|card| !card.practice)
    }

    /// How many may play.
    pub fn range(&self) -> RangeInclusive<usize> {
        let Some(card) = self.card() else { return 2..=2 };
        self.options().map_or_else(|_| card.seats.clone(), |options| options.seats(card))
    }

    /// How many play: as many as were wanted, as far as the options allow.
    pub fn seats(&self) -> usize {
        let range = self.range();
        self.seats.unwrap_or(*range.start()).clamp(*range.start(), *range.end())
    }

    /// The options.
    ///
    /// # Errors
    /// There is no such game or option.
    pub fn options(&self) -> Result<Options, Unavailable> {
        Options::choose(&self.game, &self.options)
    }

    /// Chooses another value of a key.
    pub fn set(&mut self, key: &str, value: &str) {
        self.options.retain(|(other, _)| other != key);
        self.options.push((key.to_owned(), value.to_owned()));
    }

    /// Whether both come to the same.
    pub fn is_like(&self, other: &Chosen) -> bool {
        self.game == other.game && self.options().is_ok_and(|options| Ok(options) == other.options())
    }
}

/// Whether a fleet can be laid out with these options.
///
/// # Errors
/// Why not.
pub fn check(options: &Options, rng: &mut dyn Rng) -> Result<(), Unplayable> {
    options.random_layout(rng).map(drop).map_err(Unplayable::NoRoom)
}

#[cfg(test)]
mod tests {
    use marque_protocol::games::duel;
    use rand::{SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;

    #[test]
    fn every_choice_can_be_played() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for card in offered() {
            let mut all = vec![Chosen::new(card, None)];
            for key in card.keys.iter().filter(|key| key.name != Key::PRESET) {
                let with = |chosen: &Chosen, value: &str| {
                    let mut chosen = chosen.clone();
                    chosen.set(key.name, value);
                    chosen
                };
                all = all.iter().flat_map(|one| key.values.iter().map(|value| with(one, value))).collect();
            }
            for chosen in all {
                let options = chosen.options().unwrap();
                assert!(Chosen::of(card.id, &options, chosen.seats()).is_like(&chosen), "{chosen:?}");
                check(&options, &mut rng).unwrap_or_else(|why| panic!("{chosen:?}: {why}"));
            }
        }
    }

    #[test]
    fn what_has_no_room_is_refused_with_the_rule() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for size in [3, 4, 5] {
            let options = Options::Duel(duel::Options { size, ..duel::Options::MINES });
            let Err(Unplayable::NoRoom(illegal)) = check(&options, &mut rng) else { panic!("{size}") };
            assert_eq!(illegal.rule(), "MI-7");
        }
    }

    #[test]
    fn so_many_play_as_were_wanted_and_the_card_has_seats_for() {
        let drill = Chosen::new(games::card("drill").unwrap(), None);
        assert_eq!(drill.seats(), 2, "the fewest");
        let seats: Vec<usize> = [0, 2, 3, 4, 9].map(|seats| drill.clone().among(seats).seats()).into();
        assert_eq!(seats, [2, 2, 3, 4, 4]);
        assert_eq!(Chosen::default().among(4).seats(), 2, "a game for two");
        let before = r#"{"game":"mines","options":[["size","8"]]}"#;
        let before: Chosen = serde_json::from_str(before).unwrap();
        assert_eq!(before.seats(), 2, "kept by a version that asked nobody");
    }

    #[test]
    fn a_key_that_is_chosen_anew_has_one_value() {
        let card = games::card("mines").unwrap();
        let mut chosen = Chosen::new(card, Some("salvo"));
        chosen.set("mines", "on");
        chosen.set("mines", "off");
        assert!(chosen.is_like(&Chosen::new(card, Some("salvo"))));
        chosen.set("size", "15");
        assert!(!chosen.is_like(&Chosen::new(card, Some("salvo"))));
        assert!(!chosen.is_like(&Chosen::default()));
    }
}
