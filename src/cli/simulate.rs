//! `simulate`: whole games between simulated peers, over the real core.

use std::{path::PathBuf, process::ExitCode, time::Instant};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use marque_protocol::{
    games::{self, Options},
    rules::Seat,
    sim::{self, LieSpec, Report, Setup},
};
use serde_json::json;

use super::{Choice, Usage, say};

/// Seeds that are tried at the most until a lie finds room for one game.
const SEEDS_MOST: u64 = 50;

#[derive(Args)]
pub(super) struct Simulate {
    #[command(flatten)]
    choice: Choice,
    /// How many games, or how many for each lie
    #[arg(long, value_name = "K", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Decides everything
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// What the links do
    #[arg(long, default_value = "calm")]
    network: Network,
    /// With every combination of the game's options, but for those that are set
    #[arg(long)]
    every: bool,
    /// One seat tells this lie, or each of them in turn
    #[arg(long, value_name = "LIE|all")]
    liar: Option<String>,
    /// Keep the records here
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// One JSON object, or one a line for each combination
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Network {
    /// Short delays
    Calm,
    /// Delays, breaks, crashes and restarts
    Rough,
}

/// Sums over games.
#[derive(Default)]
struct Total {
    games: u64,
    converged: u64,
    wins: Vec<u64>,
    entries: u64,
    bytes: u64,
    crashes: u64,
    breaks: u64,
    accused: u64,
    lies: Vec<LieTotal>,
}

struct LieTotal {
    lie: LieSpec,
    tried: u64,
    caught: u64,
    wrong: Option<String>,
}

impl Total {
    fn add(&mut self, report: &Report) {
        self.games += 1;
        self.converged += u64::from(report.converged && report.records_agree);
        self.bytes += report.bytes;
        self.crashes += u64::from(report.crashes);
        self.breaks += u64::from(report.breaks);
        self.accused += u64::from(!report.honest_accused.is_empty());
        if let Some(verdict) = report.verdicts.first() {
            self.entries += verdict.entries as u64;
            if let Some(count) = verdict.winner.and_then(|winner| self.wins.get_mut(winner.index())) {
                *count += 1;
            }
        }
    }

