//! A fleet that is laid out while the game is on.

use std::collections::BTreeSet;

use marque::helm::Order;
use marque_protocol::{
    games::{Layout, Options, duel},
    peer::Refused,
};
use rand::{SeedableRng as _, rngs::ChaCha8Rng};

use crate::talk::Table;

#[test]
fn a_fleet_that_the_rules_forbid_is_refused_and_another_can_be_laid_out() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let table = Table::begin([folders[0].path(), folders[1].path()]);
    table.until(0, |view| view.lay_by.is_some());
    let nothing = Layout::Duel(duel::Layout { ships: Vec::new(), mines: Vec::new() });
    assert!(table.helms[0].order(Order::Lay(nothing)));
    let view = table.until(0, |view| view.refused.is_some());
    assert!(matches!(view.refused, Some(Refused::Illegal(_))));
    assert!(view.lay_by.is_some() && view.own.is_none(), "nothing has changed");
    let options = Options::choose("classic", &[]).unwrap();
    let lawful = options.random_layout(&mut ChaCha8Rng::seed_from_u64(2)).unwrap();
    assert!(table.helms[0].order(Order::Lay(lawful.clone())));
    let view = table.until(0, |view| view.lay_by.is_none());
    let (Some(Layout::Duel(own)), Layout::Duel(lawful)) = (&view.own, &lawful) else { panic!("no fleet") };
    // A layout says nothing of an order.
    let ships = |layout: &duel::Layout| layout.ships.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert!(ships(own) == ships(lawful) && view.refused.is_none());
}
