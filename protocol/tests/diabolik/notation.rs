//! Positions and plans as the vectors write them.

use marque_protocol::{
    games::{
        diabolik::{Act, BadPlan, Board, Edge, Event, Heading, Illegal, Options, Plan, Ship, Turn},
        grid::Cell,
    },
    rules::Seat,
};

/// Two seats.
pub const S: Seat = Seat(0);
pub const N: Seat = Seat(1);

/// Four seats, clockwise.
pub const W4: Seat = Seat(1);
pub const N4: Seat = Seat(2);
pub const E4: Seat = Seat(3);

pub fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

pub fn heading(name: &str) -> Heading {
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
    Heading::ALL[names.iter().position(|known| *known == name).unwrap()]
}

/// A ship such as `d4NE`, or `d8N*` if it is frozen.
pub fn ship(text: &str) -> (Cell, Heading, bool) {
    let text = text.trim();
    let frozen = text.ends_with('*');
    let (at, to) = text.trim_end_matches('*').split_at(2 + usize::from(text.as_bytes()[2].is_ascii_digit()));
    (cell(at), heading(to), frozen)
}

/// Ships such as `S:d4N,d2N N:e5S`, on an empty board.
pub fn filled(mut board: Board, ships: &str) -> Board {
    for fleet in ships.split_whitespace() {
        let (edge, fleet) = fleet.split_once(':').unwrap();
        let edges = ["S", "W", "N", "E"].map(|name| name == edge);
        let edge = Edge::ALL[edges.iter().position(|is| *is).unwrap()];
        let owner = board.playing().find(|seat| board.edge(*seat) == edge).unwrap();
        for (at, heading, frozen) in fleet.split(',').map(ship) {
            assert!(board.put(at, Ship { owner, heading }), "{at} is free");
            assert_eq!(board.is_frozen(at), frozen, "{at}");
        }
    }
    board
}

pub fn two_with(options: Options, ships: &str) -> Board {
    filled(Board::new(&options, &[Edge::South, Edge::North]), ships)
}

pub fn two(ships: &str) -> Board {
    two_with(Options::DEFAULT, ships)
}

pub fn four_with(options: Options, ships: &str) -> Board {
    filled(Board::new(&options, &Edge::ALL), ships)
}

pub fn four(ships: &str) -> Board {
    four_with(Options::DEFAULT, ships)
}

/// The board at the start of the first turn, all bows ahead.
pub fn start() -> Board {
    two("S:a2N,b2N,c2N,d2N,e2N,f2N,g2N,h2N N:a7S,b7S,c7S,d7S,e7S,f7S,g7S,h7S")
}

pub fn reserve(mut board: Board, seat: Seat, reserve: u8) -> Board {
    board.set_reserve(seat, reserve);
    board
}

/// `mv d4`, `tn d4 NE`, `sk d5 by c5,e5` or `bd b2 N`.
pub fn act(text: &str) -> Act {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["mv", from] => Act::Move { from: cell(from) },
        ["tn", at, to] => Act::Turn { at: cell(at), to: heading(to) },
        ["sk", target, "by", by] => {
            let (first, second) = by.split_once(',').unwrap();
            Act::sink(cell(target), [cell(first), cell(second)])
        }
        ["bd", at, to] => Act::Build { at: cell(at), heading: heading(to) },
        _ => panic!("{text} is no act"),
    }
}

/// Acts with `; ` between them; behind `|` those of a bonus turn.
pub fn plan(text: &str) -> Plan {
    let acts = |text: &str| text.split(';').map(str::trim).filter(|act| !act.is_empty()).map(act).collect();
    match text.split_once('|') {
        Some((first, bonus)) => Plan { bonus: Some(acts(bonus)), ..Plan::of(acts(first) as Vec<Act>) },
        None => Plan::of(acts(text) as Vec<Act>),
    }
}

/// What a legal plan comes to.
pub fn played(board: &Board, seat: Seat, text: &str) -> (Turn, Vec<Event>) {
    board.play(seat, &plan(text)).unwrap_or_else(|bad| panic!("{text}: {bad:?}"))
}

/// Where, counted from 1, and why a plan is refused; 0 is the turn as a whole.
pub fn refused(board: &Board, seat: Seat, text: &str) -> (usize, Illegal) {
    let BadPlan { act, why, .. } = board.play(seat, &plan(text)).expect_err(text);
    (act.map_or(0, |number| number + 1), why)
}

/// The ships of a board, such as `S:d4N`, row by row.
pub fn has(board: &Board, seat: Seat, text: &str) -> bool {
    let (at, heading, frozen) = ship(text);
    board.ship(at) == Some(Ship { owner: seat, heading }) && board.is_frozen(at) == frozen
}
