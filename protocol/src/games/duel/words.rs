//! What is said in a duel, and what is told about it.

use serde::{Deserialize, Serialize};

use crate::{
    games::{fleet::Ship, grid::Cell},
    rules::{Leaving, Seat},
};

/// What a player chooses.
#[derive(Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum Act {
    /// Fires at these cells of the other sea: one, or a salvo (CL-6, MI-10, MI-19). The cells are a
    /// set (MI-20), so they are said row by row.
    Fire(Vec<Cell>),
    /// Reveals these cells of his own ships after hitting mines (MI-15, MI-21), row by row.
    Reveal(Vec<Cell>),
}

impl Act {
    /// Fires at these cells, in whatever order they come.
    pub fn fire(cells: impl IntoIterator<Item = Cell>) -> Act {
        Act::Fire(row_by_row(cells))
    }

    /// Reveals these cells, in whatever order they come.
    pub fn reveal(cells: impl IntoIterator<Item = Cell>) -> Act {
        Act::Reveal(row_by_row(cells))
    }
}

fn row_by_row(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    cells.sort_unstable();
    cells
}

/// What a shot met.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// Water.
    Miss,
    /// A ship, sunk by it or not (MI-20).
    Hit,
    /// A mine (MI-10).
    Mine,
}

/// What the owner of the sea owes to a shot or a salvo.
#[derive(Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub struct Answer {
    /// What each shot met, in the order of the cells.
    pub outcomes: Vec<Outcome>,
    /// Every ship whose last intact cell this was (MI-20), ascending.
    pub sunk: Vec<Ship>,
}

/// Something that everyone may know.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Event {
    /// The draw decided who fires first (CL-5, MI-9).
    Begins(Seat),
    /// Shots are on their way to the sea of the other seat.
    Fired {
        /// The shooter.
        by: Seat,
        /// Where at, row by row.
        cells: Vec<Cell>,
    },
    /// What one of the shots met.
    Answered {
        /// Whose sea it is.
        sea: Seat,
        /// Where.
        cell: Cell,
        /// What was there.
        outcome: Outcome,
    },
    /// A ship lost its last intact cell.
    Sunk {
        /// Whose ship it was.
        sea: Seat,
        /// Where it lay.
        ship: Ship,
    },
    /// Cells around a sunk ship are now known to be empty (CL-7).
    KnownEmpty {
        /// Whose sea it is.
        sea: Seat,
        /// Which cells, row by row.
        cells: Vec<Cell>,
    },
    /// The shooter hit mines and owes so many cells of his own ships (MI-15).
    RevealDue {
        /// Who owes them.
        seat: Seat,
        /// How many.
        count: usize,
    },
    /// Cells of the seat's own ships were revealed; they are not hit (MI-16).
    Revealed {
        /// Whose ships they belong to.
        seat: Seat,
        /// Which cells, row by row.
        cells: Vec<Cell>,
    },
    /// The seat fires again (CL-6, MI-12, MI-22).
    Again(Seat),
    /// The turn passes to this seat.
    Turn(Seat),
    /// The seat is out.
    Left {
        /// Who.
        seat: Seat,
        /// Why.
        why: Leaving,
    },
    /// Play has ended with this winner (CL-9, MI-23).
    Won(Seat),
    /// Play has ended without a winner, because both seats are out.
    Nobody,
}
