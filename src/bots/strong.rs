//! As good as we can make it: layouts are sampled out of all that agree with what is known, and shots
//! go where most of them have a ship.
//!
//! Looking further ahead was measured and does not pay: neither the information that a shot gives, nor
//! a second ply, nor playing games out; nor does it to rather look for long ships.

mod sampler;

use marque_protocol::{
    games::duel::{Act, Duel},
    rules::{Game as _, Seat},
    seal::Chart,
};
use rand::{Rng, RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};

use self::sampler::{Sample, Sampler};
use super::{
    bits::{Bits, Wide},
    hunt, reveal,
    sight::{NARROW, Sight},
};

/// Layouts for one decision; three times as many do not improve play measurably.
const SAMPLES: usize = 1000;

/// What meeting a mine costs, in shots: it shows the enemy one of our cells, for which he would have
/// searched.
const MINE: f64 = 3.0;

/// What a second hit on one ship in one salvo is worth, in hits: one could have aimed it better after
/// the answer to the first. Less than 1 spreads a salvo over ships and over directions of a wounded one.
const SECOND: f64 = 0.4;

/// The longest step of a search; lattices of longer steps were no better.
const STEP_MOST: u32 = 3;

/// Something for each cell, by its number.
type Values = [f64; 256];

/// The act of a seat that is to act.
pub(super) fn choose(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut dyn Rng) -> Option<Act> {
    // The stream that is handed in may be slow, and many thousand numbers are drawn.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(rng.random());
    match (duel.reveals_due(seat), duel.grid().width <= NARROW) {
        (0, true) => fire::<u128>(duel, seat, chart, &mut rng),
        (0, false) => fire::<Wide>(duel, seat, chart, &mut rng),
        (_, true) => show::<u128>(duel, seat, chart, &mut rng),
        (_, false) => show::<Wide>(duel, seat, chart, &mut rng),
    }
}

fn fire<B: Bits>(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut Xoshiro256PlusPlus) -> Option<Act> {
    let sight: Sight<B> = Sight::new(duel, Duel::opponent(seat));
    let Some(guess) = Guess::new(&sight, rng) else { return hunt::choose(duel, seat, chart, rng) };
    let lattice = guess.lattice(&sight);
    let mut shots = B::EMPTY;
    for _ in 0..duel.shots(seat) {
        let mut worth = guess.ships(shots);
        for (worth, mine) in worth.iter_mut().zip(guess.mines) {
            // Hits for what the shot is expected to cost. A cost that is taken away instead makes cells
            // that are known to be empty better than the last places where a ship can be.
            *worth /= 1.0 + MINE * mine;
        }
        // No cell is worth more than 1, so cells of the lattice come first.
        lattice.members().for_each(|cell| worth[cell as usize] += 1.0);
        shots = shots | best(sight.open.without(shots), &worth, rng)?;
    }
    Some(Act::fire(shots.members().map(|cell| sight.board.cell(cell))))
}

/// Reveals what tells least: cells that the enemy holds for ships' already, and rather of a ship that
/// he has found than of one that he has still to find.
fn show<B: Bits>(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut Xoshiro256PlusPlus) -> Option<Act> {
    let sight: Sight<B> = Sight::new(duel, seat);
    let layout = Duel::layout(duel.rules(), chart);
    let (Some(layout), Some(guess)) = (layout, Guess::new(&sight, rng)) else {
        return reveal::least_telling(duel, seat, chart, true, rng);
    };
    let mut worth = guess.ships(B::EMPTY);
    let mut hidden = B::EMPTY;
    for ship in layout.ships.into_iter().map(|ship| sight.board.ship(ship)) {
        hidden = hidden | (ship & sight.open).without(sight.known);
        if ship.meets(sight.known) {
            ship.members().for_each(|cell| worth[cell as usize] += 1.0);
        }
    }
    let mut shown = B::EMPTY;
    for _ in 0..duel.reveals_due(seat) {
        shown = shown | best(hidden.without(shown), &worth, rng)?;
    }
    Some(Act::reveal(shown.members().map(|cell| sight.board.cell(cell))))
}

/// The cell that is worth most; among equals chance decides. None if there are no cells.
fn best<B: Bits>(cells: B, worth: &Values, rng: &mut impl Rng) -> Option<B> {
    let (mut best, mut most, mut ties) = (None, f64::NEG_INFINITY, 0);
    for cell in cells.members() {
        let worth = worth[cell as usize];
        if worth > most {
            (best, most, ties) = (Some(cell), worth, 1);
        } else if worth == most {
            ties += 1;
            if rng.random_range(0..ties) == 0 {
                best = Some(cell);
            }
        }
    }
    best.map(B::one)
}

/// What a sea may look like.
struct Guess<B> {
    samples: Vec<Sample<B>>,
    /// How likely each cell has a mine on it.
    mines: Values,
}

impl<B: Bits> Guess<B> {
    /// None if no layout was found that agrees with all that is known.
    fn new(sight: &Sight<B>, rng: &mut impl Rng) -> Option<Guess<B>> {
        let mut samples = Sampler::new(sight).samples(SAMPLES, rng);
        let total: f64 = samples.iter().map(|sample| sample.weight).sum();
        let mut mines = [0.0; 256];
        for sample in &mut samples {
            sample.weight /= total;
            sample.mines.members().for_each(|cell| mines[cell as usize] += sample.weight);
        }
        (total > 0.0).then_some(Guess { samples, mines })
    }

