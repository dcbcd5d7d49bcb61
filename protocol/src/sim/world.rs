//! The simulated network.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
    sync::Arc,
};

use ed25519_dalek::SigningKey;
use rand::{Rng, rngs::ChaCha20Rng};

use super::{below, liar::Liar, lies::LieSpec, pick, stream, whims::Whims};
use crate::{
    audit::{Verdict, verdict},
    games::{self, Options},
    lobby::{Guest, Message, Organiser, Reply},
    log::{Log, Refusal},
    peer::{Event, Input, Kept, Link, Output, Peer, Seated},
    record,
    rules::Seat,
    seal::{Chart, Digest},
    statement::Signed,
    table::Duty,
    terms::{Agreed, Clock, SeatKeys, Terms},
    wire,
};

/// What the links do.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Network {
    /// Short delays, nothing breaks.
    Calm,
    /// Delays up to 0.3 s, links that break, peers that crash between any two outputs and restart.
    Rough,
}

/// A game to simulate.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Card id.
    pub game: String,
    /// Its options.
    pub options: Options,
    /// How many play.
    pub seats: usize,
    /// Decides everything.
    pub seed: u64,
    /// What the links do.
    pub network: Network,
    /// Who lies, and which lie.
    pub liar: Option<(Seat, LieSpec)>,
}

/// What became of a simulated game.
#[derive(Debug)]
pub struct Report {
    /// Whether all honest peers have one head and the game has ended.
    pub converged: bool,
    /// The verdicts of the honest peers.
    pub verdicts: Vec<Verdict>,
    /// Whether all honest peers' records read back to the same head and verdict.
    pub records_agree: bool,
    /// Honest seats that some honest peer convicted.
    pub honest_accused: Vec<Seat>,
    /// Entries that honest peers refused, with the peer on whose link they came.
    pub refused: Vec<(Seat, Seat, Refusal)>,
    /// Where the lie was told: the number of the step, if honest peers have had it at all.
    pub told: Option<u32>,
    /// Frame bytes over all links.
    pub bytes: u64,
    /// Simulated time in milliseconds.
    pub time_ms: u64,
    /// Crashes that happened.
    pub crashes: u32,
    /// Links that broke.
    pub breaks: u32,
    /// Records of the honest peers.
    pub records: Vec<(Seat, Vec<u8>)>,
    /// What went wrong, for people.
    pub notes: Vec<String>,
}

/// Simulated events after which a game that has not ended is given up, as stuck.
const EVENTS_MOST: u64 = 2_000_000;
/// Breaks and crashes stop after this time: then the network heals and the game must end.
const FAULTS_UNTIL_MS: u64 = 40_000;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Happens {
    Deliver { to: usize, link: Link, bytes: Vec<u8> },
    Up { a: usize, b: usize },
    Break { a: usize, b: usize },
    Restart { node: usize },
    Tick { node: usize },
    Think { node: usize, number: u32 },
}

struct Node {
    seat: Seat,
    peer: Option<Peer>,
    keys: SeatKeys,
    chart: Chart,
    disk: Vec<Signed>,
    kept: Vec<Kept>,
    rng: ChaCha20Rng,
    whims: Whims,
    liar: Option<Liar>,
    session: u64,
    /// The time of its last wish for a tick.
    wake: u64,
}

struct World {
    agreed: Arc<Agreed>,
    network: Network,
    nodes: Vec<Node>,
    /// Of each pair: how often it was up, and whether it is.
    epochs: BTreeMap<(usize, usize), (u64, bool)>,
    /// When the last frame of each direction arrives.
    last: BTreeMap<(usize, usize), u64>,
    queue: BinaryHeap<Reverse<(u64, u64, Happens)>>,
    sequence: u64,
    now: u64,
    rng: ChaCha20Rng,
    report: Tally,
}

#[derive(Default)]
struct Tally {
    bytes: u64,
    crashes: u32,
    breaks: u32,
    refused: Vec<(Seat, Seat, Refusal)>,
}

