//! Salvos and mines: chosen, laid, fired and revealed, by names alone.

use std::collections::BTreeSet;

use eframe::egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use marque::ui::words::{Language, Words};
use marque_protocol::{
    audit,
    games::{Position, duel::Duel, grid::Cell},
    rules::Seat,
};

use crate::{
    desk::Desk,
    friends::{is_over, record_in},
};

/// Does what has this name, wherever it is on the screen, once it is there.
pub(crate) fn press(desk: &mut Desk, label: &str) {
    desk.until(label, |desk| desk.window.query_by_label(label).is_some());
    desk.window.get_by_label(label).click_accesskit();
    desk.step();
}

/// Salvos with mines on the largest board.
pub(crate) fn choose(desk: &mut Desk, words: &Words) {
    let value = |value: &str| words.fill("option-value", &[("value", value.into())]);
    let mines = words.fill("option-name", &[("option", "mines".into())]);
    for label in [words.say("choose"), value("preset-salvo"), mines, value("size-15")] {
        press(desk, &label);
    }
}

/// A sentence about a cell.
pub(crate) fn cell(words: &Words, key: &str, cell: &str) -> String {
    words.fill(key, &[("cell", cell.into())])
}

fn enemy(words: &Words, cell: &str, state: &str) -> String {
    words.fill("cell-of-enemy-sea", &[("cell", cell.into()), ("state", words.say(state).into())])
}

fn own(words: &Words, cell: &str, state: &str) -> String {
    words.fill("cell-of-own-sea", &[("cell", cell.into()), ("state", words.say(state).into())])
}

/// Lays mines on these cells.
pub(crate) fn mines(desk: &mut Desk, words: &Words, cells: &[&str]) {
    let piece = words.fill("fleet-row", &[("ship", words.say("mine").into()), ("count", 3_u32.into())]);
    press(desk, &piece);
    for at in cells {
        press(desk, &cell(words, "cell-water", at));
    }
}

/// Lays mines on A1, C1 and E1, and the ships somewhere.
pub(crate) fn lay(desk: &mut Desk, words: &Words) {
    mines(desk, words, &["A1", "C1", "E1"]);
    press(desk, &words.say("placing-complete"));
    assert!(desk.shows(&words.say("placing-all-lie-mines")));
    press(desk, &words.say("placing-ready"));
}

/// Begins a game of two people at this window; whoever is first sits there.
pub(crate) fn share(desk: &mut Desk, words: &Words) {
    let seat = |key: &str, seat: u32| words.fill(key, &[("seat", seat.into())]);
    press(desk, &words.say("home-share"));
    press(desk, &seat("hand-ready", 1));
    lay(desk, words);
    press(desk, &seat("hand-over", 2));
    press(desk, &seat("hand-ready", 2));
    lay(desk, words);
    let (yours, over) = (words.say("turn-salvo"), seat("hand-over", 1));
    desk.until("a turn", |desk| desk.shows(&yours) || desk.shows(&over));
    if desk.shows(&over) {
        press(desk, &over);
        press(desk, &seat("hand-ready", 1));
    }
    desk.until("the turn", |desk| desk.shows(&yours));
}

/// Waits for the own salvo, and reveals what is due before.
pub(crate) fn turn(desk: &mut Desk, words: &Words) {
    let (salvo, reveal) = (words.say("turn-salvo"), words.say("turn-reveal"));
    loop {
        desk.until("something to do", |desk| desk.shows(&salvo) || desk.shows(&reveal) || is_over(desk));
        if !desk.shows(&reveal) {
            return;
        }
        let choice = format!(", {}", words.say("mark-may-reveal"));
        let count = labels(desk, &choice).len();
        let confirm = words.say("reveal");
        while !can(desk, &confirm) {
            let next = labels(desk, &choice).into_iter().next().expect("a cell to reveal");
            press(desk, &next);
        }
        assert!(labels(desk, &choice).len() < count);
        press(desk, &confirm);
        desk.until("the next turn", |desk| !desk.shows(&reveal) || is_over(desk));
    }
}

/// Chooses these cells, of which nothing is known.
pub(crate) fn aim(desk: &mut Desk, words: &Words, cells: &[&str]) {
    for cell in cells {
        press(desk, &enemy(words, cell, "mark-unknown"));
    }
}

/// Fires at these cells.
pub(crate) fn fire(desk: &mut Desk, words: &Words, cells: &[&str]) {
    aim(desk, words, cells);
    press(desk, &words.say("fire"));
    let waits: Vec<String> =
        ["mark-unknown", "mark-aimed", "mark-fired"].map(|state| enemy(words, cells[0], state)).into();
    desk.until("the answer", |desk| {
        waits.iter().all(|label| desk.window.query_by_label(label).is_none()) || is_over(desk)
    });
}

