//! Whose words the player wants to see in no game; kept in the profile.

use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;

use crate::store;

const FILE: &str = "blocked.json";
/// Peers that are remembered; the oldest go.
const MOST: usize = 1000;
/// A file longer than this is none of ours.
const LONGEST: u64 = 128 * 1024;

/// The identities of those peers, in hex.
pub struct Blocked {
    path: PathBuf,
    keys: Vec<String>,
}

impl Blocked {
    /// Those of a profile. A file that cannot be read blocks nobody.
    pub fn load(profile: &Path) -> Blocked {
        let path = profile.join(FILE);
        let text = store::short_text(&path, LONGEST);
        let keys = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Blocked { path, keys }
    }

    /// Whether this peer is one of them.
    pub fn has(&self, identity: &[u8; 32]) -> bool {
        let key = HEXLOWER.encode(identity);
        self.keys.contains(&key)
    }

    /// Blocks a peer, or lifts that, and keeps it.
    ///
    /// # Errors
    /// The file cannot be written; until the end of this game it is as if it had been.
    pub fn set(&mut self, identity: &[u8; 32], blocked: bool) -> anyhow::Result<()> {
        let key = HEXLOWER.encode(identity);
        self.keys.retain(|other| *other != key);
        if blocked {
            self.keys.push(key);
        }
        let surplus = self.keys.len().saturating_sub(MOST);
        self.keys.drain(..surplus);
        Ok(store::write_atomic(&self.path, &serde_json::to_vec_pretty(&self.keys)?)?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn who_is_blocked_stays_so_until_it_is_lifted() {
        let folder = tempfile::tempdir().unwrap();
        let mut blocked = Blocked::load(folder.path());
        assert!(!blocked.has(&[7; 32]));
        blocked.set(&[7; 32], true).unwrap();
        blocked.set(&[8; 32], true).unwrap();
        let mut again = Blocked::load(folder.path());
        assert!(again.has(&[7; 32]) && again.has(&[8; 32]) && !again.has(&[9; 32]));
        again.set(&[7; 32], false).unwrap();
        let last = Blocked::load(folder.path());
        assert!(!last.has(&[7; 32]) && last.has(&[8; 32]));
    }

    #[test]
    fn the_list_is_no_longer_than_the_file_may_be() {
        let folder = tempfile::tempdir().unwrap();
        let keys = (0..MOST as u32 + 9).map(|n| HEXLOWER.encode(&[n.to_le_bytes(); 8].concat())).collect();
        let mut blocked = Blocked { path: folder.path().join(FILE), keys };
        blocked.set(&[255; 32], true).unwrap();
        let read = Blocked::load(folder.path());
        assert_eq!(read.keys.len(), MOST);
        assert!(read.has(&[255; 32]));
    }

    #[test]
    fn a_file_of_others_blocks_nobody() {
        let folder = tempfile::tempdir().unwrap();
        for wrong in ["", "{}", "[1]", "nonsense"] {
            fs::write(folder.path().join(FILE), wrong).unwrap();
            assert!(Blocked::load(folder.path()).keys.is_empty());
        }
    }
}