/// A signed table for simulated players: agreement, keys and charts, all from one seed.
pub fn table_of(
    game: &str,
    options: &Options,
    seats: usize,
    seed: u64,
) -> (Arc<Agreed>, Vec<(SeatKeys, Chart)>) {
    let mut rng = stream(seed, 1);
    let mut bytes = || {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        bytes
    };
    let people: Vec<(SigningKey, SeatKeys, [u8; 32])> =
        (0..seats).map(|_| (SigningKey::from_bytes(&bytes()), SeatKeys::new(bytes()), bytes())).collect();
    let places = people.iter().zip(0..).map(|((identity, keys, nonce), n)| {
        keys.place(identity.verifying_key().to_bytes(), format!("sailor {n}"), *nonce)
    });
    let places: Vec<_> = places.collect();
    let card = games::card(game).expect("simulated games have a card");
    let terms = Terms {
        protocol: wire::PROTOCOL,
        rules: games::rules_digest(card, options),
        game: game.to_owned(),
        options: options.encode(),
        clock: Clock::default(),
        day: 20_000,
        seats: Vec::new(),
    };
    let mut people_and_places = people.iter().zip(&places);
    let (host, place) = people_and_places.next().expect("a table has seats");
    let mut organiser = Organiser::new([7; 16], terms, seats, host.0.clone(), place.clone());
    let mut guests: Vec<Guest> =
        people_and_places.map(|(guest, place)| Guest::new([7; 16], guest.0.clone(), place.clone())).collect();
    let mut mail: Vec<(usize, Message)> = guests.iter().map(Guest::join).enumerate().collect();
    while let Some((from, message)) = (!mail.is_empty()).then(|| mail.remove(0)) {
        let identity = places.get(from + 1).map(|place| place.identity).unwrap_or_default();
        for (to, message) in organiser.hear(from, &identity, message) {
            let guest = guests.get_mut(to).expect("messages go to guests");
            if let Ok(Reply::Send(reply)) = guest.hear(message, |_| true) {
                mail.push((to, reply));
            }
        }
    }
    let agreement = organiser.agreement().expect("everybody signs");
    let agreed = agreement.check().expect("simulated terms are sound");
    let mut layouts = stream(seed, 2);
    let charts = people.into_iter().map(|(_, keys, _)| {
        let layout = options.random_layout(&mut layouts).expect("the generator finds a layout");
        let chart = options.chart(&layout).expect("a layout of this game").expect("a legal layout");
        (keys, chart)
    });
    (agreed.clone(), charts.collect())
}

/// Plays a whole game.
pub fn play(setup: &Setup) -> Report {
    let (agreed, charts) = table_of(&setup.game, &setup.options, setup.seats, setup.seed);
    let nodes = Seat::all(setup.seats).zip(charts).map(|(seat, (keys, chart))| {
        let liar = setup.liar.filter(|(liar, _)| *liar == seat);
        let liar = liar.map(|(_, lie)| Liar::new(lie, &agreed, seat, &keys, &chart, setup.seed));
        let rng = stream(setup.seed, 100 + u64::from(seat.0));
        let whims = Whims::new(setup, seat);
        Node {
            seat,
            peer: None,
            keys,
            chart,
            disk: Vec::new(),
            kept: Vec::new(),
            rng,
            whims,
            liar,
            session: 0,
            wake: 0,
        }
    });
    let mut world = World {
        nodes: nodes.collect(),
        agreed,
        network: setup.network,
        epochs: BTreeMap::new(),
        last: BTreeMap::new(),
        queue: BinaryHeap::new(),
        sequence: 0,
        now: 0,
        rng: stream(setup.seed, 3),
        report: Tally::default(),
    };
    world.begin();
    let mut events = 0;
    while let Some(Reverse((at, _, happens))) = world.queue.pop() {
        world.now = at;
        world.happens(happens);
        events += 1;
        if events > EVENTS_MOST || world.settled() {
            break;
        }
    }
    world.close()
}

