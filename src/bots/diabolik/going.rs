//! A turn in progress, in the search.

use marque_protocol::games::diabolik::{BALLS, Board};

use super::sea::{At, Frame, Sea, Step, mix, step};

/// A turn in progress. Whatever can be sunk is sunk at once: it costs nothing, it makes what follows
/// cheaper, and it earns the bonus turn.
#[derive(Clone)]
pub(super) struct Going {
    pub(super) sea: Sea,
    pub(super) seat: usize,
    pub(super) balls: u8,
    /// Whether there was an act.
    begun: bool,
    pub(super) moved: bool,
    pub(super) sunk: bool,
    pub(super) bonus: bool,
    pub(super) won: bool,
}

impl Going {
    pub(super) fn new(sea: Sea, seat: usize) -> Going {
        let (begun, moved, sunk, bonus, won) = (false, false, false, false, false);
        Going { sea, seat, balls: BALLS, begun, moved, sunk, bonus, won }
    }

    /// The bonus turn after this one.
    pub(super) fn bonus(&self, frame: &Frame) -> Going {
        Going { balls: frame.bonus, bonus: true, ..Going::new(self.sea.clone(), self.seat) }
    }

    /// Tells turns in progress apart.
    pub(super) fn hash(&self) -> u64 {
        let flags = [self.begun, self.moved, self.sunk, self.bonus];
        let flags = flags.iter().fold(0, |bits, &flag| bits << 1 | u64::from(flag));
        self.sea.hash ^ mix(0x2_0000 | flags << 8 | u64::from(self.balls))
    }

    /// Whether the turn may end here.
    pub(super) fn may_end(&self) -> bool {
        self.won || self.moved && !self.sea.has_single_file(self.seat)
    }

    /// Every move, turn and rebuilding that can come next, with its cost.
    pub(super) fn each_step(&self, frame: &Frame, mut each: impl FnMut(Step, u8)) {
        let (sea, seat) = (&self.sea, self.seat);
        for &at in sea.fleets[seat].ships() {
            if frame.is_goal(seat, at) {
                continue;
            }
            let near = sea.enemies_near(seat, at);
            let (cost, heading) = (1 + near.min(1), sea.heading(at));
            let to = step(at, heading);
            if cost <= self.balls && sea.is_water(to) && frame.rows[seat][usize::from(to)] > 0 {
                each(Step::Move(at), cost);
            }
            let cost = 1 + near.min(2);
            if cost <= self.balls && (self.moved || !self.begun) {
                (1..8).for_each(|by| each(Step::Turn(at, (heading + by) % 8), cost));
            }
        }
        if sea.fleets[seat].reserve > 0 && self.balls >= Board::BUILD_COST && (self.moved || !self.begun) {
            self.each_building(frame, each);
        }
    }

    fn each_building(&self, frame: &Frame, mut each: impl FnMut(Step, u8)) {
        let (sea, seat) = (&self.sea, self.seat);
        for at in (0..=At::MAX).take(frame.rows[seat].len()) {
            let second = frame.rows[seat][usize::from(at)] == 1;
            if second && sea.is_water(at) && sea.enemies_near(seat, at) == 0 {
                (0..8).for_each(|heading| each(Step::Build(at, heading), Board::BUILD_COST));
            }
        }
    }

    /// Takes a step that can come next, and sinks what can be sunk; `each` hears of all that was done.
    pub(super) fn take(&mut self, frame: &Frame, next: Step, cost: u8, mut each: impl FnMut(Step)) {
        let seat = self.seat;
        each(next);
        self.balls -= cost;
        self.begun = true;
        let at = match next {
            Step::Move(from) => {
                let heading = self.sea.heading(from);
                let to = step(from, heading);
                self.sea.take(frame, seat, from);
                self.sea.put(frame, seat, to, heading);
                self.won = frame.is_goal(seat, to) && self.sea.fleets[seat].arrived >= frame.arrivals;
                to
            }
            Step::Turn(at, to) => {
                self.sea.turn(at, to);
                at
            }
            Step::Build(at, to) => {
                self.sea.put(frame, seat, at, to);
                self.sea.add_reserve(seat, u8::MAX);
                at
            }
            Step::Sink(..) | Step::Bonus => return,
        };
        // The right to sink begins with the first move; afterwards only the last ship can have made more.
        let first = !self.moved && matches!(next, Step::Move(_));
        self.moved |= first;
        if self.moved && !self.won {
            self.sink_all(frame, (!first).then_some(at), each);
        }
    }

    fn sink_all(&mut self, frame: &Frame, beside: Option<At>, mut each: impl FnMut(Step)) {
        let seat = self.seat;
        for owner in (0..self.sea.fleets.len()).filter(|&owner| owner != seat) {
            let fleet = self.sea.fleets[owner];
            for &target in fleet.ships().iter().filter(|_| fleet.plays) {
                if beside.is_some_and(|at| !touches(at, target)) || frame.is_goal(owner, target) {
                    continue;
                }
                let Some(by) = self.sea.attackers(frame, seat, target) else { continue };
                each(Step::Sink(target, by));
                self.sunk = true;
                self.sea.take(frame, owner, target);
                self.sea.add_reserve(owner, 1);
                if self.sea.fleets[owner].ships().len() < usize::from(frame.minimum) {
                    self.sea.retire(frame, owner);
                    self.won = self.sea.next(frame, seat) == seat;
                    break;
                }
            }
            if self.won {
                return;
            }
        }
    }
}

fn touches(a: At, b: At) -> bool {
    let apart = a.abs_diff(b);
    apart == 1 || (13..=15).contains(&apart)
}
