//! The disk refuses: the process says so and ends, and has sent nothing that it could not keep.

use std::{collections::BTreeMap, io::ErrorKind};

use super::{
    bout::{Bout, Fault, Plan},
    disk::Loss,
    power::{Tally, calm, plan},
};

/// Plays with one error and says what the process said of it, if it was one.
fn fails(plan: &Plan, number: usize, kind: ErrorKind, loss: Loss) -> Vec<String> {
    let faults = BTreeMap::from([(number, Fault::Error(kind, loss))]);
    let mut bout = Bout::new(&Plan { faults, ..plan.clone() });
    bout.play(|_| false);
    bout.check();
    bout.errors
}

/// An error where nothing was to be kept: a probe, or a frame. It ends the process all the same.
#[test]
fn every_step_may_fail() {
    let kinds = [
        (ErrorKind::StorageFull, "make room"),
        (ErrorKind::QuotaExceeded, "make room"),
        (ErrorKind::FileTooLarge, "make room"),
        (ErrorKind::ReadOnlyFilesystem, "--profile"),
        (ErrorKind::PermissionDenied, "--profile"),
        (ErrorKind::Other, ""),
    ];
    let mut tally = Tally::default();
    for victim in 0..2 {
        let plan = plan(victim);
        let cases = kinds.into_iter().cycle().zip(Loss::ALL.into_iter().cycle().skip(victim));
        for ((number, place), ((kind, advice), loss)) in (1..).zip(&calm(&plan)).zip(cases) {
            let told = fails(&plan, number, kind, loss);
            tally.add(place);
            let [told] = told.as_slice() else { panic!("{place:?}: told {told:?}") };
            if !place.0.starts_with("game.sen") {
                assert!(told.contains(advice) && told.contains('/'), "{place:?}: {told}");
            }
        }
    }
    tally.show("one error");
}

/// A sync that failed may have lost the page although it can still be read.
#[test]
fn what_could_not_be_synced_is_never_relied_on() {
    let mut tally = Tally::default();
    for victim in 0..2 {
        let plan = plan(victim);
        let steps = calm(&plan);
        for (number, place) in (1..).zip(&steps).filter(|(_, (place, _))| place.ends_with(".written")) {
            for loss in [Loss::Kept, Loss::Lost] {
                fails(&plan, number, ErrorKind::Other, loss);
                tally.add(place);
            }
        }
    }
    tally.show("failed syncs");
}
