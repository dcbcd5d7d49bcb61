//! Where the others can be reached: as they were met, as they say themselves, and as third seats say of them.
//!
//! Nobody signs any of it. It only says where to dial besides what is known here; who answers proves by its key
//! who it is. What a seat says of itself is passed on, what is said of others is not.

use std::collections::{BTreeMap, BTreeSet};

use iroh::{EndpointAddr, EndpointId, RelayUrl, TransportAddr};
use marque_protocol::{
    lobby::{Message, Way, sound_ways},
    peer::Link,
    ticket::{ADDRESSES_MOST, RELAY_MOST},
    wire::Frame,
};

use super::Session;
use crate::net::Links;

/// How often a seat may say something new of where to dial. Each time costs attempts.
const CHANGES_MOST: u32 = 256;

type Identity = [u8; 32];

/// See the module.
#[derive(Default)]
pub(super) struct Ways {
    /// What seats say of themselves.
    own: BTreeMap<Identity, Way>,
    /// What others say of them.
    hints: BTreeMap<Identity, Way>,
    /// Links that have not been told yet what is known now.
    untold: BTreeSet<Link>,
    changes: BTreeMap<Identity, u32>,
}

impl Ways {
    /// A link is up.
    pub(super) fn up(&mut self, link: Link) {
        self.untold.insert(link);
    }

    /// A link is gone.
    pub(super) fn down(&mut self, link: Link) {
        self.untold.remove(&link);
    }

    /// Takes what a peer says of a seat; whether it is new.
    fn hear(&mut self, of: &Identity, way: Way) -> bool {
        let known = if way.identity == *of { &mut self.own } else { &mut self.hints };
        let new = known.get(&way.identity) != Some(&way);
        if new {
            known.insert(way.identity, way);
        }
        new
    }
}

/// A way, written.
fn written(address: &EndpointAddr) -> Way {
    let mut relays = address.relay_urls().map(|url| url.to_string());
    let way = Way {
        identity: *address.id.as_bytes(),
        relay: relays.find(|url| url.len() <= RELAY_MOST),
        addresses: address.ip_addrs().copied().collect(),
    };
    // What leads nowhere is not worth a word.
    let sound = |address: &_| Way { relay: None, addresses: vec![*address], ..way }.is_sound();
    let addresses = way.addresses.iter().copied().filter(sound).take(ADDRESSES_MOST).collect();
    Way { addresses, ..way.clone() }
}

/// A way, read; none if its identity is no key.
fn read(way: &Way) -> Option<EndpointAddr> {
    let id = EndpointId::from_bytes(&way.identity).ok()?;
    let relay = way.relay.as_ref().and_then(|url| url.parse::<RelayUrl>().ok());
    let addresses = way.addresses.iter().copied().map(TransportAddr::Ip);
    Some(EndpointAddr::from_parts(id, addresses.chain(relay.map(TransportAddr::Relay))))
}

impl Session {
    /// Dials everybody of whom it is known where to.
    pub(super) fn dial(&self, net: &impl Links) {
        for identity in self.others() {
            self.dial_one(net, &identity);
        }
    }

    /// Dials nobody any more.
    pub(super) fn rest(&self, net: &impl Links) {
        self.others().into_iter().for_each(|identity| net.stop_dialling(identity));
        self.links.keys().for_each(|link| net.attend(*link, false));
    }

    fn dial_one(&self, net: &impl Links, identity: &Identity) {
        if let Some(address) = self.whereabouts(identity).filter(|address| !address.is_empty()) {
            net.dial(address);
        }
    }

    fn others(&self) -> Vec<Identity> {
        let own = self.identity().ok();
        let seats = self.agreed().terms.seats.iter().map(|place| place.identity);
        seats.filter(|identity| Some(*identity) != own).collect()
    }

    /// All that is known of where somebody is.
    fn whereabouts(&self, identity: &Identity) -> Option<EndpointAddr> {
        let met = self.book.peers().into_iter().find(|address| address.id.as_bytes() == identity);
        let told = [self.ways.own.get(identity), self.ways.hints.get(identity)];
        met.into_iter().chain(told.into_iter().flatten().filter_map(read)).reduce(|mut all, more| {
            all.addrs.extend(more.addrs);
            all
        })
    }

    /// Tells those who have not been told yet.
    pub(super) fn tell_ways(&mut self, net: &impl Links) {
        for link in std::mem::take(&mut self.ways.untold) {
            let (Some(own), Some(to)) = (net.own_address(), self.links.get(&link)) else { continue };
            let others = self.others().into_iter().filter(|identity| identity != to);
            let others = others.filter_map(|identity| match self.ways.own.get(&identity) {
                Some(own) => Some(own.clone()),
                None => self.whereabouts(&identity).as_ref().map(written),
            });
            let ways = std::iter::once(written(&own)).chain(others).collect();
            net.send(link, Frame::Lobby(Message::Ways(ways)).encode());
        }
    }

    /// Hears where others are.
    pub(super) fn hear_ways(&mut self, net: &impl Links, link: Link, ways: Vec<Way>) -> anyhow::Result<()> {
        let Some(from) = self.links.get(&link).copied() else { return Ok(()) };
        let changes = *self.ways.changes.entry(from).or_default();
        if changes >= CHANGES_MOST || !sound_ways(&ways) {
            return Ok(());
        }
        let others = self.others();
        let of_others = |way: &Way| others.contains(&way.identity);
        let mut news = Vec::new();
        for way in ways.into_iter().filter(of_others) {
            let identity = way.identity;
            if self.ways.hear(&from, way) {
                news.push(identity);
            }
        }
        if news.is_empty() {
            return Ok(());
        }
        self.ways.changes.insert(from, changes + 1);
        for identity in &news {
            if let Some(address) = self.whereabouts(identity) {
                self.book.hint(&address)?;
            }
            self.dial_one(net, identity);
        }
        if news.contains(&from) {
            let others = self.links.keys().copied().filter(|other| *other != link);
            self.ways.untold.extend(others);
        }
        Ok(())
    }
}
