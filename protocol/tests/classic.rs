//! The vectors of classic sea battle, CLV-01 to CLV-24; those about the log and the proofs themselves are
//! tested where these live.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use marque_protocol::{
    draw::Draw,
    games::{
        duel::{Act, Answer, Duel, Event, Illegal, Layout, Mark, Options, Outcome},
        fleet::{Ship, Unfit, ships_from_cells},
        grid::{Cell, Cells, Grid},
    },
    rules::{Due, Game, Illegality as _, Ply, Ranking, Seat},
    seal::Chart,
};

/// The layout CL-L.
const CL_L: &str = "A1-D1 F1-H1 A3-C3 E3-F3 H3-I3 A5-B5 J1 D5 F5 H5";

const X: Seat = Seat(0);
const OWNER: Seat = Seat(1);

fn cells(names: &str) -> Vec<Cell> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

fn layout(ships: &str) -> Layout {
    Layout { ships: ships.split_whitespace().map(|name| name.parse().unwrap()).collect(), mines: Vec::new() }
}

fn refused(ships: &str) -> Illegal {
    Duel::chart(&Options::CLASSIC, &layout(ships)).err().unwrap()
}

/// A game in which both seats lie at CL-L.
struct Play {
    game: Duel,
    chart: Chart,
}

impl Play {
    fn begins(first: Seat) -> Play {
        let mut game = Duel::new(&Options::CLASSIC, 2);
        assert_eq!(game.due(), Due::Draw);
        let fresh = game.clone();
        for number in 0.. {
            game.clone_from(&fresh);
            game.drawn(&mut Draw::new(&[0; 32], number, &[0; 32], &[]));
            if game.turn() == Some(first) {
                break;
            }
        }
        Play { game, chart: Duel::chart(&Options::CLASSIC, &layout(CL_L)).unwrap() }
    }

    fn check(&self, seat: Seat, cells_fired_at: &str) -> Result<(), Illegal> {
        self.game.check(seat, &Ply::Act(Act::Fire(cells(cells_fired_at)))).map(drop)
    }

    /// Fires without waiting for the answer.
    fn shoot(&mut self, seat: Seat, cell: &str) {
        assert_eq!(self.check(seat, cell), Ok(()), "{cell}");
        self.game.apply(seat, &Ply::Act(Act::Fire(cells(cell))));
        assert_eq!(self.game.mark(Duel::opponent(seat), cell.parse().unwrap()), Mark::Fired);
    }

    /// Whether the claims of the answer are true of CL-L.
    fn proven(&self, answer: &Answer) -> bool {
        let Due::Answer(owner) = self.game.due() else { panic!("an answer is due") };
        let implied = self.game.check(owner, &Ply::Answer(answer.clone())).unwrap();
        implied.claims.iter().all(|claim| claim.holds(self.chart.values()))
    }

    /// Fires and answers truthfully; what was met, and whether a ship sank.
    fn fire(&mut self, seat: Seat, cell: &str) -> (Outcome, bool, Vec<Event>) {
        self.shoot(seat, cell);
        let owner = Duel::opponent(seat);
        let answer = self.game.honest(owner, &self.chart);
        assert!(self.proven(&answer));
        let events = self.game.apply(owner, &Ply::Answer(answer.clone()));
        (answer.outcomes[0], !answer.sunk.is_empty(), events)
    }

    fn marks(&self, sea: Seat, mark: Mark) -> Vec<Cell> {
        Grid::square(10).cells().filter(|&cell| self.game.mark(sea, cell) == mark).collect()
    }
}

fn row_by_row(names: &str) -> Vec<Cell> {
    cells(names).into_iter().collect::<Cells>().to_vec()
}

#[test]
fn clv_01() {
    let chart = Duel::chart(&Options::CLASSIC, &layout(CL_L)).ok().unwrap();
    assert!(Duel::laws(&Options::CLASSIC).hold(chart.values()));
}

#[test]
fn clv_02() {
    assert_eq!(refused(&CL_L.replace("J1", "I2")), Illegal::ShipsTouch);
}

#[test]
fn clv_03() {
    assert_eq!(refused(&CL_L.replace("D5", "C4")), Illegal::ShipsTouch);
}

#[test]
fn clv_04() {
    assert_eq!(refused(&CL_L.replace("D5", "D4")), Illegal::ShipsTouch);
    assert_eq!(Illegal::ShipsTouch.rule(), "CL-3");
}

#[test]
fn clv_05() {
    assert_eq!(refused(&CL_L.replace(" H5", "")), Illegal::WrongFleet);
    assert_eq!(refused(&format!("{CL_L} J10")), Illegal::WrongFleet);
    assert_eq!(refused(&CL_L.replace("A1-D1", "A1-E1")), Illegal::WrongFleet);
}

#[test]
fn clv_06() {
    assert_eq!(refused(&CL_L.replace("A3-C3", "I10-K10")), Illegal::OutOfGrid);
    let from_cells = ships_from_cells(Grid::square(10), &[cells("I10 J10 K10")]);
    assert_eq!(from_cells, Err(Unfit::OutOfGrid));
}

