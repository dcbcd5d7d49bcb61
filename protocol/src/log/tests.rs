//! Heads that follow without an entry that names them have a most.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::{
    games::Options,
    seal::{Context, Seal, Secret},
    sim::table_of,
};

/// Every seat seals twice and resigns: whoever stands on a head that nobody has makes the log look for it among
/// all that could follow from that.
#[test]
fn a_head_that_nobody_has_is_looked_for_among_so_many_at_the_most() {
    let (agreed, hands) = table_of("drill", &Options::choose("drill", &[]).unwrap(), 4, 1);
    let mut log = Log::new(agreed.clone());
    let laws = agreed.options.laws();
    let start = Spot { number: 0, previous: agreed.id };
    for (seat, (keys, chart)) in Seat::all(4).zip(&hands) {
        let sign = |statement: &Statement| Signed::make(&keys.signing(), seat, &agreed.id, statement);
        let spot = seal_spot(&agreed, seat);
        let Spot { number, previous } = spot;
        let context = Context { game: agreed.id, seat: seat.0, number, previous };
        let secret = Secret::new(agreed.id, seat.0, keys.seed(), chart.clone());
        for tip in [[1; 32], [2; 32]] {
            let seal = Seal::make(&secret, &laws, &tip, &context).unwrap();
            log.insert(sign(&Statement::Entry(spot, Body::Seal { seal, tip }))).unwrap();
        }
        log.insert(sign(&Statement::Resign(start))).unwrap();
    }
    let vote = Statement::Seen(Spot { number: 12, previous: [9; 32] }, [9; 32]);
    let vote = Signed::make(&hands.first().unwrap().0.signing(), Seat(0), &agreed.id, &vote);
    for number in [8, 12, 16] {
        log.explore(number);
    }
    assert_eq!(log.insert(vote), Err(Refusal::Gap));
    assert_eq!(log.branches.len(), log.chain.len() + BRANCHES_MOST);
}
