//! The vectors of the Mines game, MIV-01 to MIV-30.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[cfg(feature = "sim")]
#[path = "mines/clock.rs"]
mod clock;

use marque_protocol::{
    draw::Draw,
    games::{
        duel::{Act, Answer, Duel, Event, Fleet, Illegal, Layout, Mark, Options, Outcome, mine_cells},
        fleet::Ship,
        grid::{Cell, Cells},
    },
    rules::{Due, Game, Illegality as _, Ply, Ranking, Seat},
    seal::{Chart, Claim},
};
use rand::{SeedableRng as _, rngs::ChaCha8Rng};

const MI_C: &str = "A1-E1 G1-J1 A3-C3 E3-G3 I3-J3";
const MI_R8: &str = "A1-D1 F1-H1 A3-C3 E3-F3 A5-B5 A7-B7 H3 D5 F5 H5";
const MI_0: &str = "C1 E1 G1-H1 A2 E3-E4 G3 B4-B6 E6-G6 A8-B8 D8-G8";
const MI_0B: &str = "I2-I5 F2-F4 B2-D2 I8-I9 E9-F9 B5-C5 E6 G7 B8 B10";

const X: Seat = Seat(0);
const Y: Seat = Seat(1);

const SINGLE: Options = Options::MINES;
const AGAIN: Options = Options { again: true, ..Options::MINES };
const SALVO: Options = Options { salvo: true, ..Options::MINES };
const SALVO_AGAIN: Options = Options { again: true, ..SALVO };
const WIDE: Options = Options { size: 12, ..Options::MINES };
const R8: Options = Options { size: 8, fleet: Fleet::Russian, ..Options::MINES };

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn cells(names: &str) -> Vec<Cell> {
    names.split_whitespace().map(cell).collect()
}

fn ships(names: &str) -> Vec<Ship> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

fn chart(options: &Options, fleet: &str, mines: &str) -> Result<Chart, Illegal> {
    Duel::chart(options, &Layout { ships: ships(fleet), mines: cells(mines) })
}

fn refused(options: &Options, fleet: &str, mines: &str) -> Option<Illegal> {
    chart(options, fleet, mines).err()
}

fn begun(options: &Options, first: Seat) -> Duel {
    assert_eq!(Duel::permits("mines", options), Ok(()));
    (0..)
        .map(|number| {
            let mut game = Duel::new(options, 2);
            game.drawn(&mut Draw::new(&[0; 32], number, &[0; 32], &[]));
            game
        })
        .find(|game| game.turn() == Some(first))
        .unwrap()
}

/// A game in which both seats lie at MI-C.
struct Play {
    game: Duel,
    chart: Chart,
}

impl Play {
    /// X begins.
    fn new(options: &Options, mines: &str) -> Play {
        Play { game: begun(options, X), chart: chart(options, MI_C, mines).ok().unwrap() }
    }

    fn refused(&self, seat: Seat, act: &Act) -> Option<Illegal> {
        self.game.check(seat, &Ply::Act(act.clone())).err()
    }

    fn claims(&self, seat: Seat, ply: &Ply<Duel>) -> Vec<Claim> {
        self.game.check(seat, ply).unwrap().claims
    }

    fn take(&mut self, seat: Seat, ply: Ply<Duel>) -> Vec<Event> {
        let claims = self.claims(seat, &ply);
        assert!(claims.iter().all(|claim| claim.holds(self.chart.values())), "{ply:?}");
        self.game.apply(seat, &ply)
    }

    fn shoot(&mut self, seat: Seat, at: &str) {
        self.take(seat, Ply::Act(Act::fire(cells(at))));
    }

    /// Fires, and the other seat answers truthfully.
    fn fire(&mut self, seat: Seat, at: &str) -> Answer {
        self.shoot(seat, at);
        let answer = self.game.honest(Duel::opponent(seat), &self.chart);
        self.take(Duel::opponent(seat), Ply::Answer(answer.clone()));
        answer
    }

    fn met(&mut self, seat: Seat, at: &str) -> Outcome {
        self.fire(seat, at).outcomes[0]
    }

    fn reveal(&mut self, seat: Seat, at: &str) {
        self.take(seat, Ply::Act(Act::reveal(cells(at))));
    }
}

fn fire(at: &str) -> Act {
    Act::fire(cells(at))
}

fn reveal(at: &str) -> Act {
    Act::reveal(cells(at))
}