/// Names of all cells that may be fired at, first those that are known to be a ship's.
pub(crate) fn targets(desk: &Desk, words: &Words) -> Vec<String> {
    let cells = |state: &str| labels(desk, &format!(", {}", words.say(state)));
    let all = cells("mark-revealed").into_iter().chain(cells("mark-unknown"));
    all.filter(|label| label.starts_with("Enemy ")).collect()
}

/// Fires at as many of these as a salvo has shots.
pub(crate) fn fire_at(desk: &mut Desk, words: &Words, targets: &[String]) {
    let confirm = words.say("fire");
    let mut aimed = 0;
    while !can(desk, &confirm) {
        press(desk, &targets[aimed]);
        aimed += 1;
    }
    press(desk, &confirm);
    let first = targets[0].split(',').next().unwrap();
    let states = ["mark-unknown", "mark-revealed", "mark-aimed", "mark-fired"];
    let waits = states.map(|state| format!("{first}, {}", words.say(state)));
    desk.until("the answer", |desk| {
        waits.iter().all(|label| desk.window.query_by_label(label).is_none()) || is_over(desk)
    });
}

fn can(desk: &Desk, label: &str) -> bool {
    desk.window.query_by_label(label).is_some_and(|node| !node.accesskit_node().is_disabled())
}

/// All names that end like this.
fn labels(desk: &Desk, end: &str) -> BTreeSet<String> {
    let labels = desk.window.query_all_by_label_contains(end);
    let labels = labels.filter_map(|node| node.accesskit_node().label());
    labels.filter(|label| label.ends_with(end)).collect()
}

/// Cells in the order in which they are told of.
fn row_by_row(cells: &[String]) -> Vec<String> {
    let mut cells: Vec<Cell> = cells.iter().map(|cell| cell.parse().unwrap()).collect();
    cells.sort_unstable();
    cells.iter().map(Cell::to_string).collect()
}

fn open(folder: &tempfile::TempDir) -> (Desk, Words) {
    (Desk::open(folder.path()), Words::new(Language::English))
}

#[test]
fn a_choice_is_kept_and_the_same_game_is_two_clicks_away_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = open(&folder);
    assert!(desk.shows("Bătălia Navală (classic)") && !desk.shows("With hidden mines"));
    choose(&mut desk, &words);
    let told = "15 × 15, classic fleet, salvos, no second turn, mines";
    assert!(desk.shows(told));
    drop(desk);
    let (mut desk, _) = open(&folder);
    assert!(desk.shows(told), "after a restart");
    desk.click("Play a bot");
    assert!(desk.shows("O15, water") && desk.shows("mine × 3"));
    desk.click("Back");
    press(&mut desk, "Invite a friend");
    desk.until("the terms", |desk| desk.shows("What will be signed"));
    for line in
        [told, "each side hides 3 mines", "as many shots at once as you have ships", "after every salvo"]
    {
        assert!(desk.shows(line), "{line}");
    }
}

#[test]
fn shots_of_a_salvo_are_taken_back_until_all_are_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = open(&folder);
    choose(&mut desk, &words);
    press(&mut desk, "Play a bot");
    lay(&mut desk, &words);
    turn(&mut desk, &words);
    aim(&mut desk, &words, &["A3", "A5", "A7"]);
    assert!(desk.shows("3 of 5") && desk.shows("Enemy A5, aimed at") && !can(&desk, "Fire"));
    press(&mut desk, "Take back A5");
    assert!(desk.shows("2 of 5") && desk.shows("Enemy A5, unknown"));
    press(&mut desk, "Enemy A3, aimed at");
    assert!(desk.shows("1 of 5") && desk.shows("Enemy A3, unknown"));
    desk.window.key_press(Key::Backspace);
    desk.step();
    assert!(desk.shows("0 of 5"));
    aim(&mut desk, &words, &["A3", "A5", "A7", "A9"]);
    // The last by the keyboard, which then is where all are confirmed.
    desk.window.get_by_label("Enemy A9, aimed at").focus();
    desk.step();
    for key in [Key::ArrowDown, Key::ArrowDown, Key::Enter] {
        desk.window.key_press(key);
        desk.step();
    }
    assert!(desk.shows("5 of 5"));
    press(&mut desk, "Enemy A13, unknown");
    assert!(desk.shows("5 of 5") && desk.shows("Enemy A13, unknown"), "no more than are wanted");
    desk.window.key_press(Key::Enter);
    desk.until("the answer", |desk| !desk.shows("Enemy A3, aimed at") && !desk.shows("Enemy A3, unknown"));
}

