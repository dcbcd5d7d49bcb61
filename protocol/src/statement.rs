//! What seats sign: entries of the log, notices, votes and attachments.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{
    rules::{Leaving, Seat},
    seal::{ClaimsProof, Digest, Seal, letter::Letter},
    terms::{Agreed, Signature},
    wire,
};
use ed25519_dalek::SigningKey;

/// A place in the log: a number, and the head of all that stands before it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
pub struct Spot {
    /// How many steps stand before it.
    pub number: u32,
    /// Head of those steps. Seals all stand on the empty log and name its head, the game id.
    pub previous: Digest,
}

#[expect(clippy::large_enum_variant, reason = "one at a time; a list keeps the signed bytes")]
/// Something that a seat signs. The order of the variants is the encoding and never changes.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Statement {
    /// The next step of the log, from the seat whose duty it is.
    Entry(Spot, Body),
    /// The seat leaves; it stands on this spot and signs nothing for the log afterwards.
    Resign(Spot),
    /// The step with this head, at this spot, has reached the seat in time.
    Seen(Spot, Digest),
    /// Nothing has come from these seats for this spot within limit and grace.
    Overdue(Spot, Vec<Seat>),
    /// The whole chart, after the end; it stands behind the last step.
    Chart(Spot, Opened),
    /// The result is what the log says that ends before this spot.
    Result(Spot),
}

/// What an entry says. The order of the variants is the encoding and never changes.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Body {
    /// The seal of a seat's chart.
    Seal {
        /// Commitments and proof.
        seal: Seal,
        /// Public tip of the seat's chain of links.
        tip: Digest,
    },
    /// A choice.
    Act {
        /// The game's words.
        words: Vec<u8>,
        /// The new part of the seat's vector, where the act extends it.
        extension: Option<Seal>,
        /// Of what the words imply.
        proof: ClaimsProof,
    },
    /// An answer that was owed.
    Answer {
        /// The game's words.
        words: Vec<u8>,
        /// Of what the words imply.
        proof: ClaimsProof,
        /// What one seat alone may read, where the question was private.
        letter: Option<Letter>,
    },
    /// The next link of the seat's chain.
    Link(Digest),
    /// The reader of a private answer could read it and found it proven.
    Acknowledge,
    /// The reader could not.
    Complain,
    /// After a complaint the writer's ephemeral key, with which everyone can judge.
    Disclose(Digest),
    /// Seats other than the author's that are out, with the reason; whoever accepts it holds the
    /// notice or the evidence.
    Removal(Vec<(Seat, Leaving)>),
    /// Before an act, which stays due: all others are offered this.
    Offer(Proposal),
    /// Before an act, which stays due: another's offer is accepted.
    Accept(Proposal),
    /// Before an act, which stays due: the author's own offer is taken back.
    Withdraw(Proposal),
}

/// What a seat may offer to all others. The order of the variants is the encoding and never changes.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
pub enum Proposal {
    /// Play is over, and ranked as it stands.
    Draw,
    /// Play rests here: the seat that is due has the longest time there is.
    Adjournment,
}

/// A chart with what sealed it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Seed of blindings and salts.
    pub seed: [u8; 32],
    /// All values, in slot order, extensions included.
    pub values: Vec<u8>,
}

/// A statement as it travels.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Signed {
    /// Whose it is.
    pub seat: Seat,
    /// Over the tag and the bytes.
    pub signature: Signature,
    /// The statement after the game's id, exactly as it was signed.
    pub bytes: Vec<u8>,
}

/// The largest entry with a seal for its body, in bytes.
pub const SEAL_MOST: usize = (1 << 20) - 256;
/// The largest other statement, in bytes: an act whose extension raises a shield has about 60 KB.
pub const STATEMENT_MOST: usize = 1 << 17;

pub(crate) const TAG: &[u8] = b"marque/1/statement";

/// Why bytes are no statement of this game; nobody is convicted by it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NoStatement {
    /// Signed by nobody at the table.
    #[error("there is no such seat")]
    Seat,
    /// Larger than its kind may be.
    #[error("statement is too large")]
    Oversized,
    /// The signature is not the seat's.
    #[error("signature is not the seat's")]
    Signature,
    /// Signed for another game.
    #[error("statement belongs to another game")]
    Game,
    /// No canonical encoding of a statement.
    #[error("statement is not in canonical form")]
    Malformed,
}

impl Signed {
    /// Signs a statement for a game.
    pub fn make(key: &SigningKey, seat: Seat, game: &Digest, statement: &Statement) -> Signed {
        let bytes = wire::encode(&(game, statement));
        Signed { seat, signature: Signature::make(key, TAG, &bytes), bytes }
    }

    /// The statement in it, if it is authentic: in canonical form, of this game, of this seat.
    pub fn open(&self, agreed: &Agreed) -> Result<Statement, NoStatement> {
        let key = agreed.key(self.seat).ok_or(NoStatement::Seat)?;
        // Behind the game's id: variant of the statement, then for an entry its spot and body.
        let sealed = self.bytes.get(32) == Some(&0);
        if self.bytes.len() > if sealed { SEAL_MOST } else { STATEMENT_MOST } {
            return Err(NoStatement::Oversized);
        }
        if !self.signature.verifies(key, TAG, &self.bytes) {
            return Err(NoStatement::Signature);
        }
        let (game, statement): (Digest, Statement) =
            wire::decode(&self.bytes).ok_or(NoStatement::Malformed)?;
        if game != agreed.id {
            return Err(NoStatement::Game);
        }
        if !matches!(statement, Statement::Entry(_, Body::Seal { .. })) && self.bytes.len() > STATEMENT_MOST {
            return Err(NoStatement::Oversized);
        }
        Ok(statement)
    }

    /// Whether this says that it is a call of overdue; not yet whether it is authentic.
    pub(crate) fn is_call(&self) -> bool {
        self.bytes.get(32) == Some(&3)
    }

    /// Digest of the signed bytes, the same for every signature under them.
    pub fn digest(&self) -> Digest {
        Sha256::new()
            .chain_update(b"marque/1/bytes")
            .chain_update([self.seat.0])
            .chain_update(&self.bytes)
            .finalize()
            .into()
    }

    /// The head after these bytes as an entry. Signatures are no part of it: one key can sign the
    /// same bytes twice.
    pub fn head(&self, previous: &Digest) -> Digest {
        Sha256::new()
            .chain_update(b"marque/1/head")
            .chain_update(previous)
            .chain_update([self.seat.0])
            .chain_update(&self.bytes)
            .finalize()
            .into()
    }
}

/// A step of the log that nobody signs because everybody finds it alone: these seats are out.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Out {
    /// Who, ascending; the seat whose duty it is among them.
    pub seats: Vec<Seat>,
    /// Why.
    pub why: Leaving,
}

impl Out {
    /// The head after this step.
    pub fn head(&self, previous: &Digest) -> Digest {
        Sha256::new()
            .chain_update(b"marque/1/out")
            .chain_update(previous)
            .chain_update(wire::encode(self))
            .finalize()
            .into()
    }
}
