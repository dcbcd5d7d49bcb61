//! What liars with real keys once could do, each in its smallest form.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

use std::sync::Arc;

use marque_protocol::{
    audit::verdict,
    games::Options,
    log::{Log, Novelty, Refusal, SIDE_MOST},
    peer::{Event, Input, Output, Peer, Seated},
    record,
    rules::{Leaving, Seat},
    seal::{Chart, ClaimsProof, Digest, Seal, Secret},
    sim::table_of,
    statement::{Body, Opened, Signed, Spot, Statement},
    table::{Duty, Table},
    terms::{Agreed, SeatKeys},
    wire::{Frame, Hello, PROTOCOL},
};

struct Game {
    agreed: Arc<Agreed>,
    hands: Vec<(SeatKeys, Chart)>,
}

impl Game {
    fn new(seats: usize, seed: u64) -> Game {
        let options = Options::choose("drill", &[("turns".to_owned(), "6".to_owned())]).unwrap();
        let (agreed, hands) = table_of("drill", &options, seats, seed);
        Game { agreed, hands }
    }

    fn sign(&self, seat: u8, statement: &Statement) -> Signed {
        Signed::make(&self.hands[seat as usize].0.signing(), Seat(seat), &self.agreed.id, statement)
    }

    fn secret(&self, seat: u8) -> Secret {
        let (keys, chart) = &self.hands[seat as usize];
        Secret::new(self.agreed.id, seat, keys.seed(), chart.clone())
    }

    fn seal(&self, seat: u8) -> Signed {
        let spot = Spot { number: seat.into(), previous: self.agreed.id };
        let tip =
            self.hands[seat as usize].0.chain(&self.agreed.id, Seat(seat), self.agreed.card.draws).tip();
        let context = marque_protocol::seal::Context {
            game: self.agreed.id,
            seat,
            number: spot.number,
            previous: spot.previous,
        };
        let seal = Seal::make(&self.secret(seat), &self.agreed.options.laws(), &tip, &context).unwrap();
        self.sign(seat, &Statement::Entry(spot, Body::Seal { seal, tip }))
    }

    fn link(&self, table: &Table) -> Signed {
        let seat = table.duty().seat().unwrap();
        let chain = self.hands[seat.index()].0.chain(&self.agreed.id, seat, self.agreed.card.draws);
        let link = chain.link(table.link_number()).unwrap();
        self.sign(seat.0, &Statement::Entry(table.spot(), Body::Link(link)))
    }

    /// The act number `nth` of those that seal nothing.
    fn act(&self, table: &Table, nth: usize) -> Signed {
        let Duty::Act(seat) = table.duty() else { panic!("no act is due: {:?}", table.duty()) };
        let (acts, _) = table.position().legal(seat, &self.hands[seat.index()].1);
        let act = &acts.iter().filter(|intent| intent.bits.is_empty()).nth(nth).unwrap().act;
        let sealed = table.public(seat).unwrap().sealed.as_ref().unwrap();
        let context = table.context(seat);
        let bare = ClaimsProof::make(&self.secret(seat.0), &[], &context, sealed).unwrap();
        let body = |proof| Body::Act { words: act.encode(), extension: None, proof };
        let (_, implied) = table.implied(seat, &body(bare)).unwrap();
        let proof = ClaimsProof::make(&self.secret(seat.0), &implied.claims, &context, sealed).unwrap();
        self.sign(seat.0, &Statement::Entry(table.spot(), body(proof)))
    }

    fn answer(&self, table: &Table) -> Signed {
        let Duty::Answer(seat) = table.duty() else { panic!("no answer is due: {:?}", table.duty()) };
        let answer = table.position().honest(seat, &self.hands[seat.index()].1);
        let sealed = table.public(seat).unwrap().sealed.as_ref().unwrap();
        let context = table.context(seat);
        let bare = ClaimsProof::make(&self.secret(seat.0), &[], &context, sealed).unwrap();
        let body = |proof, letter| Body::Answer { words: answer.encode(), proof, letter };
        let (_, implied) = table.implied(seat, &body(bare, None)).unwrap();
        let proof = ClaimsProof::make(&self.secret(seat.0), &implied.claims, &context, sealed).unwrap();
        let letter = implied.private.map(|private| {
            let reader = self.agreed.place(private.reader).unwrap().exchange;
            marque_protocol::seal::Letter::write(&self.secret(seat.0), &context, &reader, &private.lines)
                .unwrap()
        });
        self.sign(seat.0, &Statement::Entry(table.spot(), body(proof, letter)))
    }

