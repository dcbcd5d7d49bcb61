//! `replay`, and `verify` of games that somebody lied in.

use super::side::{PLAYED, Table, file, run};

/// The number with which a line of `replay` begins.
fn number(line: &str) -> Option<usize> {
    line.split_at_checked(4)?.0.trim_start().parse().ok()
}

#[test]
fn replay_prints_one_line_an_entry() {
    let table = Table::new();
    let name = file(&table.path(""), "good.marque", &PLAYED.records[0]);
    let verified = run(&["verify", "--json", &name]);
    let verdict: serde_json::Value = serde_json::from_str(&verified.said[0]).expect("JSON");
    let entries = verdict["entries"].as_u64().expect("a number") as usize;
    let replayed = run(&["replay", &name]);
    assert_eq!(replayed.code, Some(0), "{}", replayed.errors);
    let numbers: Vec<usize> = replayed.said.iter().filter_map(|line| number(line)).collect();
    assert_eq!(numbers, (0..entries).collect::<Vec<usize>>());
    // The same lines that the players saw.
    let seen: Vec<&String> = PLAYED.host.said.iter().filter(|line| number(line).is_some()).collect();
    let told: Vec<&String> = replayed.said.iter().filter(|line| number(line).is_some()).collect();
    assert_eq!(seen, told);
    // Each seat's own lines: together they are all.
    let own = |seat: &str| {
        let replayed = run(&["replay", &name, "--seat", seat]);
        replayed.said.iter().filter_map(|line| number(line)).collect::<Vec<usize>>()
    };
    let (first, second) = (own("0"), own("1"));
    assert!(!first.is_empty() && !second.is_empty());
    let mut all = [first, second].concat();
    all.sort_unstable();
    assert_eq!(all, numbers);
}

#[test]
fn replay_of_a_damaged_record_goes_as_far_as_it_is_good() {
    let table = Table::new();
    let record = &PLAYED.records[0];
    let torn = file(&table.path(""), "torn.marque", &record[..record.len() - 1]);
    let replayed = run(&["replay", &torn]);
    assert_eq!(replayed.code, Some(4));
    assert!(replayed.said.last().is_some_and(|line| line.starts_with("damaged: ")), "{:?}", replayed.said);
    assert!(replayed.said.iter().filter_map(|line| number(line)).count() > 50);
}

#[test]
fn a_proven_fault_is_said_with_seat_entry_and_rule() {
    let table = Table::new();
    let folder = table.path("records").to_str().expect("a path in UTF-8").to_owned();
    let lie = ["--liar", "miss-for-hit", "--games", "1", "--out", &folder];
    let simulated = run(&[&["simulate", "--game", "classic"], lie.as_slice()].concat());
    assert_eq!(simulated.code, Some(0), "{:?} {}", simulated.said, simulated.errors);
    let records = std::fs::read_dir(&folder).expect("records are kept");
    let mut convicted = 0;
    for record in records {
        let record = record.expect("readable").path();
        let verified = run(&["verify", "--json", record.to_str().expect("a path in UTF-8")]);
        let verdict: serde_json::Value = serde_json::from_str(&verified.said[0]).expect("JSON");
        assert_eq!(verified.code, Some(3), "{verdict}");
        assert_eq!((&verdict["outcome"], &verdict["honest"]), (&"fault".into(), &false.into()), "{verdict}");
        for key in ["seat", "entry"] {
            assert!(verdict["fault"][key].is_u64(), "{verdict}");
        }
        for key in ["rule", "text"] {
            assert!(verdict["fault"][key].is_string(), "{verdict}");
        }
        assert_ne!(verdict["winner"], verdict["fault"]["seat"]);
        convicted += 1;
    }
    assert!(convicted > 0);
}
