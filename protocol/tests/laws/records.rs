//! Whole games by peers: records, limits and determinism.

use marque_protocol::{
    audit::verdict,
    log::{Log, Novelty, Refusal},
    record::{self, Damage, MAGIC},
    rules::{Due, Seat},
    sim::{Network, Report, Setup, below, lies_of, play, stream},
    table::Duty,
};

use super::bout::{Case, Here, cases, default_cases};

/// Cuts of one record that are read again.
const CUTS_MOST: usize = 12;

fn played(case: &Case, seed: u64, network: Network) -> Report {
    let (game, options) = (case.card.id.to_owned(), case.options.clone());
    play(&Setup { game, options, seats: case.seats, seed, network, liar: None })
}

/// Every card with its defaults, and one other set of options of each.
fn few_cases() -> Vec<Case> {
    let mut others: Vec<Case> = cases().into_iter().filter(|case| case.choices.len() > 1).collect();
    others.dedup_by_key(|case| case.card.id);
    default_cases().chain(others).collect()
}

#[test]
fn games_keep_to_the_limits_of_their_card() {
    for case in few_cases() {
        let _here = Here::at(&case, 1);
        let report = played(&case, 1, Network::Calm);
        assert!(report.converged && report.records_agree, "{:?}", report.notes);
        for (_, bytes) in &report.records {
            let log = record::read(bytes).unwrap().log;
            assert_eq!(log.table().duty(), Duty::Over);
            let offers = log.table().offers();
            let over = matches!(log.table().position().due(), Due::Over(_));
            assert!(over || offers.drawn(), "it ended by its own rules or by agreement");
            assert!(log.table().number() - offers.parleys() < case.card.entries);
            assert!(log.table().link_number() <= case.card.draws + 1);
            assert!(bytes.len() < 4 << 20, "a record of {} bytes", bytes.len());
        }
    }
}

#[test]
fn one_seed_is_one_game() {
    for case in default_cases() {
        for (seed, network) in [(2, Network::Calm), (3, Network::Rough)] {
            let _here = Here::at(&case, seed);
            let (one, two) = (played(&case, seed, network), played(&case, seed, network));
            assert!(one.converged, "{:?}", one.notes);
            assert!(one.records == two.records, "two games of one seed differ");
            assert_eq!((one.time_ms, one.bytes), (two.time_ms, two.bytes));
        }
    }
}

/// Where the items of a record end, the header's end first.
fn cuts(bytes: &[u8]) -> Vec<usize> {
    let mut at = MAGIC.len();
    let mut cuts = vec![at];
    while let Some(length) = bytes.get(at..at + 4) {
        at += 4 + u32::from_le_bytes(length.try_into().unwrap()) as usize + 8;
        cuts.push(at);
    }
    assert_eq!(at, bytes.len());
    cuts
}

#[test]
fn a_record_reads_back_and_so_does_every_beginning_of_it() {
    for case in default_cases() {
        let _here = Here::at(&case, 4);
        let report = played(&case, 4, Network::Calm);
        for (_, bytes) in report.records.iter().take(1) {
            let whole = record::read(bytes).unwrap();
            assert_eq!((whole.damage, whole.good), (None, bytes.len()));
            assert_eq!(record::write(&whole.log), *bytes);
            let cuts = cuts(bytes);
            let step = cuts.len().div_ceil(CUTS_MOST);
            for (statements, cut) in cuts.iter().skip(1).enumerate().step_by(step) {
                let part = record::read(&bytes[..*cut]).unwrap();
                assert_eq!((&part.damage, part.good, part.statements.len()), (&None, *cut, statements));
                let table = part.log.table();
                let then = whole.log.table_at(table.number() as usize).unwrap();
                assert_eq!((then.head(), then.position()), (table.head(), table.position()));
                if let Some(byte) = bytes.get(*cut) {
                    let torn = record::read(&bytes[..cut + 5]).unwrap();
                    assert_eq!((torn.damage, torn.good), (Some(Damage::Torn), *cut), "{byte}");
                }
            }
        }
    }
}

#[test]
fn a_record_is_good_up_to_its_first_changed_byte() {
    let case = default_cases().min_by_key(|case| case.options.laws().slots).unwrap();
    let report = played(&case, 6, Network::Calm);
    let bytes = &report.records[0].1;
    let (cuts, mut rng) = (cuts(bytes), stream(6, 80));
    // Any byte behind the agreement; and of every item one of its length and one of its check.
    let any = (0..60).map(|_| cuts[1] + below(&mut rng, (bytes.len() - cuts[1]) as u64) as usize);
    let own = cuts.windows(2).skip(1).flat_map(|item| [item[0], item[1] - 1, item[1] - 8]);
    for at in any.chain(own).collect::<Vec<_>>() {
        let _here = Here(format!("{case}, seed 6, byte {at}"));
        let mut changed = bytes.clone();
        changed[at] ^= 1 << below(&mut rng, 8);
        let read = record::read(&changed).unwrap();
        assert!(read.damage.is_some());
        assert_eq!(read.good, cuts.iter().copied().rfind(|cut| *cut <= at).unwrap());
    }
}

#[test]
fn statements_make_the_same_log_in_whatever_order_they_come() {
    for case in default_cases() {
        let games = if case.options.laws().slots < 100 { 12 } else { 1 };
        for seed in 0..games {
            let _here = Here::at(&case, seed);
            let report = played(&case, seed, Network::Rough);
            let logs: Vec<Log> =
                report.records.iter().map(|(_, bytes)| record::read(bytes).unwrap().log).collect();
            let shuffled = in_any_order(&logs[0], seed).unwrap();
            let (table, other) = (logs[0].table(), shuffled.table());
            assert_eq!((table.head(), table.position()), (other.head(), other.position()));
            assert_eq!(verdict(&logs[0]), verdict(&shuffled));
        }
    }
}

#[test]
fn lies_make_the_same_log_in_whatever_order_they_come() {
    let mut compared = 0;
    for case in default_cases().filter(|case| case.options.laws().slots < 100) {
        let lies = lies_of(case.card.id, case.seats).into_iter().filter(|lie| lie.fits(&case.options));
        for (lie, seed) in lies.zip(0..) {
            let _here = Here(format!("{case}, {}, seed {seed}", lie.name));
            let liar = Some((Seat(seed as u8 % case.seats as u8), lie));
            let (game, options, network) = (case.card.id.to_owned(), case.options.clone(), Network::Calm);
            let report = play(&Setup { game, options, seats: case.seats, seed, network, liar });
            let log = record::read(&report.records[0].1).unwrap().log;
            let shuffled = in_any_order(&log, seed).expect("everything is taken in the end");
            assert_eq!(log.table().head(), shuffled.table().head());
            assert_eq!(verdict(&log), verdict(&shuffled));
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}

/// A log that is given the statements of another in random order, each again until it is taken; none
/// if some are never taken.
fn in_any_order(like: &Log, seed: u64) -> Option<Log> {
    let mut rng = stream(seed, 81);
    let mut log = Log::new(like.agreed().clone());
    let mut left = like.statements().to_vec();
    for index in (1..left.len()).rev() {
        left.swap(index, below(&mut rng, index as u64 + 1) as usize);
    }
    while !left.is_empty() {
        let before = left.len();
        left.retain(|signed| match log.insert(signed.clone()) {
            Ok(Novelty::New | Novelty::Known) => false,
            Err(Refusal::Gap | Refusal::NotDue) => true,
            Err(refusal) => panic!("{refusal}"),
        });
        if left.len() == before {
            return None;
        }
    }
    Some(log)
}
