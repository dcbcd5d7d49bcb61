//! One log: a set of signed statements, and the chain of steps that follows from it.
//!
//! A [`Log`] keeps every authentic statement it was given. Which chain of steps they make is a pure
//! function of that set (see [`choice`](self)), so peers that hold the same statements have the same
//! chain, in whatever order they came. Statements are never taken back; a chain is, as far as a seat
//! signed two stories and not everybody has built on the first.

mod choice;
#[cfg(all(test, feature = "sim"))]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    fault::Fault,
    rules::{Leaving, Seat},
    seal::Digest,
    statement::{Body, NoStatement, Opened, Out, Signed, Spot, Statement},
    table::{Duty, News, Proven, Public, Table, seal_spot},
    terms::Agreed,
};

/// Entries of one seat that stand beside the chain, at the most; more are refused.
pub const SIDE_MOST: usize = 64;
/// Different entries of one seat for one position that are kept: two convict.
const VERSIONS_MOST: usize = 2;
/// Votes of one seat on one position that are kept.
const VOTES_MOST: usize = 4;
/// Heads beside the chain, at the most.
const BRANCHES_MOST: usize = 1024;

/// An authentic entry.
#[derive(Debug)]
pub struct Entry {
    /// As it was signed.
    pub signed: Signed,
    /// Where it stands.
    pub spot: Spot,
    /// What it says.
    pub body: Body,
    digest: Digest,
}

impl Entry {
    /// Its author.
    pub fn seat(&self) -> Seat {
        self.signed.seat
    }
}

/// A step of the chain.
#[derive(Clone, Debug)]
pub enum Step {
    /// An entry of the seat whose duty it was.
    Entry(Arc<Entry>),
    /// Seats are out, by what everybody holds.
    Out(Out),
}

/// What a statement was to the log.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Novelty {
    /// It is kept: write it down and pass it on.
    New,
    /// It was there, or adds nothing; no effect.
    Known,
}

/// Why a statement is not kept. It changes nothing and convicts nobody.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// It is not authentic.
    #[error(transparent)]
    NoStatement(#[from] NoStatement),
    /// It stands on a head that is not known here.
    #[error("statement stands on an unknown head")]
    Gap,
    /// The head is known, and something else is due there.
    #[error("that is not due there")]
    NotDue,
    /// More of its kind than anybody needs.
    #[error("too many statements beside the chain")]
    Crowded,
    /// A vote that names its author, nobody, or seats out of order.
    #[error("vote names seats that it cannot name")]
    Vote,
}

/// A seat that is convicted, and by what.
#[derive(Clone, Debug)]
pub struct Conviction {
    /// What it did.
    pub fault: Fault,
    /// Number of the step for which it did it.
    pub number: u32,
    /// The signed statements that show it.
    pub evidence: Vec<Signed>,
}

/// Something that became of the log.
#[derive(Clone, Debug)]
pub enum Happening {
    /// The chain has this step at this number, with these consequences.
    Stepped(u32, Step, Vec<News>),
    /// All steps from this number on are taken back; others follow.
    Rewound(u32),
    /// There is evidence against a seat.
    Convicted(Seat, Fault),
}

#[derive(Debug, Default)]
struct Votes {
    seen: Vec<(Digest, Signed)>,
    overdue: Vec<(Vec<Seat>, Signed)>,
}

/// See the module.
#[derive(Debug)]
pub struct Log {
    agreed: Arc<Agreed>,
    order: Vec<Signed>,
    entries: BTreeMap<(Spot, Seat), Vec<Arc<Entry>>>,
    resigned: BTreeMap<Seat, Vec<(Spot, Signed)>>,
    votes: BTreeMap<(Spot, Seat), Votes>,
    charts: Vec<(Seat, Spot, Opened)>,
    results: BTreeSet<(Seat, Spot)>,
    convictions: BTreeMap<Seat, Conviction>,
    /// Seats that signed anything that stands on a head, seals left out: those stand on the empty log.
    standing: BTreeMap<Digest, BTreeSet<Seat>>,
    /// Every head that is known, on the chain or beside it.
    branches: BTreeMap<Digest, Branch>,
    /// The earliest spot at which each seat was found to stand and that is not known.
    missed: BTreeMap<Seat, Spot>,
    /// Spots where a version too many is kept because this seat stands on it.
    pulled: BTreeSet<(Spot, Seat)>,
    /// Whether an entry is sound behind a head: remembered, since proofs cost.
    checked: BTreeMap<(Digest, Digest), Result<Proven, Fault>>,
    chain: Vec<Step>,
    /// `path[n]` is the table before step `n`; one more than steps.
    path: Vec<Arc<Table>>,
    happenings: Vec<Happening>,
}

