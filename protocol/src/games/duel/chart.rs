//! Slots, laws and layouts.
//!
//! One slot for every placement of every class, longest class first, each class in the order of
//! [`placements`]; then, with mines, one slot for every cell row by row. The laws: at most one thing in
//! every 2x2 block, which is exactly the ban on touching (two things touch if and only if some block
//! meets both), and the exact number of ships of each class and of mines.

use rand::Rng;

use super::{Illegal, Options};
use crate::{
    games::{
        fleet::{self, Ship, placement_count, placements, placements_through},
        grid::{Cell, Cells, Grid},
    },
    seal::{Chart, Laws, Line},
};

/// A hidden set-up: ships and mines in any order.
#[derive(Clone, Default, Eq, PartialEq)]
pub struct Layout {
    /// The ships.
    pub ships: Vec<Ship>,
    /// The mines; none in games without.
    pub mines: Vec<Cell>,
}

/// The numbering of slots for some options.
#[derive(Copy, Clone)]
pub(super) struct Slots<'a> {
    options: &'a Options,
    grid: Grid,
}

impl<'a> Slots<'a> {
    pub(super) fn new(options: &'a Options) -> Slots<'a> {
        Slots { options, grid: options.grid() }
    }

    /// Slot of a ship; none if the fleet has no such ship or it does not fit.
    pub(super) fn ship(self, ship: Ship) -> Option<u32> {
        let mut base = 0;
        for class in self.options.fleet.classes() {
            if class.length == ship.length {
                return Some(base + ship.number(self.grid)?);
            }
            base += placement_count(self.grid, class.length);
        }
        None
    }

    /// The ship of a slot; none if it is no ship's.
    fn ship_at(self, mut slot: u32) -> Option<Ship> {
        for class in self.options.fleet.classes() {
            let count = placement_count(self.grid, class.length);
            if slot < count {
                return Ship::numbered(self.grid, class.length, slot);
            }
            slot -= count;
        }
        None
    }

    /// The cell of a mine's slot; none if it is no mine's.
    fn mine_at(self, slot: u32) -> Option<Cell> {
        self.options.mines.then(|| self.grid.cell(slot.checked_sub(self.ship_slots())?))?
    }

    /// Slot of a mine; none without mines or off the board.
    pub(super) fn mine(self, cell: Cell) -> Option<u32> {
        if self.options.mines { Some(self.ship_slots() + self.grid.number(cell)?) } else { None }
    }

    /// Every placement with its slot, in the order of slots.
    pub(super) fn ships(self) -> impl Iterator<Item = (u32, Ship)> + use<'a> {
        let classes = self.options.fleet.classes().iter();
        (0..).zip(classes.flat_map(move |class| placements(self.grid, class.length)))
    }

    /// Every cell with its mine slot.
    pub(super) fn mines(self) -> impl Iterator<Item = (u32, Cell)> + use<'a> {
        self.grid.cells().filter_map(move |cell| Some((self.mine(cell)?, cell)))
    }

    /// Every placement that covers the cell.
    pub(super) fn through(self, cell: Cell) -> impl Iterator<Item = Ship> + use<'a> {
        let classes = self.options.fleet.classes().iter();
        classes.flat_map(move |class| placements_through(self.grid, class.length, cell))
    }

    /// The line of these placements.
    pub(super) fn line(self, ships: impl Iterator<Item = Ship>) -> Line {
        Line::new(ships.filter_map(|ship| self.ship(ship)))
    }

    /// The line of all that may lie on a cell, mine included.
    pub(super) fn anything(self, cell: Cell) -> Line {
        Line::new(self.through(cell).filter_map(|ship| self.ship(ship)).chain(self.mine(cell)))
    }

    fn ship_slots(self) -> u32 {
        let classes = self.options.fleet.classes().iter();
        classes.map(|class| placement_count(self.grid, class.length)).sum()
    }

    fn count(self) -> u32 {
        self.ship_slots() + self.mines().map(|_| 1).sum::<u32>()
    }
}

/// The upper left cells of the 2x2 blocks that meet a cell.
fn blocks(grid: Grid, cell: Cell) -> impl Iterator<Item = Cell> {
    let corners = [(-1, -1), (0, -1), (-1, 0), (0, 0)].into_iter();
    corners
        .filter_map(move |(columns, rows)| cell.offset(columns, rows))
        .filter(move |at| at.x + 1 < grid.width && at.y + 1 < grid.height)
}

