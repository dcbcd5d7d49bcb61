//! Honest peers against seats that sign and send whatever the fuzzer likes.
//!
//! The bytes are a script: who is honest, and then deeds, one or a few bytes each. Honest peers stand
//! on links of their own, which the script may hold up and break. Clock, restarts and the honest
//! players' choices are the script's too.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, OnceLock},
};

use marque_protocol::{
    audit::verdict,
    games::Options,
    lobby::{Away, Message},
    log::Log,
    peer::{Event, Input, Kept, Link, Output, Peer, Seated},
    record,
    rules::{Leaving, Seat},
    seal::{Chart, Digest},
    sim::table_of,
    statement::{Body, Signed, Spot, Statement},
    table::{Duty, Table},
    terms::{Agreed, SeatKeys, Signature},
    wire::{Frame, Hello, PROTOCOL},
};

use super::{
    choices::Choices,
    villain::{DEEDS, Deed, Villain},
};

/// Deeds of one script.
const DEEDS_MOST: usize = 200;

/// A game that everybody has agreed to, with all secrets.
pub struct Seats {
    pub agreed: Arc<Agreed>,
    pub hands: Vec<(SeatKeys, Chart)>,
}

/// The table with so many seats: always the same, since keys are dear and tell nothing.
pub fn table(seats: usize) -> &'static Seats {
    static TABLES: [OnceLock<Seats>; 3] = [const { OnceLock::new() }; 3];
    TABLES[seats - 2].get_or_init(|| {
        let options = Options::choose("drill", &[("turns".to_owned(), "2".to_owned())]);
        let (agreed, hands) = table_of("drill", &options.expect("the drill has two turns"), seats, 1);
        Seats { agreed, hands }
    })
}

pub fn body(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let mut world = World::new(&mut choices);
    for _ in 0..DEEDS_MOST {
        if choices.is_empty() {
            break;
        }
        world.deed(&mut choices);
    }
    world.end();
}

struct Node {
    peer: Peer,
    disk: Vec<Signed>,
    kept: Vec<Kept>,
    /// Links that it may think are up.
    links: BTreeSet<Link>,
}

struct World {
    seats: &'static Seats,
    nodes: BTreeMap<Seat, Node>,
    villain: Villain,
    /// Frames between honest peers, in order, with sender and receiver.
    mail: VecDeque<(Seat, Seat, Vec<u8>)>,
    held: bool,
    now: u64,
    signed: Vec<Signed>,
}

impl World {
    fn new(choices: &mut Choices) -> World {
        let seats = table(2 + choices.below(3));
        let all: Vec<Seat> = Seat::all(seats.hands.len()).collect();
        // At least one of each kind.
        let mask = 1 + choices.below((1 << all.len()) - 2);
        let (honest, evil): (Vec<Seat>, Vec<Seat>) =
            all.iter().partition(|seat| mask >> seat.index() & 1 == 1);
        let hand = |seat: &Seat| {
            let (keys, chart) = seats.hands[seat.index()].clone();
            (*seat, keys, chart)
        };
        let mut world = World {
            seats,
            nodes: BTreeMap::new(),
            villain: Villain::new(&seats.agreed, evil.iter().map(hand).collect()),
            mail: VecDeque::new(),
            held: false,
            now: 0,
            signed: Vec::new(),
        };
        for &seat in &honest {
            let peer = Peer::new(seats.agreed.clone(), Some(world.seated(seat, Vec::new())), 0, 0);
            world
                .nodes
                .insert(seat, Node { peer, disk: Vec::new(), kept: Vec::new(), links: BTreeSet::new() });
        }
        for seat in honest {
            world.drain(seat);
            for &other in &all {
                world.connect(seat, other);
            }
        }
        world
    }

    fn seated(&self, seat: Seat, kept: Vec<Kept>) -> Seated {
        let (keys, chart) = self.seats.hands[seat.index()].clone();
        Seated { seat, keys, chart, kept }
    }

