//! Writes the files of `protocol/tests/vectors` anew: the same bytes each time.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "cases.rs"]
mod cases;

use std::{error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            fs::remove_file(path)?;
        }
    }
    let cases = cases::all();
    for case in &cases {
        fs::write(folder.join(case.file()), case.text())?;
    }
    println!("{} vectors", cases.len());
    Ok(())
}
