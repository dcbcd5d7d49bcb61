//! The records of a profile and their replay, driven by what a screen reader is told of them.

#[path = "window/simulated.rs"]
mod simulated;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use eframe::egui::{self, Key, accesskit::Role};
use egui_kittest::{
    Harness,
    kittest::{NodeT as _, Queryable as _},
};
use marque::{app::App, engine::Engine, settings::Settings, ui::words::Language};
use marque_protocol::{
    games::{Position, duel::Mark, grid::Cell},
    log::Step,
    record,
    rules::Seat,
    table::Table,
};

use crate::simulated::{GAME, LIE};

const LIMIT: Duration = Duration::from_secs(120);

/// A record of the same game, cut between two entries: a shorter game.
fn cut(bytes: &[u8], entries: usize) -> Vec<u8> {
    let read = record::read(bytes).unwrap();
    let mut writer = record::Writer::default();
    let mut cut = record::MAGIC.to_vec();
    cut.extend(writer.item(&record::Item::Agreement(read.log.agreed().agreement.clone())));
    for signed in &read.statements[..entries] {
        cut.extend(writer.item(&record::Item::Said(signed.clone())));
    }
    cut
}

struct Desk {
    window: Harness<'static, App>,
    woken: mpsc::Receiver<()>,
    folder: tempfile::TempDir,
}

impl Desk {
    /// A window over a profile with these records.
    fn open(records: &[(&str, &[u8])]) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let (wake, woken) = mpsc::channel();
        let wake = Arc::new(move || {
            let _ = wake.send(());
        });
        let engine = Engine::start(Some(folder.path().to_owned()), Default::default(), wake).unwrap();
        let english = Settings { language: Language::English, ..Settings::default() };
        english.save(folder.path()).unwrap();
        for (name, bytes) in records {
            fs::write(folder.path().join("records").join(name), bytes).unwrap();
        }
        let profile = folder.path().to_owned();
        let window = Harness::builder()
            .with_size(egui::vec2(900.0, 640.0))
            .with_theme(egui::Theme::Dark)
            .with_os(egui::os::OperatingSystem::Nix)
            .build_eframe(move |cc| App::new(&cc.egui_ctx, engine, profile).unwrap());
        Desk { window, woken, folder }
    }

    fn records(records: &[(&str, &[u8])]) -> Desk {
        let mut desk = Desk::open(records);
        desk.click("Records");
        desk.until("all records", |desk| {
            desk.shows(", checked") || desk.shows(", all checked") || desk.shows("There are no records yet")
        });
        desk
    }

    /// A window at the replay of a record that is no record of the profile.
    fn replay(bytes: &[u8]) -> Desk {
        let mut desk = Desk::open(&[]);
        let path = desk.outside("any.marque", bytes);
        desk.window.state_mut().open_record(path);
        desk.until("the replay", |desk| desk.shows("Step 0 of"));
        desk
    }

    fn outside(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    fn kept(&self) -> Vec<Vec<u8>> {
        let entries = fs::read_dir(self.folder.path().join("records")).unwrap();
        entries.map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect()
    }

    fn click(&mut self, label: &str) {
        self.window.get_by_label(label).click();
        self.window.run();
    }

    fn click_containing(&mut self, label: &str) {
        self.window.query_all_by_label_contains(label).next().expect(label).click();
        self.window.run();
    }

    fn press(&mut self, key: Key) {
        self.window.key_press(key);
        self.window.run();
    }

    fn shows(&self, label: &str) -> bool {
        self.window.query_all_by_label_contains(label).next().is_some()
    }

    /// Draws until something is there.
    fn until(&mut self, what: &str, there: impl Fn(&Desk) -> bool) {
        let deadline = Instant::now() + LIMIT;
        loop {
            self.window.run();
            if there(self) {
                return;
            }
            let left = deadline.checked_duration_since(Instant::now());
            let left = left.unwrap_or_else(|| panic!("{what} did not come in time"));
            let _ = self.woken.recv_timeout(left.min(Duration::from_millis(200)));
        }
    }

    fn write(&mut self, field: &str, text: &str) {
        self.window.get_by_role_and_label(Role::TextInput, field).set_text_value_accesskit(text);
        self.window.run();
    }

    fn assert_cells(&self, wanted: &BTreeSet<String>, when: &str) {
        let cells = self.cells();
        let differ: Vec<_> = cells.symmetric_difference(wanted).collect();
        assert!(differ.is_empty(), "{when}: {differ:?}");
    }

    fn drop_files(&mut self, paths: &[&Path]) {
        for path in paths {
            self.window.input_mut().dropped_files.push(Arc::new(Dropped(path.to_path_buf())));
        }
        self.window.run();
    }

    /// What the cells are called.
    fn cells(&self) -> BTreeSet<String> {
        let buttons = self.window.get_all_by_role(Role::Button);
        let labels = buttons.filter_map(|button| button.accesskit_node().label());
        let seas = ["Your ", "Enemy ", "sailor "];
        labels.filter(|label| label.contains(", ") && seas.iter().any(|sea| label.starts_with(sea))).collect()
    }
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("read by its path".to_owned())
    }
}

