use std::collections::BTreeSet;

use marque_protocol::games::diabolik::{Act, Edge, Heading, Options, Ship, Turn, setup};
use rand::{SeedableRng as _, rngs::ChaCha8Rng, seq::IndexedRandom as _};

use super::{going::Going, *};

const LEVELS: [Level; 3] = [Level::Easy, Level::Normal, Level::Strong];

fn start(options: &Options, seats: usize, rng: &mut ChaCha8Rng) -> Board {
    let edges = if seats == 2 { vec![Edge::South, Edge::North] } else { Edge::ALL[..seats].to_vec() };
    let mut board = Board::new(options, &edges);
    for (seat, &edge) in Seat::all(seats).zip(&edges) {
        let set_up = loop {
            let set_up = [(); 8].map(|()| Heading::N.turned(rng.random_range(0..8)));
            if setup::check(&set_up).is_ok() {
                break set_up;
            }
        };
        for (cell, heading) in setup::start_cells(edge, board.grid().width).zip(set_up) {
            board.put(cell, Ship { owner: seat, heading: edge.heading(heading) });
        }
    }
    board
}

/// Every option at its ends.
fn all_options(seats: usize) -> Vec<Options> {
    let minimum = if seats == 2 { 4 } else { 6 };
    [(2, 2, 2, false), (3, 3, 4, true), (4, minimum, 3, false), (4, 2, 4, true)]
        .map(|(arrivals, minimum, bonus, joint)| Options {
            arrivals,
            minimum,
            bonus,
            joint: joint && seats > 2,
        })
        .to_vec()
}

/// Ships by `S:d4N`-like words: `0d4N`, with the seat's number.
fn board(ships: &str) -> Board {
    let mut board = Board::new(&Options::DEFAULT, &[Edge::South, Edge::North]);
    for word in ships.split_whitespace() {
        let owner = Seat(word[..1].parse().unwrap());
        let heading = Heading::ALL.into_iter().find(|heading| format!("{heading:?}") == word[3..]).unwrap();
        assert!(board.put(word[1..3].parse().unwrap(), Ship { owner, heading }), "{word}");
    }
    board
}

fn say(level: Level, board: &Board, seed: u64) -> Plan {
    plan(level, board, Seat(0), &mut ChaCha8Rng::seed_from_u64(seed)).unwrap()
}

#[test]
fn the_search_finds_the_acts_of_the_rules() {
    for (seats, seed) in [2, 3, 4].into_iter().flat_map(|seats| (0..12).map(move |seed| (seats, seed))) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let options = all_options(seats)[seed as usize % 4];
        let mut board = start(&options, seats, &mut rng);
        let mut seat = Seat(0);
        for _ in 0..40 {
            let frame = Frame::new(&board);
            let mut going = Going::new(Sea::new(&frame, &board), seat.index());
            let mut turn = Turn::new(board.clone(), seat);
            loop {
                let mut steps = Vec::new();
                going.each_step(&frame, |step, cost| steps.push((step, cost)));
                let found: BTreeSet<Act> = steps.iter().filter_map(|(step, _)| step.act()).collect();
                let legal: BTreeSet<Act> =
                    turn.acts().into_iter().filter(|act| !matches!(act, Act::Sink { .. })).collect();
                assert_eq!(found, legal, "{seats} seats, seed {seed}");
                let Some(&(step, cost)) = steps.choose(&mut rng) else { break };
                going.take(&frame, step, cost, |step| {
                    turn.take(&step.act().unwrap()).unwrap();
                });
                assert_eq!((going.balls, going.won), (turn.balls(), turn.is_won()), "seed {seed}");
                assert_eq!(going.may_end(), turn.may_end().is_ok(), "seed {seed}");
                if turn.is_won() {
                    break;
                }
                assert!(!turn.has_moved() || board_is_quiet(&turn), "all that can be sunk is: seed {seed}");
            }
            if turn.is_won() {
                break;
            }
            board = turn.into_board();
            seat = board.next(seat).unwrap();
        }
    }
}

fn board_is_quiet(turn: &Turn) -> bool {
    turn.board().threats(turn.seat()).is_empty()
}

