//! The course of a game: who is due, and what words that were checked do.

use super::{
    board::{Board, Ship},
    compass::Edge,
    illegal::Illegal,
    options::{Options, TURNS_MOST},
    setup::{self, SetUp},
    turn::Turn,
    words::{Event, Plan, Why},
};
use crate::{
    draw::Draw,
    rules::{Due, Leaving, Ranking, Seat},
};

/// What has to happen next.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Phase {
    /// Who sits where and who begins is drawn.
    Drawing,
    /// Set-ups are shown, in the order of seats; then this seat begins.
    Showing(Seat),
    /// This seat says its plan.
    Turn(Seat),
    /// Nothing.
    Over(Ranking),
}

/// The public state of a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Diabolik {
    board: Board,
    seats: usize,
    phase: Phase,
    /// Turns that were played.
    turns: u32,
    /// Seats that are out, the first one first.
    out: Vec<Seat>,
}

impl Diabolik {
    pub(super) fn begin(options: &Options, seats: usize) -> Diabolik {
        let board = Board::new(options, &edges(seats));
        Diabolik { board, seats, phase: Phase::Drawing, turns: 0, out: Vec::new() }
    }

    /// A game that stands so, in which this seat's turn is about to begin; with what becomes of that.
    pub fn standing(board: Board, seat: Seat) -> (Diabolik, Vec<Event>) {
        let seats = board.playing().count();
        let mut game = Diabolik { board, seats, phase: Phase::Turn(seat), turns: 0, out: Vec::new() };
        let mut events = Vec::new();
        game.give(seat, &mut events);
        (game, events)
    }

    /// The board. Before the draw nobody's edge is settled but those of two seats.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether it has been drawn who sits where.
    pub fn is_drawn(&self) -> bool {
        self.phase != Phase::Drawing
    }

    /// The turn of the seat that is due, before its first act.
    pub fn turn(&self) -> Option<Turn> {
        match self.phase {
            Phase::Turn(seat) => Some(Turn::new(self.board.clone(), seat)),
            _ => None,
        }
    }

    /// How many turns were played, of all seats together; at most [`TURNS_MOST`].
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Seats that are out, the first one first.
    pub fn out(&self) -> &[Seat] {
        &self.out
    }

    /// Who owes what.
    pub(super) fn owed(&self) -> Due {
        match &self.phase {
            Phase::Drawing => Due::Draw,
            Phase::Showing(begins) => Due::Answer(self.hidden().unwrap_or(*begins)),
            Phase::Turn(seat) => Due::Act(*seat),
            Phase::Over(ranking) => Due::Over(ranking.clone()),
        }
    }

    /// The next seat whose set-up is not on the board.
    fn hidden(&self) -> Option<Seat> {
        self.board.playing().find(|&seat| self.board.fleet(seat).is_empty())
    }

    /// Whether the seat may say this plan.
    pub(super) fn check_plan(&self, seat: Seat, plan: &Plan) -> Result<(), Illegal> {
        match self.phase {
            Phase::Turn(due) if due == seat => self.board.play(seat, plan).map(|_| ()).map_err(|bad| bad.why),
            Phase::Over(_) => Err(Illegal::GameOver),
            _ => Err(Illegal::NotDue),
        }
    }

    /// Whether the seat may show this set-up.
    pub(super) fn check_set_up(&self, seat: Seat, set_up: &SetUp) -> Result<(), Illegal> {
        if matches!(self.phase, Phase::Showing(_)) && self.hidden() == Some(seat) {
            setup::check(set_up)
        } else {
            Err(Illegal::NotDue)
        }
    }

    /// Takes a checked plan.
    pub(super) fn play(&mut self, seat: Seat, plan: &Plan) -> Vec<Event> {
        let Ok((turn, mut events)) = self.board.play(seat, plan) else { return Vec::new() };
        let won = turn.is_won();
        self.board = turn.into_board();
        self.turns += 1;
        self.out.extend(events.iter().filter_map(|event| match event {
            Event::Out { seat, .. } => Some(*seat),
            _ => None,
        }));
        if won {
            let others = self.standings().into_iter().map(|mut place| {
                place.retain(|&other| other != seat);
                place
            });
            let places = [vec![seat]].into_iter().chain(others).filter(|place| !place.is_empty());
            self.end(Ranking(places.collect()), &mut events);
        } else {
            self.pass(seat, &mut events);
        }
        events
    }

    /// Takes a checked set-up; the last one begins play.
    pub(super) fn show(&mut self, seat: Seat, set_up: &SetUp) -> Vec<Event> {
        let (edge, size) = (self.board.edge(seat), self.board.grid().width);
        for (cell, heading) in setup::start_cells(edge, size).zip(set_up) {
            self.board.put(cell, Ship { owner: seat, heading: edge.heading(*heading) });
        }
        let mut events = vec![Event::SetUp(seat)];
        self.start(&mut events);
        events
    }