#[test]
fn clv_07() {
    for crooked in ["A1 B1 B2", "A1 B2 C3"] {
        let ships = ships_from_cells(Grid::square(10), &[cells(crooked)]);
        assert_eq!(ships.map_err(Illegal::from), Err(Illegal::NotStraight), "{crooked}");
    }
    let straight = ships_from_cells(Grid::square(10), &[cells("C3 A3 B3"), cells("J1")]).unwrap();
    assert_eq!(straight, layout("A3-C3 J1").ships);
    let standing = Ship { at: Cell::new(9, 0), length: 1, down: true };
    let mut layout = layout(CL_L);
    layout.ships[6] = standing;
    let refused = Duel::chart(&Options::CLASSIC, &layout).err();
    assert_eq!(refused, Some(Illegal::NotStraight), "a ship of one cell has one encoding");
}

#[test]
fn clv_08() {
    let mut play = Play::begins(X);
    let (outcome, sunk, events) = play.fire(X, "E1");
    assert_eq!((outcome, sunk), (Outcome::Miss, false));
    assert_eq!(events.last(), Some(&Event::Turn(OWNER)));
    assert_eq!(play.game.due(), Due::Act(OWNER));
}

#[test]
fn clv_09() {
    let mut play = Play::begins(X);
    let (outcome, sunk, events) = play.fire(X, "A1");
    assert_eq!((outcome, sunk), (Outcome::Hit, false));
    assert_eq!(events.last(), Some(&Event::Again(X)));
    assert_eq!(play.game.due(), Due::Act(X));
}

fn clv_10_play() -> Play {
    let mut play = Play::begins(X);
    for (cell, sinks) in [("A1", false), ("B1", false), ("C1", false), ("D1", true)] {
        let (outcome, sunk, _) = play.fire(X, cell);
        assert_eq!((outcome, sunk), (Outcome::Hit, sinks));
    }
    play
}

#[test]
fn clv_10() {
    let play = clv_10_play();
    assert_eq!(play.game.due(), Due::Act(X));
    assert_eq!(play.marks(OWNER, Mark::Sunk), cells("A1 B1 C1 D1"));
    assert_eq!(play.marks(OWNER, Mark::KnownEmpty), row_by_row("E1 A2 B2 C2 D2 E2"));
    assert_eq!(play.game.sunk(OWNER), layout("A1-D1").ships);
    assert_eq!(play.game.afloat(OWNER), [3, 3, 2, 2, 2, 1, 1, 1, 1]);
}

#[test]
fn clv_11() {
    let play = clv_10_play();
    assert_eq!(play.check(X, "E2"), Err(Illegal::CellAlreadyKnown("E2".parse().unwrap())));
    assert_eq!(play.check(X, "A1"), Err(Illegal::CellAlreadyKnown("A1".parse().unwrap())));
    assert_eq!(play.game.due(), Due::Act(X));
}

#[test]
fn clv_12() {
    let mut play = Play::begins(X);
    let (outcome, sunk, _) = play.fire(X, "D5");
    assert_eq!((outcome, sunk), (Outcome::Hit, true));
    assert_eq!(play.marks(OWNER, Mark::KnownEmpty), row_by_row("C4 D4 E4 C5 E5 C6 D6 E6"));
    assert_eq!(play.game.due(), Due::Act(X));
}

#[test]
fn clv_13() {
    let mut play = Play::begins(X);
    play.fire(X, "E1");
    play.fire(OWNER, "J10");
    assert_eq!(play.check(X, "E1"), Err(Illegal::CellAlreadyKnown("E1".parse().unwrap())));
}

#[test]
fn clv_14() {
    let mut play = Play::begins(X);
    play.fire(X, "E1");
    assert_eq!(play.check(X, "A1"), Err(Illegal::NotYourTurn));
    assert_eq!(play.game.due(), Due::Act(OWNER));
}

#[test]
fn clv_15() {
    let play = Play::begins(X);
    for off in ["K1", "A11", "Z200"] {
        assert_eq!(play.check(X, off), Err(Illegal::OutOfGrid));
    }
    for (x, y) in [(10, 0), (0, 10), (16, 0), (255, 255)] {
        let act = Act::Fire(vec![Cell::new(x, y)]);
        assert_eq!(play.game.check(X, &Ply::Act(act)), Err(Illegal::OutOfGrid));
    }
}

#[test]
fn clv_16() {
    let mut play = Play::begins(X);
    let ships: Vec<Cell> = layout(CL_L).ships.iter().flat_map(|ship| ship.cells()).collect();
    let mut last = None;
    for cell in &ships {
        assert_eq!(play.game.due(), Due::Act(X));
        last = play.fire(X, &cell.to_string()).2.pop();
    }
    assert_eq!(ships.len(), 20);
    assert_eq!(last, Some(Event::Won(X)));
    assert_eq!(play.game.due(), Due::Over(Ranking(vec![vec![X], vec![OWNER]])));
    assert_eq!(play.check(X, "A10"), Err(Illegal::GameOver));
    assert_eq!(play.check(OWNER, "A10"), Err(Illegal::GameOver));
}

