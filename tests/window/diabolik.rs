//! Diabolik Fleet, by names alone.

use eframe::egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use marque::ui::words::{Language, Words};

use crate::{desk::Desk, friends::is_over, salvo::press};

/// Chooses the game on the first screen.
pub(crate) fn choose(desk: &mut Desk, words: &Words) {
    press(desk, &words.say("choose"));
    press(desk, &words.fill("game-title", &[("game", "diabolik".into())]));
}

/// Waits for the own turn, or the end.
pub(crate) fn own_turn(desk: &mut Desk, words: &Words) {
    let yours = words.say("df-turn-yours");
    desk.until("the own turn", |desk| desk.shows(&yours) || is_over(desk));
}

/// Lets what moves come to rest.
pub(crate) fn settle(desk: &mut Desk, words: &Words) {
    let skip = words.say("df-skip");
    while let Some(button) = desk.window.query_by_label(&skip) {
        button.click_accesskit();
        desk.step();
    }
}

/// The names of cells, and of what they are, that end like this.
fn cells(desk: &Desk, end: &str) -> Vec<String> {
    let labels = desk.window.query_all_by_label_contains(end);
    let labels = labels.filter_map(|node| node.accesskit_node().label());
    labels.filter(|label| label.ends_with(end)).collect()
}

/// Moves ships ahead, each as far as it goes for so many balls at most; how many moves there were.
pub(crate) fn move_some(desk: &mut Desk, words: &Words, most: usize) -> usize {
    let take = format!(": {}", words.say("df-take"));
    let mut moves = 0;
    for ship in cells(desk, &take).iter().rev() {
        // It may be in hand already.
        if moves < most && desk.window.query_by_label(ship).is_some() {
            press(desk, ship);
        }
        while moves < most && move_one(desk, words) {
            moves += 1;
        }
    }
    moves
}

/// Moves the ship in hand ahead, if it can.
fn move_one(desk: &mut Desk, words: &Words) -> bool {
    let ahead = words.fill("df-move", &[("cell", "".into())]);
    let water = words.fill("df-water", &[("cell", "".into())]);
    let offer = ahead_of(desk, &water, &ahead);
    offer.is_some_and(|offer| {
        press(desk, &offer);
        true
    })
}

/// The first cell of the board to which the ship in hand moves.
fn ahead_of(desk: &Desk, water: &str, ahead: &str) -> Option<String> {
    let labels = desk.window.query_all_by_label_contains(water);
    let mut labels = labels.filter_map(|node| node.accesskit_node().label());
    labels.find(|label| label.contains(&format!("{ahead}: ")))
}

/// What turns the ship in hand towards cells of the board.
fn turns(desk: &Desk) -> Vec<String> {
    let all = desk.window.query_all_by_label_contains(" turns to ");
    let labels = all.filter_map(|node| node.accesskit_node().label());
    labels.filter(|label| label.contains(", water: ") && label.contains(" ball")).collect()
}

fn can(desk: &Desk, label: &str) -> bool {
    desk.window.query_by_label(label).is_some_and(|node| !node.accesskit_node().is_disabled())
}

/// Ends the turn, with acts taken back until it may end.
pub(crate) fn end_turn(desk: &mut Desk, words: &Words) {
    while !can(desk, &words.say("df-end")) {
        press(desk, &words.say("df-undo"));
    }
    press(desk, &words.say("df-end"));
    // A bot may have answered before anybody looks.
    let (yours, next) = (words.say("df-turn-yours"), words.say("df-plan-empty"));
    desk.until("the end of the turn", |desk| !desk.shows(&yours) || desk.shows(&next) || is_over(desk));
}

fn begin(folder: &tempfile::TempDir) -> (Desk, Words) {
    let (mut desk, words) = (Desk::open(folder.path()), Words::new(Language::English));
    choose(&mut desk, &words);
    press(&mut desk, "Play a bot");
    (desk, words)
}

fn play(folder: &tempfile::TempDir) -> (Desk, Words) {
    let (mut desk, words) = begin(folder);
    press(&mut desk, "Ready: seal the fleet");
    own_turn(&mut desk, &words);
    (desk, words)
}

