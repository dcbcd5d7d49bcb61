//! What the player has in hand, and what it means to choose a cell then.

use marque_protocol::games::{
    diabolik::{Act, Board, Heading, Illegal, Turn},
    grid::Cell,
};

/// What the next act is about.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Hand {
    /// Nothing.
    #[default]
    Empty,
    /// The own ship on this cell.
    Ship(Cell),
    /// A ship of the reserve, and where it is to be rebuilt once that is chosen.
    Yard(Option<Cell>),
}

/// What it means to choose a cell.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Meaning {
    /// Nothing.
    Nothing,
    /// This comes to hand.
    Take(Hand),
    /// This is done, and costs so many balls.
    Act(Act, u8),
    /// It will not do.
    Refused(Reason),
}

/// Why something will not do.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reason {
    /// A rule.
    Rule(Illegal),
    /// The cell is not beside the ship in hand.
    Far,
    /// To sink a ship two have to offer it their flanks, and so many do.
    Flanks(usize),
}

impl From<Illegal> for Reason {
    fn from(illegal: Illegal) -> Reason {
        Reason::Rule(illegal)
    }
}

impl Hand {
    /// What it means to choose this cell.
    pub fn meaning(self, turn: &Turn, cell: Cell) -> Meaning {
        let board = turn.board();
        match board.ship(cell) {
            Some(ship) if ship.owner != turn.seat() => self.sinking(turn, cell),
            Some(_) if self == Hand::Ship(cell) => Meaning::Take(Hand::Empty),
            Some(_) if board.is_frozen(cell) => Meaning::Refused(Illegal::Frozen(cell).into()),
            Some(_) => Meaning::Take(Hand::Ship(cell)),
            None => self.steering(turn, cell),
        }
    }

    /// What it means to choose a cell without a ship.
    fn steering(self, turn: &Turn, cell: Cell) -> Meaning {
        let towards = |at| Heading::between(at, cell).and_then(|way| self.towards(turn, way));
        match self {
            Hand::Ship(at) => match towards(at) {
                Some(act) => judged(turn, act),
                None => Meaning::Refused(Reason::Far),
            },
            Hand::Yard(Some(at)) if at != cell => match towards(at) {
                Some(act) => judged(turn, act),
                None => Hand::Yard(None).steering(turn, cell),
            },
            Hand::Yard(Some(_)) => Meaning::Take(Hand::Yard(None)),
            Hand::Yard(None) => build(turn, cell),
            Hand::Empty if turn.board().reserve(turn.seat()) == 0 => Meaning::Nothing,
            Hand::Empty if turn.board().row(turn.seat(), cell) == 1 => build(turn, cell),
            Hand::Empty => Meaning::Nothing,
        }
    }

    /// What it means to choose a ship of another seat.
    fn sinking(self, turn: &Turn, target: Cell) -> Meaning {
        let board = turn.board();
        let all = board.threats(turn.seat()).into_iter();
        let pairs: Vec<Act> =
            all.filter(|act| matches!(act, Act::Sink { target: at, .. } if *at == target)).collect();
        let held =
            |act: &&Act| matches!((self, act), (Hand::Ship(at), Act::Sink { by, .. }) if by.contains(&at));
        match pairs.iter().find(held).or(pairs.first()) {
            Some(act) => judged(turn, *act),
            None if board.is_frozen(target) => Meaning::Refused(Illegal::TargetFrozen(target).into()),
            None => match self {
                Hand::Ship(at) if board.flanks(at, target).is_err() => {
                    Meaning::Refused(board.flanks(at, target).map_or_else(Reason::Rule, |()| Reason::Far))
                }
                _ => Meaning::Refused(Reason::Flanks(flanking(turn, target))),
            },
        }
    }

