//! Friends offer one another a draw, and to go on another day.

use std::collections::BTreeSet;

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use marque_protocol::audit::{Outcome, verdict};

use crate::{
    desk::Desk,
    friends::{Friends, fire, record_in},
};

/// Both at the battle; whoever begins comes first.
fn battle() -> Friends {
    let mut friends = Friends::meet();
    friends.lay();
    for desk in &mut friends.desks {
        desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    }
    if !friends.desks[0].shows("Your shot") {
        friends.desks.reverse();
        friends.folders.reverse();
    }
    friends
}

impl Desk {
    fn offers(&mut self, what: &str) {
        self.click("Offer …");
        self.click(what);
    }

    /// Whether a button is there, and can be used.
    fn can(&self, button: &str) -> bool {
        self.window.query_by_label(button).is_some_and(|node| !node.accesskit_node().is_disabled())
    }
}

/// One fires until it is the other's turn.
fn until_the_others_turn(one: &mut Desk, other: &mut Desk) {
    let mut fired = BTreeSet::new();
    while !other.shows("Your shot") {
        if one.shows("Your shot") {
            fire(one, &mut fired);
        }
        one.step();
        other.step();
    }
}

#[test]
fn a_game_is_adjourned_and_goes_on_another_day() {
    let mut friends = battle();
    let [one, other] = &mut friends.desks;
    other.click("Offer …");
    assert!(!other.can("Offer to adjourn"), "only at the own turn");
    other.click("Offer …");
    one.offers("Offer to adjourn");
    one.until("the own offer", |desk| desk.shows("You want to go on another day"));
    other.until("the offer", |desk| desk.shows("offers to go on another day."));
    assert!(!other.can("Accept and adjourn"), "only at the own turn");
    assert!(one.shows("Your shot"), "the turn is not over by it");
    until_the_others_turn(one, other);
    other.click("Accept and adjourn");
    for desk in [&mut *one, &mut *other] {
        desk.until("the first screen", |desk| desk.shows("Go on with a game"));
        assert!(desk.shows(", adjourned"));
        assert!(!desk.shows("not finish"), "nothing went wrong");
    }
    for desk in [&mut *one, &mut *other] {
        desk.click("Go on with a game");
    }
    for desk in [&mut *one, &mut *other] {
        desk.until("the game", |desk| desk.shows("The game was adjourned"));
    }
    other.until("its turn", |desk| desk.shows("Your shot"));
    assert!(!other.shows(" left"), "no time runs");
    until_the_others_turn(other, one);
    for desk in [&mut *one, &mut *other] {
        desk.until("the clock", |desk| desk.shows(" left"));
        assert!(!desk.shows("The game was adjourned"));
    }
    one.click("Leave");
    one.until("the first screen", |desk| desk.shows("Go on with a game"));
    assert!(!one.shows(", adjourned"), "it was one of the two that left");
}

#[test]
fn a_draw_is_declined_by_playing_on_and_agreed_at_last() {
    let mut friends = battle();
    let [one, other] = &mut friends.desks;
    one.offers("Offer a draw");
    one.until("the own offer", |desk| desk.shows("You want a draw"));
    one.offers("Take back the offer of a draw");
    one.until("no offer", |desk| !desk.shows("You want a draw"));
    one.offers("Offer a draw");
    other.until("the offer", |desk| desk.shows("offers a draw."));
    until_the_others_turn(one, other);
    assert!(other.can("Accept the draw"));
    until_the_others_turn(other, one);
    for desk in [&mut *one, &mut *other] {
        desk.until("the refusal", |desk| desk.shows("no draw"));
        assert!(!desk.shows("You want a draw") && !desk.can("Accept the draw"));
    }
    one.offers("Offer a draw");
    until_the_others_turn(one, other);
    other.click("Accept the draw");
    for desk in [&mut *one, &mut *other] {
        desk.until("the record", |desk| desk.shows("Record:"));
        assert!(desk.shows("The players have agreed to end it."));
        assert!(desk.shows("Nobody has won"));
    }
    let records = friends.folders.each_ref().map(|folder| record_in(folder.path()));
    for read in &records {
        let verdict = verdict(&read.log);
        assert_eq!((verdict.outcome, verdict.winner), (Outcome::Agreed, None));
        assert_eq!(read.log.table().head(), records[0].log.table().head());
    }
}
