//! Bad input from outside: terms, greetings, frames and statements. Each is refused with its reason,
//! changes nothing, and the game goes on.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "laws/mesh.rs"]
mod mesh;

use ed25519_dalek::{SigningKey, VerifyingKey};
use marque_protocol::{
    fault::Fault,
    games::{self, Ply, Unavailable, duel},
    lobby::{Away, Guest, MESSAGE_MOST, Message, NoGame, Organiser, Reply},
    log::{Log, Novelty, Refusal},
    peer::{Closing, Input, Refused, STRIKES_MOST},
    rules::{BadOption, Intent, Seat},
    seal::Flaw,
    sim::{below, stream},
    statement::{Body, NoStatement, Signed, Statement},
    table::Duty,
    terms::{Agreement, BadTerms, SeatKeys, Terms, sign_terms},
    wire::{self, BadFrame, FRAME_MOST, Frame, Hello, PROTOCOL},
};
use mesh::{A, B, C, Mesh, mesh, nothing};
use rand::Rng as _;

/// The terms of a table, changed.
fn changed(change: impl FnOnce(&mut Terms)) -> Result<(), BadTerms> {
    let mut terms = mesh("classic", 2, 1, &[A, B]).agreed.terms.clone();
    change(&mut terms);
    Terms::decode(&wire::encode(&terms)).map(drop)
}

#[test]
fn terms_that_cannot_be_played_are_refused() {
    assert_eq!(changed(|_| {}), Ok(()));
    assert_eq!(changed(|terms| terms.protocol = 2), Err(BadTerms::Protocol(2)));
    assert_eq!(changed(|terms| terms.protocol = u16::MAX), Err(BadTerms::Protocol(u16::MAX)));
    let unknown = changed(|terms| terms.game = "chess".to_owned());
    assert!(matches!(unknown, Err(BadTerms::Game(Unavailable::Game { id, .. })) if id == "chess"));
    let size = |size| wire::encode(&duel::Options { size, ..duel::Options::CLASSIC });
    for options in [size(9), size(0), size(255), Vec::new(), vec![1; 40]] {
        let refused = changed(|terms| terms.options = options);
        let foreign = matches!(refused, Err(BadTerms::Game(Unavailable::Option(BadOption::Foreign { .. }))));
        assert!(foreign, "{refused:?}");
    }
    assert_eq!(changed(|terms| terms.rules[5] ^= 1), Err(BadTerms::Rules("classic".to_owned())));
    assert_eq!(changed(|terms| drop(terms.seats.pop())), Err(BadTerms::Seats(1)));
    assert_eq!(changed(|terms| terms.seats.extend(terms.seats.clone())), Err(BadTerms::Seats(4)));
    assert_eq!(changed(|terms| terms.seats.clear()), Err(BadTerms::Seats(0)));
    assert_eq!(changed(|terms| terms.seats[1].identity = terms.seats[0].identity), Err(BadTerms::Key(1)));
    assert_eq!(changed(|terms| terms.seats[1].signing = terms.seats[0].signing), Err(BadTerms::Key(1)));
    assert_eq!(changed(|terms| terms.seats[1].exchange = terms.seats[0].exchange), Err(BadTerms::Key(1)));
    let no_point = (0..).map(|n| [n; 32]).find(|key| VerifyingKey::from_bytes(key).is_err()).unwrap();
    for bad in [[0; 32], no_point] {
        assert_eq!(changed(|terms| terms.seats[0].signing = bad), Err(BadTerms::Key(0)), "{bad:?}");
        assert_eq!(changed(|terms| terms.seats[1].identity = bad), Err(BadTerms::Key(1)), "{bad:?}");
    }
    assert_eq!(changed(|terms| terms.seats[0].exchange = [0; 32]), Err(BadTerms::Key(0)));
    assert_eq!(changed(|terms| terms.seats[1].nickname = "x".repeat(65)), Err(BadTerms::Nickname(1)));
    assert_eq!(changed(|terms| terms.seats[1].nickname = "x".repeat(5000)), Err(BadTerms::Malformed));
}

#[test]
fn terms_have_one_encoding() {
    let terms = mesh("classic", 2, 1, &[A, B]).agreed.agreement.terms.clone();
    let mut rng = stream(1, 90);
    assert!(matches!(Terms::decode(&[terms.as_slice(), &[0]].concat()), Err(BadTerms::Malformed)));
    for length in 0..terms.len() {
        assert!(Terms::decode(&terms[..length]).is_err(), "cut to {length}");
    }
    let version = [&[terms[0] | 0x80, 0], &terms[1..]].concat();
    assert!(matches!(Terms::decode(&version), Err(BadTerms::Malformed)));
    for _ in 0..500 {
        let mut bytes = vec![0; below(&mut rng, 300) as usize];
        rng.fill_bytes(&mut bytes);
        bytes.splice(..bytes.len().min(1), [PROTOCOL as u8]);
        assert!(Terms::decode(&bytes).is_err());
    }
}

