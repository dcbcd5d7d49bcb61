//! What things cost, as ratios within one run: `cargo bench`.
//!
//! Times are those of the processor for this thread, so that other work on the machine disturbs them
//! little; each is the median of many runs.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use ed25519_dalek::{Signature, Signer, SigningKey};
use marque_protocol::draw::Draw;
use marque_protocol::games::diabolik::{self, Diabolik, Turn};
use marque_protocol::games::{Options, Ply, Position};
use marque_protocol::log::Log;
use marque_protocol::rules::{self, Due, Game as _, Seat};
use marque_protocol::seal::{Chart, Claim, ClaimsProof, Context, Line, Seal, Secret};
use marque_protocol::sim::{self, Network, Report, Setup};
use marque_protocol::statement::{Body, Statement};
use marque_protocol::{audit, record};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

/// Of the proofs.
const RUNS: usize = 21;
/// Simulated games.
const GAMES: u64 = 40;
/// Games by the plain rules.
const PLAIN_GAMES: u64 = 300;
/// The boards whose seals are measured: a name, a card, its choices.
type Board = (&'static str, &'static str, &'static [(&'static str, &'static str)]);
const BOARDS: [Board; 6] = [
    ("Russian 10x10, no touching", "classic", &[]),
    ("classic fleet 8x8", "mines", &[("size", "8")]),
    ("classic fleet and mines 10x10", "mines", &[("mines", "on")]),
    ("Russian and mines 12x12", "mines", &[("size", "12"), ("fleet", "russian"), ("mines", "on")]),
    ("Russian and mines 15x15", "mines", &[("size", "15"), ("fleet", "russian"), ("mines", "on")]),
    ("set-up of Diabolik Fleet", "diabolik", &[]),
];

/// One signature and one strict verification of 200 bytes: the units of everything else.
struct Units {
    sign: Duration,
    verify: Duration,
}

fn main() {
    let key = SigningKey::from_bytes(&[5; 32]);
    let message = [6; 200];
    let signature: Signature = key.sign(&message);
    let units = Units {
        sign: median(RUNS * 20, || key.sign(black_box(&message))),
        verify: median(RUNS * 20, || key.verifying_key().verify_strict(black_box(&message), &signature)),
    };
    println!("One ed25519 signature: {}; one strict verification: {}.", us(units.sign), us(units.verify));
    println!("Below they are the units: s and v. Processor time of one thread.\n");
    seals(&units);
    claims(&units);
    let report = play("classic", 1);
    entries(&units, &report);
    whole_records(&units, &report);
    games();
    plain_rules();
    placements();
    turns();
}

/// Proving and verifying the seal of each board.
fn seals(units: &Units) {
    println!("{:<32}{:>6}{:>8}{:>22}{:>22}", "seal", "slots", "bytes", "prove", "verify");
    for (name, card, choices) in BOARDS {
        let (secret, options) = secret(card, choices);
        let (laws, tip, context) = (options.laws(), [3; 32], context());
        let seal = Seal::make(&secret, &laws, &tip, &context).expect("random layouts are lawful");
        let prove = median(RUNS, || Seal::make(&secret, &laws, &tip, &context));
        let verify = median(RUNS, || seal.open(&laws, &tip, &context));
        let bytes = postcard::to_allocvec(&seal).map_or(0, |bytes| bytes.len());
        println!(
            "{name:<32}{:>6}{bytes:>8}{:>22}{:>22}",
            laws.slots,
            ratio(prove, units.sign, "s"),
            ratio(verify, units.verify, "v")
        );
    }
    println!();
}

/// One opened line, and one disjunction of eight, on the classic board.
fn claims(units: &Units) {
    let (secret, options) = secret("classic", &[]);
    let (laws, tip, context) = (options.laws(), [3; 32], context());
    let seal = Seal::make(&secret, &laws, &tip, &context).expect("random layouts are lawful");
    let sealed = seal.open(&laws, &tip, &context).expect("it was just made");
    let ones: Vec<u32> =
        (0u32..).zip(secret.chart().values()).filter(|(_, it)| **it == 1).map(|it| it.0).collect();
    let cell = Line::new((0..laws.slots).filter(|slot| slot % 83 == 0));
    let sum = secret.chart().sum(&cell);
    let eight = ones.iter().flat_map(|slot| [*slot, slot + 1]).take(8).map(|slot| (Line::one(slot), 1));
    println!("{:<46}{:>22}{:>22}", "claim", "prove", "check");
    for (name, claim) in
        [("a cell is opened", Claim::Opens(cell, sum)), ("one of eight lines", Claim::OneOf(eight.collect()))]
    {
        let claims = [claim];
        let proof = ClaimsProof::make(&secret, &claims, &context, &sealed).expect("the claims are true");
        let prove = median(RUNS * 5, || ClaimsProof::make(&secret, &claims, &context, &sealed));
        let check = median(RUNS * 5, || sealed.proves(&claims, &proof, &context));
        println!("{name:<46}{:>22}{:>22}", ratio(prove, units.sign, "s"), ratio(check, units.verify, "v"));
    }
    println!();
}

/// What a log takes to judge entries of each kind, over a whole game.
fn entries(units: &Units, report: &Report) {
    let read = read(report);
    let agreed = read.log.agreed().clone();
    let mut times: [Vec<Duration>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..5 {
        let mut log = Log::new(agreed.clone());
        for signed in &read.statements {
            let kind = match signed.open(&agreed) {
                Ok(Statement::Entry(_, Body::Act { .. })) => Some(0),
                Ok(Statement::Entry(_, Body::Answer { .. })) => Some(1),
                _ => None,
            };
            let copy = signed.clone();
            let start = ThreadTime::now();
            let judged = log.insert(copy);
            let time = start.elapsed();
            assert!(judged.is_ok(), "a statement of an honest record is refused");
            if let Some(times) = kind.and_then(|kind| times.get_mut(kind)) {
                times.push(time);
            }
        }
    }
    println!("{:<42}{:>22}", "entry of a classic game", "validate");
    for (name, mut times) in ["a shot, without proof", "an answer, with its proof"].into_iter().zip(times) {
        println!("{name:<46}{:>22}", ratio(middle(&mut times), units.verify, "v"));
    }
    println!();
}

/// Reading and judging a whole record, against its signatures alone.
fn whole_records(units: &Units, report: &Report) {
    let read = read(report);
    let agreed = read.log.agreed();
    let bytes = record::write(&read.log);
    let whole = median(RUNS, || record::read(&bytes).map(|read| audit::verdict(&read.log)).is_ok());
    let signatures =
        median(RUNS, || read.statements.iter().filter(|signed| signed.open(agreed).is_ok()).count());
    println!(
        "A classic record of {} statements and {} bytes is read, verified and audited in {}: {:.2} times its\n\
         signatures alone ({}).\n",
        read.statements.len(),
        bytes.len(),
        us(whole),
        whole.as_secs_f64() / signatures.as_secs_f64(),
        ratio(signatures, units.verify, "v"),
    );
}

/// Whole games over the simulated network: two peers that sign, prove and verify everything.
fn games() {
    let start = ThreadTime::now();
    let mut entries = 0;
    for seed in 0..GAMES {
        let report = play("classic", seed);
        assert!(report.converged, "seed {seed} did not converge");
        entries += report.verdicts.first().map_or(0, |verdict| verdict.entries);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "Simulated classic games, both peers on one thread: {:.1} games a second, {:.0} entries a second.\n",
        GAMES as f64 / seconds,
        entries as f64 / seconds
    );
}

/// Random playouts of the plain rules: list what is legal, choose, apply; answer, apply. Nothing is
/// signed or proven.
fn plain_rules() {
    println!("{:<26}{:>12}{:>14}{:>14}", "plain rules", "games/s", "plies/s", "ns a ply");
    for (name, card, choices) in BOARDS {
        let options = choose(card, choices);
        let start = ThreadTime::now();
        let plies: u64 = (0..PLAIN_GAMES).map(|seed| playout(&options, seed)).sum();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:<26}{:>12.0}{:>14.0}{:>14.0}",
            name.split(',').next().unwrap_or(name),
            PLAIN_GAMES as f64 / seconds,
            plies as f64 / seconds,
            seconds * 1e9 / plies as f64
        );
    }
    println!(
        "Measured elsewhere on a like machine, to compare: shakmaty 0.27 (chess) 152 ns a ply, 18,400 random\n\
         games/s; OpenSpiel 2.0 battleship 22 to 170 games/s, about 100,000 ns a ply, from Python."
    );
}

