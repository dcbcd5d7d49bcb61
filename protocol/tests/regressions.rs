//! What once went wrong, and must not again.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "laws/mesh.rs"]
mod mesh;

use ed25519_dalek::SigningKey;
use marque_protocol::{
    audit::{Outcome, verdict},
    games::{self, Options, Ply, drill},
    lobby::{Away, Message, Organiser},
    log::{Log, Novelty, Refusal},
    peer::{Input, Peer},
    rules::{Intent, Seat},
    sim::{Network, Setup, lies_of, play},
    statement::{Signed, Spot, Statement},
    table::Duty,
    terms::{SeatKeys, Terms},
    wire::{Frame, Hello, PROTOCOL},
};
use mesh::{A, B, C, Mesh, mesh};

fn drill(seats: usize, seed: u64) -> (Mesh, Seat, Vec<Seat>) {
    let mesh = mesh("drill", seats, seed, &[]);
    let Duty::Act(due) = mesh.duty(A) else { panic!("{:?}", mesh.duty(A)) };
    let others = mesh.seats().filter(|seat| *seat != due).collect();
    (mesh, due, others)
}

fn ask(of: Seat, slot: u8) -> games::Act {
    games::Act::Drill(drill::Act::Ask { of, slot })
}

/// CLV-23: both seats sign an illegal seal. The game is over with the first conviction; the second seal
/// was then never checked, and its author won.
#[test]
fn who_both_seal_illegal_charts_both_lose() {
    let mesh = mesh("drill", 2, 1, &[A, B]);
    let mut log = Log::new(mesh.agreed.clone());
    for seat in [A, B] {
        log.insert(mesh.sealing(seat, mesh.seal(seat, &[1, 1, 1, 1, 1, 1]))).unwrap();
    }
    let verdict = verdict(&log);
    assert_eq!((verdict.outcome, verdict.winner), (Outcome::Fault, None));
}

/// A log that knows both seals of a liar before it knows what stands on the first refused that for ever,
/// where the others have the first as final: a liar who was the first to greet a newcomer cut it off.
#[test]
fn a_newcomer_who_hears_both_seals_first_catches_up() {
    let (mut mesh, ..) = drill(3, 7);
    let values = if mesh.node(C).chart.values() == [1, 0, 1, 0, 0, 0] {
        [0, 1, 1, 0, 0, 0]
    } else {
        [1, 0, 1, 0, 0, 0]
    };
    let first = mesh.log(A).statements().iter().find(|signed| signed.seat == C).unwrap().clone();
    let second = mesh.sealing(C, mesh.seal(C, &values));
    mesh.hears(A, C, &second);
    mesh.finish(&[C]);

    let mut late = Log::new(mesh.agreed.clone());
    late.insert(first).unwrap();
    late.insert(second).unwrap();
    // Everything that A has, again and again.
    for _ in 0..3 {
        for signed in mesh.log(A).statements() {
            let _ = late.insert(signed.clone());
        }
    }
    assert_eq!(late.table().head(), mesh.spot(A).previous);
}

/// The same for every lie of the simulator, in shuffled orders.
#[test]
fn lies_in_any_order() {
    let options = Options::choose("drill", &[]).unwrap();
    let mut wrong = Vec::new();
    for seats in 2..=4 {
        for lie in lies_of("drill", seats) {
            for seed in 0..4u64 {
                let liar = Some((Seat((seed % seats as u64) as u8), lie));
                let (game, options, network) = ("drill".to_owned(), options.clone(), Network::Calm);
                let report = play(&Setup { game, options, seats, seed, network, liar });
                let log = marque_protocol::record::read(&report.records[0].1).unwrap().log;
                let mut other = Log::new(log.agreed().clone());
                let mut left: Vec<Signed> = log.statements().to_vec();
                left.reverse();
                for _ in 0..left.len() {
                    left.retain(|s| matches!(other.insert(s.clone()), Err(Refusal::Gap | Refusal::NotDue)));
                }
                if other.table().head() != log.table().head() {
                    wrong.push((lie.name, seats, seed));
                }
            }
        }
    }
    assert_eq!(wrong, []);
}

/// A result signature counts for what is final, so it makes the log look again; once it did not, and the
/// same statements in another order had another chain.
#[test]
fn a_result_that_comes_last_counts_too() {
    let (mut mesh, due, others) = drill(2, 3);
    let winner = others[0];
    let act = mesh.said(due, due, &Ply::Act(ask(winner, 0)));
    let (mut one, mut two) = (mesh.copy(winner), mesh.copy(winner));
    mesh.input(due, Input::Resign).unwrap();
    mesh.run();
    let said = mesh.log(winner).statements().to_vec();
    let of = |wanted: fn(&Statement) -> bool| {
        said.iter().find(|signed| wanted(&signed.open(&mesh.agreed).unwrap())).unwrap().clone()
    };
    let resigns = of(|statement| matches!(statement, Statement::Resign(_)));
    let result = of(|statement| matches!(statement, Statement::Result(_)));
    for signed in [&resigns, &result, &act] {
        one.insert(signed.clone()).unwrap();
    }
    for signed in [&resigns, &act, &result] {
        two.insert(signed.clone()).unwrap();
    }
    assert_eq!(one.table().head(), two.table().head());
}

