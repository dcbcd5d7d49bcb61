//! What never happens in this house, looked for in its own source.

use std::{
    fs,
    path::{Path, PathBuf},
};

struct Source {
    path: String,
    /// Without comments and without unit tests at the end of the file.
    code: String,
}

fn sources(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open = vec![root.join(folder)];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("source folders can be read");
            open.extend(entries.map(|entry| entry.expect("entries can be read").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            found.push(source(root, path));
        }
    }
    assert!(!found.is_empty(), "no source in {folder}");
    found
}

fn source(root: &Path, path: PathBuf) -> Source {
    let text = fs::read_to_string(&path).expect("source is text");
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code =
        code.lines().map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n").collect();
    let path = path.strip_prefix(root).expect("below the root").display().to_string();
    Source { path, code }
}

/// No file of `folder`, but those whose path contains one of `allowed`, has any of `words`.
fn never(folder: &str, words: &[&str], allowed: &[&str], why: &str) {
    let mut bad = Vec::new();
    for source in sources(folder) {
        if allowed.iter().any(|part| source.path.contains(part)) {
            continue;
        }
        for (number, line) in (1..).zip(source.code.lines()) {
            if words.iter().any(|word| line.contains(word)) {
                bad.push(format!("{}:{number}: {}", source.path, line.trim()));
            }
        }
    }
    assert!(bad.is_empty(), "{why}:\n{}", bad.join("\n"));
}

#[test]
fn the_protocol_has_no_io_clock_thread_or_hidden_order() {
    let words = [
        "std::fs",
        "std::net",
        "std::io",
        "std::time",
        "std::thread",
        "std::env",
        "std::process",
        "async ",
        "HashMap",
        "HashSet",
        "SysRng",
        "thread_rng",
        "println!",
        "eprintln!",
        "dbg!",
        "tokio",
        "iroh",
    ];
    never("protocol/src", &words, &[], "the protocol is pure");
}

#[test]
fn generic_code_never_asks_which_game_it_is() {
    let words = ["duel", "Duel", "diabolik", "Diabolik", "drill", "Drill", "\"classic\"", "\"mines\""];
    let allowed = ["src/games.rs", "src/games/", "src/sim/"];
    never("protocol/src", &words, &allowed, "only the registry names games");
    let allowed = ["src/bots", "src/words.rs", "src/cli/simulate.rs", "src/ui/boards", "src/ui/words.rs"];
    never("src", &words, &allowed, "only bots, boards and words know games");
}

#[test]
fn games_know_no_cryptography() {
    let words = [
        "pedersen",
        "or_proof",
        "ClaimsProof",
        "Sealed",
        "Secret",
        "curve25519",
        "ed25519",
        "sha2",
        "statement",
    ];
    never(
        "protocol/src/games/",
        &words,
        &["games/duel/lies.rs"],
        "a game declares claims and proves nothing",
    );
}

/// Types that hold something secret, also those that no other crate can name.
const SECRETS: &[(&str, &str)] = &[
    ("protocol/src/draw.rs", "Chain"),
    ("protocol/src/games/duel/chart.rs", "Layout"),
    ("protocol/src/peer.rs", "Input"),
    ("protocol/src/peer.rs", "Own"),
    ("protocol/src/peer.rs", "Peer"),
    ("protocol/src/peer.rs", "Seated"),
    ("protocol/src/rules.rs", "Acts"),
    ("protocol/src/rules.rs", "Intent"),
    ("protocol/src/seal/bits.rs", "Masks"),
    ("protocol/src/seal/or_proof.rs", "Branch"),
    ("protocol/src/seal/secret.rs", "Chart"),
    ("protocol/src/seal/secret.rs", "Secret"),
    ("protocol/src/seal/transcript.rs", "Nonces"),
    ("protocol/src/seal/transcript.rs", "Stream"),
    ("protocol/src/sim/world.rs", "Node"),
    ("protocol/src/terms.rs", "SeatKeys"),
    ("src/bots/arena.rs", "Table"),
    ("src/net/endpoint.rs", "Config"),
    ("src/seatfile.rs", "SeatFile"),
    ("src/session.rs", "Session"),
    ("src/store/bundle.rs", "Bundle"),
    ("src/table.rs", "Player"),
];

#[test]
fn secret_types_are_neither_shown_nor_serialized() {
    let sources: Vec<Source> = sources("protocol/src").into_iter().chain(sources("src")).collect();
    for (path, secret) in SECRETS {
        let source = sources.iter().find(|source| source.path == *path);
        let source = source.unwrap_or_else(|| panic!("where is {path}?"));
        let lines: Vec<&str> = source.code.lines().collect();
        let declared = |line: &&str| {
            let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.find(|word| matches!(*word, "struct" | "enum")).is_some() && words.next() == Some(secret)
        };
        let at = lines.iter().position(declared).unwrap_or_else(|| panic!("{path}: where is {secret}?"));
        let above = lines[..at].iter().rev().map(|line| line.trim());
        for attribute in above.take_while(|line| line.is_empty() || line.starts_with("#[")) {
            assert!(!attribute.contains("Debug"), "{path}: {secret} can be shown");
            let persisted = *path == "src/seatfile.rs";
            assert!(persisted || !attribute.contains("Serialize"), "{path}: {secret} can be written");
        }
        for shown in ["Debug", "Display", "Serialize"] {
            let ends = [" ", "<", "\n"].map(|end| format!("{shown} for {secret}{end}"));
            assert!(!ends.iter().any(|end| source.code.contains(end)), "{path}: {shown} for {secret}");
        }
    }
}

#[test]
fn nothing_is_left_for_later() {
    for folder in ["protocol/src", "src", "tests", "protocol/tests"] {
        let words = [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("#[ig", "nore")];
        never(folder, &words, &[], "no stubs, no tests that never run");
    }
}