    /// A link to another peer is up: an honest one, or a villain who knows how to greet.
    fn connect(&mut self, seat: Seat, other: Seat) {
        let fresh = |node: &mut Node, other| node.links.insert(link_to(other));
        if seat == other || !self.nodes.get_mut(&seat).is_some_and(|node| fresh(node, other)) {
            return;
        }
        // Both ends of a link are up before either says anything on it.
        let both = self.nodes.get_mut(&other).is_some_and(|node| fresh(node, seat));
        let held = std::mem::replace(&mut self.held, true);
        self.input(seat, Input::Connected(link_to(other)));
        if both {
            self.input(other, Input::Connected(link_to(seat)));
        } else {
            self.greet(seat, other, |_| {});
        }
        self.held = held;
        self.deliver();
    }

    fn greet(&mut self, to: Seat, from: Seat, change: impl FnOnce(&mut Hello)) {
        let id = self.seats.agreed.id;
        let mut hello = Hello { protocol: PROTOCOL, game: id, length: 0, head: id, session: 1 };
        change(&mut hello);
        self.frame(to, from, Frame::Hello(hello).encode());
        self.frame(to, from, Frame::Synced.encode());
    }

    fn disconnect(&mut self, seat: Seat, other: Seat) {
        for (one, two) in [(seat, other), (other, seat)] {
            if self.nodes.get_mut(&one).is_some_and(|node| node.links.remove(&link_to(two))) {
                self.input(one, Input::Disconnected(link_to(two)));
            }
        }
        self.mail.retain(|(from, to, _)| (*from, *to) != (seat, other) && (*from, *to) != (other, seat));
    }

    fn frame(&mut self, to: Seat, from: Seat, bytes: Vec<u8>) {
        if self.nodes.get(&to).is_some_and(|node| node.links.contains(&link_to(from))) {
            self.input(to, Input::Frame(link_to(from), bytes));
        }
    }

    fn input(&mut self, seat: Seat, input: Input) {
        if let Some(node) = self.nodes.get_mut(&seat) {
            let _ = node.peer.handle(self.now, input);
        }
        self.drain(seat);
    }

    fn drain(&mut self, seat: Seat) {
        let mut claims = false;
        let mut closed = Vec::new();
        let Some(node) = self.nodes.get_mut(&seat) else { return };
        while let Some(output) = node.peer.poll() {
            match output {
                Output::Keep(kept) => node.kept.push(kept),
                Output::Persist(signed) => {
                    if signed.seat == seat {
                        self.signed.push(signed.clone());
                    }
                    node.disk.push(signed);
                }
                Output::Send(link, bytes) => {
                    if let Some(to) = seat_of(link).filter(|_| node.links.contains(&link)) {
                        self.mail.push_back((seat, to, bytes));
                    }
                }
                Output::Close(link, _) => closed.extend(seat_of(link)),
                Output::Event(Event::Overdue(_)) => claims = true,
                Output::Wake(_) | Output::Event(_) => {}
            }
        }
        for other in closed {
            assert!(!self.nodes.contains_key(&other), "{seat:?} closed the link to {other:?}, who is honest");
            self.disconnect(seat, other);
        }
        if claims {
            self.input(seat, Input::Claim);
        }
        self.deliver();
    }

    fn deliver(&mut self) {
        while !self.held
            && let Some((from, to, bytes)) = self.mail.pop_front()
        {
            self.frame(to, from, bytes);
        }
    }

    fn restart(&mut self, seat: Seat) {
        let others: Vec<Seat> = Seat::all(self.seats.hands.len()).filter(|other| *other != seat).collect();
        for &other in &others {
            self.disconnect(seat, other);
        }
        let Some(node) = self.nodes.get(&seat) else { return };
        let mut log = Log::new(self.seats.agreed.clone());
        for (at, signed) in node.disk.iter().enumerate() {
            let taken = log.replay(&node.disk[..at], signed.clone());
            assert!(taken.is_ok(), "what was written down once is refused: {taken:?}");
        }
        assert_eq!(log.table().head(), node.peer.table().head(), "a restart finds another chain");
        let seated = self.seated(seat, node.kept.clone());
        let peer = Peer::resume(log, Some(seated), 1, self.now);
        if let Some(node) = self.nodes.get_mut(&seat) {
            node.peer = peer;
        }
        self.drain(seat);
    }

