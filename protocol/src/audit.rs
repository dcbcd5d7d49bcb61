//! The end: charts and log make a verdict, in plain arithmetic.
//!
//! Play ends with an outcome that follows from the log. Afterwards seats may show their charts, and
//! everything they ever claimed is checked again on the bare values, without any proof code: a
//! second net under the first.

use crate::{
    fault::Fault,
    log::{Log, Step},
    rules::{Leaving, Seat},
    seal::{Chart, board_digest},
    statement::{Body, Opened, Spot},
    table::Ending,
};

/// What the audit of one seat found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Audit {
    /// It showed no chart, which proves nothing against it.
    NotShown,
    /// Its chart is the one it sealed, and everything it claimed was true.
    Good,
    /// It is convicted by its own chart, of what it did at this step.
    Bad(Fault, u32),
}

/// How a game ended, in one word.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// By the rules of the game.
    Won,
    /// A seat resigned.
    Resigned,
    /// A seat was silent, and more than half said so.
    Forfeit,
    /// A seat was silent, says the other.
    Claimed,
    /// A seat is convicted.
    Fault,
    /// By the rules of the game, with no single winner.
    Draw,
    /// Everybody who was in play agreed to end it.
    Agreed,
    /// It has not ended.
    Unfinished,
}

impl Outcome {
    /// The word, as the command line and records have it.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Won => "won",
            Outcome::Resigned => "resigned",
            Outcome::Forfeit => "forfeit",
            Outcome::Claimed => "claimed",
            Outcome::Fault => "fault",
            Outcome::Draw => "draw",
            Outcome::Agreed => "agreed",
            Outcome::Unfinished => "unfinished",
        }
    }
}

/// A proven fault.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proof {
    /// Whose.
    pub seat: Seat,
    /// At which step, from 0.
    pub entry: u32,
    /// What.
    pub fault: Fault,
}

/// What can be said of a game from its log alone.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Verdict {
    /// How it ended.
    pub outcome: Outcome,
    /// Who won, if one seat did.
    pub winner: Option<Seat>,
    /// What was proven against seats, by step.
    pub faults: Vec<Proof>,
    /// What the charts showed, by seat.
    pub audits: Vec<Audit>,
    /// Number of steps.
    pub entries: usize,
}

impl Verdict {
    /// Whether all charts were shown and everything replayed.
    pub fn audited(&self) -> bool {
        self.audits.iter().all(|audit| *audit == Audit::Good)
    }
}

/// The verdict on a log.
pub fn verdict(log: &Log) -> Verdict {
    let audits: Vec<Audit> = Seat::all(log.agreed().seats()).map(|seat| audit(log, seat)).collect();
    let convicted = log.convictions().iter();
    let convicted = convicted.map(|(seat, c)| Proof { seat: *seat, entry: c.number, fault: c.fault.clone() });
    let mut faults: Vec<Proof> = convicted.collect();
    faults.extend(false_complaints(log));
    for (seat, audit) in Seat::all(audits.len()).zip(&audits) {
        if let Audit::Bad(fault, entry) = audit
            && !faults.iter().any(|proof| proof.seat == seat)
        {
            faults.push(Proof { seat, entry: *entry, fault: fault.clone() });
        }
    }
    faults.sort_by_key(|proof| (proof.entry, proof.seat));
    let ending = log.table().ending();
    let outcome = outcome(ending.as_ref(), &faults);
    let winner = ending.and_then(|ending| winner(&ending, &faults));
    Verdict { outcome, winner, faults, audits, entries: log.chain().len() }
}

/// The best place that is left when convicted seats lose theirs (CL-12).
fn winner(ending: &Ending, faults: &[Proof]) -> Option<Seat> {
    let honest = |seat: &Seat| !faults.iter().any(|proof| proof.seat == *seat);
    let places = ending.ranking.0.iter().map(|place| place.iter().copied().filter(honest));
    let mut place = places.map(Iterator::collect::<Vec<Seat>>).find(|place| !place.is_empty())?;
    (place.len() == 1).then(|| place.pop()).flatten()
}