/// Slots and laws of a chart.
pub(super) fn laws(options: &Options) -> Laws {
    let (slots, grid) = (Slots::new(options), options.grid());
    let mut met: Vec<Vec<u32>> = vec![Vec::new(); grid.area()];
    let mut meets = |slot: u32, cell: Cell| {
        for at in blocks(grid, cell) {
            if let Some(block) = grid.number(at).and_then(|number| met.get_mut(number as usize)) {
                block.push(slot);
            }
        }
    };
    for (slot, ship) in slots.ships() {
        ship.cells().for_each(|cell| meets(slot, cell));
    }
    for (slot, cell) in slots.mines() {
        meets(slot, cell);
    }
    let mut exactly: Vec<(Line, u32)> = Vec::new();
    for class in options.fleet.classes() {
        exactly.push((slots.line(placements(grid, class.length)), u32::from(class.count)));
    }
    if let Ok(count @ 1..) = u32::try_from(options.mine_count()) {
        exactly.push((Line::new(slots.mines().map(|(slot, _)| slot)), count));
    }
    // Only upper left cells of blocks have met anything.
    let at_most_one = met.into_iter().filter(|block| !block.is_empty()).map(Line::new).collect();
    Laws { slots: slots.count(), at_most_one, exactly }
}

/// The bits of a layout, or which rule it breaks.
pub(super) fn chart(options: &Options, layout: &Layout) -> Result<Chart, Illegal> {
    validate(options, layout)?;
    Ok(bits(options, layout))
}

/// The bits of ships and mines, lawful or not; what the options do not know is left out.
pub(super) fn bits(options: &Options, layout: &Layout) -> Chart {
    let slots = Slots::new(options);
    let mut values = vec![0; slots.count() as usize];
    let ships = layout.ships.iter().filter_map(|&ship| slots.ship(ship));
    for slot in ships.chain(layout.mines.iter().filter_map(|&cell| slots.mine(cell))) {
        if let Some(value) = values.get_mut(slot as usize) {
            *value = 1;
        }
    }
    Chart::new(values)
}

fn validate(options: &Options, layout: &Layout) -> Result<(), Illegal> {
    let grid = options.grid();
    let (given, wanted) = (layout.mines.len(), options.mine_count());
    if given != wanted {
        mine_cells(options, &layout.ships)?;
        return Err(Illegal::WrongMineCount { given, wanted });
    }
    fleet::validate(grid, &options.fleet.lengths(), &layout.ships)?;
    let taken: Cells = layout.ships.iter().flat_map(|ship| ship.cells()).collect();
    let mut before = Cells::EMPTY;
    for &mine in &layout.mines {
        if !grid.contains(mine) {
            return Err(Illegal::OutOfGrid);
        }
        if taken.contains(mine) || !before.insert(mine) {
            return Err(Illegal::Overlap);
        }
        if grid.neighbours(mine).any(|near| taken.contains(near)) {
            return Err(Illegal::MineTouchesShip(mine));
        }
        if grid.neighbours(mine).any(|near| before.contains(near)) {
            return Err(Illegal::MinesTouch);
        }
    }
    Ok(())
}

/// The cells that these ships leave for a mine; [`Illegal::MinePlacementImpossible`] if a mine is wanted
/// and there are none (MI-7), which only the two smaller grids allow.
pub fn mine_cells(options: &Options, ships: &[Ship]) -> Result<Cells, Illegal> {
    let grid = options.grid();
    fleet::validate(grid, &options.fleet.lengths(), ships)?;
    let mut open = Cells::all(grid);
    for ship in ships {
        open = open.without(ship.cells().collect()).without(ship.halo(grid));
    }
    if open.is_empty() && options.mine_count() > 0 {
        return Err(Illegal::MinePlacementImpossible);
    }
    Ok(open)
}

/// The layout that a lawful chart stands for.
pub(super) fn layout(options: &Options, chart: &Chart) -> Option<Layout> {
    let laws = laws(options);
    // Laws may be those of an extension, so they do not mind values before their own.
    let whole = chart.values().len() == laws.slots as usize;
    (whole && laws.hold(chart.values())).then(|| contents(options, chart))
}

/// What a chart holds, lawful or not.
pub(super) fn contents(options: &Options, chart: &Chart) -> Layout {
    let slots = Slots::new(options);
    let mut layout = Layout::default();
    for (slot, _) in (0..).zip(chart.values()).filter(|(_, value)| **value != 0) {
        match slots.ship_at(slot) {
            Some(ship) => layout.ships.push(ship),
            None => layout.mines.extend(slots.mine_at(slot)),
        }
    }
    layout
}

