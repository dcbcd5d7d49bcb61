//! A fair choice out of the plans of a seat, of which there are far too many to list.

use std::collections::BTreeSet;

use rand::{Rng, RngExt as _, SeedableRng as _, rngs::ChaCha8Rng, seq::IndexedRandom as _};

use super::{
    board::Board,
    compass::Heading,
    turn::Turn,
    words::{Act, Plan},
};
use crate::{games::grid::Cell, rules::Seat};

/// Plans that are tried.
const TRIED: usize = 8;

/// Acts that are tried for one turn of a plan.
const ACTS_TRIED: usize = 24;

impl Board {
    /// Some legal plans of a seat whose turn it is: a shortest one, and others of every kind. The same
    /// board has the same choice.
    pub fn some_plans(&self, seat: Seat) -> Vec<Plan> {
        let turn = Turn::new(self.clone(), seat);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed());
        let mut plans: BTreeSet<Plan> = turn.way_out().into_iter().map(Plan::of).collect();
        for _ in 0..TRIED {
            let Some((end, acts)) = wander(turn.clone(), &mut rng) else { continue };
            let bonus = end.bonus().ok().filter(|_| rng.random());
            let bonus = bonus.and_then(|turn| wander(turn, &mut rng)).map(|(_, acts)| acts);
            plans.insert(Plan { acts, bonus, allies: self.other_allies(seat, &mut rng) });
        }
        plans.into_iter().collect()
    }

    /// A number that follows from the ships on the board.
    fn seed(&self) -> u64 {
        self.squares().iter().flatten().fold(0xcbf2_9ce4_8422_2325, |hash, ship| {
            let ship =
                ship.map_or(0, |ship| 1 + u64::from(ship.owner.0) * 8 + u64::from(ship.heading.number()));
            (hash ^ ship).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// Now and then, where ships are lent, other allies than the seat has.
    fn other_allies(&self, seat: Seat, rng: &mut dyn Rng) -> Option<Vec<Seat>> {
        if !self.options().joint || !rng.random_ratio(1, 4) {
            return None;
        }
        let others = self.playing().filter(|&other| other != seat);
        let allies: Vec<Seat> = others.filter(|_| rng.random()).collect();
        (!self.allies(seat).eq(allies.iter().copied())).then_some(allies)
    }
}

/// Takes acts at random until the turn may end and is felt to be long enough.
fn wander(mut turn: Turn, rng: &mut dyn Rng) -> Option<(Turn, Vec<Act>)> {
    let mut acts = Vec::new();
    for _ in 0..ACTS_TRIED {
        if turn.may_end().is_ok() && (turn.is_won() || rng.random_ratio(1, 8)) {
            return Some((turn, acts));
        }
        if let Some(act) = any_act(&turn, rng).filter(|act| turn.take(act).is_ok()) {
            acts.push(act);
        }
    }
    turn.may_end().is_ok().then_some((turn, acts))
}

/// An act that may be legal. More often than not it brings a ship nearer to its goal: else most games would
/// last until the limit.
fn any_act(turn: &Turn, rng: &mut dyn Rng) -> Option<Act> {
    let (board, seat) = (turn.board(), turn.seat());
    let threats = if turn.has_moved() && rng.random() { board.threats(seat) } else { Vec::new() };
    if let Some(&threat) = threats.choose(rng) {
        return Some(threat);
    }
    let eighths = if rng.random() { rng.random_range(0..8) } else { rng.random_range(7..10) };
    let heading = board.edge(seat).heading(Heading::N.turned(eighths));
    if board.reserve(seat) > 0 && rng.random_ratio(1, 6) {
        let size = board.grid().width;
        let at = board.edge(seat).place(size, Cell::new(rng.random_range(0..size), 1));
        return Some(Act::Build { at, heading });
    }
    let mut loose = board.fleet(seat).to_vec();
    loose.retain(|&cell| !board.is_frozen(cell));
    let (&ship, &other) = (loose.choose(rng)?, loose.choose(rng)?);
    let foremost = if board.row(seat, ship) < board.row(seat, other) { other } else { ship };
    Some(match rng.random_range(0..6) {
        0 => Act::Move { from: ship },
        1..4 => Act::Move { from: foremost },
        _ => Act::Turn { at: ship, to: heading },
    })
}
