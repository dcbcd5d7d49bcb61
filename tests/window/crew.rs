//! Bots at a table for more than two, at which a window may sit down.

use std::{
    sync::{Arc, mpsc},
    thread::{self, JoinHandle},
};

use eframe::egui::Event;
use iroh::SecretKey;
use marque::{
    bots::Level,
    captain::Captain,
    interrupt::Interrupt,
    net::{Config, Ticket},
    store::Profile,
    table::{Desk, Offer, Player},
};
use marque_protocol::{
    games::{self, Options},
    terms::{Clock, NICKNAME_MOST},
};
use tokio::sync::watch;

use crate::desk::Desk as Window;

const TABLE: [u8; 16] = [3; 16];

/// They go when it is dropped.
pub(crate) struct Crew {
    pub(crate) ticket: String,
    stop: watch::Sender<bool>,
    threads: Vec<JoinHandle<()>>,
}

impl Crew {
    /// A host of the game of simulations for so many, and guests of these names.
    pub(crate) fn around(seats: usize, host: &str, guests: &[&str]) -> Crew {
        let (stop, interrupt) = Interrupt::by();
        let (found, tickets) = mpsc::channel();
        let game = games::cards().into_iter().find(|card| card.practice).unwrap().id;
        let options = Options::choose(game, &[]).unwrap();
        let offer = Offer { game: game.to_owned(), options, seats, clock: Clock::default() };
        let (name, heard) = (host.to_owned(), interrupt.clone());
        let mut threads = vec![thread::spawn(move || {
            sail(heard, async move |desk| {
                found.send(desk.ticket(TABLE).to_string()).unwrap();
                let sat = desk.host(TABLE, &offer, player(name), &mut |_| {}).await;
                assert!(sat.is_err(), "the table was left before all had signed");
            });
        })];
        let ticket: String = tickets.recv().unwrap();
        for name in guests {
            let (name, ticket) = ((*name).to_owned(), Ticket::find(&ticket).unwrap());
            let heard = interrupt.clone();
            threads.push(thread::spawn(move || {
                sail(heard, async move |desk| {
                    let sat = desk.join(&ticket, player(name)).await;
                    assert!(sat.is_err(), "the table was left before all had signed");
                });
            }));
        }
        Crew { ticket, stop, threads }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Crew {
    /// All of them go.
    fn leave(&mut self) {
        self.stop.send_replace(true);
        for thread in self.threads.drain(..) {
            let ended = thread.join();
            assert!(thread::panicking() || ended.is_ok(), "a bot failed");
        }
    }
}

fn player(mut nickname: String) -> Player {
    nickname.truncate(nickname.floor_char_boundary(NICKNAME_MOST));
    Player { nickname, captain: Captain::bot(Level::Easy).unwrap(), lobby: None }
}

/// A new profile and an endpoint on loopback for this.
fn sail(interrupt: Interrupt, job: impl AsyncFnOnce(&mut Desk)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let profile = Arc::new(Profile::open(Some(folder.path().to_owned())).unwrap());
        let key = SecretKey::from_bytes(&profile.identity().unwrap());
        let bind = "127.0.0.1:0".parse().ok();
        let config = Config { key, offline: true, bind, relay: None, roots: Vec::new(), relay_only: false };
        let mut desk = Desk::open(profile, config, interrupt).await.unwrap();
        job(&mut desk).await;
        desk.net.shutdown().await;
    });
}

#[test]
fn a_window_at_a_table_for_four_sees_who_sits_there_and_who_goes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(folder.path());
    let mut crew = Crew::around(4, "Ana", &["Ben"]);
    window.window.event(Event::Paste(crew.ticket.clone()));
    let awaited = "One seat is free. The game begins as soon as it is taken and all have signed.";
    window.until("the company", |window| window.shows(awaited) && window.shows("Ben"));
    // Whoever came first sits first.
    for line in ["1. Ana", ". Ben", ". You", "4. free"] {
        assert!(window.shows(line), "{line}");
    }
    crew.leave();
    window.until("the others", |window| !window.shows("Ana"));
    assert!(window.shows("There is no such table any more"), "and why they went");
}
