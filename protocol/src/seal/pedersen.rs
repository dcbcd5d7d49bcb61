//! Pedersen commitments on Ristretto: `value·G + blinding·H`.
//!
//! They hide perfectly and bind as long as nobody knows the discrete logarithm of G to the base H
//! (Pedersen, *Non-interactive and information-theoretic secure verifiable secret sharing*, 1991),
//! and sums of commitments are commitments to sums. The group is ristretto255 (RFC 9496): prime
//! order, one encoding for each element, everything else refused.

use std::sync::LazyLock;

use curve25519_dalek::constants::{RISTRETTO_BASEPOINT_POINT, RISTRETTO_BASEPOINT_TABLE};
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoBasepointTable};
use curve25519_dalek::traits::Identity;
use curve25519_dalek::{RistrettoPoint, Scalar};
use sha2::Sha512;

/// The base of blindings: the base point of ristretto255.
pub(super) const H: RistrettoPoint = RISTRETTO_BASEPOINT_POINT;

/// The base of values: hashed to the group, so that nobody knows its logarithm to the base [`H`].
pub(super) static G: LazyLock<RistrettoPoint> =
    LazyLock::new(|| RistrettoPoint::hash_from_bytes::<Sha512>(b"marque/1/value base"));

static G_TABLE: LazyLock<RistrettoBasepointTable> = LazyLock::new(|| RistrettoBasepointTable::create(&G));

/// `scalar·G`, in constant time.
pub(super) fn times_g(scalar: &Scalar) -> RistrettoPoint {
    &*G_TABLE * scalar
}

/// `scalar·H`, in constant time.
pub(super) fn times_h(scalar: &Scalar) -> RistrettoPoint {
    RISTRETTO_BASEPOINT_TABLE * scalar
}

/// The commitment to a value, in constant time.
pub(super) fn commit(value: u32, blinding: &Scalar) -> RistrettoPoint {
    times_g(&Scalar::from(value)) + times_h(blinding)
}

/// The encoded commitments to many values, in time that does not depend on which of them are 0 or 1.
///
/// Halves are committed to and doubled again by the encoder, which then needs one inversion for all.
pub(super) fn commit_all(values: &[u8], blindings: &[Scalar]) -> Vec<[u8; 32]> {
    let half_g = times_g(&Scalar::ONE.div_by_2());
    let halves = values.iter().zip(blindings).map(|(&value, blinding)| {
        let on_g = select(value & 1, &half_g, &RistrettoPoint::identity());
        // Laws allow 0 and 1 only; what else a lying test seals need not be hidden.
        let excess = if value > 1 {
            times_g(&Scalar::from(value & !1).div_by_2())
        } else {
            RistrettoPoint::identity()
        };
        times_h(&blinding.div_by_2()) + on_g + excess
    });
    encode_doubled(&halves.collect::<Vec<_>>())
}

/// `one` where `bit` is 1, `zero` where it is 0, in constant time.
pub(super) fn select(bit: u8, one: &RistrettoPoint, zero: &RistrettoPoint) -> RistrettoPoint {
    // No scalar is encoded by ones alone, and the option that says so chooses in constant time.
    Scalar::from_canonical_bytes([bit.wrapping_neg(); 32]).map(|_| *zero).unwrap_or(*one)
}

/// The encodings of twice these points.
pub(super) fn encode_doubled(halves: &[RistrettoPoint]) -> Vec<[u8; 32]> {
    RistrettoPoint::double_and_compress_batch(halves).iter().map(CompressedRistretto::to_bytes).collect()
}

/// The point of an encoding; `None` where it is not the one encoding of a point (RFC 9496, 4.3.1).
pub(super) fn decode_point(bytes: &[u8; 32]) -> Option<RistrettoPoint> {
    CompressedRistretto(*bytes).decompress()
}

/// The scalar of an encoding, 32 bytes little-endian; `None` where it is not below the group order.
pub(super) fn decode_scalar(bytes: &[u8; 32]) -> Option<Scalar> {
    Scalar::from_canonical_bytes(*bytes).into_option()
}

/// The commitment of a line; slots beyond the end count as the identity.
pub(super) fn line(slots: &[u32], commitments: &[RistrettoPoint]) -> RistrettoPoint {
    slots.iter().filter_map(|&slot| commitments.get(slot as usize)).sum()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use curve25519_dalek::constants::RISTRETTO_BASEPOINT_COMPRESSED;

    use super::*;

    #[test]
    fn sums_of_commitments_commit_to_sums() {
        let [r, s] = [Scalar::from(7u8).invert(), Scalar::from(11u8).invert()];
        assert_eq!(commit(3, &r) + commit(5, &s), commit(8, &(r + s)));
        assert_eq!(commit(3, &r), Scalar::from(3u8) * *G + r * H);
    }

    #[test]
    fn a_batch_commits_as_single_commitments_do() {
        let values: Vec<u8> = (0..=255).collect();
        let blindings: Vec<Scalar> = (1..=256u64).map(|i| Scalar::from(i).invert()).collect();
        let single =
            values.iter().zip(&blindings).map(|(v, r)| commit(u32::from(*v), r).compress().to_bytes());
        assert_eq!(commit_all(&values, &blindings), single.collect::<Vec<_>>());
    }

    #[test]
    fn selection_follows_the_bit() {
        assert_eq!(select(1, &G, &H), *G);
        assert_eq!(select(0, &G, &H), H);
    }

    #[test]
    fn only_canonical_encodings_are_read() {
        // The order of the group, and that order plus one: other names of 0 and 1.
        let mut order = (-Scalar::ONE).to_bytes();
        for _ in 0..2 {
            order[0] += 1;
            assert_eq!(decode_scalar(&order), None);
        }
        assert!(decode_scalar(&(-Scalar::ONE).to_bytes()).is_some());

        let base = RISTRETTO_BASEPOINT_COMPRESSED.to_bytes();
        assert_eq!(decode_point(&base), Some(H));
        let mut high = base;
        high[31] |= 0x80;
        // The field's modulus (another name of 0), an odd coordinate, ones, and the base with a high bit.
        let mut modulus = [0xff; 32];
        (modulus[0], modulus[31]) = (0xed, 0x7f);
        let mut odd = [0; 32];
        odd[0] = 1;
        for refused in [modulus, odd, [0xff; 32], high] {
            assert_eq!(decode_point(&refused), None);
        }
    }
}
