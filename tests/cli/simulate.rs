//! `simulate`: its figures and its exit code.

use serde_json::Value;

use super::side::run;

fn simulate(more: &[&str]) -> (Option<i32>, Value) {
    let done = run(&[&["simulate", "--game", "classic", "--json"], more].concat());
    assert_eq!(done.said.len(), 1, "{:?} {}", done.said, done.errors);
    (done.code, serde_json::from_str(&done.said[0]).expect("JSON"))
}

/// The keys of an object, in order of the alphabet.
fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn honest_games_converge() {
    let (code, figures) = simulate(&["--games", "2", "--network", "rough"]);
    assert_eq!(code, Some(0), "{figures}");
    let documented = [
        "bytes_per_game",
        "converged",
        "entries",
        "entries_per_second",
        "game",
        "games",
        "honest_accused",
        "lies",
        "seats",
        "seconds",
        "wins_by_seat",
    ];
    assert_eq!(keys(&figures), documented);
    assert_eq!((&figures["games"], &figures["converged"]), (&2.into(), &2.into()));
    assert_eq!((&figures["game"], &figures["seats"]), (&"classic".into(), &2.into()));
    assert_eq!(figures["honest_accused"], 0);
    let wins = figures["wins_by_seat"].as_array().expect("a list");
    assert_eq!(wins.iter().filter_map(Value::as_u64).sum::<u64>(), 2);
}

#[test]
fn a_liar_is_caught_in_every_game() {
    let (code, figures) = simulate(&["--liar", "ship-missing", "--games", "2"]);
    assert_eq!(code, Some(0), "{figures}");
    let lies = figures["lies"].as_array().expect("a list");
    assert_eq!(lies.len(), 1);
    assert_eq!(keys(&lies[0]), ["attributed", "caught", "caught_at", "lie", "tried"]);
    assert_eq!(lies[0]["lie"], "ship-missing");
    for key in ["tried", "caught", "attributed"] {
        assert_eq!(lies[0][key], 2, "{figures}");
    }
    assert_eq!(figures["honest_accused"], 0);
}

/// One line for each combination of what is not set, named by what makes it different.
#[test]
fn every_combination_of_options_is_played() {
    let set = ["--set", "size=8", "--set", "again=on", "--games", "1", "--every", "--json"];
    let done = run(&[&["simulate", "--game", "mines"][..], &set].concat());
    assert_eq!(done.code, Some(0), "{}", done.errors);
    let lines = done.said.iter().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut tables = Vec::new();
    for figures in lines {
        assert_eq!((&figures["games"], &figures["converged"]), (&1.into(), &1.into()));
        let set = figures["set"].as_object().expect("an object").iter();
        let set = set.map(|(key, value)| format!("{key}={}", value.as_str().expect("a word")));
        tables.push(set.collect::<Vec<String>>().join(" "));
    }
    tables.sort_unstable();
    let wanted = ["", "fleet=russian", "fleet=russian mines=off", "fleet=russian mines=off salvo=on"];
    let more = ["fleet=russian salvo=on", "mines=off", "mines=off salvo=on", "salvo=on"];
    let mut wanted = wanted
        .iter()
        .chain(&more)
        .map(|set| {
            let mut set: Vec<&str> = set.split_whitespace().chain(["again=on", "size=8"]).collect();
            set.sort_unstable();
            set.join(" ")
        })
        .collect::<Vec<String>>();
    wanted.sort_unstable();
    assert_eq!(tables, wanted);
}

#[test]
fn the_same_seed_is_the_same_games() {
    let once = |seed: &str| {
        let (_, figures) = simulate(&["--games", "1", "--seed", seed]);
        (figures["entries"].clone(), figures["bytes_per_game"].clone())
    };
    assert_eq!(once("7"), once("7"));
}
