//! What seats offer one another, and what comes of it: the same for everybody.

use std::cmp::Reverse;

use marque_protocol::{
    audit::{Outcome, verdict},
    games::{Act, Options},
    peer::{Event, Input, Refused},
    record,
    rules::{Intent, Key, Leaving, Seat},
    statement::{Body, Proposal},
    table::{Duty, OFFERS_MOST},
    terms::Clock,
};

use super::{
    bout::default_cases,
    mesh::{Mesh, mesh, mesh_of},
};

const KINDS: [Proposal; 2] = [Proposal::Draw, Proposal::Adjournment];

/// Every card with every number of seats, up to the first act.
fn tables() -> impl Iterator<Item = Mesh> {
    default_cases().map(|case| mesh(case.card.id, case.seats, 7, &[]))
}

/// The seat whose act is due.
fn due(mesh: &Mesh) -> Seat {
    let Duty::Act(due) = mesh.duty(Seat(0)) else { panic!("{:?}", mesh.duty(Seat(0))) };
    due
}

fn says(mesh: &mut Mesh, seat: Seat, input: Input) {
    mesh.input(seat, input).unwrap();
    mesh.run();
}

/// All peers are at one head, and their records say whether play rests there.
fn agree(mesh: &Mesh) {
    for seat in mesh.seats() {
        let rests = record::rests(&record::write(mesh.log(seat)));
        assert_eq!(rests, mesh.peer(seat).table().offers().adjourned());
    }
    let heads: Vec<_> = mesh.seats().map(|seat| mesh.spot(seat)).collect();
    assert!(heads.iter().all(|head| *head == heads[0]));
}

/// Everybody but who offers it accepts, each at its turn; who accepts last.
fn all_accept(mesh: &mut Mesh, proposal: Proposal) -> Seat {
    let by = due(mesh);
    says(mesh, by, Input::Offer(proposal));
    loop {
        mesh.act(due(mesh));
        while due(mesh) == by {
            mesh.act(by);
        }
        let seat = due(mesh);
        says(mesh, seat, Input::Accept(proposal));
        if mesh.peer(by).table().offers().standing(proposal).is_none() {
            return seat;
        }
    }
}

#[test]
fn what_all_accept_is_agreed() {
    for mut mesh in tables() {
        let before = mesh.duty(Seat(0));
        all_accept(&mut mesh, Proposal::Draw);
        agree(&mesh);
        assert!(matches!(before, Duty::Act(_)));
        for seat in mesh.seats() {
            let verdict = verdict(mesh.log(seat));
            let table = mesh.peer(seat).table();
            assert_eq!((table.duty(), verdict.outcome), (Duty::Over, Outcome::Agreed));
            assert_eq!(verdict.winner, table.position().stopped().winner());
            assert!(verdict.faults.is_empty() && verdict.audited());
        }
    }
}

#[test]
fn an_adjournment_rests_until_who_is_due_acts() {
    for mut mesh in tables() {
        let last = all_accept(&mut mesh, Proposal::Adjournment);
        agree(&mesh);
        let limit = mesh.agreed.terms.clock;
        let limit_ms = u64::from(limit.decision_s.unwrap() + limit.grace_s) * 1000;
        assert!(mesh.seats().all(|seat| mesh.peer(seat).table().offers().adjourned()));
        mesh.wait(limit_ms * 2);
        let other = mesh.seats().find(|seat| *seat != last).unwrap();
        assert_eq!(mesh.input(other, Input::Claim), Err(Refused::NotOverdue), "nobody is late");
        mesh.act(last);
        agree(&mesh);
        assert!(mesh.seats().all(|seat| !mesh.peer(seat).table().offers().adjourned()));
        // From here on the limits are as before.
        let (seat, spot) = (due(&mesh), mesh.spot(Seat(0)));
        mesh.wait(limit_ms);
        let other = mesh.seats().find(|other| *other != seat).unwrap();
        assert!(mesh.node(other).events.contains(&Event::Overdue(vec![seat])), "{spot:?}");
        mesh.finish(&[]);
    }
}

#[test]
fn an_adjournment_has_an_end_too() {
    let mut mesh = mesh("drill", 2, 7, &[]);
    let last = all_accept(&mut mesh, Proposal::Adjournment);
    let other = mesh.seats().find(|seat| *seat != last).unwrap();
    let grace = mesh.agreed.terms.clock.grace_s;
    mesh.wait(u64::from(Clock::MOST_S + grace) * 1000 - 1);
    assert_eq!(mesh.input(other, Input::Claim), Err(Refused::NotOverdue));
    mesh.wait(1);
    says(&mut mesh, other, Input::Claim);
    assert_eq!(verdict(mesh.log(other)).outcome, Outcome::Claimed);
}

