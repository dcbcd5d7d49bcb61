//! What a position is worth to each seat.

use marque_protocol::{games::diabolik::BALLS, rules::Seat};

use super::{
    reach,
    sea::{Frame, Sea, mix, step},
};

/// What a won game is worth; wins that are nearer are worth more.
pub(super) const WON: i32 = 1_000_000;

/// What counts how much. A ball of headway in the race is about 10.
#[derive(Copy, Clone)]
pub(super) struct Weights {
    /// A ship on the board.
    pub(super) ship: i32,
    /// What being one ship above the minimum costs; less with more ships to lose.
    pub(super) danger: i32,
    /// A ship in the reserve.
    pub(super) reserve: i32,
    /// The race: the nearer to the win, the more a ball counts.
    pub(super) race: i32,
    /// A ball of headway of any ship, in or out of the race.
    pub(super) headway: i32,
    /// A ship that can be sunk by the seat that is to act, in hundredths of what it is worth to lose.
    pub(super) threat: i32,
    /// The same by seats whose turn is yet to come.
    pub(super) menace: i32,
    /// How far chance may lift a position.
    pub(super) whim: i32,
}

/// One value a seat.
pub(super) type Values = [i32; Seat::MOST];

/// All that is asked of a position, whoever is to act.
pub(super) struct Measure {
    fleets: Values,
    /// Balls until enough ships have arrived, if nobody is in the way.
    race: Values,
    /// What each seat can sink, dearest first: worth, and balls that it takes.
    prey: [[Prey; 2]; Seat::MOST],
    plays: [bool; Seat::MOST],
    whim: i32,
}

/// A ship that can be sunk in one turn.
#[derive(Copy, Clone, Default)]
struct Prey {
    worth: i32,
    balls: u8,
}

impl Measure {
    pub(super) fn new(frame: &Frame, weights: &Weights, sea: &Sea, salt: u64) -> Measure {
        let mut measure = Measure {
            fleets: [0; Seat::MOST],
            race: [0; Seat::MOST],
            prey: [[Prey::default(); 2]; Seat::MOST],
            plays: [false; Seat::MOST],
            whim: (mix(sea.hash ^ salt) % weights.whim.max(1) as u64) as i32,
        };
        let mut near = [[0; 8]; Seat::MOST];
        for seat in (0..Seat::MOST).filter(|&seat| sea.fleets[seat].plays) {
            measure.plays[seat] = true;
            for (near, &at) in near[seat].iter_mut().zip(sea.fleets[seat].ships()) {
                *near = sea.enemies_near(seat, at);
            }
            measure.count(frame, weights, sea, seat, &near[seat]);
        }
        if weights.threat > 0 {
            for seat in (0..Seat::MOST).filter(|&seat| sea.fleets[seat].plays) {
                measure.hunt(frame, weights, sea, seat, &near[seat]);
            }
        }
        measure
    }

    /// Ships, and how far they are from the goal.
    fn count(&mut self, frame: &Frame, weights: &Weights, sea: &Sea, seat: usize, near: &[u8; 8]) {
        let fleet = &sea.fleets[seat];
        let mut ways = [i32::from(frame.size) + 4; 8];
        for ((way, &at), &near) in ways.iter_mut().zip(fleet.ships()).zip(near) {
            *way = if frame.is_goal(seat, at) { 0 } else { way_to_goal(frame, sea, seat, at, near) };
        }
        let headway: i32 = ways.iter().map(|way| i32::from(frame.size) + 4 - way).sum();
        ways.sort_unstable();
        self.race[seat] = ways.iter().take(usize::from(frame.arrivals)).sum();
        let (afloat, reserve) = (fleet.ships().len() as i32, i32::from(fleet.reserve));
        let spare = (afloat - i32::from(frame.minimum)).max(0);
        self.fleets[seat] = weights.ship * afloat + weights.reserve * reserve + weights.headway * headway
            - weights.danger / (spare + 1)
            + 10 * weights.race / (self.race[seat] + 5);
    }

