//! Proof that sealed values, and the sums of some lines of them, are all 0 or 1.
//!
//! The prover commits to all values b once more in one point, on a base of its own for each slot, and
//! in a second point to masks a. To a challenge x it answers f = b·x + a for every slot, so that
//! anybody can compute such an f for a line too, by adding (a linear sigma protocol; see Attema and
//! Cramer, *Compressed Σ-protocol theory*, 2020, before their compression). Three things then follow:
//!
//! 1. The f fit the two points, so they are of the form b·x + a with b and a fixed before x.
//! 2. The b are those of the seal: a sum of all commitments weighted by powers of an earlier
//!    challenge y has the same weighted sum of f.
//! 3. f·(f − x) = b·(b − 1)·x² + a·(2b − 1)·x + a² is of degree 1 in x exactly where b is 0 or 1. Of
//!    the sum over all slots and lines, weighted by powers of y, the two lower coefficients were
//!    committed to before x, and with them nothing is left.
//!
//! What is sent is masked by a, so it tells nothing of b. It takes one point and one scalar a slot less
//! than a disjunction for each bit would, and lines cost nothing.

use std::collections::BTreeSet;
use std::iter::{successors, zip};
use std::sync::{PoisonError, RwLock};

use curve25519_dalek::traits::{Identity, IsIdentity, MultiscalarMul, VartimeMultiscalarMul};
use curve25519_dalek::{RistrettoPoint, Scalar};
use serde::{Deserialize, Serialize};
use sha2::Sha512;
use zeroize::Zeroizing;

use super::pedersen::{self, G, H};
use super::transcript::Transcript;
use super::{Flaw, Laws, Secret};

/// What is proven to be 0 or 1: slots, and sums of slots.
pub(super) struct Bits {
    /// Ascending.
    slots: Vec<u32>,
    /// Each line by the places of its slots in `slots`.
    lines: Vec<Vec<usize>>,
}

/// Proof that slots and lines of a sealed vector are 0 or 1: five points, three scalars, and one scalar a slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BitsProof {
    /// V: the values, on the bases of their slots.
    values: [u8; 32],
    /// A: the masks, on the same bases.
    masks: [u8; 32],
    /// L: the weighted sum of the masks, as that of the commitments stands on G and H.
    link: [u8; 32],
    /// T_1 and T_0: the coefficients of x and of 1.
    coefficients: [[u8; 32]; 2],
    /// f: value·x + mask of each slot.
    responses: Vec<[u8; 32]>,
    /// What the three equations need on H: that of V and A, of the link, of the coefficients.
    blindings: [[u8; 32]; 3],
}

/// The secret scalars of a proof.
struct Masks {
    slots: Zeroizing<Vec<Scalar>>,
    /// Blindings of V, A, L, T_1, T_0.
    points: Zeroizing<[Scalar; 5]>,
}

impl Bits {
    /// What laws say of a vector that had `first` slots before: every slot that they add, every line of
    /// at most one, and with it every slot of such a line.
    pub(super) fn of(laws: &Laws, first: usize) -> Bits {
        let added = (0u32..).skip(first).take(laws.slots as usize);
        let named = laws.at_most_one.iter().flat_map(|line| line.slots()).copied();
        let slots: Vec<u32> = added.chain(named).collect::<BTreeSet<u32>>().into_iter().collect();
        let place = |slot: &u32| slots.binary_search(slot).ok();
        let lines = laws.at_most_one.iter().map(|line| line.slots().iter().filter_map(place).collect());
        Bits { lines: lines.collect(), slots }
    }

    /// What the slots have, and behind it what the lines have of it.
    fn with_sums(&self, mut of_slots: Vec<Scalar>) -> Vec<Scalar> {
        let sum = |line: &Vec<usize>| line.iter().filter_map(|&place| of_slots.get(place)).sum();
        let sums: Vec<Scalar> = self.lines.iter().map(sum).collect();
        of_slots.extend(sums);
        of_slots
    }
}

