//! Which words are allowed, and what they imply about their author's own chart.

use super::{Act, Answer, Duel, Illegal, Outcome, Phase, chart::Slots};
use crate::{
    games::{
        fleet::Ship,
        grid::{Cell, Cells},
    },
    rules::Seat,
    seal::{Claim, Line},
};

impl Duel {
    pub(super) fn check_act(&self, seat: Seat, act: &Act) -> Result<Vec<Claim>, Illegal> {
        match (self.phase, act) {
            (Phase::Firing(due), Act::Fire(cells)) if due == seat => self.check_fire(seat, cells),
            (Phase::Firing(due), Act::Reveal(_)) if due == seat => Err(Illegal::NoRevealDue),
            (Phase::Revealing { .. }, Act::Fire(_)) => Err(Illegal::RevealDue),
            (Phase::Revealing { shooter, count }, Act::Reveal(cells)) if shooter == seat => {
                self.check_reveal(seat, count, cells)
            }
            (Phase::Answering { .. }, _) => Err(Illegal::AnswerDue),
            (Phase::Over(_), _) => Err(Illegal::GameOver),
            _ => Err(Illegal::NotYourTurn),
        }
    }

    fn check_fire(&self, seat: Seat, cells: &[Cell]) -> Result<Vec<Claim>, Illegal> {
        let (given, wanted) = (cells.len(), self.shots(seat));
        if given != wanted {
            return Err(Illegal::WrongSalvoSize { given, wanted });
        }
        self.check_set(cells)?;
        let open = self.open(Self::opponent(seat));
        match cells.iter().find(|&&cell| !open.contains(cell)) {
            Some(&cell) if self.options.halo => Err(Illegal::CellAlreadyKnown(cell)),
            Some(&cell) => Err(Illegal::AlreadyFired(cell)),
            None => Ok(Vec::new()),
        }
    }

    /// Whether the cells are on the board, different and row by row.
    fn check_set(&self, cells: &[Cell]) -> Result<(), Illegal> {
        let grid = self.grid();
        let mut before = Cells::EMPTY;
        for &cell in cells {
            if !grid.contains(cell) {
                return Err(Illegal::OutOfGrid);
            }
            if !before.insert(cell) {
                return Err(Illegal::DuplicateCell(cell));
            }
        }
        if cells.is_sorted() { Ok(()) } else { Err(Illegal::NotCanonical) }
    }

    /// A revealed cell is neither fired at nor revealed before (MI-15), and a ship's: the placements
    /// through it sum to 1.
    fn check_reveal(&self, seat: Seat, wanted: usize, cells: &[Cell]) -> Result<Vec<Claim>, Illegal> {
        let given = cells.len();
        if given != wanted {
            return Err(Illegal::WrongRevealCount { given, wanted });
        }
        self.check_set(cells)?;
        let barred = self.sea(seat).closed().or(self.sea(seat).revealed);
        if let Some(&cell) = cells.iter().find(|&&cell| barred.contains(cell)) {
            return Err(Illegal::BadReveal(cell));
        }
        let slots = Slots::new(&self.options);
        Ok(cells.iter().map(|&cell| Claim::Opens(slots.line(slots.through(cell)), 1)).collect())
    }

    pub(super) fn check_answer(&self, seat: Seat, answer: &Answer) -> Result<Vec<Claim>, Illegal> {
        let Phase::Answering { shooter, cells } = self.phase else { return Err(Illegal::NothingAsked) };
        if seat != Self::opponent(shooter) {
            return Err(Illegal::NotYourTurn);
        }
        if answer.outcomes.len() != cells.len() {
            return Err(Illegal::WrongAnswerLength);
        }
        let met = |outcome: Outcome| {
            let pairs = cells.iter().zip(&answer.outcomes);
            pairs.filter(move |&(_, &o)| o == outcome).map(|(cell, _)| cell).collect::<Cells>()
        };
        let (missed, hit, mined) = (met(Outcome::Miss), met(Outcome::Hit), met(Outcome::Mine));
        self.check_mines(seat, mined)?;
        self.check_sunk(seat, hit, &answer.sunk)?;

        let slots = Slots::new(&self.options);
        let mut claims: Vec<Claim> =
            missed.iter().map(|cell| Claim::Opens(slots.anything(cell), 0)).collect();
        claims
            .extend(mined.iter().filter_map(|cell| slots.mine(cell)).map(|s| Claim::Opens(Line::one(s), 1)));
        let named: Cells = answer.sunk.iter().flat_map(|ship| ship.cells()).collect();
        for cell in hit.without(named).iter() {
            claims.push(Claim::Opens(self.afloat_line(seat, hit, cell)?, 1));
        }
        let sunk = answer.sunk.iter().filter_map(|&ship| slots.ship(ship));
        claims.extend(sunk.map(|slot| Claim::Opens(Line::one(slot), 1)));
        Ok(claims)
    }

    /// The placements through a hit cell that keep a cell outside all hits, the new ones included. If
    /// their sum is 1 there is a ship and it is afloat, so a sinking cannot be hidden.
    ///
    /// Which placements are possible at all by now is left out of account: those that are not add 0.
    fn afloat_line(&self, seat: Seat, hit: Cells, cell: Cell) -> Result<Line, Illegal> {
        let slots = Slots::new(&self.options);
        let all = self.sea(seat).hit.or(hit);
        let afloat = |ship: &Ship| ship.cells().any(|part| !all.contains(part));
        let line = slots.line(slots.through(cell).filter(afloat));
        if line.slots().is_empty() { Err(Illegal::HitMustSink(cell)) } else { Ok(line) }
    }

