//! Another game of those who have played one, for which nobody has to be invited: who opens the table, which
//! table it is, and under which terms. All of it follows from the game that was played, so that they find
//! each other whoever comes first.

use std::{collections::BTreeSet, sync::Arc};

use iroh::{EndpointAddr, EndpointId};
use marque_protocol::{
    rules::Seat,
    seal::Digest,
    terms::{Agreed, Place, Terms},
};
use sha2::{Digest as _, Sha256};

use crate::{bots::Level, met::Met};

/// Of SHA-256; no other tag begins like this (P-88).
const TAG: &[u8] = b"marque/1/rematch";

/// The table at which those sit down again who have played this game.
pub fn table(game: &Digest) -> [u8; 16] {
    let digest = Sha256::new().chain_update(TAG).chain_update(game).finalize();
    digest.first_chunk().copied().unwrap_or_default()
}

/// Whether another game can be had of all who have played under these terms. A bot that one of them has brought
/// sits down for nobody.
pub fn can_follow(terms: &Terms) -> bool {
    terms.seats.iter().all(|place| Level::called(&place.nickname).is_none())
}

/// See the module.
#[derive(Clone)]
pub struct Rematch {
    /// The game that was played.
    pub last: Arc<Agreed>,
    /// The player's seat in it.
    pub you: Seat,
    /// Where the others were met last.
    addresses: Vec<EndpointAddr>,
}

impl Rematch {
    /// Another game of those who have played this one.
    pub fn new(last: Arc<Agreed>, you: Seat, met: &Met) -> Rematch {
        let mut rematch = Rematch { last, you, addresses: Vec::new() };
        rematch.addresses = rematch.others().filter_map(|place| met.address(&place.identity)).collect();
        rematch
    }

    /// Its table.
    pub fn table(&self) -> [u8; 16] {
        table(&self.last.id)
    }

    /// Who opens the table: the seats are swapped, so it is whoever sat second.
    pub fn host(&self) -> Option<&Place> {
        self.last.place(Seat(1))
    }

    /// Whether the player does.
    pub fn is_host(&self) -> bool {
        self.you == Seat(1)
    }

    /// The others who have played.
    pub fn others(&self) -> impl Iterator<Item = &Place> {
        let seats = Seat::all(self.last.seats()).filter(|seat| *seat != self.you);
        seats.filter_map(|seat| self.last.place(seat))
    }

    /// Whether this is one of them: nobody else may sit down.
    pub fn awaits(&self, identity: &[u8; 32]) -> bool {
        self.others().any(|place| place.identity == *identity)
    }

    /// Where one of them may be. A network that looks up keys needs no more than the key.
    pub fn address(&self, identity: &[u8; 32]) -> Option<EndpointAddr> {
        let known = self.addresses.iter().find(|address| address.id.as_bytes() == identity);
        known.cloned().or_else(|| EndpointId::from_bytes(identity).ok().map(EndpointAddr::new))
    }

    /// Whether these terms are those of the last game for the same players, who have agreed to them by asking
    /// for another.
    pub fn fits(&self, terms: &Terms) -> bool {
        let last = &self.last.terms;
        let players = |terms: &Terms| terms.seats.iter().map(|place| place.identity).collect::<BTreeSet<_>>();
        let host = terms.seats.first().map(|place| place.identity);
        let same = Terms { day: last.day, seats: last.seats.clone(), ..terms.clone() };
        same == *last
            && terms.seats.len() == last.seats.len()
            && players(terms) == players(last)
            && host == self.host().map(|place| place.identity)
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;
    use marque_protocol::{
        games::Options,
        terms::{Agreement, Clock, SeatKeys, sign_terms},
        wire,
    };

    use super::*;
    use crate::table::blank;

    fn place(key: u8, nonce: u8) -> Place {
        let identity = SigningKey::from_bytes(&[key; 32]).verifying_key().to_bytes();
        SeatKeys::new([key ^ nonce; 32]).place(identity, String::new(), [nonce; 32])
    }

    fn terms(keys: [u8; 2], nonce: u8, clock: Clock) -> Terms {
        let options = Options::choose("classic", &[]).unwrap();
        let seats = keys.map(|key| place(key, nonce)).to_vec();
        Terms { seats, ..blank("classic", &options, clock).unwrap() }
    }

    /// The game of two, as the one at this seat looks back at it.
    fn played(you: u8, nonce: u8) -> Rematch {
        let bytes = wire::encode(&terms([1, 2], nonce, Clock::default()));
        let sign = |key| sign_terms(&SigningKey::from_bytes(&[key; 32]), &bytes);
        let agreement = Agreement { signatures: vec![sign(1), sign(2)], terms: bytes.clone() };
        let nowhere = tempfile::tempdir().unwrap();
        Rematch::new(agreement.check().unwrap(), Seat(you), &Met::load(nowhere.path()))
    }

    #[test]
    fn both_know_the_same_table_and_one_of_them_opens_it() {
        let [one, other] = [0, 1].map(|you| played(you, 7));
        assert_eq!(one.table(), other.table());
        assert_ne!(one.table(), played(0, 8).table(), "each game is followed by a table of its own");
        assert!(!one.is_host() && other.is_host());
        assert_eq!(one.host().unwrap().identity, place(2, 7).identity);
        for (rematch, key) in [(one, 2), (other, 1)] {
            let identity = place(key, 7).identity;
            assert!(rematch.awaits(&identity));
            assert!(!rematch.awaits(&place(3, 7).identity) && !rematch.awaits(&place(3 - key, 7).identity));
            assert_eq!(*rematch.address(&identity).unwrap().id.as_bytes(), identity, "by the key alone");
        }
    }

    #[test]
    fn only_the_same_terms_for_the_same_players_are_agreed_to_beforehand() {
        let (rematch, clock) = (played(0, 7), Clock::default());
        let good = terms([2, 1], 8, clock);
        assert!(rematch.fits(&good));
        assert!(rematch.fits(&Terms { day: good.day + 1, ..good.clone() }), "on another day");
        let longer = Clock { decision_s: Some(300), ..clock };
        let options = Options::choose("mines", &[]).unwrap();
        let mines = blank("mines", &options, clock).unwrap();
        let mut crowded = good.clone();
        crowded.seats.push(place(1, 9));
        for bad in [
            terms([1, 2], 8, clock),
            terms([2, 3], 8, clock),
            terms([2, 2], 8, clock),
            terms([2, 1], 8, longer),
            Terms { seats: good.seats.clone(), ..mines },
            Terms { protocol: good.protocol + 1, ..good.clone() },
            Terms { rules: [0; 32], ..good.clone() },
            crowded,
        ] {
            assert!(!rematch.fits(&bad), "{bad:?}");
        }
    }
}