impl World {
    fn begin(&mut self) {
        for node in 0..self.nodes.len() {
            self.start(node, false);
            for other in 0..node {
                self.epochs.insert((other, node), (0, false));
                self.schedule(0, Happens::Up { a: other, b: node });
            }
        }
        if self.network == Network::Rough {
            for _ in 0..2 * self.epochs.len() + 2 {
                let pairs: Vec<(usize, usize)> = self.epochs.keys().copied().collect();
                let at = below(&mut self.rng, FAULTS_UNTIL_MS);
                if let Some(&(a, b)) = pick(&mut self.rng, &pairs) {
                    self.schedule(at, Happens::Break { a, b });
                }
            }
        }
    }

    fn schedule(&mut self, delay: u64, happens: Happens) {
        self.sequence += 1;
        self.queue.push(Reverse((self.now + delay, self.sequence, happens)));
    }

    /// Starts a peer, anew or after a crash with what it has on disk.
    fn start(&mut self, index: usize, again: bool) {
        let (agreed, now) = (self.agreed.clone(), self.now);
        let Some(node) = self.nodes.get_mut(index) else { return };
        node.session = node.rng.next_u64();
        let seated = Seated {
            seat: node.seat,
            keys: node.keys.clone(),
            chart: node.chart.clone(),
            kept: node.kept.clone(),
        };
        node.peer = Some(if again {
            let mut log = Log::new(agreed);
            for (number, signed) in node.disk.iter().enumerate() {
                let earlier = node.disk.get(..number).unwrap_or_default();
                log.replay(earlier, signed.clone()).expect("what was written down once is accepted again");
            }
            Peer::resume(log, Some(seated), node.session, now)
        } else {
            Peer::new(agreed, Some(seated), node.session, now)
        });
        self.drain(index);
    }

    fn link(&self, from: usize, to: usize) -> Option<Link> {
        let (epoch, up) = self.epochs.get(&(from.min(to), from.max(to)))?;
        up.then_some(epoch << 8 | to as u64)
    }

    fn happens(&mut self, happens: Happens) {
        match happens {
            Happens::Deliver { to, link, bytes } => {
                let from = (link & 0xff) as usize;
                if self.link(to, from) == Some(link) {
                    let liar = self.nodes.get_mut(to).and_then(|node| node.liar.as_mut());
                    if let Some(said) = liar.and_then(|liar| liar.overhear(&bytes)) {
                        self.transmit(to, link, said);
                    }
                    self.input(to, Input::Frame(link, bytes.clone()));
                    self.note(to, &bytes);
                }
            }
            Happens::Up { a, b } => self.up(a, b),
            Happens::Break { a, b } => {
                let wait = 500 + below(&mut self.rng, 9_000);
                self.down(a, b);
                self.report.breaks += 1;
                self.schedule(wait, Happens::Up { a, b });
            }
            Happens::Restart { node } => {
                self.start(node, true);
                for other in (0..self.nodes.len()).filter(|&other| other != node) {
                    self.schedule(0, Happens::Up { a: node.min(other), b: node.max(other) });
                }
            }
            // A later wish has taken the place of this one.
            Happens::Tick { node } if self.nodes.get(node).is_some_and(|node| node.wake > self.now) => {}
            Happens::Tick { node } => self.input(node, Input::Tick),
            Happens::Think { node, number } => self.think(node, number),
        }
    }

    fn up(&mut self, a: usize, b: usize) {
        let alive = |node: usize| self.nodes.get(node).is_some_and(|node| node.peer.is_some());
        if !alive(a) || !alive(b) {
            return;
        }
        let Some((epoch, up)) = self.epochs.get_mut(&(a, b)) else { return };
        if *up {
            return;
        }
        (*epoch, *up) = (*epoch + 1, true);
        self.last.retain(|&(from, to), _| (from.min(to), from.max(to)) != (a, b));
        for (node, other) in [(a, b), (b, a)] {
            if let Some(link) = self.link(node, other) {
                self.input(node, Input::Connected(link));
            }
        }
    }

    fn down(&mut self, a: usize, b: usize) {
        let links = [(a, self.link(a, b)), (b, self.link(b, a))];
        if let Some((_, up)) = self.epochs.get_mut(&(a, b)) {
            *up = false;
        }
        for (node, link) in links {
            if let Some(link) = link {
                self.input(node, Input::Disconnected(link));
            }
        }
    }

