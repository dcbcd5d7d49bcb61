//! Which step follows, given all that is known.
//!
//! For the seat whose duty it is, in this order:
//!
//! 1. A rival that is *final*, because every other seat in play signed something that stands on it,
//!    stands, whatever else is known.
//! 2. Two different entries, an entry that breaks a rule, or one after a resignation: the seat is out.
//! 3. One entry stands, unless somebody called the seat overdue: then it stands as soon as one other
//!    seat has signed that it saw it or something that stands on it, and gives way as soon as all
//!    other seats have called it overdue.
//! 4. No entry: the seat is out if it is convicted, has resigned, or all others call it overdue.
//! 5. Otherwise the log waits.

use super::*;

impl Log {
    /// The step that follows the chain, or none yet.
    pub(super) fn choose(&mut self) -> Option<Step> {
        let table = self.path.last()?.clone();
        let seat = table.duty().seat()?;
        let spot = table.spot();
        let (entry_spot, in_play) = (table.entry_spot(), table.in_play().collect::<BTreeSet<Seat>>());
        let versions = self.entries.get(&(entry_spot, seat)).cloned().unwrap_or_default();
        // Seals stand on the empty log, before every notice: who has sealed leaves afterwards.
        let sealed = matches!(table.duty(), Duty::Seal(_)) && !versions.is_empty();
        let resigned = self.resignation(seat).filter(|_| !sealed);
        let overdue = in_play.iter().any(|voter| self.voted(&spot, *voter).1);
        let mut checked = Vec::new();
        for entry in versions {
            if self.removes_rightly(&entry) {
                let sound = self.check(&table, &entry);
                checked.push((entry, sound));
            }
        }
        if let ([(entry, Ok(_))], None, false, false) =
            (checked.as_slice(), resigned, overdue, self.is_doubted(seat))
        {
            return Some(Step::Entry(entry.clone()));
        }
        if checked.is_empty() && !overdue && !self.is_doubted(seat) {
            return None;
        }
        self.convict_here(seat, spot.number, &checked, resigned);
        let others: BTreeSet<Seat> = in_play.iter().copied().filter(|other| *other != seat).collect();
        let default = self.default(seat, &spot, &checked, resigned.is_some(), &others);
        let rivals = self.rivals(seat, &spot, &checked, &others);
        if default.as_ref().is_some_and(|step| self.is_final(step, &others)) {
            return default;
        }
        rivals.into_iter().find(|step| self.is_final(step, &others)).or(default)
    }

    /// A removal counts once this log holds what it rests on: until then it is as if it had not come.
    pub(super) fn removes_rightly(&self, entry: &Entry) -> bool {
        match &entry.body {
            Body::Removal(seats) => seats.iter().all(|(seat, why)| self.warranted(*seat, *why)),
            _ => true,
        }
    }

    /// What the entries for this very position show of their author.
    fn convict_here(
        &mut self,
        seat: Seat,
        number: u32,
        checked: &[(Arc<Entry>, Result<Proven, Fault>)],
        resigned: Option<Spot>,
    ) {
        for (entry, checked) in checked {
            if let Err(fault) = checked {
                self.convict(seat, number, fault.clone(), vec![entry.signed.clone()]);
            }
        }
        if let (Some((entry, _)), Some(_)) = (checked.first(), resigned) {
            let notice = self.resigned.get(&seat).and_then(|notices| notices.first());
            let evidence = notice.map(|(_, signed)| signed.clone()).into_iter();
            let evidence = evidence.chain([entry.signed.clone()]).collect();
            self.convict(seat, number, Fault::Resigned, evidence);
        }
    }

    fn default(
        &mut self,
        seat: Seat,
        spot: &Spot,
        checked: &[(Arc<Entry>, Result<Proven, Fault>)],
        resigned: bool,
        others: &BTreeSet<Seat>,
    ) -> Option<Step> {
        let out = |why| Some(Step::Out(Out { seats: vec![seat], why }));
        let silent = self.overdue(seat, spot, others);
        match checked {
            [] if self.convictions.contains_key(&seat) => out(Leaving::Faulted),
            // It signs nothing more, even if its notice stands on steps that were taken back.
            [] if self.has_resigned(seat) => out(Leaving::Resigned),
            [] => silent.map(Step::Out),
            [(entry, Ok(_))] if !resigned => {
                let head = entry.signed.head(&spot.previous);
                let seen: BTreeSet<Seat> = self.signers(spot, &head).intersection(others).copied().collect();
                let called: Vec<Seat> =
                    others.iter().copied().filter(|other| self.voted(spot, *other).1).collect();
                // With nobody third to release it, who called the seat overdue cannot build on it.
                if let (1, Some(voter)) = (others.len(), called.first())
                    && seen.contains(voter)
                {
                    let evidence = self.votes.get(&(*spot, *voter)).and_then(|votes| votes.overdue.first());
                    let evidence = evidence.map(|(_, signed)| signed.clone()).into_iter().collect();
                    self.convict(*voter, spot.number, Fault::BothVotes, evidence);
                }
                match silent {
                    _ if !seen.is_empty() => Some(Step::Entry(entry.clone())),
                    Some(out) => Some(Step::Out(out)),
                    None if !called.is_empty() => None,
                    None => Some(Step::Entry(entry.clone())),
                }
            }
            _ => out(Leaving::Faulted),
        }
    }