/// The tables before and after each step, by the automaton alone.
fn tables(bytes: &[u8]) -> Vec<Table> {
    let log = record::read(bytes).unwrap().log;
    let mut tables = vec![Table::new(log.agreed().clone())];
    for step in log.chain() {
        let mut table = tables.last().unwrap().clone();
        match step {
            Step::Entry(entry) => {
                let proven = table.check(entry.seat(), &entry.body).unwrap();
                let head = entry.signed.head(&table.head());
                table.apply(entry.seat(), proven, head);
            }
            Step::Out(out) => drop(table.out(out)),
        }
        tables.push(table);
    }
    tables
}

/// What the cells of a table are called, with the ships of these cells shown.
fn named(table: &Table, ships: &dyn Fn(Seat, Cell) -> bool) -> BTreeSet<String> {
    let Position::Duel(duel) = table.position() else { panic!("a duel was played") };
    let cells = Seat::all(2).flat_map(|seat| duel.grid().cells().map(move |cell| (seat, cell)));
    let name = |(seat, cell): (Seat, Cell)| {
        let state = match duel.mark(seat, cell) {
            Mark::Unknown if ships(seat, cell) => "ship",
            Mark::Unknown => "unknown",
            Mark::Fired => "shot on its way",
            Mark::Miss => "miss",
            Mark::Hit => "hit",
            Mark::Sunk => "sunk",
            Mark::Mine => "mine",
            Mark::KnownEmpty => "surely empty",
            Mark::Revealed => "known to be a ship",
        };
        format!("sailor {} {cell}, {state}", seat.0)
    };
    cells.map(name).collect()
}

/// Whether a cell is a ship's, by the charts in the record.
fn ships(bytes: &[u8]) -> impl Fn(Seat, Cell) -> bool + use<> {
    let log = record::read(bytes).unwrap().log;
    let taken = Seat::all(2).map(|seat| {
        let chart = marque_protocol::audit::shown(&log, seat)?;
        let marque_protocol::games::Layout::Duel(layout) = log.agreed().options.layout(&chart)? else {
            return None;
        };
        Some(layout.ships.iter().flat_map(|ship| ship.cells()).collect::<Vec<Cell>>())
    });
    let taken: Vec<Option<Vec<Cell>>> = taken.collect();
    move |seat, cell| taken[seat.index()].as_ref().is_some_and(|taken| taken.contains(&cell))
}

