//! Two seats: what one gains the other loses, so alpha-beta over whole plans, each time a turn deeper.

use marque_protocol::games::diabolik::Plan;

use super::{
    plans::{Outcome, Planner},
    sea::Sea,
    worth::WON,
};

/// Plans that are looked at: of the bot itself, of replies, and of the last turn of a line.
const WIDTHS: [usize; 3] = [32, 12, 8];

/// The deepest line, in turns.
const DEEPEST: usize = 6;

/// No score is as far from nothing.
const BEYOND: i32 = 2 * WON;

/// The best plan that lines within so many nodes show.
pub(super) fn choose(mut planner: Planner<'_>, sea: &Sea, seat: usize, nodes: u64) -> Option<Plan> {
    let found = planner.find(sea, seat, WIDTHS[0], BEYOND);
    let other = sea.next(planner.frame, seat);
    let mut order: Vec<(i32, &Outcome)> =
        found.outcomes.iter().map(|outcome| (outcome.score, outcome)).collect();
    for depth in 1..DEEPEST {
        let mut searched = Vec::new();
        let mut best = -BEYOND;
        for &(_, outcome) in &order {
            if outcome.won {
                return Some(found.plan(outcome));
            }
            // A win later is worth less.
            let Some(score) = reply(&mut planner, outcome, [other, seat], depth, [-BEYOND, -best], nodes)
            else {
                break;
            };
            best = best.max(-score);
            searched.push((-score, outcome));
        }
        let whole = searched.len() == order.len();
        searched.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        if let Some(&(score, _)) = searched.first() {
            order = searched;
            if score.abs() > WON / 2 {
                break;
            }
        }
        if !whole {
            break;
        }
    }
    order.first().map(|(_, outcome)| found.plan(outcome))
}

/// What a position is worth to the seat that is to act in it, within a window; none if there are no nodes
/// left.
fn reply(
    planner: &mut Planner,
    before: &Outcome,
    [seat, other]: [usize; 2],
    depth: usize,
    [mut alpha, beta]: [i32; 2],
    nodes: u64,
) -> Option<i32> {
    if planner.nodes > nodes {
        return None;
    }
    let (width, enough) = if depth == 1 { (WIDTHS[2], beta) } else { (WIDTHS[1], BEYOND) };
    let found = planner.find(&before.sea, seat, width, enough);
    // Who has no plan has lost (DF-17).
    let Some(first) = found.outcomes.first() else { return Some(-WON - depth as i32) };
    if first.won {
        return Some(WON + depth as i32);
    }
    if depth == 1 {
        return Some(first.score);
    }
    let mut best = -BEYOND;
    for outcome in &found.outcomes {
        let score = -reply(planner, outcome, [other, seat], depth - 1, [-beta, -alpha], nodes)?;
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    Some(best)
}
