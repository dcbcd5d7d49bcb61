//! Squares of water: cells, grids and sets of cells.
//!
//! Cells come from peers, so nothing here trusts a coordinate: a cell outside its grid has no
//! neighbours in it and belongs to no set.

use std::{cmp::Ordering, fmt, iter::successors, num::NonZero, str::FromStr};

use serde::{Deserialize, Serialize};

/// A cell, counted from 0 at the top left (G-14).
///
/// Cells are ordered row by row from the top, which is the canonical order of every list of cells.
/// Written `A1`: letters are columns from the left, numbers are rows from the top.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    pub fn new(x: u8, y: u8) -> Cell {
        Cell { x, y }
    }

    /// The cell so many columns and rows away, if its coordinates still are numbers of a cell.
    pub fn offset(self, columns: i16, rows: i16) -> Option<Cell> {
        let x = u8::try_from(i16::from(self.x).checked_add(columns)?).ok()?;
        let y = u8::try_from(i16::from(self.y).checked_add(rows)?).ok()?;
        Some(Cell { x, y })
    }

    /// Whether the two are one cell or neighbours, corners included.
    pub fn touches(self, other: Cell) -> bool {
        self.x.abs_diff(other.x) <= 1 && self.y.abs_diff(other.y) <= 1
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Cell) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = u16::from(self.y) + 1;
        match self.x {
            x @ 0..26 => write!(f, "{}{row}", char::from(b'A' + x)),
            // No board is that wide; a peer's cell still has to be named in a message.
            x => write!(f, "({x},{})", self.y),
        }
    }
}

/// What was not the name of a cell.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0:?} is not a cell such as A1")]
pub struct NotACell(String);

impl FromStr for Cell {
    type Err = NotACell;

    /// Reads `A1`, in capital or small letters. Whether the cell is on a board is another question.
    fn from_str(text: &str) -> Result<Cell, NotACell> {
        let no = || NotACell(text.chars().take(16).collect());
        let mut rest = text.chars();
        let letter = rest.next().map(|c| c.to_ascii_uppercase()).filter(char::is_ascii_uppercase);
        let x = letter.and_then(|c| u8::try_from(c).ok()).ok_or_else(no)? - b'A';
        let digits = rest.as_str();
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(no());
        }
        let row: u8 = digits.parse().map_err(|_| no())?;
        Ok(Cell { x, y: row.checked_sub(1).ok_or_else(no)? })
    }
}

/// A board of cells.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Grid {
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
}

impl Grid {
    /// The square grid of this size.
    pub fn square(size: u8) -> Grid {
        Grid { width: size, height: size }
    }

    /// Number of cells.
    pub fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Whether the cell is on the board.
    pub fn contains(self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Cell { x, y }))
    }

    /// The number of a cell in the order of [`Grid::cells`].
    pub fn number(self, cell: Cell) -> Option<u32> {
        self.contains(cell).then(|| u32::from(cell.y) * u32::from(self.width) + u32::from(cell.x))
    }

    /// The cell of a number, as [`Grid::number`] counts them.
    pub fn cell(self, number: u32) -> Option<Cell> {
        let (x, y) = (number.checked_rem(self.width.into())?, number.checked_div(self.width.into())?);
        let cell = Cell { x: u8::try_from(x).ok()?, y: u8::try_from(y).ok()? };
        self.contains(cell).then_some(cell)
    }

    /// The up to eight neighbours of a cell on the board, row by row.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let around = (-1..=1).flat_map(|rows| (-1..=1).map(move |columns| (columns, rows)));
        around
            .filter(|&step| step != (0, 0))
            .filter_map(move |(columns, rows)| cell.offset(columns, rows))
            .filter(move |&near| self.contains(cell) && self.contains(near))
    }
}

/// A set of cells of a board of at most 16x16; small enough to copy.
#[derive(Copy, Clone, Default, Eq, PartialEq, Hash)]
pub struct Cells([u64; 4]);

impl Cells {
    /// Columns and rows for which a set has room; cells beyond are in no set.
    pub const SIDE: u8 = 16;

    /// The set without cells.
    pub const EMPTY: Cells = Cells([0; 4]);

    /// All cells of a board.
    pub fn all(grid: Grid) -> Cells {
        grid.cells().collect()
    }

    /// Word and bit of a cell: bits ascend row by row.
    fn place(cell: Cell) -> Option<(usize, u64)> {
        (cell.x < Self::SIDE && cell.y < Self::SIDE)
            .then(|| (usize::from(cell.y / 4), 1 << ((cell.y % 4) * 16 + cell.x)))
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        Self::place(cell)
            .and_then(|(word, bit)| self.0.get(word).map(|bits| bits & bit != 0))
            .unwrap_or(false)
    }

