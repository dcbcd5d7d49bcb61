//! The catalogue of lies, and when each must be caught.

use super::world::Report;
use crate::{
    games::{
        Options,
        lies::{self, Where},
    },
    log::Refusal,
    rules::Seat,
};

/// When a lie is caught.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Caught {
    /// At the very entry that tells it: its author is convicted.
    Entry,
    /// When its reader has complained and its author has disclosed.
    Complaint,
    /// At the link by which it came: refused, and nobody can be convicted by it.
    Link,
    /// By the clock: it is a silence.
    Clock,
    /// After the end, by the chart.
    Audit,
    /// It is no lie; nobody is accused.
    Harmless,
}

impl Caught {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Caught::Entry => "entry",
            Caught::Complaint => "complaint",
            Caught::Link => "link",
            Caught::Clock => "clock",
            Caught::Audit => "audit",
            Caught::Harmless => "nothing",
        }
    }
}

/// How a lying machine tells a lie.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum How {
    Game(Where),
    OtherBoard,
    CopiedProof,
    ReplayedProof,
    ActForAnswer,
    OutOfTurn,
    TurnSkipped,
    SecondShot,
    TwoStories,
    OldPosition,
    SecondSeal,
    WrongPrevious,
    ForgedSignature,
    ForgedAuthor,
    SignedTwice,
    BadLink,
    OfferOutOfTurn,
    TwoOffers,
    AcceptsNothing,
    Silence,
    FalseRemoval,
    AfterResigning,
    BothVotes,
    ForeignOverdue,
    FalseChart,
    BadLetter,
    FalseComplaint,
}

/// A lie that can be simulated.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct LieSpec {
    /// Its name.
    pub name: &'static str,
    /// When it must be caught.
    pub caught: Caught,
    /// How many seats it needs at least.
    pub seats: usize,
    pub(super) how: How,
}

impl LieSpec {
    /// Whether a game with these options has room for it.
    pub fn fits(&self, options: &Options) -> bool {
        !matches!(self.how, How::Game(_)) || lies::fits(self.name, options)
    }
}

const fn lie(name: &'static str, how: How, caught: Caught, seats: usize) -> LieSpec {
    LieSpec { name, caught, seats, how }
}

/// Lies that any game can be told.
const GENERAL: &[LieSpec] = &[
    lie("another-board", How::OtherBoard, Caught::Entry, 2),
    lie("copied-proof", How::CopiedProof, Caught::Entry, 2),
    lie("turn-skipped", How::TurnSkipped, Caught::Link, 2),
    lie("second-act", How::SecondShot, Caught::Link, 2),
    lie("two-stories", How::TwoStories, Caught::Entry, 3),
    lie("old-position", How::OldPosition, Caught::Entry, 2),
    lie("second-seal", How::SecondSeal, Caught::Entry, 2),
    lie("wrong-previous", How::WrongPrevious, Caught::Link, 2),
    lie("forged-signature", How::ForgedSignature, Caught::Link, 2),
    lie("forged-author", How::ForgedAuthor, Caught::Link, 2),
    lie("signed-twice", How::SignedTwice, Caught::Harmless, 2),
    lie("link-not-in-chain", How::BadLink, Caught::Entry, 2),
    lie("offer-out-of-turn", How::OfferOutOfTurn, Caught::Link, 2),
    lie("two-offers-a-turn", How::TwoOffers, Caught::Entry, 2),
    lie("acceptance-of-nothing", How::AcceptsNothing, Caught::Entry, 2),
    lie("refusal-to-answer", How::Silence, Caught::Clock, 2),
    lie("removal-without-cause", How::FalseRemoval, Caught::Clock, 2),
    lie("entry-after-resigning", How::AfterResigning, Caught::Entry, 2),
    lie("seen-and-overdue", How::BothVotes, Caught::Entry, 2),
    lie("overdue-from-elsewhere", How::ForeignOverdue, Caught::Link, 2),
    lie("chart-differs", How::FalseChart, Caught::Audit, 2),
];

/// Lies that need answers to acts, and more than one.
const ANSWERED: &[LieSpec] = &[
    lie("replayed-proof", How::ReplayedProof, Caught::Entry, 2),
    lie("act-for-answer", How::ActForAnswer, Caught::Entry, 2),
    lie("out-of-turn", How::OutOfTurn, Caught::Link, 2),
];

/// Lies about private answers.
const PRIVATE: &[LieSpec] = &[
    lie("bad-letter", How::BadLetter, Caught::Complaint, 2),
    lie("false-complaint", How::FalseComplaint, Caught::Complaint, 2),
];

/// The lies that can be told at a table of this card with so many seats; not all of them
/// [fit](LieSpec::fits) all of its options.
pub fn lies_of(card: &str, seats: usize) -> Vec<LieSpec> {
    let own = lies::names(card);
    let own = own.into_iter().map(|(name, told)| {
        let caught = if told == Where::Silence { Caught::Clock } else { Caught::Entry };
        lie(name, How::Game(told), caught, 2)
    });
    let private = if card == "drill" { PRIVATE } else { &[] };
    // Its one answer is a set-up, before any act.
    let answered = if card == "diabolik" { &[] } else { ANSWERED };
    own.chain(GENERAL.iter().copied())
        .chain(answered.iter().copied())
        .chain(private.iter().copied())
        .filter(|lie| lie.seats <= seats)
        .collect()
}

/// Whether a lie that was told in a game was caught as it must be and laid to the right seat; an
/// error says what is wrong.
pub fn judge(report: &Report, liar: Seat, lie: &LieSpec) -> Result<(), String> {
    let told = report.told.ok_or("the lie was never told")?;
    if !report.converged {
        return Err(format!("the honest peers do not agree: {:?}", report.notes));
    }
    if !report.honest_accused.is_empty() {
        return Err(format!("honest seats are accused: {:?}", report.honest_accused));
    }
    if !report.records_agree {
        return Err("a record does not read back to the same verdict".to_owned());
    }
    for verdict in &report.verdicts {
        let proof = verdict.faults.iter().find(|proof| proof.seat == liar);
        let won = verdict.winner == Some(liar);
        match lie.caught {
            Caught::Entry | Caught::Complaint | Caught::Audit => {
                let proof = proof.ok_or_else(|| format!("nothing is proven: {verdict:?}"))?;
                if lie.caught == Caught::Entry && proof.entry != told {
                    return Err(format!("told at {told}, caught at {}: {}", proof.entry, proof.fault));
                }
                if won {
                    return Err("the liar won".to_owned());
                }
            }
            Caught::Link => {
                let refused = report.refused.iter().any(|(by, seat, refusal)| {
                    *by == liar && (*seat == liar || matches!(refusal, Refusal::NoStatement(_)))
                });
                if !refused || proof.is_some() {
                    return Err(format!("not refused, or convicted: {:?} {proof:?}", report.refused));
                }
            }
            Caught::Clock => {
                let silent = matches!(verdict.outcome.word(), "claimed" | "forfeit" | "won" | "draw");
                if proof.is_some() || won || !silent {
                    return Err(format!("silence must cost the game and convict nobody: {verdict:?}"));
                }
            }
            Caught::Harmless => {
                if let Some(proof) = proof {
                    return Err(format!("accused of {}", proof.fault));
                }
            }
        }
    }
    Ok(())
}
