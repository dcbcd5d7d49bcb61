//! Set-ups, moves, turns, rebuilding and what they cost: DFV-01 to DFV-19 and DFV-36 to DFV-43.

use marque_protocol::games::diabolik::{
    Edge, Heading, Illegal,
    setup::{self, SetUp},
};

use crate::notation::*;

/// All bows ahead, but for these.
fn set_up(ships: &str) -> Result<SetUp, Illegal> {
    let mut all: Vec<_> = setup::start_cells(Edge::South, 8).map(|at| (at, Heading::N)).collect();
    for (at, heading, _) in ships.split(',').filter(|text| !text.is_empty()).map(ship) {
        all.iter_mut().find(|(other, _)| *other == at).unwrap().1 = heading;
    }
    setup::read(Edge::South, 8, &all)
}

#[test]
fn dfv_01_ships_side_by_side_are_a_set_up() {
    assert_eq!(set_up(""), Ok([Heading::N; 8]));
}

#[test]
fn dfv_02_a_set_up_has_no_single_file() {
    for ships in ["a2E,b2W", "a2E,b2E", "a2W,b2E"] {
        assert_eq!(set_up(ships), Err(Illegal::SingleFile(cell("a2"), cell("b2"))));
    }
}

#[test]
fn dfv_03_headings_off_the_row_are_no_single_file() {
    assert!(set_up("a2E,b2N").is_ok() && set_up("a2NE,b2NE").is_ok());
}

#[test]
fn dfv_04_one_move_is_a_turn() {
    let (turn, _) = played(&start(), S, "mv a2");
    assert!(has(turn.board(), S, "a3N") && turn.balls() == 3);
}

#[test]
fn dfv_05_the_second_act_has_to_be_a_move() {
    assert_eq!(refused(&start(), S, "tn a2 NE; tn b2 NE; mv a2"), (2, Illegal::MoveRequiredByAct2));
}

#[test]
fn dfv_06_a_turn_may_come_before_the_move() {
    let (turn, _) = played(&start(), S, "tn a2 NE; mv a2");
    assert!(has(turn.board(), S, "b3NE") && turn.balls() == 2);
}

#[test]
fn dfv_07_a_turn_needs_a_move() {
    assert_eq!(refused(&start(), S, ""), (0, Illegal::MoveRequired));
    assert_eq!(refused(&start(), S, "tn a2 NE"), (0, Illegal::MoveRequired));
}

#[test]
fn dfv_08_there_are_four_balls() {
    let spent = Illegal::NotEnoughBalls { cost: 1, left: 0 };
    assert_eq!(refused(&start(), S, "mv a2; mv b2; mv c2; mv d2; mv e2"), (5, spent));
}

#[test]
fn dfv_09_one_ship_may_do_it_all() {
    let (turn, _) = played(&start(), S, "mv a2; mv a3; mv a4; mv a5");
    assert!(has(turn.board(), S, "a6N") && turn.balls() == 0);
}

#[test]
fn dfv_10_no_turn_ends_in_single_file() {
    let file = Illegal::SingleFile(cell("d3"), cell("d4"));
    assert_eq!(refused(&two("S:d4N,d2N"), S, "mv d2"), (0, file));
}

#[test]
fn dfv_11_a_single_file_can_be_mended_within_the_turn() {
    let (turn, _) = played(&two("S:d4N,d2N"), S, "mv d2; tn d3 NE");
    assert!(has(turn.board(), S, "d3NE"));
}

#[test]
fn dfv_12_diagonals_are_files_too() {
    for pair in ["c3NE,d4SW", "c3NE,d4NE", "c3SW,d4NE"] {
        let file = Illegal::SingleFile(cell("c3"), cell("d4"));
        assert_eq!(refused(&two(&format!("S:{pair},a2N")), S, "mv a2"), (0, file));
    }
}

#[test]
fn dfv_13_both_headings_make_a_file() {
    for pair in ["c3NE,d4N", "c3NW,d4NW"] {
        played(&two(&format!("S:{pair},a2N")), S, "mv a2");
    }
}

