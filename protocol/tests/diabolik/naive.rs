//! The acts of a turn once more, written from the rules alone, as slowly and as plainly as can be: nothing
//! of the game's own code is used but the words.

use std::collections::BTreeSet;

use marque_protocol::{
    games::{
        diabolik::{Act, Board, Edge, Heading},
        grid::Cell,
    },
    rules::Seat,
};

#[derive(Clone, Copy, PartialEq)]
struct Hull {
    seat: usize,
    x: i32,
    y: i32,
    bow: (i32, i32),
}

/// A turn in progress.
#[derive(Clone)]
pub struct Naive {
    size: i32,
    hulls: Vec<Hull>,
    ahead: Vec<(i32, i32)>,
    reserve: Vec<u8>,
    plays: Vec<bool>,
    /// Owners and who may use their ships.
    permits: Vec<(usize, usize)>,
    arrivals: usize,
    minimum: usize,
    seat: usize,
    balls: i32,
    acts: usize,
    moved: bool,
    won: bool,
}

const BOWS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn cell(x: i32, y: i32) -> Cell {
    Cell::new(x as u8, y as u8)
}

impl Naive {
    pub fn new(board: &Board, seat: Seat) -> Naive {
        let seats: Vec<Seat> = Seat::all(4).collect();
        let mut hulls = Vec::new();
        for at in board.grid().cells() {
            if let Some(ship) = board.ship(at) {
                let bow = BOWS[Heading::ALL.iter().position(|heading| *heading == ship.heading).unwrap()];
                hulls.push(Hull { seat: ship.owner.index(), x: at.x.into(), y: at.y.into(), bow });
            }
        }
        let ahead = |seat: &Seat| match board.edge(*seat) {
            Edge::South => (0, 1),
            Edge::West => (1, 0),
            Edge::North => (0, -1),
            Edge::East => (-1, 0),
        };
        let pairs = seats.iter().flat_map(|owner| seats.iter().map(move |user| (*owner, *user)));
        let lent = pairs.filter(|(owner, user)| board.permits(*owner, *user));
        Naive {
            size: board.grid().width.into(),
            hulls,
            ahead: seats.iter().map(ahead).collect(),
            reserve: seats.iter().map(|seat| board.reserve(*seat)).collect(),
            plays: seats.iter().map(|seat| board.plays(*seat)).collect(),
            permits: lent.map(|(owner, user)| (owner.index(), user.index())).collect(),
            arrivals: board.options().arrivals.into(),
            minimum: board.options().minimum.into(),
            seat: seat.index(),
            balls: 4,
            acts: 0,
            moved: false,
            won: false,
        }
    }

    fn row(&self, seat: usize, x: i32, y: i32) -> i32 {
        match self.ahead[seat] {
            (0, 1) => y,
            (0, -1) => self.size - 1 - y,
            (1, 0) => x,
            _ => self.size - 1 - x,
        }
    }

    fn at(&self, x: i32, y: i32) -> Option<Hull> {
        self.hulls.iter().copied().find(|hull| (hull.x, hull.y) == (x, y))
    }

    fn frozen(&self, hull: Hull) -> bool {
        self.row(hull.seat, hull.x, hull.y) == self.size - 1
    }

    fn enemies(&self, x: i32, y: i32) -> usize {
        let near = |hull: &&Hull| (hull.x - x).abs() <= 1 && (hull.y - y).abs() <= 1;
        self.hulls.iter().filter(near).filter(|hull| hull.seat != self.seat).count()
    }

    fn flanks(by: Hull, target: Hull) -> bool {
        let (vx, vy) = (target.x - by.x, target.y - by.y);
        vx.abs() <= 1 && vy.abs() <= 1 && (vx, vy) != (0, 0) && vx * by.bow.0 + vy * by.bow.1 == 0
    }

