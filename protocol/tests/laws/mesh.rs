//! A few peers in memory, with a fake clock and links that a test holds in its hand.

#![allow(dead_code)]

use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

use ed25519_dalek::SigningKey;
use marque_protocol::{
    games::{Options, Ply, Position},
    log::{Log, Refusal, Step},
    peer::{Closing, Event, Input, Kept, Link, Output, Peer, Refused, Seated},
    rules::{Intent, Leaving, Seat},
    seal::{Chart, ClaimsProof, Context, Digest, Seal, Secret},
    sim::table_of,
    statement::{Body, Opened, Out, Signed, Spot, Statement},
    table::Duty,
    terms::{Agreed, SeatKeys},
    wire::Frame,
};

pub const A: Seat = Seat(0);
pub const B: Seat = Seat(1);
pub const C: Seat = Seat(2);

/// One seat's player and machine.
pub struct Node {
    pub seat: Seat,
    pub keys: SeatKeys,
    pub chart: Chart,
    /// None where a test speaks for the seat itself.
    pub peer: Option<Peer>,
    pub disk: Vec<Signed>,
    pub kept: Vec<Kept>,
    pub events: Vec<Event>,
    pub wakes: Vec<u64>,
    pub closed: Vec<(Seat, Closing)>,
}

/// See the module.
pub struct Mesh {
    pub agreed: Arc<Agreed>,
    pub nodes: Vec<Node>,
    pub now: u64,
    /// Directions in which frames wait.
    held: BTreeSet<(Seat, Seat)>,
    up: BTreeSet<(Seat, Seat)>,
    mail: VecDeque<(Seat, Seat, Vec<u8>)>,
    waiting: Vec<(Seat, Seat, Vec<u8>)>,
}

/// A table of this card with its defaults; every seat but these has a peer, and all are connected.
pub fn mesh(card: &str, seats: usize, seed: u64, by_hand: &[Seat]) -> Mesh {
    mesh_with(card, seats, seed, by_hand, |_| None)
}

/// The same, where some seats have charts of their own.
pub fn mesh_with(
    card: &str,
    seats: usize,
    seed: u64,
    by_hand: &[Seat],
    own: impl Fn(Seat) -> Option<Chart>,
) -> Mesh {
    let options = Options::choose(card, &[]).unwrap();
    mesh_all(card, &options, seats, seed, by_hand, own)
}

/// The same with these options, where nobody lies.
pub fn mesh_of(card: &str, options: &Options, seats: usize, seed: u64) -> Mesh {
    mesh_all(card, options, seats, seed, &[], |_| None)
}

fn mesh_all(
    card: &str,
    options: &Options,
    seats: usize,
    seed: u64,
    by_hand: &[Seat],
    own: impl Fn(Seat) -> Option<Chart>,
) -> Mesh {
    let (agreed, secrets) = table_of(card, options, seats, seed);
    let nodes = Seat::all(seats).zip(secrets).map(|(seat, (keys, chart))| Node {
        seat,
        keys,
        chart: own(seat).unwrap_or(chart),
        peer: None,
        disk: Vec::new(),
        kept: Vec::new(),
        events: Vec::new(),
        wakes: Vec::new(),
        closed: Vec::new(),
    });
    let mut mesh = Mesh {
        agreed,
        nodes: nodes.collect(),
        now: 0,
        held: BTreeSet::new(),
        up: BTreeSet::new(),
        mail: VecDeque::new(),
        waiting: Vec::new(),
    };
    for seat in Seat::all(seats).filter(|seat| !by_hand.contains(seat)) {
        mesh.begin(seat, Some(mesh.seated(seat)));
    }
    mesh.connect_all();
    mesh
}

