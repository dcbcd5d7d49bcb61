//! Before the terms are signed: who sits where.
//!
//! The organiser knows the game, its options and its clock; guests bring themselves. When every seat
//! is taken the organiser sends the terms, everybody signs them, and the organiser sends round the
//! agreement. No IO: messages in, messages out.

use core::net::SocketAddr;

use ed25519_dalek::SigningKey;
use serde::{Deserialize, Serialize};

use crate::{
    rules::Seat,
    terms::{Agreement, BadTerms, NICKNAME_MOST, Place, Signature, Terms, sign_terms, signed_terms},
    ticket::{ADDRESSES_MOST, RELAY_MOST},
    wire,
};

/// The largest message of a lobby, in bytes.
pub const MESSAGE_MOST: usize = 8192;

/// Former terms of a table that are remembered.
const FORMER_MOST: usize = 4;

/// What peers say before a game. The order of the variants is the encoding and never changes.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// A guest would like to sit at this table.
    Join {
        /// [`wire::PROTOCOL`] of the guest.
        protocol: u16,
        /// The table, from the ticket.
        table: [u8; 16],
        /// The guest.
        place: Place,
    },
    /// The organiser will not have it.
    Turned(Away),
    /// The bytes of the terms, for signing.
    Terms(Vec<u8>),
    /// A guest's signature under the terms.
    Sign(Signature),
    /// The terms with all signatures: the game begins.
    Begin(Agreement),
    /// The organiser tells everybody who sits at the table who else does, whenever that changes.
    Company(Company),
    /// Where the sender and other seats can be reached, once the game has begun. Nobody signs it: it is a
    /// hint where to dial, and whoever answers there proves who it is.
    Ways(Vec<Way>),
}

/// Who sits at a table whose game has not begun.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Company {
    /// The bytes of the terms as they are offered, without seats.
    pub offer: Vec<u8>,
    /// Seats of the table.
    pub seats: u8,
    /// Those that are taken, in seat order.
    pub here: Vec<Member>,
}

/// One of them.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Who it is.
    pub identity: [u8; 32],
    /// What it wants to be called.
    pub nickname: String,
    /// Whether it has signed the terms.
    pub signed: bool,
}

impl Company {
    /// What is offered, if this can be true and a game of it could be played.
    pub fn offer(&self) -> Option<Terms> {
        let (terms, options, card) = Terms::offered(&self.offer).ok()?;
        let seats = usize::from(self.seats);
        let fits = terms.seats.is_empty()
            && options.seats(card).contains(&seats)
            && seats <= Seat::MOST
            && (1..=seats).contains(&self.here.len());
        let named = self.here.iter().all(|member| member.nickname.len() <= NICKNAME_MOST);
        (fits && named).then_some(terms)
    }
}

/// Where a seat may be reached.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Way {
    /// Whose way it is.
    pub identity: [u8; 32],
    /// The URL of a relay.
    pub relay: Option<String>,
    /// Addresses.
    pub addresses: Vec<SocketAddr>,
}

impl Way {
    /// Whether it is no longer than a way may be, and leads to somewhere.
    pub fn is_sound(&self) -> bool {
        self.relay.as_ref().is_none_or(|relay| relay.len() <= RELAY_MOST)
            && self.addresses.len() <= ADDRESSES_MOST
            && self.addresses.iter().all(Way::leads)
    }

    /// Whether an address can be dialled.
    pub fn leads(address: &SocketAddr) -> bool {
        let ip = address.ip();
        address.port() != 0 && !ip.is_unspecified() && !ip.is_multicast()
    }
}

/// Whether there are no more ways than seats, and all are sound.
pub fn sound_ways(ways: &[Way]) -> bool {
    ways.len() <= Seat::MOST && ways.iter().all(Way::is_sound)
}

/// Why a guest is turned away.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize, thiserror::Error)]
pub enum Away {
    /// Every seat is taken.
    #[error("the table is full")]
    Full,
    /// There is no such table here.
    #[error("there is no such table here any more")]
    NoTable,
    /// The organiser speaks another version.
    #[error("the other side has protocol version {0}, this program has {this}: both need the same", this = wire::PROTOCOL)]
    Version(u16),
    /// The guest's keys or name are not usable.
    #[error("the other side does not accept this player's keys or name")]
    Place,
    /// The guest's signature under the terms is wrong.
    #[error("the signature under the terms is wrong")]
    Unsigned,
    /// The organiser has dissolved the table.
    #[error("the table was dissolved")]
    Dissolved,
}

