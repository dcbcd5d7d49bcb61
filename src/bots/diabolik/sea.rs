//! The board as the search holds it: bytes that are quick to copy, and a number that tells positions
//! apart.
//!
//! What is legal is for [`Turn`](marque_protocol::games::diabolik::Turn) to say. A search that asks it
//! sees too little in its time, so moves, turns and rebuildings are found here once more; tests hold
//! both to the same acts, and no plan is said that the rules have not taken.

use marque_protocol::{
    games::{
        diabolik::{Act, Board, Edge, Heading, board::FLEET},
        grid::Cell,
    },
    rules::Seat,
};

/// A number of a square: rows of [`STRIDE`] from the South West, with a margin around the board.
pub(super) type At = u8;

/// Squares of a row: the larger board and its margin.
pub(super) const STRIDE: u8 = 14;
/// All squares.
pub(super) const AREA: usize = STRIDE as usize * STRIDE as usize;

/// A square without a ship; one beyond the board; a ship, with owner and heading in the lower bits.
const WATER: u8 = 0;
const LAND: u8 = 0x80;
const SHIP: u8 = 0x40;

/// From a square to its neighbours, by the number of the heading.
const STEPS: [i16; 8] = [14, 15, 1, -13, -14, -15, -1, 13];

/// The neighbour of a square.
pub(super) fn step(at: At, heading: u8) -> At {
    (i16::from(at) + STEPS[usize::from(heading)]) as At
}

fn square(cell: Cell) -> At {
    (cell.y + 1) * STRIDE + cell.x + 1
}

pub(super) fn cell(at: At) -> Cell {
    Cell::new(at % STRIDE - 1, at / STRIDE - 1)
}

/// A heading by its number.
pub(super) fn heading(number: u8) -> Heading {
    Heading::ALL[usize::from(number % 8)]
}

/// What stays as it is in the course of a search.
pub(super) struct Frame {
    /// Rows of the board.
    pub(super) size: u8,
    /// Of each seat: the row of a square as the seat counts, its own edge being 0.
    pub(super) rows: [[u8; AREA]; Seat::MOST],
    /// Of each seat: the number of the heading towards its goal.
    pub(super) ahead: [u8; Seat::MOST],
    /// Arrivals that win.
    pub(super) arrivals: u8,
    /// Fewer ships are too few.
    pub(super) minimum: u8,
    /// Balls of a bonus turn.
    pub(super) bonus: u8,
    /// Of each seat: whose ships it may use.
    uses: [[bool; Seat::MOST]; Seat::MOST],
    /// The seats clockwise.
    order: Vec<usize>,
}

impl Frame {
    pub(super) fn new(board: &Board) -> Frame {
        let size = board.grid().width;
        let mut rows = [[0; AREA]; Seat::MOST];
        let (mut ahead, mut uses) = ([0; Seat::MOST], [[false; Seat::MOST]; Seat::MOST]);
        for seat in Seat::all(Seat::MOST) {
            for cell in board.grid().cells() {
                rows[seat.index()][usize::from(square(cell))] = board.row(seat, cell);
            }
            ahead[seat.index()] = board.edge(seat).heading(Heading::N).number();
            for owner in Seat::all(Seat::MOST) {
                uses[seat.index()][owner.index()] = owner == seat || board.permits(owner, seat);
            }
        }
        let at = |edge: Edge| board.playing().filter(move |&seat| board.edge(seat) == edge);
        let order = Edge::ALL.into_iter().flat_map(at).map(Seat::index).collect();
        let options = board.options();
        let (arrivals, minimum, bonus) = (options.arrivals, options.minimum, options.bonus);
        Frame { size, rows, ahead, arrivals, minimum, bonus, uses, order }
    }

    /// Whether the seat's ships come to rest on this square.
    pub(super) fn is_goal(&self, seat: usize, at: At) -> bool {
        self.rows[seat][usize::from(at)] + 1 == self.size
    }
}

/// What there is of one seat.
#[derive(Copy, Clone)]
pub(super) struct Fleet {
    ships: [At; FLEET as usize],
    afloat: u8,
    /// Sunk ships that can be rebuilt.
    pub(super) reserve: u8,
    /// Ships on the goal row.
    pub(super) arrived: u8,
    /// Whether the seat is in play.
    pub(super) plays: bool,
}

impl Fleet {
    /// Where its ships are, in any order.
    pub(super) fn ships(&self) -> &[At] {
        &self.ships[..usize::from(self.afloat)]
    }
}

/// Where all ships are.
#[derive(Clone)]
pub(super) struct Sea {
    squares: [u8; AREA],
    pub(super) fleets: [Fleet; Seat::MOST],
    /// Tells positions apart; whose turn it is aside.
    pub(super) hash: u64,
}

impl Sea {
    pub(super) fn new(frame: &Frame, board: &Board) -> Sea {
        let none = Fleet { ships: [0; FLEET as usize], afloat: 0, reserve: 0, arrived: 0, plays: false };
        let mut sea = Sea { squares: [LAND; AREA], fleets: [none; Seat::MOST], hash: 0 };
        board.grid().cells().for_each(|cell| sea.squares[usize::from(square(cell))] = WATER);
        for seat in board.playing() {
            sea.fleets[seat.index()].plays = true;
            sea.add_reserve(seat.index(), board.reserve(seat));
            for cell in board.fleet(seat).iter().take(usize::from(FLEET)) {
                let heading = board.ship(cell).map_or(0, |ship| ship.heading.number());
                sea.put(frame, seat.index(), square(cell), heading);
            }
        }
        sea
    }

