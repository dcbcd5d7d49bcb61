//! Vectors of the rules that are about seals, proofs, the clock and the log, played by whole peers.
//! `classic.rs` has those that the game alone decides.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "laws/mesh.rs"]
mod mesh;

use marque_protocol::{
    audit::{Audit, Outcome, verdict},
    fault::Fault,
    games::{
        self, Options, Ply,
        duel::{self, Act, Answer, Duel, Outcome as Shot},
    },
    log::{Refusal, Step},
    peer::{Event, Input, Refused},
    rules::{Game as _, Intent, Leaving, Seat},
    seal::{Chart, ClaimsProof, Flaw, Seal, Unlawful},
    sim::stream,
    statement::{Body, Opened, Spot, Statement},
    table::Duty,
    wire::Frame,
};
use mesh::{A, B, C, Mesh, mesh, mesh_with};

/// The layout CL-L.
const CL_L: &str = "A1-D1 F1-H1 A3-C3 E3-F3 H3-I3 A5-B5 J1 D5 F5 H5";

fn cl_l() -> Chart {
    let ships = CL_L.split_whitespace().map(|name| name.parse().unwrap()).collect();
    Duel::chart(&duel::Options::CLASSIC, &duel::Layout { ships, mines: Vec::new() }).ok().unwrap()
}

fn fire(cell: &str) -> games::Act {
    games::Act::Duel(Act::fire([cell.parse().unwrap()]))
}

fn says(outcome: Shot, sunk: &[&str]) -> Ply {
    let sunk = sunk.iter().map(|ship| ship.parse().unwrap()).collect();
    Ply::Answer(games::Answer::Duel(Answer { outcomes: vec![outcome], sunk }))
}

/// A game of classic sea battle in which X is about to fire at the owner, who has CL-L; X has the lower
/// seat in every second one.
fn classic(seed: u64) -> (Mesh, Seat, Seat) {
    let mesh = mesh_with("classic", 2, seed, &[], |_| Some(cl_l()));
    let Duty::Act(x) = mesh.duty(A) else { panic!("the draw is over") };
    (mesh, x, Duel::opponent(x))
}

/// X fires at the cell, and what the owner's machine answers does not reach him.
fn fired_at(cell: &str) -> (Mesh, Seat, Seat) {
    let (mut mesh, x, owner) = classic(1);
    mesh.hold(owner, x);
    mesh.input(x, Input::Act(Intent::plain(fire(cell)))).unwrap();
    mesh.run();
    assert_eq!(mesh.duty(x), Duty::Answer(owner));
    (mesh, x, owner)
}

/// The lie is signed and convicts its author at that entry.
fn lie_is_caught(cell: &str, lie: &Ply) {
    let (mut mesh, x, owner) = fired_at(cell);
    let said = mesh.said(x, owner, lie);
    let number = mesh.spot(x).number;
    mesh.hears(x, owner, &said);
    let verdict = verdict(mesh.log(x));
    assert_eq!((verdict.outcome, verdict.winner), (Outcome::Fault, Some(x)));
    assert_eq!(verdict.faults.len(), 1);
    assert_eq!((verdict.faults[0].seat, verdict.faults[0].entry), (owner, number));
    assert_eq!(verdict.faults[0].fault, Fault::Proof(Flaw::Claim(0)));
    assert_eq!(mesh.left(x, owner), Some(Leaving::Faulted));

    let table = mesh.log(x).table_at(number as usize).unwrap();
    let implied = table.position().check(owner, lie).unwrap().unwrap();
    let sealed = table.public(owner).unwrap().sealed.clone().unwrap();
    let (secret, context) = (mesh.secret(owner), table.context(owner));
    let proof = ClaimsProof::make(&secret, &implied.claims, &context, &sealed);
    assert_eq!(proof, Err(Unlawful::Claim(0)), "nor does an honest machine sign it");
}

/// "Refused at once": whoever signs "miss" for a ship's cell convicts himself by it.
#[test]
fn clv_17() {
    lie_is_caught("D1", &says(Shot::Miss, &[]));
}

/// "Refused at once": whoever signs "hit" for a ship that has no intact cell convicts himself by it.
#[test]
fn clv_18() {
    lie_is_caught("D5", &says(Shot::Hit, &[]));
    // The truth is taken.
    let (mut mesh, x, owner) = fired_at("D5");
    let truth = mesh.said(x, owner, &says(Shot::Hit, &["D5"]));
    mesh.hears(x, owner, &truth);
    assert_eq!(mesh.duty(x), Duty::Act(x));
}

/// CL-L with D5 moved to D4, which touches C3 and E3: values that break the laws. Ships of one cell
/// have the last hundred slots, row by row.
fn touching() -> Vec<u8> {
    let mut values = cl_l().values().to_vec();
    let (d5, d4) = (values.len() - 100 + 43, values.len() - 100 + 33);
    assert_eq!((values[d5], values[d4]), (1, 0));
    values.swap(d5, d4);
    values
}

