//! Records with words that the game forbids, one for each rule that a short game can break (P-71).

use marque_protocol::games::duel::{
    Act,
    Outcome::{Hit, Mine, Miss},
};

use super::{
    Case,
    leaving::{WATER, opened},
    play::{Game, Play, act, cells_of},
    records::{Expected, Games},
    whole::{MINES, SHIPS},
};

pub fn cases(games: &Games) -> Vec<Case> {
    [shots(games), salvos(games), reveals(games), answers(games), ships(games)]
        .into_iter()
        .flatten()
        .collect()
}

/// A shot at 4.
fn shot(games: &Games, game: &Game, name: &str, about: &str, cells: &str, rule: &'static str) -> Case {
    let (mut play, x, y) = opened(game);
    play.say(play.fire(cells));
    games.case(name, about, &play, &Expected::fault(5, Some(y), (x, 4, rule)))
}

fn shots(games: &Games) -> Vec<Case> {
    let usual =
        |name: &str, about: &str, cells: &str, rule| shot(games, &games.usual, name, about, cells, rule);
    let (mut again, x, y) = opened(&games.usual);
    again.shot(WATER[0]);
    again.shot(WATER[0]);
    again.say(again.fire(WATER[0]));
    let (mut mined, _, _) = opened(&games.usual);
    mined.shot(MINES[y.index()]);
    mined.say(mined.reveal(SHIPS[x.index()]));
    mined.shot(WATER[0]);
    mined.say(mined.fire(MINES[y.index()]));
    let (mut halo, shooter, owner) = opened(&games.classic);
    halo.shot("J1");
    halo.say(halo.fire("I2"));
    vec![
        usual("shot-beyond-the-last-column", "A shot at I1 on 8 by 8.", "I1", "CL-1"),
        usual("shot-beyond-the-last-row", "A shot at A9 on 8 by 8.", "A9", "CL-1"),
        usual("shot-at-nothing", "A shot without cells.", "", "MI-19"),
        usual("two-shots", "Two shots without salvos.", "H1 H2", "MI-19"),
        usual(
            "two-shots-beyond",
            "Two shots without salvos, beyond the sea: their number is wrong first.",
            "I1 I2",
            "MI-19",
        ),
        games.case(
            "shot-again",
            "A shot at a cell that was fired at.",
            &again,
            &Expected::fault(9, Some(y), (x, 8, "MI-11")),
        ),
        games.case(
            "shot-at-a-mine-again",
            "A shot at a mine that was hit.",
            &mined,
            &Expected::fault(10, Some(y), (x, 9, "MI-11")),
        ),
        games.case(
            "shot-into-a-halo",
            "A shot beside a ship that was sunk, in the card classic.",
            &halo,
            &Expected::fault(7, Some(owner), (shooter, 6, "CL-8")),
        ),
    ]
}

fn salvos(games: &Games) -> Vec<Case> {
    let salvo =
        |name: &str, about: &str, cells: &str, rule| shot(games, &games.salvo, name, about, cells, rule);
    vec![
        salvo("salvo-of-nine", "Nine shots with ten ships.", "A1 B1 C1 D1 E1 F1 A2 B2 C2", "MI-19"),
        salvo("salvo-of-eleven", "Eleven shots with ten ships.", "A1 B1 C1 D1 E1 F1 A2 B2 C2 D2 E2", "MI-19"),
        salvo("salvo-names-a-cell-twice", "A cell is named twice.", "A1 B1 C1 D1 E1 F1 A2 B2 C2 C2", "MI-19"),
        salvo(
            "salvo-out-of-order",
            "The cells are not row by row.",
            "A2 B1 C1 D1 E1 F1 G1 B2 C2 D2",
            "MI-20",
        ),
        salvo(
            "salvo-column-by-column",
            "The cells are column by column.",
            "A1 A2 A3 A4 A5 A6 A7 A8 B1 B2",
            "MI-20",
        ),
        salvo("salvo-beyond", "A cell is beyond the last row.", "A1 B1 C1 D1 E1 F1 A2 B2 C2 A9", "CL-1"),
        salvo(
            "salvo-twice-then-beyond",
            "A cell is named twice before one that is beyond the sea.",
            "A1 A1 C1 D1 E1 F1 A2 B2 C2 A9",
            "MI-19",
        ),
        salvo(
            "salvo-beyond-then-twice",
            "A cell is beyond the sea before one that is named twice.",
            "I1 A1 A1 D1 E1 F1 A2 B2 C2 D2",
            "CL-1",
        ),
    ]
}

