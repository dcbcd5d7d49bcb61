//! Tables of three and four, with people and bots, in the window.

use std::path::Path;

use eframe::egui::Event;
use egui_kittest::kittest::Queryable as _;
use marque::{chosen::Chosen, settings::Settings};
use marque_protocol::games;
use tempfile::TempDir;

use crate::{
    desk::Desk,
    friends::{again, copied},
};

/// Chooses the game of simulations, for so many: none that is offered to players has as many seats.
pub(crate) fn choose(desk: &mut Desk, seats: usize) {
    let card = games::cards().into_iter().find(|card| card.practice).unwrap();
    desk.window.state_mut().settings().chosen = Chosen::new(card, None).among(seats);
    desk.step();
}

fn called(name: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    Settings { nickname: name.to_owned(), ..Settings::default() }.save(folder.path()).unwrap();
    folder
}

/// Opens a table for so many; the invitation to it.
fn invite(host: &mut Desk, seats: usize) -> String {
    choose(host, seats);
    host.click("Invite a friend");
    host.until("an invitation", |desk| desk.shows("Copy the text"));
    copied(host, "Copy the text")
}

/// Brings so many bots, one after another.
fn bring(host: &mut Desk, bots: &[&str]) {
    for bot in bots {
        host.click("Add a bot (normal)");
        let away = format!("Take away the {bot}");
        host.until(bot, |desk| desk.shows(&away));
    }
}

fn sign(guest: &mut Desk) {
    guest.until("the terms", |desk| desk.shows("Agree and sign"));
    guest.click("Agree and sign");
}

fn plays(desk: &mut Desk) {
    desk.until("the game", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
}

/// All of them are at a game that has just begun. In this one nothing is laid out by hand.
pub(crate) fn all_play(desks: &mut [&mut Desk]) {
    for desk in desks.iter_mut() {
        desk.until("its fleet", |desk| desk.shows("Resign") && !desk.shows("Lay out your fleet"));
    }
    desks.iter_mut().for_each(|desk| plays(desk));
}

/// Gives up, which may be too late: bots are quick.
fn give_up(desk: &mut Desk) {
    if desk.shows("Resign") {
        desk.click("Resign");
        if desk.shows("Yes, resign") {
            desk.click("Yes, resign");
        }
    }
}

/// Three windows at one table, each with its folder; all have signed.
fn three(clock: Option<u32>) -> [(Desk, TempDir, &'static str); 3] {
    let mut sides = ["Ana", "Ben", "Cleo"].map(|name| {
        let folder = called(name);
        (Desk::open(folder.path()), folder, name)
    });
    let [(ana, ..), guests @ ..] = &mut sides;
    ana.window.state_mut().settings().clock = clock;
    let invitation = invite(ana, 3);
    for (guest, ..) in guests.iter_mut() {
        guest.window.event(Event::Paste(invitation.clone()));
        guest.until("the table", |desk| desk.shows("At the table"));
    }
    guests.iter_mut().for_each(|(guest, ..)| sign(guest));
    all_play(&mut sides.each_mut().map(|(desk, ..)| desk));
    sides
}

#[test]
fn how_many_play_is_chosen_where_the_card_leaves_a_choice() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    assert!(!desk.shows("players") && desk.shows("Against this computer"), "a game for two");
    choose(&mut desk, 2);
    for seats in ["2 players", "3 players", "4 players"] {
        assert!(desk.shows(seats), "{seats}");
    }
    desk.click("4 players");
    assert!(desk.shows("Against 3 bots of this computer"));
    assert_eq!(desk.window.state_mut().settings().chosen.seats(), 4);
    desk.click("Invite a friend");
    desk.until("the table", |desk| desk.shows("4. free"));
    assert!(desk.shows("3 seats are free."));
}

#[test]
fn a_game_against_three_bots_is_played_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    choose(&mut desk, 4);
    desk.click("Play a bot");
    for records in 1..=2 {
        plays(&mut desk);
        assert!(!desk.shows("You are out."));
        desk.until("the own turn", |desk| desk.shows("Your shot"));
        desk.click("Resign");
        desk.click("Yes, resign");
        desk.until("the record", |desk| desk.shows("Record:"));
        for bot in ["bot (normal):", "bot (normal) 2:", "bot (normal) 3:"] {
            assert!(desk.shows(&format!("{bot} fleet shown, every answer was true.")), "{bot}");
        }
        assert_eq!(std::fs::read_dir(folder.path().join("records")).unwrap().count(), records);
        desk.click("Play again");
    }
    plays(&mut desk);
}

