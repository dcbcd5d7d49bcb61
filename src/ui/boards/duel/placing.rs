//! Laying out a fleet and mines: what lies where, what is left, and why a spot will not do.

use marque_protocol::games::{
    duel::{Layout, Options},
    fleet::{Ship, placements},
    grid::{Cell, Cells, Grid},
};
use rand::{Rng, seq::IndexedRandom as _};

/// Steps that can be undone.
const HISTORY_MOST: usize = 200;
/// Random completions that are tried before a fleet counts as impossible to complete.
const TRIES: usize = 200;

/// A kind of thing that is laid.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Piece {
    /// A ship of this length.
    Ship(u8),
    /// A mine.
    Mine,
}

/// A thing and its place.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Laid {
    /// A ship.
    Ship(Ship),
    /// A mine.
    Mine(Cell),
}

impl Laid {
    /// What it is.
    pub fn piece(self) -> Piece {
        match self {
            Laid::Ship(ship) => Piece::Ship(ship.length),
            Laid::Mine(_) => Piece::Mine,
        }
    }

    /// The room it takes, as that of a ship.
    pub fn room(self) -> Ship {
        match self {
            Laid::Ship(ship) => ship,
            Laid::Mine(cell) => Ship::across(cell, 1),
        }
    }

    fn lies_on(self, cell: Cell) -> bool {
        self.room().cells().any(|part| part == cell)
    }
}

/// Why something cannot lie somewhere.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Hindrance {
    /// A part of it would be off the board.
    Outside,
    /// It would lie on this.
    Overlaps(Laid),
    /// It would touch this, by a corner at least.
    Touches(Laid),
    /// There is no further one to lay.
    NoneLeft(Piece),
    /// What lies leaves no room for the rest.
    NoRoom(Piece),
}

/// A fleet while it is laid out. Everything that changes it can be undone.
#[derive(Clone)]
pub struct Placing {
    options: Options,
    laid: Vec<Laid>,
    history: Vec<Vec<Laid>>,
}

impl Placing {
    /// An empty sea.
    pub fn new(options: Options) -> Placing {
        Placing { options, laid: Vec::new(), history: Vec::new() }
    }

    /// The rules of the game that is laid out for.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What lies.
    pub fn laid(&self) -> &[Laid] {
        &self.laid
    }

    /// The ships that lie.
    pub fn ships(&self) -> Vec<Ship> {
        let ship = |laid: &Laid| if let Laid::Ship(ship) = laid { Some(*ship) } else { None };
        self.laid.iter().filter_map(ship).collect()
    }

    /// The mines that lie.
    pub fn mines(&self) -> Cells {
        let mine = |laid: &Laid| if let Laid::Mine(cell) = laid { Some(*cell) } else { None };
        self.laid.iter().filter_map(mine).collect()
    }

    /// What is on a cell.
    pub fn at(&self, cell: Cell) -> Option<Laid> {
        self.laid.iter().copied().find(|laid| laid.lies_on(cell))
    }

    /// What does not lie yet: ships, longest first, then mines.
    pub fn left(&self) -> Vec<Piece> {
        let ships = self.options.fleet.lengths().into_iter().map(Piece::Ship);
        let mut left: Vec<Piece> = ships.collect();
        left.extend(std::iter::repeat_n(Piece::Mine, self.options.mine_count()));
        for laid in &self.laid {
            if let Some(found) = left.iter().position(|piece| *piece == laid.piece()) {
                left.remove(found);
            }
        }
        left
    }

    /// Why this cannot be added as it is.
    pub fn hindrance(&self, laid: Laid) -> Option<Hindrance> {
        if !self.left().contains(&laid.piece()) {
            return Some(Hindrance::NoneLeft(laid.piece()));
        }
        let (grid, room) = (self.options.grid(), laid.room());
        if !room.fits(grid) {
            return Some(Hindrance::Outside);
        }
        if let Some(other) = self.laid.iter().find(|other| room.cells().any(|cell| other.lies_on(cell))) {
            return Some(Hindrance::Overlaps(*other));
        }
        let halo = room.halo(grid);
        let touches = |other: &&Laid| other.room().cells().any(|cell| halo.contains(cell));
        self.laid.iter().find(touches).map(|other| Hindrance::Touches(*other))
    }

    /// Adds something.
    ///
    /// # Errors
    /// Why it cannot lie there; nothing has changed.
    pub fn put(&mut self, laid: Laid) -> Result<(), Hindrance> {
        if let Some(hindrance) = self.hindrance(laid) {
            return Err(hindrance);
        }
        self.remember();
        self.laid.push(laid);
        Ok(())
    }

