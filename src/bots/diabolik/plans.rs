//! Plans worth looking at: acts are put together ball by ball, and of all turns in progress that have
//! equally many balls left only the best are carried on.
//!
//! The same acts in another order lead to the same position, which is met once.

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};

use marque_protocol::games::diabolik::{Act, BALLS, Plan};

use super::{
    going::Going,
    sea::{Frame, Sea, Step},
    worth::{Measure, WON, Weights},
};

/// Where plans come from.
pub(super) struct Planner<'a> {
    pub(super) frame: &'a Frame,
    weights: &'a Weights,
    /// Decides between equals.
    salt: u64,
    /// Turns in progress that were looked at: the measure of work.
    pub(super) nodes: u64,
}

/// A plan, and what comes of it.
pub(super) struct Outcome {
    pub(super) sea: Sea,
    /// What it is worth to who made it.
    pub(super) score: i32,
    pub(super) won: bool,
    trail: usize,
}

/// The best plans that were found, the best first.
pub(super) struct Found {
    pub(super) outcomes: Vec<Outcome>,
    steps: Vec<(Step, usize)>,
}

impl Found {
    /// The plan that leads to an outcome.
    pub(super) fn plan(&self, outcome: &Outcome) -> Plan {
        let mut steps = Vec::new();
        let mut trail = outcome.trail;
        while let Some(&(step, before)) = self.steps.get(trail) {
            steps.push(step);
            trail = before;
        }
        steps.reverse();
        let mut turns = steps.split(|&step| step == Step::Bonus);
        let mut acts =
            || turns.next().map(|turn| turn.iter().filter_map(|step| step.act()).collect::<Vec<Act>>());
        Plan { acts: acts().unwrap_or_default(), bonus: acts(), allies: None }
    }
}

/// No step yet.
const START: usize = usize::MAX;

/// A turn in progress, and how it came about.
struct Draft {
    going: Going,
    score: i32,
    trail: usize,
}

/// One search for plans.
struct Workshop<'a, 'b> {
    planner: &'b mut Planner<'a>,
    width: usize,
    /// A score that ends the search.
    enough: i32,
    drafts: [Vec<Draft>; BALLS as usize + 1],
    met: Met,
    ended: Met,
    steps: Vec<(Step, usize)>,
    outcomes: Vec<Outcome>,
    /// Turns that have earned a bonus turn.
    earned: Vec<Draft>,
    done: bool,
}

impl<'a> Planner<'a> {
    pub(super) fn new(frame: &'a Frame, weights: &'a Weights, salt: u64) -> Planner<'a> {
        Planner { frame, weights, salt, nodes: 0 }
    }

    /// The best plans of a seat: `width` turns in progress are carried on at each number of balls, and so
    /// many plans are kept. The search ends early with one that scores `enough`.
    pub(super) fn find(&mut self, sea: &Sea, seat: usize, width: usize, enough: i32) -> Found {
        let mut workshop = Workshop {
            planner: self,
            width,
            enough,
            drafts: Default::default(),
            met: Met::default(),
            ended: Met::default(),
            steps: Vec::new(),
            outcomes: Vec::new(),
            earned: Vec::new(),
            done: false,
        };
        workshop.draft(Draft { going: Going::new(sea.clone(), seat), score: 0, trail: START });
        workshop.carry_on();
        workshop.bonus();
        let Workshop { mut outcomes, steps, .. } = workshop;
        outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.score));
        outcomes.truncate(width);
        Found { outcomes, steps }
    }
}

impl Workshop<'_, '_> {
    fn draft(&mut self, draft: Draft) {
        if let Some(drafts) = self.drafts.get_mut(usize::from(draft.going.balls)) {
            drafts.push(draft);
        }
    }

    fn carry_on(&mut self) {
        for balls in (1..self.drafts.len()).rev() {
            let mut drafts = std::mem::take(&mut self.drafts[balls]);
            drafts.sort_by_key(|draft| std::cmp::Reverse(draft.score));
            drafts.truncate(self.width);
            for draft in &drafts {
                self.go_on(draft);
                if self.done {
                    return;
                }
            }
        }
    }

    fn go_on(&mut self, draft: &Draft) {
        let frame = self.planner.frame;
        let mut next = Vec::with_capacity(80);
        draft.going.each_step(frame, |step, cost| next.push((step, cost)));
        for (step, cost) in next {
            let mut going = draft.going.clone();
            let mut trail = draft.trail;
            let steps = &mut self.steps;
            going.take(frame, step, cost, |step| {
                steps.push((step, trail));
                trail = steps.len() - 1;
            });
            if self.met.insert(going.hash()) {
                self.look_at(going, trail);
            }
            if self.done {
                return;
            }
        }
    }

    /// A turn may end here, and go on.
    fn look_at(&mut self, going: Going, trail: usize) {
        let Planner { frame, weights, salt, ref mut nodes } = *self.planner;
        *nodes += 1;
        if going.won {
            self.outcomes.push(Outcome { sea: going.sea, score: WON, won: true, trail });
            self.done = true;
            return;
        }
        let measure = Measure::new(frame, weights, &going.sea, salt);
        let (seat, next) = (going.seat, going.sea.next(frame, going.seat));
        let earns = going.sunk && !going.bonus;
        let end = measure.score(weights, seat, next, BALLS);
        let ends = going.may_end();
        if ends && self.ended.insert(going.sea.hash) {
            self.outcomes.push(Outcome { sea: going.sea.clone(), score: end, won: false, trail });
            self.done |= end >= self.enough;
        }
        let left = going.balls + if earns { frame.bonus } else { 0 };
        let more = measure.score(weights, seat, seat, left);
        if ends && earns {
            self.earned.push(Draft { going: going.clone(), score: more, trail });
        }
        if going.balls > 0 {
            let share = i32::from(left.min(BALLS));
            let score = (share * more + (i32::from(BALLS) - share) * end) / i32::from(BALLS);
            self.draft(Draft { going, score, trail });
        }
    }

    /// The best turns that have sunk a ship go on with the bonus turn.
    fn bonus(&mut self) {
        let mut earned = std::mem::take(&mut self.earned);
        earned.sort_by_key(|draft| std::cmp::Reverse(draft.score));
        earned.truncate(self.width);
        if self.done || earned.is_empty() {
            return;
        }
        self.drafts = Default::default();
        for Draft { going, score, trail } in earned {
            self.steps.push((Step::Bonus, trail));
            let trail = self.steps.len() - 1;
            self.draft(Draft { going: going.bonus(self.planner.frame), score, trail });
        }
        self.carry_on();
    }
}

/// Numbers that were met; they are as good as random already.
type Met = HashSet<u64, BuildHasherDefault<Spread>>;

#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 ^ u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
