//! Which links are open, and which of two links with one identity stays.
//!
//! Both ends may dial, so two connections of one pair can come up at the same moment, and each
//! end must keep the same one without asking the other. Each process draws a random *session*
//! at its start and tells it on every connection, so an end knows whether a second connection
//! comes from the process it already talks to or from a restarted one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use iroh::endpoint::Connection;
use tokio::sync::{mpsc, watch};

use super::dial::DIAL_LIMIT;
use super::link::{Identity, NetEvent, code};
use super::pulse::Pulse;
use super::sessions::Sessions;
use super::talk::{Delivery, Mouth, Word};

/// Frames waiting to be written to one link. A peer that comes back may lack a whole log, and an
/// opponent may have filled that with as many votes as a log takes: that too must fit, or honest peers
/// could not merge any more.
const SEND_QUEUE_FRAMES: usize = 1 << 17;
/// Bytes waiting to be written to one link.
const SEND_QUEUE_BYTES: usize = 64 << 20;
/// How long two connections of the same two sessions count as dialled at the same moment.
/// Neither end begins to dial while it has a link, so the second one comes up within a dial's
/// limit of the first on both ends; above that limit both ends judge alike.
const SAME_MOMENT: Duration = Duration::from_secs(DIAL_LIMIT.as_secs() + 2);

/// Drawn at random by each process at its start.
pub(super) type Session = [u8; 16];

/// What a link is told from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Order {
    /// Go on.
    Carry,
    /// Write what is queued, then close.
    Close { code: u32, reason: String },
    /// Close at once.
    Drop { code: u32, reason: String },
}

/// A link's own end of its entry in the roster.
pub(super) struct Berth {
    pub(super) link: u64,
    pub(super) queue: mpsc::Receiver<Vec<u8>>,
    pub(super) queued: Arc<AtomicUsize>,
    pub(super) words: mpsc::Receiver<Vec<u8>>,
    pub(super) attended: watch::Receiver<bool>,
    pub(super) orders: watch::Receiver<Order>,
}

struct Entry {
    identity: Identity,
    session: Session,
    dialled: bool,
    since: Instant,
    connection: Connection,
    /// Absent once the link is ending.
    queue: Option<mpsc::Sender<Vec<u8>>>,
    queued: Arc<AtomicUsize>,
    mouth: Mouth,
    attended: watch::Sender<bool>,
    pulse: Pulse,
    orders: watch::Sender<Order>,
}

#[derive(Default)]
struct Links {
    next: u64,
    open: HashMap<u64, Entry>,
    sessions: Sessions,
}

/// The open links of this process.
pub(super) struct Roster {
    own: Identity,
    session: Session,
    first_word: Duration,
    events: mpsc::Sender<NetEvent>,
    links: Mutex<Links>,
    changed: watch::Sender<()>,
    closing: watch::Sender<bool>,
}

impl Roster {
    /// Whoever dials us has to say something within `first_word`.
    pub(super) fn new(own: Identity, events: mpsc::Sender<NetEvent>, first_word: Duration) -> Self {
        Self {
            own,
            first_word,
            session: rand::random(),
            events,
            links: Mutex::default(),
            changed: watch::Sender::new(()),
            closing: watch::Sender::new(false),
        }
    }

    pub(super) fn first_word(&self) -> Duration {
        self.first_word
    }

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    /// Enters a connection, or refuses it with a code because another one with this identity stays.
    pub(super) fn admit(
        &self,
        connection: &Connection,
        session: Session,
        dialled: bool,
    ) -> Result<Berth, u32> {
        let identity = *connection.remote_id().as_bytes();
        let mut links = self.links();
        if *self.closing.borrow() {
            return Err(code::REPLACED);
        }
        if !links.sessions.meet(identity, session) {
            return Err(code::ELSEWHERE);
        }
        let rivals = links.open.values().filter(|e| e.identity == identity);
        if rivals.filter(|e| e.queue.is_some()).any(|old| !self.yields(old, session, dialled)) {
            return Err(code::REPLACED);
        }
        for old in links.open.values_mut().filter(|e| e.identity == identity) {
            // An older process is told, so that it does not come back.
            let code = if old.session == session { code::REPLACED } else { code::ELSEWHERE };
            old.end(Order::Drop { code, reason: super::link::REPLACED.into() });
        }
        let link = links.next;
        links.next += 1;
        let (entry, berth) = Entry::new(link, connection, session, dialled);
        links.open.insert(link, entry);
        Ok(berth)
    }

    /// Whether an open link makes room for a new connection of the same identity.
    fn yields(&self, old: &Entry, session: Session, dialled: bool) -> bool {
        let together = old.session == session && old.since.elapsed() < SAME_MOMENT;
        if !together || old.dialled == dialled {
            return true;
        }
        dialled == (self.own < old.identity)
    }