    fn peer(&self, seat: u8) -> Peer {
        let (keys, chart) = self.hands[seat as usize].clone();
        let seated = Seated { seat: Seat(seat), keys, chart, kept: Vec::new() };
        Peer::new(self.agreed.clone(), Some(seated), 1, 0)
    }

    /// A log with all seals and the first draw: the first act is due.
    fn opened(&self) -> Log {
        let mut log = Log::new(self.agreed.clone());
        for seat in 0..self.hands.len() as u8 {
            log.insert(self.seal(seat)).unwrap();
        }
        while let Duty::Link(_) = log.table().duty() {
            let link = self.link(log.table());
            log.insert(link).unwrap();
        }
        log
    }
}

fn drain(peer: &mut Peer) -> Vec<Output> {
    std::iter::from_fn(|| peer.poll()).collect()
}

fn tell(peer: &mut Peer, signed: &Signed) {
    peer.handle(0, Input::Frame(7, Frame::Said(signed.clone()).encode())).unwrap();
}

fn connect(game: &Game, peer: &mut Peer) {
    peer.handle(0, Input::Connected(7)).unwrap();
    let hello =
        Hello { protocol: PROTOCOL, game: game.agreed.id, length: 0, head: game.agreed.id, session: 9 };
    peer.handle(0, Input::Frame(7, Frame::Hello(hello).encode())).unwrap();
    drain(peer);
}

/// An honest seat that resigns while seals are missing has sealed before.
#[test]
fn resigning_among_the_seals_convicts_nobody() {
    let game = Game::new(3, 1);
    let mut peer = game.peer(1);
    connect(&game, &mut peer);
    peer.handle(0, Input::Resign).unwrap();
    tell(&mut peer, &game.seal(0));
    tell(&mut peer, &game.seal(2));
    assert!(peer.log().convictions().is_empty(), "{:?}", peer.log().convictions());
    assert_eq!(peer.table().number(), 3);
}

/// An honest seat whose entry waits because a villain called it overdue resigns.
#[test]
fn resigning_behind_an_entry_that_waits_convicts_nobody() {
    let game = Game::new(3, 1);
    let mut log = game.opened();
    let due = log.table().duty().seat().unwrap();
    let villain = (due.0 + 1) % 3;
    let mut peer = game.peer(due.0);
    connect(&game, &mut peer);
    for signed in log.statements() {
        tell(&mut peer, signed);
    }
    let spot = log.table().spot();
    let call = game.sign(villain, &Statement::Overdue(spot, vec![due]));
    tell(&mut peer, &call);
    let act = game.act(log.table(), 0);
    tell(&mut peer, &act);
    assert_eq!(peer.table().spot(), spot, "the entry waits");
    peer.handle(0, Input::Resign).unwrap();
    assert!(peer.log().convictions().is_empty(), "{:?}", peer.log().convictions());
    log.insert(act).unwrap();
}

/// Statements name numbers at which their head does not stand: kept without bound.
#[test]
fn votes_for_numbers_that_do_not_exist_are_refused() {
    let game = Game::new(2, 1);
    let mut log = Log::new(game.agreed.clone());
    for number in 1..200 {
        let spot = Spot { number, previous: game.agreed.id };
        let vote = game.sign(1, &Statement::Seen(spot, [0; 32]));
        assert!(log.insert(vote).is_err(), "vote on number {number} kept");
    }
}