/// Proves that a secret obeys; the transcript already binds its commitments and what is proven.
///
/// Takes a time and memory accesses that do not depend on which values are 0 or 1. Never fails: of
/// other values it makes a proof that nobody accepts. Callers that mean to be honest check first.
pub(super) fn prove(mut transcript: Transcript, bits: &Bits, secret: &Secret) -> BitsProof {
    let masks = Masks::new(&transcript, bits, secret);
    let [on_values, on_masks, on_link, on_linear, on_constant] = *masks.points;
    let bases = slot_bases(&bits.slots);
    let values: Zeroizing<Vec<Scalar>> =
        Zeroizing::new(bits.slots.iter().map(|slot| Scalar::from(secret.sum(&[*slot]))).collect());
    let mut proof = BitsProof {
        values: encode(sum_of_bases(bits, secret, &bases) + pedersen::times_h(&on_values)),
        masks: encode(RistrettoPoint::multiscalar_mul(
            masks.slots.iter().chain([&on_masks]),
            bases.iter().chain([&H]),
        )),
        link: [0; 32],
        coefficients: [[0; 32]; 2],
        responses: Vec::new(),
        blindings: [[0; 32]; 3],
    };
    let y = proof.first_challenge(&mut transcript);

    let mask = weighted(y, masks.slots.iter().copied());
    proof.link = encode(pedersen::times_g(&mask) + pedersen::times_h(&on_link));
    let all_values = Zeroizing::new(bits.with_sums(values.to_vec()));
    let all_masks = Zeroizing::new(bits.with_sums(masks.slots.to_vec()));
    let linear = weighted(y, zip(&*all_values, &*all_masks).map(|(b, a)| a * (b + b - Scalar::ONE)));
    let constant = weighted(y, all_masks.iter().map(|a| a * a));
    proof.coefficients = [(linear, on_linear), (constant, on_constant)]
        .map(|(value, blinding)| encode(pedersen::times_g(&value) + pedersen::times_h(&blinding)));
    let x = proof.last_challenge(&mut transcript);

    let sealed = weighted(y, bits.slots.iter().map(|slot| secret.blinding(&[*slot])));
    proof.responses = zip(&*values, &*masks.slots).map(|(b, a)| (b * x + a).to_bytes()).collect();
    proof.blindings =
        [on_values * x + on_masks, sealed * x + on_link, on_linear * x + on_constant].map(|it| it.to_bytes());
    proof
}

impl Masks {
    fn new(transcript: &Transcript, bits: &Bits, secret: &Secret) -> Masks {
        let mut nonces = transcript.nonces(secret.seed(), secret.chart().values());
        let points = Zeroizing::new([(); 5].map(|()| nonces.next_scalar()));
        let slots = Zeroizing::new(bits.slots.iter().map(|_| nonces.next_scalar()).collect());
        Masks { slots, points }
    }
}

/// The sum of the bases of all slots that hold 1, by selections that take constant time.
fn sum_of_bases(bits: &Bits, secret: &Secret, bases: &[RistrettoPoint]) -> RistrettoPoint {
    let zero = RistrettoPoint::identity();
    let one = |(slot, base): (&u32, &RistrettoPoint)| match secret.sum(&[*slot]) {
        bit @ (0 | 1) => pedersen::select(u8::from(bit == 1), base, &zero),
        // Only a lying test seals these.
        value => base * Scalar::from(value),
    };
    zip(&bits.slots, bases).map(one).sum()
}

/// A proof as its verifier reads it.
struct Read {
    /// V, A, L, T_1, T_0.
    points: [RistrettoPoint; 5],
    responses: Vec<Scalar>,
    blindings: [Scalar; 3],
}

/// Verifies a proof about these commitments, with the transcript of the prover.
///
/// Takes variable time: all of it is public.
///
/// # Errors
/// It cannot be read, speaks of slots that are not sealed, or does not hold.
pub(super) fn verify(
    mut transcript: Transcript,
    bits: &Bits,
    commitments: &[RistrettoPoint],
    proof: &BitsProof,
) -> Result<(), Flaw> {
    let sealed = bits.slots.iter().map(|slot| commitments.get(*slot as usize).ok_or(Flaw::Unsealed(*slot)));
    let sealed = sealed.collect::<Result<Vec<&RistrettoPoint>, Flaw>>()?;
    let read = proof.read(bits)?;
    let y = proof.first_challenge(&mut transcript);
    let x = proof.last_challenge(&mut transcript);
    // Only hashed from the responses too the weights keep false equations from cancelling.
    transcript.append_all("responses", &proof.responses);
    transcript.append_all("blindings", &proof.blindings);
    let mut weights = transcript.weights();
    let weights = [(); 3].map(|()| weights.next_weight());
    if holds(&read, bits, &sealed, [x, y], weights) { Ok(()) } else { Err(Flaw::Bits) }
}

