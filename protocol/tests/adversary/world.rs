//! Honest peers and villains on links that delay and break.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
    sync::Arc,
};

use marque_protocol::{
    audit::{Verdict, verdict},
    fault::Fault,
    games::Options,
    log::Log,
    peer::{Event, Input, Kept, Link, Output, Peer, Seated},
    record,
    rules::Seat,
    seal::{Chart, Digest},
    sim::{below, stream, table_of},
    statement::{Proposal, Signed, Spot, Statement},
    table::{Duty, Table},
    terms::{Agreed, SeatKeys},
    wire::{Frame, Hello, PROTOCOL},
};
use rand::{Rng, rngs::ChaCha20Rng};

use crate::villain::{DEEDS, Deed, Villain, pick};

/// A game against villains.
#[derive(Clone, Debug)]
pub struct Setup {
    pub seats: usize,
    pub villains: Vec<Seat>,
    pub seed: u64,
    /// Deeds to choose from, as often as they stand here.
    pub deeds: Vec<Deed>,
    /// Deeds in one game.
    pub budget: u64,
    /// Whether honest players may resign.
    pub resigning: bool,
    /// Whether honest peers crash and restart.
    pub crashes: bool,
}

impl Setup {
    /// Everything by chance.
    pub fn random(seats: usize, seed: u64) -> Setup {
        let mut rng = stream(seed, 50 + seats as u64);
        let count = if seats > 2 && below(&mut rng, 2) == 0 { 2 } else { 1 };
        let mut all: Vec<Seat> = Seat::all(seats).collect();
        while all.len() > count {
            let at = below(&mut rng, all.len() as u64) as usize;
            all.remove(at);
        }
        // Mostly playing on, with a taste for some deeds.
        let mut deeds = vec![Deed::Play; 8];
        for deed in DEEDS {
            let weight = [0, 0, 1, 2, 4][below(&mut rng, 5) as usize];
            deeds.extend(vec![deed; weight]);
        }
        let budget = [10, 40, 120][below(&mut rng, 3) as usize];
        let (resigning, crashes) = (below(&mut rng, 3) == 0, below(&mut rng, 3) == 0);
        Setup { seats, villains: all, seed, deeds, budget, resigning, crashes }
    }
}

enum Happens {
    Deliver { to: usize, link: Link, bytes: Vec<u8> },
    Up(usize, usize),
    Break(usize, usize),
    Tick(usize),
    Think(usize),
    Crash(usize),
    Mischief,
}

struct Node {
    seat: Seat,
    peer: Option<Peer>,
    keys: SeatKeys,
    chart: Chart,
    disk: Vec<Signed>,
    kept: Vec<Kept>,
}

pub struct World {
    setup: Setup,
    agreed: Arc<Agreed>,
    nodes: Vec<Node>,
    pub villain: Villain,
    epochs: BTreeMap<(usize, usize), (u64, bool)>,
    last: BTreeMap<(usize, usize), u64>,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    events: BTreeMap<u64, Happens>,
    sequence: u64,
    now: u64,
    rng: ChaCha20Rng,
    pace: u64,
    done: u64,
    healed: bool,
    /// Everything an honest peer has signed.
    signed: Vec<Signed>,
}

/// What is left when all is said.
pub struct End {
    /// Every statement that an honest peer keeps.
    pub statements: Vec<Signed>,
    pub agreed: Arc<Agreed>,
    pub wrong: Vec<String>,
}

pub fn play(setup: Setup) -> End {
    let mut world = World::new(setup);
    world.run();
    world.end()
}