/// Two colluding seats remove the honest on a branch of their own and fill the side of the log.
#[test]
fn honest_entries_are_not_crowded_out() {
    let game = Game::new(4, 1);
    let mut log = game.opened();
    let tip = log.table().clone();
    let first = tip.duty().seat().unwrap();
    let second = Seat((first.0 + 1) % 4);
    let honest: Vec<(Seat, Leaving)> = Seat::all(4)
        .filter(|seat| *seat != first && *seat != second)
        .map(|seat| (seat, Leaving::Faulted))
        .collect();
    // Their private game, two versions of everything, breadth first.
    let removal = game.sign(first.0, &Statement::Entry(tip.spot(), Body::Removal(honest)));
    let mut open = vec![after(&tip, &removal)];
    log.insert(removal).unwrap();
    let (mut kept, mut crowded) = (1, 0);
    while let Some(table) = (!open.is_empty()).then(|| open.remove(0)) {
        for nth in 0..2 {
            let signed = match table.duty() {
                Duty::Act(_) => game.act(&table, nth),
                Duty::Link(_) if nth == 0 => game.link(&table),
                _ => continue,
            };
            match log.insert(signed.clone()) {
                Ok(Novelty::New) => {
                    kept += 1;
                    open.push(after(&table, &signed));
                }
                refused => crowded += u32::from(refused == Err(Refusal::Crowded)),
            }
        }
        if kept > 255 {
            break;
        }
    }
    assert!(kept <= 2 * SIDE_MOST + 1 && crowded > 0, "kept {kept} side entries, refused {crowded}");
    // Everybody else goes on: the equivocator is out, the rest play.
    let table = log.table().clone();
    let next = match table.duty() {
        Duty::Act(_) => game.act(&table, 0),
        duty => panic!("{duty:?}"),
    };
    assert_eq!(log.insert(next), Ok(Novelty::New));
}

fn after(table: &Table, signed: &Signed) -> Table {
    let Statement::Entry(_, body) = signed.open(table.agreed()).unwrap() else { panic!() };
    let mut table = table.clone();
    let proven = table.check(signed.seat, &body).unwrap();
    table.apply(signed.seat, proven, signed.head(&table.head()));
    table
}

/// Who is due is silent, and an accomplice votes for something else: the others can still claim.
#[test]
fn a_vote_for_another_set_does_not_stop_a_claim() {
    let game = Game::new(4, 1);
    let log = game.opened();
    let due = log.table().duty().seat().unwrap();
    let others: Vec<u8> = (0..4).filter(|seat| *seat != due.0).collect();
    let (accomplice, honest) = (others[0], [others[1], others[2]]);
    let spot = log.table().spot();
    let junk = game.sign(accomplice, &Statement::Overdue(spot, vec![Seat(honest[0])]));
    let mut peer = game.peer(honest[0]);
    let mut friend = game.peer(honest[1]);
    for peer in [&mut peer, &mut friend] {
        connect(&game, peer);
        for signed in log.statements().iter().chain([&junk]) {
            tell(peer, signed);
        }
        drain(peer);
    }
    for round in 1..8u64 {
        let now = round * 100_000;
        for turn in 0..2 {
            let (one, other) = if turn == 0 { (&mut peer, &mut friend) } else { (&mut friend, &mut peer) };
            one.handle(now, Input::Tick).unwrap();
            let _ = one.handle(now, Input::Claim);
            for output in drain(one) {
                if let Output::Persist(signed) = output {
                    other.handle(now, Input::Frame(7, Frame::Said(signed).encode())).unwrap();
                }
            }
        }
    }
    assert_eq!(peer.table().duty(), Duty::Over);
}

/// Every Hello is answered with the whole log.
#[test]
fn a_second_hello_is_not_answered() {
    let game = Game::new(2, 1);
    let mut peer = game.peer(0);
    connect(&game, &mut peer);
    let hello =
        Hello { protocol: PROTOCOL, game: game.agreed.id, length: 0, head: game.agreed.id, session: 9 };
    peer.handle(0, Input::Frame(7, Frame::Hello(hello).encode())).unwrap();
    let sent: usize =
        drain(&mut peer).iter().map(|o| if let Output::Send(_, bytes) = o { bytes.len() } else { 0 }).sum();
    assert!(sent < 200, "{sent} bytes");
}