#[test]
fn people_and_bots_meet_at_one_table_and_everybody_sees_who_is_a_bot() {
    let folders = [called("Ana"), called("Ben")];
    let [mut ana, mut ben] = folders.each_ref().map(|folder| Desk::open(folder.path()));
    let invitation = invite(&mut ana, 4);
    bring(&mut ana, &["bot (normal)", "bot (normal) 2"]);
    ben.window.event(Event::Paste(invitation));
    ben.until("the terms", |desk| desk.shows("Agree and sign"));
    for line in ["1. Ana", "2. bot (normal)", "3. bot (normal) 2", "4. You"] {
        assert!(ben.shows(line), "{line}");
    }
    assert!(!ben.shows("Take away") && !ben.shows("Add a bot"), "they are not his");
    ana.until("that no seat is free", |desk| !desk.shows("Add a bot"));
    ana.window.get_by_label("Take away the bot (normal)").click_accesskit();
    ana.step();
    ben.until("a free seat", |desk| desk.shows("4. free") && !desk.shows("Agree and sign"));
    ana.until("the room for it", |desk| desk.shows("Add a bot (normal)"));
    bring(&mut ana, &["bot (normal)"]);
    sign(&mut ben);
    all_play(&mut [&mut ana, &mut ben]);
    for desk in [&mut ana, &mut ben] {
        desk.until("the ways to all", |desk| !desk.shows("is not connected"));
    }
    for desk in [&mut ana, &mut ben] {
        give_up(desk);
    }
    for desk in [&mut ana, &mut ben] {
        desk.until("the record", |desk| desk.shows("Record:"));
        // The bots sit down for nobody else.
        assert!(!desk.shows("Rematch"));
        desk.click("Home");
        desk.until("the first screen", |desk| desk.shows("Play a bot"));
        assert!(!desk.shows("Recent opponents"));
    }
}

#[test]
fn who_comes_back_to_a_mixed_table_brings_the_bots_back() {
    let folders = [called("Ana"), called("Ben")];
    let [mut ana, mut ben] = folders.each_ref().map(|folder| Desk::open(folder.path()));
    let invitation = invite(&mut ana, 3);
    bring(&mut ana, &["bot (normal)"]);
    ben.window.event(Event::Paste(invitation));
    sign(&mut ben);
    all_play(&mut [&mut ana, &mut ben]);
    drop(ana);
    ben.until("the loss of both", |desk| {
        desk.shows("bot (normal) is not connected") && desk.shows("Ana is not connected")
    });
    let mut ana = Desk::open(folders[0].path());
    ana.until("the game", |desk| desk.shows("against bot (normal), Ben"));
    drop(ana);
    let mut ana = again(folders[0].path());
    plays(&mut ana);
    for desk in [&mut ana, &mut ben] {
        desk.until("the ways to all", |desk| !desk.shows("is not connected"));
    }
}

#[test]
fn of_three_who_is_silent_is_out_once_both_others_say_so() {
    let sides = three(Some(5));
    let (due, others): (Vec<_>, Vec<_>) = sides.into_iter().partition(|(desk, ..)| desk.shows("Your shot"));
    let [(desk, _folder, name)]: [_; 1] = due.try_into().ok().expect("one is due");
    drop(desk);
    let mut others = others;
    for (desk, ..) in &mut others {
        desk.until("the silence", |desk| desk.shows(&format!("{name} has been silent")));
        assert!(desk.shows("Moves may still come by way of the others"));
        assert!(!desk.shows("Claim the win"), "there is a third");
    }
    others[0].0.click("Put out of the game");
    others[0].0.until("the word", |desk| desk.shows(&format!("You have said that {name} is silent.")));
    assert!(!others[0].0.shows("Put out of the game"), "said once");
    assert!(!others[1].0.shows(&format!("{name} is out.")), "one alone puts nobody out");
    others[1].0.click("Put out of the game");
    for (desk, ..) in &mut others {
        desk.until("the end of it", |desk| desk.shows(&format!("{name} is out.")));
        assert!(!desk.shows("has been silent") && !desk.shows("You are out."));
    }
}

#[test]
fn of_three_who_gives_up_watches_and_all_play_again_with_one_click_each() {
    let mut sides = three(None);
    {
        let [(ana, ..), (ben, ..), (cleo, ..)] = &mut sides;
        ben.click("Resign");
        ben.click("Yes, resign");
        ben.until("the game of the others", |desk| desk.shows("You are out. The others play on"));
        assert!(!ben.shows("Resign"), "once");
        for desk in [&mut *ana, &mut *cleo] {
            desk.until("that he is out", |desk| desk.shows("Ben is out."));
        }
        cleo.click("Resign");
        cleo.click("Yes, resign");
    }
    for (desk, ..) in &mut sides {
        desk.until("the record", |desk| desk.shows("Record:"));
    }
    assert!(sides[0].0.shows("You have won"));
    sides.iter_mut().for_each(|(desk, ..)| desk.click("Rematch"));
    all_play(&mut sides.each_mut().map(|(desk, ..)| desk));
    for (_, folder, _) in &sides {
        assert_eq!(games_of(folder.path()), 1, "another one is under way");
    }
}

fn games_of(profile: &Path) -> usize {
    std::fs::read_dir(profile.join("games")).unwrap().count()
}
