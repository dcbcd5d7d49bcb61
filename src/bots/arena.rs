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

/// A bot said nothing, or something illegal; or a layout could not be had.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a game did not come to its end: seed {0}")]
pub struct Stuck(pub u64);

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

/// Whether a game can be played against a fleet that does not shoot back.
pub fn is_solitary(options: &Options) -> bool {
    matches!(options, Options::Duel(_))
}

/// One player alone against a random fleet.
pub fn solitaire(options: &Options, player: Player, seed: u64) -> Result<Solo, Stuck> {
    let mut table = Table::new(options, 2, seed).ok_or(Stuck(seed))?;
    let solo = if player == Player::Random { table.blind(options) } else { table.alone(player) };
    solo.ok_or(Stuck(seed))
}

/// A game of two players: the first has the seat of this number, the second all others. Whether the
/// first has won; none if nobody has.
pub fn game(
    options: &Options,
    seats: usize,
    players: [Player; 2],
    first: usize,
    seed: u64,
) -> Result<Option<bool>, Stuck> {
    let mut table = Table::new(options, seats, seed).ok_or(Stuck(seed))?;
    for _ in 0..PLIES_MOST {
        let due = table.position.due();
        if let Due::Over(ranking) = due {
            return Ok(ranking.winner().map(|winner| winner.index() == first));
        }
        let [one, other] = players;
        let player = |seat: Seat| if seat.index() == first { one } else { other };
        table
            .step(due, |position, seat, chart, rng| player(seat).choose(position, seat, chart, rng))
            .ok_or(Stuck(seed))?;
    }
    Err(Stuck(seed))
}

/// A position, the charts of its seats, and what decides the rest.
pub(super) struct Table {
    pub(super) position: Position,
    charts: Vec<Chart>,
    rng: ChaCha8Rng,
}

impl Table {
    /// Tables of one seed have the same charts and the same beginner, whoever plays.
    pub(super) fn new(options: &Options, seats: usize, seed: u64) -> Option<Table> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let chart = |_| options.chart(&options.random_layout(&mut rng).ok()?)?.ok();
        let charts = (0..seats).map(chart).collect::<Option<Vec<Chart>>>()?;
        Some(Table { position: Position::new(options, seats), charts, rng })
    }

    /// What is due is done; `choose` says what where there is a choice. None if it is not legal.
    pub(super) fn step(
        &mut self,
        due: Due,
        choose: impl FnOnce(&Position, Seat, &Chart, &mut ChaCha8Rng) -> Option<Intent<games::Act>>,
    ) -> Option<()> {
        let (seat, ply) = match due {
            Due::Act(seat) => {
                let chart = self.charts.get_mut(seat.index())?;
                let intent = choose(&self.position, seat, chart, &mut self.rng)?;
                chart.extend(&intent.bits);
                (seat, Ply::Act(intent.act))
            }
            Due::Answer(seat) => {
                (seat, Ply::Answer(self.position.honest(seat, self.charts.get(seat.index())?)))
            }
            Due::Draw => {
                let link = self.rng.random();
                self.position.drawn(&mut Draw::new(&[0; 32], 0, &[0; 32], &[link]));
                return Some(());
            }
            Due::Over(_) => return None,
        };
        self.position.check(seat, &ply)?.ok()?;
        self.position.apply(seat, &ply);
        Some(())
    }

    /// The first seat fires until the fleet of the other is sunk.
    fn alone(&mut self, player: Player) -> Option<Solo> {
        let target = Seat(1);
        let mut decisions = Vec::new();
        for _ in 0..PLIES_MOST {
            let due = self.position.due();
            let Position::Duel(duel) = &mut self.position else { return None };
            if let Due::Over(_) = due {
                let misses = (duel.misses(target).len() + duel.mines_hit(target).len()) as u32;
                let shots = misses + duel.hits(target).len() as u32;
                return Some(Solo { shots, misses, decisions });
            }
            if due == Due::Act(target) {
                // Not checked, for it is no legal act: revealing nothing hands the turn over.
                duel.apply(target, &rules::Ply::Act(duel::Act::Reveal(Vec::new())));
                continue;
            }
            self.step(due, |position, seat, chart, rng| {
                let start = Instant::now();
                let intent = player.choose(position, seat, chart, rng);
                decisions.push(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX));
                intent
            })?;
        }
        None
    }

    /// Fires at the cells in any order until the last ship of the second seat is sunk.
    fn blind(&mut self, options: &Options) -> Option<Solo> {
        let Options::Duel(rules) = options else { return None };
        let layout = Duel::layout(rules, self.charts.get(1)?)?;
        let ships: Cells = layout.ships.iter().flat_map(|ship| ship.cells()).collect();
        let mut cells: Vec<Cell> = rules.grid().cells().collect();
        cells.shuffle(&mut self.rng);
        let shots = 1 + cells.iter().rposition(|&cell| ships.contains(cell))? as u32;
        Some(Solo { shots, misses: shots - ships.len() as u32, decisions: Vec::new() })
    }
}
