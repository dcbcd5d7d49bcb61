//! Hunt and target: while a ship is wounded, fire beside its hits; otherwise fire at cells of one
//! parity, where most ships that are left could still lie.

use marque_protocol::{
    games::{
        Position,
        duel::{Act, Duel},
        fleet,
        grid::{Cell, Cells},
    },
    rules::Seat,
    seal::Chart,
};
use rand::{Rng, seq::IndexedRandom as _};

/// The act of a seat that is to act: shots, or cells to reveal.
pub(super) fn choose(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut dyn Rng) -> Option<Act> {
    let due = duel.reveals_due(seat);
    if due > 0 {
        return reveal(duel, seat, chart, rng);
    }
    let sea = Duel::opponent(seat);
    let open = duel.open(sea);
    let mut shots = Cells::default();
    for _ in 0..duel.shots(seat) {
        let left = open.without(shots);
        let target = best(&targets(duel, sea, left), rng)
            .or_else(|| best(&hunting(duel, sea, left), rng))
            .or_else(|| left.to_vec().choose(rng).copied())?;
        shots.insert(target);
    }
    Some(Act::fire(shots.iter()))
}

/// Any of the legal reveals: which cell of a ship goes first matters little to this level.
fn reveal(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut dyn Rng) -> Option<Act> {
    let (acts, _) = Position::Duel(Box::new(duel.clone())).legal(seat, chart);
    acts.choose(rng).map(|intent| match &intent.act {
        marque_protocol::games::Act::Duel(act) => act.clone(),
        _ => Act::Reveal(Vec::new()),
    })
}

/// Cells and how many placements of ships afloat speak for each.
type Weights = Vec<(Cell, u32)>;

fn best(weights: &Weights, rng: &mut dyn Rng) -> Option<Cell> {
    let most = weights.iter().map(|(_, weight)| *weight).max().filter(|most| *most > 0)?;
    let cells: Vec<Cell> = weights.iter().filter(|(_, w)| *w == most).map(|(cell, _)| *cell).collect();
    cells.choose(rng).copied()
}

/// Where a wounded ship may go on: placements through as many wounds as possible.
fn targets(duel: &Duel, sea: Seat, left: Cells) -> Weights {
    let sunk: Cells = duel.sunk(sea).iter().flat_map(|ship| ship.cells()).collect();
    let wounds = duel.hits(sea).without(sunk).or(duel.revealed(sea).without(sunk));
    if wounds.is_empty() {
        return Vec::new();
    }
    weigh(duel, sea, left, |cells| {
        let struck = u32::try_from(cells.and(wounds).len()).unwrap_or(u32::MAX);
        if struck == 0 { 0 } else { 100u32.saturating_pow(struck.min(4)) }
    })
}

/// Where a ship that nobody has touched may lie, on every second diagonal of the smallest step that
/// the longest ship afloat cannot jump over.
fn hunting(duel: &Duel, sea: Seat, left: Cells) -> Weights {
    let step = duel.afloat(sea).into_iter().max().unwrap_or(1).clamp(1, 2);
    let mut weights = weigh(duel, sea, left, |_| 1);
    let even = |cell: &Cell| (cell.x + cell.y).is_multiple_of(step);
    if weights.iter().any(|(cell, weight)| even(cell) && *weight > 0) {
        weights.retain(|(cell, _)| even(cell));
    }
    weights
}

fn weigh(duel: &Duel, sea: Seat, left: Cells, worth: impl Fn(Cells) -> u32) -> Weights {
    let sunk: Cells = duel.sunk(sea).iter().flat_map(|ship| ship.cells()).collect();
    let afloat = duel.open(sea).or(duel.hits(sea).without(sunk));
    let grid = duel.grid();
    let mut weights: Weights = left.iter().map(|cell| (cell, 0)).collect();
    for length in duel.afloat(sea) {
        for ship in fleet::placements(grid, length) {
            let cells: Cells = ship.cells().collect();
            if !cells.without(afloat).is_empty() {
                continue;
            }
            let worth = worth(cells);
            for (cell, weight) in &mut weights {
                if cells.contains(*cell) {
                    *weight = weight.saturating_add(worth);
                }
            }
        }
    }
    weights
}
