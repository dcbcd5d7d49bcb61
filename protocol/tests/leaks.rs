//! What an opponent has seen determines nothing but what the rules grant.
//!
//! Commitments hide perfectly, and the proof of the laws is masked; what tells something are the opened
//! lines (P-38) and the laws with an exact number (P-32), each with the sum of its blindings. Another
//! lawful chart under the same commitments, P = b·G + r·H, has other blindings, r' = r + (b − b')·log G.
//! With them a line opens exactly as before if, and only if, it has the same sum in both charts; and in
//! P-81 the same responses, f = b·x + a, come from other masks. So two charts cannot be told apart
//! exactly where their difference is 0 along all opened lines, and the question is one of arithmetic:
//!
//! * every layout that would have said the same words, by the rules alone, has all opened sums;
//! * every layout that would have said something else misses one of those opened with these words.
//!
//! The first is secrecy, the second proof. Rules, slots and layouts are written here once more, from the
//! specification. Beside it everything that follows from opened lines is computed, and whatever of it
//! means something to people (one slot, a length on a cell, a direction) must have the same value in
//! every layout that said the same.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "leaks/bout.rs"]
mod bout;
#[path = "leaks/sea.rs"]
mod sea;
#[path = "leaks/span.rs"]
mod span;
#[path = "leaks/tale.rs"]
mod tale;

use bout::{Way, play};
use marque_protocol::{
    games::duel::{Duel, Fleet, Options},
    rules::Game as _,
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng, seq::SliceRandom as _};
use sea::Sea;
use tale::{Findings, Tale};

const SMALL: Options = Options { size: 7, mines: false, ..Options::MINES };

/// All layouts of a sea, one after the other in one list.
struct Every {
    things: usize,
    slots: Vec<u16>,
}

impl Every {
    fn new(options: Options) -> Every {
        let sea = Sea::new(options);
        let mut slots = Vec::new();
        sea.each(&[], &mut |layout| slots.extend_from_slice(layout));
        Every { things: sea.kinds.iter().map(|kind| kind.count).sum(), slots }
    }

    fn layouts(&self) -> impl Iterator<Item = &[u16]> {
        self.slots.chunks(self.things)
    }

    fn any(&self, rng: &mut ChaCha8Rng) -> Vec<u16> {
        let number = rng.random_range(0..self.slots.len() / self.things);
        self.layouts().nth(number).unwrap().to_vec()
    }
}

/// A layout of the engine.
fn dealt(sea: &Sea, rng: &mut ChaCha8Rng) -> Vec<u16> {
    let layout = Duel::random_layout(&sea.options, rng).unwrap();
    let chart = Duel::chart(&sea.options, &layout).unwrap();
    sea.slots(|slot| chart.values()[usize::from(slot)] == 1)
}

/// Nothing is told that the rules do not grant, and nothing is granted that is not proven.
fn judge<'a>(tales: impl IntoIterator<Item = &'a Tale<'a>>) {
    let mut total = [0; 3];
    let (mut alike, mut rounds) = (0, 0);
    for tale in tales {
        let found = &tale.findings;
        if let Some(leak) = [&found.opened, &found.derived, &found.unproven].into_iter().flatten().next() {
            panic!("{leak}");
        }
        total.iter_mut().zip(tale.size()).for_each(|(sum, n)| *sum += n);
        alike += found.alike.iter().sum::<u64>();
        rounds += found.alike.iter().filter(|&&alike| alike > 1).count();
    }
    let [all, lines, derived] = total;
    println!("{all} rounds, {rounds} that other layouts could tell; {alike} comparisons with such layouts");
    println!("{lines} independent opened lines, {derived} things that follow from them");
    assert!(rounds * 2 > all, "in most rounds something is left to hide");
}

/// Games on the smallest board that holds the fleet, against every layout there is.
fn every_layout(fleet: Fleet, count: usize) {
    let every = Every::new(Options { fleet, ..SMALL });
    assert_eq!(every.layouts().count(), count);
    for bits in 0..8u8 {
        let on = |bit: u8| bits & bit != 0;
        let options = Options { fleet, salvo: on(1), again: on(2), halo: on(4), ..SMALL };
        let sea = Sea::new(options);
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(bits));
        println!("{options:?}, seed {bits}");
        let mut tales = play(&sea, [every.any(&mut rng), every.any(&mut rng)], &mut rng, Way::Fair);
        for tale in &mut tales {
            every.layouts().for_each(|layout| tale.compare(layout));
        }
        judge(&tales);
    }
}