    fn good(&self) -> bool {
        self.converged == self.games
            && self.accused == 0
            && self.lies.iter().all(|lie| lie.tried > 0 && lie.caught == lie.tried)
    }
}

pub(super) fn run(simulate: &Simulate) -> anyhow::Result<ExitCode> {
    let tables = if simulate.every { every(&simulate.choice)? } else { vec![simulate.choice.clone()] };
    let mut good = true;
    for choice in tables {
        good &= play(simulate, &choice)?;
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Every different table that comes of the values of the keys that are not set; each says no more of its
/// choices than makes it different from the table as it was asked for.
fn every(choice: &Choice) -> Result<Vec<Choice>, Usage> {
    choice.options()?;
    let keys = games::card(&choice.game).map_or(&[][..], |card| card.keys);
    let mut sets = vec![choice.set.clone()];
    for key in keys.iter().filter(|key| !choice.set.iter().any(|(name, _)| name == key.name)) {
        let with = |set: &Vec<(String, String)>, value: &str| {
            [set.as_slice(), &[(key.name.to_owned(), value.to_owned())]].concat()
        };
        sets = sets.iter().flat_map(|set| key.values.iter().map(move |value| with(set, value))).collect();
    }
    let mut tables: Vec<(Options, Choice)> = Vec::new();
    for set in sets {
        let mut one = Choice { set, ..choice.clone() };
        // Not every table of these options has so many seats.
        let Ok((options, _)) = one.options() else { continue };
        if tables.iter().any(|(other, _)| *other == options) {
            continue;
        }
        let mut number = choice.set.len();
        while number < one.set.len() {
            let mut less = one.clone();
            less.set.remove(number);
            if less.options().is_ok_and(|(other, _)| other == options) { one = less } else { number += 1 }
        }
        tables.push((options, one));
    }
    Ok(tables.into_iter().map(|(_, choice)| choice).collect())
}

/// All games at one table; whether all is as it must be.
fn play(simulate: &Simulate, choice: &Choice) -> anyhow::Result<bool> {
    let (options, seats) = choice.options()?;
    let start = Instant::now();
    let mut total = Total { wins: vec![0; seats], ..Total::default() };
    match &simulate.liar {
        None => honest(simulate, choice, &options, seats, &mut total)?,
        Some(name) => liars(simulate, choice, &options, seats, name, &mut total)?,
    }
    report(simulate, choice, seats, &total, start.elapsed().as_secs_f64())?;
    Ok(total.good())
}

fn setup(game: &str, options: &Options, seats: usize, seed: u64, network: Network) -> Setup {
    let network = match network {
        Network::Calm => sim::Network::Calm,
        Network::Rough => sim::Network::Rough,
    };
    Setup { game: game.to_owned(), options: options.clone(), seats, seed, network, liar: None }
}

fn honest(
    simulate: &Simulate,
    choice: &Choice,
    options: &Options,
    seats: usize,
    total: &mut Total,
) -> anyhow::Result<()> {
    for seed in simulate.seed..simulate.seed.saturating_add(simulate.games) {
        let report = sim::play(&setup(&choice.game, options, seats, seed, simulate.network));
        if !report.converged || !report.records_agree || !report.honest_accused.is_empty() {
            eprintln!("seed {seed}: {:?} {:?}", report.notes, report.verdicts);
        }
        total.add(&report);
        keep(simulate, &format!("{}-{seed}", file_name(&choice.game, choice)), &report)?;
    }
    Ok(())
}

/// Every lie of the game, and those that need a third seat at a table of the drill game.
fn liars(
    simulate: &Simulate,
    choice: &Choice,
    options: &Options,
    seats: usize,
    name: &str,
    total: &mut Total,
) -> anyhow::Result<()> {
    let game = choice.game.as_str();
    let own = sim::lies_of(game, seats).into_iter().filter(|lie| lie.fits(options));
    let mut lies: Vec<(&str, Options, usize, LieSpec)> =
        own.map(|lie| (game, options.clone(), seats, lie)).collect();
    if seats < 3 {
        let drill = Options::choose("drill", &[])?;
        let more = sim::lies_of("drill", 3).into_iter().filter(|lie| lie.seats > seats);
        lies.extend(more.map(|lie| ("drill", drill.clone(), 3, lie)));
    }
    let known: Vec<&str> = lies.iter().map(|(.., lie)| lie.name).collect();
    if name != "all" && !known.contains(&name) {
        return Err(Usage::Lie(name.to_owned(), known.join(", ")).into());
    }
    for (game, options, seats, lie) in lies.iter().filter(|(.., lie)| name == "all" || lie.name == name) {
        let mut sum = LieTotal { lie: *lie, tried: 0, caught: 0, wrong: None };
        for seed in simulate.seed..simulate.seed.saturating_add(simulate.games.saturating_mul(SEEDS_MOST)) {
            if sum.tried == simulate.games {
                break;
            }
            let liar = Seat(u8::try_from(seed % *seats as u64).unwrap_or_default());
            let mut setup = setup(game, options, *seats, seed, simulate.network);
            setup.liar = Some((liar, *lie));
            let report = sim::play(&setup);
            // Not every game has room for every lie.
            if report.told.is_none() {
                continue;
            }
            sum.tried += 1;
            match sim::judge(&report, liar, lie) {
                Ok(()) => sum.caught += 1,
                Err(wrong) => {
                    eprintln!("{}, seed {seed}: {wrong}", lie.name);
                    sum.wrong = Some(wrong);
                }
            }
            total.add(&report);
            keep(simulate, &format!("{}-{}-{seed}", file_name(game, choice), lie.name), &report)?;
        }
        total.lies.push(sum);
    }
    Ok(())
}

/// Tables of one run have different names.
fn file_name(game: &str, choice: &Choice) -> String {
    let set = choice.set.iter().map(|(key, value)| format!("-{key}-{value}"));
    format!("{game}{}", set.collect::<String>())
}

fn keep(simulate: &Simulate, name: &str, report: &Report) -> anyhow::Result<()> {
    let Some(folder) = &simulate.out else { return Ok(()) };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (seat, bytes) in &report.records {
        let path = folder.join(format!("{name}-seat{}.marque", seat.0));
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn report(
    simulate: &Simulate,
    choice: &Choice,
    seats: usize,
    total: &Total,
    seconds: f64,
) -> Result<(), Usage> {
    let game = choice.game.as_str();
    let per_second = total.entries as f64 / seconds.max(1e-9);
    let bytes_per_game = total.bytes / total.games.max(1);
    if simulate.json {
        let lies: Vec<serde_json::Value> = total
            .lies
            .iter()
            .map(|sum| {
                json!({
                    "lie": sum.lie.name,
                    "tried": sum.tried,
                    "caught": sum.caught,
                    "attributed": sum.caught,
                    "caught_at": sum.lie.caught.word(),
                })
            })
            .collect();
        let mut figures = json!({
            "game": game,
            "seats": seats,
            "games": total.games,
            "converged": total.converged,
            "wins_by_seat": total.wins,
            "entries": total.entries,
            "seconds": seconds,
            "entries_per_second": per_second,
            "bytes_per_game": bytes_per_game,
            "lies": lies,
            "honest_accused": total.accused,
        });
        if simulate.every {
            figures["set"] = choice.set.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        }
        return say(figures);
    }
    let set: String = choice.set.iter().map(|(key, value)| format!(" {key}={value}")).collect();
    say(format!("{game}{set}, {seats} seats: {} games, {} converged", total.games, total.converged))?;
    say(format!("wins by seat {:?}, {} breaks, {} crashes", total.wins, total.breaks, total.crashes))?;
    say(format!(
        "{} entries in {seconds:.1} s, {per_second:.0} a second, {bytes_per_game} bytes a game",
        total.entries
    ))?;
    say(format!("honest seats accused: {}", total.accused))?;
    for sum in &total.lies {
        let (lie, at) = (sum.lie.name, sum.lie.caught.word());
        say(format!("{lie}: told {}, caught and attributed {} (at: {at})", sum.tried, sum.caught))?;
    }
    Ok(())
}
