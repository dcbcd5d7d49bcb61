//! What is agreed before a game, and who agreed to it.

use std::{fmt, sync::Arc};

use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use zeroize::ZeroizeOnDrop;

use crate::{
    draw::Chain,
    games::{self, Options},
    rules::{Card, Seat},
    seal::{Digest, letter},
    wire,
};

/// The largest encoding of terms, in bytes.
pub const TERMS_MOST: usize = 4096;
/// The largest nickname, in bytes of UTF-8.
pub const NICKNAME_MOST: usize = 64;

/// An ed25519 signature, its two halves.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Signature(pub [u8; 32], pub [u8; 32]);

impl Signature {
    /// Signs `tag ‖ bytes`.
    pub fn make(key: &SigningKey, tag: &[u8], bytes: &[u8]) -> Signature {
        let signature = key.sign(&[tag, bytes].concat());
        Signature(*signature.r_bytes(), *signature.s_bytes())
    }

    /// Strict verification of `tag ‖ bytes` (no small-order keys or points, canonical scalars).
    pub fn verifies(&self, key: &VerifyingKey, tag: &[u8], bytes: &[u8]) -> bool {
        let signature = ed25519_dalek::Signature::from_components(self.0, self.1);
        key.verify_strict(&[tag, bytes].concat(), &signature).is_ok()
    }
}

/// Everything that is fixed before the seals.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// [`wire::PROTOCOL`].
    pub protocol: u16,
    /// [`games::rules_digest`] of the card and options.
    pub rules: Digest,
    /// Id of the card.
    pub game: String,
    /// Canonical bytes of the game's options.
    pub options: Vec<u8>,
    /// How long anybody may take.
    pub clock: Clock,
    /// Day of the agreement, counted from 1970-01-01 UTC; a claim, used only to sort records.
    pub day: u32,
    /// Who plays, in seat order.
    pub seats: Vec<Place>,
}

/// Limits in seconds, measured by each peer on its own clock.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// For a decision; none means no limit.
    pub decision_s: Option<u32>,
    /// For an answer, a link or any other duty without a choice.
    pub answer_s: u32,
    /// For all seals together, from the signing of the terms.
    pub seal_s: u32,
    /// On top of each limit before anybody is called overdue.
    pub grace_s: u32,
}

impl Clock {
    /// Seconds that everybody has at least for anything, and for the seals together.
    pub const LEAST_S: (u32, u32) = (5, 30);
    /// Seconds that anything may take at most: a week.
    pub const MOST_S: u32 = 7 * 86_400;

    /// Whether its limits can be kept and come to an end, so that nobody can be called overdue at once.
    pub fn is_fair(&self) -> bool {
        let (least, seal) = Clock::LEAST_S;
        let limits = [self.decision_s.unwrap_or(least), self.answer_s];
        limits.iter().all(|limit| (least..=Clock::MOST_S).contains(limit))
            && (seal..=Clock::MOST_S).contains(&self.seal_s)
            && self.grace_s <= Clock::MOST_S
    }
}

impl Default for Clock {
    /// The limits of G-8.
    fn default() -> Clock {
        Clock { decision_s: Some(60), answer_s: 20, seal_s: 180, grace_s: 10 }
    }
}

/// One participant.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Long-lived ed25519 key, the peer's address.
    pub identity: [u8; 32],
    /// ed25519 key made for this game alone; everything in the log is signed with it.
    pub signing: [u8; 32],
    /// X25519 key for private answers, made for this game.
    pub exchange: [u8; 32],
    /// What the others are shown.
    pub nickname: String,
    /// Fresh random bytes, so that no two games have one id.
    pub nonce: [u8; 32],
}

