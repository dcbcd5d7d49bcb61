//! What to show after running onto a mine.

use marque_protocol::{
    games::duel::{Act, Duel},
    rules::{Game as _, Seat},
    seal::Chart,
};
use rand::{Rng, seq::SliceRandom as _};

/// Cells of ships that the enemy has found already, as far as there are any; then, for `careful` seats,
/// of the longest ship, which would be found first anyway. Among equals chance decides.
pub(super) fn least_telling(
    duel: &Duel,
    seat: Seat,
    chart: &Chart,
    careful: bool,
    rng: &mut dyn Rng,
) -> Option<Act> {
    let known = duel.hits(seat).or(duel.revealed(seat));
    let mut cells = Vec::new();
    for ship in Duel::layout(duel.rules(), chart)?.ships {
        let found = ship.cells().any(|cell| known.contains(cell));
        let rank = (!found, if careful { u8::MAX - ship.length } else { 0 });
        let hidden = ship.cells().filter(|&cell| !known.contains(cell));
        cells.extend(hidden.map(|cell| (rank, cell)));
    }
    cells.shuffle(rng);
    cells.sort_by_key(|&(rank, _)| rank);
    Some(Act::reveal(cells.into_iter().map(|(_, cell)| cell).take(duel.reveals_due(seat))))
}
