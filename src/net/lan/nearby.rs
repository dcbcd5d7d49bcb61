//! The tables that are heard at present: a plain list, told what time it is.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use iroh::{EndpointAddr, EndpointId, TransportAddr};

use super::notice::{Notice, Phase};
use crate::net::Ticket;

/// Tables that are remembered at a time. More of them on one network are only noise.
pub const TABLES_MOST: usize = 64;
/// Addresses that are remembered of a table.
pub const ADDRESSES_MOST: usize = 8;
/// After this silence a table is no more: a computer that is switched off says nothing.
pub const FORGET: Duration = Duration::from_secs(4);
/// After this long without any table, something may be wrong.
pub const QUIET: Duration = Duration::from_secs(5);

/// A table as it was heard.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Found {
    /// Who it says is the host.
    pub host: EndpointId,
    /// What it says of itself.
    pub notice: Notice,
    /// Where it says that the host is.
    pub addresses: Vec<SocketAddr>,
}

impl Found {
    /// The invitation to it. Whoever answers there has to prove that it is the host.
    pub fn ticket(&self) -> Ticket {
        let addresses = self.addresses.iter().copied().map(TransportAddr::Ip);
        Ticket { address: EndpointAddr::from_parts(self.host, addresses), table: self.notice.table }
    }

    fn is_table_of(&self, other: &Found) -> bool {
        self.host == other.host && self.notice.table == other.notice.table
    }
}

/// See the module.
#[derive(Debug)]
pub struct Nearby {
    /// In the order in which they were first heard, so that nothing moves under a hand.
    tables: Vec<(Found, Instant)>,
    /// Since when there is none.
    empty: Instant,
}

impl Nearby {
    /// Nothing has been heard yet.
    pub fn new(now: Instant) -> Nearby {
        Nearby { tables: Vec::new(), empty: now }
    }

    /// Somebody has said this.
    pub fn hear(&mut self, now: Instant, mut said: Found) {
        self.forget(now);
        if said.notice.phase == Phase::Gone {
            self.drop_where(now, |(table, _)| table.is_table_of(&said));
            return;
        }
        let room = self.tables.len() < TABLES_MOST;
        match self.tables.iter_mut().find(|(table, _)| table.is_table_of(&said)) {
            Some((table, heard)) => {
                // What is added may be anybody's: it takes the place of nothing that was there.
                let new = said.addresses.iter().filter(|new| !table.addresses.contains(new));
                let new: Vec<SocketAddr> = new.copied().collect();
                table.addresses.extend(new);
                table.addresses.truncate(ADDRESSES_MOST);
                table.notice = said.notice;
                *heard = now;
            }
            None if room => {
                said.addresses.truncate(ADDRESSES_MOST);
                self.tables.push((said, now));
            }
            None => {}
        }
    }

    /// Time has passed: who has been silent for long is gone.
    pub fn forget(&mut self, now: Instant) {
        self.drop_where(now, |(_, heard)| now.saturating_duration_since(*heard) >= FORGET);
    }

    fn drop_where(&mut self, now: Instant, is: impl Fn(&(Found, Instant)) -> bool) {
        let before = self.tables.len();
        self.tables.retain(|table| !is(table));
        if before > 0 && self.tables.is_empty() {
            self.empty = now;
        }
    }

    /// All that are there.
    pub fn tables(&self) -> impl Iterator<Item = &Found> {
        self.tables.iter().map(|(table, _)| table)
    }

    /// Whether for long there has been nothing.
    pub fn is_quiet(&self, now: Instant) -> bool {
        self.tables.is_empty() && now.saturating_duration_since(self.empty) >= QUIET
    }

    /// When time alone changes something next.
    pub fn next(&self, now: Instant) -> Option<Instant> {
        match self.tables.iter().map(|(_, heard)| *heard + FORGET).min() {
            None => Some(self.empty + QUIET).filter(|quiet| *quiet > now),
            next => next,
        }
    }
}

#[cfg(test)]
mod tests {
    use iroh::SecretKey;
    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

    use super::{super::tests::notice, *};

    fn table(number: u8, addresses: &[u8]) -> Found {
        let host = SecretKey::from_bytes(&[number; 32]).public();
        let addresses = addresses.iter().map(|n| SocketAddr::from(([10, 0, 0, *n], 4000))).collect();
        Found { host, notice: Notice { table: [number; 16], ..notice() }, addresses }
    }

