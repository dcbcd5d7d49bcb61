//! Where those were met last who have played with the player from other computers; kept in the profile, so
//! that they find each other for another game.

use std::path::{Path, PathBuf};

use iroh::EndpointAddr;

use crate::store;

const FILE: &str = "met.json";
/// Peers that are remembered; the oldest go.
const MOST: usize = 64;
/// A file longer than this is none of ours.
const LONGEST: u64 = 256 * 1024;

/// Those peers, the newest last.
pub struct Met {
    path: PathBuf,
    peers: Vec<EndpointAddr>,
}

impl Met {
    /// Those of a profile. Of a file that cannot be read nobody is known.
    pub fn load(profile: &Path) -> Met {
        let path = profile.join(FILE);
        let text = store::short_text(&path, LONGEST);
        let peers = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Met { path, peers }
    }

    /// Where this peer was.
    pub fn address(&self, identity: &[u8; 32]) -> Option<EndpointAddr> {
        self.peers.iter().find(|address| address.id.as_bytes() == identity).cloned()
    }

    /// Remembers where these are, and keeps it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, addresses: Vec<EndpointAddr>) -> anyhow::Result<()> {
        self.peers.retain(|old| !addresses.iter().any(|new| new.id == old.id));
        self.peers.extend(addresses);
        let surplus = self.peers.len().saturating_sub(MOST);
        self.peers.drain(..surplus);
        Ok(store::write_atomic(&self.path, &serde_json::to_vec_pretty(&self.peers)?)?)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, net::SocketAddr};

    use super::*;

    fn at(key: u8, port: u16) -> EndpointAddr {
        let id = iroh::SecretKey::from_bytes(&[key; 32]).public();
        let relay = "https://relay.example.org".parse().unwrap();
        EndpointAddr::new(id).with_ip_addr(SocketAddr::from(([127, 0, 0, 1], port))).with_relay_url(relay)
    }

    #[test]
    fn the_newest_place_of_a_peer_is_known_and_the_oldest_peers_go() {
        let folder = tempfile::tempdir().unwrap();
        let mut met = Met::load(folder.path());
        met.add(vec![at(1, 1), at(2, 1)]).unwrap();
        met.add(vec![at(1, 2)]).unwrap();
        let mut met = Met::load(folder.path());
        let whom = |key| *at(key, 0).id.as_bytes();
        assert_eq!(met.address(&whom(1)), Some(at(1, 2)));
        assert_eq!(met.address(&whom(2)), Some(at(2, 1)));
        assert_eq!(met.address(&whom(3)), None);
        met.add((100..100 + MOST as u8 - 1).map(|key| at(key, 9)).collect()).unwrap();
        let met = Met::load(folder.path());
        assert_eq!(met.peers.len(), MOST);
        assert!(met.address(&whom(2)).is_none() && met.address(&whom(1)).is_some());
    }

    #[test]
    fn a_file_of_others_knows_nobody() {
        let folder = tempfile::tempdir().unwrap();
        for wrong in ["", "{}", "[1]", "nonsense", r#"[{"id":"00","addrs":[]}]"#] {
            fs::write(folder.path().join(FILE), wrong).unwrap();
            assert!(Met::load(folder.path()).peers.is_empty());
        }
    }
}
