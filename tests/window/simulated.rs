//! Whole games that were simulated, as the bytes of their records.

use std::sync::LazyLock;

use marque_protocol::{
    audit::{Outcome, verdict},
    games::Options,
    record,
    rules::Seat,
    sim::{self, LieSpec, Network, Setup},
};

/// The bytes of a whole game that was simulated.
pub(crate) fn game(card: &str, seed: u64, liar: Option<(Seat, LieSpec)>) -> Vec<u8> {
    let options = Options::choose(card, &[]).unwrap();
    let setup = Setup { game: card.to_owned(), options, seats: 2, seed, network: Network::Calm, liar };
    sim::play(&setup).records.swap_remove(0).1
}

/// An honest game that somebody has won: players may agree on a draw too.
pub(crate) static GAME: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let won = |bytes: &Vec<u8>| verdict(&record::read(bytes).unwrap().log).outcome == Outcome::Won;
    (1..).map(|seed| game("classic", seed, None)).find(won).unwrap()
});

/// A game in which seat 1 said of a hit that it was none.
pub(crate) static LIE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let lie = sim::lies_of("classic", 2).into_iter().find(|lie| lie.name == "miss-for-hit").unwrap();
    game("classic", 2, Some((Seat(1), lie)))
});
