//! Private answers: openings that only their reader can read, and everybody can judge after a
//! complaint.
//!
//! The writer draws one key pair a letter and encrypts the openings under a key shared with the
//! reader's public key of the terms (X25519, RFC 7748; ChaCha20-Poly1305, RFC 8439). If the reader
//! complains, the writer discloses the ephemeral secret key: then everyone decrypts what was sent and
//! checks it as the reader did, so either the letter was bad or the complaint was.

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use serde::{Deserialize, Serialize};
use x25519_dalek::{PublicKey, SharedSecret, StaticSecret};
use zeroize::Zeroizing;

use super::sealed::Sealed;
use super::transcript::{Context, sha256};
use super::{Flaw, Line, Secret, Unlawful};

/// Bytes of one line in a letter: its sum (u32, little-endian) and the sum of its blindings.
const LINE_BYTES: usize = 4 + 32;

/// Bytes that the authentication adds.
const TAG_BYTES: usize = 16;

/// The openings of some lines, for one reader. A seat writes at most one letter an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// Public key of the letter.
    pub ephemeral: [u8; 32],
    /// 36 bytes a line, and 16.
    pub ciphertext: Vec<u8>,
}

impl Letter {
    /// Writes the openings of these lines for the holder of an X25519 key.
    ///
    /// # Errors
    /// A line names slots that the chart does not have, or the reader's key is not [`acceptable`].
    pub fn write(
        secret: &Secret,
        context: &Context,
        reader: &[u8; 32],
        lines: &[Line],
    ) -> Result<Letter, Unlawful> {
        if let Some(slot) = lines.iter().flat_map(Line::slots).find(|slot| **slot as usize >= secret.len()) {
            return Err(Unlawful::Slot(*slot));
        }
        let openings: Vec<(u32, [u8; 32])> = lines.iter().map(|line| secret.opening(line)).collect();
        encrypt(secret, context, reader, &openings).ok_or(Unlawful::Reader)
    }

    /// As [`Letter::write`] with these sums beside the true blindings: the lie of a test.
    ///
    /// # Errors
    /// The reader's key is not [`acceptable`].
    #[cfg(feature = "sim")]
    pub fn forge(
        secret: &Secret,
        context: &Context,
        reader: &[u8; 32],
        lines: &[Line],
        values: &[u32],
    ) -> Result<Letter, Unlawful> {
        let blindings = lines.iter().map(|line| secret.opening(line).1);
        let openings: Vec<(u32, [u8; 32])> = values.iter().copied().zip(blindings).collect();
        encrypt(secret, context, reader, &openings).ok_or(Unlawful::Reader)
    }

    /// Reads the sums of the lines, in their order, with the reader's secret key.
    ///
    /// # Errors
    /// [`Flaw::Letter`] or [`Flaw::Unsealed`]: reason to complain.
    pub fn read(
        &self,
        reader_secret: &[u8; 32],
        context: &Context,
        lines: &[Line],
        sealed: &Sealed,
    ) -> Result<Vec<u32>, Flaw> {
        let own = StaticSecret::from(*reader_secret);
        let reader = PublicKey::from(&own).to_bytes();
        self.decrypt(shared(&own, &self.ephemeral), &reader, context, lines, sealed)
    }

    /// The ephemeral secret key of the letter that this seat wrote in this context: its reply to a
    /// complaint, which makes the letter public.
    pub fn disclosure(secret: &Secret, context: &Context) -> [u8; 32] {
        let Context { game, seat, number, previous } = context;
        let number = number.to_le_bytes();
        sha256("marque/1/letter secret", &[game, &[*seat], &number, previous, secret.seed()])
    }

    /// Judges a complaint about this letter, given what its writer disclosed and the reader's public
    /// key: `Ok`, with the sums that the letter tells, if the complaint was false.
    ///
    /// # Errors
    /// The writer is at fault: the disclosed key is not that of the letter, or the letter is bad.
    pub fn judge(
        &self,
        disclosed: &[u8; 32],
        reader: &[u8; 32],
        context: &Context,
        lines: &[Line],
        sealed: &Sealed,
    ) -> Result<Vec<u32>, Flaw> {
        let ephemeral = StaticSecret::from(*disclosed);
        if PublicKey::from(&ephemeral).to_bytes() != self.ephemeral {
            return Err(Flaw::Letter);
        }
        self.decrypt(shared(&ephemeral, reader), reader, context, lines, sealed)
    }

