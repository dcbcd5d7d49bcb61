//! Three or four seats: everybody plays for itself (max^n). A plan is judged by the round that follows:
//! each of the others does what is best for itself, then the bot has its turn again.
//!
//! That all others join against one would be too dark a view, and hides which of them gains.

use marque_protocol::{games::diabolik::Plan, rules::Seat};

use super::{plans::Planner, sea::Sea, worth::WON};

/// Plans that are looked at: of the bot itself, and in the rounds that follow.
const WIDTHS: [usize; 2] = [24, 8];

/// No score is as far from nothing.
const BEYOND: i32 = 2 * WON;

/// The plan with the best of rounds, within so many nodes.
pub(super) fn choose(mut planner: Planner<'_>, sea: &Sea, seat: usize, nodes: u64) -> Option<Plan> {
    let found = planner.find(sea, seat, WIDTHS[0], BEYOND);
    let mut best = None;
    for outcome in &found.outcomes {
        if outcome.won {
            return Some(found.plan(outcome));
        }
        if planner.nodes > nodes {
            break;
        }
        let score = round(&mut planner, outcome.sea.clone(), seat);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, outcome));
        }
    }
    best.map(|(_, outcome)| found.plan(outcome))
}

/// What the seat has after a round.
fn round(planner: &mut Planner, mut sea: Sea, seat: usize) -> i32 {
    let mut acting = seat;
    for left in (0..Seat::MOST as i32).rev() {
        acting = sea.next(planner.frame, acting);
        let mut found = planner.find(&sea, acting, WIDTHS[1], BEYOND);
        if found.outcomes.is_empty() {
            sea.retire(planner.frame, acting);
            match acting == seat {
                true => return -WON,
                false => continue,
            }
        }
        let outcome = found.outcomes.swap_remove(0);
        match (outcome.won, acting == seat) {
            (true, true) => return WON + left,
            (true, false) => return -WON - left,
            (false, true) => return outcome.score,
            (false, false) => sea = outcome.sea,
        }
        if !sea.fleets[seat].plays {
            return -WON - left;
        }
    }
    -WON
}
