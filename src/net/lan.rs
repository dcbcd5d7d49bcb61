//! Tables on the local network: who has one says so, and who looks for one hears it, with no server and no
//! router between them.
//!
//! It goes by multicast DNS on every interface by its own address: what picks an interface by a route is
//! silent where there is none. Whatever is heard is anybody's claim; who dials the addresses of it
//! finds out whether the host is there.

mod announce;
mod interfaces;
mod listen;
mod nearby;
mod notice;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use data_encoding::BASE32_NOPAD;
use iroh::EndpointId;
use swarm_discovery::{Discoverer, IpClass};

pub use announce::Announcer;
pub use interfaces::Interface;
pub use listen::{Heard, Listener};
pub use nearby::{ADDRESSES_MOST, FORGET, Found, Nearby, QUIET, TABLES_MOST};
pub use notice::{Notice, Phase};

use super::endpoint::Config;

/// The name of the service: other programs have others.
const SERVICE: &str = "marque";
/// How often who is silent is asked.
const CADENCE: Duration = Duration::from_millis(700);
/// Answers a second: so that every table of a full list answers each time.
const ANSWERS: f32 = 92.0;
/// How long to wait before another try where the system gives no socket.
const RETRY: Duration = Duration::from_secs(10);

/// Different names that are heard before all of them are forgotten. What is below us remembers each, and the more
/// there are the longer it waits: a flood must neither fill the memory nor silence us for good.
const NAMES_MOST: usize = 512;
/// How long to be deaf and dumb after a flood.
const PAUSE: Duration = Duration::from_secs(1);

/// Which part of the networks of this computer.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Ground {
    /// Every interface but loopback.
    Every,
    /// The one with this address.
    Only(IpAddr),
}

impl Ground {
    /// Where somebody who stands on the network like this can be found; nowhere if nobody is to learn an address.
    pub fn of(config: &Config) -> Option<Ground> {
        match config.bind.map(|bind| bind.ip()) {
            _ if config.relay_only => None,
            Some(only) if !only.is_unspecified() => Some(Ground::Only(only)),
            _ => Some(Ground::Every),
        }
    }

    /// Whether nobody but this computer is there.
    pub fn is_loopback(self) -> bool {
        matches!(self, Ground::Only(only) if only.is_loopback())
    }
}

/// A likely cause why no table is heard.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Silence {
    /// There is no network to listen on.
    NoInterface,
    /// The system does not let the program listen.
    Deaf,
    /// It listens on this computer alone.
    Loopback,
    /// Nobody waits, or whoever does keeps it quiet.
    Nobody,
    /// A firewall keeps beacons out.
    Firewall,
    /// The network keeps its computers apart.
    Isolated,
    /// The others are on another network.
    Elsewhere,
}

impl Heard {
    /// Why no table is heard: the causes that are known, or else those that are likely.
    pub fn silence(&self) -> Vec<Silence> {
        let interfaces = self.interfaces.as_deref().unwrap_or_default();
        if !self.tables.is_empty() {
            Vec::new()
        } else if interfaces.is_empty() {
            vec![Silence::NoInterface]
        } else if self.deaf.is_some() {
            vec![Silence::Deaf]
        } else if interfaces.iter().all(|interface| interface.own.is_loopback()) {
            vec![Silence::Loopback, Silence::Nobody]
        } else {
            vec![Silence::Nobody, Silence::Firewall, Silence::Isolated, Silence::Elsewhere]
        }
    }
}

fn discoverer(name: String, interfaces: &[Interface]) -> Discoverer {
    Discoverer::new(SERVICE.to_owned(), name)
        .with_cadence(CADENCE)
        .with_response_rate(ANSWERS)
        .with_ip_class(IpClass::V4Only)
        .with_multicast_interfaces_v4(interfaces.iter().map(|interface| interface.own).collect())
}

/// The names that were heard.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl Names {
    /// Hears one; whether that is one too many.
    fn flooded_by(&mut self, name: &str) -> bool {
        let known = self.0.contains(name);
        if !known && self.0.len() < NAMES_MOST {
            self.0.insert(name.to_owned());
            return false;
        }
        !known
    }
}

/// The name of a host in the service.
fn name_of(host: &EndpointId) -> String {
    BASE32_NOPAD.encode(host.as_bytes()).to_ascii_lowercase()
}

/// The host with this name, which may be anybody's text.
fn host_of(name: &str) -> Option<EndpointId> {
    let bytes: [u8; 32] = BASE32_NOPAD.decode(name.to_ascii_uppercase().as_bytes()).ok()?.try_into().ok()?;
    EndpointId::from_bytes(&bytes).ok().filter(|host| name_of(host) == name)
}

/// What somebody of this name has said; none if it is not of our making.
fn found(name: &str, peer: &swarm_discovery::Peer) -> Option<Found> {
    let host = host_of(name)?;
    let notice = Notice::read(peer.txt_attribute(notice::KEY)??)?;
    let addresses = peer.addrs().iter().map(|(ip, port)| SocketAddr::new(*ip, *port));
    let usable = |address: &SocketAddr| {
        let ip = address.ip();
        address.port() != 0 && !ip.is_unspecified() && !ip.is_multicast()
    };
    Some(Found { host, notice, addresses: addresses.filter(usable).take(ADDRESSES_MOST).collect() })
}