#[test]
fn miv_01() {
    assert_eq!(refused(&SINGLE, MI_C, "J5"), None);
    assert_eq!(refused(&R8, MI_R8, "D7"), None);
    let open = mine_cells(&R8, &ships(MI_R8)).unwrap();
    assert_eq!(open.to_vec(), cells("D7 E7 F7 G7 H7 D8 E8 F8 G8 H8"));
}

#[test]
fn miv_02() {
    assert_eq!(refused(&SINGLE, MI_C, "D4"), Some(Illegal::MineTouchesShip(cell("D4"))));
}

#[test]
fn miv_03() {
    assert_eq!(refused(&SINGLE, MI_C, "A3"), Some(Illegal::Overlap));
}

#[test]
fn miv_04() {
    assert_eq!(refused(&SINGLE, MI_C, ""), Some(Illegal::WrongMineCount { given: 0, wanted: 1 }));
    assert_eq!(refused(&SINGLE, MI_C, "J5 A6"), Some(Illegal::WrongMineCount { given: 2, wanted: 1 }));
}

#[test]
fn miv_05() {
    assert_eq!(refused(&WIDE, MI_C, "A12 B11"), Some(Illegal::MinesTouch));
    assert_eq!(refused(&WIDE, MI_C, "A12 C12"), None);
    assert_eq!(refused(&WIDE, MI_C, "A12 A12"), Some(Illegal::Overlap));
    assert_eq!(refused(&WIDE, MI_C, "A12 M12"), Some(Illegal::OutOfGrid));
}

#[test]
fn miv_06() {
    let counts = [8, 10, 12, 15].map(|size| Options { size, ..SINGLE }.mine_count());
    assert_eq!(counts, [1, 1, 2, 3]);
    assert_eq!(Options { mines: false, ..WIDE }.mine_count(), 0);
}

#[test]
fn miv_07() {
    let touching = "A1-E1 F2-I2 A4-C4 E4-G4 I4-J4";
    assert_eq!(refused(&SINGLE, touching, "J10"), Some(Illegal::ShipsTouch));
}

#[test]
fn miv_08() {
    let r10 = Options { size: 10, ..R8 };
    for (options, fleet) in [(R8, MI_0), (r10, MI_0B)] {
        assert_eq!(mine_cells(&options, &ships(fleet)), Err(Illegal::MinePlacementImpossible));
        assert_eq!(refused(&options, fleet, ""), Some(Illegal::MinePlacementImpossible));
        for mine in options.grid().cells() {
            let refused = refused(&options, fleet, &mine.to_string());
            assert!(matches!(refused, Some(Illegal::MineTouchesShip(_) | Illegal::Overlap)), "{mine}");
        }
        assert_eq!(refused(&Options { mines: false, ..options }, fleet, ""), None);
    }
}

#[test]
fn miv_09() {
    for size in [8, 10, 12, 15] {
        for fleet in [Fleet::Classic, Fleet::Russian] {
            let options = Options { size, fleet, ..SINGLE };
            for seed in 0..10_000 {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let layout = Duel::random_layout(&options, &mut rng).expect("never more than 200 restarts");
                assert!(Duel::chart(&options, &layout).is_ok());
            }
        }
    }
}

#[test]
fn miv_10() {
    let mut play = Play::new(&SINGLE, "J5");
    assert_eq!(play.met(X, "A1"), Outcome::Hit);
    assert_eq!(play.game.due(), Due::Act(Y));
}

#[test]
fn miv_11() {
    let mut play = Play::new(&AGAIN, "J5");
    assert_eq!(play.met(X, "A1"), Outcome::Hit);
    assert_eq!(play.game.due(), Due::Act(X));
    assert_eq!(play.met(X, "F1"), Outcome::Miss);
    assert_eq!(play.game.due(), Due::Act(Y));
}

fn miv_12_play() -> Play {
    let mut play = Play::new(&AGAIN, "J5");
    assert_eq!(play.met(X, "J5"), Outcome::Mine);
    assert_eq!(play.game.reveals_due(X), 1);
    assert_eq!(play.game.due(), Due::Act(X));
    play
}

#[test]
fn miv_12() {
    let mut play = miv_12_play();
    play.reveal(X, "C3");
    assert_eq!(play.game.due(), Due::Act(Y));
    assert_eq!(play.game.mark(X, cell("C3")), Mark::Revealed);
    assert_eq!(play.game.mark(Y, cell("J5")), Mark::Mine);
    assert_eq!(play.refused(Y, &reveal("C3")), Some(Illegal::NoRevealDue));
}

