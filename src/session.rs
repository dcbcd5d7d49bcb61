//! The worker of one game: a peer, its links, its timer and its files meet here and nowhere else.

mod afterwards;
mod aside;
mod end;
mod laying;
mod links;
mod presence;
mod talk;
mod ways;

use end::CHARTS_LIMIT;
pub use end::Ended;
use presence::Presence;
use ways::Ways;

pub use aside::Elsewhere;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use marque_protocol::{
    log::Log,
    peer::{Event, Input, Link, Output, Peer},
    rules::Seat,
    table::Duty,
    terms::Agreed,
};
use rand::{Rng as _, SeedableRng as _, TryRng as _, rngs::ChaCha20Rng, rngs::SysRng};
use tokio::sync::mpsc;

use crate::{
    book::Book,
    captain::Captain,
    failpoint::{Step, reach},
    helm::{self, Lookout, Order, View},
    interrupt::Interrupt,
    net::{Links, NetEvent},
    words,
};

/// Refusals that a player is told of; whoever sends more only wants to fill the screen.
const REFUSALS_MOST: u32 = 16;
/// How often the ways to the others are looked at.
const LOOK: Duration = Duration::from_secs(2);
/// Nothing is waited for.
const IDLE: Duration = Duration::from_secs(3600);

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
    /// When a fleet that nobody has laid out is laid out at random.
    lay_by: Option<Instant>,
    /// The person has resigned, which waits until another peer has said what it knows.
    gives_up: bool,
    presence: Presence,
    ways: Ways,
    /// Whether the others are at other computers.
    far: bool,
    /// Everybody at the table has just agreed to go on another day.
    adjourned: bool,
}

/// Everybody agreed to go on another day; the game is kept.
#[derive(Debug, thiserror::Error)]
#[error("the game is adjourned; it is kept and can be resumed")]
pub struct Adjourned;

