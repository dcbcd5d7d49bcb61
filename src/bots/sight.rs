//! One sea as the public sees it, and what follows from it at a glance: where no ship can be, since
//! ships and mines touch nothing.

use marque_protocol::{
    games::{
        duel::Duel,
        fleet::Ship,
        grid::{Cell, Cells},
    },
    rules::Seat,
};

use super::bits::Bits;

/// The largest board that [`u128`] has room for.
pub(super) const NARROW: u8 = 10;

/// The numbering of the cells of a square board.
#[derive(Copy, Clone)]
pub(super) struct Board<B> {
    /// Every cell.
    pub(super) all: B,
    /// From a cell to the one below.
    stride: u32,
}

impl<B: Bits> Board<B> {
    pub(super) fn new(size: u8) -> Board<B> {
        let size = u32::from(size);
        let board = Board { all: B::EMPTY, stride: size + 1 };
        let row = (0..size).fold(B::EMPTY, |row, x| row | B::one(x));
        let all = (0..size).fold(B::EMPTY, |all, y| all | row << (y * board.stride));
        Board { all, ..board }
    }

    pub(super) fn number(self, cell: Cell) -> u32 {
        u32::from(cell.y) * self.stride + u32::from(cell.x)
    }

    pub(super) fn cell(self, number: u32) -> Cell {
        // Numbers of a board are below 256.
        Cell::new((number % self.stride) as u8, (number / self.stride) as u8)
    }

    /// Which of the diagonals that rise to the right a cell lies on, counted from the corner.
    pub(super) fn diagonal(self, number: u32) -> u32 {
        number % self.stride + number / self.stride
    }

    pub(super) fn set(self, cells: Cells) -> B {
        cells.iter().fold(B::EMPTY, |set, cell| set | B::one(self.number(cell)))
    }

    pub(super) fn ship(self, ship: Ship) -> B {
        ship.cells().fold(B::EMPTY, |set, cell| set | B::one(self.number(cell)))
    }

    /// These cells and all that touch them.
    pub(super) fn around(self, cells: B) -> B {
        let wide = cells | cells << 1 | cells >> 1;
        (wide | wide << self.stride | wide >> self.stride) & self.all
    }

    /// The cells that touch these at a side.
    pub(super) fn beside(self, cells: B) -> B {
        let near = cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride;
        (near & self.all).without(cells)
    }

    /// The cells that touch these at a corner: a ship through any of these cells cannot go there.
    fn corners(self, cells: B) -> B {
        let wide = (cells << 1 | cells >> 1) & self.all;
        (wide << self.stride | wide >> self.stride) & self.all
    }

    /// Where ships of this length that lie within `room` have their left or upper end: those across
    /// and those down. A ship of one cell only lies across.
    pub(super) fn ends(self, room: B, length: u32) -> (B, B) {
        let down = if length == 1 { B::EMPTY } else { run(room, length, self.stride) };
        (run(room, length, 1), down)
    }

    /// The cells of the ship with this end.
    pub(super) fn ship_at(self, end: u32, length: u32, down: bool) -> B {
        let step = if down { self.stride } else { 1 };
        (0..length).fold(B::EMPTY, |ship, part| ship | B::one(end + part * step))
    }

    /// Every ship of this length within `room`.
    pub(super) fn ships(self, room: B, length: u32) -> impl Iterator<Item = B> {
        let (across, down) = self.ends(room, length);
        let across = across.members().map(move |end| self.ship_at(end, length, false));
        across.chain(down.members().map(move |end| self.ship_at(end, length, true)))
    }
}

/// The members from which `length` members follow at this step.
fn run<B: Bits>(room: B, length: u32, step: u32) -> B {
    let (mut starts, mut known) = (room, 1);
    while known < length {
        let more = known.min(length - known);
        starts = starts & starts >> (more * step);
        known += more;
    }
    starts
}

/// What is known of one seat's sea.
pub(super) struct Sight<B> {
    pub(super) board: Board<B>,
    /// Lengths of the whole fleet, longest first.
    pub(super) fleet: Vec<u32>,
    /// Lengths of the ships afloat, longest first.
    pub(super) afloat: Vec<u32>,
    /// Ships sunk.
    pub(super) sunk: Vec<B>,
    /// Hits on ships afloat.
    pub(super) wounds: B,
    /// Wounds, and revealed cells: each is part of a ship afloat.
    pub(super) known: B,
    /// Where ships afloat can be at all, known cells included.
    pub(super) room: B,
    /// Where mines that nobody has hit can be at all.
    pub(super) mine_room: B,
    /// Mines that nobody has hit.
    pub(super) mines: u32,
    /// Mines hit.
    pub(super) mines_hit: B,
    /// What may be fired at.
    pub(super) open: B,
}

impl<B: Bits> Sight<B> {
    /// What the public knows of this seat's sea.
    pub(super) fn new(duel: &Duel, sea: Seat) -> Sight<B> {
        let board: Board<B> = Board::new(duel.grid().width);
        let sunk: Vec<B> = duel.sunk(sea).iter().map(|&ship| board.ship(ship)).collect();
        let all_sunk = sunk.iter().fold(B::EMPTY, |all, &ship| all | ship);
        let wounds = board.set(duel.hits(sea)).without(all_sunk);
        let known = wounds | board.set(duel.revealed(sea));
        let mines_hit = board.set(duel.mines_hit(sea));
        let dry = board.set(duel.misses(sea)) | board.set(duel.known_empty(sea));
        let near = board.around(all_sunk | mines_hit);
        let mines = (duel.rules().mine_count() as u32).saturating_sub(mines_hit.count());
        Sight {
            fleet: lengths(duel.rules().fleet.lengths()),
            afloat: lengths(duel.afloat(sea)),
            sunk,
            wounds,
            known,
            room: board.all.without(dry | near | board.corners(known)),
            mine_room: board.all.without(dry | near | board.around(known)),
            mines,
            mines_hit,
            open: board.set(duel.open(sea)),
            board,
        }
    }

    /// Every place of a ship afloat of this length that what is known allows: it takes no cell
    /// beside a known cell without taking that one too, and has a cell that is not hit.
    pub(super) fn places(&self, length: u32) -> impl Iterator<Item = B> {
        let possible = self.board.ships(self.room, length);
        possible.filter(|&ship| {
            !ship.without(self.wounds).is_empty() && !self.known.without(ship).meets(self.board.around(ship))
        })
    }
}

fn lengths(lengths: Vec<u8>) -> Vec<u32> {
    lengths.into_iter().map(u32::from).collect()
}