/// A fleet at random, dead ends included, for every board and fleet of the Mines game.
fn placements() {
    println!("\n{:<26}{:>12}{:>14}", "random placement", "without", "with mines");
    for size in ["8", "10", "12", "15"] {
        for fleet in ["classic", "russian"] {
            let [without, with] = ["off", "on"].map(|mines| {
                let options = choose("mines", &[("size", size), ("fleet", fleet), ("mines", mines)]);
                let mut rng = ChaCha8Rng::seed_from_u64(1);
                median(RUNS * 20, || options.random_layout(&mut rng).is_ok())
            });
            println!("{:<26}{:>12}{:>14}", format!("{fleet} {size}x{size}"), us(without), us(with));
        }
    }
}

/// What a turn of Diabolik Fleet costs those who look for one, at the beginning and in the thick of it:
/// listing all legal first acts, and finding out that the seat is not blocked.
fn turns() {
    println!("\n{:<34}{:>8}{:>14}{:>14}", "Diabolik Fleet", "acts", "listed in", "not blocked");
    for (name, seats, plans) in
        [("two seats, start", 2, 0), ("two seats, 24 turns on", 2, 24), ("four seats, 60 turns on", 4, 60)]
    {
        let turn = diabolik_turn(seats, plans);
        let many = |work: &dyn Fn() -> bool| median(RUNS, || (0..200).filter(|_| work()).count()) / 200;
        println!(
            "{name:<34}{:>8}{:>14}{:>14}",
            turn.acts().len(),
            us(many(&|| !black_box(&turn).acts().is_empty())),
            us(many(&|| black_box(&turn).way_out().is_some()))
        );
    }
}

