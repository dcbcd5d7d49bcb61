//! Straight ships that do not touch: where they can lie, which lists of them are a fleet, and fleets
//! at random.

use std::{fmt, str::FromStr};

use rand::{Rng, RngExt as _};
use serde::{Deserialize, Serialize};

use super::grid::{Cell, Cells, Grid, NotACell};

/// A straight ship on a board (CL-3).
///
/// A ship of one cell has no direction; its only encoding is across.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
pub struct Ship {
    /// Its left or upper end.
    pub at: Cell,
    /// Number of cells.
    pub length: u8,
    /// Whether it lies down a column instead of across a row.
    pub down: bool,
}

impl Ship {
    /// The ship of `length` cells from `at` to the right.
    pub fn across(at: Cell, length: u8) -> Ship {
        Ship { at, length, down: false }
    }

    /// The ship of `length` cells from `at` downwards; of one cell, the same as across.
    pub fn down(at: Cell, length: u8) -> Ship {
        Ship { at, length, down: length > 1 }
    }

    /// The ship that covers exactly these cells, in any order.
    pub fn of_cells(cells: &[Cell]) -> Result<Ship, Unfit> {
        let mut sorted = cells.iter().copied().take(usize::from(u8::MAX) + 1).collect::<Vec<_>>();
        sorted.sort_unstable();
        let (Some(&at), Ok(length)) = (sorted.first(), u8::try_from(sorted.len())) else {
            return Err(Unfit::NotStraight);
        };
        [Ship::across(at, length), Ship::down(at, length)]
            .into_iter()
            .find(|ship| ship.cells().eq(sorted.iter().copied()))
            .ok_or(Unfit::NotStraight)
    }

    /// Its cells from the left or upper end.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..i16::from(self.length))
            .filter_map(move |i| if self.down { self.at.offset(0, i) } else { self.at.offset(i, 0) })
    }

    /// Whether it lies inside the board, in its one encoding.
    pub fn fits(self, grid: Grid) -> bool {
        let end = i16::from(self.length) - 1;
        let last = if self.down { self.at.offset(0, end) } else { self.at.offset(end, 0) };
        self.length > 0
            && !(self.down && self.length == 1)
            && grid.contains(self.at)
            && last.is_some_and(|last| grid.contains(last))
    }

    /// The cells around it on the board: its halo (CL-7).
    pub fn halo(self, grid: Grid) -> Cells {
        let own: Cells = self.cells().collect();
        self.cells().flat_map(|cell| grid.neighbours(cell)).collect::<Cells>().without(own)
    }

    /// Its number among the placements of its length, in the order of [`placements`].
    pub fn number(self, grid: Grid) -> Option<u32> {
        if !self.fits(grid) {
            return None;
        }
        let (x, y) = (u32::from(self.at.x), u32::from(self.at.y));
        let (width, height) = (u32::from(grid.width), u32::from(grid.height));
        // How many fit across one row: none in a grid that is too narrow.
        let row = (width + 1).saturating_sub(u32::from(self.length));
        Some(if self.down { row * height + y * width + x } else { y * row + x })
    }

    /// The ship of this length with this [`Ship::number`].
    pub fn numbered(grid: Grid, length: u8, number: u32) -> Option<Ship> {
        let narrow = Grid { width: grid.width.saturating_add(1).saturating_sub(length), ..grid };
        let ship = match narrow.cell(number) {
            Some(at) => Ship { at, length, down: false },
            None => {
                let across = u32::from(narrow.width) * u32::from(narrow.height);
                Ship { at: grid.cell(number.checked_sub(across)?)?, length, down: true }
            }
        };
        ship.fits(grid).then_some(ship)
    }
}

impl fmt::Display for Ship {
    /// Its ends, such as `A1-D1`; one cell alone, such as `J1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cells().last() {
            Some(last) if last != self.at => write!(f, "{}-{last}", self.at),
            _ => self.at.fmt(f),
        }
    }
}

/// What was not the name of a ship.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotAShip {
    /// An end is no cell.
    #[error(transparent)]
    End(#[from] NotACell),
    /// The ends are neither in one row nor in one column.
    #[error("{0} and {1} are not the ends of a straight ship")]
    Crooked(Cell, Cell),
}

impl FromStr for Ship {
    type Err = NotAShip;

    /// Reads `A1-D1` and `J1`. Whether the ship is on a board is another question.
    fn from_str(text: &str) -> Result<Ship, NotAShip> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (a, b): (Cell, Cell) = (first.parse()?, last.parse()?);
        let (at, end) = (a.min(b), a.max(b));
        let crooked = NotAShip::Crooked(a, b);
        match (end.x.abs_diff(at.x), end.y - at.y) {
            (step, 0) => Ok(Ship::across(at, step.checked_add(1).ok_or(crooked)?)),
            (0, step) => Ok(Ship::down(at, step.checked_add(1).ok_or(crooked)?)),
            _ => Err(crooked),
        }
    }
}

