//! Records that were changed or cut: what they say is never taken for the game that was played.

use std::{num::NonZero, sync::LazyLock, thread};

use marque_protocol::{
    audit::{Outcome, verdict},
    games::Options,
    record::{self, MAGIC},
    sim::{self, Network, Setup},
};

use super::side::{PLAYED, Table, file, run};

/// A game of the practice rules: it has every kind of entry, and its record is so short that every
/// single byte of it can be tried. Each try is a reading of the whole, proofs and all.
static SHORT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let options = Options::choose("drill", &[]).expect("there is a practice game");
    let game = "drill".to_owned();
    let report = sim::play(&Setup { game, options, seats: 2, seed: 1, network: Network::Calm, liar: None });
    report.records.into_iter().next().expect("a record a seat").1
});

/// Distance between samples in the middle of a long record; a prime, so that they meet every kind of field.
const STRIDE: usize = 997;
/// So many bytes at its beginning are all tried, and some of as many at its end.
const DENSE: usize = 300;

/// What `marque verify` ends with, found in this process.
fn code(bytes: &[u8]) -> i32 {
    let Ok(read) = record::read(bytes) else { return 4 };
    let verdict = verdict(&read.log);
    match verdict.outcome {
        _ if read.damage.is_some() => 4,
        _ if !verdict.faults.is_empty() => 3,
        Outcome::Unfinished => 1,
        _ => 0,
    }
}

/// Where items end, the first of them being the agreement.
fn boundaries(record: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = MAGIC.len();
    while at < record.len() {
        let length: [u8; 4] = record[at..at + 4].try_into().expect("four bytes");
        at += 4 + u32::from_le_bytes(length) as usize + 8;
        ends.push(at);
    }
    assert_eq!(at, record.len());
    ends
}

/// Asserts something of each place, on all cores.
fn each(places: &[usize], check: impl Fn(usize) + Sync) {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for core in 0..cores {
            let check = &check;
            scope.spawn(move || places.iter().skip(core).step_by(cores).for_each(|place| check(*place)));
        }
    });
}

/// Places that are tried in a record of this length.
fn places(length: usize) -> Vec<usize> {
    let sample = |at: &usize| at.is_multiple_of(if at + DENSE >= length { 13 } else { STRIDE });
    let tried = |at: &usize| *at < DENSE || sample(at);
    (0..length).filter(tried).chain([length - 1]).collect()
}

/// With one bit changed, another one from byte to byte, it is neither a good record nor a shorter one.
fn is_noticed(record: &[u8], at: usize) {
    let mut changed = record.to_vec();
    changed[at] ^= 1 << (at % 8);
    let code = code(&changed);
    assert!(code != 0 && code != 1, "byte {at} changed: {code}");
}

#[test]
fn no_changed_byte_is_overlooked() {
    assert_eq!(code(&SHORT), 0);
    let every: Vec<usize> = (0..SHORT.len()).collect();
    each(&every, |at| is_noticed(&SHORT, at));
}

#[test]
fn no_changed_byte_is_overlooked_in_a_long_record() {
    let record = &PLAYED.records[0];
    assert_eq!(code(record), 0);
    each(&places(record.len()), |at| is_noticed(record, at));
}

#[test]
fn cut_between_two_items_it_is_a_shorter_game() {
    for (record, step) in [(SHORT.as_slice(), 1), (&PLAYED.records[0], 4)] {
        let ends = boundaries(record);
        let cuts: Vec<usize> = ends.into_iter().rev().step_by(step).collect();
        let mut over = false;
        for end in cuts.into_iter().rev() {
            let code = code(&record[..end]);
            // Once play is over it stays over: what follows are charts and signatures.
            over |= code == 0;
            assert_eq!(code, if over { 0 } else { 1 }, "cut at byte {end}");
        }
        assert!(over);
    }
}

#[test]
fn cut_anywhere_else_it_is_damaged() {
    let ends = boundaries(&SHORT);
    let cuts: Vec<usize> = (0..SHORT.len()).filter(|at| !ends.contains(at)).collect();
    each(&cuts, |at| assert_eq!(code(&SHORT[..at]), 4, "cut at byte {at}"));
}

#[test]
fn surplus_bytes_and_moved_items_are_damage() {
    let record = &PLAYED.records[0];
    let ends = boundaries(record);
    let last = &record[ends[ends.len() - 2]..];
    assert_eq!(code(&[record.as_slice(), b"\0"].concat()), 4);
    assert_eq!(code(&[record.as_slice(), last].concat()), 4);
    let (first, second) = (&record[ends[4]..ends[5]], &record[ends[5]..ends[6]]);
    assert_eq!(code(&[&record[..ends[4]], second, first, &record[ends[6]..]].concat()), 4);
    assert_eq!(code(&[&record[..ends[4]], &record[ends[5]..]].concat()), 4);
}

#[test]
fn the_binary_says_up_to_where_a_file_is_good() {
    let table = Table::new();
    let record = &PLAYED.records[1];
    let ends = boundaries(record);
    // Eight bytes into the item: its check is wrong, and the file is good up to the item's beginning.
    for item in [3, ends.len() / 2, ends.len() - 1] {
        let mut changed = record.clone();
        changed[ends[item - 1] + 8] ^= 0x10;
        let name = file(&table.path(""), "changed.marque", &changed);
        let verified = run(&["verify", &name]);
        assert_eq!(verified.code, Some(4), "{:?}", verified.said);
        let good = format!("(byte {})", ends[item - 1]);
        assert!(verified.said[0].contains(&good), "{:?} lacks {good}", verified.said);
    }
    let cut = file(&table.path(""), "cut.marque", &record[..ends[20]]);
    let verified = run(&["verify", &cut]);
    assert_eq!(verified.code, Some(1), "{:?}", verified.said);
    assert!(verified.said[0].contains("unfinished after "), "{:?}", verified.said);
    let torn = file(&table.path(""), "torn.marque", &record[..ends[20] + 1]);
    assert_eq!(run(&["verify", &torn]).code, Some(4));
}

#[test]
fn of_several_files_the_worst_decides() {
    let table = Table::new();
    let record = &PLAYED.records[0];
    let good = file(&table.path(""), "good.marque", record);
    let cut = file(&table.path(""), "cut.marque", &record[..boundaries(record)[9]]);
    let empty = file(&table.path(""), "empty.marque", b"");
    let other = file(&table.path(""), "other.marque", b"something else altogether");
    let folder = table.path("").to_str().expect("a path in UTF-8").to_owned();
    let none = table.path("none.marque").to_str().expect("a path in UTF-8").to_owned();
    let lists: [(&[&str], i32); 8] = [
        (&[&good, &good], 0),
        (&[&good, &cut], 1),
        (&[&cut, &good], 1),
        (&[&empty], 4),
        (&[&other], 4),
        (&[&folder], 4),
        (&[&none], 4),
        (&[&good, &none, &cut, &folder], 4),
    ];
    for (files, worst) in lists {
        let verified = run(&[&["verify", "--json"], files].concat());
        assert_eq!(verified.code, Some(worst), "{files:?}: {:?}", verified.said);
        assert_eq!(verified.said.len(), files.len(), "one object a line: {:?}", verified.said);
        for (line, name) in verified.said.iter().zip(files) {
            let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(object["file"], **name);
        }
    }
}
