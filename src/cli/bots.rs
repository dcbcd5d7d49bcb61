//! `bots`: how strong each level plays.

use std::{
    process::ExitCode,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use clap::Args;
use marque_protocol::games::Options;
use serde_json::{Map, Value, json};

use super::{Choice, say};
use crate::bots::{
    Level,
    arena::{self, Player, Solo, Stuck},
};

/// Normal deviates on either side of a mean within which 95 % lie.
const Z95: f64 = 1.96;

const EASY: Player = Player::Level(Level::Easy);
const NORMAL: Player = Player::Level(Level::Normal);
const STRONG: Player = Player::Level(Level::Strong);

/// Who meets whom, the stronger first; yardsticks only where the game has them.
const MATCHES: [[Player; 2]; 6] = [
    [EASY, Player::Legal],
    [NORMAL, EASY],
    [STRONG, EASY],
    [STRONG, NORMAL],
    [NORMAL, Player::Hunt],
    [STRONG, Player::Hunt],
];

#[derive(Args)]
pub(super) struct Bots {
    #[command(flatten)]
    choice: Choice,
    /// How many games for each line
    #[arg(long, value_name = "K", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Decides everything but the times
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(bots: &Bots) -> anyhow::Result<ExitCode> {
    let (options, seats) = bots.choice.options()?;
    let alone = arena::is_solitary(&options);
    let rows = if alone { solitaires(bots, &options)? } else { Vec::new() };
    let matches = matches(bots, &options, seats, alone)?;
    if bots.json {
        say(json(bots, seats, &rows, &matches))?;
    } else {
        text(bots, seats, &rows, &matches).iter().try_for_each(say)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A mean and how far off it may be (95 %).
#[derive(Copy, Clone)]
struct Mean {
    mean: f64,
    error: f64,
}

impl Mean {
    fn of(values: &[f64]) -> Mean {
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        Mean { mean, error: Z95 * (square / count).sqrt() }
    }
}

/// One player against random fleets.
struct Row {
    player: Player,
    shots: Mean,
    misses: Mean,
    /// Milliseconds of a decision: median, 99th percentile and the longest; none where nothing was decided.
    times: Option<[f64; 3]>,
}

impl Row {
    fn new(player: Player, solos: &[Solo]) -> Row {
        let mean = |of: fn(&Solo) -> u32| {
            Mean::of(&solos.iter().map(|solo| f64::from(of(solo))).collect::<Vec<f64>>())
        };
        let mut times: Vec<u64> = solos.iter().flat_map(|solo| solo.decisions.iter().copied()).collect();
        times.sort_unstable();
        let count = times.len();
        let ms = |rank: usize| times.get(rank).map_or(0.0, |&ns| ns as f64 / 1e6);
        Row {
            player,
            shots: mean(|solo| solo.shots),
            misses: mean(|solo| solo.misses),
            times: (count > 0).then(|| [count / 2, count * 99 / 100, count - 1].map(ms)),
        }
    }
}

fn solitaires(bots: &Bots, options: &Options) -> Result<Vec<Row>, Stuck> {
    let row = |player| {
        let solos = each(bots.games, |game| arena::solitaire(options, player, bots.seed.wrapping_add(game)))?;
        Ok(Row::new(player, &solos))
    };
    Player::ALL.into_iter().map(row).collect()
}

/// How a match ended.
struct Score {
    players: [Player; 2],
    games: u64,
    wins: u64,
    draws: u64,
}

impl Score {
    fn rate(&self) -> f64 {
        self.wins as f64 / self.games as f64
    }

    /// Wilson's interval of the rate (95 %).
    fn interval(&self) -> [f64; 2] {
        let (count, rate) = (self.games as f64, self.rate());
        let scale = 1.0 + Z95 * Z95 / count;
        let middle = rate + Z95 * Z95 / (2.0 * count);
        let half = Z95 * (rate * (1.0 - rate) / count + Z95 * Z95 / (4.0 * count * count)).sqrt();
        [(middle - half) / scale, (middle + half) / scale]
    }
}

/// Boards are played again until the first player has had every seat.
fn matches(bots: &Bots, options: &Options, seats: usize, hunted: bool) -> Result<Vec<Score>, Stuck> {
    let score = |players: [Player; 2]| {
        let round = seats as u64;
        let ends = each(bots.games, |game| {
            let seed = bots.seed.wrapping_add(game / round);
            arena::game(options, seats, players, (game % round) as usize, seed)
        })?;
        let count = |end: Option<bool>| ends.iter().filter(|&&other| other == end).count() as u64;
        Ok(Score { players, games: bots.games, wins: count(Some(true)), draws: count(None) })
    };
    let there = |players: &[Player; 2]| hunted || !players.contains(&Player::Hunt);
    MATCHES.into_iter().filter(there).map(score).collect()
}

/// What `play` makes of every number below `count`, in this order, on all cores.
fn each<T: Send>(count: u64, play: impl Fn(u64) -> Result<T, Stuck> + Sync) -> Result<Vec<T>, Stuck> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return done;
            }
            done.push((number, play(number)));
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(u64, Result<T, Stuck>)> = thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let joined = |handle: thread::ScopedJoinHandle<'_, Vec<_>>| {
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        handles.into_iter().flat_map(joined).collect()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Mean of one row over that of the row of a yardstick.
fn ratio(rows: &[Row], of: f64, yardstick: Player, value: fn(&Row) -> f64) -> Option<f64> {
    rows.iter().find(|row| row.player == yardstick).map(|row| of / value(row))
}

fn shots_to_random(rows: &[Row], row: &Row) -> Option<f64> {
    ratio(rows, row.shots.mean, Player::Random, |row| row.shots.mean)
}

fn misses_to_hunt(rows: &[Row], row: &Row) -> Option<f64> {
    ratio(rows, row.misses.mean, Player::Hunt, |row| row.misses.mean)
}

fn json(bots: &Bots, seats: usize, rows: &[Row], matches: &[Score]) -> Value {
    let set: Map<String, Value> =
        bots.choice.set.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    json!({
        "game": bots.choice.game,
        "set": set,
        "seats": seats,
        "games": bots.games,
        "seed": bots.seed,
        "players": rows.iter().map(|row| row_json(rows, row)).collect::<Vec<Value>>(),
        "matches": matches.iter().map(score_json).collect::<Vec<Value>>(),
    })
}

fn row_json(rows: &[Row], row: &Row) -> Value {
    json!({
        "player": row.player.name(),
        "shots": row.shots.mean,
        "shots_error": row.shots.error,
        "misses": row.misses.mean,
        "misses_error": row.misses.error,
        "shots_to_random": shots_to_random(rows, row),
        "misses_to_hunt": misses_to_hunt(rows, row),
        "median_ms": row.times.map(|[median, ..]| median),
        "p99_ms": row.times.map(|[_, rare, _]| rare),
        "most_ms": row.times.map(|[.., most]| most),
    })
}

fn score_json(score: &Score) -> Value {
    let ([first, second], [low, high]) = (score.players, score.interval());
    json!({
        "first": first.name(),
        "second": second.name(),
        "wins": score.wins,
        "draws": score.draws,
        "rate": score.rate(),
        "low": low,
        "high": high,
    })
}

fn text(bots: &Bots, seats: usize, rows: &[Row], matches: &[Score]) -> Vec<String> {
    let (game, games, seed) = (&bots.choice.game, bots.games, bots.seed);
    let mut lines = vec![format!("{game}, {seats} seats, {games} games a line, seed {seed}; ± is 95 %")];
    if !rows.is_empty() {
        let heads =
            ["shots", "misses", "/random", "/hunt", "median ms", "p99 ms", "most ms"].map(str::to_owned);
        lines.push("\nalone against a random fleet (random fires at cells known empty, too)".to_owned());
        lines.push(line("player", &heads));
        lines.extend(rows.iter().map(|row| row_text(rows, row)));
    }
    lines.push("\nagainst each other, seats in turn: won by the first".to_owned());
    lines.extend(matches.iter().map(score_text));
    lines
}

fn line(name: &str, cells: &[String; 7]) -> String {
    let [shots, misses, random, hunt, median, rare, most] = cells;
    format!("{name:<8}{shots:>14}{misses:>14}{random:>9}{hunt:>9}{median:>11}{rare:>9}{most:>9}")
}

fn row_text(rows: &[Row], row: &Row) -> String {
    let mean = |mean: Mean| format!("{:.2} ±{:.2}", mean.mean, mean.error);
    let share = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    let (random, hunt) = (shots_to_random(rows, row), misses_to_hunt(rows, row));
    let [median, rare, most] = [0, 1, 2].map(|which| share(row.times.map(|times| times[which])));
    let cells = [mean(row.shots), mean(row.misses), share(random), share(hunt), median, rare, most];
    line(row.player.name(), &cells)
}

fn score_text(score: &Score) -> String {
    let ([first, second], [low, high]) = (score.players.map(Player::name), score.interval());
    let [rate, low, high] = [score.rate(), low, high].map(|share| 100.0 * share);
    let draws = if score.draws > 0 { format!(", {} without a winner", score.draws) } else { String::new() };
    format!("{first:<7}: {second:<7}{rate:>6.1} %  ({low:.1} to {high:.1}){draws}")
}
