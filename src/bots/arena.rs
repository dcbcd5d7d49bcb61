//! Bots against random fleets and against each other, by the plain rules: nothing is sealed or signed.

use std::time::Instant;

use marque_protocol::{
    draw::Draw,
    games::{
        self, Options, Ply, Position,
        duel::{self, Duel},
        grid::{Cell, Cells},
    },
    rules::{self, Due, Game as _, Intent, Seat},
    seal::Chart,
};
use rand::{Rng, RngExt as _, SeedableRng as _, rngs::ChaCha8Rng, seq::SliceRandom as _};

use super::{Level, random_act, yardstick};

/// More plies than any game has.
const PLIES_MOST: u32 = 10_000;

/// Who plays.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Player {
    /// Any cell that it has not fired at yet, also those that the rules close because a sinking has
    /// shown them to be empty: the yardstick of shots. Against others it is [`Player::Legal`].
    Random,
    /// Any legal act.
    Legal,
    /// Plain hunt and target, the yardstick of misses; in games without such a thing any legal act.
    Hunt,
    /// A bot.
    Level(Level),
}

impl Player {
    /// Everyone.
    pub const ALL: [Player; 6] = [
        Player::Random,
        Player::Legal,
        Player::Hunt,
        Player::Level(Level::Easy),
        Player::Level(Level::Normal),
        Player::Level(Level::Strong),
    ];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Legal => "legal",
            Player::Hunt => "hunt",
            Player::Level(Level::Easy) => "easy",
            Player::Level(Level::Normal) => "normal",
            Player::Level(Level::Strong) => "strong",
        }
    }

    fn choose(
        self,
        position: &Position,
        seat: Seat,
        chart: &Chart,
        rng: &mut dyn Rng,
    ) -> Option<Intent<games::Act>> {
        match (self, position) {
            (Player::Level(level), _) => super::choose(level, position, seat, chart, rng),
            (Player::Hunt, Position::Duel(duel)) => {
                yardstick::plain_hunt(duel, seat, chart, rng).map(|act| Intent::plain(games::Act::Duel(act)))
            }
            _ => random_act(position, seat, chart, rng),
        }
    }
}

/// How it went against a random fleet.
#[derive(Clone, Debug, Default)]
pub struct Solo {
    /// Shots until the last ship sank.
    pub shots: u32,
    /// Of these, shots that met no ship.
    pub misses: u32,
    /// Nanoseconds of each decision.
    pub decisions: Vec<u64>,
}

/// One game of the seed: a beginning position, its charts, and what decides the rest.
struct Stage {
    position: Position,
    charts: Vec<Chart>,
    rng: ChaCha8Rng,
}

impl Stage {
    /// Games of one seed have the same charts and the same beginner, whoever plays.
    fn new(options: &Options, seats: usize, seed: u64) -> Option<Stage> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let chart = |_| options.chart(&options.random_layout(&mut rng).ok()?)?.ok();
        let charts = (0..seats).map(chart).collect::<Option<Vec<Chart>>>()?;
        Some(Stage { position: Position::new(options, seats), charts, rng })
    }

    fn draw(&mut self) {
        let link = self.rng.random();
        self.position.drawn(&mut Draw::new(&[0; 32], 0, &[0; 32], &[link]));
    }
}

/// One player alone against a random fleet; nobody shoots back. None for games that are no duels.
pub fn solitaire(options: &Options, player: Player, seed: u64) -> Option<Solo> {
    let mut stage = Stage::new(options, 2, seed)?;
    if player == Player::Random {
        return blind(options, &stage.charts, &mut stage.rng);
    }
    let (shooter, target) = (Seat(0), Seat(1));
    let mut solo = Solo::default();
    for _ in 0..PLIES_MOST {
        let (seat, ply) = match stage.position.due() {
            Due::Act(seat) if seat == target => {
                let Position::Duel(duel) = &mut stage.position else { return None };
                // Not checked, for it is no legal act: revealing nothing hands the turn over.
                duel.apply(target, &rules::Ply::Act(duel::Act::Reveal(Vec::new())));
                continue;
            }
            Due::Act(seat) => {
                let start = Instant::now();
                let chart = stage.charts.get(shooter.index())?;
                let intent = player.choose(&stage.position, shooter, chart, &mut stage.rng)?;
                solo.decisions.push(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX));
                (seat, Ply::Act(intent.act))
            }
            Due::Answer(seat) => (seat, Ply::Answer(stage.position.honest(seat, stage.charts.get(1)?))),
            Due::Draw => {
                stage.draw();
                continue;
            }
            Due::Over(_) => break,
        };
        stage.position.check(seat, &ply)?.ok()?;
        stage.position.apply(seat, &ply);
    }
    let Position::Duel(duel) = &stage.position else { return None };
    solo.misses = (duel.misses(target).len() + duel.mines_hit(target).len()) as u32;
    solo.shots = solo.misses + duel.hits(target).len() as u32;
    (duel.afloat(target).is_empty()).then_some(solo)
}

/// The cells in any order, until the last ship is sunk.
fn blind(options: &Options, charts: &[Chart], rng: &mut dyn Rng) -> Option<Solo> {
    let Options::Duel(rules) = options else { return None };
    let mut cells: Vec<Cell> = rules.grid().cells().collect();
    cells.shuffle(rng);
    let layout = Duel::layout(rules, charts.get(1)?)?;
    let ships: Cells = layout.ships.iter().flat_map(|ship| ship.cells()).collect();
    let shots = 1 + cells.iter().rposition(|&cell| ships.contains(cell))? as u32;
    Some(Solo { shots, misses: shots - ships.len() as u32, decisions: Vec::new() })
}

/// A game of two players: the first has the seat of this number, all other seats are the second's.
/// Whether the first has won, or none if nobody has.
pub fn game(options: &Options, seats: usize, players: [Player; 2], first: usize, seed: u64) -> Option<bool> {
    let mut stage = Stage::new(options, seats, seed)?;
    for _ in 0..PLIES_MOST {
        let (seat, ply) = match stage.position.due() {
            Due::Act(seat) => {
                let player = if seat.index() == first { players[0] } else { players[1] };
                let chart = stage.charts.get_mut(seat.index())?;
                let intent = player.choose(&stage.position, seat, chart, &mut stage.rng)?;
                chart.extend(&intent.bits);
                (seat, Ply::Act(intent.act))
            }
            Due::Answer(seat) => {
                (seat, Ply::Answer(stage.position.honest(seat, stage.charts.get(seat.index())?)))
            }
            Due::Draw => {
                stage.draw();
                continue;
            }
            Due::Over(ranking) => return ranking.winner().map(|winner| winner.index() == first),
        };
        stage.position.check(seat, &ply)?.ok()?;
        stage.position.apply(seat, &ply);
    }
    None
}