    fn crash(&mut self, index: usize) {
        if let Some(node) = self.nodes.get_mut(index) {
            node.peer = None;
        }
        self.report.crashes += 1;
        for other in (0..self.nodes.len()).filter(|&other| other != index) {
            self.down(index.min(other), index.max(other));
        }
        let wait = 500 + below(&mut self.rng, 4_000);
        self.schedule(wait, Happens::Restart { node: index });
    }

    fn input(&mut self, index: usize, input: Input) {
        let now = self.now;
        if let Some(peer) = self.nodes.get_mut(index).and_then(|node| node.peer.as_mut()) {
            // A refusal of the simulated player's own wish is its own business.
            let _ = peer.handle(now, input);
        }
        self.drain(index);
    }

    /// Notes what has come to an honest peer that has not died of it.
    fn note(&mut self, to: usize, bytes: &[u8]) {
        if self.nodes.get(to).is_some_and(|node| node.liar.is_none() && node.peer.is_some()) {
            self.nodes
                .iter_mut()
                .filter_map(|node| node.liar.as_mut())
                .for_each(|liar| liar.was_heard(bytes));
        }
    }

    /// Carries out what a peer wants done, in order; in a rough world the peer may die in between.
    fn drain(&mut self, index: usize) {
        loop {
            let Some(node) = self.nodes.get_mut(index) else { return };
            let Some(peer) = node.peer.as_mut() else { return };
            let Some(output) = peer.poll() else { break };
            let faulty = self.network == Network::Rough && self.now < FAULTS_UNTIL_MS && node.liar.is_none();
            match output {
                Output::Keep(kept) => node.kept.push(kept),
                Output::Persist(signed) => node.disk.push(signed),
                Output::Send(link, bytes) => {
                    let sends = match (&mut node.liar, &node.peer) {
                        (Some(liar), Some(peer)) => liar.distort(peer, link, bytes),
                        _ => vec![(link, bytes)],
                    };
                    for (link, bytes) in sends {
                        self.transmit(index, link, bytes);
                    }
                }
                Output::Close(link, _) => {
                    let other = (link & 0xff) as usize;
                    if self.link(index, other) == Some(link) {
                        self.down(index.min(other), index.max(other));
                    }
                }
                Output::Wake(at) => {
                    node.wake = at;
                    let delay = at.saturating_sub(self.now);
                    self.schedule(delay, Happens::Tick { node: index });
                }
                Output::Event(event) => self.event(index, event),
            }
            if faulty && below(&mut self.rng, 400) == 0 {
                self.crash(index);
                return;
            }
        }
        self.consider(index);
    }

    fn transmit(&mut self, from: usize, link: Link, bytes: Vec<u8>) {
        let to = (link & 0xff) as usize;
        if self.link(from, to) != Some(link) {
            return;
        }
        let most = if self.network == Network::Rough { 300 } else { 25 };
        let delay = 5 + below(&mut self.rng, most);
        let last = self.last.entry((from, to)).or_default();
        *last = (*last).max(self.now + delay);
        let delay = *last - self.now;
        self.report.bytes += bytes.len() as u64;
        let link = link & !0xff | from as u64;
        self.schedule(delay, Happens::Deliver { to, link, bytes });
    }

    fn event(&mut self, index: usize, event: Event) {
        let honest = self.nodes.get(index).is_some_and(|node| node.liar.is_none());
        match event {
            Event::Overdue(_) if honest => self.input(index, Input::Claim),
            Event::Refused(link, seat, refusal) if honest => {
                self.report.refused.push((Seat((link & 0xff) as u8), seat, refusal));
            }
            _ => {}
        }
    }