    /// Once all set-ups are on the board, who was drawn to begin does.
    fn start(&mut self, events: &mut Vec<Event>) {
        if let Phase::Showing(begins) = self.phase
            && self.hidden().is_none()
        {
            self.give(begins, events);
        }
    }

    /// Takes the draw: edges for three or four (DF-20), then who begins (DF-6).
    pub(super) fn settle(&mut self, draw: &mut Draw) -> Vec<Event> {
        if self.phase != Phase::Drawing {
            return Vec::new();
        }
        if self.seats > 2 {
            let mut edges = Edge::ALL;
            for last in [3u8, 2, 1] {
                let other = draw.below(u32::from(last) + 1) as usize;
                edges.swap(usize::from(last), other);
            }
            self.board = Board::new(self.board.options(), edges.get(..self.seats).unwrap_or_default());
            self.out.iter().for_each(|&seat| self.board.retire(seat));
        }
        let playing: Vec<Seat> = self.board.playing().collect();
        let number = draw.below(u32::try_from(playing.len()).unwrap_or_default());
        let Some(&begins) = playing.get(number as usize) else { return Vec::new() };
        self.phase = Phase::Showing(begins);
        vec![Event::Drawn {
            edges: Seat::all(self.seats).map(|seat| self.board.edge(seat)).collect(),
            begins,
        }]
    }

    /// The seat is out, in whatever phase.
    pub(super) fn remove(&mut self, seat: Seat, why: Leaving) -> Vec<Event> {
        if matches!(self.phase, Phase::Over(_)) || !self.board.plays(seat) {
            return Vec::new();
        }
        let mut events = Vec::new();
        let was_due = self.phase == Phase::Turn(seat);
        self.strike(seat, Why::Left(why), &mut events);
        if matches!(self.phase, Phase::Over(_)) {
            return events;
        }
        if was_due {
            self.pass(seat, &mut events);
        } else if let Phase::Showing(begins) = self.phase {
            if begins == seat {
                self.phase = Phase::Showing(self.board.next(seat).unwrap_or(seat));
            }
            self.start(&mut events);
        }
        events
    }

    /// A seat is out; whoever remains alone has won (DF-25).
    fn strike(&mut self, seat: Seat, why: Why, events: &mut Vec<Event>) {
        self.board.retire(seat);
        self.out.push(seat);
        events.push(Event::Out { seat, why });
        if self.board.playing().nth(1).is_none() {
            self.end(self.places(), events);
        }
    }

    /// The turn passes to the next seat, clockwise (DF-23).
    fn pass(&mut self, from: Seat, events: &mut Vec<Event>) {
        if let Some(next) = self.board.next(from) {
            self.give(next, events);
        }
    }

    /// The turn is this seat's; if it is blocked it is out, and the turn the next seat's (DF-17, DF-24).
    fn give(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if self.turns >= TURNS_MOST {
            events.push(Event::Limit);
            return self.end(self.places(), events);
        }
        if Turn::new(self.board.clone(), seat).way_out().is_some() {
            self.phase = Phase::Turn(seat);
            return events.push(Event::Turn(seat));
        }
        self.strike(seat, Why::Blocked, events);
        if !matches!(self.phase, Phase::Over(_)) {
            self.pass(seat, events);
        }
    }

    fn end(&mut self, ranking: Ranking, events: &mut Vec<Event>) {
        self.phase = Phase::Over(ranking.clone());
        events.push(Event::Over(ranking));
    }

    /// Places as ships stand now (DF-18, DF-27); who is out comes last, a later one before an earlier one.
    pub(super) fn places(&self) -> Ranking {
        Ranking(self.standings())
    }

    fn standings(&self) -> Vec<Vec<Seat>> {
        let standing = |seat: &Seat| self.board.standing(*seat);
        let mut playing: Vec<Seat> = self.board.playing().collect();
        playing.sort_by_key(|seat| std::cmp::Reverse(standing(seat)));
        let equal = playing.chunk_by(|a, b| standing(a) == standing(b)).map(<[Seat]>::to_vec);
        equal.chain(self.out.iter().rev().map(|&seat| vec![seat])).collect()
    }
}

/// Where so many sit until it is drawn; two sit opposite each other for good (DF-4).
fn edges(seats: usize) -> Vec<Edge> {
    match seats {
        2 => vec![Edge::South, Edge::North],
        _ => Edge::ALL.into_iter().take(seats).collect(),
    }
}