impl World {
    pub fn new(setup: Setup) -> World {
        let options = Options::choose("drill", &[("turns".to_owned(), "2".to_owned())]).unwrap();
        let (agreed, charts) = table_of("drill", &options, setup.seats, setup.seed);
        let hands = Seat::all(setup.seats).zip(charts.clone());
        let hands = hands.filter(|(seat, _)| setup.villains.contains(seat));
        let villain = Villain::new(&agreed, hands.map(|(seat, (keys, chart))| (seat, keys, chart)).collect());
        let nodes = Seat::all(setup.seats).zip(charts).map(|(seat, (keys, chart))| Node {
            seat,
            peer: None,
            keys,
            chart,
            disk: Vec::new(),
            kept: Vec::new(),
        });
        let mut rng = stream(setup.seed, 60);
        let pace = [300, 2_000, 15_000][below(&mut rng, 3) as usize];
        let mut world = World {
            nodes: nodes.collect(),
            agreed,
            villain,
            epochs: BTreeMap::new(),
            last: BTreeMap::new(),
            queue: BinaryHeap::new(),
            events: BTreeMap::new(),
            sequence: 0,
            now: 0,
            rng,
            pace,
            done: 0,
            healed: false,
            signed: Vec::new(),
            setup,
        };
        for index in 0..world.nodes.len() {
            world.start(index, false);
            for other in 0..index {
                world.epochs.insert((other, index), (0, false));
                world.schedule(0, Happens::Up(other, index));
            }
        }
        let pairs: Vec<(usize, usize)> = world.epochs.keys().copied().collect();
        for _ in 0..below(&mut world.rng, 12) {
            let &(a, b) = pick(&mut world.rng, &pairs).unwrap();
            let at = below(&mut world.rng, 20 * world.pace);
            world.schedule(at, Happens::Break(a, b));
        }
        if world.setup.crashes {
            for _ in 0..3 {
                let index = below(&mut world.rng, world.nodes.len() as u64) as usize;
                let at = below(&mut world.rng, 20 * world.pace);
                world.schedule(at, Happens::Crash(index));
            }
        }
        world.schedule(1, Happens::Mischief);
        world
    }

    fn is_villain(&self, index: usize) -> bool {
        self.setup.villains.iter().any(|seat| seat.index() == index)
    }

    fn honest(&self) -> impl Iterator<Item = (Seat, &Peer)> {
        self.nodes.iter().filter_map(|node| Some((node.seat, node.peer.as_ref()?)))
    }

    fn schedule(&mut self, delay: u64, happens: Happens) {
        self.sequence += 1;
        self.events.insert(self.sequence, happens);
        self.queue.push(Reverse((self.now + delay, self.sequence)));
    }

    fn start(&mut self, index: usize, again: bool) {
        if self.is_villain(index) {
            return;
        }
        let (agreed, now, session) = (self.agreed.clone(), self.now, self.rng.next_u64());
        let node = &mut self.nodes[index];
        let seated = Seated {
            seat: node.seat,
            keys: node.keys.clone(),
            chart: node.chart.clone(),
            kept: node.kept.clone(),
        };
        node.peer = Some(if again {
            let mut log = Log::new(agreed);
            for signed in &node.disk {
                log.insert(signed.clone()).expect("what was written down once is accepted again");
            }
            Peer::resume(log, Some(seated), session, now)
        } else {
            Peer::new(agreed, Some(seated), session, now)
        });
        self.drain(index);
    }

    fn link(&self, from: usize, to: usize) -> Option<Link> {
        let (epoch, up) = self.epochs.get(&(from.min(to), from.max(to)))?;
        up.then_some(epoch << 8 | to as u64)
    }

    fn up(&mut self, a: usize, b: usize) {
        if self.is_villain(a) && self.is_villain(b) || self.link(a, b).is_some() {
            return;
        }
        let (epoch, up) = self.epochs.get_mut(&(a, b)).unwrap();
        (*epoch, *up) = (*epoch + 1, true);
        for (node, other) in [(a, b), (b, a)] {
            let link = self.link(node, other).unwrap();
            if self.is_villain(node) {
                let (game, head) = (self.agreed.id, self.agreed.id);
                let hello = Hello { protocol: PROTOCOL, game, length: 0, head, session: 1 };
                self.transmit(node, link, Frame::Hello(hello).encode());
                self.transmit(node, link, Frame::Synced.encode());
            } else {
                self.input(node, Input::Connected(link));
            }
        }
    }