    /// Adds a cell; false if it was there, or is beyond [`Cells::SIDE`].
    pub fn insert(&mut self, cell: Cell) -> bool {
        let Some((word, bit)) = Self::place(cell) else { return false };
        let Some(bits) = self.0.get_mut(word) else { return false };
        let new = *bits & bit == 0;
        *bits |= bit;
        new
    }

    /// Takes a cell out; false if it was not there.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let Some((word, bit)) = Self::place(cell) else { return false };
        let Some(bits) = self.0.get_mut(word) else { return false };
        let there = *bits & bit != 0;
        *bits &= !bit;
        there
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Cells of either set.
    pub fn or(self, other: Cells) -> Cells {
        self.zip(other, |a, b| a | b)
    }

    /// Cells of both sets.
    pub fn and(self, other: Cells) -> Cells {
        self.zip(other, |a, b| a & b)
    }

    /// Cells of this set that are not in the other.
    pub fn without(self, other: Cells) -> Cells {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(self, other: Cells, with: impl Fn(u64, u64) -> u64) -> Cells {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Cells([with(a, e), with(b, f), with(c, g), with(d, h)])
    }

    /// The cells row by row.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        (0u8..).step_by(4).zip(self.0).flat_map(|(row, bits)| {
            // One bit after the other, the lowest first.
            let rests = successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)));
            rests.map_while(NonZero::new).map(move |rest| {
                let bit = (rest.trailing_zeros() & 63) as u8;
                Cell { x: bit % Self::SIDE, y: row + bit / Self::SIDE }
            })
        })
    }

    /// The cells row by row, as a list.
    pub fn to_vec(&self) -> Vec<Cell> {
        self.iter().collect()
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Cells {
        let mut set = Cells::EMPTY;
        set.extend(cells);
        set
    }
}

impl Extend<Cell> for Cells {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.to_string())).finish()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for cell in Grid::square(15).cells() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(cell.to_string().to_lowercase().parse(), Ok(cell));
        }
        assert_eq!("C7".parse(), Ok(Cell::new(2, 6)));
        for wrong in ["", "A", "1", "A0", "A01", "A+1", "AA1", "A1 ", "A256", "É1", "1A", "A-1"] {
            assert!(wrong.parse::<Cell>().is_err(), "{wrong}");
        }
        assert_eq!(Cell::new(200, 255).to_string(), "(200,255)");
        assert_eq!(Cell::new(0, 255).to_string(), "A256");
    }

    #[test]
    fn cells_are_numbered_row_by_row() {
        let grid = Grid { width: 5, height: 3 };
        assert!(grid.cells().is_sorted());
        for (number, cell) in grid.cells().enumerate() {
            assert_eq!(grid.number(cell).map(|n| n as usize), Some(number));
            assert_eq!(grid.cell(u32::try_from(number).unwrap()), Some(cell));
        }
        assert_eq!((grid.cell(15), grid.cell(u32::MAX), Grid::square(0).cell(0)), (None, None, None));
        assert_eq!(grid.number(Cell::new(5, 0)), None);
        assert_eq!(grid.number(Cell::new(0, 3)), None);
    }

    #[test]
    fn neighbours_are_the_cells_that_touch() {
        let grid = Grid { width: 5, height: 4 };
        for cell in grid.cells() {
            let touching: Vec<Cell> =
                grid.cells().filter(|&near| near != cell && near.touches(cell)).collect();
            assert_eq!(grid.neighbours(cell).collect::<Vec<_>>(), touching);
        }
        assert_eq!(grid.neighbours(Cell::new(5, 0)).count(), 0, "a cell off the board");
        assert_eq!(grid.neighbours(Cell::new(255, 255)).count(), 0);
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let grid = Grid::square(15);
        let even: Cells = grid.cells().filter(|cell| (cell.x + cell.y) % 2 == 0).collect();
        assert_eq!(even.len(), 113);
        assert!(even.iter().is_sorted() && even.iter().all(|cell| (cell.x + cell.y) % 2 == 0));
        assert_eq!(even.iter().count(), 113);
        let corners = Cells::from_iter([(0, 0), (15, 0), (0, 15), (15, 15)].map(|(x, y)| Cell::new(x, y)));
        assert_eq!(
            corners.to_vec().iter().map(Cell::to_string).collect::<Vec<_>>(),
            ["A1", "P1", "A16", "P16"]
        );
        let odd = Cells::all(grid).without(even);
        assert_eq!(odd.len(), 112);
        assert!(odd.and(even).is_empty());
        assert_eq!(odd.or(even), Cells::all(grid));
        let mut set = odd;
        let cell = Cell::new(1, 0);
        assert!(!set.insert(cell) && set.remove(cell) && !set.remove(cell) && set.insert(cell));
        assert_eq!(set, odd);
        assert!(!set.insert(Cell::new(16, 0)) && !set.insert(Cell::new(0, 255)));
        assert!(!set.contains(Cell::new(255, 255)) && set == odd);
    }
}
