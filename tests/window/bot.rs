//! A game against a bot.

use std::collections::BTreeSet;

use eframe::egui::{Event, Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use marque::ui::words::Language;

use crate::{desk::Desk, friends::record_in};

fn begin(desk: &mut Desk) {
    desk.click("Play a bot");
    desk.click("Random");
    desk.click("Ready: seal the fleet");
}

#[test]
fn two_clicks_lead_to_a_placement_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    desk.click("Play a bot");
    assert!(desk.shows("Lay out your fleet"));
    let ready = desk.window.get_by_label("Ready: seal the fleet");
    assert!(ready.accesskit_node().is_disabled(), "nothing lies yet");
    desk.click("Back");
    assert!(desk.shows("Naval battles without a referee"));
}

#[test]
fn a_fleet_is_laid_out_by_the_keyboard_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    desk.click("Play a bot");
    // The first cell of the sea, the battleship, then one below it, turned.
    desk.window.get_by_label("A1, water").focus();
    desk.step();
    desk.window.key_press(Key::Enter);
    desk.step();
    assert!(desk.shows("A1, battleship") && desk.shows("D1, battleship"));
    for _ in 0..2 {
        desk.window.key_press(Key::ArrowDown);
        desk.step();
    }
    desk.window.key_press(Key::R);
    desk.step();
    desk.window.key_press(Key::Enter);
    desk.step();
    assert!(desk.shows("A3, cruiser") && desk.shows("A5, cruiser"), "turned down");
    desk.window.key_press(Key::Delete);
    desk.step();
    assert!(desk.window.query_by_label("A4, cruiser").is_none(), "taken away again");
    desk.click("Undo");
    assert!(desk.shows("A4, cruiser"));
    desk.click("Complete");
    assert!(desk.shows("Every ship lies."));
}

/// What the keyboard is at.
fn focused(desk: &Desk) -> Option<String> {
    let focused = desk.window.query_by(|node| node.is_focused())?;
    focused.accesskit_node().label()
}

#[test]
fn the_keyboard_goes_on_by_itself_where_the_game_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    desk.click("Play a bot");
    desk.window.get_by_label("Complete").focus();
    desk.step();
    desk.window.key_press(Key::Enter);
    desk.step();
    assert_eq!(focused(&desk).as_deref(), Some("Ready: seal the fleet"));
    desk.window.key_press(Key::Enter);
    desk.until("the first shot", |desk| desk.shows("Your shot"));
    desk.step();
    let enemy = |desk: &Desk| focused(desk).is_some_and(|name| name.starts_with("Enemy A1,"));
    assert!(enemy(&desk), "{:?}", focused(&desk));
    desk.window.key_press(Key::Enter);
    desk.until("the next shot", |desk| desk.shows("Your shot") && !desk.shows("Enemy A1, unknown"));
    assert!(enemy(&desk), "{:?}", focused(&desk));
}

#[test]
fn the_keyboard_stays_where_the_player_has_put_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    begin(&mut desk);
    desk.until("the first shot", |desk| desk.shows("Your shot"));
    desk.click("Enemy A1, unknown");
    desk.window.get_by_label("Resign").focus();
    desk.until("the next shot", |desk| desk.shows("Your shot") && !desk.shows("Enemy A1, unknown"));
    assert_eq!(focused(&desk).as_deref(), Some("Resign"));
}

/// A frame in which a key that is held down comes so many times.
fn hold(desk: &mut Desk, key: Key, times: usize) {
    let modifiers = Modifiers::NONE;
    let press = Event::Key { key, physical_key: None, pressed: true, repeat: true, modifiers };
    desk.window.input_mut().events.extend(std::iter::repeat_n(press, times));
    desk.window.step();
}

#[test]
fn an_arrow_key_that_is_held_down_leads_to_the_edge_of_the_sea_and_no_further() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    begin(&mut desk);
    desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    desk.window.get_by_label("Enemy A1, unknown").focus();
    desk.step();
    let edges =
        [(Key::ArrowRight, "Enemy J1,"), (Key::ArrowDown, "Enemy J10,"), (Key::ArrowLeft, "Enemy A10,")];
    for (key, edge) in edges {
        // A new press in every frame.
        for _ in 0..12 {
            hold(&mut desk, key, 1);
        }
        desk.step();
        let at = desk.window.get_by(|node| node.is_focused()).accesskit_node().label().unwrap();
        assert!(at.starts_with(edge), "{at} is not {edge}");
    }
    // Two presses in one frame are two.
    hold(&mut desk, Key::ArrowUp, 2);
    desk.step();
    let at = desk.window.get_by(|node| node.is_focused()).accesskit_node().label().unwrap();
    assert!(at.starts_with("Enemy A8,"), "{at}");
}

#[test]
fn a_spot_that_will_not_do_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    desk.click("Play a bot");
    desk.click("A1, water");
    desk.click("E2, water");
    assert!(desk.shows("Ships may not touch"));
}