    /// What is done with the ship in hand towards this side: it moves where its bow points to, turns
    /// elsewhere, or is rebuilt with this heading.
    pub fn towards(self, turn: &Turn, heading: Heading) -> Option<Act> {
        match self {
            Hand::Ship(from) if turn.board().ship(from)?.heading == heading => Some(Act::Move { from }),
            Hand::Ship(at) => Some(Act::Turn { at, to: heading }),
            Hand::Yard(Some(at)) => Some(Act::Build { at, heading }),
            Hand::Yard(None) | Hand::Empty => None,
        }
    }

    /// Where the ship in hand is, or will be.
    pub fn at(self) -> Option<Cell> {
        match self {
            Hand::Ship(at) | Hand::Yard(Some(at)) => Some(at),
            Hand::Yard(None) | Hand::Empty => None,
        }
    }

    /// What is in hand after an act, by the turn before it: the ship that acts, if it can act again; see
    /// [`Hand::kept`].
    pub fn after(self, act: &Act, before: &Turn) -> Hand {
        let next = match *act {
            Act::Move { from } => before.board().ship(from).and_then(|ship| ship.heading.from(from)),
            Act::Turn { at, .. } | Act::Build { at, .. } => Some(at),
            Act::Sink { .. } => self.at(),
        };
        next.map_or(Hand::Empty, Hand::Ship)
    }

    /// The same, if it is still there and can act.
    pub fn kept(self, turn: &Turn) -> Hand {
        let own = |at| turn.board().ship(at).is_some_and(|ship| ship.owner == turn.seat());
        match self {
            Hand::Ship(at) if !own(at) || turn.board().is_frozen(at) => Hand::Empty,
            Hand::Yard(_) if turn.board().reserve(turn.seat()) == 0 => Hand::Empty,
            hand => hand,
        }
    }
}

/// How many ships that the seat may use offer a target their flanks.
fn flanking(turn: &Turn, target: Cell) -> usize {
    let (board, seat) = (turn.board(), turn.seat());
    let usable = board.playing().filter(|owner| *owner == seat || board.permits(*owner, seat));
    let ships = usable.flat_map(|owner| board.fleet(owner).iter());
    ships.filter(|by| board.flanks(*by, target).is_ok()).count()
}

fn judged(turn: &Turn, act: Act) -> Meaning {
    match turn.check(&act) {
        Ok(cost) => Meaning::Act(act, cost),
        Err(why) => Meaning::Refused(why.into()),
    }
}

/// A cell is chosen for a ship of the reserve; its heading comes later and is as good as any other.
fn build(turn: &Turn, at: Cell) -> Meaning {
    match turn.check(&Act::Build { at, heading: Heading::N }) {
        Ok(_) => Meaning::Take(Hand::Yard(Some(at))),
        Err(why) => Meaning::Refused(why.into()),
    }
}

/// The balls of a rebuilt ship.
pub const BUILD: u8 = Board::BUILD_COST;

#[cfg(test)]
mod tests {
    use marque_protocol::{games::diabolik::Options, rules::Seat};
    use rand::{SeedableRng as _, rngs::ChaCha8Rng, seq::IndexedRandom as _};

    use super::*;
    use crate::ui::boards::diabolik::positions::{cell, start, with};

