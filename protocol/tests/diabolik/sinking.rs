//! Sinking and the bonus turn: DFV-20 to DFV-35 and DFV-44 to DFV-46.

use marque_protocol::games::diabolik::{BadPlan, Board, Event, Illegal, Options};

use crate::notation::*;

/// A target between two flanks.
fn between() -> Board {
    attacked("c5N,e5S,a2N")
}

/// These ships around a target on d5, whose seat can spare it.
fn attacked(ships: &str) -> Board {
    two(&format!("S:{ships} N:d5S,a7S,b7S,h7S"))
}

/// Two targets between three ships.
fn two_targets() -> Board {
    two("S:c5N,e5N,g5N,a2N N:d5S,f5W,a7S,b7S,h7S")
}

/// The cells that a board shows as flanks are those of the rule.
#[test]
fn flanks_are_what_can_be_attacked() {
    let board = attacked("c5NE,e5S,a2N,h4E");
    for by in board.fleet(S).iter() {
        let cells: Vec<_> = board.grid().cells().filter(|cell| board.flanks(by, *cell).is_ok()).collect();
        let mut shown: Vec<_> = board.flank_cells(by).collect();
        shown.sort_unstable();
        assert_eq!(shown, cells);
    }
}

/// Where in the bonus turn, and why.
fn bad_bonus(board: &Board, text: &str) -> (Option<usize>, Illegal) {
    let BadPlan { bonus, act, why } = board.play(S, &plan(text)).expect_err(text);
    assert!(bonus, "{text}: {act:?} {why}");
    (act, why)
}

#[test]
fn dfv_20_two_flanks_sink_a_ship() {
    let (turn, events) = played(&between(), S, "mv a2; sk d5 by c5,e5");
    assert_eq!((turn.board().ship(cell("d5")), turn.balls()), (None, 3));
    assert_eq!(turn.board().reserve(N), 1);
    assert!(turn.bonus().is_ok() && !turn.is_won());
    let (target, by) = (cell("d5"), [cell("c5"), cell("e5")]);
    assert_eq!(events[1], Event::Sunk { seat: S, owner: N, target, by });
}

#[test]
fn dfv_21_a_move_comes_before_a_sinking() {
    assert_eq!(refused(&between(), S, "sk d5 by c5,e5; mv a2"), (1, Illegal::MustMoveBeforeSinking));
}

#[test]
fn dfv_22_a_turn_gives_no_right_to_sink() {
    assert_eq!(refused(&between(), S, "tn a2 NE; sk d5 by c5,e5"), (2, Illegal::MustMoveBeforeSinking));
}

#[test]
fn dfv_23_a_bow_is_no_flank() {
    let board = attacked("c5E,e5S,a2N");
    assert_eq!(refused(&board, S, "mv a2; sk d5 by c5,e5"), (2, Illegal::NotFlank(cell("c5"))));
}

#[test]
fn dfv_24_nor_is_what_lies_between() {
    let board = attacked("c5NE,e5S,a2N");
    assert_eq!(refused(&board, S, "mv a2; sk d5 by c5,e5"), (2, Illegal::NotFlank(cell("c5"))));
}

#[test]
fn dfv_25_flanks_go_through_corners() {
    played(&attacked("c4NW,e4NE,a2N"), S, "mv a2; sk d5 by c4,e4");
}

#[test]
fn dfv_26_a_corner_and_a_side() {
    played(&attacked("c4SE,d4W,a2N"), S, "mv a2; sk d5 by c4,d4");
}

#[test]
fn dfv_27_a_side_does_not_reach_through_a_corner() {
    let board = attacked("c4N,e4NE,a2N");
    assert_eq!(refused(&board, S, "mv a2; sk d5 by c4,e4"), (2, Illegal::NotFlank(cell("c4"))));
}

#[test]
fn dfv_28_two_ships_stand_beside_the_target() {
    let board = attacked("c5N,g5S,a2N");
    assert_eq!(refused(&board, S, "mv a2; sk d5 by c5,g5"), (2, Illegal::NotNeighbour(cell("g5"))));
    assert_eq!(refused(&board, S, "mv a2; sk d5 by c5,c5"), (2, Illegal::SameAttacker));
}

