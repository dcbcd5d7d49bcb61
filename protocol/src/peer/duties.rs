//! What a seat does by itself: everything that needs no choice.

use super::*;
use crate::{
    rules::Leaving,
    seal::letter::Letter,
    statement::Opened,
    table::{seal_context, seal_spot},
    terms::Clock,
};

impl Peer {
    /// Whether this seat may sign an entry at the end of the chain.
    pub(super) fn may_author(&self) -> bool {
        let table = self.log.table();
        self.own.as_ref().is_some_and(|own| {
            !self.quiet
                && table.is_in_play(own.seat)
                && !self.log.has_resigned(own.seat)
                && self.log.entry_of(&table.entry_spot(), own.seat).is_none()
        })
    }

    pub(super) fn may_vote(&self, seat: Seat) -> bool {
        !self.quiet && self.log.table().is_in_play(seat) && !self.log.has_resigned(seat)
    }

    /// Does everything that is due and needs no choice, until nothing is.
    pub(super) fn settle(&mut self) {
        loop {
            for happening in self.log.happenings() {
                self.event(Event::Log(happening));
            }
            let table = self.log.table().clone();
            if let Some(own) = &mut self.own {
                own.follow(&table);
            }
            if !self.dutiful(&table) {
                break;
            }
        }
        self.watch_clock();
    }

    /// Does one thing that is due; whether there was one.
    fn dutiful(&mut self, table: &Table) -> bool {
        let Some(seat) = self.seat() else { return false };
        if self.quiet {
            return false;
        }
        if table.duty() == Duty::Over {
            return self.attach(table);
        }
        if let Some((spot, head)) = self.log.waiting()
            && table.duty().seat() != Some(seat)
            && self.may_vote(seat)
            && self.log.voted(&spot, seat) == (false, false)
        {
            return self.say(&Statement::Seen(spot, head));
        }
        if table.duty() != Duty::Seal(seat) && self.seal_early(table) {
            return true;
        }
        if table.duty().seat() != Some(seat) || !self.may_author() {
            return false;
        }
        self.duty(table).is_some_and(|body| self.say(&Statement::Entry(table.entry_spot(), body)))
    }

    /// What this seat has to say where it is due and has no choice.
    fn duty(&mut self, table: &Table) -> Option<Body> {
        match table.duty() {
            Duty::Seal(_) => self.seal(table),
            duty => self.removal(table).or_else(|| match duty {
                Duty::Act(_) | Duty::Over | Duty::Seal(_) => None,
                Duty::Answer(_) => self.answer(table),
                Duty::Link(_) => self.own.as_ref()?.chain.link(table.link_number()).map(Body::Link),
                Duty::Acknowledge(_) => self.acknowledge(table),
                Duty::Disclose(_) => {
                    let (.., context) = table.delivery()?;
                    Some(Body::Disclose(Letter::disclosure(&self.own.as_ref()?.secret, context)))
                }
            }),
        }
    }

    /// Seals stand on the empty log, so a seat need not wait for the others to make its own.
    fn seal_early(&mut self, table: &Table) -> bool {
        let Some(own) = &self.own else { return false };
        let spot = seal_spot(table.agreed(), own.seat);
        let sealed = table.public(own.seat).is_some_and(|public| public.sealed.is_some());
        if !matches!(table.duty(), Duty::Seal(_))
            || sealed
            || self.log.entry_of(&spot, own.seat).is_some()
            || !self.may_vote(own.seat)
        {
            return false;
        }
        self.seal(table).is_some_and(|body| self.say(&Statement::Entry(spot, body)))
    }

    fn seal(&self, table: &Table) -> Option<Body> {
        let own = self.own.as_ref()?;
        let agreed = table.agreed();
        let context = seal_context(agreed, own.seat);
        let tip = own.chain.tip();
        let seal = Seal::make(&own.secret, &agreed.options.laws(), &tip, &context).ok()?;
        Some(Body::Seal { seal, tip })
    }

    /// Seats that are convicted or have resigned and are still in play.
    fn removal(&self, table: &Table) -> Option<Body> {
        let seat = self.seat()?;
        let why = |other: Seat| {
            if self.log.convictions().contains_key(&other) {
                Some((other, Leaving::Faulted))
            } else {
                self.log.has_resigned(other).then_some((other, Leaving::Resigned))
            }
        };
        let seats: Vec<(Seat, Leaving)> =
            table.in_play().filter(|other| *other != seat).filter_map(why).collect();
        (!seats.is_empty()).then_some(Body::Removal(seats))
    }

    fn answer(&self, table: &Table) -> Option<Body> {
        let own = self.own.as_ref()?;
        let answer = table.position().honest(own.seat, own.secret.chart());
        let ply = Ply::Answer(answer.clone());
        let implied = table.position().check(own.seat, &ply)?.ok()?;
        let context = table.context(own.seat);
        let sealed = table.public(own.seat)?.sealed.as_ref()?;
        let proof = ClaimsProof::make(&own.secret, &implied.claims, &context, sealed).ok()?;
        let letter = implied.private.and_then(|private| {
            let reader = table.agreed().place(private.reader)?.exchange;
            Letter::write(&own.secret, &context, &reader, &private.lines).ok()
        });
        Some(Body::Answer { words: answer.encode(), proof, letter })
    }

