//! The endpoint with everything that runs on it: accepting, dialling, links.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use iroh::endpoint::{Incoming, Path as OpenPath, PathList};
use iroh::{Endpoint, EndpointAddr, TransportAddr};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::carry::{FLUSH_LIMIT, LINGER, carry, close, hear};
use super::dial::{DIAL_LIMIT, Wanted, keep_dialling};
use super::endpoint::{self, Config};
use super::frame::MAX_FRAME;
use super::lan::{Announcer, Ground, Notice};
use super::mooring::Mooring;
use super::pulse::Pulse;
use super::roster::{Order, Roster};
use super::talk::{Delivery, Word};

/// A peer's public key. Proven by the handshake of the connection.
pub type Identity = [u8; 32];

/// What [`NetEvent::Down`] says of a link that made room for a newer one of the same identity.
pub const REPLACED: &str = "replaced";

/// Close codes of this layer. The layer above uses others, from 16 on.
pub mod code {
    /// An ordinary end.
    pub const BYE: u32 = 0;
    /// Another connection of the same identity stays.
    pub const REPLACED: u32 = 1;
    /// The peer does not read what we send.
    pub const CONGESTED: u32 = 2;
    /// The peer announced a frame that is too long.
    pub const TOO_LONG: u32 = 3;
    /// The peer did not begin as it should.
    pub const GREETING: u32 = 4;
    /// A newer process of the same identity has come: there is no place for the older one.
    pub const ELSEWHERE: u32 = 5;
}

/// Events waiting for the layer above. With frames of full length this bounds the memory.
pub(super) const EVENT_QUEUE: usize = 64;
/// Connections from outside at a time, those still in the handshake included.
pub(super) const MAX_INBOUND: usize = 16;
/// How long whoever dialled us may be silent at first. Dialling means having something to say; a link
/// on which nothing is ever said would hold its place among those from outside for nothing.
const FIRST_WORD: Duration = Duration::from_secs(20);
/// Peers dialled at a time.
pub(super) const MAX_DIALLED: usize = 16;

/// What happened on the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NetEvent {
    /// A link is up. Any earlier link of the same identity is down by now.
    Up {
        /// Names this link from now on; never used twice in a process.
        link: u64,
        /// Who is at the other end.
        identity: Identity,
        /// Whether this end dialled.
        dialled: bool,
    },
    /// A frame arrived.
    Frame {
        /// The link it came on.
        link: u64,
        /// The frame, at most [`MAX_FRAME`] bytes.
        bytes: Vec<u8>,
    },
    /// Somebody said something beside the game. Words and frames of a link are in no order.
    Word {
        /// The link it came on.
        link: u64,
        /// What was said.
        word: Word,
    },
    /// A link is down; nothing more comes of it.
    Down {
        /// The link.
        link: u64,
        /// The reason, for the log.
        why: String,
    },
    /// The peer of a link has begun or ceased to answer as it should; [`Net::path`] says how it does.
    Pulse {
        /// The link.
        link: u64,
    },
    /// A peer says that a newer process of our own identity has come; it is dialled no more. Anybody can say so.
    Elsewhere {
        /// Who says it.
        identity: Identity,
    },
    /// One attempt to dial came to nothing. It is tried again.
    DialFailed {
        /// Who was dialled.
        identity: Identity,
        /// The reason, for the log.
        why: String,
    },
}

/// The way a link takes at present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path {
    /// Straight to the peer; otherwise through a relay.
    pub direct: bool,
    /// The measured round trip.
    pub rtt: Duration,
    /// Whether the peer answers.
    pub pulse: Pulse,
}

/// This peer on the network. Shut it down before dropping it: a mere drop tells no peer.
pub struct Net {
    mooring: Arc<Mooring>,
    roster: Arc<Roster>,
    wanted: Mutex<HashMap<Identity, watch::Sender<Wanted>>>,
    /// Dropping the set aborts what still runs in it.
    tasks: Mutex<JoinSet<()>>,
}

impl Net {
    /// Opens the endpoint and begins to accept. Must be called inside a tokio runtime.
    pub async fn start(config: Config) -> anyhow::Result<(Self, mpsc::Receiver<NetEvent>)> {
        Self::start_with(config, FIRST_WORD).await
    }