    /// Enemies that the seat can sink within a turn.
    fn hunt(&mut self, frame: &Frame, weights: &Weights, sea: &Sea, seat: usize, near: &[u8; 8]) {
        for (owner, fleet) in
            sea.fleets.iter().enumerate().filter(|&(owner, fleet)| owner != seat && fleet.plays)
        {
            let spare = (fleet.ships().len() as i32 - i32::from(frame.minimum)).max(0);
            for &target in fleet.ships() {
                if frame.is_goal(owner, target) {
                    continue;
                }
                let (mut first, mut second) = (reach::NEVER, reach::NEVER);
                for (&at, &near) in sea.fleets[seat].ships().iter().zip(near) {
                    let mut balls = reach::balls(at, sea.heading(at), target);
                    if balls > 0 && balls <= BALLS {
                        let frozen = frame.is_goal(seat, at);
                        let held = near > 0 && !touches(at, target);
                        balls = if frozen { reach::NEVER } else { balls + u8::from(held) };
                    }
                    if balls < first {
                        (first, second) = (balls, first);
                    } else {
                        second = second.min(balls);
                    }
                }
                let balls = (first + second).max(1);
                if balls <= BALLS {
                    let rows = i32::from(frame.rows[owner][usize::from(target)]);
                    let worth =
                        weights.ship + weights.headway * rows + weights.danger / ((spare + 1) * (spare + 1));
                    self.found(seat, Prey { worth, balls });
                }
            }
        }
    }

    fn found(&mut self, seat: usize, prey: Prey) {
        let [first, second] = &mut self.prey[seat];
        if prey.worth > first.worth {
            (*first, *second) = (prey, *first);
        } else if prey.worth > second.worth {
            *second = prey;
        }
    }

    /// What the position is worth to the seat, where `acting` is to act with so many balls.
    pub(super) fn score(&self, weights: &Weights, seat: usize, acting: usize, balls: u8) -> i32 {
        let value =
            |seat: usize| self.fleets[seat] + self.hopes(weights, seat, (seat == acting).then_some(balls));
        let others = (0..Seat::MOST).filter(|&other| other != seat && self.plays[other]);
        let (mut most, mut sum, mut count) = (i32::MIN, 0, 0);
        for other in others {
            let value = value(other);
            (most, sum, count) = (most.max(value), sum + value, count + 1);
        }
        let others = if count == 0 { 0 } else { (most + sum / count) / 2 };
        value(seat) - others + self.whim
    }

    /// What the next turn of a seat promises.
    fn hopes(&self, weights: &Weights, seat: usize, acts: Option<u8>) -> i32 {
        let (balls, share) = acts.map_or((BALLS, weights.menace), |balls| (balls, weights.threat));
        let worth = |prey: &Prey| if prey.balls <= balls { prey.worth } else { 0 };
        let [first, second] = [worth(&self.prey[seat][0]), worth(&self.prey[seat][1])];
        // One who is threatened twice can save one ship only.
        let sunk = (first.max(second) + first.min(second) / 2) * share / 100;
        let there = acts.is_some() && self.race[seat] <= i32::from(balls);
        sunk + if there { 20 * weights.race / 10 } else { 0 }
    }
}

/// Balls until a ship reaches its goal, if nobody gets in its way: one a row, a turn, and what it costs to
/// get away from enemies.
fn way_to_goal(frame: &Frame, sea: &Sea, seat: usize, at: u8, near: u8) -> i32 {
    let rows = i32::from(frame.size) - 1 - i32::from(frame.rows[seat][usize::from(at)]);
    let heading = sea.heading(at);
    let forward = matches!((heading + 8 - frame.ahead[seat]) % 8, 7 | 0 | 1);
    let turn = if forward && sea.is_water(step(at, heading)) { 0 } else { 1 + i32::from(near.min(2)) };
    rows + turn + i32::from(near.min(1))
}

fn touches(a: u8, b: u8) -> bool {
    let apart = a.abs_diff(b);
    apart == 1 || (13..=15).contains(&apart)
}