#[test]
fn an_agreement_needs_every_signature() {
    let agreement = mesh("drill", 3, 1, &[A, B, C]).agreed.agreement.clone();
    let check = |change: &dyn Fn(&mut Agreement)| {
        let mut agreement = agreement.clone();
        change(&mut agreement);
        agreement.check().map(drop)
    };
    assert_eq!(check(&|_| {}), Ok(()));
    assert_eq!(check(&|agreement| agreement.signatures.truncate(2)), Err(BadTerms::Seats(2)));
    assert_eq!(check(&|agreement| agreement.signatures.swap(0, 1)), Err(BadTerms::Unsigned(0)));
    assert_eq!(check(&|agreement| agreement.signatures[2].1[0] ^= 1), Err(BadTerms::Unsigned(2)));
    // The last byte is of the last seat's nonce: still good terms, which nobody signed.
    let other = check(&|agreement| *agreement.terms.last_mut().unwrap() ^= 1);
    assert_eq!(other, Err(BadTerms::Unsigned(0)));
}

fn guest(n: u8) -> (SigningKey, marque_protocol::terms::Place) {
    let identity = SigningKey::from_bytes(&[n; 32]);
    let place = SeatKeys::new([n + 100; 32]).place(identity.verifying_key().to_bytes(), "x".into(), [n; 32]);
    (identity, place)
}

#[test]
fn a_lobby_turns_away_what_it_cannot_play_with() {
    let blank = mesh("classic", 2, 1, &[A, B]).agreed.terms.clone();
    let ((host, host_place), (identity, place)) = (guest(1), guest(2));
    let mut organiser = Organiser::new([7; 16], blank.clone(), 2, host, host_place.clone());
    let key = place.identity;
    let mut hear = |identity: &[u8; 32], protocol, table, place| {
        organiser.hear(0, identity, Message::Join { protocol, table, place })
    };
    let turned = |away| vec![(0, Message::Turned(away))];
    assert_eq!(hear(&key, 2, [7; 16], place.clone()), turned(Away::Version(PROTOCOL)));
    assert_eq!(hear(&key, 1, [8; 16], place.clone()), turned(Away::NoTable));
    assert_eq!(hear(&[9; 32], 1, [7; 16], place.clone()), turned(Away::Place), "not its own identity");
    let mut copied = place.clone();
    copied.signing = host_place.signing;
    assert_eq!(hear(&key, 1, [7; 16], copied), turned(Away::Place));
    let mut long = place.clone();
    long.nickname = "x".repeat(65);
    assert_eq!(hear(&key, 1, [7; 16], long), turned(Away::Place));
    let terms = hear(&key, 1, [7; 16], place.clone());
    let [(0, Message::Terms(bytes))] = terms.as_slice() else { panic!("{terms:?}") };
    let late = guest(3).1;
    assert_eq!(hear(&late.identity.clone(), 1, [7; 16], late), turned(Away::Full));

    // The guest looks at the terms too.
    let mut guest = Guest::new([7; 16], identity.clone(), place);
    let with = |change: &dyn Fn(&mut Terms)| {
        let mut terms: Terms = wire::decode(bytes).unwrap();
        change(&mut terms);
        Message::Terms(wire::encode(&terms))
    };
    let refused = guest.hear(with(&|terms| terms.protocol = 3), |_| true);
    assert_eq!(refused, Err(NoGame::Terms(BadTerms::Protocol(3))));
    let refused = guest.hear(with(&|terms| terms.rules[0] ^= 1), |_| true);
    assert_eq!(refused, Err(NoGame::Terms(BadTerms::Rules("classic".to_owned()))));
    assert_eq!(guest.hear(with(&|terms| terms.seats[1].nonce[0] ^= 1), |_| true), Err(NoGame::Changed));
    assert_eq!(guest.hear(with(&|_| {}), |_| false), Err(NoGame::Changed));
    let signature = sign_terms(&identity, bytes);
    assert_eq!(guest.hear(with(&|_| {}), |_| true), Ok(Reply::Send(Message::Sign(signature))));
    let unsigned = Agreement { terms: bytes.clone(), signatures: vec![signature; 2] };
    assert_eq!(guest.hear(Message::Begin(unsigned), |_| true), Err(NoGame::Terms(BadTerms::Unsigned(0))));
    let begun = organiser.hear(0, &key, Message::Sign(signature));
    let [(0, begin)] = begun.as_slice() else { panic!("{begun:?}") };
    assert!(matches!(guest.hear(begin.clone(), |_| true), Ok(Reply::Begin(_))));
}

