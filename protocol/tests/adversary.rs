//! Seats that sign anything, against honest peers: one chain, one verdict, nobody honest convicted.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "adversary/villain.rs"]
mod villain;
#[path = "adversary/world.rs"]
mod world;

use std::{collections::BTreeMap, ops::Range, sync::Arc, time::Instant};

use marque_protocol::{
    audit::{Verdict, verdict},
    fault::Fault,
    log::{Log, Refusal},
    rules::Seat,
    seal::Digest,
    sim::{below, stream, table_of},
    statement::{Body, Signed, Spot, Statement},
    terms::Agreed,
};
use world::{Setup, convictions, play};

/// Plays seed after seed; whatever the villains sign, honest peers agree and the game ends.
fn agree(seats: usize, seeds: Range<u64>) {
    for seed in seeds {
        let setup = Setup::random(seats, seed);
        let wrong = play(setup.clone()).wrong;
        assert!(wrong.is_empty(), "{seats} seats, seed {seed}, {setup:?}: {wrong:?}");
    }
}

#[test]
fn two_seats_agree_whatever_one_signs() {
    agree(2, 0..80);
}

#[test]
fn three_seats_agree_whatever_two_sign() {
    agree(3, 0..60);
}

#[test]
fn four_seats_agree_whatever_two_sign() {
    agree(4, 0..24);
}

type Outcome = (Digest, BTreeMap<Seat, (Fault, u32)>, Verdict);

/// What a log makes of these statements in a random order; what stands on nothing yet is tried again.
fn outcome(agreed: &Arc<Agreed>, statements: &[Signed], seed: u64) -> Outcome {
    let mut rng = stream(seed, 70);
    let mut open = statements.to_vec();
    for at in (1..open.len()).rev() {
        open.swap(at, below(&mut rng, at as u64 + 1) as usize);
    }
    let mut log = Log::new(agreed.clone());
    loop {
        let before = open.len();
        open.retain(|signed| log.insert(signed.clone()) == Err(Refusal::Gap));
        if open.len() == before {
            return (log.table().head(), convictions(&log), verdict(&log));
        }
    }
}

#[test]
fn the_order_of_arrival_changes_nothing() {
    for (seats, seeds) in [(2, 16), (3, 12), (4, 4)] {
        for seed in 0..seeds {
            let end = play(Setup::random(seats, seed));
            let first = outcome(&end.agreed, &end.statements, 0);
            for order in 1..5 {
                let other = outcome(&end.agreed, &end.statements, order);
                assert_eq!(other, first, "{seats} seats, seed {seed}, order {order}");
            }
        }
    }
}

/// On every spot a villain votes in every way, resigns and tells results: what is kept is bounded by
/// the number of spots.
#[test]
fn a_flood_is_kept_within_bounds() {
    let end = play(Setup { villains: Vec::new(), budget: 0, ..Setup::random(3, 1) });
    let (_, hands) = table_of("drill", &end.agreed.options, 3, 1);
    let signing = hands[2].0.signing();
    let begun = Instant::now();
    let mut log = Log::new(end.agreed.clone());
    let mut open = end.statements.clone();
    while !open.is_empty() {
        open.retain(|signed| log.insert(signed.clone()) == Err(Refusal::Gap));
    }
    let (honest, took) = (log.statements().len(), begun.elapsed());
    let spots: Vec<Spot> = (0..=log.chain().len()).map(|n| log.table_at(n).unwrap().spot()).collect();
    let begun = Instant::now();
    let mut said = 0u32;
    for &spot in &spots {
        let sets = [vec![Seat(0)], vec![Seat(1)], vec![Seat(0), Seat(1)]];
        let mut flood = vec![Statement::Resign(spot), Statement::Result(spot)];
        flood.extend(sets.map(|set| Statement::Overdue(spot, set)));
        for n in 0..12 {
            flood.push(Statement::Seen(spot, [n; 32]));
            flood.push(Statement::Seen(Spot { number: spot.number + 1 + u32::from(n), ..spot }, [n; 32]));
            flood.push(Statement::Entry(spot, Body::Link([n; 32])));
        }
        for statement in flood {
            said += 1;
            let _ = log.insert(Signed::make(&signing, Seat(2), &end.agreed.id, &statement));
        }
    }
    let kept = log.statements().len() - honest;
    println!("{honest} honest statements {took:?}; {kept} of {said} flooded kept, {:?}", begun.elapsed());
    assert!(kept <= 12 * spots.len(), "{kept} of {said} statements kept on {} spots", spots.len());
}
