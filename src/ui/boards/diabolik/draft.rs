//! A plan in the making: acts that were chosen, each of which can be taken back.
//!
//! What is legal, what it costs and why not is asked of the [`Turn`] that the acts have led to.

use marque_protocol::{
    games::diabolik::{Act, Board, Illegal, Plan, Turn},
    rules::Seat,
};

/// One step of a plan.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Step {
    /// An act, and the balls that it costs.
    Act(Act, u8),
    /// From here on it is the bonus turn.
    Bonus,
}

/// See the module.
#[derive(Clone)]
pub struct Draft {
    start: Board,
    turn: Turn,
    /// Every step, with the turn before it.
    steps: Vec<(Step, Turn)>,
    /// Who may use the ships of the seat.
    lent: Vec<Seat>,
}

impl Draft {
    /// Nothing is chosen yet.
    pub fn new(board: &Board, seat: Seat) -> Draft {
        let lent = board.allies(seat).collect();
        Draft { start: board.clone(), turn: Turn::new(board.clone(), seat), steps: Vec::new(), lent }
    }

    /// Whether it begins at this board, for this seat.
    pub fn is_of(&self, board: &Board, seat: Seat) -> bool {
        self.turn.seat() == seat && self.start == *board
    }

    /// The turn as it is by now.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The steps so far.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> + '_ {
        self.steps.iter().map(|(step, _)| *step)
    }

    /// Takes the next act; refused, nothing has changed.
    pub fn take(&mut self, act: &Act) -> Result<(), Illegal> {
        let cost = self.turn.check(act)?;
        let mut after = self.turn.clone();
        after.take(act)?;
        self.step(Step::Act(*act, cost), after);
        Ok(())
    }

    /// Ends the normal turn and begins the bonus turn that it has earned.
    pub fn begin_bonus(&mut self) -> Result<(), Illegal> {
        let after = self.turn.bonus()?;
        self.step(Step::Bonus, after);
        Ok(())
    }

    fn step(&mut self, step: Step, after: Turn) {
        self.steps.push((step, std::mem::replace(&mut self.turn, after)));
    }

    /// Takes the last step back; which it was.
    pub fn undo(&mut self) -> Option<Step> {
        let (step, before) = self.steps.pop()?;
        self.turn = before;
        Some(step)
    }

    /// Takes all steps back.
    pub fn clear(&mut self) {
        while self.undo().is_some() {}
    }

    /// Whether another seat may use the ships of this one, once the plan is made.
    pub fn lends(&self, to: Seat) -> bool {
        self.lent.contains(&to)
    }

    /// Lets another seat use the ships of this one, or not.
    pub fn lend(&mut self, to: Seat, may: bool) {
        self.lent.retain(|other| *other != to);
        if may {
            self.lent.push(to);
            self.lent.sort_unstable();
        }
    }

    /// The whole plan; refused where it cannot end here. A bonus turn in which nothing was done is none.
    pub fn plan(&self) -> Result<Plan, Illegal> {
        let mut plan = Plan::default();
        for (step, _) in &self.steps {
            match (step, &mut plan.bonus) {
                (Step::Bonus, bonus) => *bonus = Some(Vec::new()),
                (Step::Act(act, _), Some(bonus)) => bonus.push(*act),
                (Step::Act(act, _), None) => plan.acts.push(*act),
            }
        }
        plan.bonus = plan.bonus.filter(|acts| !acts.is_empty());
        if plan.bonus.is_some() || !self.turn.is_bonus() {
            self.turn.may_end()?;
        }
        let same = self.start.allies(self.turn.seat()).eq(self.lent.iter().copied());
        plan.allies = (!same).then(|| self.lent.clone());
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use marque_protocol::games::diabolik::{Heading, Options};
    use rand::{Rng as _, RngExt as _, SeedableRng as _, rngs::ChaCha8Rng, seq::IndexedRandom as _};

    use super::*;
    use crate::ui::boards::diabolik::positions::{cell, start, with};

    #[test]
    fn every_step_is_taken_back_to_the_turn_before_it() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for game in 0..40 {
            let mut draft = Draft::new(&start(2 + game % 3, &Options::DEFAULT), Seat(0));
            let mut turns = vec![draft.turn().clone()];
            while rng.random_range(0..8) > 0 {
                let acts = draft.turn().acts();
                let Some(act) = acts.choose(&mut rng) else { break };
                draft.take(act).unwrap();
                turns.push(draft.turn().clone());
                if rng.next_u32() % 4 == 0 {
                    turns.pop();
                    draft.undo();
                }
                assert_eq!(draft.turn(), turns.last().unwrap());
                let spent: u8 =
                    draft.steps().map(|step| if let Step::Act(_, cost) = step { cost } else { 0 }).sum();
                assert_eq!(spent + draft.turn().balls(), 4);
            }
            draft.clear();
            assert_eq!((draft.turn(), draft.steps().len()), (&turns[0], 0));
        }
    }

    #[test]
    fn a_plan_is_exactly_what_the_rules_accept() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let (mut ended, mut refused) = (0, 0);
        for _ in 0..300 {
            let board = start(2, &Options::DEFAULT);
            let mut draft = Draft::new(&board, Seat(1));
            for _ in 0..rng.random_range(0..5) {
                let acts = draft.turn().acts();
                let Some(act) = acts.choose(&mut rng) else { break };
                draft.take(act).unwrap();
            }
            match draft.plan() {
                Ok(plan) => {
                    let (turn, _) = board.play(Seat(1), &plan).unwrap();
                    assert_eq!(&turn, draft.turn());
                    ended += 1;
                }
                Err(why) => {
                    let acts = draft.steps().filter_map(|step| match step {
                        Step::Act(act, _) => Some(act),
                        Step::Bonus => None,
                    });
                    assert_eq!(board.play(Seat(1), &Plan::of(acts)).unwrap_err().why, why);
                    refused += 1;
                }
            }
        }
        assert!(ended > 20 && refused > 20, "{ended} and {refused}");
    }

    #[test]
    fn a_bonus_turn_is_part_of_the_plan_once_something_is_done_in_it() {
        let board = with(
            &[(0, "C5", Heading::N), (0, "E5", Heading::N), (0, "A2", Heading::N)],
            &[(1, "D5", Heading::S), (1, "A7", Heading::S), (1, "C7", Heading::S), (1, "H7", Heading::S)],
        );
        let mut draft = Draft::new(&board, Seat(0));
        assert_eq!(draft.begin_bonus(), Err(Illegal::MoveRequired));
        draft.take(&Act::Move { from: cell("A2") }).unwrap();
        assert_eq!(draft.begin_bonus(), Err(Illegal::NoBonus));
        draft.take(&Act::sink(cell("D5"), [cell("C5"), cell("E5")])).unwrap();
        let normal = draft.plan().unwrap();
        draft.begin_bonus().unwrap();
        assert_eq!(
            (draft.turn().balls(), draft.plan().unwrap()),
            (4, normal.clone()),
            "nothing is done in it yet"
        );
        draft.take(&Act::Turn { at: cell("A3"), to: Heading::NE }).unwrap();
        assert_eq!(draft.plan(), Err(Illegal::MoveRequired));
        draft.take(&Act::Move { from: cell("A3") }).unwrap();
        let plan = draft.plan().unwrap();
        assert_eq!((plan.acts.len(), plan.bonus.as_ref().map(Vec::len)), (2, Some(2)));
        assert!(board.play(Seat(0), &plan).is_ok());
        for _ in 0..3 {
            draft.undo();
        }
        assert!(!draft.turn().is_bonus() && draft.plan() == Ok(normal));
    }

    #[test]
    fn permissions_are_part_of_the_plan_where_they_change() {
        let board = start(4, &Options { joint: true, ..Options::DEFAULT });
        let mut draft = Draft::new(&board, Seat(2));
        let ahead = draft.turn().acts()[0];
        draft.take(&ahead).unwrap();
        assert_eq!(draft.plan().unwrap().allies, None);
        draft.lend(Seat(3), true);
        draft.lend(Seat(0), true);
        let plan = draft.plan().unwrap();
        assert_eq!(plan.allies, Some(vec![Seat(0), Seat(3)]));
        assert!(board.play(Seat(2), &plan).is_ok());
        draft.lend(Seat(3), false);
        draft.lend(Seat(0), false);
        assert_eq!(draft.plan().unwrap().allies, None, "as they were");
    }
}
