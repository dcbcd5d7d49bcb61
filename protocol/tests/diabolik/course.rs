//! The draw, the set-ups, the order of turns, and seats that leave.

use std::collections::BTreeSet;

use marque_protocol::{
    draw::Draw,
    games::diabolik::{Answer, Diabolik, Edge, Event, Heading, Options, Plan, TURNS_MOST, Why},
    rules::{Due, Game as _, Leaving, Ply, Ranking, Seat},
};

use crate::notation::*;

fn drawn(seats: usize, number: u32) -> (Diabolik, Vec<Edge>, Seat) {
    let mut game = Diabolik::new(&Options::DEFAULT, seats);
    assert_eq!(game.due(), Due::Draw);
    let events = game.drawn(&mut Draw::new(&[0; 32], number, &[0; 32], &[]));
    let [Event::Drawn { edges, begins }] = events.as_slice() else { panic!("{events:?}") };
    (game, edges.clone(), *begins)
}

/// Shows a set-up with all bows ahead.
fn show(game: &mut Diabolik) -> Vec<Event> {
    let Due::Answer(seat) = game.due() else { panic!("{:?}", game.due()) };
    let answer = Ply::Answer(Answer([Heading::N; 8]));
    game.check(seat, &answer).unwrap();
    game.apply(seat, &answer)
}

/// All set-ups are shown.
fn begun(seats: usize, number: u32) -> Diabolik {
    let mut game = drawn(seats, number).0;
    for _ in 0..seats {
        show(&mut game);
    }
    game
}

/// The first plan that is listed.
fn pass(game: &mut Diabolik) -> Vec<Event> {
    let Due::Act(seat) = game.due() else { panic!("{:?}", game.due()) };
    let plan = game.board().some_plans(seat).remove(0);
    game.apply(seat, &Ply::Act(plan))
}

#[test]
fn every_seating_and_every_beginner_can_be_drawn() {
    // Two sit as they sit; three and four in any order, 24 of each.
    for (seats, ways) in [(2, 2), (3, 3 * 24), (4, 4 * 24)] {
        let met: BTreeSet<_> = (0..2000).map(|number| drawn(seats, number)).map(|(_, e, b)| (e, b)).collect();
        assert_eq!(met.len(), ways);
        let whole = |edges: &[Edge]| edges.iter().collect::<BTreeSet<_>>().len() == seats;
        assert!(met.iter().all(|(edges, _)| whole(edges)));
    }
}

#[test]
fn set_ups_are_turned_to_their_edges() {
    let mut game = drawn(4, 7).0;
    for seat in Seat::all(4) {
        assert_eq!((game.due(), show(&mut game)[0].clone()), (Due::Answer(seat), Event::SetUp(seat)));
        let board = game.board();
        assert_eq!(board.fleet(seat).len(), 8);
        for cell in board.fleet(seat).iter() {
            let ahead = board.ship(cell).unwrap().heading.from(cell).unwrap();
            assert_eq!((board.row(seat, cell), board.row(seat, ahead)), (1, 2));
        }
    }
}

#[test]
fn turns_go_round_clockwise() {
    for number in 0..20 {
        let mut game = begun(3, number);
        let mut edges = Vec::new();
        for _ in 0..6 {
            let Due::Act(seat) = game.due() else { panic!("over") };
            edges.push(game.board().edge(seat));
            pass(&mut game);
        }
        assert_eq!(edges[..3], edges[3..]);
        edges.truncate(3);
        let first = (0..3).min_by_key(|place| edges[*place]).unwrap();
        edges.rotate_left(first);
        assert!(edges.is_sorted(), "{edges:?}");
    }
}