    fn check_mines(&self, seat: Seat, mined: Cells) -> Result<(), Illegal> {
        let left = self.options.mine_count().saturating_sub(self.sea(seat).mine.len());
        match mined.iter().nth(left) {
            Some(cell) => Err(Illegal::NoMineLeft(cell)),
            None => Ok(()),
        }
    }

    /// Whether the ships named as sunk are ascending, of lengths still afloat, and lost all their cells,
    /// the last ones now. That they exist is a claim.
    fn check_sunk(&self, seat: Seat, hit: Cells, sunk: &[Ship]) -> Result<(), Illegal> {
        if sunk.len() > hit.len() {
            return Err(Illegal::WrongAnswerLength);
        }
        if !sunk.is_sorted_by(|a, b| a < b) {
            return Err(Illegal::NotCanonical);
        }
        let slots = Slots::new(&self.options);
        let sea = self.sea(seat);
        let lost = sea.hit.or(hit).without(sea.sunk_cells());
        let mut afloat = self.afloat(seat);
        for &ship in sunk {
            let Some(index) = afloat.iter().position(|&length| length == ship.length) else {
                return Err(Illegal::NoSuchShip { ship });
            };
            afloat.remove(index);
            if slots.ship(ship).is_none() {
                return Err(Illegal::NoSuchShip { ship });
            }
            let all_lost = ship.cells().all(|cell| lost.contains(cell));
            if !all_lost || !ship.cells().any(|cell| hit.contains(cell)) {
                return Err(Illegal::NotSunkNow { ship });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;
    use crate::{
        games::duel::{Fleet, Options},
        rules::{Due, Game as _, Leaving, Ply},
    };

    fn any_number(rng: &mut ChaCha8Rng) -> u8 {
        if rng.random_range(0..20) == 0 { rng.random() } else { rng.random_range(0..9) }
    }

    fn any_cells(rng: &mut ChaCha8Rng, count: usize) -> Vec<Cell> {
        let count = if rng.random() { count } else { usize::from(any_number(rng)) };
        let mut cells: Vec<Cell> = (0..count).map(|_| Cell::new(any_number(rng), any_number(rng))).collect();
        if rng.random() {
            cells.sort_unstable();
        }
        cells
    }

    fn any_answer(rng: &mut ChaCha8Rng, count: usize) -> Answer {
        let count = if rng.random_range(0..9) > 0 { count } else { usize::from(any_number(rng)) };
        let outcomes = [Outcome::Miss, Outcome::Hit, Outcome::Hit, Outcome::Mine];
        let ships = usize::from(any_number(rng)) / 3;
        let ship =
            |at: Cell, rng: &mut ChaCha8Rng| Ship { at, length: any_number(rng) % 6, down: rng.random() };
        Answer {
            outcomes: (0..count).map(|_| outcomes[rng.random_range(0..4)]).collect(),
            sunk: any_cells(rng, ships).into_iter().map(|at| ship(at, rng)).collect(),
        }
    }

    /// Words without sense are refused or taken, in whatever state earlier such words have led to: taken
    /// even if a claim is false, which the core would never do.
    #[test]
    fn words_of_a_peer_do_no_harm() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut taken = [0; 3];
        for round in 0..600u32 {
            let on = |bit: u32| round & bit != 0;
            let fleet = if on(1) { Fleet::Russian } else { Fleet::Classic };
            let mut options =
                Options { size: 8, fleet, salvo: on(2), again: on(4), mines: on(8), ..Options::MINES };
            if round % 5 == 0 {
                options = Options::CLASSIC;
            }
            let mut game = Duel::new(&options, 2);
            game.begin(Seat(u8::from(on(16))));
            for _ in 0..400 {
                let (seat, ply) = match game.due() {
                    Due::Act(seat) if game.reveals_due(seat) > 0 => {
                        (seat, Ply::Act(Act::Reveal(any_cells(&mut rng, game.reveals_due(seat)))))
                    }
                    Due::Act(seat) => (seat, Ply::Act(Act::Fire(any_cells(&mut rng, game.shots(seat))))),
                    Due::Answer(seat) => {
                        let shots = game.in_flight().map(|(_, cells)| cells.len());
                        (seat, Ply::Answer(any_answer(&mut rng, shots.unwrap())))
                    }
                    Due::Draw | Due::Over(_) => break,
                };
                assert!(
                    game.check(Seat(7), &ply).is_err() && game.check(Duel::opponent(seat), &ply).is_err()
                );
                if game.check(seat, &ply).is_ok() {
                    taken[match ply {
                        Ply::Act(Act::Fire(_)) => 0,
                        Ply::Act(Act::Reveal(_)) => 1,
                        Ply::Answer(_) => 2,
                    }] += 1;
                    game.apply(seat, &ply);
                }
            }
            game.leave(Seat(0), Leaving::Faulted);
            assert!(matches!(game.due(), Due::Over(_)));
        }
        assert!(taken.iter().all(|&count| count > 100), "{taken:?}");
    }
}