    /// Every legal act but for the choice of attackers can be had by choosing cells or sides, and nothing else.
    #[test]
    fn hands_reach_every_legal_act_and_no_other() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut sunk = 0;
        for game in 0..30 {
            let mut turn = Turn::new(start(2 + game % 3, &Options::DEFAULT), Seat(0));
            for number in 0..60 {
                let legal = turn.acts();
                let cells: Vec<Cell> = turn.board().grid().cells().collect();
                let fleet = turn.board().fleet(turn.seat());
                // With nothing in reserve there is no yard.
                let rebuilt = if turn.board().reserve(turn.seat()) > 0 { &cells[..] } else { &[] };
                let yard = rebuilt.iter().map(|at| Hand::Yard(Some(*at)));
                let hands: Vec<Hand> = fleet.iter().map(Hand::Ship).chain(yard).collect();
                let mut reached = Vec::new();
                for hand in [Hand::Empty, Hand::Yard(None)].iter().chain(&hands) {
                    for cell in &cells {
                        if let Meaning::Act(act, cost) = hand.meaning(&turn, *cell) {
                            assert_eq!(turn.check(&act), Ok(cost));
                            reached.push(act);
                        }
                    }
                    let sides = Heading::ALL.into_iter().filter_map(|way| hand.towards(&turn, way));
                    reached.extend(sides.filter(|act| turn.check(act).is_ok()));
                }
                for act in &legal {
                    let same = |other: &Act| match (act, other) {
                        (Act::Sink { target, .. }, Act::Sink { target: other, .. }) => target == other,
                        _ => act == other,
                    };
                    assert!(reached.iter().any(same), "{act:?}");
                }
                assert!(reached.iter().all(|act| legal.contains(act)));
                let sink = legal.iter().find(|act| matches!(act, Act::Sink { .. }));
                sunk += usize::from(sink.is_some());
                match sink.or(legal.choose(&mut rng)) {
                    Some(act) => drop(turn.take(act).unwrap()),
                    None => {
                        let next = turn.board().next(turn.seat()).unwrap_or(turn.seat());
                        turn = Turn::new(turn.into_board(), next);
                    }
                }
                if number % 5 == 4 {
                    let next = turn.board().next(turn.seat()).unwrap_or(turn.seat());
                    turn = Turn::new(turn.into_board(), next);
                }
            }
        }
        assert!(sunk > 0, "nothing was sunk");
    }

    #[test]
    fn what_will_not_do_has_its_reason() {
        use Heading::{E, N, NW, S};
        let board =
            with(&[(0, "C5", N), (0, "D8", NW), (0, "E5", E), (0, "A2", N)], &[(1, "D5", S), (1, "C6", S)]);
        let turn = Turn::new(board, Seat(0));
        let meaning = |hand: Hand, at: &str| hand.meaning(&turn, cell(at));
        let rule = |illegal| Meaning::Refused(Reason::Rule(illegal));
        assert_eq!(meaning(Hand::Empty, "D8"), rule(Illegal::Frozen(cell("D8"))));
        assert_eq!(meaning(Hand::Empty, "A2"), Meaning::Take(Hand::Ship(cell("A2"))));
        assert_eq!(meaning(Hand::Ship(cell("A2")), "A2"), Meaning::Take(Hand::Empty));
        assert_eq!(meaning(Hand::Ship(cell("A2")), "C2"), Meaning::Refused(Reason::Far));
        assert_eq!(meaning(Hand::Empty, "D5"), Meaning::Refused(Reason::Flanks(1)));
        assert_eq!(meaning(Hand::Ship(cell("E5")), "D5"), rule(Illegal::NotFlank(cell("E5"))));
        assert_eq!(meaning(Hand::Ship(cell("A2")), "D5"), rule(Illegal::NotNeighbour(cell("A2"))));
        assert_eq!(meaning(Hand::Empty, "B2"), Meaning::Nothing, "nothing is in reserve");
        let ahead = Act::Move { from: cell("A2") };
        assert_eq!(meaning(Hand::Ship(cell("A2")), "A3"), Meaning::Act(ahead, 1));
        let aside = Act::Turn { at: cell("C5"), to: NW };
        assert_eq!(meaning(Hand::Ship(cell("C5")), "B6"), Meaning::Act(aside, 3), "beside two enemies");
    }

    #[test]
    fn who_has_moved_stays_in_hand_until_it_arrives() {
        let (n, nw) = (Heading::N, Heading::NW);
        let board = with(&[(0, "C6", n), (0, "B7", nw), (0, "A2", n)], &[(1, "H7", Heading::S)]);
        let mut turn = Turn::new(board, Seat(0));
        let mut hand = Hand::Ship(cell("C6"));
        for (from, next) in [("C6", Hand::Ship(cell("C7"))), ("C7", Hand::Empty)] {
            let act = Act::Move { from: cell(from) };
            hand = hand.after(&act, &turn);
            turn.take(&act).unwrap();
            hand = hand.kept(&turn);
            assert_eq!(hand, next);
        }
    }
}
