//! Numbers of legal acts and plans in fixed positions, and the same by an enumeration of its own.

use std::collections::BTreeSet;

use marque_protocol::{
    games::{
        diabolik::{Act, Board, Edge, Heading, Options, Ship, Turn},
        grid::Cell,
    },
    rules::Seat,
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng, seq::IteratorRandom as _};

use crate::{naive::Naive, notation::*};

/// Lists of at most so many acts with which the turn may end.
fn plans(turn: &Turn, most: u32) -> u64 {
    let here = u64::from(turn.may_end().is_ok());
    if most == 0 {
        return here;
    }
    let after = |act: Act| {
        let mut after = turn.clone();
        after.take(&act).unwrap();
        plans(&after, most - 1)
    };
    here + turn.acts().into_iter().map(after).sum::<u64>()
}

fn same_acts(turn: &Turn, naive: &Naive) -> usize {
    let acts = turn.acts();
    let set: BTreeSet<Act> = acts.iter().copied().collect();
    assert_eq!(set.len(), acts.len(), "none is listed twice");
    assert_eq!(set, naive.acts());
    assert_eq!(turn.may_end().is_ok(), naive.may_end());
    acts.len()
}

/// A position by its name: the board, who is to move, how long plans are at the most.
fn positions() -> Vec<(&'static str, Board, Seat, u32)> {
    let melee = "S:c5N,e5S,d4N,a2NE,h3W,b8N* N:d5S,f5W,c6E,a7S,h7SW,g1S*";
    let joint = Options { joint: true, minimum: 2, ..Options::DEFAULT };
    let ring = "S:c5N,a2N,b1E,f12N* W:c6E,b9SE,a12N N:d5S,d6W,k2N,h7S E:e5S,e6N,k3W,a4W*";
    let mut ring = four_with(joint, ring);
    ring.set_allies(E4, &[S]);
    ring.set_reserve(S, 2);
    let mut three = Board::new(&Options::DEFAULT, &[Edge::West, Edge::North, Edge::East]);
    three = filled(three, "W:b3E,b4NE,c5SE,k7E,l2E* N:c11S,d11SW,e10S,f1W* E:k3W,k4NW,j8W,a9W*");
    vec![
        ("start", start(), S, 3),
        ("melee", reserve(two(melee), S, 2), S, 3),
        ("cramped", reserve(two("S:b7N,b6NE,a6N,g7N,g6NW,h6N N:a7S,h7S"), N, 6), N, 4),
        ("four seats, allied", ring, S, 2),
        ("three seats", three, Seat(0), 3),
    ]
}

#[test]
fn five_positions_have_so_many_acts_and_plans() {
    let counted = positions().into_iter().map(|(name, board, seat, most)| {
        let (turn, naive) = (Turn::new(board.clone(), seat), Naive::new(&board, seat));
        let acts = same_acts(&turn, &naive);
        let plans = plans(&turn, most);
        assert_eq!(plans, naive.plans(most), "{name}");
        (name, acts, plans)
    });
    let counted: Vec<_> = counted.collect();
    assert_eq!(
        counted,
        [
            ("start", 64, 58_186),
            ("melee", 70, 2928),
            ("cramped", 30, 12),
            ("four seats, allied", 86, 214),
            ("three seats", 31, 4314),
        ]
    );
}

/// A board with so many ships of each seat, anywhere.
fn scattered(rng: &mut ChaCha8Rng, seats: usize, ships: usize) -> Board {
    let options = Options { joint: true, minimum: 2, ..Options::DEFAULT };
    let edges = if seats == 2 { vec![Edge::South, Edge::North] } else { Edge::ALL[..seats].to_vec() };
    let mut board = Board::new(&options, &edges);
    let corner = rng.random_range(0..=board.grid().width - 6);
    for seat in Seat::all(seats) {
        for _ in 0..ships {
            // Close together, so that much happens.
            let at = Cell::new(corner + rng.random_range(0..6), rng.random_range(0..7));
            let heading = *Heading::ALL.iter().choose(rng).unwrap();
            if board.row(seat, at) > 0 {
                board.put(at, Ship { owner: seat, heading });
            }
        }
        board.set_reserve(seat, rng.random_range(0..3));
        let allies: Vec<Seat> = Seat::all(seats).filter(|other| *other != seat && rng.random()).collect();
        board.set_allies(seat, &allies);
    }
    board
}

#[test]
fn acts_are_the_same_wherever_a_turn_leads() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut kinds = [0; 4];
    for round in 0..300 {
        let board = scattered(&mut rng, 2 + round % 3, 6);
        let mut turn = Turn::new(board.clone(), S);
        let mut naive = Naive::new(&board, S);
        while same_acts(&turn, &naive) > 0 {
            let acts = turn.acts();
            let sinks = acts.iter().filter(|act| matches!(act, Act::Sink { .. })).choose(&mut rng);
            let act = *sinks.unwrap_or_else(|| acts.iter().choose(&mut rng).unwrap());
            naive = naive.after(&act);
            turn.take(&act).unwrap();
            kinds[match act {
                Act::Move { .. } => 0,
                Act::Turn { .. } => 1,
                Act::Sink { .. } => 2,
                Act::Build { .. } => 3,
            }] += 1;
        }
    }
    assert!(kinds.iter().all(|count| *count > 20), "{kinds:?}");
}

/// A plan costs what it may, ends without single files, and no ship is lost on the way.
#[test]
fn some_plans_are_legal_and_balls_and_ships_are_kept() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for round in 0..200 {
        let board = scattered(&mut rng, 2 + round % 3, 6);
        let all = |board: &Board, seat| board.fleet(seat).len() + usize::from(board.reserve(seat));
        for plan in board.some_plans(S) {
            let (turn, _) = board.play(S, &plan).unwrap();
            assert!(turn.balls() <= 4 && (turn.is_won() || turn.board().single_file(S).is_none()));
            for seat in turn.board().playing() {
                assert_eq!(all(turn.board(), seat), all(&board, seat));
            }
        }
    }
}

#[test]
fn who_is_blocked_has_no_plan_at_all() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut blocked = 0;
    for _ in 0..400 {
        let mut board = scattered(&mut rng, 2, 12);
        // Few ships of its own, so that everything can be tried.
        for at in board.fleet(S).iter().skip(2) {
            board.take(at);
        }
        if board.single_file(S).is_some() {
            continue;
        }
        let way = Turn::new(board.clone(), S).way_out();
        assert_eq!(way.is_some(), Naive::new(&board, S).can_end());
        match way {
            Some(acts) => assert!(board.play(S, &marque_protocol::games::diabolik::Plan::of(acts)).is_ok()),
            None => blocked += 1,
        }
    }
    assert!(blocked > 5, "{blocked}");
}
