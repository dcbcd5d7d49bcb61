//! What is said beside the game. It is kept for the person at the helm alone, and nowhere on disk.

use std::collections::BTreeMap;

use marque_protocol::{peer::Link, rules::Seat, terms::Agreed};

use super::Session;
use crate::net::{Delivery, Links, Word};

impl Session {
    /// Says something to everybody at the table.
    pub(super) fn say(&mut self, net: &impl Links, word: Word) {
        let delivery = say(net, &self.links, &word);
        self.lookout.spoken(self.seat(), word, delivery);
    }

    /// Hears something; a bot does not listen.
    pub(super) fn hear(&mut self, link: Link, word: Word) {
        let seat = seat(self.agreed(), &self.links, link);
        if let (Some(seat), Some(_)) = (seat, self.captain.person()) {
            self.lookout.spoken(seat, word, Delivery::Sent);
        }
    }
}

pub(super) fn say(net: &impl Links, links: &BTreeMap<Link, [u8; 32]>, word: &Word) -> Delivery {
    links.keys().map(|link| net.say(*link, word)).max().unwrap_or(Delivery::Nobody)
}

pub(super) fn seat(agreed: &Agreed, links: &BTreeMap<Link, [u8; 32]>, link: Link) -> Option<Seat> {
    let identity = links.get(&link)?;
    Seat::all(agreed.seats())
        .find(|seat| agreed.place(*seat).is_some_and(|place| place.identity == *identity))
}
