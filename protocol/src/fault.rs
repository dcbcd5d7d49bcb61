//! What a peer did wrong.

use crate::{games, seal::Flaw};

/// A broken rule of the protocol or of a game, provable from signed statements.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Fault {
    /// Another kind of entry was due.
    #[error("signed an entry of a kind that was not due")]
    Kind,
    /// Words of no act or answer of the game.
    #[error("signed words that mean nothing in this game")]
    Words,
    /// Words against a rule of the game.
    #[error("broke a rule of the game: {0}")]
    Illegal(games::Illegal),
    /// A seal, claim or private answer that is not proven.
    #[error("did not prove it: {0}")]
    Proof(Flaw),
    /// A seal was extended where the act does not, or not where it does.
    #[error("extended the seal where the act does not, or did not where it does")]
    Extension,
    /// A private answer where none was asked for, or none where it was.
    #[error("left out a private answer, or gave one that was not asked for")]
    Letter,
    /// A link that is not the next of the seat's chain.
    #[error("revealed a link that is not in the chain")]
    Link,
    /// A removal that names itself, nobody, or a seat that is not in play.
    #[error("removed a seat that cannot be removed")]
    Removal,
    /// An offer beside one that stands or beyond what a seat may offer, or an acceptance or withdrawal of
    /// none that stands for its author.
    #[error("offered, accepted or withdrew what it could not")]
    Offer,
    /// Two different statements for one position.
    #[error("signed two different entries for one position")]
    Double,
    /// Both votes for one position.
    #[error("signed both that an entry was seen in time and that it was overdue")]
    BothVotes,
    /// Signed for the log after resigning.
    #[error("signed an entry after resigning")]
    Resigned,
    /// A good private answer was called bad.
    #[error("complained about a private answer that was good")]
    FalseComplaint,
    /// A chart, shown after the end, that is not the one that was sealed.
    #[error("showed a chart that is not the one that was sealed")]
    Chart,
    /// A sealed chart that breaks the laws; only the plain audit can find it where the proof failed to.
    #[error("sealed a chart that breaks the laws of the game")]
    Unlawful,
    /// A claim that the shown chart contradicts.
    #[error("claimed what the shown chart contradicts")]
    Untrue,
}

impl Fault {
    /// The clause that was broken: of the game's rules, or of the protocol.
    pub fn rule(&self) -> &'static str {
        match self {
            Fault::Illegal(illegal) => illegal.rule(),
            Fault::Kind | Fault::Words | Fault::Extension | Fault::Letter | Fault::Removal => "entry",
            Fault::Proof(_) => "proof",
            Fault::Link => "draw",
            Fault::Offer => "offer",
            Fault::Double => "equivocation",
            Fault::BothVotes => "votes",
            Fault::Resigned => "resignation",
            Fault::FalseComplaint => "complaint",
            Fault::Chart | Fault::Unlawful | Fault::Untrue => "chart",
        }
    }
}