/// A touching set-up is refused at the seal, long before it is opened, and the opponent wins.
#[test]
fn clv_19() {
    let mut mesh = mesh("classic", 2, 2, &[B]);
    let lie = mesh.sealing(B, mesh.seal(B, &touching()));
    assert_eq!(mesh.duty(A), Duty::Seal(B));
    mesh.hears(A, B, &lie);
    let verdict = verdict(mesh.log(A));
    assert_eq!((verdict.outcome, verdict.winner), (Outcome::Fault, Some(A)));
    assert_eq!((verdict.faults[0].seat, verdict.faults[0].entry), (B, 1));
    assert!(matches!(verdict.faults[0].fault, Fault::Proof(Flaw::Bits)), "{:?}", verdict.faults);

    let cheat = mesh_with("classic", 2, 2, &[], |seat| (seat == B).then(|| Chart::new(touching())));
    assert_eq!(cheat.duty(A), Duty::Seal(B), "an honest machine does not seal it");
}

/// The winner opens another set-up than the one that he sealed: the opponent wins.
#[test]
fn clv_20() {
    let (mut mesh, x, owner) = classic(3);
    mesh.hold(x, owner);
    mesh.input(owner, Input::Resign).unwrap();
    mesh.run();
    assert_eq!(mesh.duty(x), Duty::Over);
    for signed in mesh.log(x).statements().to_vec() {
        if !matches!(signed.open(&mesh.agreed), Ok(Statement::Chart(..))) {
            mesh.hears(owner, x, &signed);
        }
    }
    assert_eq!(verdict(mesh.log(owner)).winner, Some(x));
    let options = Options::choose("classic", &[]).unwrap();
    let layout = options.random_layout(&mut stream(9, 9)).unwrap();
    let other = options.chart(&layout).unwrap().unwrap();
    let shown = mesh.shown(owner, x, &other);
    mesh.hears(owner, x, &shown);
    let verdict = verdict(mesh.log(owner));
    assert_eq!((verdict.outcome, verdict.winner), (Outcome::Fault, Some(owner)));
    assert_eq!(verdict.faults[0].fault, Fault::Chart);
    assert_eq!(verdict.audits[owner.index()], Audit::Good);
}

/// The active player lets clock and grace run out: to the millisecond, and on the other's claim.
#[test]
fn clv_21() {
    let (mut mesh, x, owner) = classic(4);
    mesh.wait(69_999);
    assert_eq!(mesh.input(owner, Input::Claim), Err(Refused::NotOverdue));
    mesh.wait(1);
    assert_eq!(mesh.node(owner).events.last(), Some(&Event::Overdue(vec![x])));
    assert_eq!(mesh.input(x, Input::Claim), Err(Refused::NotOverdue), "nobody claims his own silence");
    mesh.input(owner, Input::Claim).unwrap();
    mesh.run();
    for seat in [A, B] {
        let verdict = verdict(mesh.log(seat));
        assert_eq!((verdict.outcome, verdict.winner), (Outcome::Claimed, Some(owner)));
        assert!(verdict.faults.is_empty(), "silence convicts nobody");
        assert_eq!(mesh.left(seat, x), Some(Leaving::Claimed));
    }
    assert_eq!(mesh.input(x, Input::Act(Intent::plain(fire("E1")))), Err(Refused::Over));
}

/// The passive player does not answer within the answer clock.
#[test]
fn clv_22() {
    let (mut mesh, x, owner) = fired_at("A1");
    mesh.wait(29_999);
    assert_eq!(mesh.input(x, Input::Claim), Err(Refused::NotOverdue));
    mesh.wait(1);
    mesh.input(x, Input::Claim).unwrap();
    let verdict = verdict(mesh.log(x));
    assert_eq!((verdict.outcome, verdict.winner), (Outcome::Claimed, Some(x)));
    assert!(verdict.faults.is_empty());
    assert_eq!(mesh.left(x, owner), Some(Leaving::Claimed));
}

/// Both open set-ups that are not those that they sealed: no result.
#[test]
fn clv_23() {
    for order in [[A, B], [B, A]] {
        let (mut mesh, x, owner) = classic(5);
        mesh.disconnect(A, B);
        mesh.input(owner, Input::Resign).unwrap();
        let mut log = mesh.copy(owner);
        let removal = Body::Removal(vec![(owner, Leaving::Resigned)]);
        log.insert(mesh.entry(x, log.table().spot(), removal)).unwrap();
        assert_eq!(verdict(&log).winner, Some(x));
        for seat in order {
            let opened = Opened { seed: mesh.node(seat).keys.seed(), values: touching() };
            log.insert(mesh.sign(seat, &Statement::Chart(log.table().spot(), opened))).unwrap();
        }
        let verdict = verdict(&log);
        assert_eq!((verdict.outcome, verdict.winner), (Outcome::Fault, None));
        assert_eq!(verdict.faults.iter().map(|proof| proof.seat).collect::<Vec<_>>(), [A, B]);
    }
}