#[test]
fn a_set_up_is_made_by_the_keyboard_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, _) = begin(&folder);
    assert!(can(&desk, "Ready: seal the fleet"), "all bows ahead are allowed");
    desk.window.get_by_label("Ship 1, bow ahead").focus();
    desk.step();
    for key in [Key::Enter, Key::ArrowUp, Key::ArrowRight, Key::ArrowDown, Key::ArrowDown] {
        desk.window.key_press(key);
        desk.step();
    }
    assert!(desk.shows("Ship 1, bow to the right") && desk.shows("Ship 2, bow to the left"));
    assert!(desk.shows("Ships 1 and 2 are in single file") && !can(&desk, "Ready: seal the fleet"));
    desk.window.key_press(Key::ArrowUp);
    desk.step();
    assert!(desk.shows("Ship 2, bow ahead to the left") && can(&desk, "Ready: seal the fleet"));
    desk.window.key_press(Key::R);
    desk.step();
    assert!(can(&desk, "Ready: seal the fleet"), "what is random is allowed");
    press(&mut desk, "All ahead");
    assert!(desk.shows("Ship 1, bow ahead") && desk.shows("Ship 8, bow ahead"));
}

#[test]
fn a_plan_is_made_and_taken_back_and_what_will_not_do_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = play(&folder);
    settle(&mut desk, &words);
    assert!(desk.shows("4 of 4 balls left") && !can(&desk, "End turn"));
    assert_eq!(move_some(&mut desk, &words, 1), 1);
    assert!(can(&desk, "End turn") && can(&desk, "Undo"));
    desk.window.key_press(Key::Backspace);
    desk.step();
    assert!(desk.shows("4 of 4 balls left") && !can(&desk, "Undo"));
    // Turning first, and turning again, is no turn.
    let first = turns(&desk).into_iter().next().expect("a side to turn to");
    press(&mut desk, &first);
    assert!(desk.shows("A turn needs a move") && !can(&desk, "End turn"));
    desk.window.key_press(Key::Escape);
    desk.step();
    assert!(turns(&desk).is_empty(), "nothing is in hand");
    press(&mut desk, "All back");
    assert!(desk.shows("4 of 4 balls left"));
    // An enemy that nothing of one's own is beside.
    let enemy = cells(&desk, "offer it their flanks; 0 do.");
    assert!(!enemy.is_empty());
    press(&mut desk, &enemy[0]);
    assert!(desk.shows("Two of your ships have to offer it their flanks"));
}

/// Plays a turn: every ship ahead as far as that goes, or one that turns first.
fn play_turn(desk: &mut Desk, words: &Words) {
    let take = format!(": {}", words.say("df-take"));
    let (end, undo) = (words.say("df-end"), words.say("df-undo"));
    for ship in cells(desk, &take) {
        if desk.window.query_by_label(&ship).is_some() {
            press(desk, &ship);
        }
        while move_one(desk, words) {
            if !can(desk, &end) {
                press(desk, &undo);
                break;
            }
        }
    }
    for ship in cells(desk, &take) {
        if can(desk, &end) {
            return;
        }
        press(desk, &ship);
        for turn in turns(desk) {
            press(desk, &turn);
            if move_one(desk, words) && can(desk, &end) {
                return;
            }
            while can(desk, &undo) {
                press(desk, &undo);
            }
        }
    }
}

#[test]
fn a_whole_game_of_plans_is_played_by_names_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = (Desk::open(folder.path()), Words::new(Language::English));
    choose(&mut desk, &words);
    for label in ["2 ships at the goal win", "Play a bot", "Ready: seal the fleet"] {
        press(&mut desk, label);
    }
    own_turn(&mut desk, &words);
    while !is_over(&desk) {
        play_turn(&mut desk, &words);
        assert!(can(&desk, "End turn"), "no turn was found");
        end_turn(&mut desk, &words);
        own_turn(&mut desk, &words);
    }
    desk.until("the record", |desk| desk.shows("Record:"));
    assert!(desk.shows("The game was decided on the board."));
    assert!(desk.shows("You: fleet shown, every answer was true."));
    press(&mut desk, "Replay");
    desk.until("the replay", |desk| desk.shows("Back"));
}