#[test]
fn clv_17() {
    let mut play = Play::begins(X);
    play.shoot(X, "D1");
    let says = |outcome| Answer { outcomes: vec![outcome], sunk: Vec::new() };
    assert!(!play.proven(&says(Outcome::Miss)), "the cell's sum does not open to 0");
    assert!(play.proven(&says(Outcome::Hit)));
}

#[test]
fn clv_18() {
    let mut play = Play::begins(X);
    play.shoot(X, "D5");
    let hit = |sunk: &str| Answer { outcomes: vec![Outcome::Hit], sunk: layout(sunk).ships };
    assert!(!play.proven(&hit("")), "no other cell is intact");
    assert!(play.proven(&hit("D5")));
}

#[test]
fn clv_24() {
    let bytes = |act: &Act| postcard_bytes(act);
    assert_eq!(bytes(&Act::Fire(cells("B3"))), [0, 1, 1, 2]);
    assert_eq!(bytes(&Act::Reveal(cells("B3"))), [1, 1, 1, 2]);
    for no_such_act in [&[2][..], &[2, 0], &[2, 1, 1, 2], &[]] {
        assert!(postcard::from_bytes::<Act>(no_such_act).is_err());
    }
    let play = Play::begins(X);
    let refused = play.check(X, "");
    assert_eq!(refused, Err(Illegal::WrongSalvoSize { given: 0, wanted: 1 }), "nor is no shot a shot");
}

fn postcard_bytes(act: &Act) -> Vec<u8> {
    postcard::to_allocvec(act).unwrap()
}

#[test]
fn answers_that_do_not_fit_the_shots_are_refused() {
    let mut play = Play::begins(X);
    let check = |play: &Play, seat, outcomes: &[Outcome], sunk: Vec<Ship>| {
        play.game.check(seat, &Ply::Answer(Answer { outcomes: outcomes.to_vec(), sunk })).err()
    };
    let ships = |names: &str| layout(names).ships;
    assert_eq!(check(&play, OWNER, &[], ships("")), Some(Illegal::NothingAsked));
    play.fire(X, "A1");
    play.shoot(X, "B1");
    let hit = [Outcome::Hit];
    assert_eq!(check(&play, X, &hit, ships("")), Some(Illegal::NotYourTurn));
    assert_eq!(check(&play, OWNER, &[], ships("")), Some(Illegal::WrongAnswerLength));
    assert_eq!(check(&play, OWNER, &[Outcome::Hit; 2], ships("")), Some(Illegal::WrongAnswerLength));
    assert_eq!(check(&play, OWNER, &hit, ships("A1-B1 A1-B1")), Some(Illegal::WrongAnswerLength));
    assert_eq!(check(&play, OWNER, &[Outcome::Miss], ships("B1")), Some(Illegal::WrongAnswerLength));
    let b1 = "B1".parse().unwrap();
    assert_eq!(check(&play, OWNER, &[Outcome::Mine], ships("")), Some(Illegal::NoMineLeft(b1)));
    for (ship, illegal) in [
        ("A1-D1", "NotSunkNow"),
        ("A1", "NotSunkNow"),
        ("A1-E1", "NoSuchShip"),
        ("J1-K1", "NoSuchShip"),
        ("B1-B4", "NotSunkNow"),
    ] {
        let refused = check(&play, OWNER, &hit, ships(ship)).unwrap();
        assert!(format!("{refused:?}").starts_with(illegal), "{ship}: {refused:?}");
    }
    for (length, down) in [(0, false), (1, true), (255, true), (255, false)] {
        for at in [Cell::new(1, 0), Cell::new(255, 255)] {
            let ship = Ship { at, length, down };
            assert_eq!(check(&play, OWNER, &hit, vec![ship]), Some(Illegal::NoSuchShip { ship }));
        }
    }
    assert_eq!(check(&play, OWNER, &hit, ships("A1-B1")), None, "fits; its claim is another matter");
    assert_eq!(play.check(X, "C1"), Err(Illegal::AnswerDue));
}

#[test]
fn options_are_those_of_the_card() {
    assert_eq!(Duel::options("classic", &[]), Ok(Options::CLASSIC));
    assert_eq!(Duel::permits("classic", &Options::CLASSIC), Ok(()));
    assert!(Duel::permits("classic", &Options::MINES).is_err());
    assert!(Duel::permits("mines", &Options::CLASSIC).is_err());
    let refused = Duel::options("classic", &[("size".into(), "12".into())]).unwrap_err();
    assert_eq!(refused.to_string(), "classic has no option size; it has: none");
    assert!(Duel::options("chess", &[]).is_err());
}