    /// Takes up what is on a cell.
    pub fn take(&mut self, cell: Cell) -> Option<Laid> {
        let laid = self.at(cell)?;
        self.remember();
        self.laid.retain(|other| *other != laid);
        Some(laid)
    }

    /// Turns the ship on a cell about that cell, or as near to it as it fits.
    ///
    /// # Errors
    /// What hinders the turn about the cell itself; nothing has changed.
    pub fn turn(&mut self, cell: Cell) -> Result<(), Hindrance> {
        let Some(Laid::Ship(ship)) = self.at(cell) else { return Ok(()) };
        let mut without = self.clone();
        without.laid.retain(|other| *other != Laid::Ship(ship));
        let grip = ship.cells().position(|part| part == cell).unwrap_or(0);
        let about = |grip: usize| turned(ship, cell, grip).map(Laid::Ship);
        // The grip itself first, then the others by their distance from it.
        let mut grips: Vec<usize> = (0..usize::from(ship.length)).collect();
        grips.sort_by_key(|other| other.abs_diff(grip));
        let fitting =
            grips.iter().filter_map(|grip| about(*grip)).find(|it| without.hindrance(*it).is_none());
        match fitting {
            Some(turned) => {
                self.remember();
                self.laid = without.laid;
                self.laid.push(turned);
                Ok(())
            }
            None => Err(about(grip).and_then(|it| without.hindrance(it)).unwrap_or(Hindrance::Outside)),
        }
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        if !self.laid.is_empty() {
            self.remember();
            self.laid.clear();
        }
    }

    /// Takes back the last change; whether there was one.
    pub fn undo(&mut self) -> bool {
        match self.history.pop() {
            Some(before) => {
                self.laid = before;
                true
            }
            None => false,
        }
    }

    /// Whether [`Placing::undo`] has something to take back.
    pub fn can_undo(&self) -> bool {
        !self.history.is_empty()
    }

    /// Another fleet altogether, at random.
    pub fn random(&mut self, rng: &mut dyn Rng) {
        let laid = (0..TRIES).find_map(|_| self.completed(&[], rng));
        self.replace(laid);
    }

    /// Adds what is left at random; whether that was possible. What lies stays where it is.
    pub fn complete(&mut self, rng: &mut dyn Rng) -> bool {
        let laid = (0..TRIES).find_map(|_| self.completed(&self.laid, rng));
        self.replace(laid)
    }

    /// What is next to be laid and has no place left.
    pub fn stuck(&self) -> Option<Piece> {
        let next = *self.left().first()?;
        spots(self.options.grid(), next).all(|spot| self.hindrance(spot).is_some()).then_some(next)
    }

    /// The layout, once everything lies.
    pub fn layout(&self) -> Option<Layout> {
        let layout = || Layout { ships: self.ships(), mines: self.mines().to_vec() };
        self.left().is_empty().then(layout)
    }

    fn replace(&mut self, laid: Option<Vec<Laid>>) -> bool {
        let Some(laid) = laid else { return false };
        self.remember();
        self.laid = laid;
        true
    }

    /// This and all that is left: in the order of that list, each uniform among its free spots.
    fn completed(&self, laid: &[Laid], rng: &mut dyn Rng) -> Option<Vec<Laid>> {
        let grid = self.options.grid();
        let mut placing = Placing { options: self.options, laid: laid.to_vec(), history: Vec::new() };
        for piece in placing.left() {
            let free: Vec<Laid> =
                spots(grid, piece).filter(|spot| placing.hindrance(*spot).is_none()).collect();
            placing.laid.push(*free.choose(rng)?);
        }
        Some(placing.laid)
    }

    fn remember(&mut self) {
        if self.history.len() >= HISTORY_MOST {
            self.history.remove(0);
        }
        self.history.push(self.laid.clone());
    }
}

/// Every place that a piece could have on an empty board.
fn spots(grid: Grid, piece: Piece) -> Box<dyn Iterator<Item = Laid>> {
    match piece {
        Piece::Ship(length) => Box::new(placements(grid, length).map(Laid::Ship)),
        Piece::Mine => Box::new(grid.cells().map(Laid::Mine)),
    }
}

/// The ship across its present direction, with its cell of this number on `cell`.
fn turned(ship: Ship, cell: Cell, grip: usize) -> Option<Ship> {
    let back = -i16::try_from(grip).ok()?;
    let turned = if ship.down {
        Ship::across(cell.offset(back, 0)?, ship.length)
    } else {
        Ship::down(cell.offset(0, back)?, ship.length)
    };
    Some(turned)
}

#[cfg(test)]
mod tests;