/// The frame comes to A, who closes the link; nothing has changed, and on a new link the game goes on.
fn closes(mesh: &mut Mesh, bytes: Vec<u8>, why: &Closing) {
    let state = mesh.state(A);
    mesh.frame(A, B, bytes);
    assert_eq!(mesh.node(A).closed.last(), Some(&(B, why.clone())));
    assert_eq!(mesh.state(A), state);
    mesh.connect(A, B);
    mesh.run();
    let Duty::Act(due) = mesh.duty(A) else { panic!("{:?}", mesh.duty(A)) };
    mesh.act(due);
    assert_ne!(mesh.state(A), state);
    assert_eq!(mesh.state(A), mesh.state(B));
}

#[test]
fn greetings_of_others_close_the_link() {
    let mut mesh = mesh("drill", 2, 2, &[]);
    let game = mesh.agreed.id;
    let hello = Hello { protocol: PROTOCOL, game, length: 0, head: game, session: 5 };
    let version = Frame::Hello(Hello { protocol: 2, ..hello.clone() });
    closes(&mut mesh, version.encode(), &Closing::Version(2));
    closes(&mut mesh, Frame::Hello(Hello { game: [9; 32], ..hello }).encode(), &Closing::Game);
    mesh.finish(&[]);
}

#[test]
fn a_greeting_that_boasts_is_only_a_greeting() {
    let mut mesh = mesh("drill", 2, 2, &[]);
    let (game, state) = (mesh.agreed.id, mesh.state(A));
    for (length, head) in [(u32::MAX, [1; 32]), (3, [1; 32]), (0, [1; 32]), (u32::MAX, game)] {
        let hello = Hello { protocol: PROTOCOL, game, length, head, session: 5 };
        mesh.frame(A, B, Frame::Hello(hello).encode());
        mesh.run();
        assert_eq!(mesh.state(A), state);
    }
    mesh.finish(&[]);
}

#[test]
fn frames_that_are_none_close_the_link() {
    let mut mesh = mesh("drill", 2, 3, &[]);
    let said = Frame::Said(mesh.log(A).statements()[0].clone()).encode();
    let malformed = Closing::Frame(BadFrame::Malformed);
    closes(&mut mesh, said[..said.len() - 1].to_vec(), &malformed);
    closes(&mut mesh, [said.as_slice(), &[0]].concat(), &malformed);
    closes(&mut mesh, Vec::new(), &malformed);
    // Synced with its number in two bytes, and a kind that there is not.
    closes(&mut mesh, vec![0x82, 0], &malformed);
    closes(&mut mesh, vec![5], &malformed);
    // A seat with its number in two bytes: seats are bytes, so all behind it is shifted.
    closes(&mut mesh, [&[1, 0x80, 0], &said[2..]].concat(), &malformed);
}

#[test]
fn frames_that_are_too_large_close_the_link() {
    let mut mesh = mesh("drill", 2, 3, &[]);
    for (kind, most) in [(1, FRAME_MOST), (3, MESSAGE_MOST), (0, 128)] {
        let mut bytes = vec![0; most + 1];
        bytes[0] = kind;
        closes(&mut mesh, bytes, &Closing::Frame(BadFrame::Oversized { bytes: most + 1, most }));
    }
    // A length that promises more than there is takes no memory.
    let mut lengthy = Frame::Said(mesh.log(A).statements()[0].clone()).encode()[..66].to_vec();
    lengthy.extend([255, 255, 255, 255, 15]);
    closes(&mut mesh, lengthy, &Closing::Frame(BadFrame::Malformed));
    mesh.finish(&[]);
}

#[test]
fn frames_have_one_encoding() {
    let mesh = mesh("drill", 2, 3, &[]);
    let mut rng = stream(2, 91);
    for signed in mesh.log(A).statements() {
        let bytes = Frame::Said(signed.clone()).encode();
        assert_eq!(Frame::decode(&bytes), Ok(Frame::Said(signed.clone())));
        for length in (0..bytes.len()).step_by(1 + bytes.len() / 40) {
            assert!(Frame::decode(&bytes[..length]).is_err());
        }
        for _ in 0..50 {
            let mut changed = bytes.clone();
            let at = below(&mut rng, bytes.len() as u64) as usize;
            changed[at] ^= 1 << below(&mut rng, 8);
            if let Ok(frame) = Frame::decode(&changed) {
                assert_eq!(frame.encode(), changed);
            }
        }
    }
}