#[test]
fn miv_13() {
    let play = miv_12_play();
    assert_eq!(play.refused(Y, &fire("A1")), Some(Illegal::RevealDue));
    assert_eq!(play.refused(X, &fire("A1")), Some(Illegal::RevealDue), "nor may the shooter go on");
    assert_eq!(play.refused(Y, &reveal("A1")), Some(Illegal::NotYourTurn));
}

#[test]
fn miv_14() {
    let play = miv_12_play();
    let water = play.claims(X, &Ply::Act(reveal("F1")));
    assert!(!water.iter().any(|claim| claim.holds(play.chart.values())), "does not open to a ship cell");
    let mine = play.claims(X, &Ply::Act(reveal("J5")));
    assert!(!mine.iter().any(|claim| claim.holds(play.chart.values())), "a mine is no ship");
}

#[test]
fn miv_15() {
    let mut play = Play::new(&SINGLE, "J5");
    play.fire(X, "A10");
    play.fire(Y, "B1");
    play.fire(X, "J5");
    assert_eq!(play.refused(X, &reveal("B1")), Some(Illegal::BadReveal(cell("B1"))));
    assert_eq!(Illegal::BadReveal(cell("B1")).rule(), "MI-15");
}

#[test]
fn miv_16() {
    let mut play = Play::new(&WIDE, "A12 C12");
    play.fire(X, "A12");
    play.reveal(X, "A1");
    play.fire(Y, "L12");
    play.fire(X, "C12");
    assert_eq!(play.refused(X, &reveal("A1")), Some(Illegal::BadReveal(cell("A1"))));
    assert_eq!(play.refused(X, &reveal("B1")), None);
}

#[test]
fn miv_17() {
    let mut play = Play::new(&SINGLE, "J5");
    play.fire(X, "A10");
    assert_eq!(play.met(Y, "A3"), Outcome::Hit);
    play.fire(X, "J5");
    let damaged = play.claims(X, &Ply::Act(reveal("C3")));
    let whole = miv_12_play().claims(X, &Ply::Act(reveal("C3")));
    assert_eq!(damaged, whole, "what is proven does not depend on A3");
    play.reveal(X, "C3");
}

#[test]
fn miv_18() {
    for options in [SINGLE, AGAIN] {
        let mut play = Play::new(&options, "J5");
        play.fire(X, "J5");
        play.reveal(X, "C3");
        assert_eq!(play.met(Y, "A10"), Outcome::Miss);
        play.fire(X, "A10");
        assert_eq!(play.met(Y, "B10"), Outcome::Miss);
        play.fire(X, "B10");
        assert_eq!(play.met(Y, "C3"), Outcome::Hit);
        assert_eq!(play.game.mark(X, cell("C3")), Mark::Hit);
        assert_eq!(play.game.due(), Due::Act(if options.again { Y } else { X }));
    }
}

#[test]
fn miv_19() {
    let mut play = Play::new(&Options { again: true, ..WIDE }, "A12 C12");
    play.fire(X, "A12");
    play.reveal(X, "J3");
    for ship in ships(MI_C) {
        for target in ship.cells().filter(|&target| target != cell("J3")) {
            assert_eq!(play.met(Y, &target.to_string()), Outcome::Hit);
        }
    }
    play.fire(Y, "L12");
    assert_eq!(play.met(X, "C12"), Outcome::Mine);
    assert_eq!(play.game.reveals_due(X), 0);
    assert_eq!(play.game.due(), Due::Act(Y));
}

#[test]
fn miv_20() {
    let mut play = miv_12_play();
    play.reveal(X, "C3");
    play.fire(Y, "A10");
    assert_eq!(play.refused(X, &fire("J5")), Some(Illegal::AlreadyFired(cell("J5"))));
}

#[test]
fn miv_21() {
    let play = Play::new(&SALVO, "J5");
    let wrong = |given| Some(Illegal::WrongSalvoSize { given, wanted: 5 });
    assert_eq!(play.refused(X, &fire("A1 B1 C1 D1")), wrong(4));
    assert_eq!(play.refused(X, &fire("A1 B1 C1 D1 E1 F1")), wrong(6));
    assert_eq!(play.refused(X, &fire("A1 B1 C1 D1 D1")), Some(Illegal::DuplicateCell(cell("D1"))));
    let unordered = Act::Fire(cells("B1 A1 C1 D1 E1"));
    assert_eq!(play.refused(X, &unordered), Some(Illegal::NotCanonical));
    assert_eq!(play.refused(X, &Act::Fire(vec![cell("A1"); 100_000])), wrong(100_000));
}

