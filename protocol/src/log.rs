//! One log: a set of signed statements, and the chain of steps that follows from it.
//!
//! A [`Log`] keeps every authentic statement it was given. Which chain of steps they make is a pure
//! function of that set (see [`choice`](self)), so peers that hold the same statements have the same
//! chain, in whatever order they came. Statements are never taken back; a chain is, as far as a seat
//! signed two stories and not everybody has built on the first.

mod choice;

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    fault::Fault,
    rules::{Leaving, Seat},
    seal::Digest,
    statement::{Body, NoStatement, Opened, Out, Signed, Spot, Statement},
    table::{Duty, News, Proven, Table},
    terms::Agreed,
};

/// Entries that stand beside the chain, at the most; more are refused until the fork is settled.
pub const SIDE_MOST: usize = 256;
/// Different entries of one seat for one position that are kept: two convict.
const VERSIONS_MOST: usize = 2;
/// Votes of one seat on one position that are kept.
const VOTES_MOST: usize = 4;

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
    /// Somebody else is due there.
    #[error("the entry of another seat is due there")]
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
    /// Entries by the head they stand on, seals left out: they all stand on the empty log.
    children: BTreeMap<Digest, Vec<Arc<Entry>>>,
    /// The table behind every head that a sound entry or a step has led to, on the chain or beside it.
    tables: BTreeMap<Digest, Arc<Table>>,
    resigned: BTreeMap<Seat, Vec<(Spot, Signed)>>,
    votes: BTreeMap<(Spot, Seat), Votes>,
    charts: Vec<(Seat, Opened, Signed)>,
    results: Vec<(Seat, Digest, Signed)>,
    convictions: BTreeMap<Seat, Conviction>,
    /// Whether an entry is sound behind a head: remembered, since proofs cost.
    checked: BTreeMap<(Digest, Digest), Result<Proven, Fault>>,
    chain: Vec<Step>,
    /// `path[n]` is the table before step `n`; one more than steps.
    path: Vec<Arc<Table>>,
    /// The first step that had a rival: what comes later may still change it.
    contested: Option<usize>,
    happenings: Vec<Happening>,
}

