//! A table that was signed and has not begun.

use std::{
    sync::mpsc,
    thread::{self, JoinHandle},
    time::Duration,
};

use eframe::egui::Event;
use iroh::SecretKey;
use marque::{
    net::{Config, Net, NetEvent, Ticket},
    table,
};
use marque_protocol::{
    games::Options,
    lobby::{Message, Organiser},
    terms::{Clock, SeatKeys},
    wire::Frame,
};

use crate::desk::Desk;

const TABLE: [u8; 16] = [4; 16];
const KEY: [u8; 32] = [7; 32];
const LIMIT: Duration = Duration::from_secs(120);

/// Opens a table whose organiser is gone as soon as it has the signature. The thread ends with it.
pub(crate) fn open() -> (String, JoinHandle<()>) {
    let (open, opened) = mpsc::channel();
    let thread = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let signed = runtime.block_on(async { tokio::time::timeout(LIMIT, organise(open)).await });
        signed.expect("somebody came and signed");
    });
    (opened.recv_timeout(LIMIT).unwrap(), thread)
}

async fn organise(open: mpsc::Sender<String>) {
    let bind = "127.0.0.1:0".parse().ok();
    let key = SecretKey::from_bytes(&KEY);
    let config = Config { key, offline: true, bind, relay: None, roots: Vec::new(), relay_only: false };
    let (net, mut events) = Net::start(config).await.unwrap();
    open.send(Ticket { address: net.address(), table: TABLE }.to_string()).unwrap();
    let identity = ed25519_dalek::SigningKey::from_bytes(&KEY);
    let place =
        SeatKeys::new([8; 32]).place(identity.verifying_key().to_bytes(), "Anson".to_owned(), [9; 32]);
    let options = Options::choose("classic", &[]).unwrap();
    let terms = table::blank("classic", &options, Clock::default()).unwrap();
    let mut organiser = Organiser::new(TABLE, terms, 2, identity, place);
    let mut guest = None;
    loop {
        match events.recv().await.unwrap() {
            NetEvent::Up { identity, .. } => guest = Some(identity),
            NetEvent::Frame { link, bytes } => match Frame::decode(&bytes) {
                Ok(Frame::Lobby(Message::Sign(_))) => break,
                Ok(Frame::Lobby(message)) => {
                    for (to, reply) in organiser.hear(link, &guest.unwrap(), message) {
                        net.send(to, Frame::Lobby(reply).encode());
                    }
                }
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }
    net.shutdown().await;
}

#[test]
fn a_signature_that_nobody_answers_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let (invitation, host) = open();
    let mut guest = Desk::open(folder.path());
    guest.window.event(Event::Paste(invitation));
    guest.until("the terms", |desk| desk.shows("Agree and sign"));
    guest.click("Agree and sign");
    host.join().unwrap();
    guest.until("the loss", |desk| desk.shows("Looking for the host"));
    assert!(guest.shows("1. Anson"));
    assert!(!guest.shows("direct, ") && !guest.shows("connected"), "nobody is connected");
    guest.click("Leave the table");
    guest.until("the game that may go on", |desk| desk.shows("against Anson"));
    assert!(guest.shows("You have signed"));
    guest.click("Withdraw");
    guest.until("the first screen", |desk| !desk.shows("against Anson"));
    drop(guest);
    let mut guest = Desk::open(folder.path());
    guest.until("the first screen", |desk| desk.shows("Play a bot"));
    assert!(!guest.shows("Go on with a game"), "also after a restart");
}
