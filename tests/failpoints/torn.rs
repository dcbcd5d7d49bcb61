//! Logs whose last entry is there in part, at every byte of it.

use std::{collections::BTreeMap, fs};

use marque_protocol::record;

use super::{
    bout::{Bout, Fault, Plan},
    disk::Loss,
    power::{calm, plan},
};

/// Where the last item of a log begins.
fn last_item(log: &[u8]) -> usize {
    let mut at = record::MAGIC.len();
    loop {
        let length: [u8; 4] = log[at..at + 4].try_into().expect("four bytes");
        let next = at + 4 + u32::from_le_bytes(length) as usize + 8;
        if next == log.len() {
            return at;
        }
        at = next;
    }
}

/// A game whose victim was killed at this step.
fn killed(plan: &Plan, number: usize) -> Bout {
    let faults = BTreeMap::from([(number, Fault::Crash(Loss::Kept))]);
    let mut bout = Bout::new(&Plan { faults, ..plan.clone() });
    bout.play(|bout| bout.steps().len() >= number);
    bout
}

/// Plays on after the log of the killed victim was changed.
fn changed(plan: &Plan, number: usize, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bout = killed(plan, number);
    let path = bout.log(plan.victim);
    let mut bytes = fs::read(&path).expect("readable");
    change(&mut bytes);
    fs::write(path, bytes).expect("can be written");
    bout.play(|_| false);
    bout.check();
}

/// One step at each moment at which the victim has just written something.
fn moments(plan: &Plan) -> Vec<usize> {
    let mut seen = Vec::new();
    let written =
        (1..).zip(calm(plan)).filter(|(_, (place, moment))| place == "log.synced" && *moment != "start");
    written
        .filter(|(_, (_, moment))| {
            !seen.contains(moment) && {
                seen.push(*moment);
                true
            }
        })
        .map(|(number, _)| number)
        .collect()
}

#[test]
fn a_last_entry_may_end_at_every_byte() {
    let mut games = 0;
    for victim in 0..2 {
        let plan = plan(victim);
        for number in moments(&plan) {
            let bytes = fs::read(killed(&plan, number).log(victim)).expect("readable");
            let first = last_item(&bytes);
            // Both ends, and some of the middle; `damage.rs` reads records that are cut anywhere.
            let near = |at: usize| at < first + 6 || at + 10 > bytes.len() || at.is_multiple_of(31);
            for at in (first..bytes.len()).filter(|at| near(*at)) {
                changed(&plan, number, |log| log.truncate(at));
                games += 1;
            }
        }
    }
    println!("torn entries: {games} games");
}

#[test]
fn a_last_entry_may_be_zeros_or_wrong() {
    let plan = plan(1);
    for number in moments(&plan) {
        changed(&plan, number, |log| {
            let first = last_item(log);
            log[first..].fill(0);
        });
        changed(&plan, number, |log| *log.last_mut().expect("not empty") ^= 1);
        changed(&plan, number, |log| log.extend([0; 4096]));
    }
}
