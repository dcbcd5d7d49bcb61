//! Laying out a fleet: what lies where, what is left, and why a spot will not do.

use marque_protocol::games::{
    duel::{Layout, Options, mine_cells},
    fleet::{Ship, placements},
    grid::{Cell, Cells},
};
use rand::{Rng, seq::IndexedRandom as _};

/// Steps that can be undone.
const HISTORY_MOST: usize = 200;
/// Random completions that are tried before a fleet counts as impossible to complete.
const TRIES: usize = 200;

/// Why a ship cannot lie somewhere.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Hindrance {
    /// A part of it would be off the board.
    Outside,
    /// It would lie on this ship.
    Overlaps(Ship),
    /// It would touch this ship, by a corner at least.
    Touches(Ship),
    /// The fleet has no further ship of this length.
    NoneLeft(u8),
}

/// A fleet while it is laid out. Everything that changes it can be undone.
#[derive(Clone)]
pub struct Placing {
    options: Options,
    ships: Vec<Ship>,
    history: Vec<Vec<Ship>>,
}

impl Placing {
    /// An empty sea.
    pub fn new(options: Options) -> Placing {
        Placing { options, ships: Vec::new(), history: Vec::new() }
    }

    /// The rules of the game that is laid out for.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The ships that lie.
    pub fn ships(&self) -> &[Ship] {
        &self.ships
    }

    /// The ship on a cell.
    pub fn ship_at(&self, cell: Cell) -> Option<Ship> {
        self.ships.iter().copied().find(|ship| ship.cells().any(|part| part == cell))
    }

    /// Lengths of the ships that do not lie yet, longest first.
    pub fn left(&self) -> Vec<u8> {
        let mut lengths = self.options.fleet.lengths();
        for ship in &self.ships {
            if let Some(found) = lengths.iter().position(|length| *length == ship.length) {
                lengths.remove(found);
            }
        }
        lengths
    }

    /// Why this ship cannot be added as it is.
    pub fn hindrance(&self, ship: Ship) -> Option<Hindrance> {
        if !self.left().contains(&ship.length) {
            return Some(Hindrance::NoneLeft(ship.length));
        }
        let grid = self.options.grid();
        if !ship.fits(grid) {
            return Some(Hindrance::Outside);
        }
        let meets = |other: &&Ship| ship.cells().any(|cell| other.cells().any(|part| part == cell));
        if let Some(other) = self.ships.iter().find(meets) {
            return Some(Hindrance::Overlaps(*other));
        }
        let halo = ship.halo(grid);
        let touches = |other: &&Ship| other.cells().any(|cell| halo.contains(cell));
        self.ships.iter().find(touches).map(|other| Hindrance::Touches(*other))
    }

    /// Adds a ship.
    ///
    /// # Errors
    /// Why it cannot lie there; nothing has changed.
    pub fn put(&mut self, ship: Ship) -> Result<(), Hindrance> {
        if let Some(hindrance) = self.hindrance(ship) {
            return Err(hindrance);
        }
        self.remember();
        self.ships.push(ship);
        Ok(())
    }

    /// Takes the ship on a cell up again.
    pub fn take(&mut self, cell: Cell) -> Option<Ship> {
        let ship = self.ship_at(cell)?;
        self.remember();
        self.ships.retain(|other| *other != ship);
        Some(ship)
    }

    /// Turns the ship on a cell about that cell, or as near to it as it fits.
    ///
    /// # Errors
    /// What hinders the turn about the cell itself; nothing has changed.
    pub fn turn(&mut self, cell: Cell) -> Result<(), Hindrance> {
        let Some(ship) = self.ship_at(cell) else { return Ok(()) };
        let mut without = self.clone();
        without.ships.retain(|other| *other != ship);
        let grip = ship.cells().position(|part| part == cell).unwrap_or(0);
        let about = |grip: usize| turned(ship, cell, grip);
        // The grip itself first, then the others by their distance from it.
        let mut grips: Vec<usize> = (0..usize::from(ship.length)).collect();
        grips.sort_by_key(|other| other.abs_diff(grip));
        let fitting =
            grips.iter().filter_map(|grip| about(*grip)).find(|it| without.hindrance(*it).is_none());
        match fitting {
            Some(turned) => {
                self.remember();
                self.ships = without.ships;
                self.ships.push(turned);
                Ok(())
            }
            None => Err(about(grip).and_then(|it| without.hindrance(it)).unwrap_or(Hindrance::Outside)),
        }
    }

    /// Removes every ship.
    pub fn clear(&mut self) {
        if !self.ships.is_empty() {
            self.remember();
            self.ships.clear();
        }
    }