/// A known head: its table, what it stands on, and which known heads stand on it.
#[derive(Debug)]
struct Branch {
    table: Arc<Table>,
    parent: Digest,
    children: BTreeSet<Digest>,
}

impl Log {
    /// The empty log of a game.
    pub fn new(agreed: Arc<Agreed>) -> Log {
        let table = Arc::new(Table::new(agreed.clone()));
        let root = Branch { table: table.clone(), parent: agreed.id, children: BTreeSet::new() };
        Log {
            order: Vec::new(),
            entries: BTreeMap::new(),
            resigned: BTreeMap::new(),
            votes: BTreeMap::new(),
            charts: Vec::new(),
            results: BTreeSet::new(),
            convictions: BTreeMap::new(),
            standing: BTreeMap::new(),
            branches: BTreeMap::from([(agreed.id, root)]),
            missed: BTreeMap::new(),
            pulled: BTreeSet::new(),
            checked: BTreeMap::new(),
            chain: Vec::new(),
            path: vec![table],
            happenings: Vec::new(),
            agreed,
        }
    }

    /// What was agreed.
    pub fn agreed(&self) -> &Arc<Agreed> {
        &self.agreed
    }

    /// The table after the whole chain.
    pub fn table(&self) -> &Table {
        self.path.last().expect("there is a table before every step and one after the last")
    }

    /// The table before step `number`.
    pub fn table_at(&self, number: usize) -> Option<&Table> {
        self.path.get(number).map(Arc::as_ref)
    }

    /// The steps.
    pub fn chain(&self) -> &[Step] {
        &self.chain
    }

    /// Seats that are convicted.
    pub fn convictions(&self) -> &BTreeMap<Seat, Conviction> {
        &self.convictions
    }

    /// Charts that were shown, at most two different ones of a seat, and where they stand.
    pub fn charts(&self) -> impl Iterator<Item = (Seat, &Spot, &Opened)> {
        self.charts.iter().map(|(seat, spot, opened)| (*seat, spot, opened))
    }

    /// Whether a seat has signed the result of the log that ends before this spot.
    pub fn has_signed_result(&self, seat: Seat, spot: &Spot) -> bool {
        self.results.contains(&(seat, *spot))
    }

    /// The table at a spot, on the chain or beside it.
    pub fn table_behind(&self, spot: &Spot) -> Option<&Table> {
        let branch = self.branches.get(&spot.previous)?;
        (branch.table.spot() == *spot).then_some(&branch.table)
    }

    /// How many steps of the chain the branch of a spot has in common with it.
    pub fn common(&self, spot: &Spot) -> usize {
        self.fork(&spot.previous)
    }

