//! The seal: commitments to every slot, and the proof that what they hide obeys the laws.

use serde::{Deserialize, Serialize};

use super::bits::{self, Bits, BitsProof};
use super::sealed::{Base, Sealed};
use super::transcript::{Context, Transcript};
use super::{Digest, Flaw, Laws, Secret, Unlawful};

/// What a seat publishes of its vector, or of an extension of it: it hides every value and proves
/// that they obey the laws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// One point a slot.
    pub commitments: Vec<[u8; 32]>,
    /// That the laws hold.
    pub laws: LawsProof,
    /// The hashed board (see [`board_digest`](super::board_digest)).
    pub board: Digest,
}

/// Proof that a sealed vector obeys its laws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LawsProof {
    /// Every slot and every line of `at_most_one` is 0 or 1.
    pub bits: BitsProof,
    /// The blinding sum of every line of `exactly`, a scalar.
    pub exactly: Vec<[u8; 32]>,
}

impl Seal {
    /// Seals a chart; `tip` is the tip of the seat's draw chain, bound with it.
    ///
    /// # Errors
    /// The chart has another number of slots than the laws or breaks them, or a law speaks of slots
    /// beyond the chart.
    pub fn make(secret: &Secret, laws: &Laws, tip: &Digest, context: &Context) -> Result<Seal, Unlawful> {
        check(secret, laws, 0)?;
        Ok(build(secret, laws, &Base::Tip(tip), context))
    }

    /// Seals the last part of a secret that was extended since `sealed`.
    ///
    /// # Errors
    /// As for [`Seal::make`].
    pub fn extend(
        secret: &Secret,
        laws: &Laws,
        context: &Context,
        sealed: &Sealed,
    ) -> Result<Seal, Unlawful> {
        check(secret, laws, sealed.len())?;
        Ok(build(secret, laws, &Base::Sealed(sealed), context))
    }

    /// Verifies a seal made by [`Seal::make`] with the same laws, tip and context.
    ///
    /// # Errors
    /// What is wrong with it; nothing panics, whatever a peer sent.
    pub fn open(&self, laws: &Laws, tip: &Digest, context: &Context) -> Result<Sealed, Flaw> {
        Sealed::verify(&Base::Tip(tip), laws, self, context)
    }
}

/// Seals that lie, for tests: as good as a cheat can make them, and still refused.
#[cfg(feature = "sim")]
impl Seal {
    /// As [`Seal::make`], whatever the chart.
    pub fn forge(secret: &Secret, laws: &Laws, tip: &Digest, context: &Context) -> Seal {
        build(secret, laws, &Base::Tip(tip), context)
    }

    /// As [`Seal::forge`] with the hashed board of whatever else: no proof speaks of it, so that only a
    /// shown chart can be found not to fit.
    pub fn forge_with_board(
        secret: &Secret,
        board: Digest,
        laws: &Laws,
        tip: &Digest,
        context: &Context,
    ) -> Seal {
        build_with_board(secret, board, laws, &Base::Tip(tip), context)
    }

    /// As [`Seal::extend`], whatever the chart.
    pub fn forge_extension(secret: &Secret, laws: &Laws, context: &Context, sealed: &Sealed) -> Seal {
        build(secret, laws, &Base::Sealed(sealed), context)
    }
}

/// Whether what a secret has from slot `first` on is its last part and can be sealed under these laws.
fn check(secret: &Secret, laws: &Laws, first: usize) -> Result<(), Unlawful> {
    let due = laws.slots as usize;
    let counts = [secret.len().saturating_sub(first), secret.len() - secret.last_part()];
    if let Some(found) = counts.into_iter().find(|found| *found != due) {
        return Err(Unlawful::Count { due, found });
    }
    let lines = laws.at_most_one.iter().chain(laws.exactly.iter().map(|(line, _)| line));
    if let Some(slot) = lines.flat_map(|line| line.slots()).find(|slot| **slot as usize >= secret.len()) {
        return Err(Unlawful::Slot(*slot));
    }
    if laws.hold(secret.chart().values()) { Ok(()) } else { Err(Unlawful::Laws) }
}

fn build(secret: &Secret, laws: &Laws, base: &Base<'_>, context: &Context) -> Seal {
    build_with_board(secret, secret.last_board(), laws, base, context)
}

fn build_with_board(secret: &Secret, board: Digest, laws: &Laws, base: &Base<'_>, context: &Context) -> Seal {
    let first = secret.last_part();
    let commitments = secret.commitments(first);
    let exactly: Vec<[u8; 32]> = laws.exactly.iter().map(|(line, _)| secret.opening(line).1).collect();
    let transcript = laws_transcript(context, &base.root(&commitments, &board), laws, &exactly);
    let bits = bits::prove(transcript, &Bits::of(laws, first), secret);
    Seal { commitments, laws: LawsProof { bits, exactly }, board }
}

/// The transcript of the laws' proof, up to its points.
pub(super) fn laws_transcript(
    context: &Context,
    root: &Digest,
    laws: &Laws,
    exactly: &[[u8; 32]],
) -> Transcript {
    let mut transcript = Transcript::new("marque/1/laws", context);
    transcript.append("root", root);
    transcript.append_number("slots", u64::from(laws.slots));
    transcript.append_number("at most one", laws.at_most_one.len() as u64);
    for line in &laws.at_most_one {
        transcript.append_line("at most one", line.slots(), 1);
    }
    transcript.append_lines("exactly", &laws.exactly);
    transcript.append_all("exactly", exactly);
    transcript
}
