//! Two people at one window.

use std::{collections::BTreeSet, path::PathBuf};

use egui_kittest::kittest::Queryable as _;
use marque_protocol::audit;

use crate::{
    desk::Desk,
    friends::{fire, is_over, record_in},
};

/// Whether anything of a sea is told.
fn sees_a_sea(desk: &Desk) -> bool {
    desk.shows("Your sea") || desk.shows("Enemy sea") || desk.shows(", water") || desk.shows(", ship")
}

fn sit_down(desk: &mut Desk, player: usize) {
    let ready = format!("I am player {player}");
    desk.until("the screen in between", |desk| desk.shows(&ready));
    assert!(!sees_a_sea(desk), "nobody's sea is shown in between");
    desk.click(&ready);
}

fn lay(desk: &mut Desk, player: usize) {
    sit_down(desk, player);
    desk.until("the placement", |desk| desk.shows("Lay out your fleet"));
    desk.click("Random");
    desk.click("Ready: seal the fleet");
}

fn begin(desk: &mut Desk) {
    desk.click("Two at this computer");
    lay(desk, 1);
    desk.until("the other's turn to lay", |desk| desk.shows("It is the turn of player 2."));
    desk.click("Hand over to player 2");
    lay(desk, 2);
    desk.until("a turn", |desk| desk.shows("Your shot") || desk.shows("It is the turn of player 1."));
}

/// Own ships that are told of, intact or not.
fn own_ships(desk: &Desk) -> BTreeSet<String> {
    let labels = desk.window.query_all_by_label_contains("Your ");
    let labels = labels.filter_map(|node| egui_kittest::kittest::NodeT::accesskit_node(&node).label());
    labels.filter(|label| label.ends_with(", ship")).collect()
}

#[test]
fn two_people_play_a_whole_game_at_one_window() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    begin(&mut desk);
    let mut fired = [BTreeSet::new(), BTreeSet::new()];
    let mut fleets = [BTreeSet::new(), BTreeSet::new()];
    let mut at = 2;
    while !is_over(&desk) {
        let next = 3 - at;
        let hand = format!("Hand over to player {next}");
        desk.until("a turn", |desk| desk.shows("Your shot") || desk.shows(&hand) || is_over(desk));
        if fleets[at - 1].is_empty() {
            fleets[at - 1] = own_ships(&desk);
        }
        if desk.shows(&hand) {
            desk.click(&hand);
            sit_down(&mut desk, next);
            at = next;
        } else if !is_over(&desk) {
            fire(&mut desk, &mut fired[at - 1]);
        }
    }
    assert!(fleets.iter().all(|fleet| fleet.len() > 10), "each saw the own ships: {fleets:?}");
    assert_ne!(fleets[0], fleets[1], "and not those of the other");
    desk.until("the record", |desk| desk.shows("Record:"));
    let profiles = [folder.path().to_owned(), folder.path().join("guest")];
    let kept = |profile: &PathBuf| std::fs::read_dir(profile.join("records")).unwrap().count() == 1;
    desk.until("both records", |_| profiles.iter().all(kept));
    for profile in profiles {
        assert!(audit::verdict(&record_in(&profile).log).winner.is_some());
    }
    desk.click("Home");
    desk.until("the first screen", |desk| desk.shows("Play a bot"));
}

#[test]
fn a_shared_game_that_was_left_goes_on_with_whoever_is_due() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    begin(&mut desk);
    desk.click("Leave");
    desk.until("the first screen", |desk| desk.shows("Go on with a game"));
    assert!(desk.shows("against the second player here"));
    desk.click("Go on with a game");
    desk.until("the screen in between", |desk| desk.shows("I am player"));
    assert!(!sees_a_sea(&desk));
    let first = desk.window.query_by_label("I am player 1").is_some();
    sit_down(&mut desk, if first { 1 } else { 2 });
    desk.until("the turn", |desk| desk.shows("Your shot"));
}

#[test]
fn who_leaves_need_not_look_at_the_fleet_of_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    desk.click("Two at this computer");
    desk.until("the screen in between", |desk| desk.shows("I am player 1"));
    desk.click("Leave");
    desk.until("the first screen", |desk| {
        assert!(!sees_a_sea(desk));
        desk.shows("Go on with a game")
    });
}