    fn down(&mut self, a: usize, b: usize) {
        let links = [(a, self.link(a, b)), (b, self.link(b, a))];
        self.epochs.get_mut(&(a, b)).unwrap().1 = false;
        for (node, link) in links {
            if let Some(link) = link {
                self.input(node, Input::Disconnected(link));
            }
        }
    }

    fn input(&mut self, index: usize, input: Input) {
        if let Some(peer) = self.nodes[index].peer.as_mut() {
            let _ = peer.handle(self.now, input);
        }
        self.drain(index);
    }

    fn drain(&mut self, index: usize) {
        loop {
            let node = &mut self.nodes[index];
            let Some(peer) = node.peer.as_mut() else { return };
            let Some(output) = peer.poll() else { break };
            match output {
                Output::Keep(kept) => node.kept.push(kept),
                Output::Persist(signed) => {
                    if signed.seat == node.seat {
                        self.signed.push(signed.clone());
                    }
                    node.disk.push(signed);
                }
                Output::Send(link, bytes) => self.transmit(index, link, bytes),
                Output::Close(link, _) => {
                    let other = (link & 0xff) as usize;
                    if self.link(index, other) == Some(link) {
                        let (a, b) = (index.min(other), index.max(other));
                        self.down(a, b);
                        self.schedule(2_000, Happens::Up(a, b));
                    }
                }
                Output::Wake(at) => {
                    let delay = at.saturating_sub(self.now);
                    self.schedule(delay, Happens::Tick(index));
                }
                Output::Event(Event::Overdue(_)) => self.input(index, Input::Claim),
                Output::Event(_) => {}
            }
        }
        let node = &self.nodes[index];
        if let Some(peer) = &node.peer
            && peer.table().duty() == Duty::Act(node.seat)
        {
            let wait = 20 + below(&mut self.rng, 2 * self.pace);
            self.schedule(wait, Happens::Think(index));
        }
    }

    fn transmit(&mut self, from: usize, link: Link, bytes: Vec<u8>) {
        let to = (link & 0xff) as usize;
        if self.link(from, to) != Some(link) || self.is_villain(to) {
            return;
        }
        let delay = 5 + below(&mut self.rng, 300);
        let last = self.last.entry((from, to)).or_default();
        *last = (*last).max(self.now + delay);
        let delay = *last - self.now;
        self.schedule(delay, Happens::Deliver { to, link: link & !0xff | from as u64, bytes });
    }

    fn happens(&mut self, happens: Happens) {
        match happens {
            Happens::Deliver { to, link, bytes } => {
                if self.link(to, (link & 0xff) as usize) == Some(link) {
                    self.input(to, Input::Frame(link, bytes));
                }
            }
            Happens::Up(a, b) => self.up(a, b),
            Happens::Break(..) | Happens::Crash(_) if self.healed => {}
            Happens::Break(a, b) => {
                self.down(a, b);
                let wait = 500 + below(&mut self.rng, 4 * self.pace);
                self.schedule(wait, Happens::Up(a, b));
            }
            Happens::Tick(index) => self.input(index, Input::Tick),
            Happens::Think(index) => {
                let node = &self.nodes[index];
                let (Some(peer), seat) = (&node.peer, node.seat) else { return };
                if peer.table().duty() != Duty::Act(seat) {
                    return;
                }
                let (acts, _) = peer.table().position().legal(seat, peer.chart().unwrap());
                if self.setup.resigning && !self.healed && below(&mut self.rng, 10) == 0 {
                    let who = below(&mut self.rng, self.nodes.len() as u64) as usize;
                    self.input(who, Input::Resign);
                } else if below(&mut self.rng, 10) == 0 {
                    // Whatever is refused changes nothing.
                    self.input(index, Input::Accept(Proposal::Draw));
                    self.input(index, Input::Accept(Proposal::Adjournment));
                    self.input(index, Input::Offer(Proposal::Adjournment));
                } else if let Some(intent) = pick(&mut self.rng, &acts).cloned() {
                    self.input(index, Input::Act(intent));
                }
            }
            Happens::Crash(index) => {
                if self.nodes[index].peer.take().is_none() {
                    return;
                }
                for other in (0..self.nodes.len()).filter(|&other| other != index) {
                    let (a, b) = (index.min(other), index.max(other));
                    self.down(a, b);
                    self.schedule(1_000, Happens::Up(a, b));
                }
                self.start(index, true);
            }
            Happens::Mischief => self.mischief(),
        }
    }