#[test]
fn every_step_of_a_replay_is_what_a_table_says() {
    let mut desk = Desk::replay(&GAME);
    let (tables, ships) = (tables(&GAME), ships(&GAME));
    assert!(tables.len() > 100, "a whole game");
    for (number, table) in tables.iter().enumerate() {
        assert!(desk.shows(&format!("Step {number} of {}", tables.len() - 1)));
        desk.assert_cells(&named(table, &ships), &format!("step {number}"));
        desk.press(Key::ArrowRight);
    }
    assert!(desk.shows("The last ship of a fleet is sunk."), "the verdict at the end");
    for (number, table) in tables.iter().enumerate().rev().take(30) {
        desk.assert_cells(&named(table, &ships), &format!("back to step {number}"));
        desk.press(Key::ArrowLeft);
    }
    assert!(!desk.shows("The last ship of a fleet is sunk."));
    desk.press(Key::Home);
    desk.assert_cells(&named(&tables[0], &ships), "Home");
    desk.press(Key::End);
    desk.assert_cells(&named(&tables[tables.len() - 1], &ships), "End");
}

#[test]
fn a_seat_sees_its_own_ships_and_the_others_at_the_end() {
    let mut desk = Desk::replay(&GAME);
    let (tables, ships) = (tables(&GAME), ships(&GAME));
    desk.click("All fleets");
    for own in Seat::all(2) {
        desk.press(Key::Home);
        desk.click(&format!("sailor {}", own.0));
        desk.assert_cells(&named(&tables[0], &|seat, cell| seat == own && ships(seat, cell)), "own ships");
        desk.press(Key::End);
        desk.assert_cells(&named(tables.last().unwrap(), &ships), "all ships");
    }
}

#[test]
fn a_replay_is_moved_by_buttons_the_log_and_the_slider() {
    let mut desk = Desk::replay(&GAME);
    desk.click("One step on");
    desk.click("One step on");
    assert!(desk.shows("Step 2 of"));
    desk.click("One step back");
    assert!(desk.shows("Step 1 of"));
    // The link of the draw, which a game under way passes over.
    desk.click_containing("  3  ");
    assert!(desk.shows("Step 4 of"));
    desk.window.get_by_role(Role::Slider).set_value_accesskit(100.0);
    desk.window.run();
    assert!(desk.shows("Step 100 of"));
    desk.click("To the end");
    let end = tables(&GAME).len() - 1;
    assert!(desk.shows(&format!("Step {end} of {end}")));
    desk.click("To the beginning");
    assert!(desk.shows("Step 0 of"));
}

#[test]
fn arrows_within_a_sea_go_from_cell_to_cell() {
    let mut desk = Desk::replay(&GAME);
    let first = desk.cells().into_iter().find(|cell| cell.starts_with("sailor 0 A1,")).unwrap();
    desk.window.get_by_label(&first).focus();
    desk.window.run();
    desk.press(Key::ArrowRight);
    assert!(desk.shows("Step 0 of"));
    desk.press(Key::End);
    assert!(desk.shows("Step 0 of"), "the sea has the keyboard");
}

#[test]
fn a_replay_plays_by_itself_to_the_end_and_is_idle_then() {
    let delay = |desk: &Desk| {
        let outputs = &desk.window.output().viewport_output;
        outputs.values().map(|output| output.repaint_delay).min().unwrap()
    };
    let mut desk = Desk::replay(&cut(&GAME, 12));
    assert_eq!(delay(&desk), Duration::MAX, "idle before");
    desk.click("20×");
    desk.window.get_by_label("Play").click();
    desk.window.run_steps(2);
    for step in 0.. {
        assert!(step < 100, "it comes to its end");
        if desk.window.query_by_label("Pause").is_none() {
            break;
        }
        assert!(delay(&desk) <= Duration::from_millis(50), "it goes on");
        desk.window.step();
    }
    desk.window.run();
    assert!(desk.shows("The game is not finished."));
    assert_eq!(delay(&desk), Duration::MAX, "idle after");
}

