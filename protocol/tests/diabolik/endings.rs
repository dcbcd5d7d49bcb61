//! How games of two end: DFV-47 to DFV-52 and DFV-59.

use marque_protocol::{
    games::diabolik::{Answer, Diabolik, Event, Heading, Illegal, Options, Why},
    rules::{Due, Game as _, Illegality as _, Leaving, Ply, Ranking, Seat},
};

use crate::notation::*;

fn over(groups: &[&[Seat]]) -> Due {
    Due::Over(Ranking(groups.iter().map(|group| group.to_vec()).collect()))
}

/// The game in which South has played this plan.
fn after(board: &marque_protocol::games::diabolik::Board, text: &str) -> Diabolik {
    let (mut game, _) = Diabolik::standing(board.clone(), S);
    let ply = Ply::Act(plan(text));
    game.check(S, &ply).unwrap();
    game.apply(S, &ply);
    game
}

#[test]
fn dfv_47_the_third_arrival_wins_at_once() {
    let board = two("S:a8N*,c8N*,e7N N:h7S,g7S,f6S");
    let (turn, _) = played(&board, S, "mv e7");
    assert!(turn.is_won());
    assert_eq!(refused(&board, S, "mv e7; tn e8 E"), (2, Illegal::GameOver));
    let game = after(&board, "mv e7");
    assert_eq!(game.due(), over(&[&[S], &[N]]));
    let more = game.check(N, &Ply::Act(plan("mv h7"))).unwrap_err();
    assert_eq!((more.rule(), more), ("DF-16", Illegal::GameOver));
}

#[test]
fn dfv_48_who_has_fewer_ships_than_the_minimum_loses() {
    let board = two("S:c5N,e5S,a2N N:d5S,a7S,h7S");
    let (turn, events) = played(&board, S, "mv a2; sk d5 by c5,e5");
    assert!(turn.is_won());
    assert_eq!(events.last(), Some(&Event::Out { seat: N, why: Why::Few }));
    assert_eq!(refused(&board, S, "mv a2; sk d5 by c5,e5; mv a3"), (3, Illegal::GameOver));
    assert_eq!(refused(&board, S, "mv a2; sk d5 by c5,e5 | mv a3"), (0, Illegal::GameOver));
    assert_eq!(after(&board, "mv a2; sk d5 by c5,e5").due(), over(&[&[S], &[N]]));
}

const BLOCKED: &str = "S:b7N,b6NE,a6N,g7N,g6NW,h6N,d6N N:a7S,h7S";
const UNBLOCKED: &str = "S:b7N,b6NE,a6N,g7N,g6NW,h6N N:a7S,h7S";

#[test]
fn dfv_49_who_is_blocked_loses() {
    let board = reserve(two_with(Options { minimum: 2, ..Options::DEFAULT }, BLOCKED), N, 6);
    let (game, events) = Diabolik::standing(board, N);
    assert_eq!(events.first(), Some(&Event::Out { seat: N, why: Why::Blocked }));
    assert_eq!(game.due(), over(&[&[S], &[N]]));
}

#[test]
fn dfv_50_who_can_rebuild_and_move_is_not_blocked() {
    let board = reserve(two_with(Options { minimum: 2, ..Options::DEFAULT }, UNBLOCKED), N, 6);
    let (turn, _) = played(&board, N, "bd d7 S; mv d7");
    assert!(has(turn.board(), N, "d6S"));
    assert_eq!(Diabolik::standing(board, N).0.due(), Due::Act(N));
}

#[test]
fn dfv_51_who_says_no_plan_in_time_loses() {
    let (mut game, _) = Diabolik::standing(start(), S);
    assert_eq!(game.lapse(S), None, "nothing is said in place of a plan");
    game.leave(S, Leaving::Forfeited);
    assert_eq!(game.due(), over(&[&[N], &[S]]));
    let fleets = "S:c2N,d2N,e2N W:b3E,b4E,b5E N:c11S,d11S,e11S E:k3W,k4W,k5W";
    let (mut game, _) = Diabolik::standing(four(fleets), S);
    let events = game.leave(S, Leaving::Forfeited);
    let why = Why::Left(Leaving::Forfeited);
    assert_eq!(events, [Event::Out { seat: S, why }, Event::Turn(W4)]);
    assert!(game.board().fleet(S).is_empty() && game.due() == Due::Act(W4));
}

#[test]
fn dfv_52_a_stopped_game_goes_to_who_stands_better() {
    let stopped = |ships: &str| Diabolik::standing(two(ships), S).0.stopped();
    let [south, north, equal] =
        [vec![vec![S], vec![N]], vec![vec![N], vec![S]], vec![vec![S, N]]].map(Ranking);
    // One arrival each; 3 ships beyond the middle against 2.
    assert_eq!(stopped("S:a8N*,b6N,d6N,h2N N:h1S*,g3S,a6S,e6E"), south);
    // 2 against 2, and more ships.
    assert_eq!(stopped("S:a8N*,d6N,h2N N:h1S*,g3S,a6S,e6E"), north);
    assert_eq!(stopped("S:a8N*,d6N,h2N N:h1S*,g3S,e6E"), equal);
    // An arrival is more than all others.
    assert_eq!(stopped("S:b8N*,b2N N:d3S,g3S,a6S,e6E"), south);
}

#[test]
fn dfv_59_a_set_up_that_was_not_sealed_convicts() {
    let sealed = [Heading::N; 8];
    let chart = Diabolik::chart(&Options::DEFAULT, &sealed).ok().unwrap();
    let mut game = Diabolik::new(&Options::DEFAULT, 2);
    game.drawn(&mut marque_protocol::draw::Draw::new(&[0; 32], 0, &[0; 32], &[]));
    assert_eq!(game.due(), Due::Answer(S));
    let believed = |set_up| {
        let implied = game.check(S, &Ply::Answer(Answer(set_up))).unwrap();
        implied.claims.iter().all(|claim| claim.holds(chart.values()))
    };
    assert!(believed(sealed));
    for ship in 0..8 {
        let mut other = sealed;
        other[ship] = Heading::NE;
        assert!(!believed(other));
    }
}

/// The same with everything signed, sealed and proven.
#[cfg(feature = "sim")]
#[test]
fn dfv_59_a_set_up_that_was_not_sealed_loses() {
    use marque_protocol::{
        games,
        sim::{Network, Setup, judge, lies_of, play},
    };

    let lie = lies_of("diabolik", 2).into_iter().find(|lie| lie.name == "another-set-up").unwrap();
    let options = games::Options::choose("diabolik", &[]).unwrap();
    let (game, network) = ("diabolik".to_owned(), Network::Calm);
    let report = play(&Setup { game, options, seats: 2, seed: 1, network, liar: Some((S, lie)) });
    assert_eq!(judge(&report, S, &lie), Ok(()));
    assert!(report.verdicts.iter().all(|verdict| verdict.winner == Some(N)));
}