/// What is said at 6, after a mine was hit, or without.
fn reveals(games: &Games) -> Vec<Case> {
    let (_, x, y) = opened(&games.usual);
    let owed = |name: &str, about: &str, act_is: Act, rule: &'static str| {
        let mut play = Play::opened(&games.usual);
        play.shot(MINES[y.index()]);
        play.say(play.words(&act(act_is)));
        games.case(name, about, &play, &Expected::fault(7, Some(y), (x, 6, rule)))
    };
    let mut unasked = Play::opened(&games.usual);
    unasked.say(unasked.reveal(SHIPS[x.index()]));
    // The other seat hits a ship of x first; then x hits the mine.
    let mut known = Play::opened(&games.usual);
    known.shot(WATER[0]);
    known.shot(SHIPS[x.index()]);
    known.shot(MINES[y.index()]);
    known.say(known.reveal(SHIPS[x.index()]));
    vec![
        games.case(
            "reveal-not-owed",
            "A reveal, where a shot is due.",
            &unasked,
            &Expected::fault(5, Some(y), (x, 4, "MI-15")),
        ),
        owed(
            "shot-before-the-reveal",
            "A shot, where a reveal is owed.",
            Act::Fire(cells_of(WATER[1])),
            "MI-18",
        ),
        owed("reveal-of-nothing", "A reveal without cells.", Act::Reveal(vec![]), "MI-21"),
        owed("reveal-of-two", "Two cells revealed for one mine.", Act::Reveal(cells_of("C5 E5")), "MI-21"),
        owed("reveal-beyond", "A cell beyond the sea revealed.", Act::Reveal(cells_of("I9")), "CL-1"),
        games.case(
            "reveal-of-a-hit",
            "A cell revealed that was hit.",
            &known,
            &Expected::fault(11, Some(y), (x, 10, "MI-15")),
        ),
    ]
}

/// Answers at 5 in the usual game.
fn answers(games: &Games) -> Vec<Case> {
    let (_, x, y) = opened(&games.usual);
    let said = |name: &str, about: &str, cell: &str, outcomes: &[_], sunk: &str, rule: &'static str| {
        let mut play = Play::opened(&games.usual);
        play.say(play.fire(cell));
        play.say(play.says(outcomes, sunk));
        games.case(name, about, &play, &Expected::fault(6, Some(x), (y, 5, rule)))
    };
    let ship = SHIPS[y.index()];
    let (mut mine, shooter, owner) = opened(&games.classic);
    mine.say(mine.fire("A1"));
    mine.say(mine.says(&[Mine], ""));
    let mut second = Play::opened(&games.usual);
    second.shot(MINES[y.index()]);
    second.say(second.reveal(SHIPS[x.index()]));
    second.shot(WATER[0]);
    second.say(second.fire(WATER[1]));
    second.say(second.says(&[Mine], ""));
    vec![
        said("answer-without-outcome", "No outcome for a shot.", WATER[0], &[], "", "MI-20"),
        said("answer-of-two-outcomes", "Two outcomes for a shot.", WATER[0], &[Miss, Miss], "", "MI-20"),
        said("sunk-by-a-miss", "A ship sunk by a miss.", WATER[0], &[Miss], "H1-H2", "MI-20"),
        said("sunk-two-by-one", "Two ships sunk by one hit.", ship, &[Hit], "E5-F5 G5-H5", "MI-20"),
        said("sunk-length-1", "A ship of a length that the fleet does not have.", ship, &[Hit], "E5", "CL-2"),
        said("sunk-beyond", "A ship that leaves the sea.", ship, &[Hit], "G5-J5", "CL-2"),
        said("sunk-with-intact-cells", "A ship of which one cell was hit.", ship, &[Hit], "E5-F5", "CL-6"),
        said("sunk-elsewhere", "A ship of which no cell was hit.", ship, &[Hit], "A1-B1", "CL-6"),
        games.case(
            "mine-without-mines",
            "A mine in the card classic.",
            &mine,
            &Expected::fault(6, Some(shooter), (owner, 5, "MI-4")),
        ),
        games.case(
            "second-mine",
            "A second mine, where each seat has one.",
            &second,
            &Expected::fault(11, Some(x), (y, 10, "MI-4")),
        ),
    ]
}

/// Answers about ships, at 5 in the game with salvos.
fn ships(games: &Games) -> Vec<Case> {
    let (_, x, y) = opened(&games.salvo);
    let hits = [Hit, Hit, Hit, Hit, Hit, Hit, Hit, Hit, Hit, Hit];
    let said = |name: &str, about: &str, sunk: &str, rule: &'static str| {
        let mut play = Play::opened(&games.salvo);
        // The ship of four cells, two of three, and no other.
        play.say(play.fire("A1 B1 C1 D1 A3 B3 C3 E3 F3 G3"));
        play.say(play.says(&hits, sunk));
        games.case(name, about, &play, &Expected::fault(6, Some(x), (y, 5, rule)))
    };
    vec![
        said("sunk-out-of-order", "Two ships sunk, not ascending.", "E3-G3 A3-C3", "MI-20"),
        said("sunk-twice", "A ship sunk twice by one answer.", "A3-C3 A3-C3", "MI-20"),
        said(
            "sunk-too-many-of-a-length",
            "Two ships of four cells, where there is one.",
            "A1-D1 A3-D3",
            "CL-2",
        ),
        said("sunk-with-a-cell-between", "A ship with a cell that was not fired at.", "A1-D1 C3-E3", "CL-6"),
    ]
}
