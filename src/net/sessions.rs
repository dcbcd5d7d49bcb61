//! Which process of an identity is the newest.

use std::collections::VecDeque;

use super::{link::Identity, roster::Session};

/// Sessions that are remembered; the oldest go.
const MOST: usize = 64;

/// The sessions that were met, in the order in which they came first.
#[derive(Default)]
pub(super) struct Sessions(VecDeque<(Identity, Session)>);

impl Sessions {
    /// Remembers a session; false if a newer one of the same identity has been met since.
    pub(super) fn meet(&mut self, identity: Identity, session: Session) -> bool {
        match self.0.iter().rev().find(|(of, _)| *of == identity) {
            Some((_, newest)) if *newest == session => return true,
            Some(_) if self.0.contains(&(identity, session)) => return false,
            _ => {}
        }
        if self.0.len() >= MOST {
            self.0.pop_front();
        }
        self.0.push_back((identity, session));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_stays_and_an_older_one_never_comes_back() {
        let mut sessions = Sessions::default();
        assert!(sessions.meet([1; 32], [1; 16]) && sessions.meet([2; 32], [1; 16]));
        assert!(sessions.meet([1; 32], [1; 16]), "a second connection of it");
        assert!(sessions.meet([1; 32], [2; 16]));
        assert!(!sessions.meet([1; 32], [1; 16]), "replaced");
        assert!(sessions.meet([1; 32], [2; 16]) && sessions.meet([2; 32], [1; 16]));
        for number in 0..=255 {
            assert!(sessions.meet([3; 32], [number; 16]));
        }
        assert_eq!(sessions.0.len(), MOST);
    }
}
