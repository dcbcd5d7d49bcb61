//! Directions, and the board as each seat sees it.
//!
//! Cells are counted from the South West corner: `A1` is the lower left one, and `y` grows to the North
//! (G-14). What is said of a seat's rows is said in its own *frame*: row 0 is its own edge, the goal is
//! the last row, columns count from its left, and its ships ahead have the heading N.

use serde::{Deserialize, Serialize};

use crate::games::grid::Cell;

/// Where a bow points to.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the points of the compass")]
pub enum Heading {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

use Heading::{E, N, NE, NW, S, SE, SW, W};

impl Heading {
    /// All of them, clockwise.
    pub const ALL: [Heading; 8] = [N, NE, E, SE, S, SW, W, NW];

    /// Columns and rows of one step.
    pub const fn step(self) -> (i16, i16) {
        match self {
            N => (0, 1),
            NE => (1, 1),
            E => (1, 0),
            SE => (1, -1),
            S => (0, -1),
            SW => (-1, -1),
            W => (-1, 0),
            NW => (-1, 1),
        }
    }

    /// The cell one step from here; it may be beyond the board.
    pub fn from(self, cell: Cell) -> Option<Cell> {
        let (columns, rows) = self.step();
        cell.offset(columns, rows)
    }

    /// The direction from a cell to its neighbour; none if it is no neighbour.
    pub fn between(cell: Cell, neighbour: Cell) -> Option<Heading> {
        Self::ALL.into_iter().find(|heading| heading.from(cell) == Some(neighbour))
    }

    /// After so many eighths of a circle clockwise.
    pub fn turned(self, eighths: u8) -> Heading {
        Self::ALL.into_iter().cycle().nth(usize::from(self.number()) + usize::from(eighths)).unwrap_or(self)
    }

    /// Whether both lie on one line, the same way or opposite ways.
    pub const fn is_along(self, other: Heading) -> bool {
        self.eighths_to(other).is_multiple_of(4)
    }

    /// Whether they are perpendicular (DF-1).
    pub const fn is_across(self, other: Heading) -> bool {
        self.eighths_to(other) % 4 == 2
    }

    const fn eighths_to(self, other: Heading) -> u8 {
        (other.number() + 8 - self.number()) % 8
    }

    /// Its place in [`Heading::ALL`].
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// The edge at which a seat sits (DF-20), clockwise.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[expect(missing_docs, reason = "the points of the compass")]
pub enum Edge {
    South,
    West,
    North,
    East,
}

impl Edge {
    /// All of them, clockwise.
    pub const ALL: [Edge; 4] = [Edge::South, Edge::West, Edge::North, Edge::East];

    /// The edge that is the goal of whoever sits at this one.
    pub const fn opposite(self) -> Edge {
        match self {
            Edge::South => Edge::North,
            Edge::West => Edge::East,
            Edge::North => Edge::South,
            Edge::East => Edge::West,
        }
    }

    /// A cell of the frame of who sits here, as a cell of the board of this size.
    pub fn place(self, size: u8, framed: Cell) -> Cell {
        let (x, y) = (framed.x, framed.y);
        let (right, far) = (size.saturating_sub(x + 1), size.saturating_sub(y + 1));
        match self {
            Edge::South => Cell::new(x, y),
            Edge::West => Cell::new(y, right),
            Edge::North => Cell::new(right, far),
            Edge::East => Cell::new(far, x),
        }
    }

    /// A cell of the board of this size as who sits here sees it: the inverse of [`Edge::place`].
    pub fn seen(self, size: u8, cell: Cell) -> Cell {
        match self {
            Edge::West => Edge::East.place(size, cell),
            Edge::East => Edge::West.place(size, cell),
            Edge::South | Edge::North => self.place(size, cell),
        }
    }

    /// A heading of the frame as a heading on the board: N becomes the way ahead.
    pub fn heading(self, framed: Heading) -> Heading {
        framed.turned(2 * self as u8)
    }

    /// A heading on the board as who sits here sees it.
    pub fn seen_heading(self, heading: Heading) -> Heading {
        heading.turned(8 - 2 * self as u8)
    }

    /// How many rows a cell is away from this edge, whose own row is 0.
    pub fn row(self, size: u8, cell: Cell) -> u8 {
        self.seen(size, cell).y
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::games::grid::Grid;

    #[test]
    fn the_two_flanks_are_those_of_the_table() {
        let flanks = |heading: Heading| Heading::ALL.into_iter().filter(move |way| heading.is_across(*way));
        let table = [
            (N, [E, W]),
            (S, [E, W]),
            (E, [N, S]),
            (W, [N, S]),
            (NE, [SE, NW]),
            (SW, [SE, NW]),
            (NW, [NE, SW]),
            (SE, [NE, SW]),
        ];
        for (heading, sides) in table {
            assert!(flanks(heading).eq(sides), "{heading:?}");
        }
        for (a, b) in Heading::ALL.into_iter().flat_map(|a| Heading::ALL.map(|b| (a, b))) {
            let ((ax, ay), (bx, by)) = (a.step(), b.step());
            assert_eq!(a.is_across(b), ax * bx + ay * by == 0);
            assert_eq!(a.is_along(b), ax * by == ay * bx);
        }
    }

    #[test]
    fn a_step_back_is_half_a_turn() {
        for (cell, heading) in Grid::square(8).cells().flat_map(|cell| Heading::ALL.map(|h| (cell, h))) {
            if let Some(next) = heading.from(cell) {
                assert_eq!(heading.turned(4).from(next), Some(cell));
                assert_eq!(Heading::between(cell, next), Some(heading));
            }
        }
        assert_eq!(Heading::between(Cell::new(1, 1), Cell::new(1, 1)), None);
        assert_eq!(Heading::between(Cell::new(1, 1), Cell::new(3, 1)), None);
    }

    #[test]
    fn every_edge_sees_its_own_board() {
        let at = |edge: Edge, framed: &str| edge.place(12, framed.parse().unwrap()).to_string();
        let corners = Edge::ALL.map(|edge| [at(edge, "C2"), at(edge, "J2")]);
        assert_eq!(corners, [["C2", "J2"], ["B10", "B3"], ["J11", "C11"], ["K3", "K10"]]);
        assert_eq!(Edge::ALL.map(|edge| edge.heading(N)), [N, E, S, W]);
        for edge in Edge::ALL {
            for cell in Grid::square(12).cells() {
                assert_eq!(edge.seen(12, edge.place(12, cell)), cell);
                assert_eq!(edge.row(12, cell) + edge.opposite().row(12, cell), 11);
            }
            for heading in Heading::ALL {
                assert_eq!(edge.seen_heading(edge.heading(heading)), heading);
                let framed = Cell::new(5, 6);
                let there = edge.heading(heading).from(edge.place(12, framed)).unwrap();
                assert_eq!(edge.seen(12, there), heading.from(framed).unwrap());
            }
        }
    }
}
