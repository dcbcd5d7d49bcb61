//! A turn in progress: what may be done next, what it costs, and what becomes of it.
//!
//! This is the one source of what is legal. The validator takes the acts of a plan one by one, a board
//! keeps one [`Turn`] for each step so that steps can be undone, bots search over copies of it.

use std::collections::BTreeSet;

use super::{
    board::{Board, Ship},
    illegal::Illegal,
    words::{Act, Event, Why},
};
use crate::{games::grid::Cell, rules::Seat};

use super::compass::Heading;

/// Balls of a normal turn (DF-6).
pub const BALLS: u8 = 4;

/// A normal or a bonus turn in progress.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Turn {
    board: Board,
    seat: Seat,
    balls: u8,
    /// How many acts there were.
    acts: usize,
    moved: bool,
    sunk: bool,
    bonus: bool,
    won: bool,
}

impl Turn {
    /// The normal turn of a seat.
    pub fn new(board: Board, seat: Seat) -> Turn {
        let (acts, moved, sunk, bonus, won) = (0, false, false, false, false);
        Turn { board, seat, balls: BALLS, acts, moved, sunk, bonus, won }
    }

    /// The bonus turn that follows this one, if it may end and has earned one (DF-14).
    pub fn bonus(&self) -> Result<Turn, Illegal> {
        if self.won {
            return Err(Illegal::GameOver);
        }
        self.may_end()?;
        if self.bonus {
            return Err(Illegal::OnlyOneBonus);
        }
        if !self.sunk {
            return Err(Illegal::NoBonus);
        }
        let balls = self.board.options().bonus;
        Ok(Turn { balls, bonus: true, ..Turn::new(self.board.clone(), self.seat) })
    }

    /// The board as it is by now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board as it is by now, when the turn is over.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Balls left.
    pub fn balls(&self) -> u8 {
        self.balls
    }

    /// Whether a ship was moved (DF-8, DF-9).
    pub fn has_moved(&self) -> bool {
        self.moved
    }

    /// Whether a ship was sunk (DF-14).
    pub fn has_sunk(&self) -> bool {
        self.sunk
    }

    /// Whether it is a bonus turn.
    pub fn is_bonus(&self) -> bool {
        self.bonus
    }

    /// Whether the seat has won by the last act (DF-16): nothing may follow.
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// Every act that is legal next: moves, sinkings, turns, rebuildings, each row by row.
    pub fn acts(&self) -> Vec<Act> {
        let (board, fleet) = (&self.board, self.board.fleet(self.seat));
        let mut acts = Vec::new();
        if self.balls > 0 {
            acts.extend(fleet.iter().map(|from| Act::Move { from }));
        }
        if self.moved {
            acts.extend(board.threats(self.seat));
        }
        if self.balls > 0 && (self.moved || self.acts == 0) {
            acts.extend(fleet.iter().flat_map(|at| Heading::ALL.map(|to| Act::Turn { at, to })));
            if board.reserve(self.seat) > 0 && self.balls >= Board::BUILD_COST {
                let second = board.grid().cells().filter(|&at| board.row(self.seat, at) == 1);
                acts.extend(second.flat_map(|at| Heading::ALL.map(|heading| Act::Build { at, heading })));
            }
        }
        acts.retain(|act| self.check(act).is_ok());
        acts
    }

    /// Whether the act is legal next, and how many balls it costs.
    pub fn check(&self, act: &Act) -> Result<u8, Illegal> {
        if self.won {
            return Err(Illegal::GameOver);
        }
        let cost = match *act {
            Act::Move { from } => self.check_move(from)?,
            Act::Turn { at, to } => self.check_turn(at, to)?,
            Act::Sink { target, by } => self.check_sink(target, by)?,
            Act::Build { at, .. } => self.check_build(at)?,
        };
        if !self.moved && self.acts > 0 && !matches!(act, Act::Move { .. }) {
            return Err(Illegal::MoveRequiredByAct2);
        }
        if cost > self.balls {
            return Err(Illegal::NotEnoughBalls { cost, left: self.balls });
        }
        Ok(cost)
    }

    fn check_move(&self, from: Cell) -> Result<u8, Illegal> {
        let board = &self.board;
        let ship = self.handled(from)?;
        let ahead = ship.heading.from(from).filter(|&to| board.grid().contains(to));
        let to = ahead.ok_or(Illegal::OffBoard(from))?;
        if board.row(self.seat, to) == 0 {
            return Err(Illegal::OwnFirstRow(to));
        }
        if board.ship(to).is_some() {
            return Err(Illegal::CellOccupied(to));
        }
        Ok(board.move_cost(self.seat, from))
    }

    fn check_turn(&self, at: Cell, to: Heading) -> Result<u8, Illegal> {
        if self.handled(at)?.heading == to {
            return Err(Illegal::SameHeading(at));
        }
        Ok(self.board.turn_cost(self.seat, at))
    }

    /// The seat's ship on a cell, if it can be moved or turned.
    fn handled(&self, cell: Cell) -> Result<Ship, Illegal> {
        let ship = self.board.ship(cell).ok_or(Illegal::NoShip(cell))?;
        match ship {
            _ if ship.owner != self.seat => Err(Illegal::NotYourShip(cell)),
            _ if self.board.is_frozen(cell) => Err(Illegal::Frozen(cell)),
            _ => Ok(ship),
        }
    }

