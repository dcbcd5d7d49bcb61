//! Whole plans.

use super::{
    board::Board,
    illegal::{BadPlan, Illegal},
    turn::Turn,
    words::{Act, Event, Plan},
};
use crate::rules::Seat;

impl Board {
    /// What a plan of this seat comes to: the last of its turns, and all that happened; or where it is
    /// against the rules.
    pub fn play(&self, seat: Seat, plan: &Plan) -> Result<(Turn, Vec<Event>), BadPlan> {
        let whole = |bonus| move |why| BadPlan { bonus, act: None, why };
        let mut board = self.clone();
        let mut events = Vec::new();
        if let Some(allies) = &plan.allies {
            self.check_allies(seat, allies).map_err(whole(false))?;
            board.set_allies(seat, allies);
            events.push(Event::Allies { seat, allies: allies.clone() });
        }
        let mut turn = Turn::new(board, seat);
        take_all(&mut turn, &plan.acts, &mut events)?;
        turn.may_end().map_err(whole(false))?;
        if let Some(acts) = &plan.bonus {
            turn = turn.bonus().map_err(whole(true))?;
            events.push(Event::Bonus(seat));
            take_all(&mut turn, acts, &mut events)?;
            turn.may_end().map_err(whole(true))?;
        }
        Ok((turn, events))
    }

    /// Whether the seat may permit the use of its ships to exactly these (DF-26).
    fn check_allies(&self, seat: Seat, allies: &[Seat]) -> Result<(), Illegal> {
        let stranger = allies.iter().find(|&&ally| ally == seat || !self.plays(ally));
        match stranger {
            _ if !self.options().joint => Err(Illegal::NotJoint),
            Some(&ally) => Err(Illegal::BadAlly(ally)),
            None if !allies.is_sorted_by(|a, b| a < b) => Err(Illegal::NotCanonical),
            None if self.allies(seat).eq(allies.iter().copied()) => Err(Illegal::SameAllies),
            None => Ok(()),
        }
    }
}

fn take_all(turn: &mut Turn, acts: &[Act], events: &mut Vec<Event>) -> Result<(), BadPlan> {
    for (number, act) in acts.iter().enumerate() {
        let bonus = turn.is_bonus();
        events.extend(turn.take(act).map_err(|why| BadPlan { bonus, act: Some(number), why })?);
    }
    Ok(())
}
