//! Fleets that are laid out.

use marque_protocol::games::{self, duel::Fleet};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use super::*;

fn ship(text: &str) -> Laid {
    Laid::Ship(text.parse().unwrap())
}

fn mine(text: &str) -> Laid {
    Laid::Mine(cell(text))
}

fn cell(text: &str) -> Cell {
    text.parse().unwrap()
}

#[test]
fn a_spot_that_will_not_do_is_explained() {
    let mut placing = Placing::new(Options::CLASSIC);
    assert_eq!(placing.left(), [4, 3, 3, 2, 2, 2, 1, 1, 1, 1].map(Piece::Ship));
    placing.put(ship("C3-F3")).unwrap();
    assert_eq!(placing.put(ship("E2-E4")), Err(Hindrance::Overlaps(ship("C3-F3"))));
    assert_eq!(placing.put(ship("G4-I4")), Err(Hindrance::Touches(ship("C3-F3"))), "by a corner");
    assert_eq!(placing.put(Laid::Ship(Ship::across(cell("I1"), 3))), Err(Hindrance::Outside));
    assert_eq!(placing.put(ship("A10-D10")), Err(Hindrance::NoneLeft(Piece::Ship(4))));
    assert_eq!(placing.laid().len(), 1, "nothing has changed");
    assert_eq!(placing.put(ship("H4-J4")), Ok(()));
}

#[test]
fn every_change_can_be_undone() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut placing = Placing::new(Options::MINES);
    let mut states = vec![];
    for _ in 0..60 {
        let before = placing.laid().to_vec();
        let any = Cell::new(rng.random_range(0..10), rng.random_range(0..10));
        match rng.random_range(0..8) {
            0 => placing.random(&mut rng),
            1 => placing.clear(),
            2 => drop(placing.take(any)),
            3 => drop(placing.turn(any)),
            4 => drop(placing.complete(&mut rng)),
            5 => drop(placing.put(Laid::Mine(any))),
            _ => drop(placing.put(Laid::Ship(Ship::across(any, rng.random_range(1..5))))),
        }
        if placing.laid() != before {
            states.push(before);
        }
    }
    assert!(states.len() > 20);
    while let Some(before) = states.pop() {
        assert!(placing.undo());
        // A turn may give the same things in another order.
        let lies = |placing: &Placing| {
            let all = placing.laid().iter().all(|laid| before.contains(laid));
            all && placing.laid().len() == before.len()
        };
        while !lies(&placing) && placing.undo() {}
        assert!(lies(&placing));
    }
}

#[test]
fn ships_turn_about_the_cell_that_is_held() {
    let mut placing = Placing::new(Options::CLASSIC);
    placing.put(ship("C3-F3")).unwrap();
    placing.turn(cell("D3")).unwrap();
    assert_eq!(placing.laid(), [ship("D2-D5")]);
    placing.turn(cell("D3")).unwrap();
    assert_eq!(placing.laid(), [ship("C3-F3")]);
    // At the border it gives way.
    placing.clear();
    placing.put(ship("D1-G1")).unwrap();
    placing.turn(cell("G1")).unwrap();
    assert_eq!(placing.laid(), [ship("G1-G4")]);
}

#[test]
fn random_and_completed_fleets_are_legal() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let sizes = [8, 10, 12, 15].map(|size| Options { size, fleet: Fleet::Russian, ..Options::MINES });
    for options in [Options::CLASSIC, Options::MINES].into_iter().chain(sizes) {
        for _ in 0..20 {
            let mut placing = Placing::new(options);
            placing.put(ship("E5-G5")).unwrap();
            assert!(placing.layout().is_none(), "all others are missing");
            assert!(placing.complete(&mut rng));
            assert!(placing.laid().contains(&ship("E5-G5")));
            let layout = games::Layout::Duel(placing.layout().unwrap());
            assert!(games::Options::Duel(options).chart(&layout).unwrap().is_ok());
            placing.random(&mut rng);
            assert!(placing.left().is_empty());
        }
    }
}

#[test]
fn mines_are_laid_after_the_ships_and_touch_nothing() {
    let mut placing = Placing::new(Options { size: 12, ..Options::MINES });
    assert_eq!(placing.left().last_chunk(), Some(&[Piece::Ship(2), Piece::Mine, Piece::Mine]));
    placing.put(ship("C3-G3")).unwrap();
    assert_eq!(placing.put(mine("D3")), Err(Hindrance::Overlaps(ship("C3-G3"))));
    assert_eq!(placing.put(mine("H4")), Err(Hindrance::Touches(ship("C3-G3"))), "by a corner");
    placing.put(mine("A12")).unwrap();
    assert_eq!(placing.put(mine("B11")), Err(Hindrance::Touches(mine("A12"))));
    assert_eq!(placing.put(ship("B9-B11")), Err(Hindrance::Touches(mine("A12"))));
    placing.put(mine("C12")).unwrap();
    assert_eq!(placing.put(mine("L1")), Err(Hindrance::NoneLeft(Piece::Mine)));
    placing.turn(cell("C12")).unwrap();
    assert_eq!(placing.take(cell("C12")), Some(mine("C12")));
    assert_eq!(placing.put(Laid::Mine(Cell::new(12, 0))), Err(Hindrance::Outside));
}

/// The known layout of `common.md` without a cell for a mine.
#[test]
fn ships_that_leave_no_room_for_a_mine_are_told_of() {
    let mut placing = Placing::new(Options { size: 8, fleet: Fleet::Russian, ..Options::MINES });
    let ships = "C1 E1 G1-H1 A2 E3-E4 G3 B4-B6 E6-G6 A8-B8 D8-G8";
    for text in ships.split(' ') {
        assert_eq!(placing.stuck(), None, "{text}");
        placing.put(ship(text)).unwrap();
    }
    assert_eq!(placing.stuck(), Some(Piece::Mine));
    assert!(!placing.complete(&mut ChaCha8Rng::seed_from_u64(3)));
    assert!(placing.layout().is_none());
    placing.take(cell("A8"));
    assert_eq!(placing.stuck(), None, "a ship is free again");
}
