//! Forks, votes, resignations and restarts, with two to four peers: what everybody ends up with, and who
//! is accused of it.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "laws/mesh.rs"]
mod mesh;

use marque_protocol::{
    audit::{Outcome, verdict},
    fault::Fault,
    games::{self, Ply, drill},
    log::Refusal,
    peer::{Event, Input, Peer, Refused},
    rules::{Intent, Leaving, Seat},
    statement::{Body, Signed, Spot, Statement},
    table::Duty,
};
use mesh::{A, B, C, Mesh, mesh};

/// Limit and grace of a decision.
const DECISION_MS: u64 = 70_000;

/// A drill in which one seat is about to act: that seat, and the others.
fn drill(seats: usize, seed: u64) -> (Mesh, Seat, Vec<Seat>) {
    let mesh = mesh("drill", seats, seed, &[]);
    let Duty::Act(due) = mesh.duty(A) else { panic!("{:?}", mesh.duty(A)) };
    let others = mesh.seats().filter(|seat| *seat != due).collect();
    (mesh, due, others)
}

fn ask(of: Seat, slot: u8) -> games::Act {
    games::Act::Drill(drill::Act::Ask { of, slot })
}

fn says(mesh: &mut Mesh, seat: Seat, act: games::Act) {
    mesh.input(seat, Input::Act(Intent::plain(act))).unwrap();
    mesh.run();
}

/// Every peer has one head, and nobody is accused but these.
fn agree(mesh: &Mesh, guilty: &[Seat]) {
    let peers: Vec<&Peer> = mesh.nodes.iter().filter_map(|node| node.peer.as_ref()).collect();
    for peer in &peers {
        assert_eq!(peer.table().head(), peers[0].table().head(), "{:?}", peer.seat());
        let convicted: Vec<Seat> = peer.log().convictions().keys().copied().collect();
        assert_eq!(convicted, guilty, "{:?}", peer.seat());
    }
}

#[test]
fn of_two_that_resign_on_one_head_the_due_one_has_lost() {
    for seed in 0..4 {
        let (mut mesh, due, others) = drill(2, seed);
        [A, B].into_iter().for_each(|seat| mesh.silence(seat));
        for seat in [A, B] {
            mesh.input(seat, Input::Resign).unwrap();
        }
        mesh.run();
        [A, B].into_iter().for_each(|seat| mesh.speak(seat));
        agree(&mesh, &[]);
        for seat in [A, B] {
            let verdict = verdict(mesh.log(seat));
            assert_eq!((verdict.outcome, verdict.winner), (Outcome::Resigned, Some(others[0])));
            assert_eq!(mesh.left(seat, due), Some(Leaving::Resigned));
        }
    }
}

#[test]
fn a_resignation_survives_a_restart() {
    for heard in [false, true] {
        let (mut mesh, due, others) = drill(3, 1);
        let resigns = others[0];
        if !heard {
            mesh.silence(resigns);
        }
        mesh.input(resigns, Input::Resign).unwrap();
        mesh.run();
        mesh.restart(resigns, usize::MAX);
        let written = mesh.node(resigns).disk.len();
        mesh.seats().for_each(|other| mesh.release(resigns, other));
        mesh.connect(resigns, others[1]);
        mesh.run();
        mesh.connect(resigns, due);
        mesh.run();
        assert_eq!(mesh.left(due, resigns), Some(Leaving::Resigned));
        assert!(matches!(mesh.input(resigns, Input::Resign), Err(Refused::Over)));
        mesh.finish(&[]);
        let own = mesh.node(resigns).disk[written..].iter().filter(|signed| signed.seat == resigns);
        for signed in own {
            let statement = signed.open(&mesh.agreed).unwrap();
            let attached = matches!(statement, Statement::Chart(..) | Statement::Result(_));
            assert!(attached, "{statement:?}");
        }
    }
}

/// Statements that a seat itself has signed, on its disk.
fn own(mesh: &Mesh, seat: Seat) -> usize {
    mesh.node(seat).disk.iter().filter(|signed| signed.seat == seat).count()
}

