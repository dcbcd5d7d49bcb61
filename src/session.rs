//! The worker of one game: a peer, its links, its timer and its files meet here and nowhere else.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use marque_protocol::{
    audit::{Verdict, verdict},
    lobby::{Away, Message},
    log::Log,
    peer::{Event, Input, Link, Output, Peer},
    rules::Seat,
    seal::Digest,
    table::Duty,
    terms::Agreed,
    wire::Frame,
};
use rand::{Rng as _, SeedableRng as _, TryRng as _, rngs::ChaCha20Rng, rngs::SysRng};
use tokio::sync::mpsc;

use crate::{
    book::Book,
    captain::Captain,
    failpoint::{Step, reach},
    helm::{End, Lookout, Order},
    interrupt::Interrupt,
    net::{Links, Net, NetEvent},
    store::Profile,
    words,
};

/// How long to wait after the end for the charts of the others.
const CHARTS_LIMIT: Duration = Duration::from_secs(10);
/// Refusals that a player is told of; whoever sends more only wants to fill the screen.
const REFUSALS_MOST: u32 = 16;
/// How long to wait for the others' goodbye.
const BYE_LIMIT: Duration = Duration::from_secs(1);

/// A game under way.
pub struct Session {
    peer: Peer,
    book: Book,
    links: BTreeMap<Link, [u8; 32]>,
    start: Instant,
    wake: Option<Instant>,
    refusals: u32,
    captain: Captain,
    lookout: Lookout,
}

/// The person at the helm has gone; the game is kept.
#[derive(Debug, thiserror::Error)]
#[error("left; the game is kept and can be resumed")]
pub struct Left;

/// What a session ended with.
pub struct Ended {
    /// Where the record is.
    pub record: PathBuf,
    /// Head of the log.
    pub head: Digest,
    /// What can be said of it.
    pub verdict: Verdict,
}

/// A stream of random numbers that nobody else knows.
pub fn fresh_rng() -> anyhow::Result<ChaCha20Rng> {
    Ok(ChaCha20Rng::from_seed(fresh_bytes()?))
}

/// Random bytes of the operating system.
pub fn fresh_bytes<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).context("the system gives no random numbers")?;
    Ok(bytes)
}

impl Session {
    /// Begins a game that everybody has signed; the book is on disk before anything of it is signed.
    pub fn begin(agreed: Arc<Agreed>, book: Book, captain: Captain) -> anyhow::Result<Session> {
        let peer = Peer::new(agreed, Some(book.seated()), fresh_rng()?.next_u64(), 0);
        Ok(Session::with(peer, book, captain))
    }

    /// Goes on with a game that was interrupted.
    pub fn resume(mut log: Log, book: Book, captain: Captain) -> anyhow::Result<Session> {
        let before = log.happenings();
        let peer = Peer::resume(log, Some(book.seated()), fresh_rng()?.next_u64(), 0);
        let mut session = Session::with(peer, book, captain);
        before.into_iter().for_each(|happening| session.lookout.happened(happening));
        Ok(session)
    }

    fn with(peer: Peer, book: Book, captain: Captain) -> Session {
        let (start, links) = (Instant::now(), BTreeMap::new());
        Session { peer, book, links, start, wake: None, refusals: 0, captain, lookout: Lookout::new(start) }
    }

    /// The log as it is.
    pub fn log(&self) -> &Log {
        self.peer.log()
    }

    /// The seat that is played here.
    pub fn seat(&self) -> Option<Seat> {
        self.peer.seat()
    }

    /// The identity of the seat that is played here.
    ///
    /// # Errors
    /// None is.
    pub fn identity(&self) -> anyhow::Result<[u8; 32]> {
        let place = self.seat().and_then(|seat| self.agreed().place(seat));
        place.map(|place| place.identity).context("nobody is seated here")
    }

