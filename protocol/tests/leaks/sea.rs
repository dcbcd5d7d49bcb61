//! A sea as the specification describes it (P-67, P-69), without the code of the games: what each slot
//! covers, which things lie apart, and every layout there is.

use std::ops::Range;

use marque_protocol::games::{
    duel::Options,
    fleet::Ship,
    grid::{Cell, Cells},
};

/// The slots of a layout, one for each ship and mine.
pub type Slots = [u16];

/// All ships of one length, or all mines.
pub struct Kind {
    pub slots: Range<u16>,
    pub count: usize,
}

/// A ship or a mine that may lie there.
pub struct Thing {
    pub cells: Cells,
    pub ship: Ship,
    pub is_mine: bool,
}

pub struct Sea {
    pub options: Options,
    /// One a slot.
    pub things: Vec<Thing>,
    /// Longest ships first, mines last.
    pub kinds: Vec<Kind>,
    /// Whether two slots may both be full.
    apart: Vec<Vec<bool>>,
}

impl Sea {
    pub fn new(options: Options) -> Sea {
        let mut sea = Sea { options, things: Vec::new(), kinds: Vec::new(), apart: Vec::new() };
        for class in options.fleet.classes() {
            sea.add(class.length, usize::from(class.count), false);
        }
        if options.mines {
            sea.add(1, options.mine_count(), true);
        }
        let near = |ship: Ship| -> Cells {
            options.grid().cells().filter(|cell| ship.cells().any(|own| own.touches(*cell))).collect()
        };
        let apart = |a: &Thing| {
            let near = near(a.ship);
            sea.things.iter().map(|b| near.and(b.cells).is_empty()).collect()
        };
        sea.apart = sea.things.iter().map(apart).collect();
        sea
    }

    fn add(&mut self, length: u8, count: usize, is_mine: bool) {
        let first = self.things.len() as u16;
        let size = self.options.size;
        for down in [false, true].into_iter().take(if length == 1 { 1 } else { 2 }) {
            let last = size - length;
            let (columns, rows) = if down { (size - 1, last) } else { (last, size - 1) };
            for (x, y) in (0..=rows).flat_map(|y| (0..=columns).map(move |x| (x, y))) {
                let ship = Ship { at: Cell::new(x, y), length, down };
                self.things.push(Thing { cells: ship.cells().collect(), ship, is_mine });
            }
        }
        self.kinds.push(Kind { slots: first..self.things.len() as u16, count });
    }

    pub fn thing(&self, slot: u16) -> &Thing {
        &self.things[usize::from(slot)]
    }

    /// Everything on these slots.
    pub fn of(&self, slots: impl Iterator<Item = u16>) -> Cells {
        slots.fold(Cells::EMPTY, |cells, slot| cells.or(self.thing(slot).cells))
    }

    /// Shows every layout in which these slots are full, and none twice.
    pub fn each(&self, fixed: &Slots, show: &mut dyn FnMut(&Slots)) {
        let free = |&slot: &u16| fixed.iter().all(|&other| self.apart(slot, other));
        let candidates: Vec<u16> = (0..self.things.len() as u16).filter(free).collect();
        let missing: Vec<usize> = (self.kinds.iter())
            .map(|kind| kind.count - fixed.iter().filter(|slot| kind.slots.contains(slot)).count())
            .collect();
        self.fill(&mut fixed.to_vec(), &missing, 0, &candidates, show);
    }

    /// Puts `missing` things of each kind, from `kind` on, on candidates that lie apart from all that is
    /// chosen and behind all of their kind.
    fn fill(
        &self,
        chosen: &mut Vec<u16>,
        missing: &[usize],
        kind: usize,
        candidates: &[u16],
        show: &mut dyn FnMut(&Slots),
    ) {
        let Some((&count, rest)) = missing.split_first() else { return show(chosen) };
        let end = self.kinds[kind].slots.end;
        if count == 0 {
            let behind = candidates.iter().position(|&slot| slot >= end).unwrap_or(candidates.len());
            return self.fill(chosen, rest, kind + 1, &candidates[behind..], show);
        }
        let mut missing = missing.to_vec();
        missing[0] -= 1;
        let is_last = missing.iter().all(|&count| count == 0);
        let own = candidates.iter().take_while(|&&slot| slot < end).count();
        for at in 0..(own + 1).saturating_sub(count) {
            let slot = candidates[at];
            chosen.push(slot);
            if is_last {
                show(chosen);
            } else {
                let behind = candidates[at + 1..].iter().copied();
                let left: Vec<u16> = behind.filter(|&other| self.apart(slot, other)).collect();
                self.fill(chosen, &missing, kind, &left, show);
            }
            chosen.pop();
        }
    }

    fn apart(&self, a: u16, b: u16) -> bool {
        self.apart[usize::from(a)][usize::from(b)]
    }

    /// A picture of a layout.
    pub fn draw(&self, layout: &Slots) -> String {
        let (mines, ships): (Vec<u16>, Vec<u16>) = layout.iter().partition(|&&slot| self.thing(slot).is_mine);
        let (mines, ships) = (self.of(mines.into_iter()), self.of(ships.into_iter()));
        let size = self.options.size;
        let sign = |cell| match () {
            () if ships.contains(cell) => '#',
            () if mines.contains(cell) => '*',
            () => '.',
        };
        (0..size)
            .map(|y| (0..size).map(|x| sign(Cell::new(x, y))).chain(['\n']).collect::<String>())
            .collect()
    }
}