fn outcome(ending: Option<&Ending>, faults: &[Proof]) -> Outcome {
    match ending {
        _ if !faults.is_empty() => Outcome::Fault,
        None => Outcome::Unfinished,
        Some(Ending { by: Some(Leaving::Resigned), .. }) => Outcome::Resigned,
        Some(Ending { by: Some(Leaving::Forfeited), .. }) => Outcome::Forfeit,
        Some(Ending { by: Some(Leaving::Claimed), .. }) => Outcome::Claimed,
        Some(Ending { by: Some(Leaving::Faulted), .. }) => Outcome::Fault,
        Some(Ending { agreed: true, .. }) => Outcome::Agreed,
        Some(Ending { ranking, .. }) if ranking.winner().is_some() => Outcome::Won,
        Some(_) => Outcome::Draw,
    }
}

/// Readers whose complaint the disclosure showed to be false.
fn false_complaints(log: &Log) -> Vec<Proof> {
    let judged = |(number, step): (u32, &Step)| match step {
        Step::Entry(entry) if matches!(entry.body, Body::Disclose(_)) => {
            let (_, private, ..) = log.table_at(number as usize)?.delivery()?;
            Some(Proof { seat: private.reader, entry: number, fault: Fault::FalseComplaint })
        }
        _ => None,
    };
    (0..).zip(log.chain()).filter_map(judged).collect()
}

fn audit(log: &Log, seat: Seat) -> Audit {
    let mut found = Audit::NotShown;
    for (_, spot, opened) in log.charts().filter(|(of, ..)| *of == seat) {
        match check(log, seat, spot, opened) {
            Ok(whole) if whole && found == Audit::NotShown => found = Audit::Good,
            Ok(_) => {}
            Err((fault, number)) => found = Audit::Bad(fault, number),
        }
    }
    found
}

/// Checks a shown chart against hashed boards, laws and every claim up to where it stands; whether that
/// is the end of the chain. A chart may stand on an end that was taken back later.
fn check(log: &Log, seat: Seat, spot: &Spot, opened: &Opened) -> Result<bool, (Fault, u32)> {
    let end = spot.number;
    let table = log.table_behind(spot).ok_or((Fault::Chart, end))?;
    let public = table.public(seat).ok_or((Fault::Chart, end))?;
    let common = log.common(spot);
    let agreed = log.agreed();
    let mut rest = opened.values.as_slice();
    for (slots, previous, board) in &public.boards {
        let (part, behind) = rest.split_at_checked(*slots as usize).ok_or((Fault::Chart, end))?;
        if board_digest(&agreed.id, seat.0, previous, &opened.seed, part) != *board {
            return Err((Fault::Chart, end));
        }
        rest = behind;
    }
    let laws = agreed.options.laws();
    let sealed = opened.values.get(..laws.slots as usize);
    if !rest.is_empty() || (!public.boards.is_empty() && !sealed.is_some_and(|values| laws.hold(values))) {
        return Err((if rest.is_empty() { Fault::Unlawful } else { Fault::Chart }, end));
    }
    for (number, step) in (0..).zip(log.chain()).take(common) {
        if let (Step::Entry(entry), Some(table)) = (step, log.table_at(number as usize))
            && entry.seat() == seat
            && let Ok((_, implied)) = table.implied(seat, &entry.body)
        {
            // Parts that were sealed later are no part of what was claimed then.
            let before = table.public(seat).map_or(0, |public| public.boards.iter().map(|b| b.0).sum());
            let length = before + implied.extension.as_ref().map_or(0, |laws| laws.slots);
            let values = opened.values.get(..length as usize).unwrap_or_default();
            let lawful = implied.extension.as_ref().is_none_or(|laws| laws.hold(values));
            if !lawful || !implied.claims.iter().all(|claim| claim.holds(values)) {
                return Err((Fault::Untrue, number));
            }
        }
    }
    Ok(common == log.chain().len())
}

/// The chart that a seat showed and that passed the audit.
pub fn shown(log: &Log, seat: Seat) -> Option<Chart> {
    let mut charts = log.charts().filter(|(of, ..)| *of == seat);
    let good = charts.find(|(_, spot, opened)| check(log, seat, spot, opened) == Ok(true));
    good.map(|(.., opened)| Chart::new(opened.values.clone()))
}
