//! Chance with a little sense: most of the time it remembers that ships go on beside a hit.

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

/// Of ten shots with a ship wounded so many go beside a wound.
const FOLLOWS: u32 = 6;

/// The act of a seat that is to act.
pub(super) fn choose(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut dyn Rng) -> Option<Act> {
    if duel.reveals_due(seat) > 0 {
        return reveal::least_telling(duel, seat, chart, false, rng);
    }
    let sight: Sight<Wide> = Sight::new(duel, Duel::opponent(seat));
    let mut open = sight.open;
    let mut shots = Vec::new();
    for _ in 0..duel.shots(seat) {
        let beside = (sight.board.beside(sight.wounds) | sight.known) & open;
        let follow = !beside.is_empty() && rng.random_range(0..10) < FOLLOWS;
        let shot = any(if follow { beside } else { open }, rng)?;
        open = open.without(Wide::one(shot));
        shots.push(sight.board.cell(shot));
    }
    Some(Act::fire(shots))
}

/// One of these cells; none if there are none.
pub(super) fn any(cells: Wide, rng: &mut dyn Rng) -> Option<u32> {
    let count = cells.count();
    (count > 0).then(|| cells.nth(rng.random_range(0..count)))
}