    pub(super) async fn start_with(
        config: Config,
        first_word: Duration,
    ) -> anyhow::Result<(Self, mpsc::Receiver<NetEvent>)> {
        let mooring = Arc::new(Mooring::open(config).await?);
        let (events, receiver) = mpsc::channel(EVENT_QUEUE);
        let roster = Arc::new(Roster::new(*mooring.id().as_bytes(), events, first_word));
        let mut tasks = JoinSet::new();
        tasks.spawn(accept(mooring.endpoints(), roster.clone()));
        if !mooring.is_offline() {
            tasks.spawn(watch_relay(mooring.clone(), roster.clone()));
        }
        let net = Self { mooring, roster, wanted: Mutex::default(), tasks: Mutex::new(tasks) };
        Ok((net, receiver))
    }

    /// Waits, at most seven seconds, until the address is good beyond the local network. Say
    /// whether it is. Offline it is never, and this returns at once.
    pub async fn online(&self) -> bool {
        let endpoint = self.mooring.endpoint().filter(|_| !self.is_offline());
        match endpoint {
            Some(endpoint) => endpoint::online(&endpoint).await,
            None => false,
        }
    }

    /// Whether no relay is asked for.
    pub fn is_offline(&self) -> bool {
        self.mooring.is_offline()
    }

    /// Who we are.
    pub fn identity(&self) -> Identity {
        *self.mooring.id().as_bytes()
    }

    /// Where peers can reach us as far as known now; it may get better with time.
    pub fn address(&self) -> EndpointAddr {
        self.mooring.address()
    }

    /// Where somebody at this computer can reach us, also where there is no network beyond it.
    pub fn near_address(&self) -> EndpointAddr {
        let sockets = self.mooring.endpoint().map_or_else(Vec::new, |endpoint| endpoint.bound_sockets());
        let near = sockets.into_iter().map(|at| match at.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, at.port()).into(),
            IpAddr::V6(ip) if ip.is_unspecified() => (Ipv6Addr::LOCALHOST, at.port()).into(),
            _ => at,
        });
        let EndpointAddr { id, addrs } = self.address();
        EndpointAddr::from_parts(id, addrs.into_iter().chain(near.map(TransportAddr::Ip)))
    }

    /// Queues a frame on a link. A link that is down takes it silently; one whose queue is full,
    /// or that is given a frame longer than [`MAX_FRAME`], is closed.
    pub fn send(&self, link: u64, frame: Vec<u8>) {
        if frame.len() <= MAX_FRAME {
            return self.roster.send(link, frame);
        }
        let order = Order::Drop {
            code: code::TOO_LONG,
            reason: format!("our own frame of {} bytes is too long", frame.len()),
        };
        self.roster.order(link, order);
    }

    /// Says something beside the game, as fast as an honest peer may; it holds up no frame.
    pub fn say(&self, link: u64, word: &Word) -> Delivery {
        self.roster.say(link, word)
    }

    /// Closes a link after what is queued on it has been written. No more of its frames are
    /// read; after those already read comes its `Down`, with this reason.
    pub fn close(&self, link: u64, code: u32, reason: &str) {
        let reason = reason.into();
        self.roster.order(link, Order::Close { code, reason });
    }

    /// Dials this peer now and whenever there is no link with it, until told to stop. A newer
    /// address of the same peer takes the place of the older one.
    pub fn keep_dialling(&self, address: EndpointAddr) {
        let identity = *address.id.as_bytes();
        let mut wanted = lock(&self.wanted);
        if let Some(wish) = wanted.get(&identity) {
            wish.send_replace(Some(address));
            return;
        }
        if wanted.len() >= MAX_DIALLED {
            tracing::warn!("too many peers to dial");
            return;
        }
        let (wish, receiver) = watch::channel(Some(address));
        wanted.insert(identity, wish);
        let (mooring, roster) = (self.mooring.clone(), self.roster.clone());
        let mut tasks = lock(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(keep_dialling(mooring, roster, identity, receiver));
    }

    /// Begins no further attempt to dial this peer. A link that is up stays up.
    pub fn stop_dialling(&self, identity: Identity) {
        lock(&self.wanted).remove(&identity);
    }

    /// The way a link takes at present, `None` if it is down or between two ways.
    pub fn path(&self, link: u64) -> Option<Path> {
        let connection = self.roster.connection(link)?;
        if connection.close_reason().is_some() {
            return None;
        }
        let pulse = self.roster.felt(link);
        let paths = connection.paths();
        let taken = taken(&paths)?;
        Some(Path { direct: taken.is_ip(), rtt: taken.rtt(), pulse })
    }

    /// Whether the peer of a link is to be asked all the time if it is there.
    pub fn attend(&self, link: u64, wanted: bool) {
        self.roster.attend(link, wanted);
    }

    /// Says on the local network that there is a table here.
    pub fn announce(&self, ground: Ground, notice: Notice) -> Announcer {
        Announcer::start(self.mooring.endpoints(), ground, notice)
    }

    /// Where the peer of a link is reached at present, and by which relay if there is one: the way past it
    /// may not be there the next time. `None` if the link is down or between two ways.
    pub fn peer_address(&self, link: u64) -> Option<EndpointAddr> {
        let connection = self.roster.connection(link).filter(|link| link.close_reason().is_none())?;
        let paths = connection.paths();
        let taken = taken(&paths)?.id();
        let ways = paths.iter().filter(|path| path.id() == taken || path.is_relay());
        let ways = ways.map(|path| path.remote_addr().clone());
        Some(EndpointAddr::from_parts(connection.remote_id(), ways))
    }

    /// Writes what is queued, closes every link and the endpoint, and ends every task. Takes a
    /// few seconds at most, whatever the peers do.
    pub async fn shutdown(&self) {
        self.roster.close(code::BYE, "bye");
        lock(&self.wanted).clear();
        let mut tasks = std::mem::take(&mut *lock(&self.tasks));
        let ends = async { while tasks.join_next().await.is_some() {} };
        let _ = timeout(FLUSH_LIMIT + 2 * LINGER, ends).await;
        tasks.shutdown().await;
        self.mooring.close().await;
    }

    /// As if its relay had stayed away.
    #[cfg(test)]
    pub(super) async fn renew(&self) {
        self.mooring.renew().await;
    }
}