    pub(super) fn is_water(&self, at: At) -> bool {
        self.squares[usize::from(at)] == WATER
    }

    /// Owner and heading of the ship there.
    pub(super) fn ship(&self, at: At) -> Option<(usize, u8)> {
        let square = self.squares[usize::from(at)];
        (square & SHIP != 0).then_some((usize::from(square >> 3 & 3), square & 7))
    }

    /// The heading of a ship that is there.
    pub(super) fn heading(&self, at: At) -> u8 {
        self.squares[usize::from(at)] & 7
    }

    /// How many ships of others are beside a square.
    pub(super) fn enemies_near(&self, seat: usize, at: At) -> u8 {
        let own = SHIP | (seat as u8) << 3;
        let mut near = 0;
        for step in STEPS {
            let square = self.squares[(i16::from(at) + step) as usize];
            near += u8::from(square & SHIP != 0 && square & !7 != own);
        }
        near
    }

    /// The seat in play whose turn comes next; the seat itself if there is no other.
    pub(super) fn next(&self, frame: &Frame, seat: usize) -> usize {
        let order = &frame.order;
        let place = order.iter().position(|&other| other == seat).unwrap_or(0);
        let clockwise = order.iter().cycle().skip(place + 1).take(order.len());
        clockwise.copied().find(|&other| self.fleets[other].plays).unwrap_or(seat)
    }

    pub(super) fn put(&mut self, frame: &Frame, seat: usize, at: At, heading: u8) {
        self.set(at, SHIP | (seat as u8) << 3 | heading);
        let fleet = &mut self.fleets[seat];
        fleet.ships[usize::from(fleet.afloat)] = at;
        fleet.afloat += 1;
        fleet.arrived += u8::from(frame.is_goal(seat, at));
    }

    /// Takes a ship from the board.
    pub(super) fn take(&mut self, frame: &Frame, seat: usize, at: At) {
        self.set(at, WATER);
        let fleet = &mut self.fleets[seat];
        if let Some(place) = fleet.ships().iter().position(|&ship| ship == at) {
            fleet.afloat -= 1;
            fleet.ships[place] = fleet.ships[usize::from(fleet.afloat)];
            fleet.arrived -= u8::from(frame.is_goal(seat, at));
        }
    }

    pub(super) fn turn(&mut self, at: At, heading: u8) {
        self.set(at, self.squares[usize::from(at)] & !7 | heading);
    }

    pub(super) fn add_reserve(&mut self, seat: usize, ships: u8) {
        let reserve = &mut self.fleets[seat].reserve;
        self.hash ^= mix(0x1_0000 | (seat as u64) << 8 | u64::from(*reserve));
        *reserve = reserve.wrapping_add(ships);
        self.hash ^= mix(0x1_0000 | (seat as u64) << 8 | u64::from(*reserve));
    }

    /// The seat is out and its ships are gone.
    pub(super) fn retire(&mut self, frame: &Frame, seat: usize) {
        while let Some(&at) = self.fleets[seat].ships().last() {
            self.take(frame, seat, at);
        }
        self.add_reserve(seat, self.fleets[seat].reserve.wrapping_neg());
        self.fleets[seat].plays = false;
    }

    /// Two ships with which the seat can sink the enemy there, in the order in which acts name them.
    pub(super) fn attackers(&self, frame: &Frame, seat: usize, target: At) -> Option<[At; 2]> {
        let (mut own, mut other) = ([None; 2], None);
        for way in 0..8 {
            let by = step(target, way);
            let Some((owner, heading)) = self.ship(by) else { continue };
            if (heading + 8 - way) % 4 != 2 || !frame.uses[seat][owner] {
                continue;
            }
            match own {
                _ if owner != seat => other = Some(by),
                [None, _] => own[0] = Some(by),
                [_, None] => own[1] = Some(by),
                _ => {}
            }
        }
        let (first, second) = (own[0]?, own[1].or(other)?);
        Some([first.min(second), first.max(second)])
    }

    /// Whether two ships of the seat are in single file.
    pub(super) fn has_single_file(&self, seat: usize) -> bool {
        self.fleets[seat].ships().iter().any(|&at| {
            let heading = self.heading(at);
            let in_line = |way| {
                self.ship(step(at, way))
                    .is_some_and(|(owner, other)| owner == seat && other % 4 == heading % 4)
            };
            in_line(heading) || in_line((heading + 4) % 8)
        })
    }

    fn set(&mut self, at: At, square: u8) {
        let old = std::mem::replace(&mut self.squares[usize::from(at)], square);
        for square in [old, square] {
            if square != WATER {
                self.hash ^= mix(u64::from(at) << 8 | u64::from(square));
            }
        }
    }
}

/// Spreads the bits of a number over all of it.
pub(super) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// An act of a plan, in squares.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Step {
    Move(At),
    Turn(At, u8),
    Build(At, u8),
    Sink(At, [At; 2]),
    /// The normal turn is over and the bonus turn begins.
    Bonus,
}

impl Step {
    /// The act that is said; none for what is no act.
    pub(super) fn act(self) -> Option<Act> {
        Some(match self {
            Step::Move(from) => Act::Move { from: cell(from) },
            Step::Turn(at, to) => Act::Turn { at: cell(at), to: heading(to) },
            Step::Build(at, to) => Act::Build { at: cell(at), heading: heading(to) },
            Step::Sink(target, by) => Act::sink(cell(target), by.map(cell)),
            Step::Bonus => return None,
        })
    }
}
