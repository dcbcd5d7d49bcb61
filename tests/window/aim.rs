//! What is collected for a salvo or to be revealed: in sight, in one row, and refused with a reason.

use eframe::egui::{Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use marque::{
    settings::Look,
    ui::words::{Language, Words},
};

use crate::{
    desk::{Desk, LEAST, Looks},
    salvo::{aim, choose, fire, lay, press, share, turn},
};

/// A salvo of the largest board, with mines, against a bot.
fn salvo(folder: &tempfile::TempDir) -> (Desk, Words) {
    let (mut desk, words) = (Desk::open(folder.path()), Words::new(Language::English));
    choose(&mut desk, &words);
    press(&mut desk, "Play a bot");
    lay(&mut desk, &words);
    turn(&mut desk, &words);
    (desk, words)
}

fn look(desk: &mut Desk, scale: u16) {
    desk.look(Looks { language: Language::English, look: Look::Dark, scale, size: LEAST });
}

/// Where something is, all of it in the window.
fn seen(desk: &Desk, label: &str) -> Rect {
    let rect = desk.window.get_by_label(label).rect();
    assert!(desk.window.ctx.content_rect().contains_rect(rect), "{label} is out of sight: {rect}");
    rect
}

#[test]
fn the_confirmation_of_a_salvo_is_in_sight_with_every_cell() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = salvo(&folder);
    aim(&mut desk, &words, &["A3", "A5"]);
    for scale in [100, 150, 200] {
        look(&mut desk, scale);
        for cell in ["A1", "O1", "H8", "A15", "O15"] {
            let name = format!("Enemy {cell}, unknown");
            desk.window.get_by_label(&name).scroll_to_me();
            desk.step();
            let (cell, fire) = (seen(&desk, &name), seen(&desk, "Fire"));
            assert!(fire.bottom() <= cell.top(), "{name} at {scale} %: {cell} and {fire}");
            seen(&desk, "2 of 5");
        }
    }
}

#[test]
fn a_cell_that_will_not_do_says_why_and_moves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = salvo(&folder);
    fire(&mut desk, &words, &["A3", "A6", "A9", "A12", "A15"]);
    turn(&mut desk, &words);
    let fired = ["miss", "hit"].map(|state| format!("Enemy A3, {state}"));
    let fired = fired.into_iter().find(|name| desk.window.query_by_label(name).is_some());
    for scale in [100, 200] {
        look(&mut desk, scale);
        let place = desk.window.get_by_label("Enemy O15, unknown").rect();
        let own = desk.window.query_all_by_label_contains("Your A15,").next().unwrap();
        own.click_accesskit();
        desk.step();
        assert!(desk.shows("this is your own sea: fire at the enemy’s"));
        // A mine that lay there has another name.
        if let Some(fired) = &fired {
            press(&mut desk, fired);
            assert!(desk.shows("A3 was fired at already"));
        }
        assert_eq!(desk.window.get_by_label("Enemy O15, unknown").rect(), place, "at {scale} %");
    }
    let count = desk.window.query_all_by_label_contains("of 5").count();
    assert_eq!(count, 1, "the own fleet is afloat");
    aim(&mut desk, &words, &["C3", "C5", "C7", "C9", "C11", "C13"]);
    assert!(desk.shows("5 cells are chosen: take one back first"));
    press(&mut desk, "Take back C5");
    aim(&mut desk, &words, &["C13"]);
    assert!(!desk.shows("take one back first"), "it will do now");
}

#[test]
fn cells_to_reveal_stand_beside_their_confirmation() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, words) = (Desk::open(folder.path()), Words::new(Language::English));
    choose(&mut desk, &words);
    share(&mut desk, &words);
    fire(&mut desk, &words, &["A1", "C1", "O15", "O13", "O11"]);
    desk.until("the duty", |desk| desk.shows("You hit a mine"));
    press(&mut desk, "Enemy A1, mine");
    assert!(desk.shows("first reveal cells of your own sea"));
    for _ in 0..2 {
        let name = desk.window.query_all_by_label_contains(", ship, can be revealed").next().unwrap();
        name.click_accesskit();
        desk.step();
    }
    for scale in [100, 200] {
        look(&mut desk, scale);
        let confirm = seen(&desk, "Reveal");
        for back in desk.window.query_all_by_label_contains("Take back ") {
            let apart = back.rect().center() - confirm.center();
            assert!(apart.y.abs() < 4.0 && apart.x > 0.0, "at {scale} %: {apart}");
        }
    }
}

/// In a small window the list of ships and the tools are below the sea.
#[test]
fn why_a_ship_cannot_lie_there_is_in_sight_wherever_the_placement_is_scrolled() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    desk.click("Play a bot");
    look(&mut desk, 200);
    let place = desk.window.get_by_label("J10, water").rect();
    for cell in ["A1, water", "E2, water"] {
        press(&mut desk, cell);
    }
    let reason = desk.window.query_all_by_label_contains("Ships may not touch").next().expect("a reason");
    let reason = reason.rect();
    assert_eq!(desk.window.get_by_label("J10, water").rect(), place, "nothing has moved");
    desk.window.get_by_label("J10, water").scroll_to_me();
    desk.step();
    let window = Rect::from_min_size(desk.window.ctx.content_rect().min, LEAST / 2.0 + vec2(1.0, 1.0));
    let now = desk.window.query_all_by_label_contains("Ships may not touch").next().unwrap().rect();
    assert!(now == reason && window.contains_rect(now), "{now}");
}