impl Log {
    /// The empty log of a game.
    pub fn new(agreed: Arc<Agreed>) -> Log {
        let table = Arc::new(Table::new(agreed.clone()));
        Log {
            order: Vec::new(),
            entries: BTreeMap::new(),
            children: BTreeMap::new(),
            tables: BTreeMap::from([(agreed.id, table.clone())]),
            resigned: BTreeMap::new(),
            votes: BTreeMap::new(),
            charts: Vec::new(),
            results: Vec::new(),
            convictions: BTreeMap::new(),
            checked: BTreeMap::new(),
            chain: Vec::new(),
            path: vec![table],
            contested: None,
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

    /// Charts that were shown, at most two different ones of a seat.
    pub fn charts(&self) -> impl Iterator<Item = (Seat, &Opened)> {
        self.charts.iter().map(|(seat, opened, _)| (*seat, opened))
    }

    /// Seats that signed the result of the log with this head.
    pub fn signed_result(&self, head: &Digest) -> Vec<Seat> {
        self.results.iter().filter(|(_, of, _)| of == head).map(|(seat, ..)| *seat).collect()
    }

    /// What has become of the log since it was last asked.
    pub fn happenings(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.happenings)
    }

    /// Every statement that is kept, in the order in which they came: given to an empty log in this
    /// order, none is refused.
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

    fn place(&mut self, signed: Signed) -> Result<Novelty, Refusal> {
        match signed.open(&self.agreed)? {
            Statement::Entry(spot, body) => self.insert_entry(signed, spot, body),
            Statement::Resign(spot) => self.insert_resignation(signed, spot),
            Statement::Seen(spot, head) => {
                self.insert_vote(signed, spot, |votes, signed| add(&mut votes.seen, head, signed))
            }
            Statement::Overdue(spot, silent) => {
                let ascending = silent.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
                let seats = self.agreed.seats();
                if silent.is_empty()
                    || !ascending
                    || silent.iter().any(|seat| *seat == signed.seat || seat.index() >= seats)
                {
                    return Err(Refusal::Vote);
                }
                self.insert_vote(signed, spot, |votes, signed| add(&mut votes.overdue, silent, signed))
            }
            Statement::Chart(head, opened) => {
                self.known_head(&head)?;
                let seat = signed.seat;
                let of_seat = self.charts.iter().filter(|(of, ..)| *of == seat);
                if of_seat.clone().any(|(_, other, _)| *other == opened) || of_seat.count() >= VERSIONS_MOST {
                    return Ok(Novelty::Known);
                }
                self.charts.push((seat, opened, signed));
                Ok(Novelty::New)
            }
            Statement::Result(head) => {
                self.known_head(&head)?;
                let seat = signed.seat;
                let of_seat = self.results.iter().filter(|(of, ..)| *of == seat);
                if of_seat.clone().any(|(_, other, _)| *other == head) || of_seat.count() >= VERSIONS_MOST {
                    return Ok(Novelty::Known);
                }
                self.results.push((seat, head, signed));
                Ok(Novelty::New)
            }
        }
    }

    fn known_head(&self, head: &Digest) -> Result<&Arc<Table>, Refusal> {
        self.tables.get(head).ok_or(Refusal::Gap)
    }

    /// The step before which the chain has this spot, if it does.
    fn on_chain(&self, spot: &Spot) -> Option<usize> {
        let number = spot.number as usize;
        self.path.get(number).filter(|table| table.head() == spot.previous).map(|_| number)
    }

    fn insert_entry(&mut self, signed: Signed, spot: Spot, body: Body) -> Result<Novelty, Refusal> {
        let seat = signed.seat;
        let table = self.known_head(&spot.previous)?;
        let seal = matches!(body, Body::Seal { .. });
        let due = if seal {
            spot.number == u32::from(seat.0) && spot.previous == self.agreed.id
        } else {
            spot == table.spot() && table.entry_spot() == spot && table.duty().seat() == Some(seat)
        };
        if !due {
            return Err(Refusal::NotDue);
        }
        let digest = signed.digest();
        let versions = self.entries.get(&(spot, seat)).map_or(&[][..], Vec::as_slice);
        if versions.iter().any(|known| known.digest == digest) || versions.len() >= VERSIONS_MOST {
            return Ok(Novelty::Known);
        }
        let side = self.entries.values().map(Vec::len).sum::<usize>().saturating_sub(self.chain.len());
        if side >= SIDE_MOST {
            return Err(Refusal::Crowded);
        }
        let touched = match seal {
            true => self.path.iter().position(|table| table.duty() == Duty::Seal(seat)),
            false => self.on_chain(&spot),
        };
        let entry = Arc::new(Entry { signed, spot, body, digest });
        let versions = self.entries.entry((spot, seat)).or_default();
        versions.push(entry.clone());
        let pair: Vec<Signed> = versions.iter().map(|entry| entry.signed.clone()).collect();
        if pair.len() > 1 {
            self.convict(seat, spot.number, Fault::Double, pair);
        }
        if !seal {
            self.children.entry(spot.previous).or_default().push(entry.clone());
            let table = self.tables.get(&spot.previous).cloned();
            if let Some(table) = table {
                self.follow(&table, &entry);
            }
        }
        self.refresh(touched);
        Ok(Novelty::New)
    }

    /// The table behind an entry that stands on `table`, if the entry is sound there.
    fn follow(&mut self, table: &Table, entry: &Entry) -> Option<(Arc<Table>, Vec<News>)> {
        let proven = match self.check(table, entry) {
            Ok(proven) => proven,
            Err(fault) => {
                self.convict(entry.seat(), entry.spot.number, fault, vec![entry.signed.clone()]);
                return None;
            }
        };
        let mut table = table.clone();
        let news = table.apply(entry.seat(), proven, entry.signed.head(&table.head()));
        let table = Arc::new(table);
        self.tables.insert(table.head(), table.clone());
        Some((table, news))
    }

    fn insert_resignation(&mut self, signed: Signed, spot: Spot) -> Result<Novelty, Refusal> {
        self.known_head(&spot.previous)?;
        let seat = signed.seat;
        let notices = self.resigned.entry(seat).or_default();
        if notices.iter().any(|(other, _)| *other == spot) || notices.len() >= VERSIONS_MOST {
            return Ok(Novelty::Known);
        }
        notices.push((spot, signed));
        let pair: Vec<Signed> = notices.iter().map(|(_, signed)| signed.clone()).collect();
        if pair.len() > 1 {
            self.convict(seat, spot.number, Fault::Double, pair);
        }
        self.refresh(self.on_chain(&spot));
        Ok(Novelty::New)
    }

    fn insert_vote(
        &mut self,
        signed: Signed,
        spot: Spot,
        add: impl FnOnce(&mut Votes, Signed) -> bool,
    ) -> Result<Novelty, Refusal> {
        self.known_head(&spot.previous)?;
        let seat = signed.seat;
        let votes = self.votes.entry((spot, seat)).or_default();
        if !add(votes, signed) {
            return Ok(Novelty::Known);
        }
        if let (Some((_, seen)), Some((_, overdue))) = (votes.seen.first(), votes.overdue.first()) {
            let pair = vec![seen.clone(), overdue.clone()];
            self.convict(seat, spot.number, Fault::BothVotes, pair);
        }
        self.refresh(self.on_chain(&spot));
        Ok(Novelty::New)
    }

    fn convict(&mut self, seat: Seat, number: u32, fault: Fault, evidence: Vec<Signed>) {
        // Of several faults the first counts, and of those of one step the one that needs no rule of
        // the game: the same for everybody, in whatever order they came.
        let rank = |number: u32, fault: &Fault| (number, *fault != Fault::Double, format!("{fault:?}"));
        let known = self.convictions.get(&seat);
        if known.is_some_and(|known| rank(known.number, &known.fault) <= rank(number, &fault)) {
            return;
        }
        if known.is_none() {
            self.happenings.push(Happening::Convicted(seat, fault.clone()));
        }
        self.convictions.insert(seat, Conviction { fault, number, evidence });
    }

    /// Follows the chain anew from the first step that a new statement may have changed.
    fn refresh(&mut self, touched: Option<usize>) {
        let from = [touched, self.contested].into_iter().flatten().min().unwrap_or(usize::MAX);
        let from = from.min(self.chain.len());
        let old: Vec<Digest> = self.path.iter().skip(from + 1).map(|table| table.head()).collect();
        self.chain.truncate(from);
        self.path.truncate(from + 1);
        self.contested = self.contested.filter(|&step| step < from);
        let mut steps = Vec::new();
        while let Some(step) = self.choose() {
            let Some(news) = self.take(&step) else { break };
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

    fn take(&mut self, step: &Step) -> Option<Vec<News>> {
        let table = self.path.last()?.clone();
        let (table, news) = match step {
            Step::Entry(entry) => self.follow(&table, entry)?,
            Step::Out(out) => {
                let mut table = Table::clone(&table);
                let news = table.out(out);
                let table = Arc::new(table);
                self.tables.insert(table.head(), table.clone());
                (table, news)
            }
        };
        self.path.push(table);
        Some(news)
    }

    fn check(&mut self, table: &Table, entry: &Entry) -> Result<Proven, Fault> {
        let key = (entry.digest, table.head());
        if let Some(checked) = self.checked.get(&key) {
            return checked.clone();
        }
        let checked = table.check(entry.seat(), &entry.body);
        self.checked.insert(key, checked.clone());
        checked
    }

    /// Whether a removal of this seat for this reason is backed by what the log holds.
    fn warranted(&self, seat: Seat, why: Leaving) -> bool {
        match why {
            Leaving::Faulted => self.convictions.contains_key(&seat),
            Leaving::Resigned => self.resignation(seat).is_some(),
            Leaving::Forfeited | Leaving::Claimed => false,
        }
    }

    /// The resignation of a seat that stands on the chain as it is now.
    pub fn resignation(&self, seat: Seat) -> Option<Spot> {
        let notices = self.resigned.get(&seat)?;
        notices.iter().map(|(spot, _)| *spot).find(|spot| self.on_chain(spot).is_some())
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