    fn decrypt(
        &self,
        shared: Option<SharedSecret>,
        reader: &[u8; 32],
        context: &Context,
        lines: &[Line],
        sealed: &Sealed,
    ) -> Result<Vec<u32>, Flaw> {
        if Some(self.ciphertext.len())
            != lines.len().checked_mul(LINE_BYTES).and_then(|n| n.checked_add(TAG_BYTES))
        {
            return Err(Flaw::Letter);
        }
        let cipher = cipher(&shared.ok_or(Flaw::Letter)?, context, &self.ephemeral, reader);
        let plaintext =
            cipher.decrypt(&Nonce::default(), self.ciphertext.as_slice()).map_err(|_| Flaw::Letter)?;
        let plaintext = Zeroizing::new(plaintext);
        let (openings, _) = plaintext.as_chunks::<LINE_BYTES>();
        let mut values = Vec::with_capacity(lines.len());
        for (line, opening) in lines.iter().zip(openings) {
            let (value, blinding) = opening.split_first_chunk::<4>().ok_or(Flaw::Letter)?;
            let value = u32::from_le_bytes(*value);
            let blinding = blinding.try_into().map_err(|_| Flaw::Letter)?;
            match sealed.check_opening(line, value, blinding, Flaw::Letter) {
                Err(Flaw::Unsealed(slot)) => return Err(Flaw::Unsealed(slot)),
                Err(_) => return Err(Flaw::Letter),
                Ok(()) => values.push(value),
            }
        }
        Ok(values)
    }
}

/// Whether a public key can receive letters: canonical, and of large order. For keys of terms, so that
/// [`Letter::write`] never fails for the reader's sake.
pub fn acceptable(reader: &[u8; 32]) -> bool {
    // Whether a shared secret is zero depends on the public key alone.
    shared(&StaticSecret::from([1; 32]), reader).is_some()
}

/// The shared secret; `None` where the public key is not canonical or makes the secret zero.
fn shared(own: &StaticSecret, public: &[u8; 32]) -> Option<SharedSecret> {
    let shared = own.diffie_hellman(&PublicKey::from(*public));
    (is_canonical(public) && shared.was_contributory()).then_some(shared)
}

/// Whether a coordinate is below 2^255 - 19, so that one key has one encoding.
fn is_canonical(coordinate: &[u8; 32]) -> bool {
    let [lowest, middle @ .., highest] = coordinate;
    *highest < 0x7f || *highest == 0x7f && (*lowest < 0xed || middle.iter().any(|byte| *byte != 0xff))
}

/// The letter with these openings; `None` where the reader's key is not acceptable.
fn encrypt(
    secret: &Secret,
    context: &Context,
    reader: &[u8; 32],
    openings: &[(u32, [u8; 32])],
) -> Option<Letter> {
    let own = StaticSecret::from(Letter::disclosure(secret, context));
    let ephemeral = PublicKey::from(&own).to_bytes();
    let mut plaintext = Zeroizing::new(Vec::with_capacity(openings.len() * LINE_BYTES));
    for (value, blinding) in openings {
        plaintext.extend_from_slice(&value.to_le_bytes());
        plaintext.extend_from_slice(blinding);
    }
    let cipher = cipher(&shared(&own, reader)?, context, &ephemeral, reader);
    let ciphertext = cipher.encrypt(&Nonce::default(), plaintext.as_slice()).ok()?;
    Some(Letter { ephemeral, ciphertext })
}

/// The cipher of a letter. Its key serves once, since the ephemeral key is new for every entry: so the
/// nonce can be zero.
fn cipher(
    shared: &SharedSecret,
    context: &Context,
    ephemeral: &[u8; 32],
    reader: &[u8; 32],
) -> ChaCha20Poly1305 {
    let number = context.number.to_le_bytes();
    let parts: [&[u8]; 5] = [shared.as_bytes(), &context.game, &number, ephemeral, reader];
    let key = Zeroizing::new(sha256("marque/1/letter key", &parts));
    ChaCha20Poly1305::new(&Key::from(*key))
}
