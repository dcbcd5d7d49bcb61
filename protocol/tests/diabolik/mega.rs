//! Three and four seats: DFV-53 to DFV-58.

use marque_protocol::{
    games::diabolik::{Diabolik, Edge, Event, Heading, Illegal, Options, Plan, Why, setup},
    rules::{Due, Game as _, Illegality as _, Ply},
};

use crate::notation::*;

#[test]
fn dfv_53_a_lateral_edge_freezes_nobody() {
    let (turn, _) = played(&four("S:b6W"), S, "mv b6");
    assert!(has(turn.board(), S, "a6W"));
}

#[test]
fn dfv_54_the_goal_is_the_opposite_edge() {
    let (turn, _) = played(&four("W:k6E"), W4, "mv k6");
    assert!(has(turn.board(), W4, "l6E*"));
}

#[test]
fn dfv_55_every_edge_has_its_own_first_row() {
    assert_eq!(refused(&four("W:c3W"), W4, "mv c3; mv b3"), (2, Illegal::OwnFirstRow(cell("a3"))));
}

#[test]
fn dfv_56_start_cells_are_the_middle_of_the_second_row() {
    let names = |edge| {
        let cells: Vec<String> = setup::start_cells(edge, 12).map(|cell| cell.to_string()).collect();
        format!("{} {}", cells[0], cells[7])
    };
    assert_eq!(Edge::ALL.map(names), ["C2 J2", "B10 B3", "J11 C11", "K3 K10"]);
    let row = "c2N,d2N,e2N,f2N,g2N,h2N,i2N,j2N";
    let read = |ships: &str| {
        let ships: Vec<_> = ships.split(',').map(ship).map(|(at, heading, _)| (at, heading)).collect();
        setup::read(Edge::South, 12, &ships)
    };
    assert_eq!(read(row), Ok([Heading::N; 8]));
    for (from, to) in [("c2", "b2"), ("j2", "k2")] {
        let bad = read(&row.replace(from, to)).unwrap_err();
        assert_eq!((bad.rule(), bad), ("DF-21", Illegal::BadStartCell));
    }
}

#[test]
fn dfv_57_ships_of_an_ally_attack_too() {
    let ships = "S:c5N,a2N W:b9E N:d5S,c11S,d11S,e11S E:e5S";
    let text = "mv a2; sk d5 by c5,e5";
    let joint = four_with(Options { joint: true, ..Options::DEFAULT }, ships);
    let strange = (2, Illegal::NotYourShip(cell("e5")));
    assert_eq!(refused(&joint, S, text), strange, "East has not permitted it");
    let permits = Plan { allies: Some(vec![S]), ..plan("tn e5 SW; mv e5") };
    let (mut game, _) = Diabolik::standing(joint.clone(), E4);
    let events = game.apply(E4, &Ply::Act(permits));
    assert_eq!(events[0], Event::Allies { seat: E4, allies: vec![S] });
    assert!(game.board().permits(E4, S) && !game.board().permits(S, E4));

    let mut allowed = joint.clone();
    allowed.set_allies(E4, &[S]);
    let (turn, _) = played(&allowed, S, text);
    assert!(turn.board().ship(cell("d5")).is_none() && turn.bonus().is_ok_and(|bonus| bonus.seat() == S));
    let mut off = four(ships);
    off.set_allies(E4, &[S]);
    assert_eq!(refused(&off, S, text), strange, "the option is off");
    // Two ships of allies are not enough.
    let mut others = four_with(Options { joint: true, ..Options::DEFAULT }, &ships.replace("S:c5N", "S:h5N"));
    others.set_allies(E4, &[S]);
    let others = filled(others, "E:c5N");
    assert_eq!(refused(&others, S, text), (2, Illegal::NotYourShip(cell("c5"))));
}

#[test]
fn dfv_58_who_is_out_leaves_the_board_at_once() {
    let ships = "S:c5N,e5S,a2N,h5N W:b9E N:d5S,h6S,c1S*,f1S* E:k9W";
    let board = four_with(Options { minimum: 4, ..Options::DEFAULT }, ships);
    assert_eq!(refused(&board, S, "mv h5"), (1, Illegal::CellOccupied(cell("h6"))));
    let text = "mv a2; sk d5 by c5,e5; mv h5";
    let (turn, events) = played(&board, S, text);
    assert_eq!(events[2], Event::Out { seat: N4, why: Why::Few });
    assert!(turn.board().fleet(N4).is_empty() && turn.board().reserve(N4) == 0 && !turn.board().plays(N4));
    assert!(has(turn.board(), S, "h6N") && turn.balls() == 2 && !turn.is_won());
    let (mut game, _) = Diabolik::standing(board, S);
    game.apply(S, &Ply::Act(plan(text)));
    assert_eq!((game.out(), game.due()), ([N4].as_slice(), Due::Act(W4)));
}

#[test]
fn a_large_minimum_is_for_three_and_four() {
    let card = &Diabolik::CARDS[0];
    for minimum in 2..=6 {
        let options = Options { minimum, ..Options::DEFAULT };
        let least = if minimum > 4 { 3 } else { 2 };
        assert_eq!(Diabolik::seats(card, &options), least..=4);
    }
}