#[test]
fn after_a_restart_nothing_is_signed_before_another_has_told() {
    let (mesh, ..) = drill(3, 2);
    for kept in 0..=mesh.node(B).disk.len() + 1 {
        let (mut mesh, ..) = drill(3, 2);
        mesh.play_until(A, |mesh| mesh.duty(A) == Duty::Act(B));
        let state = mesh.state(A);
        let kept = kept.min(mesh.node(B).disk.len());
        mesh.restart(B, kept);
        let before = own(&mesh, B);
        mesh.wait(1_000);
        assert!(mesh.peer(B).is_quiet());
        assert_eq!(mesh.input(B, Input::Resign), Err(Refused::Quiet));
        assert!(mesh.input(B, Input::Act(Intent::plain(ask(A, 0)))).is_err());
        assert_eq!(mesh.input(B, Input::Claim), Err(Refused::NotOverdue));
        assert_eq!(own(&mesh, B), before, "cut to {kept}");
        // The link is up, and nothing has come yet: still nothing.
        mesh.hold(C, B);
        mesh.connect(B, C);
        mesh.run();
        assert!(mesh.peer(B).is_quiet());
        assert_eq!(own(&mesh, B), before, "cut to {kept}");
        mesh.release(C, B);
        mesh.run();
        assert!(!mesh.peer(B).is_quiet());
        assert!(mesh.node(B).events.contains(&Event::Merged));
        assert_eq!((mesh.state(B), mesh.state(C)), (state.clone(), state));
        mesh.connect(B, A);
        mesh.run();
        mesh.finish(&[]);
    }
}

#[test]
fn a_late_entry_stands_where_another_saw_it_in_time() {
    let (mut mesh, due, others) = drill(3, 3);
    let (calls, sees) = (others[0], others[1]);
    mesh.hold(due, calls);
    mesh.hold(sees, calls);
    says(&mut mesh, due, ask(sees, 0));
    assert!(mesh.spot(sees).number > mesh.spot(calls).number);
    mesh.wait(DECISION_MS);
    assert!(mesh.node(calls).events.contains(&Event::Overdue(vec![due])));
    mesh.input(calls, Input::Claim).unwrap();
    mesh.run();
    assert_eq!(mesh.left(calls, due), None, "one of two does not put it out");
    mesh.release(due, calls);
    mesh.run();
    mesh.release(sees, calls);
    mesh.run();
    agree(&mesh, &[]);
    assert_eq!(mesh.left(calls, due), None);
    mesh.finish(&[]);
}

#[test]
fn who_called_it_overdue_waits_for_anothers_word() {
    let (mut mesh, due, others) = drill(3, 4);
    let (calls, sees) = (others[0], others[1]);
    mesh.silence(due);
    mesh.wait(DECISION_MS);
    mesh.input(calls, Input::Claim).unwrap();
    mesh.run();
    let spot = mesh.spot(calls);
    // The entry comes late to both; the other, who has not called, says that it saw it.
    says(&mut mesh, due, ask(calls, 0));
    mesh.silence(sees);
    mesh.speak(due);
    assert_eq!(mesh.spot(calls), spot, "it neither answers nor goes on");
    assert!(mesh.spot(sees).number > spot.number);
    assert_eq!(mesh.log(sees).voted(&spot, sees), (true, false));
    mesh.speak(sees);
    agree(&mesh, &[]);
    assert!(mesh.spot(calls).number > spot.number + 1, "now it has answered");
    mesh.finish(&[]);
}

#[test]
fn it_is_forfeit_when_all_others_call_it_overdue() {
    for acts_too_late in [false, true] {
        let (mut mesh, due, others) = drill(3, 5);
        mesh.silence(due);
        mesh.wait(DECISION_MS);
        let number = mesh.spot(A).number;
        for seat in &others {
            assert_eq!(mesh.left(*seat, due), None);
            mesh.input(*seat, Input::Claim).unwrap();
            if acts_too_late && *seat == others[0] {
                says(&mut mesh, due, ask(others[0], 0));
            }
            mesh.run();
        }
        mesh.speak(due);
        agree(&mesh, &[]);
        for seat in mesh.seats() {
            assert_eq!(mesh.left(seat, due), Some(Leaving::Forfeited));
        }
        assert!(mesh.spot(A).number > number && mesh.duty(A) != Duty::Over, "play goes on");
        mesh.finish(&[]);
        assert!(verdict(mesh.log(A)).faults.is_empty());
        assert_ne!(verdict(mesh.log(A)).winner, Some(due));
    }
}