    fn check_sink(&self, target: Cell, by: [Cell; 2]) -> Result<u8, Illegal> {
        if !self.moved {
            return Err(Illegal::MustMoveBeforeSinking);
        }
        let board = &self.board;
        match board.ship(target) {
            None => return Err(Illegal::NoShip(target)),
            Some(ship) if ship.owner == self.seat => return Err(Illegal::NotEnemy(target)),
            Some(_) if board.is_frozen(target) => return Err(Illegal::TargetFrozen(target)),
            Some(_) => {}
        }
        let [first, second] = by;
        if first == second {
            return Err(Illegal::SameAttacker);
        }
        let mut own = 0;
        for attacker in by {
            let owner = board.ship(attacker).ok_or(Illegal::NoShip(attacker))?.owner;
            own += usize::from(owner == self.seat);
            if owner != self.seat && !board.permits(owner, self.seat) {
                return Err(Illegal::NotYourShip(attacker));
            }
            board.flanks(attacker, target)?;
        }
        match () {
            () if own == 0 => Err(Illegal::NotYourShip(first)),
            () if first > second => Err(Illegal::NotCanonical),
            () => Ok(0),
        }
    }

    fn check_build(&self, at: Cell) -> Result<u8, Illegal> {
        let board = &self.board;
        match () {
            () if !board.grid().contains(at) || board.row(self.seat, at) != 1 => {
                Err(Illegal::NotSecondRow(at))
            }
            () if board.reserve(self.seat) == 0 => Err(Illegal::NothingToRebuild),
            () if board.ship(at).is_some() => Err(Illegal::CellOccupied(at)),
            () if board.enemies_near(self.seat, at) > 0 => Err(Illegal::BuildNearEnemy(at)),
            () => Ok(Board::BUILD_COST),
        }
    }

    /// Takes the next act; on error nothing has changed.
    pub fn take(&mut self, act: &Act) -> Result<Vec<Event>, Illegal> {
        self.balls -= self.check(act)?;
        self.acts += 1;
        let seat = self.seat;
        Ok(match *act {
            Act::Move { from } => vec![self.make_way(from)],
            Act::Turn { at, to } => {
                self.board.take(at);
                self.board.put(at, Ship { owner: seat, heading: to });
                vec![Event::Turned { seat, at, to }]
            }
            Act::Sink { target, by } => self.sink(target, by),
            Act::Build { at, heading } => {
                self.board.put(at, Ship { owner: seat, heading });
                self.board.set_reserve(seat, self.board.reserve(seat).saturating_sub(1));
                vec![Event::Built { seat, at, heading }]
            }
        })
    }

    fn make_way(&mut self, from: Cell) -> Event {
        let seat = self.seat;
        let ship = self.board.take(from);
        let to = ship.and_then(|ship| ship.heading.from(from)).unwrap_or(from);
        if let Some(ship) = ship {
            self.board.put(to, ship);
        }
        self.moved = true;
        let arrived = self.board.is_goal(seat, to);
        self.won = arrived && self.board.arrivals(seat) >= usize::from(self.board.options().arrivals);
        Event::Moved { seat, from, to, arrived }
    }

    fn sink(&mut self, target: Cell, by: [Cell; 2]) -> Vec<Event> {
        let seat = self.seat;
        self.sunk = true;
        let Some(Ship { owner, .. }) = self.board.take(target) else { return Vec::new() };
        self.board.set_reserve(owner, self.board.reserve(owner).saturating_add(1));
        let mut events = vec![Event::Sunk { seat, owner, target, by }];
        if self.board.fleet(owner).len() < usize::from(self.board.options().minimum) {
            self.board.retire(owner);
            self.won = self.board.playing().eq([seat]);
            events.push(Event::Out { seat: owner, why: Why::Few });
        }
        events
    }

    /// Whether the turn may end as it is (DF-8, DF-3); who has won need not mind single files (DF-16).
    pub fn may_end(&self) -> Result<(), Illegal> {
        if self.won {
            return Ok(());
        }
        if !self.moved {
            return Err(Illegal::MoveRequired);
        }
        match self.board.single_file(self.seat) {
            Some((first, second)) => Err(Illegal::SingleFile(first, second)),
            None => Ok(()),
        }
    }

    /// A shortest list of acts, perhaps empty, that leads to a legal end of this turn. A seat without one
    /// at the start of its turn is blocked (DF-17).
    ///
    /// Nearly always one act is enough; so all of one act are tried before all of two.
    pub fn way_out(&self) -> Option<Vec<Act>> {
        if self.may_end().is_ok() {
            return Some(Vec::new());
        }
        let mut met = BTreeSet::new();
        let mut layer = vec![(self.clone(), Vec::new())];
        while !layer.is_empty() {
            let mut next = Vec::new();
            for (turn, before) in &layer {
                for act in turn.acts() {
                    let mut after = turn.clone();
                    if after.take(&act).is_err() {
                        continue;
                    }
                    let acts = [before.as_slice(), &[act]].concat();
                    if after.may_end().is_ok() {
                        return Some(acts);
                    }
                    if met.insert((*after.board.squares(), after.balls, after.moved)) {
                        next.push((after, acts));
                    }
                }
            }
            layer = next;
        }
        None
    }
}