#[test]
fn records_are_listed_whatever_stands_beside_them() {
    let torn = &GAME[..GAME.len() / 2];
    let mut changed = LIE.clone();
    changed[40] ^= 1;
    let desk = Desk::records(&[
        ("good.marque", &GAME),
        ("torn.marque", torn),
        ("changed.marque", &changed),
        ("hello.marque", b"hello"),
        ("lie.marque", &LIE),
        ("notes.txt", b"no record"),
    ]);
    assert!(desk.shows("5 records, all checked"));
    assert!(desk.shows("all fleets audited"));
    assert!(desk.shows("fault proven"));
    assert!(desk.shows("Unfinished") && desk.shows("damaged"), "up to where it is good");
    assert!(desk.shows("it is damaged from its beginning"));
    assert!(desk.shows("it is not a record of Marque"));
    assert!(!desk.shows("notes"));
}

#[test]
fn the_list_is_gone_through_by_keyboard() {
    let mut desk = Desk::records(&[("good.marque", &GAME), ("lie.marque", &LIE)]);
    desk.press(Key::Tab);
    desk.press(Key::Tab);
    desk.press(Key::ArrowDown);
    let second = desk.shows("A fault is proven.");
    desk.press(Key::ArrowUp);
    assert_ne!(desk.shows("A fault is proven."), second, "one of them is the lie");
    assert!(desk.shows("A fault is proven.") || desk.shows("complete."), "the other is not");
    desk.press(Key::Enter);
    desk.until("the replay", |desk| desk.shows("Step 0 of"));
}

#[test]
fn a_damaged_record_is_good_up_to_somewhere() {
    let torn = &GAME[..GAME.len() * 9 / 10];
    let steps = record::read(torn).unwrap().log.chain().len();
    let mut desk = Desk::records(&[("torn.marque", torn)]);
    desk.click_containing("Unfinished");
    let said = format!("The file ends in the middle of an entry. It is good up to here: {steps} steps.");
    assert!(desk.shows(&said));
    desk.click("Replay");
    desk.until("the replay", |desk| desk.shows("Step 0 of"));
    desk.press(Key::End);
    assert!(desk.shows(&format!("Step {steps} of {steps}")) && desk.shows(&said));
    desk.click("Back");
    assert!(desk.shows("1 record, checked"), "the list is as it was");
}

#[test]
fn a_lie_is_shown_with_its_author_rule_and_entry() {
    let read = record::read(&LIE).unwrap();
    let verdict = marque_protocol::audit::verdict(&read.log);
    let proof = &verdict.faults[0];
    assert_eq!(proof.seat, Seat(1));
    let said = format!("sailor 1: entry {} breaks rule {}.", proof.entry, proof.fault.rule());
    let mut desk = Desk::records(&[("lie.marque", &LIE)]);
    desk.click_containing("sailor 0 has won");
    assert!(desk.shows("A fault is proven.") && desk.shows(&said));
    desk.click("Replay");
    desk.until("the replay", |desk| desk.shows("Step 0 of"));
    assert!(!desk.shows(&said));
    desk.press(Key::End);
    assert!(desk.shows(&said));
}

#[test]
fn a_record_is_brought_in_once_and_never_for_one_that_says_less() {
    let (short, whole) = (cut(&GAME, 20), GAME.clone());
    let mut desk = Desk::records(&[]);
    let (short_at, whole_at) = (desk.outside("short.marque", &short), desk.outside("whole.marque", &whole));
    desk.drop_files(&[&short_at, &short_at]);
    desk.until("both", |desk| desk.shows("The record of this game is here already"));
    assert_eq!(desk.kept(), [short]);
    desk.write("Bring in a record", whole_at.to_str().unwrap());
    desk.click("Bring in");
    desk.until("the whole game", |desk| desk.shows("took its place"));
    assert_eq!(desk.kept(), std::slice::from_ref(&whole));
    desk.drop_files(&[&short_at]);
    desk.until("the answer", |desk| desk.shows("The record of this game is here already"));
    assert_eq!(desk.kept(), [whole]);
    assert!(desk.shows("1 record, checked") && desk.shows("all fleets audited"));
}

