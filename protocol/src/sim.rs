//! Whole games between simulated peers, over the real core.
//!
//! One seed decides everything: keys, layouts, choices, delays, breaks and crashes. Time is a number.
//! Links keep the contract of a transport (in order and reliable until they break, no order between
//! them), and a peer that crashes goes on with what it had written down. A *lying machine* is an
//! honest peer behind a filter that tells one lie.

mod liar;
mod lies;
mod whims;
mod world;

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};

use crate::{
    rules::{Game, Seat},
    seal::Chart,
};

pub use liar::Liar;
pub use lies::{Caught, LieSpec, judge, lies_of};
pub use world::{Network, Report, Setup, play, table_of};

/// A lie that only one game can tell, as data: what a lying machine says instead of the truth.
pub struct Lie<G: Game> {
    /// What the lie is called, in words with hyphens.
    pub name: &'static str,
    /// How it is told.
    pub told: Told<G>,
    /// Which options have room for it.
    pub fits: fn(&G::Options) -> bool,
}

impl<G: Game> Lie<G> {
    /// A lie that all options have room for.
    pub fn new(name: &'static str, told: Told<G>) -> Lie<G> {
        Lie { name, told, fits: |_| true }
    }
}

/// Values to seal instead of a lawful chart.
pub type ChartLie<G> = fn(&<G as Game>::Options, &Chart, &mut dyn Rng) -> Option<Chart>;
/// An act to say instead of a legal one; none while the position has no room for the lie.
pub type ActLie<G> = fn(&G, Seat, &Chart) -> Option<<G as Game>::Act>;
/// An answer to give instead of the honest one; none while the position has no room for the lie.
pub type AnswerLie<G> = fn(&G, Seat, &Chart, &<G as Game>::Answer) -> Option<<G as Game>::Answer>;

/// Where a game's lie is told.
pub enum Told<G: Game> {
    /// In the seal.
    Chart(ChartLie<G>),
    /// In place of an act of the seat that is due.
    Act(ActLie<G>),
    /// In place of the honest answer.
    Answer(AnswerLie<G>),
    /// Nothing is said, now or later, where an act is due for which this holds.
    Silence(fn(&G, Seat) -> bool),
}

/// The random stream of a seed and a purpose.
pub fn stream(seed: u64, purpose: u64) -> ChaCha20Rng {
    let mut bytes = [0; 32];
    for (byte, value) in bytes.iter_mut().zip(seed.to_le_bytes().into_iter().chain(purpose.to_le_bytes())) {
        *byte = value;
    }
    ChaCha20Rng::from_seed(bytes)
}

/// One of a list.
fn pick<'a, T>(rng: &mut dyn Rng, list: &'a [T]) -> Option<&'a T> {
    let pick = below(rng, list.len() as u64);
    (0..).zip(list).find(|(number, _)| *number == pick).map(|(_, item)| item)
}

/// A number below `n`, which is at least 1.
pub fn below(rng: &mut dyn Rng, n: u64) -> u64 {
    rng.next_u64() % n.max(1)
}