/// The person at the helm has gone; the game is kept.
#[derive(Debug, thiserror::Error)]
#[error("left; the game is kept and can be resumed")]
pub struct Left;

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
        let peer = Peer::new(agreed, book.seated(), fresh_rng()?.next_u64(), 0);
        Ok(Session::with(peer, book, captain))
    }

    /// Goes on with a game that was interrupted.
    pub fn resume(mut log: Log, book: Book, captain: Captain) -> anyhow::Result<Session> {
        let before = log.happenings();
        let peer = Peer::resume(log, book.seated(), fresh_rng()?.next_u64(), 0);
        let mut session = Session::with(peer, book, captain);
        before.into_iter().for_each(|happening| session.lookout.happened(happening));
        Ok(session)
    }

    fn with(peer: Peer, book: Book, captain: Captain) -> Session {
        let (start, links) = (Instant::now(), BTreeMap::new());
        let lay = Duration::from_secs(peer.log().agreed().terms.clock.seal_s.into());
        let lay_by = book.seated().is_none().then(|| start + lay);
        let (lookout, presence) = (Lookout::new(start), Presence::default());
        Session {
            peer,
            book,
            links,
            start,
            wake: None,
            refusals: 0,
            captain,
            lookout,
            lay_by,
            gives_up: false,
            presence,
            ways: Ways::default(),
            far: false,
            adjourned: false,
        }
    }

    /// The log as it is.
    pub fn log(&self) -> &Log {
        self.peer.log()
    }

    /// The seat that is played here.
    pub fn seat(&self) -> Seat {
        self.book.seat()
    }

    /// The identity of the seat that is played here.
    ///
    /// # Errors
    /// None is.
    pub fn identity(&self) -> anyhow::Result<[u8; 32]> {
        let place = self.agreed().place(self.seat());
        place.map(|place| place.identity).context("nobody is seated here")
    }

    fn agreed(&self) -> &Agreed {
        self.peer.log().agreed()
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Plays to the end. `tell` gets one line for each thing that happens.
    pub async fn play(
        &mut self,
        net: &impl Links,
        events: &mut mpsc::Receiver<NetEvent>,
        interrupt: &mut Interrupt,
        tell: impl FnMut(String),
    ) -> anyhow::Result<()> {
        self.far = net.is_far();
        self.dial(net);
        let played = self.sail(net, events, interrupt, tell).await;
        if played.as_ref().is_err_and(|error| error.is::<Elsewhere>()) {
            return self.stand_aside(net, events, interrupt).await;
        }
        played
    }

    async fn sail(
        &mut self,
        net: &impl Links,
        events: &mut mpsc::Receiver<NetEvent>,
        interrupt: &mut Interrupt,
        mut tell: impl FnMut(String),
    ) -> anyhow::Result<()> {
        let mut over: Option<Instant> = None;
        let mut news = true;
        loop {
            self.drain(net, &mut tell)?;
            if self.adjourned {
                self.show();
                self.part(net, events).await?;
                return Err(Adjourned.into());
            }
            // Also after a restart, when the others may have finished and nobody is left to merge with.
            if self.peer.table().duty() == Duty::Over {
                let since = *over.get_or_insert_with(Instant::now);
                if self.complete() || since.elapsed() >= CHARTS_LIMIT {
                    return Ok(());
                }
                self.wake = Some(since + CHARTS_LIMIT);
            } else {
                over = None;
                if self.nobody_is_left() {
                    // The fleet is needed only to close the game.
                    self.lay_at_random()?;
                    self.drain(net, &mut tell)?;
                }
                self.decide(net)?;
                if self.peer.table().duty() == Duty::Over {
                    continue;
                }
            }
            self.drain(net, &mut tell)?;
            self.tell_ways(net);
            if std::mem::replace(&mut news, true) {
                self.remember(net)?;
                self.presence = self.present(net);
                self.show();
            }
            let wake =
                self.wake.into_iter().chain(self.lay_by).min().unwrap_or_else(|| Instant::now() + IDLE);
            tokio::select! {
                event = events.recv() => match event {
                    Some(event) => {
                        // Of attempts that come to nothing there is nothing to see.
                        news = !matches!(event, NetEvent::DialFailed { .. });
                        self.event(net, event, &mut tell)?;
                    }
                    None => bail!("the network is gone; the game is kept and can be resumed"),
                },
                () = tokio::time::sleep_until(wake.into()) => {
                    self.wake = self.wake.filter(|at| *at > Instant::now());
                    if self.lay_by.is_some_and(|by| by <= Instant::now()) {
                        self.lay_at_random()?;
                    }
                    self.input(Input::Tick);
                }
                () = tokio::time::sleep(LOOK), if self.looks_around() => {
                    news = !self.presence.is_like(&self.present(net));
                }
                order = self.captain.order() => self.order(net, order)?,
                () = interrupt.heard() => bail!("interrupted; the game is kept, go on with: marque resume"),
            }
        }
    }

    fn input(&mut self, input: Input) {
        let now = self.now();
        if let Err(refused) = self.peer.handle(now, input) {
            tracing::debug!("refused: {refused}");
        }
    }

    /// Whoever decides at once does so where a choice is due.
    fn decide(&mut self, net: &impl Links) -> anyhow::Result<()> {
        if self.gives_up && !self.peer.is_quiet() {
            self.gives_up = false;
            return self.order(net, Order::Resign);
        }
        let (Some(seat), Some(chart)) = (self.peer.seat(), self.peer.chart()) else { return Ok(()) };
        if self.peer.table().duty() != Duty::Act(seat) || self.peer.is_quiet() {
            return Ok(());
        }
        match self.captain.decide(self.peer.table(), seat, chart) {
            Some(order) => self.order(net, order),
            None => Ok(()),
        }
    }

    fn order(&mut self, net: &impl Links, order: Order) -> anyhow::Result<()> {
        let input = match order {
            Order::Lay(layout) => return self.lay(&layout),
            Order::Act(intent) => Input::Act(intent),
            Order::Resign if self.peer.is_quiet() => {
                self.gives_up = true;
                return Ok(());
            }
            Order::Resign => {
                // Nobody waits for the fleet of a seat that gives up: it is sealed like any other.
                self.lay_at_random()?;
                Input::Resign
            }
            Order::Claim => Input::Claim,
            Order::Offer(proposal) => Input::Offer(proposal),
            Order::Accept(proposal) => Input::Accept(proposal),
            Order::Withdraw(proposal) => Input::Withdraw(proposal),
            Order::Say(word) => {
                self.say(net, word);
                return Ok(());
            }
            Order::Leave => return Err(Left.into()),
            // First this one has to end.
            Order::Again => return Ok(()),
        };
        let (now, claims) = (self.now(), matches!(input, Input::Claim));
        let refused = self.peer.handle(now, input).err();
        if claims && refused.is_none() {
            // Who joins in, or is silent as well, is another matter.
            self.lookout.overdue(Vec::new());
        }
        self.lookout.refused(refused);
        Ok(())
    }

    /// Whether all others have resigned or are convicted.
    fn nobody_is_left(&self) -> bool {
        let log = self.peer.log();
        let out = |seat: &Seat| log.has_resigned(*seat) || log.convictions().contains_key(seat);
        Seat::all(self.agreed().seats()).filter(|seat| *seat != self.seat()).all(|seat| out(&seat))
    }

    /// Shows the person at the helm, if there is one, how things stand.
    fn show(&self) {
        if let Some(person) = self.captain.person() {
            person.show(self.view());
        }
    }

    fn view(&self) -> View {
        let view = self.lookout.view(&self.peer, self.seat(), self.presence.seats());
        View { lay_by: self.lay_by, far: self.far, ..view }
    }

    /// Whether a person would see what changes by itself on the ways to the others.
    fn looks_around(&self) -> bool {
        self.far && self.captain.person().is_some() && !self.presence.is_empty()
    }

    /// On which ways the others are reached, one line each.
    pub fn ways(&self, net: &impl Links) -> Vec<String> {
        let ways = self.present(net).seats().into_iter();
        ways.filter_map(|(seat, path)| Some(words::way(self.agreed(), seat, path?))).collect()
    }

    /// Who is there now, and on which ways.
    fn present(&self, net: &impl Links) -> Presence {
        Presence::of(self.agreed(), &self.links, net)
    }

    /// Keeps where the others are. A link that is new has no way yet, and who has come back is elsewhere.
    fn remember(&mut self, net: &impl Links) -> anyhow::Result<()> {
        // Of several links the last counts: the others are dead, or will be.
        let newest: BTreeMap<_, _> = self.links.iter().map(|(link, identity)| (*identity, *link)).collect();
        for address in newest.into_values().filter_map(|link| net.peer_address(link)) {
            self.book.met(&address)?;
        }
        Ok(())
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
                    self.ways.down(link);
                    net.close(link, 0, &why.to_string());
                }
                Output::Wake(at) => self.wake = Some(self.start + Duration::from_millis(at)),
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
                        Event::Log(happening) => {
                            // What is heard of it after a restart was agreed another day.
                            self.adjourned |= !self.peer.is_quiet() && helm::adjourns(&happening);
                            self.lookout.happened(happening);
                        }
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