    /// Waits until no earlier link of the same identity is left, so that the layer above never
    /// sees two at once.
    pub(super) async fn alone(&self, link: u64, identity: &Identity) {
        let earlier = |links: &Links| {
            let mut open = links.open.iter();
            open.any(|(id, e)| *id < link && e.identity == *identity)
        };
        let mut changed = self.changed.subscribe();
        while earlier(&self.links()) {
            if changed.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits until there is no link with this identity.
    pub(super) async fn parted(&self, identity: &Identity) {
        let mut changed = self.changed.subscribe();
        while self.linked(identity) {
            if changed.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits until no link is up.
    pub(super) async fn deserted(&self) {
        let mut changed = self.changed.subscribe();
        while !self.links().open.is_empty() {
            if changed.changed().await.is_err() {
                return;
            }
        }
    }

    pub(super) fn linked(&self, identity: &Identity) -> bool {
        let links = self.links();
        links.open.values().any(|e| e.identity == *identity)
    }

    /// Takes no more frames for this link; those already queued are still written.
    pub(super) fn hush(&self, link: u64) {
        if let Some(entry) = self.links().open.get_mut(&link) {
            entry.queue = None;
        }
    }

    /// Removes a link whose end has been reported.
    pub(super) fn strike(&self, link: u64) {
        self.links().open.remove(&link);
        self.changed.send_replace(());
    }

    pub(super) fn order(&self, link: u64, order: Order) {
        if let Some(entry) = self.links().open.get_mut(&link) {
            entry.end(order);
        }
    }

    /// Queues a frame. A queue that is full ends the link: the peer reads nothing.
    pub(super) fn send(&self, link: u64, frame: Vec<u8>) {
        let mut links = self.links();
        let Some(entry) = links.open.get_mut(&link) else {
            return;
        };
        let Some(queue) = &entry.queue else { return };
        let length = frame.len();
        let before = entry.queued.fetch_add(length, Ordering::Relaxed);
        if before + length > SEND_QUEUE_BYTES || queue.try_send(frame).is_err() {
            entry.end(Order::Drop {
                code: code::CONGESTED,
                reason: "too many frames are waiting to be read".into(),
            });
        }
    }

    /// Says something on a link. What nobody hears is dropped.
    pub(super) fn say(&self, link: u64, word: &Word) -> Delivery {
        let mut links = self.links();
        let entry = links.open.get_mut(&link).filter(|entry| entry.queue.is_some());
        match (entry, word.encode()) {
            (Some(entry), Some(word)) => entry.mouth.say(word),
            _ => Delivery::Nobody,
        }
    }

    /// Whether the peer of a link is to be asked all the time if it is there.
    pub(super) fn attend(&self, link: u64, wanted: bool) {
        if let Some(entry) = self.links().open.get(&link) {
            entry.attended.send_if_modified(|before| std::mem::replace(before, wanted) != wanted);
        }
    }

    /// Keeps how the peer of a link answers; whether that has changed.
    pub(super) fn pulse(&self, link: u64, pulse: Pulse) -> bool {
        let mut links = self.links();
        let entry = links.open.get_mut(&link);
        entry.is_some_and(|entry| std::mem::replace(&mut entry.pulse, pulse) != pulse)
    }

    /// How the peer of a link answers.
    pub(super) fn felt(&self, link: u64) -> Pulse {
        self.links().open.get(&link).map(|entry| entry.pulse).unwrap_or_default()
    }

    pub(super) fn connection(&self, link: u64) -> Option<Connection> {
        let links = self.links();
        links.open.get(&link).map(|e| e.connection.clone())
    }

    /// Tells the layer above, and says whether that worked. Waits for room, except at the end:
    /// then nobody may be listening.
    pub(super) async fn report(&self, event: NetEvent) -> bool {
        tokio::select! {
            biased;
            sent = self.events.send(event) => sent.is_ok(),
            () = self.closing() => false,
        }
    }

    /// Lets no link in any more and closes those that are open, after what is queued.
    pub(super) fn close(&self, code: u32, reason: &str) {
        let mut links = self.links();
        for entry in links.open.values_mut() {
            entry.end(Order::Close { code, reason: reason.into() });
        }
        self.closing.send_replace(true);
    }

    /// Waits for [`Roster::close`].
    pub(super) async fn closing(&self) {
        let mut closing = self.closing.subscribe();
        // The sender lives in `self`: the wait cannot fail.
        let _ = closing.wait_for(|closing| *closing).await;
    }

    fn links(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn new(link: u64, connection: &Connection, session: Session, dialled: bool) -> (Self, Berth) {
        let (sender, queue) = mpsc::channel(SEND_QUEUE_FRAMES);
        let (orders, receiver) = watch::channel(Order::Carry);
        let queued = Arc::new(AtomicUsize::new(0));
        let (mouth, words) = Mouth::new();
        let (attended, wanted) = watch::channel(false);
        let entry = Self {
            identity: *connection.remote_id().as_bytes(),
            session,
            dialled,
            since: Instant::now(),
            connection: connection.clone(),
            queue: Some(sender),
            queued: queued.clone(),
            mouth,
            attended,
            pulse: Pulse::default(),
            orders,
        };
        let berth = Berth { link, queue, queued, words, attended: wanted, orders: receiver };
        (entry, berth)
    }

    /// The order goes out before the queue closes, so a link that sees its queue closed knows why.
    fn end(&mut self, order: Order) {
        let drops = matches!(order, Order::Drop { .. });
        if self.queue.is_some() || drops {
            self.orders.send_replace(order);
        }
        self.queue = None;
    }
}
