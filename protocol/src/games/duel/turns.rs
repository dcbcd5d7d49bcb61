//! Turn order: what a word that was checked does to the public state.

use super::{Answer, Duel, End, Event, Outcome, Phase};
use crate::{
    games::grid::{Cell, Cells},
    rules::{Leaving, Ranking, Seat},
};

impl End {
    /// Places of both seats.
    pub(super) fn ranking(self) -> Ranking {
        match self {
            End::Sunk(winner) | End::Remained(winner) => {
                Ranking(vec![vec![winner], vec![Duel::opponent(winner)]])
            }
            End::Nobody => Ranking(vec![vec![Seat(0), Seat(1)]]),
        }
    }
}

impl Duel {
    /// The draw has said who fires first (CL-5, MI-9).
    pub(super) fn begin(&mut self, first: Seat) -> Vec<Event> {
        if self.phase != Phase::Drawing {
            return Vec::new();
        }
        self.phase = Phase::Firing(first);
        vec![Event::Begins(first)]
    }

    /// Takes a checked [`Act::Fire`](super::Act).
    pub(super) fn fire(&mut self, by: Seat, cells: &[Cell]) -> Vec<Event> {
        self.phase = Phase::Answering { shooter: by, cells: cells.iter().copied().collect() };
        vec![Event::Fired { by, cells: cells.to_vec() }]
    }

    /// Takes a checked [`Act::Reveal`](super::Act); the mine's owner goes on (MI-13).
    pub(super) fn reveal(&mut self, seat: Seat, cells: &[Cell]) -> Vec<Event> {
        self.sea_mut(seat).revealed.extend(cells.iter().copied());
        let mut events = vec![Event::Revealed { seat, cells: cells.to_vec() }];
        events.push(self.pass_to(Self::opponent(seat)));
        events
    }

    /// Takes a checked answer.
    pub(super) fn answer(&mut self, answer: &Answer) -> Vec<Event> {
        let Phase::Answering { shooter, cells } = self.phase else { return Vec::new() };
        let owner = Self::opponent(shooter);
        let mut events = self.mark_shots(owner, cells, answer);
        events.extend(self.after_answer(shooter, answer));
        events
    }

    fn mark_shots(&mut self, owner: Seat, cells: Cells, answer: &Answer) -> Vec<Event> {
        let (grid, halo) = (self.grid(), self.options.halo);
        let sea = self.sea_mut(owner);
        let mut events = Vec::new();
        for (cell, &outcome) in cells.iter().zip(&answer.outcomes) {
            match outcome {
                Outcome::Miss => sea.miss.insert(cell),
                Outcome::Hit => sea.hit.insert(cell),
                Outcome::Mine => sea.mine.insert(cell),
            };
            events.push(Event::Answered { sea: owner, cell, outcome });
        }
        for &ship in &answer.sunk {
            sea.sunk.push(ship);
            events.push(Event::Sunk { sea: owner, ship });
            let around = ship.halo(grid).without(sea.closed());
            if halo && !around.is_empty() {
                sea.empty = sea.empty.or(around);
                events.push(Event::KnownEmpty { sea: owner, cells: around.to_vec() });
            }
        }
        events
    }

    /// Whose turn it is after an answer: the end comes before every duty (MI-23), a mine before a hit
    /// (MI-13, MI-22).
    fn after_answer(&mut self, shooter: Seat, answer: &Answer) -> Vec<Event> {
        let owner = Self::opponent(shooter);
        if self.afloat(owner).is_empty() {
            self.phase = Phase::Over(End::Sunk(shooter));
            return vec![Event::Won(shooter)];
        }
        let met = |outcome| answer.outcomes.iter().filter(|&&o| o == outcome).count();
        let count = met(Outcome::Mine).min(self.hidden_intact(shooter));
        if count > 0 {
            self.phase = Phase::Revealing { shooter, count };
            return vec![Event::RevealDue { seat: shooter, count }];
        }
        if self.options.again && met(Outcome::Hit) > 0 && met(Outcome::Mine) == 0 {
            self.phase = Phase::Firing(shooter);
            return vec![Event::Again(shooter)];
        }
        vec![self.pass_to(owner)]
    }

    /// How many ship cells of this seat are neither hit nor revealed (MI-17); public, since the fleet is.
    fn hidden_intact(&self, seat: Seat) -> usize {
        let sea = self.sea(seat);
        self.options.fleet.cells().saturating_sub(sea.hit.or(sea.revealed).len())
    }

    fn pass_to(&mut self, seat: Seat) -> Event {
        self.phase = Phase::Firing(seat);
        Event::Turn(seat)
    }

    /// The seat is out. What was won by sinking stays won; who remains wins; if both go, nobody does.
    pub(super) fn remove(&mut self, seat: Seat, why: Leaving) -> Vec<Event> {
        let other = Self::opponent(seat);
        let (end, event) = match self.phase {
            Phase::Over(End::Remained(winner)) if winner == seat => (End::Nobody, Event::Nobody),
            Phase::Over(_) => return Vec::new(),
            _ => (End::Remained(other), Event::Won(other)),
        };
        self.phase = Phase::Over(end);
        vec![Event::Left { seat, why }, event]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::duel::{Options, Outcome},
        rules::{Due, Game as _},
    };

    const X: Seat = Seat(0);
    const Y: Seat = Seat(1);

    fn over(groups: &[&[Seat]]) -> Due {
        Due::Over(Ranking(groups.iter().map(|group| group.to_vec()).collect()))
    }

    /// X has begun and fired.
    fn in_flight(options: &Options) -> Duel {
        let mut game = Duel::new(options, 2);
        assert_eq!(game.begin(X), [Event::Begins(X)]);
        game.fire(X, &[Cell::new(0, 0)]);
        game
    }

    #[test]
    fn who_leaves_loses() {
        let mut early = Duel::new(&Options::MINES, 2);
        early.remove(Y, Leaving::Forfeited);
        assert_eq!(early.due(), over(&[&[X], &[Y]]), "in the draw");
        assert!(early.begin(Y).is_empty(), "a draw that comes too late decides nothing");
        for leaver in [X, Y] {
            let mut game = in_flight(&Options::MINES);
            let other = Duel::opponent(leaver);
            let why = Leaving::Resigned;
            assert_eq!(game.remove(leaver, why), [Event::Left { seat: leaver, why }, Event::Won(other)]);
            assert_eq!(game.due(), over(&[&[other], &[leaver]]));
            assert!(game.remove(leaver, Leaving::Faulted).is_empty(), "once is enough");
            game.remove(other, Leaving::Faulted);
            assert_eq!(game.due(), over(&[&[X, Y]]), "both are out");
            assert!(game.remove(leaver, why).is_empty() && game.remove(other, why).is_empty());
            assert_eq!(game.stopped().winner(), None);
        }
    }

    #[test]
    fn what_is_won_stays_won() {
        let mut game = in_flight(&Options::MINES);
        // By fiat: in a played game the claims would have been proven.
        let lengths = game.afloat(Y);
        let ships =
            (0..).zip(lengths).map(|(y, length)| crate::games::fleet::Ship::across(Cell::new(0, y), length));
        let events = game.answer(&Answer { outcomes: vec![Outcome::Hit], sunk: ships.collect() });
        assert_eq!(events.last(), Some(&Event::Won(X)));
        assert!(game.remove(X, Leaving::Faulted).is_empty());
        assert_eq!(game.due(), over(&[&[X], &[Y]]));
    }
}
