//! A process that ended while only one side of a game at this computer had its files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use marque::helm::Order;

use crate::{Desk, practice};

fn inside(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_game_that_only_one_side_has_begun_is_cleared_away() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::open(folder.path());
    // The side of the player comes first.
    let bots = folder.path().join("partner/games");
    fs::remove_dir(&bots).unwrap();
    fs::write(&bots, "").unwrap();
    desk.engine.practise(practice());
    desk.until(|| desk.engine.news());
    drop(desk);
    fs::remove_file(&bots).unwrap();
    assert_eq!(inside(&folder.path().join("games")).len(), 1);
    drop(Desk::open(folder.path()));
    assert!(inside(&folder.path().join("games")).is_empty());
    assert!(inside(&folder.path().join("records")).is_empty());
}

#[test]
fn a_game_that_is_over_leaves_its_record_also_when_the_other_side_was_first() {
    for side in ["", "partner"] {
        let folder = tempfile::tempdir().unwrap();
        let [games, records] = ["games", "records"].map(|name| folder.path().join(side).join(name));
        let desk = Desk::open(folder.path());
        desk.engine.practise(practice());
        let helm = desk.helm();
        desk.fire(&helm, |view| view.table.number() > 8);
        let game = inside(&games).remove(0);
        let secrets = fs::read(game.join("secrets")).unwrap();
        assert!(helm.order(Order::Resign));
        desk.until(|| helm.view().filter(|view| view.end.as_ref().is_some_and(|end| end.record.is_some())));
        desk.until(|| (helm.is_over() && inside(&games).is_empty()).then_some(()));
        drop(desk);
        // As it was before that side had kept its record, which is the log until then.
        let record = inside(&records).remove(0);
        let log = fs::read(&record).unwrap();
        fs::remove_file(&record).unwrap();
        fs::create_dir(&game).unwrap();
        fs::write(game.join("secrets"), secrets).unwrap();
        fs::write(game.join("log"), &log).unwrap();
        drop(Desk::open(folder.path()));
        assert!(inside(&games).is_empty());
        assert_eq!(fs::read(record).unwrap(), log);
    }
}

#[test]
fn half_a_game_in_the_middle_of_which_the_other_half_is_gone_stays() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::open(folder.path());
    desk.engine.practise(practice());
    let helm = desk.helm();
    desk.fire(&helm, |view| view.table.number() > 8);
    assert!(helm.order(Order::Leave));
    desk.until(|| helm.is_over().then_some(()));
    drop(desk);
    let bots = folder.path().join("partner/games");
    fs::remove_dir_all(inside(&bots).remove(0)).unwrap();
    drop(Desk::open(folder.path()));
    assert_eq!(inside(&folder.path().join("games")).len(), 1);
}