/// An honest player acts late (somebody has called him overdue, so his entry waits), and then resigns.
/// The resignation once stood on the same spot as his entry, and convicted him.
#[test]
fn resigning_behind_a_waiting_entry_is_no_fault() {
    let (mut mesh, due, others) = drill(3, 4);
    mesh.silence(due);
    mesh.wait(70_000);
    mesh.input(others[0], Input::Claim).unwrap();
    mesh.run();
    mesh.input(due, Input::Act(Intent::plain(ask(others[0], 0)))).unwrap();
    mesh.input(due, Input::Resign).unwrap();
    mesh.run();
    mesh.speak(due);
    for seat in mesh.seats() {
        assert!(mesh.log(seat).convictions().is_empty(), "{:?}", mesh.log(seat).convictions());
    }
}

/// After a claim the clock runs anew for those who stayed silent too.
#[test]
fn a_claim_asks_to_be_woken_again() {
    let (mut mesh, due, others) = drill(4, 6);
    mesh.silence(due);
    mesh.wait(70_000);
    let now = mesh.now;
    mesh.node_mut(others[0]).wakes.clear();
    mesh.input(others[0], Input::Claim).unwrap();
    assert!(
        mesh.node(others[0]).wakes.iter().any(|at| *at >= now + 70_000),
        "{:?}",
        mesh.node(others[0]).wakes
    );
}

/// Votes once could name any number beside a known head, and so fill the others' memory and disks.
#[test]
fn votes_are_for_positions_that_can_be() {
    let (mut mesh, due, others) = drill(3, 7);
    let (spot, state) = (mesh.spot(A), mesh.state(others[1]));
    for number in 1_000..1_100 {
        let vote = mesh.sign(others[0], &Statement::Overdue(Spot { number, ..spot }, vec![due]));
        mesh.hears(others[1], others[0], &vote);
    }
    assert_eq!(mesh.state(others[1]).2, state.2, "statements kept");
}

/// A resignation with a number that is not that of its head was kept and never took effect.
#[test]
fn resignations_are_for_positions_that_can_be() {
    let (mesh, _, others) = drill(3, 7);
    let mut log = mesh.copy(A);
    let spot = Spot { number: 4_000_000, ..mesh.spot(A) };
    let kept = log.insert(mesh.sign(others[0], &Statement::Resign(spot)));
    assert_ne!(kept, Ok(Novelty::New));
}

/// A guest whose per-game key is none (or weak) once took a seat; then the terms were bad for everybody.
#[test]
fn a_guest_without_a_key_is_turned_away() {
    let mesh = mesh("classic", 2, 1, &[A, B]);
    let blank: Terms = mesh.agreed.terms.clone();
    let identity = |n: u8| SigningKey::from_bytes(&[n; 32]);
    let place = |n: u8| {
        let key = identity(n).verifying_key().to_bytes();
        SeatKeys::new([n; 32]).place(key, "x".to_owned(), [n; 32])
    };
    let mut organiser = Organiser::new([7; 16], blank, 2, identity(1), place(1));
    let mut guest = place(2);
    guest.signing = [0; 32];
    let key = guest.identity;
    let join = Message::Join { protocol: PROTOCOL, table: [7; 16], place: guest };
    assert_eq!(organiser.hear(0, &key, join), [(0, Message::Turned(Away::Place))]);
}

/// A guest who signed something else and went once kept its seat.
#[test]
fn a_guest_that_signs_badly_and_goes_frees_its_seat() {
    let mesh = mesh("classic", 2, 1, &[A, B]);
    let identity = |n: u8| SigningKey::from_bytes(&[n; 32]);
    let place = |n: u8| {
        let key = identity(n).verifying_key().to_bytes();
        SeatKeys::new([n; 32]).place(key, "x".to_owned(), [n; 32])
    };
    let mut organiser = Organiser::new([7; 16], mesh.agreed.terms.clone(), 2, identity(1), place(1));
    let (guest, other) = (place(2), place(3));
    let join = |place| Message::Join { protocol: PROTOCOL, table: [7; 16], place };
    organiser.hear(0, &guest.identity.clone(), join(guest.clone()));
    assert_eq!(organiser.unsigned(), [0], "whoever waits knows for whom");
    assert!(organiser.sits(0) && !organiser.sits(1));
    let bad = marque_protocol::terms::sign_terms(&identity(2), b"something else");
    let answer = organiser.hear(0, &guest.identity.clone(), Message::Sign(bad));
    assert_eq!(answer, [(0, Message::Turned(Away::Unsigned))]);
    assert!(organiser.agreement().is_none(), "not everybody has signed");
    assert!(!organiser.sits(0) && organiser.unsigned().is_empty());
    organiser.gone(0);
    let answer = organiser.hear(1, &other.identity.clone(), join(other.clone()));
    assert!(matches!(answer.as_slice(), [(1, Message::Terms(_))]), "{answer:?}");
}

/// Every further Hello on a link was once answered with the whole log.
#[test]
fn a_second_greeting_is_not_answered_with_the_whole_log() {
    let (mesh, ..) = drill(2, 3);
    let mut peer = Peer::resume(mesh.copy(A), None, 5, 0);
    peer.handle(0, Input::Connected(1)).unwrap();
    let hello =
        Hello { protocol: PROTOCOL, game: mesh.agreed.id, length: 0, head: mesh.agreed.id, session: 9 };
    let mut sent = Vec::new();
    for _ in 0..2 {
        while peer.poll().is_some() {}
        peer.handle(0, Input::Frame(1, Frame::Hello(hello.clone()).encode())).unwrap();
        sent.push(std::iter::from_fn(|| peer.poll()).count());
    }
    assert!(sent[1] <= 2, "{sent:?} outputs");
}