    fn deed(&mut self, choices: &mut Choices) {
        let honest: Vec<Seat> = self.nodes.keys().copied().collect();
        let seat = |choices: &mut Choices| honest[choices.below(honest.len())];
        let kind = choices.byte();
        match kind % 32 {
            deed @ 0..=8 => self.villainy(DEEDS[usize::from(deed)], choices),
            9..=14 => self.villainy(Deed::Play, choices),
            15..=19 => {
                let who = seat(choices);
                self.think(who, choices);
            }
            20 => self.forge(true, choices),
            21 => self.forge(false, choices),
            22 => {
                let (to, bytes) = (seat(choices), 1 + choices.below(64));
                let bytes = choices.take(bytes).to_vec();
                let from = self.evil(choices);
                self.frame(to, from, bytes);
            }
            23 => {
                let (to, from) = (seat(choices), self.evil(choices));
                self.disconnect(to, from);
                self.connect(to, from);
            }
            24 => {
                let (to, from, change) = (seat(choices), self.evil(choices), choices.byte());
                self.disconnect(to, from);
                let length = u32::from(change) / 4;
                let head = self.nodes[&to].peer.log().table_at(length as usize).map(Table::head);
                self.nodes.get_mut(&to).into_iter().for_each(|node| {
                    node.links.insert(link_to(from));
                });
                self.input(to, Input::Connected(link_to(from)));
                self.greet(to, from, |hello| match change % 4 {
                    0 => hello.protocol += 1,
                    1 => hello.game = [change; 32],
                    2 => (hello.length, hello.head) = (length, head.unwrap_or_default()),
                    _ => hello.length = u32::MAX,
                });
            }
            25 => {
                let (to, from) = (seat(choices), self.evil(choices));
                let frame = match choices.below(3) {
                    0 => Frame::Synced,
                    1 => Frame::Bye,
                    _ => Frame::Lobby(Message::Turned(Away::Full)),
                };
                self.frame(to, from, frame.encode());
            }
            26 => {
                self.now += [1_000, 6_000, 31_000, 71_000, 191_000][choices.below(5)];
                for seat in honest {
                    self.input(seat, Input::Tick);
                }
            }
            27 => self.restart(seat(choices)),
            28 => self.held = !self.held,
            29 => {
                let (one, two) = (seat(choices), seat(choices));
                self.disconnect(one, two);
            }
            30 => {
                let (one, two) = (seat(choices), seat(choices));
                self.connect(one, two);
            }
            _ => {
                let who = seat(choices);
                if choices.below(4) == 0 {
                    self.input(who, Input::Resign);
                }
            }
        }
        self.deliver();
    }

    fn evil(&self, choices: &mut Choices) -> Seat {
        let seats: Vec<Seat> = self.villain.seats().collect();
        seats[choices.below(seats.len())]
    }

    fn think(&mut self, seat: Seat, choices: &mut Choices) {
        let Some(node) = self.nodes.get(&seat) else { return };
        let (Some(chart), table) = (node.peer.chart(), node.peer.table()) else { return };
        if table.duty() == Duty::Act(seat) {
            let (acts, _) = table.position().legal(seat, chart);
            if let Some(intent) = acts.get(choices.below(acts.len())).cloned() {
                self.input(seat, Input::Act(intent));
            }
        }
    }

    fn watch(&mut self) -> Vec<Table> {
        for node in self.nodes.values() {
            self.villain.watch(&node.peer);
        }
        self.nodes.values().map(|node| node.peer.table().clone()).collect()
    }

    fn villainy(&mut self, deed: Deed, choices: &mut Choices) {
        let tips = self.watch();
        if let Some(signed) = self.villain.act(deed, &tips, choices) {
            self.tell(&signed, choices);
        }
    }

    /// Says something to one honest peer or to all.
    fn tell(&mut self, signed: &Signed, choices: &mut Choices) {
        let honest: Vec<Seat> = self.nodes.keys().copied().collect();
        let which = choices.below(honest.len() + 3);
        for (at, to) in honest.into_iter().enumerate() {
            if which == at + 3 || which < 3 {
                let seats: Vec<Seat> = self.villain.seats().collect();
                let from = if seats.contains(&signed.seat) { signed.seat } else { seats[0] };
                self.frame(to, from, Frame::Said(signed.clone()).encode());
            }
        }
    }

