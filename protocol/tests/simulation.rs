//! Whole games in the simulator: honest ones converge, whatever the network does.

#![cfg(feature = "sim")]
#![allow(clippy::cast_possible_truncation)]

use marque_protocol::{
    games::Options,
    rules::Seat,
    sim::{LieSpec, Network, Report, Setup, judge, lies_of, play},
};

/// The options of a game with these choices, such as `size=8 salvo=on`.
fn options(game: &str, choices: &str) -> Options {
    let pairs = choices.split_whitespace().filter_map(|pair| pair.split_once('='));
    let choices: Vec<_> = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    Options::choose(game, &choices).expect("a card with these options")
}

fn converges(game: &str, seats: usize, seeds: std::ops::Range<u64>, network: Network) {
    converge(game, &options(game, ""), seats, seeds, network);
}

fn converge(game: &str, options: &Options, seats: usize, seeds: std::ops::Range<u64>, network: Network) {
    for seed in seeds {
        let (id, options) = (game.to_owned(), options.clone());
        let report = play(&Setup { game: id, options, seats, seed, network, liar: None });
        assert!(report.converged, "{game} {seats} seed {seed}: {:?}", report.notes);
        assert!(report.records_agree, "{game} {seats} seed {seed}: records");
        assert!(report.honest_accused.is_empty(), "{game} {seats} seed {seed}: {:?}", report.verdicts);
        assert!(
            report
                .verdicts
                .iter()
                .all(|v| v.audited() && v.faults.is_empty() && Some(v) == report.verdicts.first()),
            "{game} {seats} seed {seed}: {:?}",
            report.verdicts
        );
    }
}

#[test]
fn calm_drills_converge() {
    for seats in 2..=4 {
        converges("drill", seats, 0..20, Network::Calm);
    }
}

#[test]
fn rough_drills_converge() {
    for seats in 2..=4 {
        converges("drill", seats, 0..60, Network::Rough);
    }
}

#[test]
fn classic_games_converge() {
    converges("classic", 2, 0..2, Network::Calm);
    converges("classic", 2, 2..6, Network::Rough);
}

#[test]
fn diabolik_games_converge() {
    for seats in 2..=4 {
        converges("diabolik", seats, 0..2, Network::Calm);
        converges("diabolik", seats, 2..5, Network::Rough);
        let joint = options("diabolik", "joint=on arrivals=2 bonus=2 minimum=4");
        converge("diabolik", &joint, seats, 5..7, Network::Rough);
    }
}

/// Illegal set-ups, another one than was sealed, plans against every rule, two plans for two peers.
#[test]
fn every_lie_is_caught_in_diabolik_games() {
    for seats in 2..=4 {
        for lie in lies_of("diabolik", seats) {
            caught("diabolik", "", seats, &lie, Network::Calm, 1);
        }
    }
}

#[test]
fn every_lie_is_caught_in_drills() {
    for seats in 2..=4 {
        for lie in lies_of("drill", seats) {
            caught("drill", "", seats, &lie, Network::Calm, 4);
        }
    }
}

#[test]
fn every_lie_that_is_heard_is_caught_on_a_rough_network() {
    for seats in 2..=4 {
        for lie in lies_of("drill", seats) {
            caught("drill", "", seats, &lie, Network::Rough, 2);
        }
    }
}

/// Once the second of two stories was lost with a broken link, and was held to have gone unpunished.
#[test]
fn a_story_that_nobody_has_heard_is_no_lie() {
    let lie = lies_of("drill", 3).into_iter().find(|lie| lie.name == "two-stories").expect("it is told");
    let (_, report) = lies("drill", "", 3, &lie, Network::Rough, 772);
    assert!(report.converged && report.honest_accused.is_empty(), "{:?}", report.notes);
    assert_eq!(report.told, None);
}