#[test]
fn a_record_that_is_dropped_anywhere_is_opened_and_not_brought_in() {
    let mut desk = Desk::open(&[]);
    let (game, lie) = (desk.outside("game.marque", &GAME), desk.outside("lie.marque", &LIE));
    desk.drop_files(&[&game]);
    desk.until("the replay", |desk| desk.shows("Step 0 of"));
    // On a replay too.
    desk.press(Key::End);
    desk.until("its end", |desk| !desk.shows("Step 0 of"));
    desk.drop_files(&[&lie]);
    desk.until("the other replay", |desk| desk.shows("Step 0 of"));
    desk.click("Back");
    desk.until("the records", |desk| desk.shows("There are no records yet"));
    assert!(desk.kept().is_empty());
}

#[test]
fn what_is_no_record_is_not_brought_in() {
    let mut desk = Desk::records(&[]);
    let hello = desk.outside("hello", b"hello");
    desk.drop_files(&[&hello]);
    desk.until("the refusal", |desk| desk.shows("it is not a record of Marque"));
    let large = desk.outside("large", b"");
    fs::File::options().write(true).open(&large).unwrap().set_len((256 << 20) + 1).unwrap();
    desk.drop_files(&[&large]);
    desk.until("the refusal", |desk| desk.shows("it is too large for a record"));
    let folder = desk.folder.path().to_owned();
    desk.drop_files(&[&folder]);
    desk.until("the refusal", |desk| desk.shows("it is not a file"));
    assert!(desk.kept().is_empty());
    // Of a damaged one the good part is a shorter game.
    let torn = desk.outside("torn", &GAME[..GAME.len() / 2]);
    desk.drop_files(&[&torn]);
    desk.until("the good part", |desk| desk.shows("Brought in"));
    let kept = desk.kept().swap_remove(0);
    assert!(GAME.starts_with(&kept) && record::read(&kept).unwrap().damage.is_none());
}

#[test]
fn a_copy_has_the_same_bytes_and_takes_no_place_of_another() {
    let mut desk = Desk::records(&[("good.marque", &GAME)]);
    desk.click_containing("sailor 1 has won");
    let folder = tempfile::tempdir().unwrap();
    desk.write("Copy to this file or folder", folder.path().to_str().unwrap());
    desk.click("Save a copy");
    desk.until("the copy", |desk| desk.shows("The copy is saved"));
    let copy = folder.path().join("good.marque");
    assert_eq!(fs::read(&copy).unwrap(), *GAME);
    fs::write(&copy, b"mine").unwrap();
    desk.click("Save a copy");
    desk.until("the refusal", |desk| desk.shows("there is a file of this name already"));
    assert_eq!(fs::read(&copy).unwrap(), b"mine");
}

#[test]
fn ones_own_game_is_told_from_ones_own_seat() {
    let mut desk = Desk::open(&[]);
    desk.click("Play a bot");
    desk.click("Random");
    desk.click("Ready: seal the fleet");
    desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    desk.click("Resign");
    desk.click("Yes, resign");
    desk.until("the record", |desk| desk.shows("Record:"));
    desk.click("Home");
    desk.click("Records");
    desk.until("the record", |desk| desk.shows("1 record, checked"));
    desk.click_containing("Lost · against bot");
    assert!(desk.shows("A side has resigned."));
    desk.click("Replay");
    desk.until("the replay", |desk| desk.shows("Step 0 of"));
    let ships = |desk: &Desk, sea: &str| {
        desk.cells().iter().filter(|cell| cell.starts_with(sea) && cell.ends_with(", ship")).count()
    };
    assert_eq!((ships(&desk, "Your"), ships(&desk, "Enemy")), (20, 0));
    desk.press(Key::End);
    assert!(ships(&desk, "Enemy") > 0, "what was shown at the end");
}

#[test]
fn a_file_that_is_no_record_is_said_to_be_none() {
    let mut desk = Desk::open(&[]);
    let path = desk.outside("hello.marque", b"hello");
    desk.window.state_mut().open_record(path);
    desk.until("the reason", |desk| desk.shows("it is not a record of Marque"));
    desk.click("Back");
    assert!(desk.shows("Bring in a record"));
}
