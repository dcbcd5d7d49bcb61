//! The vector files: they are what the generator writes, and the reference judges them as they say.
//!
//! The judge reads files alone; of the generator it knows nothing.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "../examples/vectors/cases.rs"]
mod cases;
#[path = "vector_files/input.rs"]
mod input;
#[path = "vector_files/judge.rs"]
mod judge;
#[path = "vector_files/verdict.rs"]
mod verdict;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

/// The kinds of the README, in its order.
const KINDS: [&str; 17] = [
    "key",
    "point",
    "scalar",
    "signature",
    "terms",
    "agreement",
    "statement",
    "seal",
    "extension",
    "claims",
    "letter",
    "link",
    "record",
    "outcome",
    "chart",
    "frame",
    "ticket",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
}

/// The files by name.
fn files() -> BTreeMap<String, String> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let vectors = paths.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let read = |path: PathBuf| {
        (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap())
    };
    vectors.map(read).collect()
}

#[test]
fn the_files_are_what_the_generator_writes() {
    let (files, cases) = (files(), cases::all());
    let names: BTreeSet<String> = cases.iter().map(cases::Case::file).collect();
    assert_eq!(names.len(), cases.len(), "two cases of one name");
    let there: BTreeSet<String> = files.keys().cloned().collect();
    let differ: Vec<&String> = there.symmetric_difference(&names).collect();
    assert!(differ.is_empty(), "missing, or of no case: {differ:?}");
    for case in &cases {
        assert!(files[&case.file()] == case.text(), "{} is not as it would be written", case.file());
    }
}

#[test]
fn the_reference_judges_every_file_as_it_says() {
    let mut wrong = Vec::new();
    for (name, text) in files() {
        let vector: Value = serde_json::from_str(&text).unwrap();
        let judged = judge::judge(vector["kind"].as_str().unwrap(), &vector["input"]);
        if judged != vector["expect"] {
            wrong.push(format!("{name}: {judged} instead of {}", vector["expect"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_kind_has_honest_and_malicious_cases() {
    let mut found: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for (name, text) in files() {
        let vector: Value = serde_json::from_str(&text).unwrap();
        let kind = vector["kind"].as_str().unwrap();
        let case = name.strip_prefix(kind).and_then(|rest| rest.strip_prefix('-')).unwrap_or_default();
        let case = case.strip_suffix(".json").unwrap();
        let plain = |c: char| c == '-' || c.is_ascii_lowercase() || c.is_ascii_digit();
        assert!(!case.is_empty() && case.chars().all(plain), "{name}");
        let fields: Vec<&String> = vector.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["about", "clause", "expect", "input", "kind"], "{name}");
        let honest = case == "honest" || case.starts_with("honest-");
        found.entry(kind.to_owned()).or_default()[usize::from(!honest)] += 1;
    }
    println!("{found:?}");
    for kind in KINDS {
        assert!(found.get(kind).is_some_and(|counts| counts.iter().all(|count| *count > 0)), "{kind}");
    }
    assert_eq!(found.len(), KINDS.len());
}