/// Whoever has no plan is out; who wins, and after how many turns.
fn play(options: &Options, seats: usize, levels: [Level; 2], seed: u64) -> (Option<Seat>, Vec<Plan>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut board = start(options, seats, &mut rng);
    let mut seat = Seat(0);
    let mut plans = Vec::new();
    for _ in 0..200 {
        let level = levels[seat.index() % 2];
        let Some(plan) = plan(level, &board, seat, &mut rng) else {
            assert!(Turn::new(board.clone(), seat).way_out().is_none(), "{options:?} seed {seed}");
            board.retire(seat);
            seat = board.next(seat).unwrap();
            if board.next(seat) == Some(seat) {
                return (Some(seat), plans);
            }
            continue;
        };
        let (turn, _) =
            board.play(seat, &plan).unwrap_or_else(|bad| panic!("{options:?} {levels:?} seed {seed}: {bad}"));
        plans.push(plan);
        if turn.is_won() {
            return (Some(seat), plans);
        }
        board = turn.into_board();
        seat = board.next(seat).unwrap();
    }
    (None, plans)
}

#[test]
fn all_plans_are_legal_and_two_come_to_an_end() {
    for seats in [2, 3, 4] {
        for (seed, options) in (0..).zip(all_options(seats)) {
            for levels in [[Level::Easy, Level::Normal], [Level::Normal, Level::Strong]] {
                let (winner, plans) = play(&options, seats, levels, seed);
                assert!(
                    seats > 2 || winner.is_some(),
                    "{options:?} {levels:?} {seed}: {} turns",
                    plans.len()
                );
            }
        }
    }
}

#[test]
fn a_seed_decides_every_plan() {
    let game = |seed| play(&Options::DEFAULT, 2, [Level::Normal, Level::Strong], seed).1;
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn a_win_within_the_turn_is_taken() {
    // Four moves, or two moves and a turn; two arrivals are there.
    let rows = ["0a8N 0c8N 0e4N 0h2N 0h4W", "0a8N 0c8N 0e6W 0h2N 0h4W"];
    for (ships, level, seed) in rows
        .into_iter()
        .flat_map(|ships| [Level::Normal, Level::Strong].map(|level| (ships, level)))
        .flat_map(|(ships, level)| (0..4).map(move |seed| (ships, level, seed)))
    {
        let board = board(&format!("{ships} 1a2E 1c3N 1f2W 1h7S"));
        let (turn, _) = board.play(Seat(0), &say(level, &board, seed)).unwrap();
        assert!(turn.is_won(), "{level:?} {ships}");
    }
}

#[test]
fn a_fleet_at_its_minimum_is_sunk() {
    for (level, seed) in
        [Level::Normal, Level::Strong].into_iter().flat_map(|level| (0..4).map(move |seed| (level, seed)))
    {
        let board = board("0c4N 0e4N 0a2N 0h2N 1d5S 1a7E 1h7W");
        let (turn, _) = board.play(Seat(0), &say(level, &board, seed)).unwrap();
        assert!(turn.is_won(), "{level:?}");
    }
}

#[test]
fn a_ship_that_is_offered_is_sunk_and_the_bonus_turn_played() {
    for (level, seed) in LEVELS.into_iter().flat_map(|level| (0..4).map(move |seed| (level, seed))) {
        let board = board("0c4N 0e4N 0a2N 0h2N 0g2N 1d4S 1a7E 1h7W 1f7S 1c7S");
        let plan = say(level, &board, seed);
        assert!(plan.acts.iter().any(|act| matches!(act, Act::Sink { .. })), "{level:?} {plan:?}");
        assert!(level == Level::Easy || plan.bonus.is_some(), "{level:?} {plan:?}");
    }
}

#[test]
fn a_ship_that_could_be_sunk_is_brought_to_safety() {
    // Both attackers lie alongside: any move of theirs sinks it.
    for (level, seed) in
        [Level::Normal, Level::Strong].into_iter().flat_map(|level| (0..4).map(move |seed| (level, seed)))
    {
        let board = board("0d5N 0a2N 0h2N 0g2E 0b2W 1c5N 1e5S 1a7S 1h7S 1f7S");
        assert_eq!(board.threats(Seat(1)).len(), 1);
        let (turn, _) = board.play(Seat(0), &say(level, &board, seed)).unwrap();
        assert!(turn.board().threats(Seat(1)).is_empty(), "{level:?}");
    }
}