/// What is wrong with an agreement.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadTerms {
    /// No canonical encoding, or too large.
    #[error("terms are not in canonical form")]
    Malformed,
    /// Made by another version.
    #[error("terms are for protocol version {0}, this is version {this}", this = wire::PROTOCOL)]
    Protocol(u16),
    /// A game or options that this build does not have.
    #[error(transparent)]
    Game(#[from] games::Unavailable),
    /// The same game with other rules.
    #[error("the other side plays {0} by other rules: both need the same version")]
    Rules(String),
    /// Too few or too many seats.
    #[error("{0} seats cannot play this game")]
    Seats(usize),
    /// A key that is none, or that two seats have in common.
    #[error("seat {0} has no key of its own")]
    Key(u8),
    /// A limit that nobody could keep, or that would never end.
    #[error("the limits of the clock are too short or too long")]
    Clock,
    /// A nickname that is too long.
    #[error("nickname of seat {0} is too long")]
    Nickname(u8),
    /// A signature that is missing or wrong.
    #[error("seat {0} did not sign the terms")]
    Unsigned(u8),
}

/// Terms with the signatures of all identities: what a log begins with.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// The exact bytes that were signed.
    pub terms: Vec<u8>,
    /// Of each seat's identity, in seat order.
    pub signatures: Vec<Signature>,
}

const TERMS_TAG: &[u8] = b"marque/1/terms";

/// Whether this is the signature of an identity under the bytes of terms.
pub fn signed_terms(identity: &[u8; 32], terms: &[u8], signature: &Signature) -> bool {
    key(identity).is_some_and(|key| signature.verifies(&key, TERMS_TAG, terms))
}

/// The signature of an identity under the bytes of terms.
pub fn sign_terms(identity: &SigningKey, terms: &[u8]) -> Signature {
    Signature::make(identity, TERMS_TAG, terms)
}

/// A checked agreement: the game that everybody signed.
pub struct Agreed {
    /// SHA-256(tag ‖ terms); head of the empty log.
    pub id: Digest,
    /// What was agreed.
    pub terms: Terms,
    /// Options of the game.
    pub options: Options,
    /// Card of the game.
    pub card: &'static Card,
    /// As it was signed.
    pub agreement: Agreement,
    keys: Vec<VerifyingKey>,
}

impl fmt::Debug for Agreed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agreed").field("id", &self.id).field("terms", &self.terms).finish_non_exhaustive()
    }
}

impl Terms {
    /// The terms in these bytes, checked for everything but signatures.
    pub fn decode(bytes: &[u8]) -> Result<(Terms, Options, &'static Card), BadTerms> {
        let (terms, options, card) = Terms::offered(bytes)?;
        if !options.seats(card).contains(&terms.seats.len()) || terms.seats.len() > Seat::MOST {
            return Err(BadTerms::Seats(terms.seats.len()));
        }
        for (seat, place) in Seat::all(terms.seats.len()).zip(&terms.seats) {
            if place.nickname.len() > NICKNAME_MOST {
                return Err(BadTerms::Nickname(seat.0));
            }
            let earlier = terms.seats.iter().take(seat.index());
            let shared = |other: &Place| {
                other.identity == place.identity
                    || other.signing == place.signing
                    || other.exchange == place.exchange
            };
            if earlier.clone().any(shared) || !place.has_keys() {
                return Err(BadTerms::Key(seat.0));
            }
        }
        Ok((terms, options, card))
    }

    /// The terms in these bytes, checked for everything but seats and signatures.
    pub fn offered(bytes: &[u8]) -> Result<(Terms, Options, &'static Card), BadTerms> {
        if bytes.len() > TERMS_MOST {
            return Err(BadTerms::Malformed);
        }
        // The version stands first, so that it can be told apart whatever follows it.
        match postcard::take_from_bytes::<u16>(bytes) {
            Ok((version, _)) if version != wire::PROTOCOL => return Err(BadTerms::Protocol(version)),
            _ => {}
        }
        let terms: Terms = wire::decode(bytes).ok_or(BadTerms::Malformed)?;
        let options = Options::decode(&terms.game, &terms.options)?;
        let card = games::card(&terms.game).ok_or(BadTerms::Malformed)?;
        if terms.rules != games::rules_digest(card, &options) {
            return Err(BadTerms::Rules(terms.game));
        }
        if !terms.clock.is_fair() {
            return Err(BadTerms::Clock);
        }
        Ok((terms, options, card))
    }
}