    /// A statement that somebody has made, changed; with a good signature or not.
    fn forge(&mut self, sign: bool, choices: &mut Choices) {
        self.watch();
        let all: Vec<Signed> =
            self.nodes.values().flat_map(|node| node.peer.log().statements().iter().cloned()).collect();
        if all.is_empty() {
            return;
        }
        let mut signed = all[choices.far(all.len())].clone();
        choices.damage(&mut signed.bytes);
        if sign {
            signed.seat = self.evil(choices);
            let key = self.seats.hands[signed.seat.index()].0.signing();
            signed.signature = Signature::make(&key, b"marque/1/statement", &signed.bytes);
        }
        self.tell(&signed, choices);
    }

    /// Lets all honest peers meet, and looks at what they hold then.
    fn end(mut self) {
        self.held = false;
        self.deliver();
        let honest: Vec<Seat> = self.nodes.keys().copied().collect();
        for round in 0..3 {
            for &one in &honest {
                for &two in &honest {
                    self.disconnect(one, two);
                }
            }
            for &one in &honest {
                for &two in &honest {
                    self.connect(one, two);
                }
            }
            let heads: BTreeSet<Digest> = self.nodes.values().map(|node| node.peer.table().head()).collect();
            if heads.len() == 1 {
                break;
            }
            assert!(round < 2, "honest peers hold different chains");
        }
        self.signs_one_story();
        for (seat, node) in &self.nodes {
            self.blames_nobody_honest(node.peer.log());
            let written = record::write(node.peer.log());
            let read = record::read(&written).expect("a record is readable");
            assert!(read.damage.is_none(), "record of {seat:?}: {:?}", read.damage);
            assert_eq!(read.log.table().head(), node.peer.table().head());
            assert_eq!(verdict(&read.log), verdict(node.peer.log()));
            assert!(record::write(&read.log) == written, "a record that is written again is another");
        }
    }

    /// No honest seat signed two things that contradict each other.
    fn signs_one_story(&self) {
        let mut entries: BTreeMap<(Seat, Spot), Digest> = BTreeMap::new();
        let (mut seen, mut overdue, mut resigned) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for signed in &self.signed {
            let seat = signed.seat;
            match signed.open(&self.seats.agreed).expect("honest seats sign statements") {
                Statement::Entry(spot, body) => {
                    let digest = signed.digest();
                    let first = *entries.entry((seat, spot)).or_insert(digest);
                    assert_eq!(first, digest, "{seat:?} signed two entries for {spot:?}");
                    if let Body::Removal(seats) = body {
                        let blamed = |(of, why): &(Seat, Leaving)| {
                            self.nodes.contains_key(of) && *why == Leaving::Faulted
                        };
                        assert!(!seats.iter().any(blamed), "{seat:?} removed an honest seat: {seats:?}");
                    }
                }
                Statement::Seen(spot, _) => assert!(seen.insert((seat, spot)), "{seat:?} saw two steps"),
                Statement::Overdue(spot, _) => drop(overdue.insert((seat, spot))),
                Statement::Resign(_) => assert!(resigned.insert(seat), "{seat:?} resigned twice"),
                Statement::Chart(..) | Statement::Result(_) => {}
            }
        }
        assert!(seen.is_disjoint(&overdue), "an honest seat signed both votes");
    }

    fn blames_nobody_honest(&self, log: &Log) {
        for (seat, conviction) in log.convictions() {
            assert!(!self.nodes.contains_key(seat), "{seat:?} is honest and convicted: {conviction:?}");
        }
        for proof in verdict(log).faults {
            assert!(!self.nodes.contains_key(&proof.seat), "{:?} is honest and blamed", proof.seat);
        }
    }
}

/// Links are numbered by who is at the other end.
fn link_to(seat: Seat) -> Link {
    seat.0.into()
}

fn seat_of(link: Link) -> Option<Seat> {
    u8::try_from(link).ok().map(Seat)
}