/// The turn after so many random ones.
fn diabolik_turn(seats: usize, plans: u32) -> Turn {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut game = Diabolik::new(&diabolik::Options::DEFAULT, seats);
    game.drawn(&mut Draw::new(&[0; 32], 0, &[0; 32], &[]));
    for seat in Seat::all(seats) {
        let set_up = Diabolik::random_layout(&diabolik::Options::DEFAULT, &mut rng).expect("there is one");
        game.apply(seat, &rules::Ply::Answer(diabolik::Answer(set_up)));
    }
    for _ in 0..plans {
        let Due::Act(seat) = game.due() else { break };
        let mut some = game.board().some_plans(seat);
        let choice = rng.random_range(0..some.len());
        game.apply(seat, &rules::Ply::Act(some.swap_remove(choice)));
    }
    game.turn().expect("the game goes on")
}

/// The number of plies of a random game.
fn playout(options: &Options, seed: u64) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let charts: Vec<Chart> = (0..2).map(|_| random_chart(options, &mut rng)).collect();
    let chart = |seat: Seat| charts.get(seat.index()).expect("two seats");
    let mut position = Position::new(options, 2);
    for plies in 0.. {
        let (seat, ply) = match position.due() {
            Due::Act(seat) => {
                let (mut acts, _) = position.legal(seat, chart(seat));
                let choice = rng.random_range(0..acts.len());
                (seat, Ply::Act(acts.swap_remove(choice).act))
            }
            Due::Answer(seat) => (seat, Ply::Answer(position.honest(seat, chart(seat)))),
            Due::Draw => {
                position.drawn(&mut Draw::new(&[0; 32], 0, &[0; 32], &[rng.random()]));
                continue;
            }
            Due::Over(_) => return plies,
        };
        position.apply(seat, &ply);
    }
    unreachable!("every game ends")
}

fn play(game: &str, seed: u64) -> Report {
    let options = choose(game, &[]);
    let network = Network::Calm;
    sim::play(&Setup { game: game.to_owned(), options, seats: 2, seed, network, liar: None })
}

fn read(report: &Report) -> record::Read {
    let (_, bytes) = report.records.first().expect("honest peers leave records");
    record::read(bytes).expect("an honest record is one")
}

fn choose(card: &str, choices: &[(&str, &str)]) -> Options {
    let choices: Vec<(String, String)> =
        choices.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Options::choose(card, &choices).expect("the card has these options")
}

fn random_chart(options: &Options, rng: &mut ChaCha8Rng) -> Chart {
    let layout = options.random_layout(rng).expect("there is room for the fleet");
    options.chart(&layout).expect("a layout of these options").expect("a legal one")
}

fn secret(card: &str, choices: &[(&str, &str)]) -> (Secret, Options) {
    let options = choose(card, choices);
    let chart = random_chart(&options, &mut ChaCha8Rng::seed_from_u64(1));
    (Secret::new([1; 32], 0, [2; 32], chart), options)
}

fn context() -> Context {
    Context { game: [1; 32], seat: 0, number: 0, previous: [1; 32] }
}

fn median<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    black_box(work());
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = ThreadTime::now();
            black_box(work());
            start.elapsed()
        })
        .collect();
    middle(&mut times)
}

fn middle(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn us(time: Duration) -> String {
    let us = time.as_secs_f64() * 1e6;
    if us < 1000.0 { format!("{us:.1} µs") } else { format!("{:.1} ms", us / 1e3) }
}

/// A time, and how many units it is.
fn ratio(time: Duration, unit: Duration, name: &str) -> String {
    let ratio = time.as_secs_f64() / unit.as_secs_f64();
    if ratio < 10.0 {
        format!("{} = {ratio:.2} {name}", us(time))
    } else {
        format!("{} = {ratio:.0} {name}", us(time))
    }
}
