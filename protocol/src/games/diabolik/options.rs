//! What can be chosen.

use serde::{Deserialize, Serialize};

/// What is agreed before a game (DF-5, DF-26).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// How many ships on the goal row win: 2 to 4.
    pub arrivals: u8,
    /// With fewer ships on the board a seat is out: 2 to 6.
    pub minimum: u8,
    /// Balls of a bonus turn: 2 to 4.
    pub bonus: u8,
    /// Whether ships of others may serve as attackers, if their owners permit it.
    pub joint: bool,
}

impl Options {
    /// What is played where nothing is chosen.
    pub const DEFAULT: Options = Options { arrivals: 3, minimum: 3, bonus: 4, joint: false };
}
