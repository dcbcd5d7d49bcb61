//! Hashing with domains: plain digests, and the transcript from which a proof takes its challenge.
//!
//! A proof without interaction is only as good as what its challenge depends on (Fiat and Shamir
//! 1986; the *strong* form, where statement and context are hashed before the first messages). Every
//! item of a [`Transcript`] therefore carries a label and its length, so that no two sequences of
//! items hash alike, and every transcript begins with the [`Context`] of its proof.

use curve25519_dalek::Scalar;
use sha2::{Digest as _, Sha256, Sha512};
use zeroize::{Zeroize, Zeroizing};

use super::{Digest, Line};

/// The place in the log to which a proof is bound: copied or replayed elsewhere it fails.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Context {
    /// The game, by the hash of its terms.
    pub game: Digest,
    /// The seat that proves.
    pub seat: u8,
    /// Number of the entry that carries the proof.
    pub number: u32,
    /// Head of the log before that entry.
    pub previous: Digest,
}

/// SHA-256 over a tag and parts without separators.
///
/// For parts whose lengths follow from the total length; no tag of this crate begins another.
pub(super) fn sha256(tag: &str, parts: &[&[u8]]) -> Digest {
    let mut hash = Sha256::new_with_prefix(tag);
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// A uniform scalar from a tag and parts of fixed lengths: 512 bits reduced, so that the bias is
/// below 2^-250.
pub(super) fn scalar(tag: &str, parts: &[&[u8]]) -> Scalar {
    let mut hash = Sha512::new_with_prefix(tag);
    for part in parts {
        hash.update(part);
    }
    Scalar::from_bytes_mod_order_wide(&hash.finalize().into())
}

/// Everything that a challenge depends on, in order.
#[derive(Clone)]
pub(super) struct Transcript(Sha512);

impl Transcript {
    /// Begins with what is proven (`domain`, as `marque/1/laws`) and where.
    pub(super) fn new(domain: &str, context: &Context) -> Transcript {
        let mut transcript = Transcript(Sha512::new());
        transcript.append("domain", domain.as_bytes());
        transcript.append("game", &context.game);
        transcript.append("seat", &[context.seat]);
        transcript.append("number", &context.number.to_le_bytes());
        transcript.append("previous", &context.previous);
        transcript
    }

    /// One item: length of the label and label, length of the data and data; lengths are u64,
    /// little-endian.
    pub(super) fn append(&mut self, label: &str, data: &[u8]) {
        for part in [label.as_bytes(), data] {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    /// A number, as u64 little-endian.
    pub(super) fn append_number(&mut self, label: &str, number: u64) {
        self.append(label, &number.to_le_bytes());
    }

    /// A line and the sum asserted of it: every slot, then the sum, u32 little-endian.
    pub(super) fn append_line(&mut self, label: &str, slots: &[u32], sum: u32) {
        let bytes: Vec<u8> = slots.iter().chain([&sum]).flat_map(|n| n.to_le_bytes()).collect();
        self.append(label, &bytes);
    }

    /// Lines and their sums, with their count.
    pub(super) fn append_lines(&mut self, label: &str, lines: &[(Line, u32)]) {
        self.append_number(label, lines.len() as u64);
        for (line, sum) in lines {
            self.append_line(label, line.slots(), *sum);
        }
    }

    /// A list of encodings, with its count.
    pub(super) fn append_all(&mut self, label: &str, items: &[[u8; 32]]) {
        self.append_number(label, items.len() as u64);
        for item in items {
            self.append(label, item);
        }
    }

    /// 64 bytes that depend on all items so far and on the label; the transcript itself is unchanged.
    fn digest(&self, label: &str, data: &[u8]) -> [u8; 64] {
        let mut end = self.clone();
        end.append(label, data);
        end.0.finalize().into()
    }

    /// The challenge after all items so far.
    pub(super) fn challenge(&self) -> Scalar {
        Scalar::from_bytes_mod_order_wide(&self.digest("challenge", &[]))
    }

    /// Scalars that only the holder of `seed` can know, for the first messages of a proof with exactly
    /// this transcript, about exactly these values.
    ///
    /// Proving again gives the same bytes, which tells nothing new; any other statement or context
    /// gives other nonces, so no two challenges ever meet one nonce.
    pub(super) fn nonces(&self, seed: &[u8; 32], values: &[u8]) -> Nonces {
        let known = Zeroizing::new([seed, values].concat());
        Nonces(Stream { tag: "marque/1/nonces", key: self.digest("nonces", &known), block: 0 })
    }

    /// Weights of a batch after all items so far.
    pub(super) fn weights(&self) -> Weights {
        let stream = Stream { tag: "marque/1/weights", key: self.digest("weights", &[]), block: 0 };
        Weights { stream, left: Vec::new() }
    }
}

/// SHA-512 of a key and a running number.
struct Stream {
    tag: &'static str,
    key: [u8; 64],
    block: u64,
}

impl Stream {
    fn next_block(&mut self) -> [u8; 64] {
        let hash = Sha512::new_with_prefix(self.tag);
        let block = hash.chain_update(self.key).chain_update(self.block.to_le_bytes()).finalize().into();
        self.block += 1;
        block
    }
}

/// An endless supply of secret scalars.
pub(super) struct Nonces(Stream);

impl Nonces {
    /// The next one.
    pub(super) fn next_scalar(&mut self) -> Scalar {
        Scalar::from_bytes_mod_order_wide(&self.0.next_block())
    }
}

impl Drop for Nonces {
    fn drop(&mut self) {
        self.0.key.zeroize();
    }
}

/// An endless supply of public weights of 128 bits.
pub(super) struct Weights {
    stream: Stream,
    left: Vec<u128>,
}

impl Weights {
    /// The next one.
    pub(super) fn next_weight(&mut self) -> Scalar {
        if self.left.is_empty() {
            let block = self.stream.next_block();
            let (chunks, _) = block.as_chunks::<16>();
            self.left.extend(chunks.iter().rev().map(|chunk| u128::from_le_bytes(*chunk)));
        }
        Scalar::from(self.left.pop().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context() -> Context {
        Context { game: [1; 32], seat: 2, number: 3, previous: [4; 32] }
    }

    fn after(items: &[(&str, &[u8])]) -> Scalar {
        let mut transcript = Transcript::new("marque/1/test", &context());
        for (label, data) in items {
            transcript.append(label, data);
        }
        transcript.challenge()
    }

    #[test]
    fn items_that_join_alike_hash_apart() {
        let challenges = [
            after(&[("a", b"bc")]),
            after(&[("ab", b"c")]),
            after(&[("a", b"b"), ("", b"c")]),
            after(&[("a", b"bc"), ("", b"")]),
            after(&[]),
        ];
        for (i, one) in challenges.iter().enumerate() {
            assert!(challenges.iter().skip(i + 1).all(|other| one != other));
        }
    }

    #[test]
    fn nonces_follow_seed_and_transcript() {
        let first = |domain: &str, seat, seed| {
            let context = Context { seat, ..context() };
            Transcript::new(domain, &context).nonces(&[seed; 32], &[1]).next_scalar()
        };
        assert_eq!(first("x", 2, 0), first("x", 2, 0));
        assert_ne!(first("x", 2, 0), first("y", 2, 0));
        assert_ne!(first("x", 2, 0), first("x", 3, 0));
        assert_ne!(first("x", 2, 0), first("x", 2, 1));
    }

    #[test]
    fn weights_do_not_repeat() {
        let mut weights = Transcript::new("x", &context()).weights();
        let drawn: Vec<Scalar> = (0..9).map(|_| weights.next_weight()).collect();
        for (i, weight) in drawn.iter().enumerate() {
            assert!(weight.to_bytes().iter().skip(16).all(|byte| *byte == 0));
            assert!(drawn.iter().skip(i + 1).all(|other| weight != other));
        }
    }
}
