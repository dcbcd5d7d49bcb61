//! The interfaces of this computer on which tables are announced and looked for.

use std::net::{IpAddr, Ipv4Addr};

use iroh::Watcher as _;
use netwatch::{interfaces::State, netmon::Monitor};

use super::Ground;

/// Interfaces that are used at a time.
const MOST: usize = 16;

/// One that is up.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Interface {
    /// As the system calls it.
    pub name: String,
    /// The address by which multicast leaves on it.
    pub own: Ipv4Addr,
    /// All of its addresses.
    pub addresses: Vec<IpAddr>,
}

/// Those that are there now, and a word when that changes.
pub(super) struct Interfaces {
    ground: Ground,
    /// None where the system does not tell of changes.
    monitor: Option<Monitor>,
    now: Vec<Interface>,
}

impl Interfaces {
    pub(super) async fn look(ground: Ground) -> Interfaces {
        let monitor = Monitor::new().await.inspect_err(|error| {
            tracing::warn!("interfaces that come and go will not be noticed: {error}");
        });
        let state = match &monitor {
            Ok(monitor) => monitor.interface_state().get(),
            Err(_) => State::new().await,
        };
        Interfaces { ground, monitor: monitor.ok(), now: usable(&state, ground) }
    }

    pub(super) fn now(&self) -> &[Interface] {
        &self.now
    }

    /// Waits until there are others.
    pub(super) async fn changed(&mut self) {
        let Some(monitor) = &self.monitor else { return std::future::pending().await };
        let mut state = monitor.interface_state();
        loop {
            let now = usable(&state.get(), self.ground);
            if now != self.now {
                self.now = now;
                return;
            }
            if state.updated().await.is_err() {
                return std::future::pending().await;
            }
        }
    }
}

/// Those on which others may be: no loopback, unless it is asked for.
fn usable(state: &State, ground: Ground) -> Vec<Interface> {
    let up = state.interfaces.values().filter(|interface| interface.is_up());
    let all = up.map(|interface| (interface.name(), interface.addrs().map(|net| net.addr()).collect()));
    chosen(all, ground)
}

fn chosen<'a>(all: impl Iterator<Item = (&'a str, Vec<IpAddr>)>, ground: Ground) -> Vec<Interface> {
    let taken = |address: &IpAddr| match ground {
        Ground::Every => !address.is_loopback() && !address.is_unspecified(),
        Ground::Only(only) => *address == only,
    };
    let mut found: Vec<Interface> = all
        .filter_map(|(name, mut addresses)| {
            addresses.retain(taken);
            addresses.sort();
            let fours = addresses.iter().filter_map(|address| match address {
                IpAddr::V4(four) => Some(*four),
                IpAddr::V6(_) => None,
            });
            // One that the computer has given itself counts only where there is no other.
            let own = fours.min_by_key(|four| (four.is_link_local(), *four))?;
            Some(Interface { name: name.to_owned(), own, addresses })
        })
        .collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found.truncate(MOST);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(ground: Ground) -> Vec<(String, String)> {
        let interfaces: [(&str, &[&str]); 5] = [
            ("wlan0", &["fe80::1", "192.168.1.7"]),
            ("lo", &["127.0.0.1", "::1"]),
            ("eth0", &["169.254.3.4", "10.0.0.2", "2001:db8::2"]),
            ("tun6", &["2001:db8::9"]),
            ("eth1", &["169.254.9.9"]),
        ];
        let parse = |texts: &[&str]| texts.iter().map(|text| text.parse().expect("an address")).collect();
        let found = chosen(interfaces.into_iter().map(|(name, texts)| (name, parse(texts))), ground);
        found.into_iter().map(|interface| (interface.name, interface.own.to_string())).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, own)| ((*name).to_owned(), (*own).to_owned())).collect()
    }

    #[test]
    fn each_with_an_address_of_its_own_is_used_and_loopback_only_if_asked_for() {
        let every = [("eth0", "10.0.0.2"), ("eth1", "169.254.9.9"), ("wlan0", "192.168.1.7")];
        assert_eq!(all(Ground::Every), pairs(&every));
        let only = |text: &str| all(Ground::Only(text.parse().expect("an address")));
        assert_eq!(only("127.0.0.1"), pairs(&[("lo", "127.0.0.1")]));
        assert_eq!(only("192.168.1.7"), pairs(&[("wlan0", "192.168.1.7")]));
        assert_eq!(only("10.9.9.9"), pairs(&[]));
        assert_eq!(only("::1"), pairs(&[]), "beacons go by IPv4");
    }
}
