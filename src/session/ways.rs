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

    /// Takes what a peer says of a seat; whether it is new, and not more than it may say.
    fn hear(&mut self, of: &Identity, way: Way) -> bool {
        let known = if way.identity == *of { &mut self.own } else { &mut self.hints };
        let changes = self.changes.entry(*of).or_default();
        let new = *changes < CHANGES_MOST && known.get(&way.identity) != Some(&way);
        if new {
            *changes += 1;
            known.insert(way.identity, way);
        }
        new
    }
}

/// A way, written.
fn written(address: &EndpointAddr) -> Way {
    let mut relays = address.relay_urls().map(|url| url.to_string());
    Way {
        identity: *address.id.as_bytes(),
        relay: relays.find(|url| url.len() <= RELAY_MOST),
        // What leads nowhere is not worth a word.
        addresses: address.ip_addrs().copied().filter(Way::leads).take(ADDRESSES_MOST).collect(),
    }
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
        if !sound_ways(&ways) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn id(seed: u8) -> Identity {
        *iroh::SecretKey::from_bytes(&[seed; 32]).public().as_bytes()
    }

    fn way(of: u8, address: &str) -> Way {
        Way { identity: id(of), relay: None, addresses: vec![address.parse().unwrap()] }
    }

    #[test]
    fn what_a_seat_says_of_itself_is_kept_apart_from_what_others_say() {
        let mut ways = Ways::default();
        let (own, hint) = (way(1, "10.0.0.1:7"), way(1, "10.0.0.9:9"));
        assert!(ways.hear(&id(1), own.clone()), "new");
        assert!(!ways.hear(&id(1), own.clone()), "known");
        assert!(ways.hear(&id(2), hint.clone()));
        assert_eq!((ways.own.get(&id(1)), ways.hints.get(&id(1))), (Some(&own), Some(&hint)));
        assert!(ways.hear(&id(1), way(1, "10.0.0.2:7")), "it has moved");
        assert_eq!(ways.own.get(&id(1)), Some(&way(1, "10.0.0.2:7")));
        let changes = (1..=1000u16).filter(|port| ways.hear(&id(2), way(3, &format!("10.0.0.3:{port}"))));
        assert_eq!(changes.count() as u32, CHANGES_MOST - 1, "it costs attempts to dial");
        assert!(ways.hear(&id(1), own), "others may still speak");
    }

    #[test]
    fn a_way_is_read_as_it_was_written_and_is_always_sound() {
        let relay = "https://relay.example.org".parse::<RelayUrl>().unwrap();
        let address = read(&way(1, "10.0.0.1:7")).unwrap().with_relay_url(relay);
        assert_eq!(read(&written(&address)), Some(address.clone()));
        // What leads nowhere and what is too much stays away.
        let many = (0..40).map(|n| TransportAddr::Ip(([10, 0, 0, n], 7).into()));
        let nowhere = ["0.0.0.0:7", "10.0.0.1:0"].map(|address| TransportAddr::Ip(address.parse().unwrap()));
        let long = format!("https://a.{}.org", "x".repeat(RELAY_MOST)).parse().unwrap();
        let crowded =
            EndpointAddr::from_parts(address.id, many.chain(nowhere).chain([TransportAddr::Relay(long)]));
        let told = written(&crowded);
        assert!(told.is_sound() && told.relay.is_none());
        assert_eq!(told.addresses.len(), ADDRESSES_MOST);
        // Only through its relay: nothing else is told.
        let relayed =
            EndpointAddr::from_parts(address.id, address.addrs.iter().filter(|way| way.is_relay()).cloned());
        assert!(written(&relayed).addresses.is_empty() && written(&relayed).relay.is_some());
        let no_key = (0..=255).map(|n| [n; 32]).find(|id| EndpointId::from_bytes(id).is_err()).unwrap();
        assert_eq!(read(&Way { identity: no_key, ..told }), None);
    }
}