#[test]
fn half_against_half_is_only_claimed() {
    let (mut mesh, due, others) = drill(4, 6);
    let mute = others[0];
    let callers = [others[1], others[2]];
    mesh.silence(due);
    mesh.silence(mute);
    for _ in 0..2 {
        mesh.wait(DECISION_MS);
        assert_eq!(mesh.left(callers[0], due), None);
        for seat in callers {
            mesh.input(seat, Input::Claim).unwrap();
        }
        mesh.run();
    }
    for seat in callers {
        assert_eq!(mesh.left(seat, due), Some(Leaving::Claimed));
        assert_eq!(mesh.left(seat, mute), Some(Leaving::Claimed));
        assert_eq!(verdict(mesh.log(seat)).outcome, Outcome::Claimed);
        assert_eq!(mesh.duty(seat), Duty::Over);
    }
}

#[test]
fn votes_name_others_in_order() {
    let (mut mesh, due, others) = drill(3, 7);
    let (caller, hears) = (others[0], others[1]);
    let (spot, state) = (mesh.spot(A), mesh.state(hears));
    let upside_down = vec![due.max(hears), due.min(hears)];
    for seats in [vec![], vec![caller], vec![due, due], upside_down, vec![Seat(3)], vec![Seat(255)]] {
        let vote = mesh.sign(caller, &Statement::Overdue(spot, seats));
        mesh.hears(hears, caller, &vote);
        assert_eq!(mesh.refusal(hears), Some(Refusal::Vote));
        assert_eq!(mesh.state(hears), state);
    }
    let elsewhere = Spot { previous: [1; 32], ..spot };
    let votes = [Statement::Overdue(elsewhere, vec![due]), Statement::Seen(elsewhere, [2; 32])];
    for vote in votes.iter().chain([&Statement::Resign(elsewhere)]) {
        let vote = mesh.sign(caller, vote);
        mesh.hears(hears, caller, &vote);
        assert_eq!(mesh.refusal(hears), Some(Refusal::Gap));
        assert_eq!(mesh.state(hears), state);
    }
    mesh.finish(&[]);
}

#[test]
fn both_votes_are_a_fault() {
    let (mut mesh, due, others) = drill(3, 8);
    let (spot, liar) = (mesh.spot(A), others[0]);
    says(&mut mesh, due, ask(others[1], 0));
    let head = mesh.log(A).table_at(spot.number as usize + 1).unwrap().head();
    for vote in [Statement::Seen(spot, head), Statement::Overdue(spot, vec![due])] {
        let vote = mesh.sign(liar, &vote);
        mesh.hears(others[1], liar, &vote);
    }
    assert_eq!(mesh.log(due).convictions()[&liar].fault, Fault::BothVotes);
    mesh.finish(&[liar]);
}

/// Two acts of the seat that is due, both sound; its own machine is gone.
fn two_stories(mesh: &mut Mesh, due: Seat, others: &[Seat]) -> [Signed; 2] {
    let stories = [ask(others[0], 0), ask(others[1], 1)];
    let signed = stories.map(|act| mesh.said(due, due, &Ply::Act(act)));
    mesh.node_mut(due).peer = None;
    signed
}

#[test]
fn honest_followers_of_two_stories_are_not_accused() {
    for seed in 0..6 {
        let (mut mesh, due, others) = drill(3, seed);
        let (x, y) = (others[0], others[1]);
        let spot = mesh.spot(x);
        let [first, second] = two_stories(&mut mesh, due, &others);
        mesh.hold(x, y);
        mesh.hold(y, x);
        mesh.hears(x, due, &first);
        mesh.hears(y, due, &second);
        assert_ne!(mesh.spot(x), mesh.spot(y), "each has answered what it was asked");
        assert!(mesh.spot(x).number == spot.number + 2 && mesh.spot(y).number == spot.number + 2);
        mesh.release(x, y);
        if seed % 2 == 0 {
            mesh.run();
        }
        mesh.release(y, x);
        mesh.run();
        agree(&mesh, &[due]);
        for seat in [x, y] {
            assert_eq!(mesh.log(seat).convictions()[&due].fault, Fault::Double);
            assert_eq!(mesh.log(seat).convictions()[&due].number, spot.number);
            assert_eq!(mesh.left(seat, due), Some(Leaving::Faulted));
        }
        mesh.finish(&[due]);
    }
}

