//! Limits of section 17 of the specification that nothing else reaches: what one more of each comes to.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "laws/mesh.rs"]
mod mesh;

use std::sync::Arc;

use marque_protocol::{
    log::{Log, Novelty, Refusal},
    peer::Input,
    record::{self, Damage, ITEM_MOST, Item, MAGIC, Writer},
    rules::{Card, Seat},
    statement::{Body, NoStatement, Opened, Proposal, Signed, Statement},
    table::Duty,
    terms::{Agreed, Signature},
    wire,
};
use mesh::{A, Mesh, mesh};

/// The same game, of which the card allows no more entries than these.
fn shorter(mesh: &Mesh, entries: u32) -> Arc<Agreed> {
    let card = mesh.agreed.card;
    let card = Card { entries, seats: card.seats.clone(), ..*card };
    let mut agreed = mesh.agreed.agreement.clone().check().unwrap();
    Arc::get_mut(&mut agreed).unwrap().card = Box::leak(Box::new(card));
    agreed
}

#[test]
fn a_game_is_over_at_the_most_entries_of_its_card_and_offers_do_not_count() {
    let mut mesh = mesh("drill", 2, 1, &[]);
    let Duty::Act(due) = mesh.duty(A) else { panic!("{:?}", mesh.duty(A)) };
    let before = mesh.log(A).table().number();
    for word in [Input::Offer(Proposal::Draw), Input::Withdraw(Proposal::Draw)] {
        mesh.input(due, word).unwrap();
        mesh.run();
    }
    mesh.finish(&[]);
    let most = before + 3;
    let mut log = Log::new(shorter(&mesh, most));
    for signed in mesh.log(A).statements() {
        let _ = log.insert(signed.clone());
    }
    assert_eq!((log.table().duty(), log.table().number()), (Duty::Over, most + 2));
    assert!(mesh.log(A).table().number() > most + 2, "the whole game is longer");
}

#[test]
fn of_what_a_seat_says_twice_too_often_no_more_is_kept() {
    let mut mesh = mesh("drill", 2, 2, &[]);
    let Duty::Act(due) = mesh.duty(A) else { panic!("{:?}", mesh.duty(A)) };
    let spot = mesh.spot(A);
    let says = |log: &mut Log, most: usize, say: &dyn Fn(u8) -> Signed| {
        for n in 0..6 {
            let expected = if usize::from(n) < most { Novelty::New } else { Novelty::Known };
            assert_eq!(log.insert(say(n)), Ok(expected), "number {n}");
        }
    };
    let other = Seat(1 - due.0);
    says(&mut mesh.copy(A), 2, &|n| mesh.entry(due, spot, Body::Link([n; 32])));
    says(&mut mesh.copy(A), 4, &|n| mesh.sign(other, &Statement::Seen(spot, [n; 32])));
    mesh.finish(&[]);
    let (end, slots) = (mesh.spot(A), mesh.node(other).chart.values().len());
    let statements = mesh.log(A).statements().to_vec();
    let mut log = Log::new(mesh.agreed.clone());
    for signed in statements {
        if !matches!(signed.open(&mesh.agreed), Ok(Statement::Chart(..))) {
            log.insert(signed).unwrap();
        }
    }
    says(&mut log, 2, &|n| {
        mesh.sign(other, &Statement::Chart(end, Opened { seed: [n; 32], values: vec![0; slots] }))
    });
}

#[test]
fn an_item_of_a_record_is_not_looked_at_if_it_is_too_long() {
    let mesh = mesh("drill", 2, 1, &[]);
    let item = |length: usize| {
        let said = |bytes| Item::Said(Signed { seat: A, signature: Signature([0; 32], [0; 32]), bytes });
        let rest = wire::encode(&said(vec![0; length])).len() - length;
        said(vec![0; length - rest])
    };
    for (length, damage) in [
        (ITEM_MOST, Damage::Foreign(Refusal::NoStatement(NoStatement::Oversized))),
        (ITEM_MOST + 1, Damage::Changed),
    ] {
        let mut writer = Writer::default();
        let mut file = MAGIC.to_vec();
        file.extend(writer.item(&Item::Agreement(mesh.agreed.agreement.clone())));
        file.extend(writer.item(&item(length)));
        assert_eq!(record::read(&file).unwrap().damage, Some(damage), "{length} bytes");
    }
}
