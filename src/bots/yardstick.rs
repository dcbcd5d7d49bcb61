//! Players that nobody chooses to meet: strength is told as a ratio to theirs.

use marque_protocol::{
    games::duel::{Act, Duel},
    rules::{Game as _, Seat},
    seal::Chart,
};
use rand::{Rng, seq::IndexedRandom as _};

use super::{
    bits::{Bits, Wide},
    easy::any,
    sight::Sight,
};

/// Plain hunt and target: beside any wound, at random; else anywhere, at random.
pub(super) fn plain_hunt(duel: &Duel, seat: Seat, chart: &Chart, rng: &mut dyn Rng) -> Option<Act> {
    if duel.reveals_due(seat) > 0 {
        return duel.legal(seat, chart).list.choose(rng).map(|intent| intent.act.clone());
    }
    let sight: Sight<Wide> = Sight::new(duel, Duel::opponent(seat));
    let mut open = sight.open;
    let mut shots = Vec::new();
    for _ in 0..duel.shots(seat) {
        // That ships touch nothing is known to the yardstick as well.
        let room = open & sight.room;
        let beside = (sight.board.beside(sight.wounds) | sight.known) & room;
        let shot = any(beside, rng).or_else(|| any(room, rng)).or_else(|| any(open, rng))?;
        open = open.without(Wide::one(shot));
        shots.push(sight.board.cell(shot));
    }
    Some(Act::fire(shots))
}
