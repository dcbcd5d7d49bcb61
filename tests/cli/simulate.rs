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

#[test]
fn the_same_seed_is_the_same_games() {
    let once = |seed: &str| {
        let (_, figures) = simulate(&["--games", "1", "--seed", seed]);
        (figures["entries"].clone(), figures["bytes_per_game"].clone())
    };
    assert_eq!(once("7"), once("7"));
}
