//! What `marque verify --json` says of a record, without its sentences.

use marque_protocol::{
    audit::{Outcome, verdict},
    record,
};
use serde_json::{Value, json};

/// Exit code and verdict.
pub fn of(bytes: &[u8]) -> Value {
    let damaged = json!({ "exit": 4, "verdict": { "game": null, "outcome": "damaged", "fault": null } });
    let Ok(read) = record::read(bytes) else { return damaged };
    // The practice game is compiled in here, and is no game of the specification.
    if read.damage.is_some() || read.log.agreed().card.practice {
        return damaged;
    }
    let verdict = verdict(&read.log);
    let exit = match verdict.outcome {
        _ if !verdict.faults.is_empty() => 3,
        Outcome::Unfinished => 1,
        _ => 0,
    };
    let fault = verdict
        .faults
        .first()
        .map(|proof| json!({ "seat": proof.seat.0, "entry": proof.entry, "rule": proof.fault.rule() }));
    let verdict = json!({
        "game": read.log.agreed().terms.game,
        "seats": read.log.agreed().seats(),
        "entries": verdict.entries,
        "outcome": verdict.outcome.word(),
        "winner": verdict.winner.map(|seat| seat.0),
        "honest": verdict.faults.is_empty(),
        "fault": fault,
        "audited": verdict.audited(),
    });
    json!({ "exit": exit, "verdict": verdict })
}