/// A link that is not the next of the chain is a proven violation.
#[test]
fn gv_01() {
    let mut mesh = mesh("drill", 3, 6, &[C]);
    let seal = mesh.sealing(C, mesh.seal(C, mesh.node(C).chart.values()));
    mesh.hears(A, C, &seal);
    assert_eq!(mesh.duty(B), Duty::Link(C));
    // The link after the next is in the chain, and not due.
    let link = mesh.link_of_chain(C, 2);
    let lie = mesh.entry(C, mesh.spot(A), Body::Link(link));
    mesh.hears(B, C, &lie);
    for seat in [A, B] {
        assert_eq!(mesh.log(seat).convictions()[&C].fault, Fault::Link);
        assert_eq!(mesh.left(seat, C), Some(Leaving::Faulted));
        assert_eq!(mesh.peer(seat).table().link_number(), 3, "the others drew again, with their next links");
    }
    mesh.finish(&[C]);
}

/// A second seal after the starter is known convicts its author and changes nothing that stands.
#[test]
fn gv_02() {
    let mut mesh = mesh("drill", 3, 7, &[]);
    assert!(matches!(mesh.duty(A), Duty::Act(_)), "the starter is known");
    let (head, chain) = (mesh.spot(A).previous, mesh.log(A).chain().len());
    let root = |mesh: &Mesh| mesh.peer(A).table().public(C).unwrap().sealed.as_ref().unwrap().root();
    let before = root(&mesh);
    let values = if mesh.node(C).chart.values() == [1, 0, 1, 0, 0, 0] {
        [0, 1, 1, 0, 0, 0]
    } else {
        [1, 0, 1, 0, 0, 0]
    };
    let second = mesh.sealing(C, mesh.seal(C, &values));
    mesh.hears(A, C, &second);
    for seat in [A, B] {
        assert_eq!(mesh.log(seat).convictions()[&C].fault, Fault::Double);
        assert_eq!(mesh.log(seat).table_at(chain).unwrap().head(), head, "nothing is rolled back");
        assert!(!mesh.was_rewound(seat));
    }
    assert_eq!(root(&mesh), before);
    mesh.finish(&[C]);
    assert_eq!(mesh.left(A, C), Some(Leaving::Faulted));
}

/// Replays and messages on a stale head are refused, and nothing changes.
#[test]
fn gv_03() {
    let mut mesh = mesh("drill", 3, 8, &[]);
    let Duty::Act(first) = mesh.duty(A) else { panic!() };
    mesh.act(first);
    mesh.play_until(A, |mesh| mesh.log(A).chain().len() > 14);
    let Duty::Act(due) = mesh.duty(A) else { panic!("{:?}", mesh.duty(A)) };
    let other = if due == A { B } else { A };
    let state = mesh.state(other);
    // An act of the seat that is due, on heads where it was not; a few, for who sends many is cut off.
    let is_due = |number: &usize| mesh.log(A).table_at(*number).unwrap().duty().seat() == Some(due);
    let heads: Vec<usize> = (0..mesh.log(A).chain().len()).filter(|number| !is_due(number)).collect();
    for number in heads.iter().step_by(heads.len().div_ceil(6)) {
        let table = mesh.log(A).table_at(*number).unwrap();
        let act = Ply::Act(mesh.choice(due, 0).act);
        let Ok(Statement::Entry(_, body)) = mesh.said(A, due, &act).open(&mesh.agreed) else { panic!() };
        let stale = mesh.entry(due, table.spot(), body);
        mesh.hears(other, due, &stale);
        assert_eq!(mesh.refusal(other), Some(Refusal::NotDue));
        assert_eq!(mesh.state(other), state);
    }
    // On a head that never was, and with a number that is not that of the head.
    let body = Body::Acknowledge;
    let spot = mesh.spot(A);
    for (spot, refusal) in [
        (Spot { previous: [7; 32], ..spot }, Refusal::Gap),
        (Spot { number: spot.number + 1, ..spot }, Refusal::NotDue),
    ] {
        let stale = mesh.entry(due, spot, body.clone());
        mesh.hears(other, due, &stale);
        assert_eq!(mesh.refusal(other), Some(refusal));
        assert_eq!(mesh.state(other), state);
    }
    // Everything that was ever said, said again.
    for signed in mesh.log(A).statements().to_vec() {
        mesh.hears(other, due, &signed);
        assert_eq!(mesh.state(other), state);
    }
    mesh.finish(&[]);
}