#[test]
fn a_whole_game_is_played_by_names_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    begin(&mut desk);
    desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    let cells: Vec<String> = ('A'..='J').flat_map(|x| (1..=10).map(move |y| format!("{x}{y}"))).collect();
    let mut fired = BTreeSet::new();
    let over = |desk: &Desk| desk.shows("You have won") || desk.shows("You have lost");
    while !over(&desk) {
        desk.until("a turn", |desk| desk.shows("Your shot") || over(desk));
        if over(&desk) {
            break;
        }
        let open = cells.iter().find(|cell| {
            !fired.contains(*cell) && desk.window.query_by_label(&format!("Enemy {cell}, unknown")).is_some()
        });
        let cell = open.expect("there is water to fire at").clone();
        desk.window.get_by_label(&format!("Enemy {cell}, unknown")).click_accesskit();
        desk.step();
        fired.insert(cell.clone());
        let name = format!("Enemy {cell}, unknown");
        desk.until("an answer", |desk| desk.window.query_by_label(&name).is_none() || over(desk));
    }
    desk.until("the record", |desk| desk.shows("Record:"));
    assert!(desk.shows("You: fleet shown, every answer was true."));
    desk.click("Home");
    assert!(desk.shows("Play a bot"));
}

#[test]
fn resigning_asks_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    begin(&mut desk);
    desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    desk.click("Resign");
    desk.click("No, go on");
    assert!(!desk.shows("You have lost"));
    desk.click("Resign");
    desk.click("Yes, resign");
    desk.until("the end", |desk| desk.shows("You have lost"));
    assert!(desk.shows("A side has resigned."));
}

#[test]
fn a_game_that_was_left_is_offered_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    begin(&mut desk);
    desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    desk.click("Leave");
    desk.until("the first screen", |desk| desk.shows("Go on with a game"));
    desk.click("Go on with a game");
    desk.until("the game", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    assert!(desk.shows("fleet sealed, proven legal"), "what was before is shown");
}

#[test]
fn a_bot_is_called_in_the_language_of_the_player_and_in_the_terms_as_ever() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::speaking(Language::French, folder.path());
    // Everywhere in French, nowhere as in the terms.
    let called = |desk: &Desk| {
        let labels = desk.window.query_all_by_label_contains("bot (");
        let labels = labels.map(|node| node.accesskit_node());
        let labels: Vec<_> = labels.filter_map(|node| node.label().or(node.value())).collect();
        !labels.is_empty() && labels.iter().all(|label| label.contains("robot (normal)"))
    };
    desk.click("Jouer contre un robot");
    desk.click("Au hasard");
    desk.click("Prêt : sceller la flotte");
    desk.until("the game", called);
    desk.click("Quitter");
    desk.until("the first screen", |desk| desk.shows("Reprendre une partie"));
    assert!(called(&desk), "where it is offered");
    desk.click("Reprendre une partie");
    desk.until("the game", |desk| desk.shows("Abandonner"));
    desk.click("Abandonner");
    desk.click("Oui, abandonner");
    desk.until("the record", |desk| desk.shows("Revoir la partie"));
    assert!(called(&desk), "in the verdict");
    desk.click("Revoir la partie");
    desk.until("the replay", |desk| desk.shows("Vue de"));
    assert!(called(&desk), "in the replay");
    desk.click("Retour");
    desk.until("the records", called);
    let log = record_in(folder.path()).log;
    assert!(log.agreed().terms.seats.iter().any(|place| place.nickname == "bot (normal)"));
}

/// Which role cells have, so that a screen reader knows that they can be pressed.
#[test]
fn cells_are_buttons() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    desk.click("Play a bot");
    assert_eq!(
        desk.window
            .get_all_by_role(Role::Button)
            .filter(|it| it.accesskit_node().label().is_some_and(|label| label.ends_with(", water")))
            .count(),
        100
    );
}

#[test]
fn cells_take_notes_by_mouse_and_by_key() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    begin(&mut desk);
    desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    let name = |note: &str| format!("Enemy C4, unknown{note}");
    let notes = ["", ", maybe a ship", ", maybe water"];
    for pair in notes.windows(2) {
        desk.window.get_by_label(&name(pair[0])).click_secondary();
        desk.step();
        assert!(desk.window.query_by_label(&name(pair[1])).is_some(), "{}", pair[1]);
    }
    desk.window.get_by_label("Enemy A1, unknown").focus();
    desk.step();
    desk.window.key_press(Key::N);
    desk.step();
    assert!(desk.window.query_by_label("Enemy A1, unknown, maybe a ship").is_some());
    // After the end there is nothing left to guess.
    assert!(desk.shows("a note of your own"));
    desk.click("Resign");
    desk.click("Yes, resign");
    desk.until("the record", |desk| desk.shows("Record:"));
    assert!(!desk.shows("a note of your own"));
    desk.click("Replay");
    desk.until("the replay", |desk| desk.shows("Enemy sea") && desk.shows("Back"));
    assert!(!desk.shows("a note of your own"));
}
