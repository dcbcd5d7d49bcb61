//! Mines in a replay.

use std::{collections::BTreeSet, fs, sync::LazyLock};

use eframe::egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use marque::helm::End;
use marque_protocol::{
    games::{Layout, Options, Position},
    record,
    rules::Seat,
    sim::{self, Network, Setup},
};

use crate::desk::Desk;

/// The bytes of a game with mines.
static MINES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let options = Options::choose("mines", &[]).unwrap();
    let (game, network) = ("mines".to_owned(), Network::Calm);
    let setup = Setup { game, options, seats: 2, seed: 1, network, liar: None };
    sim::play(&setup).records.swap_remove(0).1
});

/// The seas and cells whose names end like this.
fn cells(desk: &Desk, end: &str) -> BTreeSet<String> {
    let labels = desk.window.query_all_by_label_contains(end);
    let labels = labels.filter_map(|node| node.accesskit_node().label());
    labels.filter_map(|label| label.strip_suffix(end).map(str::to_owned)).collect()
}

#[test]
fn mines_lie_where_they_were_laid_until_they_are_hit() {
    let log = record::read(&MINES).unwrap().log;
    let Position::Duel(duel) = log.table().position() else { panic!("another game") };
    let (mut laid, mut hit) = (BTreeSet::new(), BTreeSet::new());
    for (seat, layout) in Seat::all(2).zip(End::of(&log, None).layouts) {
        let Some(Layout::Duel(layout)) = layout else { panic!("a fleet that was not shown") };
        let who = &log.agreed().place(seat).unwrap().nickname;
        let name = |cell: &dyn ToString| format!("{who} {}", cell.to_string());
        laid.extend(layout.mines.iter().map(|cell| name(cell)));
        hit.extend(duel.mines_hit(seat).iter().map(|cell| name(&cell)));
    }
    assert!(!hit.is_empty() && laid.len() == 2, "{hit:?} of {laid:?}: try another seed");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mines.marque");
    fs::write(&path, &*MINES).unwrap();
    let mut desk = Desk::open(folder.path());
    desk.window.state_mut().open_record(path);
    desk.until("the replay", |desk| desk.shows("mine, not hit"));
    desk.window.key_press(Key::Home);
    desk.step();
    assert_eq!(cells(&desk, ", mine, not hit"), laid, "before the first shot");
    desk.window.key_press(Key::End);
    desk.step();
    assert_eq!(cells(&desk, ", mine, not hit"), &laid - &hit);
    assert_eq!(cells(&desk, ", mine"), hit);
}