#[test]
fn only_who_is_due_speaks_and_of_what_is_due() {
    let mut game = drawn(2, 1).0;
    let (answer, plan) = (Ply::Answer(Answer([Heading::N; 8])), Ply::Act(plan("mv a2")));
    assert!(game.check(N, &answer).is_err() && game.check(S, &plan).is_err());
    show(&mut game);
    assert!(game.check(S, &answer).is_err() && game.check(N, &answer).is_ok());
    show(&mut game);
    let Due::Act(due) = game.due() else { panic!("no turn") };
    for seat in [Seat(0), Seat(1), Seat(2), Seat(255)] {
        assert!(game.check(seat, &answer).is_err());
        let plan = Ply::Act(game.board().some_plans(due).remove(0));
        assert_eq!(game.check(seat, &plan).is_ok(), seat == due);
    }
}

#[test]
fn who_leaves_before_its_set_up_is_shown_leaves_a_game() {
    for (number, leaver) in (0..12).flat_map(|number| Seat::all(3).map(move |seat| (number, seat))) {
        for shown in 0..3 {
            let mut game = drawn(3, number).0;
            for _ in 0..shown {
                show(&mut game);
            }
            game.leave(leaver, Leaving::Faulted);
            while matches!(game.due(), Due::Answer(_)) {
                show(&mut game);
            }
            let Due::Act(seat) = game.due() else { panic!("{:?}", game.due()) };
            assert!(seat != leaver && game.board().fleet(leaver).is_empty());
            pass(&mut game);
        }
    }
    // Before the draw too.
    let mut game = Diabolik::new(&Options::DEFAULT, 3);
    game.leave(Seat(1), Leaving::Resigned);
    game.drawn(&mut Draw::new(&[0; 32], 1, &[0; 32], &[]));
    show(&mut game);
    show(&mut game);
    assert!(matches!(game.due(), Due::Act(Seat(0) | Seat(2))));
    game.leave(Seat(2), Leaving::Resigned);
    assert_eq!(game.due(), Due::Over(Ranking(vec![vec![Seat(0)], vec![Seat(2)], vec![Seat(1)]])));
}

#[test]
fn so_many_turns_are_enough() {
    // Back and forth, so that nobody arrives and nobody is sunk.
    let (mut game, _) = Diabolik::standing(two("S:d4N,h3N,a2N N:d6E,h7E,b7S"), S);
    for number in 0..TURNS_MOST {
        let Due::Act(seat) = game.due() else { panic!("over after {number}") };
        let from = game.board().fleet(seat).iter().find(|&cell| cell.x == 3 || cell.x == 4).unwrap();
        let heading = game.board().ship(from).unwrap().heading;
        let acts = format!("mv {from}");
        let to = heading.from(from).unwrap();
        let mut acts = plan(&acts).acts;
        acts.push(marque_protocol::games::diabolik::Act::Turn { at: to, to: heading.turned(4) });
        let ply = Ply::Act(Plan::of(acts));
        game.check(seat, &ply).unwrap();
        let events = game.apply(seat, &ply);
        assert_eq!(events.contains(&Event::Limit), number + 1 == TURNS_MOST);
    }
    assert!(matches!(game.due(), Due::Over(_)));
    assert_eq!(game.turns(), TURNS_MOST);
}

#[test]
fn a_blocked_seat_of_four_is_out_and_the_turn_goes_on() {
    // West has one ship, shut in at its own edge; whoever is next goes on.
    let ships = "S:c2N,d2N,e2N,b6W W:b5W N:c11S,d11S,e11S E:k3W,k4W,k5W";
    let board = filled(four(ships), "S:a6N,a4N");
    let (mut game, _) = Diabolik::standing(board, S);
    let events = {
        let ply = Ply::Act(plan("mv c2"));
        game.check(S, &ply).unwrap();
        game.apply(S, &ply)
    };
    assert!(events.contains(&Event::Out { seat: W4, why: Why::Blocked }), "{events:?}");
    assert_eq!((game.due(), game.out()), (Due::Act(N4), [W4].as_slice()));
    assert!(game.board().fleet(W4).is_empty());
}