    fn agreed(&self) -> &Agreed {
        self.peer.log().agreed()
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Dials whoever was met before.
    pub fn dial(&self, net: &Net) {
        for address in self.book.peers() {
            net.keep_dialling(address);
        }
    }

    /// Takes over a link that was up before the game began.
    pub fn adopt(&mut self, net: &impl Links, link: Link, identity: [u8; 32]) -> anyhow::Result<()> {
        self.up(net, link, identity)
    }

    /// Takes a frame that came on a link before the session had it.
    pub fn heard(&mut self, link: Link, bytes: Vec<u8>) {
        self.input(Input::Frame(link, bytes));
    }

    /// Plays to the end. `tell` gets one line for each thing that happens.
    pub async fn play(
        &mut self,
        net: &impl Links,
        events: &mut mpsc::Receiver<NetEvent>,
        interrupt: &mut Interrupt,
        mut tell: impl FnMut(String),
    ) -> anyhow::Result<()> {
        let mut over: Option<Instant> = None;
        loop {
            self.drain(net, &mut tell)?;
            // Also after a restart, when the others may have finished and nobody is left to merge with.
            if self.peer.table().duty() == Duty::Over {
                let since = *over.get_or_insert_with(Instant::now);
                if self.complete() || since.elapsed() >= CHARTS_LIMIT {
                    return Ok(());
                }
                self.wake = Some(since + CHARTS_LIMIT);
            } else {
                over = None;
                self.decide()?;
                if self.peer.table().duty() == Duty::Over {
                    continue;
                }
            }
            self.drain(net, &mut tell)?;
            self.show(None);
            let wake = self.wake.unwrap_or_else(|| Instant::now() + Duration::from_secs(3600));
            tokio::select! {
                event = events.recv() => match event {
                    Some(event) => self.event(net, event, &mut tell)?,
                    None => bail!("the network is gone; the game is kept and can be resumed"),
                },
                () = tokio::time::sleep_until(wake.into()) => {
                    self.wake = None;
                    self.input(Input::Tick);
                }
                order = self.captain.order() => self.order(order)?,
                () = interrupt.heard() => bail!("interrupted; the game is kept, go on with: marque resume"),
            }
        }
    }

    /// Whether every seat that may still show its chart has.
    fn complete(&self) -> bool {
        let log = self.peer.log();
        let shown = |seat: Seat| log.charts().any(|(of, ..)| of == seat);
        Seat::all(self.agreed().seats()).all(shown)
    }

    /// Says goodbye, keeps the record and removes what is secret.
    pub async fn end(
        mut self,
        profile: &Profile,
        net: &impl Links,
        events: &mut mpsc::Receiver<NetEvent>,
    ) -> anyhow::Result<Ended> {
        self.show(Some(End::of(self.peer.log(), None)));
        for &link in self.links.keys() {
            net.send(link, Frame::Bye.encode());
        }
        let deadline = Instant::now() + BYE_LIMIT;
        while !self.links.is_empty() {
            let Ok(Some(event)) = tokio::time::timeout_at(deadline.into(), events.recv()).await else {
                break;
            };
            match event {
                NetEvent::Down { link, .. } => drop(self.links.remove(&link)),
                // The other's goodbye, or the last it has to say.
                NetEvent::Frame { link, bytes } => {
                    if Frame::decode(&bytes) == Ok(Frame::Bye) {
                        self.links.remove(&link);
                    } else {
                        self.input(Input::Frame(link, bytes));
                        self.drain(net, &mut |_| {})?;
                    }
                }
                NetEvent::Up { .. } | NetEvent::DialFailed { .. } => {}
            }
        }
        let connected = self.connected();
        let Session { peer, book, captain, lookout, .. } = self;
        let record = book.finish(profile, peer.log())?;
        if let Some(person) = captain.person() {
            let end = End::of(peer.log(), Some(record.clone()));
            if let Some(view) = lookout.view(&peer, connected, Some(end)) {
                person.show(view);
            }
        }
        Ok(Ended { record, head: peer.table().head(), verdict: verdict(peer.log()) })
    }

    fn input(&mut self, input: Input) {
        let now = self.now();
        if let Err(refused) = self.peer.handle(now, input) {
            tracing::debug!("refused: {refused}");
        }
    }

    /// Whoever decides at once does so where a choice is due.
    fn decide(&mut self) -> anyhow::Result<()> {
        let (Some(seat), Some(chart)) = (self.peer.seat(), self.peer.chart()) else { return Ok(()) };
        if self.peer.table().duty() != Duty::Act(seat) || self.peer.is_quiet() {
            return Ok(());
        }
        match self.captain.decide(self.peer.table().position(), seat, chart) {
            Some(order) => self.order(order),
            None => Ok(()),
        }
    }

    fn order(&mut self, order: Order) -> anyhow::Result<()> {
        let input = match order {
            Order::Act(intent) => Input::Act(intent),
            Order::Resign => Input::Resign,
            Order::Claim => Input::Claim,
            Order::Leave => return Err(Left.into()),
        };
        let now = self.now();
        self.lookout.refused(self.peer.handle(now, input).err());
        Ok(())
    }

    /// Shows the person at the helm, if there is one, how things stand.
    fn show(&self, end: Option<End>) {
        if let Some(person) = self.captain.person()
            && let Some(view) = self.lookout.view(&self.peer, self.connected(), end)
        {
            person.show(view);
        }
    }

    fn connected(&self) -> Vec<Seat> {
        let seats = Seat::all(self.agreed().seats());
        let linked = |seat: &Seat| {
            self.agreed()
                .place(*seat)
                .is_some_and(|place| self.links.values().any(|it| *it == place.identity))
        };
        seats.filter(linked).collect()
    }

    fn up(&mut self, net: &impl Links, link: Link, identity: [u8; 32]) -> anyhow::Result<()> {
        let seated = self.agreed().terms.seats.iter().any(|place| place.identity == identity);
        // Who is not seated is told so when it asks.
        if !seated {
            return Ok(());
        }
        self.links.insert(link, identity);
        if let Some(address) = net.peer_address(link) {
            self.book.met(&address)?;
        }
        self.input(Input::Connected(link));
        Ok(())
    }

    fn event(
        &mut self,
        net: &impl Links,
        event: NetEvent,
        tell: &mut impl FnMut(String),
    ) -> anyhow::Result<()> {
        match event {
            NetEvent::Up { link, identity, .. } => self.up(net, link, identity)?,
            NetEvent::Frame { link, bytes } if self.links.contains_key(&link) => {
                self.greet_again(net, link, &bytes);
                self.input(Input::Frame(link, bytes));
            }
            NetEvent::Frame { link, bytes } => {
                if let Ok(Frame::Lobby(Message::Join { .. })) = Frame::decode(&bytes) {
                    net.send(link, Frame::Lobby(Message::Turned(Away::Full)).encode());
                }
                net.close(link, 0, "this game has its players");
            }
            NetEvent::Down { link, why } => {
                if let Some(identity) = self.links.remove(&link) {
                    tell(words::lost(self.agreed(), &identity, &why));
                    self.input(Input::Disconnected(link));
                }
            }
            NetEvent::DialFailed { why, .. } => tracing::debug!("dial: {why}"),
        }
        Ok(())
    }

    /// A guest that missed the beginning asks for its seat once more; one that has lost what it needs
    /// for this game asks for another, and there is none.
    fn greet_again(&self, net: &impl Links, link: Link, bytes: &[u8]) {
        if let Ok(Frame::Lobby(Message::Join { place, .. })) = Frame::decode(bytes) {
            let seated = self.agreed().terms.seats.contains(&place);
            let begin = || Message::Begin(self.agreed().agreement.clone());
            let reply = if seated { begin() } else { Message::Turned(Away::Full) };
            net.send(link, Frame::Lobby(reply).encode());
        }
    }

    /// Carries out what the peer wants done, in order. After an error on disk nothing more is sent.
    fn drain(&mut self, net: &impl Links, tell: &mut impl FnMut(String)) -> anyhow::Result<()> {
        while let Some(output) = self.peer.poll() {
            match output {
                Output::Keep(kept) => self.book.keep(kept)?,
                Output::Persist(signed) => self.book.write(signed)?,
                Output::Send(link, bytes) => {
                    reach(Step::Send, self.book.folder())?;
                    net.send(link, bytes);
                    reach(Step::Sent, self.book.folder())?;
                }
                Output::Close(link, why) => {
                    self.links.remove(&link);
                    net.close(link, 0, &why.to_string());
                }
                Output::Wake(at) => {
                    let at = self.start + Duration::from_millis(at);
                    self.wake = Some(self.wake.map_or(at, |wake| wake.min(at)));
                }
                Output::Event(event) => {
                    if matches!(event, Event::Refused(..)) {
                        self.refusals = self.refusals.saturating_add(1);
                        if self.refusals > REFUSALS_MOST {
                            continue;
                        }
                    }
                    if let Some(line) = words::event(self.agreed(), &event) {
                        tell(line);
                    }
                    match event {
                        Event::Log(happening) => self.lookout.happened(happening),
                        // A person says for himself whether he goes on waiting.
                        Event::Overdue(silent) if self.captain.person().is_some() => {
                            self.lookout.overdue(silent)
                        }
                        Event::Overdue(_) => self.input(Input::Claim),
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }
}