impl Mesh {
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.nodes.len())
    }

    /// A peer for this seat; a spectator without what a seat needs.
    pub fn begin(&mut self, seat: Seat, seated: Option<Seated>) {
        let peer = Peer::new(self.agreed.clone(), seated, seat.0.into(), 0);
        self.node_mut(seat).peer = Some(peer);
        self.drain(seat);
    }

    /// Everybody with everybody.
    pub fn connect_all(&mut self) {
        for a in self.seats() {
            Seat::all(a.index()).for_each(|b| self.connect(a, b));
        }
        self.run();
    }

    pub fn node(&self, seat: Seat) -> &Node {
        &self.nodes[seat.index()]
    }

    pub fn node_mut(&mut self, seat: Seat) -> &mut Node {
        &mut self.nodes[seat.index()]
    }

    pub fn peer(&self, seat: Seat) -> &Peer {
        self.node(seat).peer.as_ref().unwrap()
    }

    pub fn log(&self, seat: Seat) -> &Log {
        self.peer(seat).log()
    }

    pub fn duty(&self, seat: Seat) -> Duty {
        self.peer(seat).table().duty()
    }

    pub fn spot(&self, seat: Seat) -> Spot {
        self.peer(seat).table().spot()
    }

    /// Another log with the same statements.
    pub fn copy(&self, seat: Seat) -> Log {
        let mut log = Log::new(self.agreed.clone());
        for signed in self.log(seat).statements() {
            log.insert(signed.clone()).unwrap();
        }
        log
    }

    /// All that a refused input must leave as it was.
    pub fn state(&self, seat: Seat) -> (Digest, Position, usize, Vec<Seat>) {
        let log = self.log(seat);
        let convicted = log.convictions().keys().copied().collect();
        (log.table().head(), log.table().position().clone(), log.statements().len(), convicted)
    }

    pub fn seated(&self, seat: Seat) -> Seated {
        let Node { keys, chart, kept, .. } = self.node(seat);
        Seated { seat, keys: keys.clone(), chart: chart.clone(), kept: kept.clone() }
    }

    fn link(to: Seat) -> Link {
        u64::from(to.0)
    }

    pub fn input(&mut self, seat: Seat, input: Input) -> Result<(), Refused> {
        let now = self.now;
        let Some(peer) = &mut self.node_mut(seat).peer else { return Ok(()) };
        let done = peer.handle(now, input);
        self.drain(seat);
        done
    }

    fn drain(&mut self, seat: Seat) {
        while let Some(output) = self.node_mut(seat).peer.as_mut().and_then(Peer::poll) {
            let node = self.node_mut(seat);
            match output {
                Output::Keep(kept) => node.kept.push(kept),
                Output::Persist(signed) => node.disk.push(signed),
                Output::Event(event) => node.events.push(event),
                Output::Wake(at) => node.wakes.push(at),
                Output::Send(link, bytes) => {
                    self.mail.push_back((seat, Seat(link as u8), bytes));
                }
                Output::Close(link, why) => {
                    let other = Seat(link as u8);
                    node.closed.push((other, why));
                    self.disconnect(seat, other);
                }
            }
        }
    }

    /// Brings a link up, and both ends greet.
    pub fn connect(&mut self, a: Seat, b: Seat) {
        self.up.insert((a.min(b), a.max(b)));
        for (seat, other) in [(a, b), (b, a)] {
            let link = Mesh::link(other);
            self.input(seat, Input::Connected(link)).unwrap();
        }
    }

    /// Takes a link down; what was under way on it is lost.
    pub fn disconnect(&mut self, a: Seat, b: Seat) {
        if !self.up.remove(&(a.min(b), a.max(b))) {
            return;
        }
        let between = |from: Seat, to: Seat| (from, to) == (a, b) || (from, to) == (b, a);
        self.mail.retain(|(from, to, _)| !between(*from, *to));
        self.waiting.retain(|(from, to, _)| !between(*from, *to));
        for (seat, other) in [(a, b), (b, a)] {
            let link = Mesh::link(other);
            let _ = self.input(seat, Input::Disconnected(link));
        }
    }

    /// What one seat sends another waits from now on.
    pub fn hold(&mut self, from: Seat, to: Seat) {
        self.held.insert((from, to));
    }

    /// What waited goes on its way.
    pub fn release(&mut self, from: Seat, to: Seat) {
        self.held.remove(&(from, to));
        for (a, b, bytes) in std::mem::take(&mut self.waiting) {
            if (a, b) == (from, to) {
                self.mail.push_back((a, b, bytes));
            } else {
                self.waiting.push((a, b, bytes));
            }
        }
    }

    /// Nobody hears this seat from now on.
    pub fn silence(&mut self, seat: Seat) {
        self.seats().for_each(|other| self.hold(seat, other));
    }

    /// Everybody hears it, and all that it has said meanwhile.
    pub fn speak(&mut self, seat: Seat) {
        self.seats().for_each(|other| self.release(seat, other));
        self.run();
    }

    /// Delivers everything that is under way and not held.
    pub fn run(&mut self) {
        while let Some((from, to, bytes)) = self.mail.pop_front() {
            if self.held.contains(&(from, to)) {
                self.waiting.push((from, to, bytes));
            } else if self.up.contains(&(from.min(to), from.max(to))) {
                self.frame(to, from, bytes);
            }
        }
    }

    /// A frame comes to `to` on its link to `from`, whoever made it.
    pub fn frame(&mut self, to: Seat, from: Seat, bytes: Vec<u8>) {
        let link = Mesh::link(from);
        self.input(to, Input::Frame(link, bytes)).unwrap();
    }

    /// A statement comes to `to` on its link to `from`; then everything settles.
    pub fn hears(&mut self, to: Seat, from: Seat, signed: &Signed) {
        self.frame(to, from, Frame::Said(signed.clone()).encode());
        self.run();
    }

    /// The last refusal of a peer.
    pub fn refusal(&self, seat: Seat) -> Option<Refusal> {
        self.node(seat).events.iter().rev().find_map(|event| match event {
            Event::Refused(_, _, refusal) => Some(*refusal),
            _ => None,
        })
    }

    pub fn was_rewound(&self, seat: Seat) -> bool {
        let rewound =
            |event: &Event| matches!(event, Event::Log(marque_protocol::log::Happening::Rewound(_)));
        self.node(seat).events.iter().any(rewound)
    }

    /// Time passes, and everybody looks at the clock.
    pub fn wait(&mut self, ms: u64) {
        self.now += ms;
        for seat in self.seats() {
            self.input(seat, Input::Tick).unwrap();
        }
        self.run();
    }

    /// The seat that is due does the first thing that it may.
    pub fn act(&mut self, seat: Seat) {
        let intent = self.choice(seat, 0);
        self.input(seat, Input::Act(intent)).unwrap();
        self.run();
    }

    pub fn choice(&self, seat: Seat, number: usize) -> Intent<marque_protocol::games::Act> {
        let peer = self.peer(seat);
        let (acts, _) = peer.table().position().legal(seat, peer.chart().unwrap());
        acts[number % acts.len()].clone()
    }

    /// Plays until it is so in the log of `seat`.
    pub fn play_until(&mut self, seat: Seat, is_so: impl Fn(&Mesh) -> bool) {
        for _ in 0..2_000 {
            if is_so(self) {
                return;
            }
            match self.duty(seat) {
                Duty::Act(due) if self.node(due).peer.is_some() => self.act(due),
                duty => panic!("stuck at {duty:?}"),
            }
        }
        panic!("it never was so");
    }

    /// Plays to the end; every peer agrees on it and accuses only these seats.
    pub fn finish(&mut self, guilty: &[Seat]) {
        let peers: Vec<Seat> = self.seats().filter(|seat| self.node(*seat).peer.is_some()).collect();
        self.play_until(peers[0], |mesh| mesh.duty(peers[0]) == Duty::Over);
        for seat in &peers {
            let log = self.log(*seat);
            assert_eq!(log.table().duty(), Duty::Over, "{seat:?}");
            assert_eq!(log.table().head(), self.log(peers[0]).table().head(), "{seat:?}");
            assert_eq!(log.convictions().keys().copied().collect::<Vec<_>>(), guilty, "{seat:?}");
        }
    }

    /// The peer stops, and starts again with the first `kept` statements that it had written down; no
    /// link is up.
    pub fn restart(&mut self, seat: Seat, kept: usize) {
        for other in self.seats().filter(|other| *other != seat) {
            self.disconnect(seat, other);
        }
        let mut log = Log::new(self.agreed.clone());
        self.node_mut(seat).disk.truncate(kept);
        for signed in &self.node(seat).disk {
            log.insert(signed.clone()).unwrap();
        }
        let peer = Peer::resume(log, Some(self.seated(seat)), 100, self.now);
        self.node_mut(seat).peer = Some(peer);
        self.drain(seat);
    }

    // What a test says for a seat.

    pub fn key(&self, seat: Seat) -> SigningKey {
        self.node(seat).keys.signing()
    }

    pub fn sign(&self, seat: Seat, statement: &Statement) -> Signed {
        Signed::make(&self.key(seat), seat, &self.agreed.id, statement)
    }

    pub fn entry(&self, seat: Seat, spot: Spot, body: Body) -> Signed {
        self.sign(seat, &Statement::Entry(spot, body))
    }

    pub fn secret(&self, seat: Seat) -> Secret {
        let Node { keys, chart, .. } = self.node(seat);
        Secret::new(self.agreed.id, seat.0, keys.seed(), chart.clone())
    }

    pub fn tip(&self, seat: Seat) -> Digest {
        let keys = &self.node(seat).keys;
        keys.chain(&self.agreed.id, seat, self.agreed.card.draws).tip()
    }

    pub fn link_of_chain(&self, seat: Seat, number: u32) -> Digest {
        let keys = &self.node(seat).keys;
        keys.chain(&self.agreed.id, seat, self.agreed.card.draws).link(number).unwrap()
    }

    pub fn seal_spot(&self, seat: Seat) -> Spot {
        Spot { number: seat.0.into(), previous: self.agreed.id }
    }

    /// The seal of these values, whatever they are.
    pub fn seal(&self, seat: Seat, values: &[u8]) -> Seal {
        let Spot { number, previous } = self.seal_spot(seat);
        let context = Context { game: self.agreed.id, seat: seat.0, number, previous };
        let chart = Chart::new(values.to_vec());
        let secret = Secret::new(self.agreed.id, seat.0, self.node(seat).keys.seed(), chart);
        Seal::forge(&secret, &self.agreed.options.laws(), &self.tip(seat), &context)
    }

    pub fn sealing(&self, seat: Seat, seal: Seal) -> Signed {
        let tip = self.tip(seat);
        self.entry(seat, self.seal_spot(seat), Body::Seal { seal, tip })
    }

    /// An entry with these words at the end of the log of `at`, as well proven as can be.
    pub fn said(&self, at: Seat, seat: Seat, ply: &Ply) -> Signed {
        let (table, empty) = (self.peer(at).table(), ClaimsProof { openings: Vec::new(), or: nothing() });
        let sealed = table.public(seat).unwrap().sealed.as_ref().unwrap();
        let proof = match table.position().check(seat, ply) {
            Some(Ok(implied)) => {
                ClaimsProof::forge(&self.secret(seat), &implied.claims, &table.context(seat), sealed)
            }
            _ => empty,
        };
        let body = match ply {
            Ply::Act(act) => Body::Act { words: act.encode(), extension: None, proof },
            Ply::Answer(answer) => Body::Answer { words: answer.encode(), proof, letter: None },
        };
        self.entry(seat, table.spot(), body)
    }

    /// The chart that a seat shows on the head that the log of `at` has.
    pub fn shown(&self, at: Seat, seat: Seat, chart: &Chart) -> Signed {
        let opened = Opened { seed: self.node(seat).keys.seed(), values: chart.values().to_vec() };
        self.sign(seat, &Statement::Chart(self.peer(at).table().spot(), opened))
    }

    /// The last step in the log of `at` that put seats out.
    pub fn last_out(&self, at: Seat) -> Option<Out> {
        self.log(at).chain().iter().rev().find_map(|step| match step {
            Step::Out(out) => Some(out.clone()),
            Step::Entry(_) => None,
        })
    }

    pub fn left(&self, at: Seat, seat: Seat) -> Option<Leaving> {
        self.peer(at).table().public(seat).unwrap().left
    }
}

/// The proof of no disjunction at all.
pub fn nothing() -> marque_protocol::seal::OrProof {
    marque_protocol::wire::decode(&[0, 0, 0]).unwrap()
}