/// What went wrong at a guest's side.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NoGame {
    /// The organiser said so.
    #[error(transparent)]
    Away(#[from] Away),
    /// The organiser's terms cannot be played.
    #[error(transparent)]
    Terms(#[from] BadTerms),
    /// The terms are not about this player, or changed after signing.
    #[error("the other side changed the terms")]
    Changed,
}

/// The organiser's side.
pub struct Organiser<L> {
    table: [u8; 16],
    /// Terms without seats.
    blank: Terms,
    seats: usize,
    identity: SigningKey,
    taken: Vec<(Option<L>, Place)>,
    signing: Option<Signing>,
    /// Terms that were sent before and will not be: signatures under them may be on their way.
    former: Vec<Vec<u8>>,
}

struct Signing {
    terms: Vec<u8>,
    signatures: Vec<Option<Signature>>,
}

impl<L: Copy + Eq> Organiser<L> {
    /// A table for `seats` players, the organiser at seat 0; `blank` are the terms without seats.
    pub fn new(table: [u8; 16], blank: Terms, seats: usize, identity: SigningKey, place: Place) -> Self {
        let blank = Terms { seats: Vec::new(), ..blank };
        Organiser {
            table,
            blank,
            seats,
            identity,
            taken: vec![(None, place)],
            signing: None,
            former: Vec::new(),
        }
    }

    /// Who sits here so far, in seat order.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.taken.iter().map(|(_, place)| place)
    }

    /// What to send when a guest with this authenticated identity says something on this link.
    pub fn hear(&mut self, link: L, identity: &[u8; 32], message: Message) -> Vec<(L, Message)> {
        match message {
            Message::Join { protocol, .. } if protocol != wire::PROTOCOL => {
                vec![(link, Message::Turned(Away::Version(wire::PROTOCOL)))]
            }
            Message::Join { table, .. } if table != self.table => {
                vec![(link, Message::Turned(Away::NoTable))]
            }
            Message::Join { place, .. } => self.join(link, identity, place),
            Message::Sign(signature) => self.sign(link, signature),
            _ => Vec::new(),
        }
    }

    fn join(&mut self, link: L, identity: &[u8; 32], place: Place) -> Vec<(L, Message)> {
        let known = self.taken.iter().position(|(_, other)| other.identity == *identity);
        if let (Some(seat), None) = (known, &self.signing)
            && seat > 0
        {
            self.taken.remove(seat);
        } else if known.is_some() || self.taken.len() >= self.seats {
            return vec![(link, Message::Turned(Away::Full))];
        }
        let sound = place.identity == *identity
            && place.nickname.len() <= NICKNAME_MOST
            && place.has_keys()
            && !self
                .taken
                .iter()
                .any(|(_, other)| other.signing == place.signing || other.exchange == place.exchange);
        if !sound {
            return vec![(link, Message::Turned(Away::Place))];
        }
        self.taken.push((Some(link), place));
        if self.taken.len() < self.seats {
            return Vec::new();
        }
        let seats = self.taken.iter().map(|(_, place)| place.clone()).collect();
        let terms = wire::encode(&Terms { seats, ..self.blank.clone() });
        let mut signatures = vec![None; self.seats];
        if let Some(own) = signatures.first_mut() {
            *own = Some(sign_terms(&self.identity, &terms));
        }
        let messages = self.guests().map(|link| (link, Message::Terms(terms.clone()))).collect();
        self.signing = Some(Signing { terms, signatures });
        messages
    }

    fn guests(&self) -> impl Iterator<Item = L> + '_ {
        self.taken.iter().filter_map(|(link, _)| *link)
    }

    fn sign(&mut self, link: L, signature: Signature) -> Vec<(L, Message)> {
        let mut taken = self.taken.iter().enumerate();
        let seat = taken.find(|(_, (other, _))| *other == Some(link));
        let (Some(signing), Some((seat, (_, place)))) = (&mut self.signing, seat) else { return Vec::new() };
        // Who comes back with the keys that it had signs the same terms once more.
        let taken_back = |terms: &&Vec<u8>| **terms != signing.terms;
        if self.former.iter().filter(taken_back).any(|terms| signed_terms(&place.identity, terms, &signature))
        {
            return Vec::new();
        }
        if !signed_terms(&place.identity, &signing.terms, &signature) {
            self.gone(link);
            return vec![(link, Message::Turned(Away::Unsigned))];
        }
        if let Some(slot) = signing.signatures.get_mut(seat) {
            *slot = Some(signature);
        }
        let agreement = self.agreement();
        let begin = |agreement: Agreement| {
            self.guests().map(|link| (link, Message::Begin(agreement.clone()))).collect()
        };
        agreement.map_or_else(Vec::new, begin)
    }

    /// Who sits here, as everybody who does is told.
    pub fn company(&self) -> Company {
        let signed = |seat: usize| {
            let signing = self.signing.as_ref();
            signing.and_then(|signing| signing.signatures.get(seat)).is_some_and(Option::is_some)
        };
        let member = |(seat, (_, place)): (usize, &(Option<L>, Place))| Member {
            identity: place.identity,
            nickname: place.nickname.clone(),
            signed: signed(seat),
        };
        Company {
            offer: wire::encode(&self.blank),
            seats: u8::try_from(self.seats).unwrap_or(u8::MAX),
            here: self.taken.iter().enumerate().map(member).collect(),
        }
    }

    /// The links of the guests, in seat order.
    pub fn links(&self) -> Vec<L> {
        self.guests().collect()
    }

    /// Whether a guest sits here by this link; whoever does not has no business on it.
    pub fn sits(&self, link: L) -> bool {
        self.guests().any(|other| other == link)
    }

    /// Guests who have the terms and have not signed them yet.
    pub fn unsigned(&self) -> Vec<L> {
        let Some(signing) = &self.signing else { return Vec::new() };
        let seats = self.taken.iter().zip(&signing.signatures);
        seats.filter(|(_, signature)| signature.is_none()).filter_map(|((link, _), _)| *link).collect()
    }

    /// A guest's link is gone: before the terms are out the seat is free again; afterwards the table
    /// is as it was before they were, without that guest.
    pub fn gone(&mut self, link: L) {
        if self.agreement().is_none() && self.taken.iter().any(|(other, _)| *other == Some(link)) {
            self.taken.retain(|(other, _)| *other != Some(link));
            self.former.extend(self.signing.take().map(|signing| signing.terms));
            let old = self.former.len().saturating_sub(FORMER_MOST);
            self.former.drain(..old);
        }
    }

    /// The agreement, once everybody has signed.
    pub fn agreement(&self) -> Option<Agreement> {
        let signing = self.signing.as_ref()?;
        let signatures = signing.signatures.iter().copied().collect::<Option<Vec<Signature>>>()?;
        Some(Agreement { terms: signing.terms.clone(), signatures })
    }
}

