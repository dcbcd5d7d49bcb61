//! `verify` and `replay`: records, offline.

use std::{
    fs::File,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::Args;
use marque_protocol::{
    audit::{Outcome, Verdict, verdict},
    log::Step,
    record::{self, Read},
    rules::Seat,
};
use serde_json::{Value, json};

use super::say;
use crate::{
    archive::{self, ArchiveError},
    helm::Happened,
    words,
};

/// No fault, but unfinished.
const UNFINISHED: u8 = 1;
/// A fault is proven.
const FAULT: u8 = 3;
/// Damaged or unknown.
const DAMAGED: u8 = 4;

#[derive(Args)]
pub(super) struct Verify {
    /// Records
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(super) struct Replay {
    /// A record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only what this seat says
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
}

fn load(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = File::open(path).map_err(ArchiveError::Unreadable).and_then(archive::load);
    bytes.with_context(|| path.display().to_string())
}

pub(super) fn verify(verify: &Verify) -> anyhow::Result<ExitCode> {
    let mut worst = 0;
    for path in &verify.files {
        let (code, object, text) = judge(path);
        worst = worst.max(code);
        if verify.json {
            say(&object)?;
        } else {
            say(format!("{}: {text}", path.display()))?;
        }
    }
    Ok(ExitCode::from(worst))
}

fn judge(path: &Path) -> (u8, Value, String) {
    let file = path.display().to_string();
    let broken = |why: String| {
        let object = json!({ "file": file, "game": null, "outcome": "damaged", "fault": null, "text": why });
        (DAMAGED, object, why)
    };
    let bytes = match load(path) {
        Ok(bytes) => bytes,
        Err(error) => return broken(format!("{error:#}")),
    };
    let read = match record::read(&bytes) {
        Ok(read) => read,
        Err(error) => return broken(error.to_string()),
    };
    let (agreed, verdict) = (read.log.agreed().clone(), verdict(&read.log));
    if let Some(damage) = &read.damage {
        return broken(words::damaged(damage, verdict.entries, read.good));
    }
    let code = match verdict.outcome {
        _ if !verdict.faults.is_empty() => FAULT,
        Outcome::Unfinished => UNFINISHED,
        _ => 0,
    };
    let object = object(&file, &read, &verdict);
    (code, object, words::verdict(&agreed, &verdict))
}

fn object(file: &str, read: &Read, verdict: &Verdict) -> Value {
    let fault = verdict.faults.first().map(|proof| {
        json!({
            "seat": proof.seat.0,
            "entry": proof.entry,
            "rule": proof.fault.rule(),
            "text": proof.fault.to_string(),
        })
    });
    json!({
        "file": file,
        "game": read.log.agreed().terms.game,
        "seats": read.log.agreed().seats(),
        "entries": verdict.entries,
        "outcome": verdict.outcome.word(),
        "winner": verdict.winner.map(|seat| seat.0),
        "honest": verdict.faults.is_empty(),
        "fault": fault,
        "audited": verdict.audited(),
    })
}

pub(super) fn replay(replay: &Replay) -> anyhow::Result<ExitCode> {
    let mut read = record::read(&load(&replay.file)?)?;
    let agreed = read.log.agreed().clone();
    say(words::begins(&agreed, None))?;
    for Happened { number, step, news } in &Happened::chain(&mut read.log) {
        let by = match step {
            Step::Entry(entry) => Some(entry.seat()),
            Step::Out(_) => None,
        };
        if replay.seat.is_none_or(|seat| by == Some(Seat(seat))) {
            say(words::step(&agreed, *number, step, news))?;
        }
    }
    let verdict = verdict(&read.log);
    say(words::verdict(&agreed, &verdict))?;
    match &read.damage {
        Some(damage) => {
            say(words::damaged(damage, verdict.entries, read.good))?;
            Ok(ExitCode::from(DAMAGED))
        }
        None => Ok(ExitCode::SUCCESS),
    }
}