/// The statement comes to every other seat: refused for this reason, and nothing changes.
fn refused(mesh: &mut Mesh, from: Seat, signed: &Signed, refusal: Refusal) {
    for to in mesh.seats().filter(|to| *to != from) {
        let state = mesh.state(to);
        mesh.hears(to, from, signed);
        assert_eq!(mesh.refusal(to), Some(refusal));
        assert_eq!(mesh.state(to), state);
    }
}

#[test]
fn statements_of_strangers_are_refused() {
    let mut mesh = mesh("drill", 3, 4, &[]);
    let Duty::Act(due) = mesh.duty(A) else { panic!() };
    let act = mesh.said(A, due, &Ply::Act(mesh.choice(due, 0).act));
    let statement = act.open(&mesh.agreed).unwrap();
    let (game, key) = (mesh.agreed.id, mesh.key(due));
    let third = SigningKey::from_bytes(&[77; 32]);
    let none = |no| Refusal::NoStatement(no);
    let made = |key: &SigningKey, seat, game: &_| Signed::make(key, seat, game, &statement);
    refused(&mut mesh, due, &made(&third, due, &game), none(NoStatement::Signature));
    for seat in [Seat(3), Seat(255)] {
        refused(&mut mesh, due, &made(&third, seat, &game), none(NoStatement::Seat));
    }
    let other = Seat((due.0 + 1) % 3);
    refused(&mut mesh, due, &Signed { seat: other, ..act.clone() }, none(NoStatement::Signature));
    let others = made(&mesh.key(other), other, &game);
    refused(&mut mesh, other, &others, Refusal::NotDue);
    refused(&mut mesh, due, &made(&key, due, &[1; 32]), none(NoStatement::Game));
    let mut tampered = act.clone();
    *tampered.bytes.last_mut().unwrap() ^= 1;
    refused(&mut mesh, due, &tampered, none(NoStatement::Signature));
    mesh.finish(&[]);
}

#[test]
fn statements_in_another_form_are_refused() {
    let mut mesh = mesh("drill", 2, 5, &[]);
    let Duty::Act(due) = mesh.duty(A) else { panic!() };
    let act = mesh.said(A, due, &Ply::Act(mesh.choice(due, 0).act));
    let key = mesh.key(due);
    let signed = |bytes: Vec<u8>| {
        // Signed as statements are, whatever the bytes.
        let signature = marque_protocol::terms::Signature::make(&key, b"marque/1/statement", &bytes);
        Signed { seat: due, signature, bytes }
    };
    let malformed = Refusal::NoStatement(NoStatement::Malformed);
    let bytes = act.bytes.clone();
    assert_eq!(signed(bytes.clone()), act, "signing again gives the same bytes");
    refused(&mut mesh, due, &signed([bytes.as_slice(), &[0]].concat()), malformed);
    refused(&mut mesh, due, &signed(bytes[..bytes.len() - 1].to_vec()), malformed);
    refused(&mut mesh, due, &signed([&bytes[..32], &[0x80, 0], &bytes[33..]].concat()), malformed);
    refused(&mut mesh, due, &signed(Vec::new()), malformed);
    let oversized = Refusal::NoStatement(NoStatement::Oversized);
    let chart = [&bytes[..32], &[4], &[0; 1 << 17]].concat();
    refused(&mut mesh, due, &signed(chart), oversized);
    mesh.finish(&[]);
}

#[test]
fn too_many_of_them_close_the_link() {
    let mut mesh = mesh("drill", 2, 5, &[]);
    let state = mesh.state(A);
    let mut bad = mesh.log(B).statements()[0].clone();
    bad.signature.0[0] ^= 1;
    for strike in 1..=STRIKES_MOST {
        assert!(mesh.node(A).closed.is_empty(), "after {strike}");
        mesh.frame(A, B, Frame::Said(bad.clone()).encode());
    }
    assert_eq!(mesh.node(A).closed, [(B, Closing::Frame(BadFrame::Malformed))]);
    assert_eq!(mesh.state(A), state);
    mesh.connect(A, B);
    mesh.run();
    mesh.finish(&[]);
}

