//! Records of games that were played: mines, reveals, and one to its end.

use marque_protocol::{
    games::{
        duel::Options,
        fleet::Ship,
        grid::{Cell, Cells, Grid},
    },
    rules::Seat,
};

use super::{
    Case,
    leaving::opened,
    records::{Expected, Games},
};

/// Where the mine of each seat of the usual game lies.
pub const MINES: [&str; 2] = ["H8", "C7"];
/// A cell of a ship of each seat of the usual game.
pub const SHIPS: [&str; 2] = ["E5", "E5"];

pub fn cases(games: &Games) -> Vec<Case> {
    let (mut mine, x, y) = opened(&games.usual);
    mine.shot(MINES[y.index()]);
    let owed = games.case("honest-mine", "A mine was hit.", &mine, &Expected::unfinished(6));
    mine.say(mine.reveal(SHIPS[x.index()]));
    let revealed =
        games.case("honest-reveal", "A mine was hit, and a cell revealed.", &mine, &Expected::unfinished(7));
    mine.shot(SHIPS[x.index()]);
    let (mut salvo, ..) = opened(&games.salvo);
    salvo.shot("A1 B1 C1 D1 E1 A7 B7 C7 D7 G7");
    let (mut again, ..) = opened(&games.classic);
    again.shot("J1");
    again.shot("D5");
    again.shot("A10");
    vec![
        owed,
        revealed,
        games.case("honest-revealed-hit", "The revealed cell was hit.", &mine, &Expected::unfinished(9)),
        games.case("honest-salvo", "A salvo that sinks four ships.", &salvo, &Expected::unfinished(6)),
        games.case("honest-again", "Two hits in turn, then a miss.", &again, &Expected::unfinished(10)),
        won(games, true),
        won(games, false),
    ]
}

/// The shooter knows where the ships lie, the other where they do not.
fn won(games: &Games, honest: bool) -> Case {
    let (mut play, x, y) = opened(&games.usual);
    let cells = |seat: Seat| {
        ship_cells(&Options { size: 8, ..Options::MINES }, games.usual.charts[seat.index()].values())
    };
    let hits = cells(y).to_vec();
    let mine: Cell = MINES[x.index()].parse().unwrap();
    let water: Vec<Cell> =
        Grid::square(8).cells().filter(|cell| !cells(x).contains(*cell) && *cell != mine).collect();
    for (hit, miss) in hits.iter().zip(&water) {
        play.shot(&hit.to_string());
        if play.table().duty().seat().is_some() {
            play.shot(&miss.to_string());
        }
    }
    assert_eq!(hits.len(), 17);
    // 4 of the opening, 17 shots of one, 16 of the other, each with its answer.
    let entries = 4 + 2 * 33;
    if honest {
        play.end();
        let expected = Expected::ended(entries, "won", x).audited();
        return games.case("honest-won", "A whole game, with results and charts.", &play, &expected);
    }
    let mut values = games.usual.charts[x.index()].values().to_vec();
    values[0] ^= 1;
    play.say(games.usual.shown(x, play.spot(), &values));
    let expected = Expected::fault(entries, Some(y), (x, entries, "chart"));
    games.case("chart-of-the-winner-wrong", "The winner shows another chart, and has lost.", &play, &expected)
}

/// The cells of all ships of a chart, by the numbers of slots in P-69.
fn ship_cells(options: &Options, values: &[u8]) -> Cells {
    let grid = Grid::square(options.size);
    let mut placements = Vec::new();
    for class in options.fleet.classes() {
        placements.extend(marque_protocol::games::fleet::placements(grid, class.length));
    }
    let lies = placements.iter().zip(values).filter(|(_, value)| **value == 1);
    lies.flat_map(|(ship, _): (&Ship, _)| ship.cells()).collect()
}