    /// What has become of the log since it was last asked.
    pub fn happenings(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.happenings)
    }

    /// Every statement that is kept, in the order in which they came: [`Log::replay`] takes them all.
    pub fn statements(&self) -> &[Signed] {
        &self.order
    }

    /// Takes a statement.
    pub fn insert(&mut self, signed: Signed) -> Result<Novelty, Refusal> {
        let novelty = self.place(signed.clone())?;
        if novelty == Novelty::New {
            self.order.push(signed);
        }
        Ok(novelty)
    }

    /// Takes the next of the statements that another log has kept, after `earlier`, the ones before it.
    /// What stands on one that looked superfluous at first is taken once that is offered again.
    pub fn replay(&mut self, earlier: &[Signed], signed: Signed) -> Result<Novelty, Refusal> {
        match self.insert(signed.clone()) {
            Err(Refusal::Gap) => {
                for signed in earlier {
                    self.insert(signed.clone())?;
                }
                self.insert(signed)
            }
            taken => taken,
        }
    }

    fn place(&mut self, signed: Signed) -> Result<Novelty, Refusal> {
        let seat = signed.seat;
        let (spot, novelty) = match signed.open(&self.agreed)? {
            Statement::Entry(spot, body) => return self.place_entry(signed, spot, body),
            Statement::Resign(spot) => (spot, self.place_resignation(signed, spot)?),
            Statement::Seen(spot, head) => {
                (spot, self.place_vote(spot, seat, |votes| add(&mut votes.seen, head, signed))?)
            }
            Statement::Overdue(spot, silent) => {
                let table = self.reach(seat, &spot)?;
                let ascending = silent.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
                let due = table.duty().seat().is_some_and(|due| silent.contains(&due));
                if !ascending || !due || !silent.iter().all(|of| *of != seat && table.is_in_play(*of)) {
                    return Err(Refusal::Vote);
                }
                (spot, self.place_vote(spot, seat, |votes| add(&mut votes.overdue, silent, signed))?)
            }
            Statement::Chart(spot, opened) => {
                let table = self.ended(seat, &spot)?;
                // Of the right size, and two for each end: what is shown for one end hides nothing at another.
                let slots = table.public(seat).map_or(0, Public::slots);
                if slots == 0 || opened.values.len() != slots {
                    return Err(Refusal::NotDue);
                }
                let shown = self.charts.iter().filter(|(of, at, _)| *of == seat && *at == spot);
                if shown.clone().any(|(.., other)| *other == opened) || shown.count() >= VERSIONS_MOST {
                    return Ok(Novelty::Known);
                }
                self.charts.push((seat, spot, opened));
                (spot, Novelty::New)
            }
            Statement::Result(spot) => {
                self.ended(seat, &spot)?;
                if !self.results.insert((seat, spot)) {
                    return Ok(Novelty::Known);
                }
                (spot, Novelty::New)
            }
        };
        if novelty == Novelty::New {
            self.standing.entry(spot.previous).or_default().insert(seat);
            self.refresh(self.fork(&spot.previous));
        }
        Ok(novelty)
    }

    /// The table at a spot. A head that nobody signed, behind seals or seats that are out, is found from
    /// those that are known.
    fn reach(&mut self, seat: Seat, spot: &Spot) -> Result<Arc<Table>, Refusal> {
        if !self.branches.contains_key(&spot.previous) {
            self.explore(spot.number);
        }
        let Some(branch) = self.branches.get(&spot.previous) else {
            let missed = self.missed.entry(seat).or_insert(*spot);
            if self.branches.contains_key(&missed.previous) || spot.number < missed.number {
                *missed = *spot;
            }
            return Err(Refusal::Gap);
        };
        if branch.table.spot() == *spot { Ok(branch.table.clone()) } else { Err(Refusal::NotDue) }
    }

    /// The table at a spot where play has ended.
    fn ended(&mut self, seat: Seat, spot: &Spot) -> Result<Arc<Table>, Refusal> {
        let table = self.reach(seat, spot)?;
        if table.duty() == Duty::Over { Ok(table) } else { Err(Refusal::NotDue) }
    }

    /// Makes known all heads up to this number that follow from known ones without an entry that stands
    /// on them.
    fn explore(&mut self, end: u32) {
        let most = number(Seat::MOST);
        let near = end.saturating_sub(2 * most)..end;
        let branches = self.branches.values().filter(|branch| near.contains(&branch.table.number()));
        let mut open: Vec<Arc<Table>> = branches.map(|branch| branch.table.clone()).collect();
        while let Some(table) = open.pop() {
            for step in self.unsigned_steps(&table) {
                if self.branches.len() >= self.chain.len() + BRANCHES_MOST {
                    return;
                }
                let head = match &step {
                    Step::Entry(entry) => entry.signed.head(&table.head()),
                    Step::Out(out) => out.head(&table.head()),
                };
                if !self.branches.contains_key(&head)
                    && let Some((table, _)) = self.follow(&table, &step)
                    && table.number() < end
                {
                    open.push(table);
                }
            }
        }
    }

    /// The step at which the branch of a known head leaves the chain; where it stands on the end of the
    /// chain, the next one.
    fn fork(&self, head: &Digest) -> usize {
        let mut head = *head;
        while let Some(branch) = self.branches.get(&head) {
            let number = branch.table.number() as usize;
            if self.path.get(number).is_some_and(|table| table.head() == head) {
                return number;
            }
            head = branch.parent;
        }
        0
    }

    fn place_entry(&mut self, signed: Signed, spot: Spot, body: Body) -> Result<Novelty, Refusal> {
        let seat = signed.seat;
        let seal = matches!(body, Body::Seal { .. });
        let table =
            if seal { self.path.first().cloned().ok_or(Refusal::Gap)? } else { self.reach(seat, &spot)? };
        let due = match seal {
            true => spot == seal_spot(&self.agreed, seat),
            false => table.entry_spot() == spot && table.duty().seat() == Some(seat),
        };
        if !due {
            return Err(Refusal::NotDue);
        }
        let digest = signed.digest();
        let versions = self.entries.get(&(spot, seat)).map_or(&[][..], Vec::as_slice);
        if versions.iter().any(|known| known.digest == digest) {
            return Ok(Novelty::Known);
        }
        if versions.len() >= VERSIONS_MOST {
            // Two convict; one that another seat stands on is needed all the same, one for each seat.
            let head = signed.head(&spot.previous);
            let stands = |(by, of): &(&Seat, &Spot)| **by != seat && of.previous == head;
            let pulls = self.missed.iter().filter(stands).map(|(by, _)| (spot, *by));
            if !pulls.collect::<Vec<_>>().into_iter().any(|pull| self.pulled.insert(pull)) {
                return Ok(Novelty::Known);
            }
        }
        let beside = |of: &Spot| self.path.get(of.number as usize).is_none_or(|t| t.head() != of.previous);
        let side = self.entries.iter().filter(|((of, by), _)| *by == seat && beside(of));
        if !seal && beside(&spot) && side.map(|(_, all)| all.len()).sum::<usize>() >= SIDE_MOST {
            return Err(Refusal::Crowded);
        }
        let entry = Arc::new(Entry { signed, spot, body, digest });
        let versions = self.entries.entry((spot, seat)).or_default();
        versions.push(entry.clone());
        if versions.len() > 1 {
            let pair: Vec<Signed> = versions.iter().map(|entry| entry.signed.clone()).collect();
            self.convict(seat, spot.number, Fault::Double, pair);
        }
        if seal {
            if let Err(fault) = self.check(&table, &entry) {
                self.convict(seat, spot.number, fault, vec![entry.signed.clone()]);
            }
            let turn = self.path.iter().position(|table| table.duty() == Duty::Seal(seat));
            self.refresh(turn.unwrap_or(self.chain.len()));
        } else {
            self.standing.entry(spot.previous).or_default().insert(seat);
            self.follow(&table, &Step::Entry(entry));
            self.refresh(self.fork(&spot.previous));
        }
        Ok(Novelty::New)
    }

    fn place_resignation(&mut self, signed: Signed, spot: Spot) -> Result<Novelty, Refusal> {
        let seat = signed.seat;
        self.reach(seat, &spot)?;
        let notices = self.resigned.entry(seat).or_default();
        if notices.iter().any(|(other, _)| *other == spot) {
            return Ok(Novelty::Known);
        }
        notices.push((spot, signed));
        notices.sort_by_key(|(spot, _)| *spot);
        if let [(first, one), (_, other), ..] = notices.as_slice() {
            let (number, pair) = (first.number, vec![one.clone(), other.clone()]);
            self.convict(seat, number, Fault::Double, pair);
        }
        Ok(Novelty::New)
    }

    fn place_vote(
        &mut self,
        spot: Spot,
        seat: Seat,
        add: impl FnOnce(&mut Votes) -> bool,
    ) -> Result<Novelty, Refusal> {
        self.reach(seat, &spot)?;
        let votes = self.votes.entry((spot, seat)).or_default();
        if !add(votes) {
            return Ok(Novelty::Known);
        }
        if let (Some((_, seen)), Some((_, overdue))) = (votes.seen.first(), votes.overdue.first()) {
            let pair = vec![seen.clone(), overdue.clone()];
            self.convict(seat, spot.number, Fault::BothVotes, pair);
        }
        Ok(Novelty::New)
    }

    fn convict(&mut self, seat: Seat, number: u32, fault: Fault, evidence: Vec<Signed>) {
        // Of several faults the first counts, and of those of one step the one that needs no rule of
        // the game: the same for everybody, in whatever order they came.
        let rank = |conviction: &Conviction| {
            let evidence = conviction.evidence.iter().map(Signed::digest).min();
            (conviction.number, conviction.fault != Fault::Double, evidence)
        };
        let conviction = Conviction { fault, number, evidence };
        let known = self.convictions.get(&seat);
        if known.is_some_and(|known| rank(known) <= rank(&conviction)) {
            return;
        }
        if known.is_none() {
            self.happenings.push(Happening::Convicted(seat, conviction.fault.clone()));
        }
        self.convictions.insert(seat, conviction);
    }

    /// Follows the chain anew from a step that a new statement may have changed.
    fn refresh(&mut self, from: usize) {
        let from = from.min(self.chain.len());
        let old: Vec<Digest> = self.path.iter().skip(from + 1).map(|table| table.head()).collect();
        self.chain.truncate(from);
        self.path.truncate(from + 1);
        let mut steps = Vec::new();
        while let Some(step) = self.choose() {
            let Some((table, news)) = self.path.last().cloned().and_then(|table| self.follow(&table, &step))
            else {
                break;
            };
            self.path.push(table);
            self.chain.push(step.clone());
            steps.push((step, news));
        }
        let new = self.path.iter().skip(from + 1).map(|table| table.head());
        let same = old.iter().zip(new).take_while(|(old, new)| *old == new).count();
        if same < old.len() {
            self.happenings.push(Happening::Rewound(number(from + same)));
        }
        let fresh = (number(from)..).zip(steps).skip(same);
        self.happenings.extend(fresh.map(|(number, (step, news))| Happening::Stepped(number, step, news)));
    }

    /// The table behind a step, if the step is sound there; an unsound entry convicts its author.
    fn follow(&mut self, table: &Table, step: &Step) -> Option<(Arc<Table>, Vec<News>)> {
        let mut next = table.clone();
        let news = match step {
            Step::Entry(entry) => match self.check(table, entry) {
                Ok(proven) => next.apply(entry.seat(), proven, entry.signed.head(&table.head())),
                Err(fault) => {
                    self.convict(entry.seat(), entry.spot.number, fault, vec![entry.signed.clone()]);
                    return None;
                }
            },
            Step::Out(out) => next.out(out),
        };
        let next = Arc::new(next);
        if let Some(parent) = self.branches.get_mut(&table.head()) {
            parent.children.insert(next.head());
        }
        let branch = Branch { table: next.clone(), parent: table.head(), children: BTreeSet::new() };
        self.branches.entry(next.head()).or_insert(branch);
        Some((next, news))
    }

    fn check(&mut self, table: &Table, entry: &Entry) -> Result<Proven, Fault> {
        let seal = matches!(entry.body, Body::Seal { .. });
        let key = (entry.digest, if seal { self.agreed.id } else { table.head() });
        if let Some(checked) = self.checked.get(&key) {
            return checked.clone();
        }
        let checked = match seal {
            true => table.check_seal(entry.seat(), &entry.body),
            false => table.check(entry.seat(), &entry.body),
        };
        self.checked.insert(key, checked.clone());
        checked
    }

    fn is_doubted(&self, seat: Seat) -> bool {
        self.convictions.contains_key(&seat) || self.has_resigned(seat)
    }

    /// Whether a removal of this seat for this reason is backed by what the log holds.
    fn warranted(&self, seat: Seat, why: Leaving) -> bool {
        match why {
            Leaving::Faulted => self.convictions.contains_key(&seat),
            Leaving::Resigned => self.has_resigned(seat),
            Leaving::Forfeited | Leaving::Claimed => false,
        }
    }

    /// The resignation of a seat that stands on the chain as it is now.
    pub fn resignation(&self, seat: Seat) -> Option<Spot> {
        let notices = self.resigned.get(&seat)?;
        notices.iter().map(|(spot, _)| *spot).find(|spot| self.fork(&spot.previous) == spot.number as usize)
    }

    /// Whether a seat has signed a resignation, wherever it stands.
    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.resigned.contains_key(&seat)
    }

    /// Votes of a seat on a spot: whether it signed Seen, whether it signed Overdue.
    pub fn voted(&self, spot: &Spot, seat: Seat) -> (bool, bool) {
        self.votes
            .get(&(*spot, seat))
            .map_or((false, false), |votes| (!votes.seen.is_empty(), !votes.overdue.is_empty()))
    }

    /// The sets that a seat called overdue on a spot.
    pub fn called(&self, spot: &Spot, seat: Seat) -> impl Iterator<Item = &Vec<Seat>> {
        self.votes.get(&(*spot, seat)).into_iter().flat_map(|votes| votes.overdue.iter().map(|(set, _)| set))
    }

    /// Entries of the seat that is due at the end of the chain which wait there because somebody
    /// called the seat overdue.
    pub fn waiting(&self) -> Option<(Spot, Digest)> {
        let table = self.table();
        let seat = table.duty().seat()?;
        let [entry] = self.entries.get(&(table.entry_spot(), seat))?.as_slice() else { return None };
        let sound = matches!(self.checked.get(&(entry.digest, table.head())), Some(Ok(_)));
        (sound && self.removes_rightly(entry)).then(|| (table.spot(), entry.signed.head(&table.head())))
    }

    /// The entry that this log keeps of a seat for a spot.
    pub fn entry_of(&self, spot: &Spot, seat: Seat) -> Option<&Arc<Entry>> {
        self.entries.get(&(*spot, seat))?.first()
    }
}

/// The number of a step; a chain never has more than its card allows.
fn number(step: usize) -> u32 {
    u32::try_from(step).unwrap_or(u32::MAX)
}

fn add<T: PartialEq>(votes: &mut Vec<(T, Signed)>, vote: T, signed: Signed) -> bool {
    if votes.len() >= VOTES_MOST || votes.iter().any(|(other, _)| *other == vote) {
        return false;
    }
    votes.push((vote, signed));
    true
}
