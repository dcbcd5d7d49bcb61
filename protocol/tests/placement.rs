//! The random placement has the distribution that its documentation says, compared with all layouts of
//! boards so small that every one can be counted.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_precision_loss)]

use std::collections::BTreeMap;

use marque_protocol::games::{
    fleet::{self, Ship, placements},
    grid::{Cell, Grid},
};
use rand::{SeedableRng as _, rngs::ChaCha8Rng};

const SAMPLES: usize = 100_000;

/// Things on a board, ships and mines apart, each in order.
type Layout = (Vec<Ship>, Vec<Cell>);

/// A board with its ships, longest first, and mines.
struct Board {
    grid: Grid,
    lengths: &'static [u8],
    mines: usize,
}

impl Board {
    /// How likely each layout is by the words of the documentation, and how likely a try is to end well:
    /// ships in this order and then mines, each uniformly among the places that touch nothing, dead
    /// ends begin again.
    fn odds(&self) -> (BTreeMap<Layout, f64>, f64) {
        let mut odds = BTreeMap::new();
        self.lay(&mut Vec::new(), &mut Vec::new(), 1.0, &mut odds);
        let well = odds.values().sum();
        odds.values_mut().for_each(|likely| *likely /= well);
        (odds, well)
    }

    fn lay(
        &self,
        ships: &mut Vec<Ship>,
        mines: &mut Vec<Cell>,
        likely: f64,
        odds: &mut BTreeMap<Layout, f64>,
    ) {
        let taken: Vec<Cell> =
            ships.iter().flat_map(|ship| ship.cells()).chain(mines.iter().copied()).collect();
        let apart = |cell: Cell| !taken.iter().any(|&other| other == cell || other.touches(cell));
        if let Some(&length) = self.lengths.get(ships.len()) {
            let places = placements(self.grid, length).filter(|ship| ship.cells().all(apart));
            let places: Vec<Ship> = places.collect();
            for &ship in &places {
                ships.push(ship);
                self.lay(ships, mines, likely / places.len() as f64, odds);
                ships.pop();
            }
        } else if mines.len() < self.mines {
            let places: Vec<Cell> = self.grid.cells().filter(|&cell| apart(cell)).collect();
            for &mine in &places {
                mines.push(mine);
                self.lay(ships, mines, likely / places.len() as f64, odds);
                mines.pop();
            }
        } else {
            *odds.entry(in_order(ships.clone(), mines.clone())).or_default() += likely;
        }
    }

    /// How often each layout comes out.
    fn counts(&self, seed: u64) -> BTreeMap<Layout, usize> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut counts = BTreeMap::new();
        for _ in 0..SAMPLES {
            let (ships, mines) = fleet::random(self.grid, self.lengths, self.mines, &mut rng).unwrap();
            *counts.entry(in_order(ships, mines)).or_default() += 1;
        }
        counts
    }
}

fn in_order(mut ships: Vec<Ship>, mut mines: Vec<Cell>) -> Layout {
    ships.sort_unstable();
    mines.sort_unstable();
    (ships, mines)
}

/// How far counts are from what was expected, in standard deviations of a normal variable (Wilson and
/// Hilferty); layouts that are expected less than five times are taken together.
fn deviation(counts: &BTreeMap<Layout, usize>, odds: impl Iterator<Item = (Layout, f64)>) -> f64 {
    let (mut square, mut classes, mut rare) = (0.0, 0.0, (0.0, 0.0));
    let mut add = |seen: f64, expected: f64| {
        square += (seen - expected).powi(2) / expected;
        classes += 1.0;
    };
    for (layout, likely) in odds {
        let seen = counts.get(&layout).copied().unwrap_or_default() as f64;
        let expected = likely * SAMPLES as f64;
        if expected >= 5.0 {
            add(seen, expected);
        } else {
            rare = (rare.0 + seen, rare.1 + expected);
        }
    }
    if rare.1 > 0.0 {
        add(rare.0, rare.1);
    }
    let spread: f64 = 2.0 / (9.0 * (classes - 1.0));
    ((square / (classes - 1.0)).cbrt() - (1.0 - spread)) / spread.sqrt()
}

#[test]
fn layouts_are_as_likely_as_is_said_and_not_equally_likely() {
    let boards = [
        // Ships of one length, a mine, and little room: many tries end in dead ends.
        Board { grid: Grid::square(4), lengths: &[2, 2, 1], mines: 1 },
        Board { grid: Grid::square(5), lengths: &[4], mines: 2 },
        Board { grid: Grid { width: 6, height: 4 }, lengths: &[4, 2, 1], mines: 0 },
    ];
    for (seed, board) in (1..).zip(boards) {
        let (odds, well) = board.odds();
        let counts = board.counts(seed);
        assert!(counts.keys().all(|layout| odds.contains_key(layout)), "nothing else comes out");
        let said = deviation(&counts, odds.clone().into_iter());
        let equal = 1.0 / odds.len() as f64;
        let uniform = deviation(&counts, odds.clone().into_keys().map(|layout| (layout, equal)));
        let layouts = odds.len();
        println!(
            "{layouts} layouts, {well:.3} of all tries: {said:.2} from what is said, {uniform:.0} from uniform"
        );
        // One in a thousand would be farther off by chance.
        assert!(said < 3.1, "seed {seed}, {layouts} layouts: {said}");
        assert!(uniform > 10.0, "so the test can tell: {uniform}");
    }
}