    fn mischief(&mut self) {
        let mut tips: Vec<Table> = Vec::new();
        let villain = &mut self.villain;
        for node in &self.nodes {
            if let Some(peer) = &node.peer {
                villain.watch(peer);
                tips.push(peer.table().clone());
            }
        }
        let over = tips.iter().all(|table| table.duty() == Duty::Over);
        let villains = &self.setup.villains;
        let awaited =
            tips.iter().filter_map(|table| table.duty().seat()).any(|seat| villains.contains(&seat));
        // While an honest seat thinks, villains have less to say.
        let deed = if awaited || below(&mut self.rng, 4) == 0 {
            pick(&mut self.rng, &self.setup.deeds)
        } else {
            None
        };
        if let Some(&deed) = deed
            && let Some(signed) = villain.act(deed, &tips, &mut self.rng)
        {
            self.done += 1;
            let to_all = below(&mut self.rng, 3) > 0;
            for to in 0..self.nodes.len() {
                if to_all || below(&mut self.rng, 2) == 0 {
                    self.tell(to, &signed);
                }
            }
        }
        let end = if over { 200 } else { self.pace };
        if self.done < self.setup.budget && self.now < 1_000_000 {
            let wait = 1 + below(&mut self.rng, end);
            self.schedule(wait, Happens::Mischief);
        }
    }

    fn tell(&mut self, to: usize, signed: &Signed) {
        let from = signed.seat.index();
        if let Some(link) = self.link(from, to) {
            self.transmit(from, link, Frame::Said(signed.clone()).encode());
        }
    }

    fn settle_until(&mut self, limit: u64) {
        let mut steps = 0;
        while let Some(Reverse((at, number))) = self.queue.pop() {
            self.now = at.max(self.now);
            let happens = self.events.remove(&number).unwrap();
            self.happens(happens);
            steps += 1;
            let moving = |happens: &Happens| {
                matches!(happens, Happens::Deliver { .. } | Happens::Up(..) | Happens::Mischief)
            };
            let over = self.honest().all(|(_, peer)| peer.table().duty() == Duty::Over);
            if over && !self.events.values().any(moving) || self.now > limit || steps > 300_000 {
                break;
            }
        }
    }

    fn reconnect(&mut self) {
        let pairs: Vec<(usize, usize)> = self.epochs.keys().copied().collect();
        for &(a, b) in &pairs {
            self.down(a, b);
        }
        for (a, b) in pairs {
            self.up(a, b);
        }
    }

    pub fn run(&mut self) {
        self.settle_until(1_500_000);
        self.healed = true;
        // What was withheld comes out now, or never.
        for signed in self.villain.said.clone() {
            let late = below(&mut self.rng, 2) == 0;
            for to in 0..self.nodes.len() {
                if late && below(&mut self.rng, 2) == 0 {
                    self.tell(to, &signed);
                }
            }
        }
        for _ in 0..3 {
            self.reconnect();
            self.settle_until(self.now + 2_000_000);
        }
    }