    /// Takes back the last change; whether there was one.
    pub fn undo(&mut self) -> bool {
        match self.history.pop() {
            Some(before) => {
                self.ships = before;
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
        let ships = (0..TRIES).find_map(|_| self.completed(&[], rng));
        self.replace(ships);
    }

    /// Adds what is left at random; whether that was possible. What lies stays where it is.
    pub fn complete(&mut self, rng: &mut dyn Rng) -> bool {
        let ships = (0..TRIES).find_map(|_| self.completed(&self.ships, rng));
        self.replace(ships)
    }

    /// The layout, once every ship lies; mines, if the game has any, at random.
    pub fn layout(&self, rng: &mut dyn Rng) -> Option<Layout> {
        if !self.left().is_empty() {
            return None;
        }
        let grid = self.options.grid();
        let mut open =
            if self.options.mines { mine_cells(&self.options, &self.ships).ok()? } else { Cells::EMPTY };
        let mut mines = Vec::new();
        for _ in 0..self.options.mine_count() {
            let cell = *open.to_vec().choose(rng)?;
            open.remove(cell);
            open = open.without(grid.neighbours(cell).collect());
            mines.push(cell);
        }
        mines.sort_unstable();
        Some(Layout { ships: self.ships.clone(), mines })
    }

    fn replace(&mut self, ships: Option<Vec<Ship>>) -> bool {
        let Some(ships) = ships else { return false };
        self.remember();
        self.ships = ships;
        true
    }

    /// These ships and all others of the fleet: longest first, each uniform among its free spots.
    fn completed(&self, ships: &[Ship], rng: &mut dyn Rng) -> Option<Vec<Ship>> {
        let grid = self.options.grid();
        let mut placing = Placing { options: self.options, ships: ships.to_vec(), history: Vec::new() };
        for length in placing.left() {
            let free: Vec<Ship> =
                placements(grid, length).filter(|ship| placing.hindrance(*ship).is_none()).collect();
            placing.ships.push(*free.choose(rng)?);
        }
        Some(placing.ships)
    }

    fn remember(&mut self) {
        if self.history.len() >= HISTORY_MOST {
            self.history.remove(0);
        }
        self.history.push(self.ships.clone());
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
mod tests {
    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;

    fn ship(text: &str) -> Ship {
        text.parse().unwrap()
    }

    fn cell(text: &str) -> Cell {
        text.parse().unwrap()
    }

    #[test]
    fn a_spot_that_will_not_do_is_explained() {
        let mut placing = Placing::new(Options::CLASSIC);
        assert_eq!(placing.left(), [4, 3, 3, 2, 2, 2, 1, 1, 1, 1]);
        placing.put(ship("C3-F3")).unwrap();
        assert_eq!(placing.put(ship("E2-E4")), Err(Hindrance::Overlaps(ship("C3-F3"))));
        assert_eq!(placing.put(ship("G4-I4")), Err(Hindrance::Touches(ship("C3-F3"))), "by a corner");
        assert_eq!(placing.put(Ship::across(cell("I1"), 3)), Err(Hindrance::Outside));
        assert_eq!(placing.put(ship("A10-D10")), Err(Hindrance::NoneLeft(4)));
        assert_eq!(placing.ships().len(), 1, "nothing has changed");
        assert_eq!(placing.put(ship("H4-J4")), Ok(()));
    }

    #[test]
    fn every_change_can_be_undone() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut placing = Placing::new(Options::CLASSIC);
        let mut states = vec![];
        for _ in 0..60 {
            let before = placing.ships().to_vec();
            let any = Cell::new(rng.random_range(0..10), rng.random_range(0..10));
            match rng.random_range(0..7) {
                0 => placing.random(&mut rng),
                1 => placing.clear(),
                2 => drop(placing.take(any)),
                3 => drop(placing.turn(any)),
                4 => drop(placing.complete(&mut rng)),
                _ => drop(placing.put(Ship::across(any, rng.random_range(1..5)))),
            }
            if placing.ships() != before {
                states.push(before);
            }
        }
        assert!(states.len() > 20);
        while let Some(before) = states.pop() {
            assert!(placing.undo());
            // A turn may give the same ships in another order.
            let sorted = |ships: &[Ship]| {
                let mut ships = ships.to_vec();
                ships.sort_unstable();
                ships
            };
            while sorted(placing.ships()) != sorted(&before) && placing.undo() {}
            assert_eq!(sorted(placing.ships()), sorted(&before));
        }
    }

    #[test]
    fn ships_turn_about_the_cell_that_is_held() {
        let mut placing = Placing::new(Options::CLASSIC);
        placing.put(ship("C3-F3")).unwrap();
        placing.turn(cell("D3")).unwrap();
        assert_eq!(placing.ships(), [ship("D2-D5")]);
        placing.turn(cell("D3")).unwrap();
        assert_eq!(placing.ships(), [ship("C3-F3")]);
        // At the border it gives way.
        placing.clear();
        placing.put(ship("D1-G1")).unwrap();
        placing.turn(cell("G1")).unwrap();
        assert_eq!(placing.ships(), [ship("G1-G4")]);
    }

    #[test]
    fn random_and_completed_fleets_are_legal() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..50 {
            let mut placing = Placing::new(Options::CLASSIC);
            placing.put(ship("E5-H5")).unwrap();
            assert!(placing.layout(&mut rng).is_none(), "nine ships are missing");
            assert!(placing.complete(&mut rng));
            assert!(placing.ships().contains(&ship("E5-H5")));
            let layout = placing.layout(&mut rng).unwrap();
            assert!(
                marque_protocol::games::Options::Duel(Options::CLASSIC)
                    .chart(&marque_protocol::games::Layout::Duel(layout))
                    .unwrap()
                    .is_ok()
            );
            placing.random(&mut rng);
            assert!(placing.left().is_empty());
        }
    }
}
