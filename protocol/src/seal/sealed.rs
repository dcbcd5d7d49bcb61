//! A seal after its verification: what everybody else knows of a vector.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use curve25519_dalek::RistrettoPoint;
use curve25519_dalek::traits::IsIdentity;

use super::bits::{self, Bits};
use super::proof::{Seal, laws_transcript};
use super::transcript::{Context, sha256};
use super::{Digest, Flaw, Laws, Line, pedersen};

/// A verified seal, with the extensions so far; cheap to clone.
#[derive(Clone)]
pub struct Sealed(Arc<Inner>);

struct Inner {
    points: Vec<RistrettoPoint>,
    /// The encodings of `points`.
    commitments: BTreeSet<[u8; 32]>,
    root: Digest,
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sealed({} slots, root ", self.len())?;
        self.0.root.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

impl Sealed {
    /// The digest that stands for all commitments, the hashed boards and the draw tip.
    pub fn root(&self) -> Digest {
        self.0.root
    }

    /// Number of slots.
    pub fn len(&self) -> usize {
        self.0.points.len()
    }

    /// Whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.0.points.is_empty()
    }

    /// Verifies a seal made by [`Seal::extend`] and adds its slots.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn extended(&self, laws: &Laws, seal: &Seal, context: &Context) -> Result<Sealed, Flaw> {
        Sealed::verify(&Base::Sealed(self), laws, seal, context)
    }

    /// Whether a line has this sum, given the sum of its blindings (a scalar, 32 bytes little-endian).
    ///
    /// False for a malformed scalar, and for slots that were never sealed.
    pub fn opens(&self, line: &Line, value: u32, blinding: &[u8; 32]) -> bool {
        self.check_opening(line, value, blinding, Flaw::Scalar).is_ok()
    }

    /// As [`Sealed::opens`], naming the flaw; `wrong` where the line does not have this sum.
    pub(super) fn check_opening(
        &self,
        line: &Line,
        value: u32,
        blinding: &[u8; 32],
        wrong: Flaw,
    ) -> Result<(), Flaw> {
        if let Some(slot) = line.slots().iter().find(|slot| **slot as usize >= self.len()) {
            return Err(Flaw::Unsealed(*slot));
        }
        let blinding = pedersen::decode_scalar(blinding).ok_or(Flaw::Scalar)?;
        let opened = pedersen::commit(value, &blinding);
        if pedersen::line(line.slots(), &self.0.points) == opened { Ok(()) } else { Err(wrong) }
    }

    /// The decoded commitments, slot 0 first.
    pub(super) fn points(&self) -> &[RistrettoPoint] {
        &self.0.points
    }

    /// Verifies a seal on top of what was sealed before.
    pub(super) fn verify(
        base: &Base<'_>,
        laws: &Laws,
        seal: &Seal,
        context: &Context,
    ) -> Result<Sealed, Flaw> {
        let (due, found) = (laws.slots as usize, seal.commitments.len());
        if due != found {
            return Err(Flaw::Count { due, found });
        }
        if seal.laws.exactly.len() != laws.exactly.len() {
            return Err(Flaw::Shape);
        }
        let (mut points, mut commitments) = base.parts();
        let first = points.len();
        for (i, bytes) in seal.commitments.iter().enumerate() {
            let point = pedersen::decode_point(bytes).ok_or(Flaw::Point)?;
            if point.is_identity() {
                return Err(Flaw::Identity(first + i));
            }
            if !commitments.insert(*bytes) {
                return Err(Flaw::Repeated(first + i));
            }
            points.push(point);
        }
        let root = base.root(&seal.commitments, &seal.board);
        let sealed = Sealed(Arc::new(Inner { points, commitments, root }));
        sealed.check_laws(laws, seal, context, first)?;
        Ok(sealed)
    }

    fn check_laws(&self, laws: &Laws, seal: &Seal, context: &Context, first: usize) -> Result<(), Flaw> {
        for (i, ((line, sum), blinding)) in laws.exactly.iter().zip(&seal.laws.exactly).enumerate() {
            self.check_opening(line, *sum, blinding, Flaw::Sum(i))?;
        }
        let transcript = laws_transcript(context, &self.root(), laws, &seal.laws.exactly);
        bits::verify(transcript, &Bits::of(laws, first), self.points(), &seal.laws.bits)
    }
}

/// What a seal stands on.
pub(super) enum Base<'a> {
    /// Nothing yet: the seal that opens a game, with the tip of the draw chain.
    Tip(&'a Digest),
    /// What was sealed before.
    Sealed(&'a Sealed),
}

impl Base<'_> {
    /// The root of a seal on this base.
    pub(super) fn root(&self, commitments: &[[u8; 32]], board: &Digest) -> Digest {
        let points = commitments.as_flattened();
        match self {
            Base::Tip(tip) => sha256("marque/1/root", &[points, board, *tip]),
            Base::Sealed(sealed) => sha256("marque/1/extended root", &[&sealed.root(), points, board]),
        }
    }

    fn parts(&self) -> (Vec<RistrettoPoint>, BTreeSet<[u8; 32]>) {
        match self {
            Base::Tip(_) => (Vec::new(), BTreeSet::new()),
            Base::Sealed(sealed) => (sealed.0.points.clone(), sealed.0.commitments.clone()),
        }
    }
}