/// The answer that ends play may bring a letter too, and once a lie in it went unproven.
#[test]
fn lies_in_letters_are_caught_to_the_end_of_play() {
    for seats in 2..=4 {
        for lie in lies_of("drill", seats).iter().filter(|lie| lie.name == "bad-letter") {
            caught("drill", "", seats, lie, Network::Calm, 25);
        }
    }
}

#[test]
fn every_lie_is_caught_in_classic_games() {
    for lie in lies_of("classic", 2) {
        caught("classic", "", 2, &lie, Network::Calm, 1);
    }
}

/// One game of every combination of options, each with its own seed.
#[test]
fn mines_converge_with_all_options() {
    let mut all = Vec::new();
    for size in [8, 10, 12, 15] {
        for fleet in ["classic", "russian"] {
            for bits in 0..8 {
                let [mines, salvo, again] = [1, 2, 4].map(|bit| if bits & bit == 0 { "off" } else { "on" });
                all.push(format!("size={size} fleet={fleet} mines={mines} salvo={salvo} again={again}"));
            }
        }
    }
    assert_eq!(all.len(), 64);
    for (seed, choices) in (0..).zip(&all) {
        converge("mines", &options("mines", choices), 2, seed..seed + 1, Network::Rough);
    }
}

/// Every lie that these options of the Mines game have room for is told once, and caught.
fn caught_in_mines(choices: &str, which: impl Fn(&LieSpec) -> bool) {
    let options = options("mines", choices);
    let lies = lies_of("mines", 2).into_iter().filter(|lie| lie.fits(&options) && which(lie));
    let told = lies.inspect(|lie| caught("mines", choices, 2, lie, Network::Calm, 1)).count();
    assert!(told > 0);
}

#[test]
fn every_lie_is_caught_in_the_standard_game() {
    caught_in_mines("preset=standard", |_| true);
}

#[test]
fn every_lie_is_caught_with_mines() {
    caught_in_mines("preset=mines", |_| true);
}

#[test]
fn every_lie_is_caught_in_salvos() {
    caught_in_mines("preset=salvo", |_| true);
}

#[test]
fn every_lie_is_caught_in_the_russian_game() {
    caught_in_mines("preset=russian", |_| true);
}

/// No preset has two mines, or mines and salvos.
#[test]
fn lies_that_no_preset_has_room_for_are_caught() {
    let presets =
        ["standard", "mines", "salvo", "russian"].map(|name| options("mines", &format!("preset={name}")));
    let unheard = |lie: &LieSpec| !presets.iter().any(|options| lie.fits(options));
    let choices = "size=12 fleet=russian salvo=on again=on";
    assert!(lies_of("mines", 2).iter().all(|lie| !unheard(lie) || lie.fits(&options("mines", choices))));
    caught_in_mines(choices, unheard);
}

/// A game in which one seat tells this lie, if there is room for it.
fn lies(
    game: &str,
    choices: &str,
    seats: usize,
    lie: &LieSpec,
    network: Network,
    seed: u64,
) -> (Seat, Report) {
    let liar = Seat((seed % seats as u64) as u8);
    let (game, options) = (game.to_owned(), options(game, choices));
    (liar, play(&Setup { game, options, seats, seed, network, liar: Some((liar, *lie)) }))
}

/// Plays seed after seed until the lie was told `times` times; each time it must be caught.
fn caught(game: &str, choices: &str, seats: usize, lie: &LieSpec, network: Network, times: u32) {
    let mut told = 0;
    for seed in 0..200 {
        let (liar, report) = lies(game, choices, seats, lie, network, seed);
        if report.told.is_some() {
            told += 1;
            if let Err(wrong) = judge(&report, liar, lie) {
                panic!("{game} {choices}, {seats} seats, {}, seed {seed}: {wrong}", lie.name);
            }
        }
        if told == times {
            return;
        }
    }
    panic!("{game} {choices}, {seats} seats: {} was told only {told} times", lie.name);
}
