//! Hunt and target: while a ship is wounded, fire where it may go on; otherwise fire at cells of one
//! parity where the longest ship that is left could still lie.

use marque_protocol::{
    games::duel::{Act, Duel},
    rules::Seat,
    seal::Chart,
};
use rand::{Rng, RngExt as _};

use super::{
    bits::{Bits, Wide},
    reveal,
    sight::Sight,
};

/// How much more a place counts for each known cell that it would explain.
const EXPLAINED: u32 = 30;

/// What a place counts that another shot of the salvo asks after, and one that none does.
const ASKED: u32 = 2;
const UNASKED: u32 = 5;

/// The act of a seat that is to act: shots, or cells to reveal.
pub(super) fn choose(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut dyn Rng) -> Option<Act> {
    if duel.reveals_due(seat) > 0 {
        return reveal::least_telling(duel, seat, chart, true, rng);
    }
    let sight: Sight<Wide> = Sight::new(duel, Duel::opponent(seat));
    let mut shots = Wide::EMPTY;
    for _ in 0..duel.shots(seat) {
        let open = sight.open.without(shots);
        let shot =
            best(&targets(&sight, shots), open, rng).or_else(|| best(&hunting(&sight, shots), open, rng))?;
        shots = shots | Wide::one(shot);
    }
    let shots = shots.members().map(|cell| sight.board.cell(cell));
    Some(Act::fire(shots))
}

/// What speaks for each cell, by its number.
type Weights = [u32; 256];

/// The heaviest of these cells, or one of them; none if all weigh nothing.
fn best(weights: &Weights, open: Wide, rng: &mut dyn Rng) -> Option<u32> {
    let mut best = (0, None);
    let mut ties = 0;
    for cell in open.members() {
        let weight = weights[cell as usize];
        if weight > best.0 {
            (best, ties) = ((weight, Some(cell)), 1);
        } else if weight > 0 && weight == best.0 {
            ties += 1;
            if rng.random_range(0..ties) == 0 {
                best.1 = Some(cell);
            }
        }
    }
    best.1
}

/// Where a ship may go on of which a part is known: places through as much of it as possible, and rather
/// such as no other shot of the salvo asks after.
fn targets(sight: &Sight<Wide>, shots: Wide) -> Weights {
    weigh(sight, |ship| match (ship & sight.known).count() {
        0 => 0,
        explained => EXPLAINED.pow(explained.min(4) - 1) * if ship.meets(shots) { ASKED } else { UNASKED },
    })
}

/// Where a ship that nobody has touched may lie: at best where the longest fits, on every second
/// diagonal, which no ship of two cells or more can miss. No two shots of a salvo look for a ship in the
/// same place, as long as there are others. Every cell weighs something, for there may be more shots.
fn hunting(sight: &Sight<Wide>, shots: Wide) -> Weights {
    let places = |length: u32| sight.places(length).filter(|ship| !ship.meets(shots));
    let fits = |length: u32| places(length).fold(Wide::EMPTY, |all, ship| all | ship);
    let any = sight.afloat.iter().fold(Wide::EMPTY, |all, &length| all | fits(length));
    let longest = sight.afloat.first().copied().unwrap_or(1);
    let long = fits(longest);
    let mut weights = [0; 256];
    for cell in sight.open.members() {
        let searched = longest == 1 || sight.board.diagonal(cell).is_multiple_of(2);
        weights[cell as usize] = match (any.meets(Wide::one(cell)), long.meets(Wide::one(cell))) {
            (_, true) if searched => 3,
            (true, _) => 2,
            _ => 1,
        };
    }
    weights
}

/// Sums up over the places of all ships afloat what each is worth, for every cell of it.
fn weigh(sight: &Sight<Wide>, worth: impl Fn(Wide) -> u32) -> Weights {
    let mut weights = [0_u32; 256];
    for &length in &sight.afloat {
        for ship in sight.places(length) {
            let worth = worth(ship);
            for cell in ship.members() {
                let weight = &mut weights[cell as usize];
                *weight = weight.saturating_add(worth);
            }
        }
    }
    weights
}