    /// Every step that could stand here if all others had built on it.
    fn rivals(
        &self,
        seat: Seat,
        spot: &Spot,
        checked: &[(Arc<Entry>, Result<Proven, Fault>)],
        others: &BTreeSet<Seat>,
    ) -> Vec<Step> {
        let out = |why| Step::Out(Out { seats: vec![seat], why });
        let mut rivals = Vec::new();
        rivals.extend(self.convictions.contains_key(&seat).then(|| out(Leaving::Faulted)));
        rivals.extend(self.has_resigned(seat).then(|| out(Leaving::Resigned)));
        rivals.extend(self.overdue(seat, spot, others).map(Step::Out));
        let sound = checked.iter().filter(|(_, checked)| checked.is_ok());
        rivals.extend(sound.map(|(entry, _)| Step::Entry(entry.clone())));
        rivals
    }

    /// The step that all seats in play outside some set with `seat` have called for.
    fn overdue(&self, seat: Seat, spot: &Spot, others: &BTreeSet<Seat>) -> Option<Out> {
        let sets = others.iter().filter_map(|voter| self.votes.get(&(*spot, *voter)));
        let mut sets: Vec<&Vec<Seat>> = sets.flat_map(|v| v.overdue.iter().map(|(set, _)| set)).collect();
        sets.sort_by_key(|set| (set.len(), *set));
        let called = |set: &Vec<Seat>, voter: &Seat| {
            let votes = self.votes.get(&(*spot, *voter));
            votes.is_some_and(|votes| votes.overdue.iter().any(|(other, _)| other == set))
        };
        let silent = sets.into_iter().find(|set| {
            set.contains(&seat)
                && others.iter().filter(|other| !set.contains(other)).all(|voter| called(set, voter))
                && others.iter().any(|other| !set.contains(other))
        })?;
        let callers = others.iter().filter(|other| !silent.contains(other)).count();
        let why = if 2 * callers > others.len() + 1 { Leaving::Forfeited } else { Leaving::Claimed };
        Some(Out { seats: silent.clone(), why })
    }

    fn is_final(&self, step: &Step, others: &BTreeSet<Seat>) -> bool {
        let spot = self.table().spot();
        let (head, others) = match step {
            Step::Entry(entry) => (entry.signed.head(&spot.previous), others.clone()),
            Step::Out(out) => {
                let stay = others.iter().filter(|other| !out.seats.contains(other));
                (out.head(&spot.previous), stay.copied().collect())
            }
        };
        !others.is_empty() && others.is_subset(&self.signers(&spot, &head))
    }

    /// Seats that signed the step at `spot` with this head as seen, or anything that stands on it.
    fn signers(&self, spot: &Spot, head: &Digest) -> BTreeSet<Seat> {
        let seen = |seat: &Seat| {
            let votes = self.votes.get(&(*spot, *seat));
            votes.is_some_and(|votes| votes.seen.iter().any(|(seen, _)| seen == head))
        };
        let mut signers: BTreeSet<Seat> = Seat::all(self.agreed.seats()).filter(seen).collect();
        let mut open = vec![*head];
        while let Some(head) = open.pop() {
            signers.extend(self.standing.get(&head).into_iter().flatten());
            open.extend(self.branches.get(&head).into_iter().flat_map(|branch| &branch.children));
        }
        signers
    }

    /// The steps behind a table that need no entry which stands on its head: seals, and seats that are
    /// out by what is known.
    pub(super) fn unsigned_steps(&self, table: &Table) -> Vec<Step> {
        let Some(seat) = table.duty().seat() else { return Vec::new() };
        let mut steps = Vec::new();
        if table.duty() == Duty::Seal(seat) {
            let seals = self.entries.get(&(table.entry_spot(), seat));
            steps.extend(seals.into_iter().flatten().map(|seal| Step::Entry(seal.clone())));
        }
        let out = |why| Step::Out(Out { seats: vec![seat], why });
        steps.extend(self.convictions.contains_key(&seat).then(|| out(Leaving::Faulted)));
        steps.extend(self.resigned.contains_key(&seat).then(|| out(Leaving::Resigned)));
        let others = table.in_play().filter(|other| *other != seat).collect();
        steps.extend(self.overdue(seat, &table.spot(), &others).map(Step::Out));
        steps
    }
}
