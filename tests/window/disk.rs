//! A disk that fails while a fleet is kept: what the player has laid out stays.

use std::{collections::BTreeSet, fs, path::Path};

use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::Desk;

const READY: &str = "Ready: seal the fleet";

/// The cells on which a ship lies, by their names.
fn fleet(desk: &Desk) -> BTreeSet<String> {
    let ships = [", battleship", ", cruiser", ", destroyer", ", boat"];
    let labels =
        desk.window.query_all_by_label_contains(", ").filter_map(|node| node.accesskit_node().label());
    labels.filter(|label| ships.iter().any(|ship| label.ends_with(ship))).collect()
}

fn lay(desk: &mut Desk) -> BTreeSet<String> {
    desk.until("the placement", |desk| desk.shows("Lay out your fleet"));
    desk.click("Random");
    let fleet = fleet(desk);
    assert!(fleet.len() > 10, "{fleet:?}");
    desk.click(READY);
    fleet
}

#[test]
fn a_fleet_is_not_lost_with_a_game_that_cannot_begin() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    // Nothing can be made where a file lies in the place of a folder.
    let games = folder.path().join("games");
    fs::remove_dir(&games).unwrap();
    fs::write(&games, "").unwrap();
    desk.click("Play a bot");
    let laid = lay(&mut desk);
    desk.until("what went wrong", |desk| desk.shows("That is no folder"));
    assert_eq!(fleet(&desk), laid);
    fs::remove_file(&games).unwrap();
    fs::create_dir(&games).unwrap();
    desk.click(READY);
    desk.until("the game", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
}

/// The one game under way of a profile.
fn game(profile: &Path) -> std::path::PathBuf {
    fs::read_dir(profile.join("games")).unwrap().next().expect("a game").unwrap().path()
}

#[test]
fn a_fleet_that_could_not_be_kept_lies_when_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    desk.click("Two at this computer");
    desk.until("the screen in between", |desk| desk.shows("I am player 1"));
    desk.click("I am player 1");
    let draft = game(folder.path()).join("secrets.draft");
    fs::create_dir(&draft).unwrap();
    let laid = lay(&mut desk);
    desk.until("the first screen", |desk| desk.shows("Go on with a game"));
    assert!(desk.shows("That is a folder"), "the player is told why");
    fs::remove_dir(&draft).unwrap();
    desk.click("Go on with a game");
    desk.until("the screen in between", |desk| desk.shows("I am player 1"));
    desk.click("I am player 1");
    desk.until("the placement", |desk| desk.shows("Lay out your fleet"));
    assert_eq!(fleet(&desk), laid);
    desk.click(READY);
    // The other has laid out nothing, and sees nothing of this fleet.
    desk.until("the other's turn to lay", |desk| desk.shows("Hand over to player 2"));
    desk.click("Hand over to player 2");
    desk.until("the screen in between", |desk| desk.shows("I am player 2"));
    desk.click("I am player 2");
    desk.until("the placement", |desk| desk.shows("Lay out your fleet"));
    assert_eq!(fleet(&desk), BTreeSet::new());
}