    /// Every act there is, legal or not, for what is on the board.
    fn all(&self) -> Vec<Act> {
        let mut all = Vec::new();
        for (x, y) in (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y))) {
            all.push(Act::Move { from: cell(x, y) });
            for heading in Heading::ALL {
                all.push(Act::Turn { at: cell(x, y), to: heading });
                all.push(Act::Build { at: cell(x, y), heading });
            }
        }
        for target in &self.hulls {
            for first in &self.hulls {
                for second in &self.hulls {
                    if (first.y, first.x) < (second.y, second.x) {
                        let by = [cell(first.x, first.y), cell(second.x, second.y)];
                        all.push(Act::Sink { target: cell(target.x, target.y), by });
                    }
                }
            }
        }
        all
    }

    fn cost(&self, act: &Act) -> Option<i32> {
        let at = |cell: Cell| self.at(cell.x.into(), cell.y.into());
        if self.won || self.acts == 1 && !self.moved && !matches!(act, Act::Move { .. }) {
            return None;
        }
        match *act {
            Act::Move { from } => {
                let hull = at(from).filter(|hull| hull.seat == self.seat && !self.frozen(*hull))?;
                let (x, y) = (hull.x + hull.bow.0, hull.y + hull.bow.1);
                let inside = (0..self.size).contains(&x) && (0..self.size).contains(&y);
                let free = inside && self.at(x, y).is_none() && self.row(self.seat, x, y) != 0;
                free.then_some(if self.enemies(hull.x, hull.y) > 0 { 2 } else { 1 })
            }
            Act::Turn { at: cell, to } => {
                let hull = at(cell).filter(|hull| hull.seat == self.seat && !self.frozen(*hull))?;
                let other = BOWS[Heading::ALL.iter().position(|heading| *heading == to).unwrap()] != hull.bow;
                other.then_some([1, 2, 3][self.enemies(hull.x, hull.y).min(2)])
            }
            Act::Sink { target, by } => {
                let target = at(target).filter(|hull| hull.seat != self.seat && !self.frozen(*hull))?;
                let [first, second] = [at(by[0])?, at(by[1])?];
                let own = [first, second].iter().filter(|hull| hull.seat == self.seat).count();
                let lent =
                    |hull: Hull| hull.seat == self.seat || self.permits.contains(&(hull.seat, self.seat));
                let flanks = Self::flanks(first, target) && Self::flanks(second, target);
                (self.moved && own > 0 && lent(first) && lent(second) && flanks).then_some(0)
            }
            Act::Build { at: cell, .. } => {
                let (x, y) = (i32::from(cell.x), i32::from(cell.y));
                let free = self.row(self.seat, x, y) == 1 && at(cell).is_none() && self.enemies(x, y) == 0;
                (free && self.reserve[self.seat] > 0).then_some(3)
            }
        }
        .filter(|cost| *cost <= self.balls)
    }

    /// The legal acts.
    pub fn acts(&self) -> BTreeSet<Act> {
        self.all().into_iter().filter(|act| self.cost(act).is_some()).collect()
    }

    pub fn after(&self, act: &Act) -> Naive {
        let mut next = self.clone();
        next.balls -= self.cost(act).unwrap();
        next.acts += 1;
        let place = |cell: Cell| {
            self.hulls.iter().position(|hull| (hull.x, hull.y) == (cell.x.into(), cell.y.into())).unwrap()
        };
        let bow = |heading| BOWS[Heading::ALL.iter().position(|other| *other == heading).unwrap()];
        match *act {
            Act::Move { from } => {
                let hull = &mut next.hulls[place(from)];
                (hull.x, hull.y) = (hull.x + hull.bow.0, hull.y + hull.bow.1);
                next.moved = true;
                let arrived = |hull: &&Hull| hull.seat == self.seat && self.frozen(**hull);
                let before = self.hulls.iter().filter(arrived).count();
                let now = next.hulls.iter().filter(arrived).count();
                next.won = now > before && now >= self.arrivals;
            }
            Act::Turn { at, to } => next.hulls[place(at)].bow = bow(to),
            Act::Sink { target, .. } => {
                let sunk = next.hulls.remove(place(target));
                next.reserve[sunk.seat] += 1;
                if next.hulls.iter().filter(|hull| hull.seat == sunk.seat).count() < self.minimum {
                    next.plays[sunk.seat] = false;
                    next.hulls.retain(|hull| hull.seat != sunk.seat);
                    next.won = (0..4).all(|seat| next.plays[seat] == (seat == self.seat));
                }
            }
            Act::Build { at, heading } => {
                let (x, y) = (at.x.into(), at.y.into());
                next.hulls.push(Hull { seat: self.seat, x, y, bow: bow(heading) });
                next.reserve[self.seat] -= 1;
            }
        }
        next
    }

    pub fn may_end(&self) -> bool {
        let own: Vec<Hull> = self.hulls.iter().copied().filter(|hull| hull.seat == self.seat).collect();
        let along = |hull: Hull, way: (i32, i32)| hull.bow.0 * way.1 == hull.bow.1 * way.0;
        let in_file = |a: Hull, b: Hull| {
            let way = (b.x - a.x, b.y - a.y);
            way != (0, 0) && way.0.abs() <= 1 && way.1.abs() <= 1 && along(a, way) && along(b, way)
        };
        self.won || self.moved && !own.iter().any(|a| own.iter().any(|b| in_file(*a, *b)))
    }

    /// Lists of at most so many acts with which the turn may end.
    pub fn plans(&self, most: u32) -> u64 {
        let here = u64::from(self.may_end());
        if most == 0 {
            return here;
        }
        here + self.acts().iter().map(|act| self.after(act).plans(most - 1)).sum::<u64>()
    }

    /// Whether the turn can be ended at all: every list of acts is tried.
    pub fn can_end(&self) -> bool {
        self.may_end() || self.acts().iter().any(|act| self.after(act).can_end())
    }
}
