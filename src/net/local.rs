//! Links within one process: a bot, or somebody who shares the computer, is a peer like any other.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use iroh::EndpointAddr;
use tokio::sync::mpsc;

use super::link::{Identity, NetEvent};
use super::{Delivery, Links, MAX_FRAME, Path, Word};

/// Frames that wait for the other side. A whole log fits in.
const QUEUE: usize = 8192;
/// The one link of a pair.
const LINK: u64 = 1;

/// One end of a link that never breaks.
pub struct Local {
    other: mpsc::Sender<NetEvent>,
    own: mpsc::Sender<NetEvent>,
    closed: Mutex<BTreeSet<u64>>,
}

/// Two ends that are linked, for peers of these identities.
pub fn pair([first, second]: [Identity; 2]) -> [(Local, mpsc::Receiver<NetEvent>); 2] {
    let ((to_first, of_first), (to_second, of_second)) = (mpsc::channel(QUEUE), mpsc::channel(QUEUE));
    let up = |identity, dialled| NetEvent::Up { link: LINK, identity, dialled };
    // Both queues are empty: there is room.
    let _ = (to_first.try_send(up(second, true)), to_second.try_send(up(first, false)));
    let end = |other: &mpsc::Sender<NetEvent>, own: &mpsc::Sender<NetEvent>| Local {
        other: other.clone(),
        own: own.clone(),
        closed: Mutex::default(),
    };
    [(end(&to_second, &to_first), of_first), (end(&to_first, &to_second), of_second)]
}

impl Local {
    fn is_open(&self, link: u64) -> bool {
        !self.closed.lock().unwrap_or_else(PoisonError::into_inner).contains(&link)
    }
}

impl Links for Local {
    fn send(&self, link: u64, frame: Vec<u8>) {
        if self.is_open(link)
            && frame.len() <= MAX_FRAME
            && self.other.try_send(NetEvent::Frame { link, bytes: frame }).is_err()
        {
            self.close(link, 0, "the other side does not keep up");
        }
    }

    fn say(&self, link: u64, word: &Word) -> Delivery {
        let said = || NetEvent::Word { link, word: word.clone() };
        match self.is_open(link) && word.is_short() && self.other.try_send(said()).is_ok() {
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
            let _ = (self.other.try_send(down()), self.own.try_send(down()));
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
