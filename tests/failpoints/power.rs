//! The machine stops at every step, and its disk keeps what it likes of what was not synced.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::{
    bout::{Bout, Fault, Place, Plan},
    disk::Loss,
};

/// Whatever is said in a drill, and when.
const SAID: [&str; 9] = [
    "seal",
    "link",
    "act",
    "act that seals more",
    "answer",
    "private answer",
    "last step",
    "result",
    "chart",
];

/// A game in which all of that is said. Which one that is changes with the protocol.
static SEED: LazyLock<u64> = LazyLock::new(|| {
    let said = |seed: &u64| {
        let steps: Vec<Place> =
            (0..2).flat_map(|victim| calm(&Plan { seed: *seed, ..unseeded(victim) })).collect();
        SAID.iter().all(|moment| steps.iter().any(|(place, of)| of == moment && place == "log.written"))
    };
    (0..200).find(said).expect("a game in which everything is said")
});

fn unseeded(victim: usize) -> Plan {
    Plan { game: "drill", seed: 0, victim, faults: BTreeMap::new(), arrives: true }
}

pub(crate) fn plan(victim: usize) -> Plan {
    Plan { seed: *SEED, ..unseeded(victim) }
}

/// The steps of the victim in a game without faults.
pub(crate) fn calm(plan: &Plan) -> Vec<Place> {
    let mut bout = Bout::new(plan);
    bout.play(|_| false);
    bout.check();
    bout.steps()
}

/// Plays with these faults to the end; how many steps the victim took.
pub(crate) fn plays(plan: &Plan, faults: &[(usize, Fault)], arrives: bool) -> usize {
    let mut bout = Bout::new(&Plan { faults: faults.iter().copied().collect(), arrives, ..plan.clone() });
    bout.play(|_| false);
    bout.check();
    bout.steps().len()
}

/// Steps at which a machine ends, by place and moment.
#[derive(Default)]
pub(crate) struct Tally(BTreeMap<Place, usize>);

impl Tally {
    pub(crate) fn add(&mut self, place: &Place) {
        *self.0.entry(place.clone()).or_default() += 1;
    }

    /// Shown by `--nocapture`.
    pub(crate) fn show(&self, what: &str) {
        let places: BTreeSet<&str> = self.0.keys().map(|(place, _)| place.as_str()).collect();
        let moments: BTreeSet<&str> = self.0.keys().map(|(_, moment)| *moment).collect();
        let cases: usize = self.0.values().sum();
        println!("{what}: {cases} games, {} places, {} moments", places.len(), moments.len());
        for place in places {
            let of = self.0.iter().filter(|((other, _), _)| other == place);
            let counts: Vec<String> = of.map(|((_, moment), count)| format!("{moment} {count}")).collect();
            println!("  {place:18} {}", counts.join(", "));
        }
    }
}

#[test]
fn a_game_without_faults_has_every_place_and_moment() {
    let steps: BTreeSet<Place> = (0..2).flat_map(|victim| calm(&plan(victim))).collect();
    let written = ["write", "written", "synced"].map(|step| format!("log.{step}"));
    let sent = ["game.send", "game.sent"].map(str::to_owned);
    for place in written.into_iter().chain(sent) {
        for moment in SAID {
            assert!(steps.contains(&(place.clone(), moment)), "{place} at {moment}");
        }
    }
    let replaced = ["made", "write", "written", "synced", "rename", "renamed"];
    for (file, moment) in
        [("secrets", "act that seals more"), ("secrets", "lay"), ("key", "start"), ("record", "end")]
    {
        for step in replaced {
            assert!(steps.contains(&(format!("{file}.{step}"), moment)), "{file}.{step} at {moment}");
        }
    }
    for step in ["made", "rename", "renamed"] {
        assert!(steps.contains(&(format!("game.{step}"), "start")), "game.{step} at the start");
    }
    for place in
        ["game.rename", "game.renamed", "games.listed", "game.remove", "game.removed", "records.listed"]
    {
        assert!(steps.contains(&(place.to_owned(), "end")), "{place} at the end");
    }
}

/// A folder that is removed has lost its name for good before the first of its files goes: else a log
/// could be left without its secrets.
#[test]
fn a_game_loses_its_name_before_its_files() {
    for victim in 0..2 {
        let end = calm(&plan(victim)).into_iter().filter(|(_, moment)| *moment == "end");
        let end: Vec<String> =
            end.map(|(place, _)| place).skip_while(|place| place != "records.listed").collect();
        let order =
            ["game.rename", "game.renamed", "games.listed", "game.remove", "game.removed", "games.listed"];
        assert_eq!(end[1..], order);
    }
}

#[test]
fn a_machine_may_stop_at_every_step() {
    let mut tally = Tally::default();
    for victim in 0..2 {
        let plan = plan(victim);
        for (number, place) in (1..).zip(&calm(&plan)) {
            for (arrives, loss) in [true, false].into_iter().cycle().skip(number % 2).zip(Loss::ALL) {
                plays(&plan, &[(number, Fault::Crash(loss))], arrives);
                tally.add(place);
            }
        }
    }
    tally.show("one stop");
}

/// What a killed process had not synced is in memory after its restart, and may be lost later: what
/// stands on it must not have been sent before it is on the disk. Once it was.
#[test]
fn a_machine_may_stop_again_while_it_comes_back() {
    let mut tally = Tally::default();
    let losses = [Loss::Lost, Loss::Torn].into_iter().cycle();
    for victim in 0..2 {
        let plan = plan(victim);
        // A game that begins has most names that are not on the disk yet.
        let often = |number: usize, moment: &str| moment == "start" || number % 3 == victim;
        let steps = calm(&plan);
        for (number, place) in (1..).zip(&steps).filter(|(number, (_, moment))| often(*number, moment)) {
            for (later, loss) in
                [1, 9, 14, 18, 22, 25, 28, 40].into_iter().zip(losses.clone().skip(number / 3))
            {
                let faults = [(number, Fault::Crash(Loss::Kept)), (number + later, Fault::Crash(loss))];
                plays(&plan, &faults, number % 2 == 0);
                tally.add(place);
            }
        }
    }
    tally.show("two stops");
}

/// Other games, larger statements: a stop here and there.
#[test]
fn a_machine_may_stop_in_a_long_game() {
    let plan = Plan { game: "classic", seed: 1, ..plan(0) };
    let steps = calm(&plan).len();
    for (number, loss) in (7..=steps).step_by(steps / 8).zip(Loss::ALL.into_iter().cycle()) {
        plays(&plan, &[(number, Fault::Crash(loss))], true);
    }
}