#[test]
fn a_late_second_story_rolls_nothing_back() {
    for seed in 0..6 {
        let (mut mesh, due, others) = drill(3, seed);
        let (x, y) = (others[0], others[1]);
        let number = mesh.spot(x).number;
        let second = mesh.said(due, due, &Ply::Act(ask(y, 1)));
        says(&mut mesh, due, ask(x, 0));
        mesh.play_until(x, |mesh| {
            let built = |seat: Seat| {
                mesh.log(x).chain().iter().skip(number as usize + 1).any(|step| match step {
                    marque_protocol::log::Step::Entry(entry) => entry.seat() == seat,
                    marque_protocol::log::Step::Out(_) => false,
                })
            };
            built(x) && built(y)
        });
        let (length, head) = (mesh.log(x).chain().len(), mesh.spot(x).previous);
        mesh.hears(x, due, &second);
        for seat in [x, y] {
            assert_eq!(mesh.log(seat).convictions()[&due].fault, Fault::Double);
            assert!(!mesh.was_rewound(seat), "seed {seed}");
            assert_eq!(mesh.log(seat).table_at(length).unwrap().head(), head);
        }
        mesh.finish(&[due]);
        assert_eq!(mesh.left(x, due), Some(Leaving::Faulted));
    }
}

#[test]
fn a_removal_counts_once_its_reason_is_known() {
    let (mut mesh, due, others) = drill(3, 9);
    let (x, y) = (others[0], others[1]);
    let spot = mesh.spot(x);
    mesh.hold(y, x);
    let resigns = mesh.sign(y, &Statement::Resign(spot));
    let removal = mesh.entry(due, spot, Body::Removal(vec![(y, Leaving::Resigned)]));
    mesh.node_mut(due).peer = None;
    mesh.node_mut(y).peer = None;
    mesh.hears(x, due, &removal);
    assert_eq!(mesh.spot(x), spot, "as if it had not come");
    assert!(mesh.log(x).convictions().is_empty());
    mesh.hears(x, due, &resigns);
    assert_eq!(mesh.left(x, y), Some(Leaving::Resigned));
    assert_eq!((mesh.spot(x).number, mesh.left(x, due)), (spot.number + 1, None));
}

#[test]
fn removals_that_cannot_be_are_faults() {
    let (mut mesh, due, others) = drill(3, 10);
    let state = mesh.state(others[0]);
    for foul in [vec![], vec![(due, Leaving::Resigned)], vec![(others[0], Leaving::Forfeited)]] {
        let table = mesh.peer(A).table();
        assert!(matches!(table.check(due, &Body::Removal(foul.clone())), Err(Fault::Removal)), "{foul:?}");
    }
    assert_eq!(mesh.state(others[0]), state);
    let foul = mesh.entry(due, mesh.spot(A), Body::Removal(Vec::new()));
    mesh.node_mut(due).peer = None;
    mesh.hears(others[0], due, &foul);
    assert_eq!(mesh.log(others[1]).convictions()[&due].fault, Fault::Removal);
    mesh.finish(&[due]);
}

#[test]
fn a_spectator_follows_and_has_no_say() {
    let (mut mesh, ..) = drill(2, 11);
    mesh.finish(&[]);
    let mut peer = Peer::new(mesh.agreed.clone(), None, 5, 0);
    for signed in mesh.log(A).statements() {
        let frame = marque_protocol::wire::Frame::Said(signed.clone()).encode();
        peer.handle(0, Input::Connected(1)).unwrap();
        peer.handle(0, Input::Frame(1, frame)).unwrap();
    }
    assert_eq!(peer.table().head(), mesh.spot(A).previous);
    assert_eq!(verdict(peer.log()), verdict(mesh.log(A)));
    for input in [Input::Resign, Input::Claim, Input::Act(Intent::plain(ask(A, 0)))] {
        assert_eq!(peer.handle(1, input), Err(Refused::Spectator));
    }
    assert_eq!((peer.seat(), peer.chart().is_none()), (None, true));
}
