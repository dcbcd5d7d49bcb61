//! As good as we can make it: layouts are sampled out of all that agree with what is known, and shots
//! go where most of them have a ship.
//!
//! Looking further ahead was measured and does not pay: neither the information a shot gives, nor a
//! second ply, nor playing out the game.

mod sampler;

use marque_protocol::{
    games::duel::{Act, Duel},
    rules::{Game as _, Seat},
    seal::Chart,
};
use rand::{Rng, RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};

use self::sampler::Sampler;
use super::{
    bits::{Bits, Wide},
    hunt,
    sight::{NARROW, Sight},
};

/// Layouts for one decision; more do not improve play measurably.
const SAMPLES: usize = 1000;

/// What meeting a mine costs, in hits: it shows the enemy one of our cells.
const MINE: f64 = 1.0;

/// The act of a seat that is to act.
pub(super) fn choose(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut dyn Rng) -> Option<Act> {
    // The stream that is handed in may be slow, and many thousand numbers are drawn.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(rng.random());
    if duel.grid().width <= NARROW {
        choose_on::<u128>(duel, seat, chart, &mut rng)
    } else {
        choose_on::<Wide>(duel, seat, chart, &mut rng)
    }
}

fn choose_on<B: Bits>(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut Xoshiro256PlusPlus) -> Option<Act> {
    if duel.reveals_due(seat) > 0 {
        return reveal::<B>(duel, seat, chart, rng);
    }
    let sight: Sight<B> = Sight::new(duel, Duel::opponent(seat));
    let Some(odds) = Odds::new(&sight, rng) else { return hunt::choose(duel, seat, chart, rng) };
    let worth = |cell: u32| odds.ship[cell as usize] - MINE * odds.mine[cell as usize];
    let best = best(sight.open, duel.shots(seat), worth, rng);
    Some(Act::fire(best.into_iter().map(|cell| sight.board.cell(cell))))
}

/// Reveals what tells least: cells that the enemy holds for ships' already, and rather of a ship that
/// he has wounded than of one that he has still to find.
fn reveal<B: Bits>(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut Xoshiro256PlusPlus) -> Option<Act> {
    let sight: Sight<B> = Sight::new(duel, seat);
    let layout = Duel::layout(duel.rules(), chart)?;
    let odds = Odds::new(&sight, rng);
    let mut worth = [0.0; 256];
    let mut hidden = B::EMPTY;
    for ship in layout.ships.into_iter().map(|ship| sight.board.ship(ship)) {
        let found = if ship.meets(sight.known) { 1.0 } else { 0.0 };
        for cell in ship.without(sight.known).members() {
            let odds = odds.as_ref().map_or(0.0, |odds| odds.ship[cell as usize]);
            worth[cell as usize] = found + odds;
            hidden = hidden | B::one(cell);
        }
    }
    let hidden = hidden & sight.open;
    let best = best(hidden, duel.reveals_due(seat), |cell| worth[cell as usize], rng);
    Some(Act::reveal(best.into_iter().map(|cell| sight.board.cell(cell))))
}

/// The `count` cells that are worth most; ties are broken by chance.
fn best<B: Bits>(cells: B, count: usize, worth: impl Fn(u32) -> f64, rng: &mut impl Rng) -> Vec<u32> {
    let mut cells: Vec<(f64, u32, u32)> =
        cells.members().map(|cell| (worth(cell), rng.random(), cell)).collect();
    cells.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    cells.into_iter().take(count).map(|(.., cell)| cell).collect()
}

/// How likely each cell has a ship or a mine on it, by the number of the cell.
struct Odds {
    ship: [f64; 256],
    mine: [f64; 256],
}

impl Odds {
    /// None if no layout was found that agrees with all that is known.
    fn new<B: Bits>(sight: &Sight<B>, rng: &mut impl Rng) -> Option<Odds> {
        let mut odds = Odds { ship: [0.0; 256], mine: [0.0; 256] };
        let mut total = 0.0;
        for sample in Sampler::new(sight).samples(SAMPLES, rng) {
            total += sample.weight;
            let ships = sample.ships.iter().fold(B::EMPTY, |all, &ship| all | ship);
            for cell in ships.members() {
                odds.ship[cell as usize] += sample.weight;
            }
            for cell in sample.mines.members() {
                odds.mine[cell as usize] += sample.weight;
            }
        }
        let scale = |sum: &mut f64| *sum /= total;
        odds.ship.iter_mut().chain(&mut odds.mine).for_each(scale);
        (total > 0.0).then_some(odds)
    }
}
