//! What is said in the game, and what is told about it.

use serde::{Deserialize, Serialize};

use super::{
    compass::{Edge, Heading},
    setup::SetUp,
};
use crate::{
    games::grid::Cell,
    rules::{Leaving, Ranking, Seat},
};

/// One act of a turn.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
pub enum Act {
    /// The ship on this cell moves one cell ahead.
    Move {
        /// Where it is.
        from: Cell,
    },
    /// The ship on this cell takes another heading.
    Turn {
        /// Where it is.
        at: Cell,
        /// Its new heading.
        to: Heading,
    },
    /// Two ships sink another seat's ship.
    Sink {
        /// Where it is.
        target: Cell,
        /// Where the two are, row by row.
        by: [Cell; 2],
    },
    /// A ship of the reserve comes back to the board.
    Build {
        /// Where.
        at: Cell,
        /// Its heading.
        heading: Heading,
    },
}

impl Act {
    /// Sinks a ship by two others, in whatever order they are named.
    pub fn sink(target: Cell, mut by: [Cell; 2]) -> Act {
        by.sort_unstable();
        Act::Sink { target, by }
    }
}

/// What a seat says on its turn: all acts of it at once.
///
/// Rules bound its length: an act costs a ball at least or takes a ship off the board.
#[derive(Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
pub struct Plan {
    /// The turn.
    pub acts: Vec<Act>,
    /// The bonus turn, if it is played (DF-14).
    pub bonus: Option<Vec<Act>>,
    /// Who may use the seat's ships from now on, ascending; none leaves it as it is (DF-26).
    pub allies: Option<Vec<Seat>>,
}

impl Plan {
    /// A plan without a bonus turn.
    pub fn of(acts: impl IntoIterator<Item = Act>) -> Plan {
        Plan { acts: acts.into_iter().collect(), ..Plan::default() }
    }
}

/// What a seat owes before the first turn: the headings of its set-up, in its own frame from its left to
/// its right.
#[derive(Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub struct Answer(pub SetUp);

/// Something that everyone may know.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Event {
    /// The draw decided who sits where, in the order of seats, and who begins.
    Drawn {
        /// The edge of each seat.
        edges: Vec<Edge>,
        /// Who begins.
        begins: Seat,
    },
    /// A seat showed its set-up: its ships stand on the board.
    SetUp(Seat),
    /// The turn passes to this seat.
    Turn(Seat),
    /// A ship moved.
    Moved {
        /// Whose ship.
        seat: Seat,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// Whether it has reached the goal row.
        arrived: bool,
    },
    /// A ship took another heading.
    Turned {
        /// Whose ship.
        seat: Seat,
        /// Where it is.
        at: Cell,
        /// Its new heading.
        to: Heading,
    },
    /// A ship was sunk.
    Sunk {
        /// Who sank it.
        seat: Seat,
        /// Whose ship it was.
        owner: Seat,
        /// Where it was.
        target: Cell,
        /// By which two.
        by: [Cell; 2],
    },
    /// A ship came back to the board.
    Built {
        /// Whose ship.
        seat: Seat,
        /// Where.
        at: Cell,
        /// Its heading.
        heading: Heading,
    },
    /// The seat plays a bonus turn.
    Bonus(Seat),
    /// From now on these may use the ships of this seat.
    Allies {
        /// Whose ships.
        seat: Seat,
        /// Who may.
        allies: Vec<Seat>,
    },
    /// The seat is out.
    Out {
        /// Who.
        seat: Seat,
        /// Why.
        why: Why,
    },
    /// So many turns are enough (DF-18).
    Limit,
    /// Play has ended.
    Over(Ranking),
}

/// Why a seat is out.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Why {
    /// Fewer ships than the minimum (DF-16, DF-24).
    Few,
    /// No legal plan (DF-17).
    Blocked,
    /// It left.
    Left(Leaving),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The vectors of docs/protocol.md, P-92.
    #[test]
    fn words_have_the_bytes_of_the_specification() {
        let cell = Cell::new;
        let moves = |x, y| Act::Move { from: cell(x, y) };
        let turned = Act::Turn { at: cell(0, 1), to: Heading::NE };
        let sink = Act::sink(cell(3, 4), [cell(4, 4), cell(2, 4)]);
        let bonus = Some(vec![moves(0, 2)]);
        let all = Plan { bonus, allies: Some(vec![Seat(0), Seat(2)]), ..Plan::of([moves(0, 1), sink]) };
        let plans = [
            (Plan::of([moves(0, 1)]), "010000010000"),
            (Plan::of([turned, moves(0, 1)]), "02010001010000010000"),
            (all, "0200000102030402040404010100000201020002"),
        ];
        for (plan, bytes) in plans {
            assert_eq!(hex(&wire::encode(&plan)), bytes);
        }
        let mut set_up = [Heading::N; 8];
        if let Some(last) = set_up.last_mut() {
            *last = Heading::NW;
        }
        assert_eq!(hex(&wire::encode(&Answer(set_up))), "0000000000000007");
    }
}