    fn gone(found: &Found) -> Found {
        Found { notice: Notice { phase: Phase::Gone, ..found.notice.clone() }, ..found.clone() }
    }

    #[test]
    fn a_table_is_there_at_once_and_gone_at_its_word_or_after_silence() {
        let begun = Instant::now();
        let mut nearby = Nearby::new(begun);
        let (one, other) = (table(1, &[1]), table(2, &[2]));
        nearby.hear(begun, one.clone());
        nearby.hear(begun, other.clone());
        assert_eq!(nearby.tables().collect::<Vec<_>>(), [&one, &other]);
        nearby.hear(begun, gone(&one));
        assert_eq!(nearby.tables().collect::<Vec<_>>(), [&other]);
        assert_eq!(nearby.next(begun), Some(begun + FORGET));
        nearby.forget(begun + FORGET - Duration::from_millis(1));
        assert_eq!(nearby.tables().count(), 1);
        nearby.forget(begun + FORGET);
        assert_eq!(nearby.tables().count(), 0);
        // The word of one that nobody knows is no table either.
        nearby.hear(begun + FORGET, gone(&one));
        assert_eq!(nearby.tables().count(), 0);
    }

    #[test]
    fn quiet_counts_from_the_last_table() {
        let begun = Instant::now();
        let mut nearby = Nearby::new(begun);
        assert!(!nearby.is_quiet(begun));
        assert_eq!(nearby.next(begun), Some(begun + QUIET));
        assert!(nearby.is_quiet(begun + QUIET));
        assert_eq!(nearby.next(begun + QUIET), None, "nothing is to come: nobody wakes up for it");
        let later = begun + QUIET * 3;
        nearby.hear(later, table(1, &[1]));
        assert!(!nearby.is_quiet(later));
        nearby.forget(later + FORGET);
        assert!(!nearby.is_quiet(later + FORGET));
        assert!(nearby.is_quiet(later + FORGET + QUIET));
    }

    #[test]
    fn what_is_heard_later_takes_no_address_away() {
        let now = Instant::now();
        let mut nearby = Nearby::new(now);
        nearby.hear(now, table(1, &[1, 2]));
        nearby.hear(now, table(1, &(100..200).collect::<Vec<u8>>()));
        let found = nearby.tables().next().expect("it is there");
        assert_eq!(found.addresses.len(), ADDRESSES_MOST);
        assert_eq!(found.addresses[..2], table(1, &[1, 2]).addresses[..]);
        let read = Ticket::find(&found.ticket().to_string()).expect("it can be pasted");
        assert_eq!(read, found.ticket());
    }

    /// Whatever is said in whatever order: the list stays within its limits, knows each table once, moves none
    /// to another place, keeps nobody who is silent, and sleeps no longer than until something changes.
    #[test]
    fn the_list_keeps_its_laws() {
        let mut fullest = 0;
        for seed in 0..10 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let (mut now, mut heard) = (Instant::now(), std::collections::BTreeMap::new());
            let mut nearby = Nearby::new(now);
            for _ in 0..600 {
                now += Duration::from_millis(rng.random_range(0..60));
                nearby.forget(now);
                let before: Vec<u8> = nearby.tables().map(|table| table.notice.table[0]).collect();
                let number = rng.random_range(0..250);
                let said = table(number, &[number, rng.random()]);
                if rng.random_bool(0.1) {
                    nearby.hear(now, gone(&said));
                } else {
                    nearby.hear(now, said.clone());
                    heard.insert(number, now);
                }
                let after: Vec<u8> = nearby.tables().map(|table| table.notice.table[0]).collect();
                assert!(after.len() <= TABLES_MOST, "seed {seed}");
                fullest = fullest.max(after.len());
                let unique: std::collections::BTreeSet<&u8> = after.iter().collect();
                assert_eq!(unique.len(), after.len(), "seed {seed}");
                let stayed: Vec<&u8> = before.iter().filter(|host| after.contains(host)).collect();
                assert!(after.iter().filter(|host| before.contains(host)).eq(stayed), "seed {seed}");
                assert!(after.iter().all(|host| now - heard[host] < FORGET), "seed {seed}");
                assert!(nearby.tables().all(|table| table.addresses.len() <= ADDRESSES_MOST));
                if let Some(next) = nearby.next(now) {
                    assert!(next > now, "seed {seed}");
                }
            }
        }
        assert_eq!(fullest, TABLES_MOST, "the list was never full");
    }
}
