//! What an attacker does with curves: torsion, other encodings, signatures made by hand.

use curve25519_dalek::{
    EdwardsPoint, Scalar,
    constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION},
    edwards::CompressedEdwardsY,
    traits::{Identity, IsIdentity},
};
use sha2::{Digest as _, Sha512};

/// The order of the group, l, little-endian.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// The sum of two numbers of 256 bits; what does not fit is lost.
fn sum(a: &[u8; 32], b: &[u8; 32]) -> [u8; 32] {
    let mut carry = 0u16;
    let mut total = [0; 32];
    for (byte, (a, b)) in total.iter_mut().zip(a.iter().zip(b)) {
        carry += u16::from(*a) + u16::from(*b);
        *byte = carry as u8;
        carry >>= 8;
    }
    total
}

/// Another name of a scalar: l more.
pub fn plus_order(scalar: &[u8; 32]) -> [u8; 32] {
    sum(scalar, &ORDER)
}

/// Another name of a coordinate below 19: 2^255 − 19 more.
pub fn plus_modulus(coordinate: u8) -> [u8; 32] {
    let mut bytes = [0xff; 32];
    (bytes[0], bytes[31]) = (0xed + coordinate, 0x7f);
    bytes
}

/// The scalar that is one more.
pub fn plus_one(scalar: &[u8; 32]) -> [u8; 32] {
    (Scalar::from_canonical_bytes(*scalar).unwrap() + Scalar::ONE).to_bytes()
}

/// The scalar that is one less.
pub fn minus_one(scalar: &[u8; 32]) -> [u8; 32] {
    (Scalar::from_canonical_bytes(*scalar).unwrap() - Scalar::ONE).to_bytes()
}

/// The point of this order, for 1, 2, 4 and 8.
pub fn torsion(order: usize) -> EdwardsPoint {
    EIGHT_TORSION[8 / order % 8]
}

/// Who signs by hand: a secret scalar, a public key with some torsion, and nonces with some.
#[derive(Clone, Copy)]
pub struct Hand {
    secret: Scalar,
    key: EdwardsPoint,
    nonce_torsion: EdwardsPoint,
}

/// What is left of `S·B − k·A − R`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// Nothing: the equation holds.
    None,
    /// A point of small order: the equation holds after multiplication by 8.
    Torsion,
}

impl Hand {
    /// With a key that has a part of small order; secret 0 leaves nothing but that part.
    pub fn new(secret: u64, key_torsion: EdwardsPoint, nonce_torsion: EdwardsPoint) -> Hand {
        let secret = Scalar::from(secret);
        Hand { secret, key: ED25519_BASEPOINT_POINT * secret + key_torsion, nonce_torsion }
    }

    /// Its public key.
    pub fn key(&self) -> [u8; 32] {
        self.key.compress().to_bytes()
    }

    /// R and S such that just this is left, with the first nonce for which it is.
    pub fn sign(&self, message: &[u8], rest: Rest) -> [u8; 64] {
        let nonces = (1u64..).map(Scalar::from);
        nonces.map(|nonce| self.sign_with(nonce, message)).find(|(_, left)| *left == rest).unwrap().0
    }

    /// R of small order alone, and S for it.
    pub fn sign_without_nonce(&self, message: &[u8]) -> [u8; 64] {
        self.sign_with(Scalar::ZERO, message).0
    }

    fn sign_with(&self, nonce: Scalar, message: &[u8]) -> ([u8; 64], Rest) {
        let r = ED25519_BASEPOINT_POINT * nonce + self.nonce_torsion;
        let (r_bytes, key) = (r.compress().to_bytes(), self.key());
        let hash = Sha512::new().chain_update(r_bytes).chain_update(key).chain_update(message).finalize();
        let k = Scalar::from_bytes_mod_order_wide(&hash.into());
        let s = nonce + k * self.secret;
        let left = ED25519_BASEPOINT_POINT * s - self.key * k - r;
        let rest = if left.is_identity() { Rest::None } else { Rest::Torsion };
        ([r_bytes, s.to_bytes()].concat().try_into().unwrap(), rest)
    }
}

/// No torsion.
pub fn plain() -> EdwardsPoint {
    EdwardsPoint::identity()
}

/// A coordinate of one byte.
pub fn small(coordinate: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[0] = coordinate;
    bytes
}

/// The least coordinate of an Edwards point below 19 for which it is so.
pub fn least(is_so: impl Fn(Option<EdwardsPoint>) -> bool) -> u8 {
    (0..19).find(|y| is_so(CompressedEdwardsY(small(*y)).decompress())).unwrap()
}

/// A point of no small order, with its coordinate written in the way that is not canonical.
pub fn not_canonical() -> [u8; 32] {
    plus_modulus(least(|point| point.is_some_and(|point| !point.is_small_order())))
}