/// Whether these hold, all together under their weights:
///
/// 1. x·V + A − Σ f_k·B_k − z_0·H = 0
/// 2. x·Σ y^i·P_k + L − (Σ y^i·f_k)·G − z_1·H = 0
/// 3. x·T_1 + T_0 − (Σ y^i·f·(f − x))·G − z_2·H = 0
fn holds(
    read: &Read,
    bits: &Bits,
    sealed: &[&RistrettoPoint],
    [x, y]: [Scalar; 2],
    [fit, link, square]: [Scalar; 3],
) -> bool {
    let squares = weighted(y, bits.with_sums(read.responses.clone()).iter().map(|f| f * (f - x)));
    let on_g = link * weighted(y, read.responses.iter().copied()) + square * squares;
    let on_h = zip([fit, link, square], read.blindings).map(|(weight, z)| weight * z).sum::<Scalar>();
    let mut scalars = vec![fit * x, fit, link, square * x, square, -on_g, -on_h];
    scalars.extend(read.responses.iter().map(|f| -fit * f));
    scalars.extend(powers(link * x * y, y).take(sealed.len()));
    let mut points = read.points.to_vec();
    points.extend([*G, H]);
    points.extend(slot_bases(&bits.slots));
    points.extend(sealed.iter().copied());
    RistrettoPoint::vartime_multiscalar_mul(scalars, points).is_identity()
}

impl BitsProof {
    /// y: what the two points of values and masks are weighted by.
    fn first_challenge(&self, transcript: &mut Transcript) -> Scalar {
        transcript.append("values", &self.values);
        transcript.append("masks", &self.masks);
        transcript.challenge()
    }

    /// x: what the responses answer.
    fn last_challenge(&self, transcript: &mut Transcript) -> Scalar {
        transcript.append("link", &self.link);
        transcript.append_all("coefficients", &self.coefficients);
        transcript.challenge()
    }

    fn read(&self, bits: &Bits) -> Result<Read, Flaw> {
        if self.responses.len() != bits.slots.len() {
            return Err(Flaw::Shape);
        }
        let [linear, constant] = self.coefficients;
        let mut points = [H; 5];
        for (point, bytes) in points.iter_mut().zip([self.values, self.masks, self.link, linear, constant]) {
            *point = pedersen::decode_point(&bytes).ok_or(Flaw::Point)?;
        }
        let mut blindings = [Scalar::ZERO; 3];
        for (scalar, bytes) in blindings.iter_mut().zip(&self.blindings) {
            *scalar = pedersen::decode_scalar(bytes).ok_or(Flaw::Scalar)?;
        }
        let responses = self.responses.iter().map(|it| pedersen::decode_scalar(it).ok_or(Flaw::Scalar));
        Ok(Read { points, responses: responses.collect::<Result<_, _>>()?, blindings })
    }
}

fn encode(point: RistrettoPoint) -> [u8; 32] {
    point.compress().to_bytes()
}

/// first, first·factor, first·factor², …
fn powers(first: Scalar, factor: Scalar) -> impl Iterator<Item = Scalar> {
    successors(Some(first), move |power| Some(power * factor))
}

/// Σ y^i·s_i over some scalars, i counting from 1.
fn weighted(y: Scalar, scalars: impl Iterator<Item = Scalar>) -> Scalar {
    zip(powers(y, y), scalars).map(|(power, scalar)| power * scalar).sum()
}

/// The bases of these slots, in order: hashed to the group, as [`G`] is, so that nobody knows a relation
/// between any of them.
fn slot_bases(slots: &[u32]) -> Vec<RistrettoPoint> {
    /// Those of the slots from 0 on that were ever asked for.
    static KNOWN: RwLock<Vec<RistrettoPoint>> = RwLock::new(Vec::new());
    let end = slots.last().map_or(0, |slot| *slot as usize + 1);
    let missing = KNOWN.read().unwrap_or_else(PoisonError::into_inner).len() < end;
    if missing {
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        let from = known.len();
        known.extend((0u32..).take(end).skip(from).map(slot_base));
    }
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    slots.iter().filter_map(|slot| known.get(*slot as usize)).copied().collect()
}

fn slot_base(slot: u32) -> RistrettoPoint {
    let tag = b"marque/1/slot base";
    RistrettoPoint::hash_from_bytes::<Sha512>(&[tag.as_slice(), &slot.to_le_bytes()].concat())
}

#[cfg(test)]
mod tests;