#[test]
fn dfv_14_a_file_has_no_gaps() {
    played(&two("S:d2N,d4N,a2N"), S, "mv a2");
}

#[test]
fn dfv_15_a_move_away_from_an_enemy_costs_two() {
    assert_eq!(played(&two("S:d4N N:e5S"), S, "mv d4").0.balls(), 2);
}

#[test]
fn dfv_16_a_move_never_costs_three() {
    assert_eq!(played(&two("S:d4N N:e5S,c5S"), S, "mv d4").0.balls(), 2);
}

#[test]
fn dfv_17_a_turn_beside_one_enemy_costs_two() {
    assert_eq!(played(&two("S:d4N,a2N N:e5S"), S, "mv a2; tn d4 NE").0.balls(), 1);
}

#[test]
fn dfv_18_a_turn_beside_two_enemies_costs_three() {
    assert_eq!(played(&two("S:d4N,h2N N:e5S,c3S"), S, "mv h2; tn d4 E").0.balls(), 0);
}

#[test]
fn dfv_19_dear_acts_add_up() {
    let board = two("S:d4N,h4N N:e5S,g5S,g3S");
    assert_eq!(refused(&board, S, "mv d4; tn h4 NE"), (2, Illegal::NotEnoughBalls { cost: 3, left: 2 }));
}

#[test]
fn dfv_36_a_rebuilt_ship_may_move_at_once() {
    let (turn, _) = played(&reserve(two("S:d4N"), S, 1), S, "bd b2 N; mv b2");
    assert!(has(turn.board(), S, "b3N") && turn.balls() == 0);
    assert_eq!(turn.board().reserve(S), 0);
}

#[test]
fn dfv_37_nothing_is_built_beside_an_enemy_not_even_a_frozen_one() {
    let board = reserve(two("S:d4N N:a1S*"), S, 1);
    assert_eq!(refused(&board, S, "bd b2 N; mv b2"), (1, Illegal::BuildNearEnemy(cell("b2"))));
}

#[test]
fn dfv_38_ships_are_built_on_the_second_row_out_of_the_reserve() {
    let board = two("S:d4N");
    let elsewhere = Illegal::NotSecondRow(cell("b3"));
    assert_eq!(refused(&reserve(board.clone(), S, 1), S, "bd b3 N; mv d4"), (1, elsewhere));
    assert_eq!(refused(&board, S, "mv d4; bd b2 N"), (2, Illegal::NothingToRebuild));
}

#[test]
fn dfv_39_a_dear_move_leaves_no_balls_for_a_ship() {
    let board = reserve(two("S:d4N N:e5S"), S, 1);
    assert_eq!(refused(&board, S, "mv d4; bd b2 N"), (2, Illegal::NotEnoughBalls { cost: 3, left: 2 }));
}

#[test]
fn dfv_40_nobody_goes_back_to_his_own_first_row() {
    assert_eq!(refused(&two("S:d2S"), S, "mv d2"), (1, Illegal::OwnFirstRow(cell("d1"))));
}

#[test]
fn dfv_41_a_ship_needs_room_ahead() {
    for ships in ["S:d4N,d5E", "S:d4N N:d5S"] {
        assert_eq!(refused(&two(ships), S, "mv d4"), (1, Illegal::CellOccupied(cell("d5"))));
    }
    assert_eq!(refused(&two("S:h4E"), S, "mv h4"), (1, Illegal::OffBoard(cell("h4"))));
}

#[test]
fn dfv_42_a_ship_passes_between_two_corners() {
    let (turn, _) = played(&two("S:d4NE N:d5E,e4E"), S, "mv d4");
    assert!(has(turn.board(), S, "e5NE") && turn.balls() == 2);
}

#[test]
fn dfv_43_a_ship_that_has_arrived_is_frozen() {
    let board = two("S:d7N");
    let (turn, _) = played(&board, S, "mv d7");
    assert!(has(turn.board(), S, "d8N*"));
    let frozen = Illegal::Frozen(cell("d8"));
    assert_eq!(refused(turn.board(), S, "mv d8"), (1, frozen.clone()));
    assert_eq!(refused(&board, S, "mv d7; tn d8 E"), (2, frozen));
}
