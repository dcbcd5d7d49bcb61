//! Layouts, charts and the laws of the seal.

use marque_protocol::{
    rules::Seat,
    seal::{Chart, Laws},
    sim::{below, stream},
};

use super::bout::{Case, Here, cases};

/// Flipped slots whose layout is asked for, of one chart.
const ASKED_MOST: usize = 40;

#[test]
fn a_layout_is_its_chart() {
    for case in cases().into_iter().filter(|case| case.seats == *case.card.seats.start()) {
        let laws = case.options.laws();
        for seed in 0..3 {
            let _here = Here::at(&case, seed);
            let layout = case.options.random_layout(&mut stream(seed, 70)).unwrap();
            let chart = case.options.chart(&layout).unwrap().unwrap();
            assert_eq!(chart.values().len(), laws.slots as usize);
            assert!(laws.hold(chart.values()), "the laws hold for a random layout");
            let again = case.options.chart(&case.options.layout(&chart).unwrap()).unwrap().unwrap();
            assert_eq!(again.values(), chart.values());
            every_flip(&case, &laws, &chart, seed);
        }
    }
}

/// A chart with one value changed breaks the laws or is another lawful layout.
fn every_flip(case: &Case, laws: &Laws, chart: &Chart, seed: u64) {
    let mut rng = stream(seed, 71);
    let mut values = chart.values().to_vec();
    let slots = values.len();
    for slot in 0..slots {
        for other in [1 - values[slot], 2, 255] {
            let before = std::mem::replace(&mut values[slot], other);
            let lawful = laws.hold(&values);
            assert!(other < 2 || !lawful, "slot {slot} may be {other}");
            if lawful || below(&mut rng, slots as u64) < ASKED_MOST as u64 / 3 {
                stands_for(case, &values, lawful);
            }
            values[slot] = before;
        }
    }
    values.truncate(slots - 1);
    assert!(!laws.hold(&values[..slots.saturating_sub(2)]), "too few slots");
    assert!(case.options.layout(&Chart::new(values)).is_none(), "a slot too few");
}

fn stands_for(case: &Case, values: &[u8], lawful: bool) {
    let layout = case.options.layout(&Chart::new(values.to_vec()));
    assert_eq!(layout.is_some(), lawful, "{values:?}");
    if let Some(layout) = layout {
        assert_eq!(case.options.chart(&layout).unwrap().unwrap().values(), values);
    }
}

#[test]
fn shuffled_charts_are_lawful_or_no_layout() {
    for case in cases().into_iter().filter(|case| case.seats == *case.card.seats.start()) {
        let laws = case.options.laws();
        let _here = Here::at(&case, 5);
        let mut rng = stream(5, 72);
        let layout = case.options.random_layout(&mut rng).unwrap();
        let mut values = case.options.chart(&layout).unwrap().unwrap().values().to_vec();
        for _ in 0..30 {
            let (a, b) = (below(&mut rng, values.len() as u64), below(&mut rng, values.len() as u64));
            values.swap(a as usize, b as usize);
            stands_for(&case, &values, laws.hold(&values));
        }
    }
}

#[test]
fn cards_allow_what_tables_have() {
    for case in cases() {
        let (first, last) = (*case.card.seats.start(), *case.card.seats.end());
        assert!(1 < first && first <= last && last <= Seat::MOST, "{case}");
        for key in case.card.keys {
            assert!(key.values.contains(&key.default), "{case}: {}", key.name);
        }
    }
}