/// A random layout; see [`fleet::random`] for its distribution.
pub(super) fn random_layout(options: &Options, rng: &mut dyn Rng) -> Result<Layout, Illegal> {
    fleet::random(options.grid(), &options.fleet.lengths(), options.mine_count(), rng)
        .map(|(ships, mines)| Layout { ships, mines })
        .ok_or(Illegal::NoLayoutFound)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;
    use crate::games::duel::Fleet;

    fn all_options() -> impl Iterator<Item = Options> {
        [8, 10, 12, 15].into_iter().flat_map(|size| {
            [Fleet::Classic, Fleet::Russian].into_iter().flat_map(move |fleet| {
                [false, true].into_iter().map(move |mines| Options { size, fleet, mines, ..Options::MINES })
            })
        })
    }

    /// The rules as they are written, without slots and lines.
    fn naive(options: &Options, layout: &Layout) -> bool {
        let grid = options.grid();
        let mut lengths: Vec<u8> = layout.ships.iter().map(|ship| ship.length).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let mut things: Vec<Vec<Cell>> = layout.ships.iter().map(|ship| ship.cells().collect()).collect();
        things.extend(layout.mines.iter().map(|&cell| vec![cell]));
        let apart = |a: &[Cell], b: &[Cell]| a.iter().all(|x| b.iter().all(|y| !x.touches(*y)));
        lengths == options.fleet.lengths()
            && layout.mines.len() == options.mine_count()
            && things.iter().flatten().all(|&cell| grid.contains(cell))
            && (0..things.len()).all(|i| (0..i).all(|j| apart(&things[i], &things[j])))
    }

    /// Changes a layout a little: often within the rules, often not.
    fn disturb(options: &Options, layout: &mut Layout, rng: &mut ChaCha8Rng) {
        let (grid, size) = (options.grid(), options.size);
        let lengths = options.fleet.lengths();
        let any = |length: u8, rng: &mut ChaCha8Rng| {
            let all: Vec<Ship> = placements(grid, length).collect();
            all[rng.random_range(0..all.len())]
        };
        let i = rng.random_range(0..layout.ships.len());
        match rng.random_range(0..8) {
            0..4 => layout.ships[i] = any(layout.ships[i].length, rng),
            4 => layout.ships[i] = any(lengths[rng.random_range(0..lengths.len())], rng),
            5 => drop(layout.ships.remove(i)),
            6 => layout.ships.push(any(lengths[i], rng)),
            _ if options.mines => {
                let cell = Cell::new(rng.random_range(0..size), rng.random_range(0..size));
                layout.mines.pop().filter(|_| rng.random());
                layout.mines.push(cell);
            }
            _ => (),
        }
    }

    #[test]
    fn the_laws_hold_for_exactly_the_legal_layouts() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut legal, mut illegal) = (0, 0);
        for options in all_options() {
            let laws = laws(&options);
            for _ in 0..400 {
                let mut layout = random_layout(&options, &mut rng).unwrap();
                assert!(naive(&options, &layout));
                assert!(chart(&options, &layout).is_ok_and(|chart| laws.hold(chart.values())));
                disturb(&options, &mut layout, &mut rng);
                let expected = naive(&options, &layout);
                assert_eq!(chart(&options, &layout).is_ok(), expected);
                let bits = bits(&options, &layout);
                let back = contents(&options, &bits);
                if back.ships.len() == layout.ships.len() && back.mines.len() == layout.mines.len() {
                    assert_eq!(laws.hold(bits.values()), expected, "{options:?} {:?}", layout.ships);
                }
                *(if expected { &mut legal } else { &mut illegal }) += 1;
            }
        }
        assert!(legal > 1000 && illegal > 1000, "{legal} {illegal}");
    }

    #[test]
    fn a_chart_stands_for_its_layout() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for options in all_options() {
            let mut before = random_layout(&options, &mut rng).unwrap();
            let bits = chart(&options, &before).unwrap();
            let mut after = layout(&options, &bits).unwrap();
            assert_eq!(laws(&options).slots as usize, bits.values().len());
            before.ships.sort_unstable();
            after.ships.sort_unstable();
            assert!(before == after);
            let mut values = bits.values().to_vec();
            values.push(0);
            assert!(layout(&options, &Chart::new(values.clone())).is_none(), "a slot too many");
            values.truncate(bits.values().len() - 1);
            assert!(layout(&options, &Chart::new(values)).is_none(), "a slot too few");
        }
    }

    #[test]
    fn slots_are_numbered_without_gaps() {
        for options in all_options() {
            let slots = Slots::new(&options);
            assert!(slots.ships().all(|(slot, ship)| slots.ship(ship) == Some(slot)));
            assert!(slots.ships().all(|(slot, ship)| slots.ship_at(slot) == Some(ship)));
            assert!(slots.mines().all(|(slot, cell)| slots.mine_at(slot) == Some(cell)));
            assert_eq!((slots.ship_at(slots.ship_slots()), slots.mine_at(slots.count())), (None, None));
            let numbers = slots.ships().map(|(slot, _)| slot).chain(slots.mines().map(|(slot, _)| slot));
            assert!(numbers.eq(0..slots.count()));
            let blocks = usize::from(options.size - 1).pow(2);
            assert_eq!(laws(&options).at_most_one.len(), blocks);
        }
        assert_eq!(laws(&Options::CLASSIC).slots, 580, "Russian fleet on 10x10: 661 proofs with 81 blocks");
    }
}