/// Two notices convict; which step they convict at does not depend on which came first.
#[test]
fn two_resignations_convict_alike_in_any_order() {
    let game = Game::new(3, 1);
    let (mut one, mut other) = (game.opened(), game.opened());
    let notice =
        |number: usize| game.sign(2, &Statement::Resign(game.opened().table_at(number).unwrap().spot()));
    for number in [6, 4] {
        one.insert(notice(number)).unwrap();
    }
    for number in [4, 6] {
        other.insert(notice(number)).unwrap();
    }
    let number = |log: &Log| log.convictions()[&Seat(2)].number;
    assert_eq!(number(&one), number(&other));
}

/// An entry that every other seat in play built on is taken after two others of its author.
#[test]
fn a_version_that_others_built_on_is_kept() {
    let game = Game::new(3, 1);
    let mut players = game.opened();
    let begun = players.table().clone();
    let author = begun.duty().seat().unwrap();
    let ask = (0..).map(|nth| game.act(&begun, nth));
    let asks = ask.take_while(|_| true).filter(|act| matches!(after(&begun, act).duty(), Duty::Answer(_)));
    let versions: Vec<Signed> = asks.take(3).collect();
    let built = versions[2].clone();
    let mut said = vec![built.clone()];
    players.insert(built).unwrap();
    let mut signers = vec![author];
    while signers.len() < 3 {
        let next = match players.table().duty() {
            Duty::Answer(_) => game.answer(players.table()),
            Duty::Act(_) => game.act(players.table(), 0),
            Duty::Link(_) => game.link(players.table()),
            Duty::Acknowledge(seat) => {
                game.sign(seat.0, &Statement::Entry(players.table().spot(), Body::Acknowledge))
            }
            duty => panic!("{duty:?}"),
        };
        if !signers.contains(&next.seat) {
            signers.push(next.seat);
        }
        players.insert(next.clone()).unwrap();
        said.push(next);
    }
    let mut late = game.opened();
    for version in &versions[..2] {
        late.insert(version.clone()).unwrap();
        let _ = players.insert(version.clone());
    }
    for _ in 0..3 {
        for signed in &said {
            let _ = late.insert(signed.clone());
        }
    }
    assert_eq!(late.table_at(6).unwrap().head(), players.table_at(6).unwrap().head());
    assert_eq!(late.table_at(7).map(Table::head), players.table_at(7).map(Table::head));
    let read = record::read(&record::write(&late)).unwrap();
    assert_eq!((read.damage, read.log.table().head()), (None, late.table().head()));
}

/// Charts that a villain shows for ends that never were do not hide, or make, the one that counts.
#[test]
fn charts_for_other_ends_change_no_verdict() {
    let game = Game::new(2, 1);
    let log = game.opened();
    let tip = log.table().clone();
    let villain = tip.duty().seat().unwrap();
    let other = Seat(1 - villain.0);
    let removals = [Leaving::Faulted, Leaving::Resigned]
        .map(|why| game.sign(villain.0, &Statement::Entry(tip.spot(), Body::Removal(vec![(other, why)]))));
    let resign = game.sign(villain.0, &Statement::Resign(tip.spot()));
    let ends: Vec<Spot> = removals.iter().map(|removal| after(&tip, removal).spot()).collect();
    let outcome = |order: [usize; 3]| {
        let mut log = game.opened();
        for signed in removals.iter().chain([&resign]) {
            log.insert(signed.clone()).unwrap();
        }
        let mut ends = ends.clone();
        ends.push(log.table().spot());
        let (keys, chart) = &game.hands[villain.index()];
        for at in order {
            let opened = Opened { seed: keys.seed(), values: chart.values().to_vec() };
            let _ = log.insert(game.sign(villain.0, &Statement::Chart(ends[at], opened)));
        }
        assert_eq!(log.table().duty(), Duty::Over);
        verdict(&log)
    };
    assert_eq!(outcome([2, 0, 1]), outcome([0, 1, 2]));
}

#[allow(unused)]
fn unused(_: Option<(Refusal, Digest, Event)>) {}