    fn acknowledge(&mut self, table: &Table) -> Option<Body> {
        let own = self.own.as_ref()?;
        let (writer, private, letter, context) = table.delivery()?;
        let sealed = table.public(writer)?.sealed.as_ref()?;
        match letter.read(&own.exchange, context, &private.lines, sealed) {
            Ok(sums) => {
                let note = Note { number: context.number, writer, sums };
                if !self.notes.contains(&note) {
                    self.notes.push(note.clone());
                    self.event(Event::Told(note));
                }
                Some(Body::Acknowledge)
            }
            Err(_) => Some(Body::Complain),
        }
    }

    /// After the end: the result, and the chart once nothing can bring play back.
    fn attach(&mut self, table: &Table) -> bool {
        let Some(own) = &self.own else { return false };
        let (seat, spot) = (own.seat, table.spot());
        if !self.log.has_signed_result(seat, &spot) {
            return self.say(&Statement::Result(spot));
        }
        // Between two, nothing that is taken back can bring play back. Among more it can, as long as a
        // seat has not built on the end: also one that is out by mistake.
        let others = Seat::all(table.agreed().seats()).filter(|other| {
            table.is_in_play(*other)
                || table.agreed().seats() > 2 && !self.log.convictions().contains_key(other)
        });
        let settled = others.clone().all(|other| self.log.has_signed_result(other, &spot));
        let sealed = table.public(seat).is_some_and(|public| public.sealed.is_some());
        if settled && sealed && !self.log.charts().any(|(of, at, _)| of == seat && *at == spot) {
            let values = own.secret.chart().values().to_vec();
            return self.say(&Statement::Chart(spot, Opened { seed: own.seed, values }));
        }
        false
    }

    /// Limit of the duty that is due, in milliseconds, grace included.
    fn limit(&self) -> Option<u64> {
        let clock = self.log.agreed().terms.clock;
        let seconds = match self.log.table().duty() {
            Duty::Over => None,
            Duty::Seal(_) => Some(clock.seal_s),
            Duty::Act(_) => self.decision_s(),
            _ => Some(clock.answer_s),
        };
        seconds.map(|seconds| (u64::from(seconds) + u64::from(clock.grace_s)) * 1000)
    }

    /// Limit of a decision that is due, in seconds: where play rests, the longest that there is.
    fn decision_s(&self) -> Option<u32> {
        let limit = self.log.agreed().terms.clock.decision_s;
        if self.log.table().offers().adjourned() { limit.map(|_| Clock::MOST_S) } else { limit }
    }

    /// Asks for a tick when the duty that is due expires: for this very seat where the rules turn that
    /// into an act, for another where it becomes overdue.
    pub(super) fn wake(&mut self) {
        let table = self.log.table();
        let lapses = match (table.duty(), self.seat()) {
            (Duty::Act(due), Some(seat)) if due == seat => table.position().lapse(seat).is_some(),
            _ => false,
        };
        let decision = self.decision_s().map(|seconds| u64::from(seconds) * 1000);
        if let Some(limit) = if lapses { decision } else { self.limit() } {
            self.outputs.push_back(Output::Wake(self.timing.since + limit));
        }
    }

    fn watch_clock(&mut self) {
        let spot = self.log.table().spot();
        if self.timing.spot != Some(spot) {
            // What is offered at a turn does not begin it anew.
            let turn = Some(self.log.table().turn());
            let since = if self.timing.turn == turn { self.timing.since } else { self.now };
            self.timing = Timing { spot: Some(spot), turn, since, told: false };
            self.wake();
        }
        let silent = self.overdue();
        if !silent.is_empty() && !self.timing.told {
            self.timing.told = true;
            self.event(Event::Overdue(silent));
        }
        self.lapse();
    }

    /// An expired decision of this very seat becomes what the rules make of it.
    fn lapse(&mut self) {
        let table = self.log.table();
        let Some(limit) = self.decision_s() else { return };
        if let (Duty::Act(due), Some(seat)) = (table.duty(), self.seat())
            && due == seat
            && self.may_author()
            && self.now >= self.timing.since + u64::from(limit) * 1000
            && let Some(act) = table.position().lapse(seat)
            && self.act(Intent::plain(act)).is_ok()
        {
            self.settle();
        }
    }

    /// The seats that are overdue by this peer's clock and that its seat has not called so yet: first
    /// the one that is due, then also those that should have called it so.
    pub(super) fn overdue(&self) -> Vec<Seat> {
        let (Some(own), Some(limit)) = (&self.own, self.limit()) else { return Vec::new() };
        let table = self.log.table();
        let spot = table.spot();
        let Some(due) = table.duty().seat() else { return Vec::new() };
        let late = self.timing.spot == Some(spot) && self.now >= self.timing.since + limit;
        if !late || due == own.seat || !self.may_vote(own.seat) || self.log.voted(&spot, own.seat).0 {
            return Vec::new();
        }
        let Some(called) = self.log.called(&spot, own.seat).max_by_key(|set| set.len()) else {
            return vec![due];
        };
        let joined = |seat: Seat| self.log.called(&spot, seat).any(|set| set == called);
        let mute = |seat: &Seat| called.contains(seat) || (*seat != own.seat && !joined(*seat));
        table.in_play().filter(mute).collect()
    }
}