#[test]
fn miv_22() {
    let mut play = Play::new(&SALVO, "J5");
    play.fire(X, "A10 B10 C10 D10 E10");
    let answer = play.fire(Y, "A3 B3 C3 I3 J3");
    assert_eq!(answer.sunk, ships("A3-C3 I3-J3"));
    assert_eq!(play.game.shots(X), 3);
    assert_eq!(play.game.shots(Y), 5);
}

/// Says that the next shots of `seat` met these ships, all sunk, and water; on no particular chart.
fn volley(game: &mut Duel, seat: Seat, sunk: &str) {
    let mut sunk = ships(sunk);
    sunk.sort_unstable();
    let on_ships: Cells = sunk.iter().flat_map(|ship| ship.cells()).collect();
    let owner = Duel::opponent(seat);
    let water = game.open(owner).without(on_ships);
    let water = water.iter().take(game.shots(seat) - on_ships.len());
    let act = Act::fire(on_ships.iter().chain(water));
    let Act::Fire(shots) = &act else { unreachable!() };
    let met = |&shot| if on_ships.contains(shot) { Outcome::Hit } else { Outcome::Miss };
    let outcomes = shots.iter().map(met).collect();
    for (seat, ply) in [(seat, Ply::Act(act.clone())), (owner, Ply::Answer(Answer { outcomes, sunk }))] {
        assert_eq!(game.check(seat, &ply).err(), None);
        game.apply(seat, &ply);
    }
}

#[test]
fn miv_23() {
    let mut game = begun(&Options { salvo: true, mines: false, ..R8 }, X);
    for sunk_of_x in ["", "", "", "H8", "F8 D8", "H7 A8-B8"] {
        volley(&mut game, X, "");
        volley(&mut game, Y, sunk_of_x);
    }
    assert_eq!((game.afloat(X).len(), game.open(Y).len()), (5, 64 - 40 - 9 - 7));
    volley(&mut game, X, "");
    volley(&mut game, Y, "");
    assert_eq!((game.afloat(X).len(), game.open(Y).len(), game.shots(X)), (5, 3, 3));
    let two: Vec<Cell> = game.open(Y).iter().take(2).collect();
    let refused = game.check(X, &Ply::Act(Act::Fire(two))).err();
    assert_eq!(refused, Some(Illegal::WrongSalvoSize { given: 2, wanted: 3 }));
    let acts = game.legal(X, &Chart::new(Vec::new()));
    assert!(acts.complete && acts.list.len() == 1 && acts.list[0].act == Act::Fire(game.open(Y).to_vec()));
}

#[test]
fn miv_24() {
    use Outcome::{Hit, Miss};
    for order in ["A3 B3 C3 D3 F1", "F1 D3 C3 B3 A3", "C3 F1 A3 D3 B3"] {
        let mut play = Play::new(&SALVO, "J5");
        let answer = play.fire(X, order);
        // Row by row: F1, then A3 to D3.
        assert_eq!(answer.outcomes, [Miss, Hit, Hit, Hit, Miss]);
        assert_eq!(answer.sunk, ships("A3-C3"));
        let hidden = Answer { sunk: Vec::new(), ..answer };
        let mut play = Play::new(&SALVO, "J5");
        play.shoot(X, order);
        let claims = play.claims(Y, &Ply::Answer(hidden));
        assert!(!claims.iter().all(|claim| claim.holds(play.chart.values())), "a sinking cannot be hidden");
    }
}

#[test]
fn miv_25() {
    let mut play = Play::new(&Options { salvo: true, ..WIDE }, "A12 C12");
    play.fire(X, "E12 F12 G12 H12 I12");
    play.fire(Y, "A1 B1 C1 D1 E1");
    let hits_of_x = ["A12 C12 K12 L12", "G1 H1 I1 J1 A3"];
    let answer = play.fire(X, hits_of_x[0]);
    assert_eq!(answer.outcomes.iter().filter(|&&outcome| outcome == Outcome::Mine).count(), 2);
    assert_eq!(play.game.reveals_due(X), 2);
    let wrong = |given| Some(Illegal::WrongRevealCount { given, wanted: 2 });
    assert_eq!(play.refused(X, &reveal("A3")), wrong(1));
    assert_eq!(play.refused(X, &reveal("A3 B3 C3")), wrong(3));
    assert_eq!(play.refused(X, &reveal("A3 A3")), Some(Illegal::DuplicateCell(cell("A3"))));
    assert_eq!(play.refused(X, &Act::Reveal(cells("B3 A3"))), Some(Illegal::NotCanonical));
    let acts = play.game.legal(X, &play.chart);
    assert!(acts.complete && acts.list.len() == 12 * 11 / 2, "two of the twelve cells not hit");
    play.reveal(X, "A3 J3");
    assert_eq!(play.game.due(), Due::Act(Y));
    assert_eq!(play.refused(Y, &fire(hits_of_x[1])), None);
}