/// All placements of ships of one length: those across, row by row from the top left, then those down,
/// row by row too. This order numbers the slots of a sealed chart.
pub fn placements(grid: Grid, length: u8) -> impl Iterator<Item = Ship> {
    (0..placement_count(grid, length)).filter_map(move |number| Ship::numbered(grid, length, number))
}

/// The number of [`placements`].
pub fn placement_count(grid: Grid, length: u8) -> u32 {
    let (width, height) = (u32::from(grid.width), u32::from(grid.height));
    let starts = |along: u32, other: u32| (along + 1).saturating_sub(u32::from(length)) * other;
    match length {
        0 => 0,
        1 => width * height,
        _ => starts(width, height) + starts(height, width),
    }
}

/// The placements of ships of one length that cover a cell.
pub fn placements_through(grid: Grid, length: u8, cell: Cell) -> impl Iterator<Item = Ship> {
    (0..i16::from(length))
        .flat_map(move |i| {
            let across = cell.offset(-i, 0).map(|at| Ship { at, length, down: false });
            let down = cell.offset(0, -i).map(|at| Ship { at, length, down: true });
            [across, down].into_iter().flatten()
        })
        .filter(move |ship| ship.fits(grid) && grid.contains(cell))
}

/// Why ships are no fleet.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unfit {
    /// A ship leaves the board (CL-3).
    #[error("a ship is not inside the board")]
    OutOfGrid,
    /// Cells that are no straight ship, or a ship of one cell in another encoding (CL-3).
    #[error("a ship is not straight")]
    NotStraight,
    /// Wrong lengths or wrong number of ships (CL-2).
    #[error("these are not the ships of the fleet")]
    WrongFleet,
    /// Two ships share a cell.
    #[error("two ships share a cell")]
    Overlap,
    /// Two ships touch, if only at a corner (CL-3, MI-8).
    #[error("two ships touch")]
    ShipsTouch,
}

/// Ships from the cells of each, whatever the order of ships and cells.
pub fn ships_from_cells(grid: Grid, ships: &[Vec<Cell>]) -> Result<Vec<Ship>, Unfit> {
    if ships.iter().flatten().any(|&cell| !grid.contains(cell)) {
        return Err(Unfit::OutOfGrid);
    }
    ships.iter().map(|cells| Ship::of_cells(cells)).collect()
}

/// Whether these ships are exactly a fleet of these lengths, inside the board and touching nowhere.
///
/// The first rule broken is told in this order: straight, inside, lengths, contact.
pub fn validate(grid: Grid, lengths: &[u8], ships: &[Ship]) -> Result<(), Unfit> {
    if ships.len() > grid.area() {
        return Err(Unfit::WrongFleet);
    }
    if ships.iter().any(|ship| ship.length == 0 || (ship.down && ship.length == 1)) {
        return Err(Unfit::NotStraight);
    }
    if ships.iter().any(|ship| !ship.fits(grid)) {
        return Err(Unfit::OutOfGrid);
    }
    let sorted = |mut lengths: Vec<u8>| {
        lengths.sort_unstable();
        lengths
    };
    if sorted(lengths.to_vec()) != sorted(ships.iter().map(|ship| ship.length).collect()) {
        return Err(Unfit::WrongFleet);
    }
    let (mut taken, mut halos) = (Cells::EMPTY, Cells::EMPTY);
    for ship in ships {
        let cells: Cells = ship.cells().collect();
        if !cells.and(taken).is_empty() {
            return Err(Unfit::Overlap);
        }
        if !cells.and(halos).is_empty() {
            return Err(Unfit::ShipsTouch);
        }
        taken = taken.or(cells);
        halos = halos.or(ship.halo(grid));
    }
    Ok(())
}

/// How often a random placement begins again from an empty board before it gives up: in the worst case
/// (8x8, Russian fleet and a mine) a try succeeds with 37 %, so all fail once in 10^40.
pub const TRIES: u32 = 200;

/// A fleet of these lengths at random, and `mines` single cells that touch neither ships nor each other.
///
/// Longest ships first, each uniformly among its legal positions, then the mines; a dead end begins
/// again. The distribution over whole layouts is therefore *not* uniform, which is harmless: everyone may
/// place as he likes. None after [`TRIES`] dead ends.
pub fn random(grid: Grid, lengths: &[u8], mines: usize, rng: &mut dyn Rng) -> Option<(Vec<Ship>, Vec<Cell>)> {
    let mut lengths = lengths.to_vec();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    (0..TRIES).find_map(|_| try_random(grid, &lengths, mines, rng))
}

