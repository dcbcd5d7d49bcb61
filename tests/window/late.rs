//! Time that runs out while a fleet is laid out.

use std::{
    sync::{Arc, mpsc},
    time::Duration,
};

use eframe::egui::Event;
use egui_kittest::kittest::Queryable as _;
use marque::{
    engine::{Engine, News},
    net::Reach,
    table::Offer,
};
use marque_protocol::{games::Options, terms::Clock};

use crate::desk::Desk;

const LIMIT: Duration = Duration::from_secs(60);

/// A table with the shortest time that there is, and its invitation.
fn hasty(folder: &std::path::Path) -> (Engine, String) {
    let (wake, woken) = mpsc::channel();
    let reach = Reach { offline: true, bind: "127.0.0.1:0".parse().ok(), relay: None, roots: Vec::new() };
    let wake = Arc::new(move || {
        let _ = wake.send(());
    });
    let engine = Engine::start(Some(folder.to_owned()), reach, wake).unwrap();
    let clock = Clock { seal_s: 30, ..Clock::default() };
    let options = Options::choose("classic", &[]).unwrap();
    engine.host(Offer { game: "classic".to_owned(), options, seats: 2, clock }, String::new());
    let mut lobby = None;
    loop {
        match engine.news() {
            Some(News::Lobby(helm)) => lobby = Some(helm),
            Some(_) => panic!("that was not asked for"),
            None => {}
        }
        if let Some(view) = lobby.as_ref().and_then(|lobby| lobby.view()) {
            return (engine, view.ticket.clone().unwrap());
        }
        woken.recv_timeout(LIMIT).expect("no table came");
    }
}

#[test]
fn what_was_laid_by_hand_stays_when_the_time_is_over() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let (_host, invitation) = hasty(folders[0].path());
    let mut guest = Desk::open(folders[1].path());
    guest.window.event(Event::Paste(invitation));
    guest.until("the terms", |desk| desk.shows("Laying out the fleets: 30 seconds"));
    guest.click("Agree and sign");
    guest.until("the placement", |desk| desk.shows("Lay out your fleet"));
    for cell in ["A1, water", "A3, water"] {
        guest.window.get_by_label(cell).click_accesskit();
        guest.step();
    }
    let laid = ["A1", "B1", "C1", "D1", "A3", "B3", "C3"];
    guest.until("the end of the time", |desk| desk.shows("Enemy sea"));
    for cell in laid {
        assert!(guest.shows(&format!("Your {cell}, ship")), "{cell}");
    }
    assert!(guest.shows("10 ships afloat"));
}