    pub fn end(self) -> End {
        let mut wrong = self.double_signed();
        let honest: Vec<Seat> = self.honest().map(|(seat, _)| seat).collect();
        let tips: Vec<(Seat, u32, Digest, Duty)> = self
            .honest()
            .map(|(seat, peer)| {
                let table = peer.table();
                (seat, table.number(), table.head(), table.duty())
            })
            .collect();
        if tips.windows(2).any(|pair| pair[0].2 != pair[1].2) {
            let tips = tips.iter().map(|(s, n, h, d)| format!("{s:?}@{n} {:02x?} {d:?}", &h[..2]));
            wrong.push(format!("heads differ: {:?}", tips.collect::<Vec<_>>()));
        } else if tips.iter().any(|tip| tip.3 != Duty::Over) {
            wrong.push(format!("stuck: {:?}", tips.first().map(|tip| (tip.1, tip.3))));
        }
        let convicted: Vec<BTreeMap<Seat, (Fault, u32)>> =
            self.honest().map(|(_, peer)| convictions(peer.log())).collect();
        if convicted.windows(2).any(|pair| pair[0] != pair[1]) {
            wrong.push(format!("convictions differ: {convicted:?}"));
        }
        for (seat, fault) in convicted.iter().flatten() {
            if honest.contains(seat) {
                wrong.push(format!("honest {seat:?} convicted: {fault:?}"));
            }
        }
        let verdicts: Vec<Verdict> = self.honest().map(|(_, peer)| verdict(peer.log())).collect();
        for verdict in &verdicts {
            if verdict.faults.iter().any(|proof| honest.contains(&proof.seat)) {
                wrong.push(format!("honest seat blamed: {:?}", verdict.faults));
            }
        }
        if verdicts.windows(2).any(|pair| pair[0] != pair[1]) {
            wrong.push("verdicts differ".to_owned());
        }
        for ((seat, peer), verdict_) in self.honest().zip(&verdicts) {
            let read = record::read(&record::write(peer.log())).unwrap();
            if read.damage.is_some()
                || read.log.table().head() != peer.table().head()
                || verdict(&read.log) != *verdict_
                || convictions(&read.log) != convictions(peer.log())
            {
                wrong.push(format!("record of {seat:?} reads back otherwise: {:?}", read.damage));
            }
        }
        let mut statements: BTreeMap<Digest, Signed> = BTreeMap::new();
        for (_, peer) in self.honest() {
            statements.extend(peer.log().statements().iter().map(|signed| (signed.digest(), signed.clone())));
        }
        End { statements: statements.into_values().collect(), agreed: self.agreed, wrong }
    }

    /// What honest seats signed that contradicts itself.
    fn double_signed(&self) -> Vec<String> {
        let mut entries: BTreeMap<(Seat, Spot), Digest> = BTreeMap::new();
        let (mut seen, mut overdue, mut resigned) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut wrong = Vec::new();
        for signed in &self.signed {
            match signed.open(&self.agreed).unwrap() {
                Statement::Entry(spot, _) => {
                    let digest = signed.digest();
                    if *entries.entry((signed.seat, spot)).or_insert(digest) != digest {
                        wrong.push(format!("{:?} signed twice at {}", signed.seat, spot.number));
                    }
                }
                Statement::Seen(spot, _) if !seen.insert((signed.seat, spot)) => {
                    wrong.push(format!("{:?} saw twice", signed.seat));
                }
                Statement::Overdue(spot, _) => {
                    overdue.insert((signed.seat, spot));
                }
                Statement::Resign(_) if !resigned.insert(signed.seat) => {
                    wrong.push(format!("{:?} resigned twice", signed.seat));
                }
                _ => {}
            }
        }
        wrong.extend(seen.intersection(&overdue).map(|(seat, _)| format!("{seat:?} signed both votes")));
        wrong
    }
}

pub fn convictions(log: &Log) -> BTreeMap<Seat, (Fault, u32)> {
    log.convictions().iter().map(|(seat, c)| (*seat, (c.fault.clone(), c.number))).collect()
}