fn try_random(grid: Grid, lengths: &[u8], mines: usize, rng: &mut dyn Rng) -> Option<(Vec<Ship>, Vec<Cell>)> {
    let mut open = Cells::all(grid);
    let mut ships = Vec::with_capacity(lengths.len());
    for &length in lengths {
        let free: Vec<Ship> =
            placements(grid, length).filter(|ship| ship.cells().all(|cell| open.contains(cell))).collect();
        let ship = pick(&free, rng)?;
        open = open.without(ship.cells().collect()).without(ship.halo(grid));
        ships.push(ship);
    }
    let mut placed = Vec::with_capacity(mines);
    for _ in 0..mines {
        let cell = pick(&open.to_vec(), rng)?;
        open.remove(cell);
        open = open.without(grid.neighbours(cell).collect());
        placed.push(cell);
    }
    placed.sort_unstable();
    Some((ships, placed))
}

fn pick<T: Copy>(list: &[T], rng: &mut dyn Rng) -> Option<T> {
    if list.is_empty() {
        return None;
    }
    list.get(rng.random_range(0..list.len())).copied()
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_numbered_in_their_order() {
        for (width, height) in [(8, 8), (10, 10), (15, 15), (5, 3), (2, 7)] {
            let grid = Grid { width, height };
            for length in 0..=7 {
                let all: Vec<Ship> = placements(grid, length).collect();
                assert_eq!(all.len() as u32, placement_count(grid, length), "{grid:?} {length}");
                for (number, ship) in all.iter().enumerate() {
                    assert_eq!(ship.number(grid), Some(number as u32));
                    assert_eq!(Ship::numbered(grid, length, number as u32), Some(*ship));
                    assert_eq!(Ship::of_cells(&ship.cells().collect::<Vec<_>>()), Ok(*ship));
                    assert_eq!(ship.to_string().parse(), Ok(*ship));
                }
                for cell in grid.cells() {
                    let mut through: Vec<Ship> = placements_through(grid, length, cell).collect();
                    through.sort_unstable_by_key(|ship| ship.number(grid));
                    let covering: Vec<Ship> =
                        all.iter().copied().filter(|ship| ship.cells().any(|c| c == cell)).collect();
                    assert_eq!(through, covering);
                }
            }
        }
    }

    #[test]
    fn ships_that_a_peer_may_send_do_no_harm() {
        let grid = Grid::square(10);
        for length in [0, 1, 2, 10, 11, 255] {
            for at in [Cell::new(0, 0), Cell::new(9, 9), Cell::new(250, 3), Cell::new(255, 255)] {
                for down in [false, true] {
                    let ship = Ship { at, length, down };
                    let inside = ship.cells().count() == usize::from(length)
                        && ship.cells().all(|cell| grid.contains(cell));
                    assert_eq!(ship.fits(grid), inside && length > 0 && !(down && length == 1));
                    assert_eq!(ship.number(grid).is_some(), ship.fits(grid));
                    assert!(ship.halo(grid).len() <= 100);
                    assert!(ship.fits(grid) || validate(grid, &[length], &[ship]).is_err());
                }
            }
        }
        assert_eq!(Ship::of_cells(&[]), Err(Unfit::NotStraight));
        assert_eq!(Ship::of_cells(&[Cell::new(0, 0); 300]), Err(Unfit::NotStraight));
        assert_eq!(Ship::of_cells(&[Cell::new(0, 0); 2]), Err(Unfit::NotStraight), "a cell twice");
        assert_eq!(Ship::of_cells(&[Cell::new(0, 0), Cell::new(2, 0)]), Err(Unfit::NotStraight), "a gap");
    }

    #[test]
    fn ships_are_named_by_their_ends() {
        assert_eq!("D1-A1".parse(), Ok(Ship::across(Cell::new(0, 0), 4)));
        assert_eq!("b2-B4".parse(), Ok(Ship::down(Cell::new(1, 1), 3)));
        assert_eq!("J1".parse(), Ok(Ship::across(Cell::new(9, 0), 1)));
        for wrong in ["", "A1-", "-A1", "A1-B2", "A1-A256", "A1-B1-C1"] {
            assert!(wrong.parse::<Ship>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_halo_is_what_touches_the_ship() {
        let grid = Grid::square(8);
        for ship in (1..=4).flat_map(|length| placements(grid, length)) {
            let own: Cells = ship.cells().collect();
            let near: Cells = grid
                .cells()
                .filter(|&cell| !own.contains(cell) && ship.cells().any(|other| other.touches(cell)))
                .collect();
            assert_eq!(ship.halo(grid), near);
        }
    }
}