#[test]
fn who_acts_without_accepting_has_declined() {
    for mut mesh in tables() {
        for proposal in KINDS {
            let by = due(&mesh);
            says(&mut mesh, by, Input::Offer(proposal));
            while due(&mesh) == by {
                mesh.act(by);
            }
            let declines = due(&mesh);
            mesh.act(declines);
            for seat in mesh.seats() {
                let offers = mesh.peer(seat).table().offers();
                assert!(offers.standing(proposal).is_none() && !offers.adjourned() && !offers.drawn());
            }
            let late = due(&mesh);
            assert_eq!(mesh.input(late, Input::Accept(proposal)), Err(Refused::NotOffered), "too late");
        }
        mesh.finish(&[]);
    }
}

#[test]
fn what_is_not_allowed_changes_nothing() {
    for mut mesh in tables() {
        let by = due(&mesh);
        let other = mesh.seats().find(|seat| *seat != by).unwrap();
        for proposal in KINDS {
            let before = mesh.spot(by);
            for input in [Input::Accept(proposal), Input::Withdraw(proposal)] {
                assert_eq!(mesh.input(by, input), Err(Refused::NotOffered));
            }
            for input in [Input::Offer(proposal), Input::Accept(proposal), Input::Withdraw(proposal)] {
                assert_eq!(mesh.input(other, input), Err(Refused::NotDue));
            }
            assert_eq!(mesh.spot(by), before);
            says(&mut mesh, by, Input::Offer(proposal));
            assert_eq!(mesh.input(by, Input::Offer(proposal)), Err(Refused::NoOffer));
            assert_eq!(mesh.input(by, Input::Accept(proposal)), Err(Refused::NotOffered), "of itself");
            says(&mut mesh, by, Input::Withdraw(proposal));
            assert_eq!(mesh.input(by, Input::Withdraw(proposal)), Err(Refused::NotOffered));
        }
        mesh.finish(&[]);
    }
}

#[test]
fn offers_are_counted_and_fill_no_log() {
    for mut mesh in tables() {
        let by = due(&mesh);
        let position = mesh.peer(by).table().position().clone();
        for _ in 0..OFFERS_MOST {
            says(&mut mesh, by, Input::Offer(Proposal::Draw));
            says(&mut mesh, by, Input::Withdraw(Proposal::Draw));
        }
        for proposal in KINDS {
            assert_eq!(mesh.input(by, Input::Offer(proposal)), Err(Refused::NoOffer));
        }
        assert_eq!(mesh.peer(by).table().position(), &position);
        mesh.finish(&[]);
        let verdict = verdict(mesh.log(by));
        assert!(matches!(verdict.outcome, Outcome::Won | Outcome::Draw), "{:?}", verdict.outcome);
    }
}

#[test]
fn an_offer_gains_no_time() {
    for mut mesh in tables() {
        let by = due(&mesh);
        let other = mesh.seats().find(|seat| *seat != by).unwrap();
        let limit = mesh.agreed.terms.clock;
        let limit_ms = u64::from(limit.decision_s.unwrap() + limit.grace_s) * 1000;
        mesh.wait(limit_ms - 1);
        says(&mut mesh, by, Input::Offer(Proposal::Draw));
        says(&mut mesh, by, Input::Withdraw(Proposal::Draw));
        assert_eq!(mesh.input(other, Input::Claim), Err(Refused::NotOverdue));
        mesh.wait(1);
        assert!(mesh.node(other).events.contains(&Event::Overdue(vec![by])));
    }
}