/// Whoever aims fast would hit another cell.
#[test]
fn nothing_moves_while_a_salvo_is_aimed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = open(&folder);
    choose(&mut desk, &words);
    press(&mut desk, "Russian fleet");
    press(&mut desk, "10 × 10");
    press(&mut desk, "Play a bot");
    press(&mut desk, "Complete");
    press(&mut desk, "Ready: seal the fleet");
    turn(&mut desk, &words);
    let place = |desk: &Desk| desk.window.get_by_label("Enemy J10, unknown").rect();
    let before = place(&desk);
    for cell in ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10"] {
        let name = enemy(&words, cell, "mark-unknown");
        if desk.window.query_by_label(&name).is_some() {
            press(&mut desk, &name);
            assert_eq!(place(&desk), before, "{cell}");
        }
    }
    assert!(desk.shows("Enemy A1, aimed at"), "some were chosen");
}

#[test]
fn who_hits_mines_chooses_the_cells_that_the_other_gets_to_know() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = open(&folder);
    choose(&mut desk, &words);
    share(&mut desk, &words);
    fire(&mut desk, &words, &["A1", "C1", "O15", "O13", "O11"]);
    desk.until("the duty", |desk| desk.shows("You hit a mine"));
    assert!(desk.shows("Enemy A1, mine") && desk.shows("Enemy C1, mine"));
    desk.step();
    let focused =
        desk.window.query_by(|node| node.is_focused()).and_then(|node| node.accesskit_node().label());
    assert!(focused.as_ref().is_some_and(|name| name.starts_with("Your ")), "{focused:?}");
    let choices = labels(&desk, ", ship, can be revealed");
    assert_eq!(choices.len(), 17, "all cells of ships that nobody has hit");
    let cells: Vec<String> = choices
        .iter()
        .take(2)
        .map(|label| label["Your ".len()..].split(',').next().unwrap().to_owned())
        .collect();
    for at in &cells {
        press(&mut desk, &own(&words, at, "mark-may-reveal"));
    }
    press(&mut desk, "Reveal");
    desk.until("the other's turn", |desk| desk.shows("Hand over to player"));
    for at in &cells {
        assert!(desk.shows(&own(&words, at, "mark-revealed-own")));
    }
    let next = if desk.shows("Hand over to player 2") { 2 } else { 1 };
    press(&mut desk, &format!("Hand over to player {next}"));
    press(&mut desk, &format!("I am player {next}"));
    desk.until("the turn", |desk| desk.shows("Your salvo"));
    let did = format!("your mine was hit (A1 C1), so you know of a ship at {}", row_by_row(&cells).join(" "));
    assert!(desk.shows(&did), "{did}");
    for at in &cells {
        press(&mut desk, &enemy(&words, at, "mark-revealed"));
        assert!(desk.shows(&enemy(&words, at, "mark-aimed")), "it can be fired at");
    }
    assert!(desk.shows(&format!("{} revealed", cells.join(" "))) || desk.shows("revealed"), "in the log");
}

/// Other games may have been chosen since it began.
#[test]
fn another_game_is_like_the_one_that_was_played_also_after_a_resumed_one() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = open(&folder);
    choose(&mut desk, &words);
    press(&mut desk, "strong");
    press(&mut desk, "Play a bot");
    lay(&mut desk, &words);
    desk.until("a turn", |desk| desk.shows("Resign"));
    press(&mut desk, "Leave");
    press(&mut desk, "Choose the game …");
    press(&mut desk, "Standard");
    press(&mut desk, "easy");
    press(&mut desk, "Go on with a game");
    press(&mut desk, "Resign");
    press(&mut desk, "Yes, resign");
    desk.until("the record", |desk| desk.shows("Record:"));
    press(&mut desk, "Play again");
    assert!(desk.shows("O15, water") && desk.shows("mine × 3"));
    lay(&mut desk, &words);
    desk.until("as strong a bot", |desk| desk.shows("bot (strong)"));
}

#[test]
fn a_whole_game_of_salvos_with_mines_is_played_by_names_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = open(&folder);
    choose(&mut desk, &words);
    press(&mut desk, "Play a bot");
    lay(&mut desk, &words);
    loop {
        turn(&mut desk, &words);
        if is_over(&desk) {
            break;
        }
        let targets = targets(&desk, &words);
        fire_at(&mut desk, &words, &targets);
    }
    desk.until("the record", |desk| desk.shows("Record:"));
    assert!(desk.shows("You: fleet shown, every answer was true."));
    let log = record_in(folder.path()).log;
    let verdict = audit::verdict(&log);
    assert!(verdict.winner.is_some() && verdict.faults.is_empty());
    let Position::Duel(duel) = log.table().position() else { panic!("another game") };
    assert!(duel.rules().salvo && duel.rules().mine_count() == 3);
    let hit = |seat| duel.mines_hit(seat).len();
    assert!(Seat::all(2).all(|seat| duel.revealed(Duel::opponent(seat)).len() <= hit(seat)));
    desk.click("Replay");
    desk.until("the replay", |desk| desk.shows("Seen by"));
    for key in [Key::Home, Key::ArrowRight, Key::End] {
        desk.window.key_press(key);
        desk.step();
    }
    assert!(desk.shows("mine"));
}