#[test]
fn entries_out_of_order_wait_for_the_one_before() {
    let mut mesh = mesh("drill", 3, 6, &[]);
    mesh.finish(&[]);
    let statements = mesh.log(A).statements().to_vec();
    let entries = statements.iter().filter(|signed| {
        matches!(signed.open(&mesh.agreed), Ok(Statement::Entry(_, body)) if !matches!(body, Body::Seal { .. }))
    });
    let entries: Vec<&Signed> = entries.collect();
    let mut log = Log::new(mesh.agreed.clone());
    for seal in &statements {
        if !entries.contains(&seal) && matches!(seal.open(&mesh.agreed), Ok(Statement::Entry(..))) {
            log.insert(seal.clone()).unwrap();
        }
    }
    for pair in entries.chunks(2) {
        let head = log.table().head();
        if let [first, second] = pair {
            assert_eq!(log.insert((*second).clone()), Err(Refusal::Gap));
            assert_eq!(log.table().head(), head);
            assert_eq!(log.insert((*first).clone()), Ok(Novelty::New));
            assert_eq!(log.insert((*second).clone()), Ok(Novelty::New));
        } else {
            log.insert(pair[0].clone()).unwrap();
        }
    }
    assert_eq!(log.table().head(), mesh.spot(A).previous);
    assert!(log.convictions().is_empty());
}

fn fire(cell: &str) -> games::Act {
    games::Act::Duel(duel::Act::fire([cell.parse().unwrap()]))
}

#[test]
fn shots_against_the_rules() {
    let mut mesh = mesh("classic", 2, 7, &[]);
    let Duty::Act(x) = mesh.duty(A) else { panic!() };
    let owner = if x == A { B } else { A };
    let known = fire("A1");
    mesh.input(x, Input::Act(Intent::plain(known.clone()))).unwrap();
    mesh.run();
    mesh.play_until(A, |mesh| mesh.duty(A) == Duty::Act(x));
    let beyond = games::Act::Duel(duel::Act::fire([duel_cell(10, 0)]));
    let nothing_at_all = games::Act::Duel(duel::Act::fire([]));
    for (act, rule) in [(known, "CL-8"), (fire("K1"), ""), (beyond, ""), (nothing_at_all, "")] {
        // His own machine does not sign it.
        let state = mesh.state(x);
        let refused = mesh.input(x, Input::Act(Intent::plain(act.clone())));
        let Err(Refused::Illegal(illegal)) = refused else { panic!("{refused:?}") };
        assert!(illegal.rule().starts_with(rule), "{illegal}");
        assert_eq!(mesh.state(x), state);
        // Another machine, which does, convicts him.
        let mut log = mesh.copy(owner);
        log.insert(mesh.said(x, x, &Ply::Act(act))).unwrap();
        assert_eq!(log.convictions()[&x].fault, Fault::Illegal(illegal));
        assert_eq!(marque_protocol::audit::verdict(&log).winner, Some(owner));
    }
    let state = mesh.state(owner);
    assert_eq!(mesh.input(owner, Input::Act(Intent::plain(fire("B1")))), Err(Refused::NotDue));
    assert_eq!(mesh.state(owner), state);
    mesh.finish(&[]);
}

fn duel_cell(x: u8, y: u8) -> games::grid::Cell {
    games::grid::Cell::new(x, y)
}

#[test]
fn answers_without_a_proof_or_with_another() {
    let mut mesh = mesh("classic", 2, 8, &[]);
    let Duty::Act(x) = mesh.duty(A) else { panic!() };
    let owner = if x == A { B } else { A };
    mesh.act(x);
    mesh.play_until(A, |mesh| mesh.duty(A) == Duty::Act(x));
    let before = mesh.log(x).statements().to_vec();
    mesh.hold(owner, x);
    mesh.act(x);
    assert_eq!(mesh.duty(x), Duty::Answer(owner));
    let earlier = before.iter().rev().find_map(|signed| match signed.open(&mesh.agreed) {
        Ok(Statement::Entry(_, Body::Answer { proof, .. })) if signed.seat == owner => Some(proof),
        _ => None,
    });
    let table = mesh.peer(x).table();
    let words = table.position().honest(owner, &mesh.node(owner).chart).encode();
    let empty = marque_protocol::seal::ClaimsProof { openings: Vec::new(), or: nothing() };
    for (proof, flaw) in [(empty, Flaw::Shape), (earlier.unwrap(), Flaw::Claim(0))] {
        let body = Body::Answer { words: words.clone(), proof, letter: None };
        let mut log = mesh.copy(x);
        log.insert(mesh.entry(owner, mesh.spot(x), body)).unwrap();
        assert_eq!(log.convictions()[&owner].fault, Fault::Proof(flaw));
        assert_eq!(marque_protocol::audit::verdict(&log).winner, Some(x));
    }
    mesh.release(owner, x);
    mesh.run();
    mesh.finish(&[]);
}