#[test]
fn who_leaves_is_not_asked() {
    // All but one accept; that one resigns, or whoever made the offer does.
    for (seats, offerer_leaves) in [(3, false), (3, true), (4, false), (4, true)] {
        let mut mesh = mesh("drill", seats, 7, &[]);
        let by = due(&mesh);
        says(&mut mesh, by, Input::Offer(Proposal::Draw));
        let mut accepted = Vec::new();
        while accepted.len() + 2 < seats {
            mesh.act(due(&mesh));
            let seat = due(&mesh);
            if seat != by && !accepted.contains(&seat) {
                says(&mut mesh, seat, Input::Accept(Proposal::Draw));
                accepted.push(seat);
            }
        }
        let last = mesh.seats().find(|seat| *seat != by && !accepted.contains(seat)).unwrap();
        let leaves = if offerer_leaves { by } else { last };
        says(&mut mesh, leaves, Input::Resign);
        agree(&mesh);
        assert_eq!(mesh.left(last, leaves), Some(Leaving::Resigned));
        let offers = mesh.peer(last).table().offers();
        assert_eq!(offers.drawn(), !offerer_leaves, "{seats} seats");
        assert!(offers.standing(Proposal::Draw).is_none());
        mesh.finish(&[]);
    }
}

#[test]
fn offers_of_liars_convict_them_or_are_refused() {
    for seats in 2..=4 {
        for body in [Body::Accept(Proposal::Draw), Body::Withdraw(Proposal::Adjournment)] {
            let mut mesh = mesh("drill", seats, 7, &[]);
            let liar = due(&mesh);
            let hears = mesh.seats().find(|seat| *seat != liar).unwrap();
            let entry = mesh.entry(liar, mesh.spot(hears), body);
            mesh.hears(hears, liar, &entry);
            assert_eq!(mesh.log(hears).convictions()[&liar].fault.rule(), "offer");
            mesh.finish(&[liar]);
        }
        let mut mesh = mesh("drill", seats, 7, &[]);
        let hears = due(&mesh);
        let liar = mesh.seats().find(|seat| *seat != hears).unwrap();
        let (before, entry) =
            (mesh.spot(hears), mesh.entry(liar, mesh.spot(hears), Body::Offer(Proposal::Draw)));
        mesh.hears(hears, liar, &entry);
        assert_eq!(mesh.refusal(hears), Some(marque_protocol::log::Refusal::NotDue));
        assert_eq!(mesh.spot(hears), before);
        mesh.finish(&[]);
    }
}

/// One of the acts of which there is most to say: where a game has battles, they are among those.
fn longest(mesh: &Mesh, seat: Seat, number: usize) -> Intent<Act> {
    let (mut acts, _) = mesh.peer(seat).table().position().legal(seat, mesh.peer(seat).chart().unwrap());
    acts.sort_by_key(|intent| Reverse(intent.act.encode().len()));
    acts.swap_remove(number.min(acts.len() - 1))
}

/// Games for more than two in which a seat is put out that stays at the table; who that is.
fn with_one_put_out() -> impl Iterator<Item = (Mesh, Seat)> {
    let many = default_cases().filter(|case| case.seats > 2);
    let games = many.flat_map(|case| {
        // The last values are the highest: whoever is short of six ships is out soon.
        let last = |key: &Key| key.values.last().map(|value| (key.name.to_owned(), (*value).to_owned()));
        let choices: Vec<_> = case.card.keys.iter().filter_map(last).collect();
        let options = Options::choose(case.card.id, &choices).unwrap();
        (0..6).map(move |seed| mesh_of(case.card.id, &options, case.seats, seed))
    });
    games.filter_map(|mut mesh| {
        for number in 0..600 {
            let Duty::Act(due) = mesh.duty(Seat(0)) else { return None };
            // One offer stands all the time, as far as the others let it.
            let _ = mesh.input(due, Input::Offer(Proposal::Adjournment));
            let _ = mesh.input(due, Input::Accept(Proposal::Adjournment));
            mesh.input(due, Input::Act(longest(&mesh, due, number % 3))).unwrap();
            mesh.run();
            let table = mesh.peer(Seat(0)).table();
            let out = table.in_play().find(|seat| !table.position().plays(*seat));
            if let Some(out) = out {
                return matches!(table.duty(), Duty::Act(_)).then_some((mesh, out));
            }
        }
        None
    })
}

#[test]
fn who_is_put_out_is_not_asked() {
    let mut tried = 0;
    for (mut mesh, out) in with_one_put_out().take(4) {
        tried += 1;
        let offers = mesh.peer(out).table().offers();
        assert!(KINDS.iter().all(|kind| offers.standing(*kind).is_none_or(|offer| offer.by != out)));
        all_accept(&mut mesh, Proposal::Draw);
        agree(&mesh);
        assert!(mesh.seats().all(|seat| verdict(mesh.log(seat)).outcome == Outcome::Agreed));
    }
    assert_eq!(tried, 4, "too few games put anybody out");
}