#[test]
fn a_small_classic_fleet_tells_no_more_than_its_answers() {
    every_layout(Fleet::Classic, 405_864);
}

#[test]
fn a_small_russian_fleet_tells_no_more_than_its_answers() {
    every_layout(Fleet::Russian, 406_664);
}

#[test]
fn all_sixteen_million_fleets_on_8x8() {
    let sea = Sea::new(Options { size: 8, mines: false, salvo: true, ..Options::MINES });
    let seed = 1;
    println!("seed {seed}");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tales = play(&sea, [dealt(&sea, &mut rng), dealt(&sea, &mut rng)], &mut rng, Way::Fair);
    let mut count = 0;
    sea.each(&[], &mut |layout| {
        count += 1;
        tales[0].compare(layout);
    });
    assert_eq!(count, 16_546_192);
    judge(&tales[..1]);
}

/// Follows all layouts that differ from the true one in up to `free` things out of it, four times others.
fn neighbours(sea: &Sea, tale: &mut Tale, rng: &mut ChaCha8Rng, free: usize) {
    for _ in 0..4 {
        let mut fixed = tale.truth.clone();
        fixed.shuffle(rng);
        fixed.truncate(fixed.len() - free);
        sea.each(&fixed, &mut |layout| tale.compare(layout));
    }
}

#[test]
fn games_with_mines_and_of_full_size() {
    let small = Options { size: 8, ..Options::MINES };
    // The more is free the more layouts: up to millions in each line.
    let all = [
        (small, 4),
        (Options { salvo: true, again: true, ..small }, 5),
        (Options { fleet: Fleet::Russian, again: true, ..small }, 5),
        (Options { fleet: Fleet::Russian, salvo: true, ..small }, 5),
        (Options::CLASSIC, 3),
        (Options::MINES, 2),
        (Options { size: 12, salvo: true, ..Options::MINES }, 2),
        (Options { size: 15, fleet: Fleet::Russian, salvo: true, again: true, ..Options::MINES }, 2),
    ];
    for (seed, (options, free)) in (0..).zip(all) {
        println!("{options:?}, seed {seed}");
        let sea = Sea::new(options);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut tales = play(&sea, [dealt(&sea, &mut rng), dealt(&sea, &mut rng)], &mut rng, Way::Fair);
        tales.iter_mut().for_each(|tale| neighbours(&sea, tale, &mut rng, free));
        judge(&tales);
    }
}

/// Plays on one sea in one way until `found` or so many games are over; what was found.
fn find(sea: &Sea, way: Way, games: u64, found: impl Fn(&Findings) -> bool) -> Vec<Findings> {
    let mut all = Vec::new();
    for seed in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for mut tale in play(sea, [dealt(sea, &mut rng), dealt(sea, &mut rng)], &mut rng, way) {
            neighbours(sea, &mut tale, &mut rng, 3);
            all.push(tale.findings);
        }
        if all.iter().any(&found) {
            break;
        }
    }
    all
}

/// With mines, so that every kind of words occurs.
const TESTED: Options = Options { size: 8, again: true, salvo: true, ..Options::MINES };

#[test]
fn openings_that_tell_too_much_are_found() {
    let sea = Sea::new(TESTED);
    let expect = |way, found: fn(&Findings) -> Option<&String>| {
        let all = find(&sea, way, 60, |findings| found(findings).is_some());
        let first = all.iter().find(|findings| found(findings).is_some());
        let first = first.unwrap_or_else(|| panic!("{way:?} is not found"));
        println!("{way:?}: {}", found(first).unwrap());
        assert_eq!(
            first.opened.is_some(),
            way != Way::Silent,
            "what follows from opened lines tells no more"
        );
    };
    for way in [Way::EachPlacement, Way::EachDirection, Way::EachLength, Way::Difference] {
        expect(way, |found| found.derived.as_ref());
    }
    expect(Way::Around, |found| found.opened.as_ref());
    expect(Way::Damage, |found| found.opened.as_ref());
    expect(Way::Silent, |found| found.unproven.as_ref());
}

/// It is what they tell that counts, not how many there are.
#[test]
fn openings_that_only_repeat_what_is_known_are_no_leaks() {
    let sea = Sea::new(TESTED);
    for way in [Way::EachMissed, Way::Whole, Way::NoMine] {
        for found in find(&sea, way, 2, |_| false) {
            assert_eq!([found.opened, found.derived, found.unproven], [None, None, None], "{way:?}");
        }
    }
}