/// The path that what is sent takes. Who comes back after a crash is elsewhere, and while its dead connection
/// is still there iroh may have selected none of the paths of the new one.
fn taken<'a>(paths: &'a PathList<'_>) -> Option<OpenPath<'a>> {
    let selected = paths.iter().find(|path| path.is_selected());
    selected.or_else(|| paths.iter().min_by_key(|path| (path.is_relay(), path.rtt())))
}

async fn accept(mut endpoints: watch::Receiver<Option<Endpoint>>, roster: Arc<Roster>) {
    let mut inbound = JoinSet::new();
    loop {
        let endpoint = endpoints.borrow_and_update().clone();
        let incoming = async {
            let incoming = match &endpoint {
                Some(endpoint) => endpoint.accept().await,
                None => None,
            };
            match incoming {
                Some(incoming) => incoming,
                // It is closed; perhaps another takes its place.
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = roster.closing() => break,
            Some(_) = inbound.join_next() => {}
            changed = endpoints.changed() => if changed.is_err() { break },
            incoming = incoming => match inbound.len() >= MAX_INBOUND {
                true => incoming.refuse(),
                false => drop(inbound.spawn(welcome(roster.clone(), incoming))),
            },
        }
    }
    while inbound.join_next().await.is_some() {}
}

async fn watch_relay(mooring: Arc<Mooring>, roster: Arc<Roster>) {
    tokio::select! {
        () = mooring.watch(&roster) => {}
        () = roster.closing() => {}
    }
}

async fn welcome(roster: Arc<Roster>, incoming: Incoming) {
    let handshake = async {
        let connection = incoming.accept()?.await?;
        let heard = hear(connection.clone()).await;
        if heard.is_err() {
            close(&connection, code::GREETING, "no greeting");
        }
        heard
    };
    let greeted = tokio::select! {
        greeted = timeout(DIAL_LIMIT, handshake) => greeted,
        () = roster.closing() => return,
    };
    match greeted {
        Ok(Ok(greeted)) => drop(carry(&roster, greeted).await),
        Ok(Err(error)) => tracing::debug!("a connection came to nothing: {error:#}"),
        Err(_) => tracing::debug!("a connection did not greet in time"),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
