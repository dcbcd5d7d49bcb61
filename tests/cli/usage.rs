//! The command line itself: lists of games, and wishes that cannot be granted.

use super::side::run;

#[test]
fn games_are_listed_for_people_and_for_programs() {
    let listed = run(&["games", "--json"]);
    assert_eq!((listed.code, listed.said.len()), (Some(0), 1));
    let listed: serde_json::Value = serde_json::from_str(&listed.said[0]).expect("JSON");
    let games = listed["games"].as_array().expect("a list");
    let ids: Vec<&str> = games.iter().filter_map(|game| game["game"].as_str()).collect();
    assert!(ids.contains(&"classic") && ids.contains(&"mines"), "{ids:?}");
    assert!(!ids.contains(&"drill"), "the practice game is not offered");
    let text = run(&["games"]).said.join("\n");
    for game in games {
        assert!(text.contains(game["game"].as_str().expect("an id")));
        assert!(game["seats"][0].as_u64() <= game["seats"][1].as_u64());
        for option in game["options"].as_array().expect("a list") {
            let values = option["values"].as_array().expect("a list");
            assert!(values.contains(&option["default"]), "{option}");
            assert!(text.contains(option["key"].as_str().expect("a key")));
        }
    }
}

#[test]
fn a_wish_that_cannot_be_granted_is_one_line_and_ends_with_2() {
    let simulate = ["simulate", "--game"];
    let wishes: [(&[&str], &str); 8] = [
        (&["chess"], "there is no game chess"),
        (&["classic", "--seats", "3"], "not for 3"),
        (&["classic", "--set", "size=12"], "size"),
        (&["mines", "--set", "size=11"], "size cannot be 11"),
        (&["mines", "--set", "colour=red"], "colour"),
        (&["mines", "--set", "preset=none"], "preset"),
        (&["classic", "--liar", "white-lie"], "there is no lie white-lie"),
        (&["classic", "--log", "a=b=c"], "--log"),
    ];
    for (wish, why) in wishes {
        let done = run(&[&simulate, wish].concat());
        assert_eq!(done.code, Some(2), "{wish:?}: {}", done.errors);
        assert!(done.error().contains(why), "{wish:?}: {}", done.errors);
        assert!(done.said.is_empty(), "{wish:?}: {:?}", done.said);
    }
}

#[test]
fn a_command_line_that_cannot_be_read_ends_with_2() {
    let lines: [&[&str]; 9] = [
        &["sail"],
        &["--lang", "tlh", "games"],
        &["verify"],
        &["host", "--game", "classic"],
        &["host", "--game", "classic", "--bot", "perfect"],
        &["host", "--game", "classic", "--bot", "easy", "--clock", "0"],
        &["host", "--game", "mines", "--bot", "easy", "--set", "size"],
        &["--bind", "localhost", "games"],
        &["--relay", "not a url", "games"],
    ];
    for line in lines {
        let done = run(line);
        assert_eq!(done.code, Some(2), "{line:?}: {}", done.errors);
        assert!(done.said.is_empty() && !done.errors.is_empty(), "{line:?}");
    }
    for line in ["--help", "--version"] {
        assert_eq!(run(&[line]).code, Some(0));
    }
}

#[test]
fn a_name_that_is_too_long_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let profile = folder.path().join("profile");
    let profile = profile.to_str().expect("a path in UTF-8");
    let long = "n".repeat(65);
    let host = ["--profile", profile, "host", "--game", "classic", "--bot", "easy", "--name", &long];
    let done = run(&[&["--offline", "--bind", "127.0.0.1"], host.as_slice()].concat());
    assert_eq!(done.code, Some(2), "{}", done.errors);
    assert!(done.error().contains("at most 64 bytes"), "{}", done.errors);
}

#[test]
#[cfg(target_os = "linux")]
fn a_window_that_cannot_be_opened_says_why_in_one_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let nowhere: [(&str, Option<&str>, &str); 2] =
        [("DISPLAY", None, "there is no screen"), ("WAYLAND_DISPLAY", Some("none-here"), "Wayland")];
    for (name, value, why) in nowhere {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_marque"));
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").arg("--profile").arg(folder.path());
        command.env("XDG_RUNTIME_DIR", folder.path()).envs(value.map(|value| (name, value)));
        let done = super::side::Side::spawn(&mut command).finish();
        assert_eq!(done.code, Some(1));
        assert!(done.error().contains(why), "{}", done.errors);
    }
}
