//! Diabolik Fleet: everything is open, so a bot looks for plans and weighs what comes of them.
//!
//! `plans` puts plans together, `worth` weighs positions; `duel` and `round` look ahead, with two seats
//! and with more. How much work is done is a number of positions and never a time, so a seed decides
//! everything.

mod duel;
mod going;
mod plans;
mod reach;
mod round;
mod sea;
#[cfg(test)]
mod tests;
mod worth;

use marque_protocol::{
    games::diabolik::{Board, Diabolik, Plan, Turn},
    rules::Seat,
};
use rand::{Rng, RngExt as _};

use self::{
    plans::Planner,
    sea::{Frame, Sea},
    worth::{WON, Weights},
};
use super::Level;

/// Wants to get on, and sinks what is in its way; does not see what others can do to it.
const EASY: Weights =
    Weights { ship: 30, danger: 0, reserve: 0, race: 40, headway: 3, threat: 0, menace: 0, whim: 120 };

/// Between two, ships are dear.
const TWO: Weights =
    Weights { ship: 40, danger: 120, reserve: 8, race: 150, headway: 2, threat: 75, menace: 25, whim: 4 };

/// Among more, who hunts is hunted: where ships were as dear as between two, most games would last until the
/// limit, and who minds the race wins.
const MANY: Weights = Weights { ship: 15, race: 700, ..TWO };

/// Turns in progress that are looked at for one decision: see `marque bots` for the time that takes.
const NODES: u64 = if cfg!(any(test, debug_assertions)) { 6_000 } else { 150_000 };

/// The plan of a seat whose turn it is.
pub(super) fn choose(level: Level, game: &Diabolik, seat: Seat, rng: &mut dyn Rng) -> Option<Plan> {
    let board = game.turn()?.into_board();
    plan(level, &board, seat, rng)
}

fn plan(level: Level, board: &Board, seat: Seat, rng: &mut dyn Rng) -> Option<Plan> {
    let frame = Frame::new(board);
    let sea = Sea::new(&frame, board);
    let salt = rng.random();
    let duel = board.playing().count() == 2;
    let weights = if duel { &TWO } else { &MANY };
    let plan = match level {
        Level::Easy => greedy(Planner::new(&frame, &EASY, salt), &sea, seat, 2),
        Level::Normal => greedy(Planner::new(&frame, weights, salt), &sea, seat, 8),
        Level::Strong => {
            let planner = Planner::new(&frame, weights, salt);
            let choose = if duel { duel::choose } else { round::choose };
            choose(planner, &sea, seat.index(), NODES)
        }
    };
    // Where everything leads into single files, what is said is whatever is legal.
    let plan = plan.filter(|plan| board.play(seat, plan).is_ok());
    plan.or_else(|| Turn::new(board.clone(), seat).way_out().map(Plan::of))
}

/// What looks best when the turn is over.
fn greedy(mut planner: Planner<'_>, sea: &Sea, seat: Seat, width: usize) -> Option<Plan> {
    let found = planner.find(sea, seat.index(), width, WON);
    found.outcomes.first().map(|outcome| found.plan(outcome))
}