#[test]
fn dfv_29_sinking_costs_no_balls() {
    let (turn, _) = played(&attacked("c4N,e4N"), S, "mv c4; mv e4; sk d5 by c5,e5");
    assert_eq!((turn.balls(), turn.board().fleet(N).len()), (0, 3));
}

#[test]
fn dfv_30_a_ship_may_attack_twice() {
    let (turn, _) = played(&two_targets(), S, "mv a2; sk d5 by c5,e5; sk f5 by e5,g5");
    assert_eq!((turn.board().fleet(N).len(), turn.board().reserve(N)), (3, 2));
    let mut bonus = turn.bonus().unwrap();
    bonus.take(&act("mv a3")).unwrap();
    assert_eq!(bonus.bonus(), Err(Illegal::OnlyOneBonus));
}

#[test]
fn dfv_31_a_bonus_turn_has_its_own_duty_to_move() {
    let text = "mv a2; sk d5 by c5,e5 | sk f5 by e5,g5";
    assert_eq!(bad_bonus(&two_targets(), text), (Some(0), Illegal::MustMoveBeforeSinking));
    assert_eq!(bad_bonus(&two_targets(), "mv a2; sk d5 by c5,e5 |"), (None, Illegal::MoveRequired));
}

#[test]
fn dfv_32_a_bonus_turn_earns_no_other_one() {
    let (turn, _) = played(&two_targets(), S, "mv a2; sk d5 by c5,e5 | mv a3; sk f5 by e5,g5");
    assert!(turn.has_sunk() && turn.is_bonus());
    // A plan has no room for a third list; a board that asks is told why.
    assert_eq!(turn.bonus(), Err(Illegal::OnlyOneBonus));
}

#[test]
fn dfv_33_a_bonus_turn_is_earned() {
    assert_eq!(bad_bonus(&start(), "mv a2 | mv a3"), (None, Illegal::NoBonus));
}

#[test]
fn dfv_34_the_bonus_turn_mends_nothing() {
    let board = attacked("c5N,e5S,a2N,a4N");
    let bad = board.play(S, &plan("mv a2; sk d5 by c5,e5 | tn a3 NE; mv a3")).unwrap_err();
    assert_eq!(bad.why, Illegal::SingleFile(cell("a3"), cell("a4")));
    assert_eq!(bad.act, None);
}

#[test]
fn dfv_35_the_balls_of_a_bonus_turn_are_an_option() {
    let board = two_with(Options { bonus: 2, ..Options::DEFAULT }, "S:c5N,e5S,a2N N:d5S,a7S,b7S,h7S");
    let text = "mv a2; sk d5 by c5,e5 | mv a3; mv a4; mv a5";
    assert_eq!(bad_bonus(&board, text), (Some(2), Illegal::NotEnoughBalls { cost: 1, left: 0 }));
    played(&board, S, "mv a2; sk d5 by c5,e5 | mv a3; mv a4");
}

#[test]
fn dfv_44_an_enemy_that_has_arrived_is_safe() {
    let board = two("S:c2NE,e2NW,a2N N:d1S*");
    assert_eq!(refused(&board, S, "mv a2; sk d1 by c2,e2"), (2, Illegal::TargetFrozen(cell("d1"))));
    assert!(board.threats(S).is_empty());
}

#[test]
fn dfv_45_a_frozen_ship_may_attack() {
    let board = two("S:d8NE*,f7N,a2N N:e7S,a7S,b7S,h7S");
    let (turn, _) = played(&board, S, "mv a2; sk e7 by d8,f7");
    assert_eq!(turn.board().ship(cell("e7")), None);
}

#[test]
fn dfv_46_if_it_has_a_flank_there() {
    let board = two("S:d8N*,f7N,a2N N:e7S,a7S,b7S,h7S");
    assert_eq!(refused(&board, S, "mv a2; sk e7 by d8,f7"), (2, Illegal::NotFlank(cell("d8"))));
}
