//! Everything that a fuzzer has found worth keeping, replayed through the very bodies that it fuzzes.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "../../fuzz/src/lib.rs"]
mod fuzz;

use std::{fs, path::Path};

#[test]
fn what_was_found_once_holds() {
    for (target, body) in fuzz::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
        let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        assert!(!files.is_empty(), "no corpus for {target}");
        for file in files {
            // The last one that is named is the one that failed.
            println!("{}", file.display());
            body(&fs::read(&file).unwrap());
        }
    }
}
