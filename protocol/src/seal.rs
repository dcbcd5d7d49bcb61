//! Secret bits, public lines.
//!
//! All that a seat hides is one vector of secret values, its [`Chart`], and all that rules ever ask
//! about it is linear. A *slot* is one value of the vector, a *line* a public set of slots whose sum
//! matters, a *law* what the sealed vector must satisfy, and a *claim* what an act or an answer
//! asserts about it. The vector is sealed by one Pedersen commitment a slot; lines are sums of
//! commitments that everyone computes alone, so three primitives prove everything: opening a line, a
//! proof that slots and lines are 0 or 1, and an OR-proof that one of several lines has a given value.
//!
//! Games speak only of [`Line`], [`Laws`], [`Claim`] and [`Chart`], in plain arithmetic; what proves
//! them lives in the submodules and never in a game.

mod bits;
mod claims;
mod flaw;
mod or_proof;
mod pedersen;
mod proof;
mod sealed;
mod secret;
mod transcript;

pub mod letter;

pub use bits::BitsProof;
pub use claims::ClaimsProof;
pub use flaw::{Flaw, Unlawful};
pub use letter::Letter;
pub use or_proof::OrProof;
pub use proof::{LawsProof, Seal};
pub use sealed::Sealed;
pub use secret::{Chart, Secret, board_digest};
pub use transcript::Context;

use serde::{Deserialize, Serialize};

/// A SHA-256 digest.
pub type Digest = [u8; 32];

/// A public set of slots whose sum matters; slot numbers ascend and are distinct.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
pub struct Line(Vec<u32>);

impl Line {
    /// The line over these slots, in any order; a slot named twice counts once.
    pub fn new(slots: impl IntoIterator<Item = u32>) -> Line {
        let mut slots: Vec<u32> = slots.into_iter().collect();
        slots.sort_unstable();
        slots.dedup();
        Line(slots)
    }

    /// The line of a single slot.
    pub fn one(slot: u32) -> Line {
        Line(vec![slot])
    }

    /// The slots, ascending.
    pub fn slots(&self) -> &[u32] {
        &self.0
    }

    /// The sum of the line over `values`; slots beyond the end count 0.
    pub fn sum(&self, values: &[u8]) -> u32 {
        self.0.iter().filter_map(|&slot| values.get(slot as usize)).map(|&v| u32::from(v)).sum()
    }
}

/// What a sealed vector, or an extension of one, must satisfy besides every slot being 0 or 1.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Laws {
    /// Number of slots that these laws add to the vector; lines number slots over the whole vector.
    pub slots: u32,
    /// Lines whose sum is 0 or 1.
    pub at_most_one: Vec<Line>,
    /// Lines whose sum is exactly this.
    pub exactly: Vec<(Line, u32)>,
}

impl Laws {
    /// Whether `values`, a whole vector whose last `self.slots` slots these laws add, satisfies them.
    pub fn hold(&self, values: &[u8]) -> bool {
        let Some(first) = values.len().checked_sub(self.slots as usize) else { return false };
        values.iter().skip(first).all(|&v| v <= 1)
            && self.at_most_one.iter().all(|line| line.sum(values) <= 1)
            && self.exactly.iter().all(|(line, n)| line.sum(values) == *n)
    }
}

/// What an act or an answer asserts about its author's vector.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Claim {
    /// The line has this sum; everyone learns it.
    Opens(Line, u32),
    /// At least one of these lines has its sum; nobody learns which.
    OneOf(Vec<(Line, u32)>),
}

impl Claim {
    /// Whether it is true of `values`.
    pub fn holds(&self, values: &[u8]) -> bool {
        match self {
            Claim::Opens(line, value) => line.sum(values) == *value,
            Claim::OneOf(branches) => branches.iter().any(|(line, value)| line.sum(values) == *value),
        }
    }
}