/// A guest's side.
pub struct Guest {
    table: [u8; 16],
    identity: SigningKey,
    place: Place,
    signed: Option<Vec<u8>>,
}

/// What a guest does with a message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reply {
    /// Send this.
    Send(Message),
    /// The game begins.
    Begin(Agreement),
    /// Nothing.
    Wait,
}

impl Guest {
    /// A guest who wants to sit at this table.
    pub fn new(table: [u8; 16], identity: SigningKey, place: Place) -> Guest {
        Guest { table, identity, place, signed: None }
    }

    /// What to say first, and again on every new connection before the game begins.
    pub fn join(&self) -> Message {
        Message::Join { protocol: wire::PROTOCOL, table: self.table, place: self.place.clone() }
    }

    /// What to do when the organiser says something. `accept` decides on the terms.
    pub fn hear(&mut self, message: Message, accept: impl FnOnce(&Terms) -> bool) -> Result<Reply, NoGame> {
        match message {
            Message::Turned(away) => Err(away.into()),
            Message::Terms(bytes) => {
                let (terms, ..) = Terms::decode(&bytes)?;
                if !terms.seats.contains(&self.place) || !accept(&terms) {
                    return Err(NoGame::Changed);
                }
                let signature = sign_terms(&self.identity, &bytes);
                self.signed = Some(bytes);
                Ok(Reply::Send(Message::Sign(signature)))
            }
            Message::Begin(agreement) => {
                if self.signed.as_ref() != Some(&agreement.terms) {
                    return Err(NoGame::Changed);
                }
                agreement.clone().check()?;
                Ok(Reply::Begin(agreement))
            }
            Message::Join { .. } | Message::Sign(_) | Message::Company(_) | Message::Ways(_) => {
                Ok(Reply::Wait)
            }
        }
    }

    /// The seat of this guest in an agreement's terms.
    pub fn seat(&self, terms: &Terms) -> Option<Seat> {
        Seat::all(terms.seats.len())
            .zip(&terms.seats)
            .find(|(_, place)| **place == self.place)
            .map(|(seat, _)| seat)
    }
}