    /// How many hits a shot at each cell may be expected to be worth, along with these other shots.
    fn ships(&self, shots: B) -> Values {
        let mut worth = [0.0; 256];
        for sample in &self.samples {
            let mut add = |cells: B, by| cells.members().for_each(|cell| worth[cell as usize] += by);
            if shots.is_empty() {
                add(sample.all, sample.weight);
                continue;
            }
            for &ship in &sample.ships {
                add(ship, sample.weight * if ship.meets(shots) { SECOND } else { 1.0 });
            }
        }
        worth
    }

    /// Where to search while no ship is wounded: diagonals so far apart that no ship afloat fits in
    /// between, of these the ones with the best prospects, and there the cells that may have a ship.
    /// Empty while there is something else to do, or if every cell has to be searched anyway.
    fn lattice(&self, sight: &Sight<B>) -> B {
        let step = sight.afloat.last().map_or(1, |&shortest| shortest.min(STEP_MOST));
        if step == 1 || !sight.known.is_empty() {
            return B::EMPTY;
        }
        let odds = self.ships(B::EMPTY);
        let class = |rest: u32| {
            let cells = sight.open.members().filter(|&cell| odds[cell as usize] > 0.0);
            let cells: Vec<u32> = cells.filter(|&cell| sight.board.diagonal(cell) % step == rest).collect();
            let sum: f64 = cells.iter().map(|&cell| odds[cell as usize]).sum();
            let set = cells.iter().fold(B::EMPTY, |set, &cell| set | B::one(cell));
            (sum / cells.len().max(1) as f64, set)
        };
        let classes = (0..step).map(class);
        classes.max_by(|(a, _), (b, _)| a.total_cmp(b)).map_or(B::EMPTY, |(_, cells)| cells)
    }
}

#[cfg(test)]
mod tests {
    use marque_protocol::{
        games::{
            Options, Position,
            duel::Mark,
            fleet::{Ship, placements, placements_through},
            grid::{Cell, Cells},
        },
        rules::Due,
    };
    use rand::rngs::ChaCha8Rng;

    use super::{super::arena::Table, *};

    /// Whether some layout agrees with all that is known of a sea and has ships on all these cells, by
    /// trying; written without anything that the bot uses.
    fn possible(duel: &Duel, sea: Seat, wanted: Cells, afloat: &[u8], barred: Cells) -> bool {
        let grid = duel.grid();
        let Some(&longest) = afloat.first() else { return wanted.is_empty() };
        let places: Vec<Ship> = match wanted.iter().next() {
            Some(cell) => {
                let mut lengths = afloat.to_vec();
                lengths.dedup();
                lengths.into_iter().flat_map(|length| placements_through(grid, length, cell)).collect()
            }
            None => placements(grid, longest).collect(),
        };
        let fits = |ship: &Ship| {
            let hit = |cell| duel.mark(sea, cell) == Mark::Hit;
            ship.cells().all(|cell| !barred.contains(cell))
                && ship.cells().any(|cell| !hit(cell))
                && ship.halo(grid).and(wanted).is_empty()
        };
        places.into_iter().filter(fits).any(|ship| {
            let cells: Cells = ship.cells().collect();
            let mut rest = afloat.to_vec();
            let place = rest.iter().position(|&length| length == ship.length);
            place.map(|place| rest.remove(place));
            possible(duel, sea, wanted.without(cells), &rest, barred.or(cells).or(ship.halo(grid)))
        })
    }

    fn may_be_hit(duel: &Duel, sea: Seat, cell: Cell) -> bool {
        let with = |marks: &[Mark]| -> Cells {
            duel.grid().cells().filter(|&cell| marks.contains(&duel.mark(sea, cell))).collect()
        };
        let mut wanted = with(&[Mark::Hit, Mark::Revealed]);
        wanted.insert(cell);
        let mut barred = with(&[Mark::Miss, Mark::Mine, Mark::KnownEmpty, Mark::Sunk]);
        for ship in duel.sunk(sea) {
            barred = barred.or(ship.halo(duel.grid()));
        }
        for mine in duel.mines_hit(sea).iter() {
            barred.extend(duel.grid().neighbours(mine));
        }
        possible(duel, sea, wanted, &duel.afloat(sea), barred)
    }

    #[test]
    fn it_never_fires_where_no_ship_can_be() {
        let russian = |size: &str| {
            [("size", size), ("fleet", "russian")].map(|(key, value)| (key.to_owned(), value.to_owned()))
        };
        let seed = 5;
        // On 15x15 there are more mines than ships in the end.
        for (id, set) in
            [("classic", &[][..]), ("mines", &[]), ("mines", &russian("8")), ("mines", &russian("15"))]
        {
            let options = Options::choose(id, set).expect("these options are there");
            let mut table = Table::new(&options, 2, seed).expect("there are layouts");
            loop {
                let due = table.position.due();
                if let Due::Over(_) = due {
                    break;
                }
                let choose = |position: &Position, seat, chart: &Chart, rng: &mut ChaCha8Rng| {
                    let Position::Duel(duel) = position else { return None };
                    let act = choose(duel, seat, chart, rng)?;
                    if let Act::Fire(cells) = &act {
                        let dry = cells.iter().find(|&&cell| !may_be_hit(duel, Duel::opponent(seat), cell));
                        assert_eq!(dry, None, "{id} {set:?} seed {seed}: {duel:?}");
                    }
                    Some(marque_protocol::rules::Intent::plain(marque_protocol::games::Act::Duel(act)))
                };
                table.step(due, choose).expect("all is legal");
            }
        }
    }
}
