//! Links within one process: a bot, or somebody who shares the computer, is a peer like any other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use iroh::EndpointAddr;
use tokio::sync::mpsc;

use super::link::{Identity, NetEvent};
use super::{Delivery, Links, MAX_FRAME, Path, Word};

/// Frames that wait for one end. A whole log fits in.
const QUEUE: usize = 8192;

/// One end of links that never break.
pub struct Local {
    others: BTreeMap<u64, mpsc::Sender<NetEvent>>,
    own: mpsc::Sender<NetEvent>,
    closed: Mutex<BTreeSet<u64>>,
}

/// Ends for peers of these identities, each linked with each.
pub fn mesh(identities: &[Identity]) -> Vec<(Local, mpsc::Receiver<NetEvent>)> {
    let queues: Vec<_> = identities.iter().map(|_| mpsc::channel(QUEUE)).collect();
    let senders: Vec<_> = queues.iter().map(|(sender, _)| sender.clone()).collect();
    let end = |(at, (own, events)): (usize, (mpsc::Sender<NetEvent>, mpsc::Receiver<NetEvent>))| {
        let mut others = BTreeMap::new();
        for (other, (sender, identity)) in senders.iter().zip(identities).enumerate() {
            if other == at {
                continue;
            }
            let link = link(at, other);
            let up = NetEvent::Up { link, identity: *identity, dialled: at < other };
            // The queue is empty: there is room.
            let _ = own.try_send(up);
            others.insert(link, sender.clone());
        }
        (Local { others, own, closed: Mutex::default() }, events)
    };
    queues.into_iter().enumerate().map(end).collect()
}

/// The number of a link, the same at both ends.
fn link(one: usize, other: usize) -> u64 {
    let (low, high) = (one.min(other), one.max(other));
    u64::try_from(high * high.saturating_sub(1) / 2 + low + 1).unwrap_or(u64::MAX)
}

impl Local {
    fn is_open(&self, link: u64) -> bool {
        !self.closed.lock().unwrap_or_else(PoisonError::into_inner).contains(&link)
    }

    /// Whether the other end of a link has taken this.
    fn pass(&self, link: u64, event: NetEvent) -> bool {
        self.others.get(&link).is_some_and(|other| other.try_send(event).is_ok())
    }
}

impl Links for Local {
    fn send(&self, link: u64, frame: Vec<u8>) {
        if self.is_open(link)
            && frame.len() <= MAX_FRAME
            && !self.pass(link, NetEvent::Frame { link, bytes: frame })
        {
            self.close(link, 0, "the other side does not keep up");
        }
    }

    fn say(&self, link: u64, word: &Word) -> Delivery {
        let said = || NetEvent::Word { link, word: word.clone() };
        match self.is_open(link) && word.is_short() && self.pass(link, said()) {
            true => Delivery::Sent,
            false => Delivery::Nobody,
        }
    }

    fn is_far(&self) -> bool {
        false
    }

    fn close(&self, link: u64, _code: u32, reason: &str) {
        if self.closed.lock().unwrap_or_else(PoisonError::into_inner).insert(link) {
            let down = || NetEvent::Down { link, why: reason.to_owned() };
            // An end that is gone needs no word.
            let _ = (self.pass(link, down()), self.own.try_send(down()));
        }
    }

    fn peer_address(&self, _link: u64) -> Option<EndpointAddr> {
        None
    }

    fn path(&self, _link: u64) -> Option<Path> {
        None
    }

    fn attend(&self, _link: u64, _wanted: bool) {}

    fn own_address(&self) -> Option<EndpointAddr> {
        None
    }

    fn dial(&self, _address: EndpointAddr) {}

    fn stop_dialling(&self, _identity: Identity) {}
}