/// The same entry twice has no second effect: not in the log, on disk or on the links.
#[test]
fn gv_04() {
    let mut mesh = mesh("drill", 2, 9, &[]);
    let Duty::Act(due) = mesh.duty(A) else { panic!() };
    mesh.act(due);
    let other = Duel::opponent(due);
    for signed in mesh.log(due).statements().to_vec() {
        let (state, disk) = (mesh.state(other), mesh.node(other).disk.len());
        let events = mesh.node(other).events.len();
        mesh.frame(other, due, Frame::Said(signed).encode());
        assert_eq!((mesh.state(other), mesh.node(other).disk.len()), (state, disk));
        assert_eq!(mesh.node(other).events.len(), events);
    }
    mesh.finish(&[]);
}

/// A resignation out of turn is accepted; the entry of the seat that is due carries it.
#[test]
fn gv_05() {
    for seats in [2, 3] {
        let mut mesh = mesh("drill", seats, 10, &[]);
        let Duty::Act(due) = mesh.duty(A) else { panic!() };
        let resigns = mesh.seats().find(|seat| *seat != due).unwrap();
        let spot = mesh.spot(due);
        mesh.input(resigns, Input::Resign).unwrap();
        mesh.run();
        for seat in mesh.seats() {
            assert_eq!(mesh.left(seat, resigns), Some(Leaving::Resigned));
            let Step::Entry(entry) = &mesh.log(seat).chain()[spot.number as usize] else {
                panic!("an entry carries it")
            };
            assert_eq!(entry.seat(), due);
            assert_eq!(entry.body, Body::Removal(vec![(resigns, Leaving::Resigned)]));
        }
        assert_eq!(mesh.duty(A) == Duty::Over, seats == 2);
        mesh.finish(&[]);
        let verdict = verdict(mesh.log(A));
        assert_ne!(verdict.winner, Some(resigns));
        assert!(verdict.faults.is_empty());
    }
}

/// The winner does not show his chart: the win stands. One that contradicts the seal loses it.
#[test]
fn gv_06() {
    let (mut mesh, x, owner) = classic(11);
    mesh.hold(x, owner);
    mesh.input(owner, Input::Resign).unwrap();
    mesh.run();
    let said = mesh.log(x).statements().to_vec();
    let head = mesh.spot(x).previous;
    for signed in said.iter().filter(|signed| signed.seat == x) {
        if !matches!(signed.open(&mesh.agreed), Ok(Statement::Chart(..))) {
            mesh.hears(owner, x, signed);
        }
    }
    assert_eq!(mesh.spot(owner).previous, head);
    let before = verdict(mesh.log(owner));
    assert_eq!((before.outcome, before.winner), (Outcome::Resigned, Some(x)));
    assert_eq!(before.audits[x.index()], Audit::NotShown);
    assert!(!before.audited() && before.faults.is_empty());

    let mut log = mesh.copy(owner);
    mesh.release(x, owner);
    mesh.run();
    let shown = verdict(mesh.log(owner));
    assert_eq!((shown.winner, shown.audits[x.index()].clone()), (Some(x), Audit::Good));
    let mut values = cl_l().values().to_vec();
    values[0] ^= 1;
    log.insert(mesh.shown(owner, x, &Chart::new(values))).unwrap();
    let after = verdict(&log);
    assert_eq!((after.outcome, after.winner), (Outcome::Fault, Some(owner)));
    assert_eq!(after.faults[0].fault, Fault::Chart);
}

/// Two equal commitments, or the identity point, are refused at the seal.
#[test]
fn gv_07() {
    let honest = |mesh: &Mesh| mesh.seal(B, mesh.node(B).chart.values());
    let repeats: fn(&mut Seal) = |seal| seal.commitments[3] = seal.commitments[1];
    let hides_nothing: fn(&mut Seal) = |seal| seal.commitments[2] = [0; 32];
    for (spoil, flaw) in [(repeats, Flaw::Repeated(3)), (hides_nothing, Flaw::Identity(2))] {
        let mut mesh = mesh("classic", 2, 12, &[B]);
        let mut seal = honest(&mesh);
        spoil(&mut seal);
        let sealing = mesh.sealing(B, seal);
        mesh.hears(A, B, &sealing);
        assert_eq!(mesh.log(A).convictions()[&B].fault, Fault::Proof(flaw));
        assert_eq!(verdict(mesh.log(A)).winner, Some(A));
    }
    let mut mesh = mesh("classic", 2, 12, &[B]);
    let sealing = mesh.sealing(B, honest(&mesh));
    mesh.hears(A, B, &sealing);
    assert!(mesh.log(A).convictions().is_empty(), "unspoilt it is a good seal");
}