/// An ed25519 key in canonical form that is not of small order.
fn key(bytes: &[u8; 32]) -> Option<VerifyingKey> {
    let key = VerifyingKey::from_bytes(bytes).ok()?;
    (!key.is_weak() && key.to_edwards().compress().to_bytes() == *bytes).then_some(key)
}

impl Place {
    /// Whether its keys are keys.
    pub fn has_keys(&self) -> bool {
        key(&self.signing).is_some() && key(&self.identity).is_some() && letter::acceptable(&self.exchange)
    }
}

impl Agreement {
    /// Checks the terms and every signature.
    pub fn check(self) -> Result<Arc<Agreed>, BadTerms> {
        let (terms, options, card) = Terms::decode(&self.terms)?;
        if self.signatures.len() != terms.seats.len() {
            return Err(BadTerms::Seats(self.signatures.len()));
        }
        let mut keys = Vec::new();
        for (seat, (place, signature)) in
            Seat::all(terms.seats.len()).zip(terms.seats.iter().zip(&self.signatures))
        {
            let identity = key(&place.identity).ok_or(BadTerms::Key(seat.0))?;
            if !signature.verifies(&identity, TERMS_TAG, &self.terms) {
                return Err(BadTerms::Unsigned(seat.0));
            }
            keys.push(key(&place.signing).ok_or(BadTerms::Key(seat.0))?);
        }
        let id = game_id(&self.terms);
        Ok(Arc::new(Agreed { id, terms, options, card, agreement: self, keys }))
    }
}

/// The game that these bytes of terms are.
pub fn game_id(terms: &[u8]) -> Digest {
    Sha256::new().chain_update(b"marque/1/game").chain_update(terms).finalize().into()
}

impl Agreed {
    /// The key that signs for a seat in this game.
    pub fn key(&self, seat: Seat) -> Option<&VerifyingKey> {
        self.keys.get(seat.index())
    }

    /// Number of seats.
    pub fn seats(&self) -> usize {
        self.keys.len()
    }

    /// The participant at a seat.
    pub fn place(&self, seat: Seat) -> Option<&Place> {
        self.terms.seats.get(seat.index())
    }
}

/// All secrets of one seat in one game, derived from 32 random bytes that are made for it and kept
/// only beside its log: a restored backup or a second device has no key to fork the game with.
#[derive(Clone, ZeroizeOnDrop)]
pub struct SeatKeys {
    master: [u8; 32],
}

impl SeatKeys {
    /// From 32 fresh random bytes.
    pub fn new(master: [u8; 32]) -> SeatKeys {
        SeatKeys { master }
    }

    fn derive(&self, purpose: &[u8]) -> [u8; 32] {
        Sha256::new()
            .chain_update(b"marque/1/seat/")
            .chain_update(purpose)
            .chain_update(self.master)
            .finalize()
            .into()
    }

    /// Signs everything in the log.
    pub fn signing(&self) -> SigningKey {
        SigningKey::from_bytes(&self.derive(b"signing"))
    }

    /// Reads private answers.
    pub fn exchange(&self) -> [u8; 32] {
        self.derive(b"exchange")
    }

    /// Blinds the seal, and opens it in the end.
    pub fn seed(&self) -> [u8; 32] {
        self.derive(b"seed")
    }

    /// The chain of links for draws.
    pub fn chain(&self, game: &Digest, seat: Seat, draws: u32) -> Chain {
        Chain::new(game, seat.0, &self.derive(b"draws"), draws)
    }

    /// What the others need to know of a seat with these secrets.
    pub fn place(&self, identity: [u8; 32], nickname: String, nonce: [u8; 32]) -> Place {
        let exchange = x25519_dalek::StaticSecret::from(self.exchange());
        Place {
            identity,
            signing: self.signing().verifying_key().to_bytes(),
            exchange: x25519_dalek::PublicKey::from(&exchange).to_bytes(),
            nickname,
            nonce,
        }
    }
}