#[test]
fn miv_26() {
    let after = |salvo: &str| {
        let mut play = Play::new(&SALVO_AGAIN, "J5");
        play.fire(X, salvo);
        (play.game.due(), play.game.reveals_due(X))
    };
    assert_eq!(after("A1 A10 B10 C10 D10"), (Due::Act(X), 0), "another salvo");
    assert_eq!(after("A1 J5 B10 C10 D10"), (Due::Act(X), 1), "a reveal");
    assert_eq!(after("A8 B8 B10 C10 D10"), (Due::Act(Y), 0), "no hit");
    let mut play = Play::new(&SALVO_AGAIN, "J5");
    play.fire(X, "A1 J5 B10 C10 D10");
    play.reveal(X, "A1");
    assert_eq!(play.game.due(), Due::Act(Y), "and pass");
}

#[test]
fn miv_27() {
    let mut play = Play::new(&SALVO, "J5");
    let salvos = ["A1 B1 C1 D1 E1", "G1 H1 I1 J1 A3", "B3 C3 E3 F3 G3", "I3 J3 J5 A10 B10"];
    let water = ["A9 B9 C9 D9 E9", "A8 B8 C8 D8", "A7 B7 C7"];
    for (i, salvo) in salvos.into_iter().enumerate() {
        play.fire(X, salvo);
        if let Some(water) = water.get(i) {
            let shots: Vec<&str> = water.split(' ').cycle().take(play.game.shots(Y)).collect();
            play.fire(Y, &shots.join(" "));
        }
    }
    assert_eq!(play.game.due(), Due::Over(Ranking(vec![vec![X], vec![Y]])));
    assert_eq!(play.game.reveals_due(X), 0);
}

#[test]
fn miv_28() {
    let mut play = miv_12_play();
    play.reveal(X, "C3");
    assert_eq!(play.game.due(), Due::Act(Y), "the only mine is found, and the game goes on");
    let mut play = Play::new(&AGAIN, "J5");
    for target in ships(MI_C).iter().flat_map(|ship| ship.cells()) {
        play.fire(X, &target.to_string());
    }
    assert_eq!(play.game.due(), Due::Over(Ranking(vec![vec![X], vec![Y]])), "the mine was never found");
}

#[test]
fn miv_29() {
    let mut play = Play::new(&SINGLE, "J5");
    play.shoot(X, "J5");
    let miss = Answer { outcomes: vec![Outcome::Miss], sunk: Vec::new() };
    let claims = play.claims(Y, &Ply::Answer(miss));
    assert!(!claims.iter().all(|claim| claim.holds(play.chart.values())));
}

#[test]
fn what_is_opened_is_what_the_rules_grant() {
    let mut play = Play::new(&SALVO, "J5");
    play.shoot(X, "F1 A3 B3 C3 J5");
    let answer = play.game.honest(Y, &play.chart);
    let lines: Vec<u32> = play
        .claims(Y, &Ply::Answer(answer))
        .iter()
        .map(|claim| match claim {
            Claim::Opens(line, value) => {
                assert_eq!(line.sum(play.chart.values()), *value);
                *value
            }
            Claim::OneOf(_) => panic!("a duel needs no disjunction"),
        })
        .collect();
    assert_eq!(lines, [0, 1, 1], "the miss, the mine and the ship, but not its cells");
    play.take(Y, Ply::Answer(play.game.honest(Y, &play.chart)));
    play.reveal(X, "C3");
    play.fire(Y, "A10 B10 C10 D10");
    play.shoot(X, "E3 G1 A10 B10 C10");
    let claims = play.claims(Y, &Ply::Answer(play.game.honest(Y, &play.chart)));
    assert_eq!(claims.len(), 5);
    assert!(claims.iter().all(|claim| matches!(claim, Claim::Opens(line, _) if line.slots().len() > 1)));
}