    /// If the seat has a choice to make, it makes it in a while.
    fn consider(&mut self, index: usize) {
        let Some(node) = self.nodes.get(index) else { return };
        let Some(peer) = &node.peer else { return };
        if peer.table().duty() == Duty::Act(node.seat) && !peer.is_quiet() {
            let number = peer.table().number();
            let wait = 20 + below(&mut self.rng, 200);
            self.schedule(wait, Happens::Think { node: index, number });
        }
        let others = (0..self.nodes.len()).filter(|&other| other != index);
        let links: Vec<Link> = others.filter_map(|other| self.link(index, other)).collect();
        let Some(node) = self.nodes.get_mut(index) else { return };
        let (Some(liar), Some(peer)) = (&mut node.liar, &node.peer) else { return };
        for (link, bytes) in liar.volunteer(peer, &links) {
            self.transmit(index, link, bytes);
        }
    }

    fn think(&mut self, index: usize, number: u32) {
        let Some(node) = self.nodes.get_mut(index) else { return };
        let (Some(peer), seat) = (&node.peer, node.seat) else { return };
        let Some(chart) = peer.chart() else { return };
        if peer.table().duty() != Duty::Act(seat) || peer.table().number() != number {
            return;
        }
        if let Some(word) = node.whims.next(peer.table(), seat) {
            return self.input(index, word);
        }
        let (acts, _) = peer.table().position().legal(seat, chart);
        if let Some(intent) = pick(&mut node.rng, &acts).cloned() {
            self.input(index, Input::Act(intent));
        }
    }

    fn honest(&self) -> impl Iterator<Item = (&Node, &Peer)> {
        let honest = self.nodes.iter().filter(|node| node.liar.is_none());
        honest.filter_map(|node| Some((node, node.peer.as_ref()?)))
    }

    fn heads(&self) -> Vec<Digest> {
        self.honest().map(|(_, peer)| peer.table().head()).collect()
    }

    /// Whether nothing can come any more: every honest peer is at the end and has said all.
    fn settled(&self) -> bool {
        let peers: Vec<_> = self.honest().collect();
        let over = peers.iter().all(|(_, peer)| peer.table().duty() == Duty::Over && !peer.is_quiet());
        let waiting = self.queue.iter().any(|Reverse((_, _, happens))| {
            matches!(happens, Happens::Deliver { .. } | Happens::Up { .. } | Happens::Restart { .. })
        });
        over && !waiting
    }

    fn close(mut self) -> Report {
        let heads = self.heads();
        let honest: Vec<Seat> =
            self.nodes.iter().filter(|node| node.liar.is_none()).map(|node| node.seat).collect();
        let mut notes = Vec::new();
        let over = self.honest().all(|(_, peer)| peer.table().duty() == Duty::Over);
        let one_head = heads.windows(2).all(|pair| matches!(pair, [a, b] if a == b));
        if !over || !one_head {
            for (node, peer) in self.honest() {
                let table = peer.table();
                notes.push(format!("{:?} at {} {:?}", node.seat, table.number(), table.duty()));
            }
        }
        let mut accused: Vec<Seat> = Vec::new();
        for (_, peer) in self.honest() {
            accused.extend(verdict(peer.log()).faults.iter().map(|proof| proof.seat));
        }
        accused.retain(|seat| honest.contains(seat));
        let records: Vec<(Seat, Vec<u8>)> =
            self.honest().map(|(node, peer)| (node.seat, record::write(peer.log()))).collect();
        let verdicts: Vec<Verdict> = self.honest().map(|(_, peer)| verdict(peer.log())).collect();
        let records_agree =
            records.iter().zip(&heads).zip(&verdicts).all(|(((_, bytes), head), verdict_)| {
                record::read(bytes).is_ok_and(|read| {
                    read.damage.is_none()
                        && read.log.table().head() == *head
                        && verdict(&read.log) == *verdict_
                })
            });
        let told = self.nodes.iter().filter_map(|node| node.liar.as_ref()).find_map(Liar::told);
        let tally = std::mem::take(&mut self.report);
        Report {
            converged: over && one_head && !heads.is_empty(),
            verdicts,
            records_agree,
            honest_accused: accused,
            refused: tally.refused,
            told,
            bytes: tally.bytes,
            time_ms: self.now,
            crashes: tally.crashes,
            breaks: tally.breaks,
            records,
            notes,
        }
    }
}
