//! A peer that lies: the window says in plain words what was claimed and what is wrong with it.

use std::{
    path::Path,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use iroh::SecretKey;
use marque::{
    bots::{self, Level},
    net::{Config, Net, NetEvent, Ticket},
};
use marque_protocol::{
    audit::{self, Outcome},
    lobby::{Guest, Reply},
    peer::{Input, Output, Peer, Seated},
    rules::Seat,
    sim::{Liar, lies_of},
    table::Duty,
    terms::{Agreed, SeatKeys},
    wire::Frame,
};
use rand::{SeedableRng as _, rngs::ChaCha20Rng};
use tokio::sync::mpsc;

use crate::{
    desk::Desk,
    friends::{copied, fire, is_over, record_in},
};

const LIMIT: Duration = Duration::from_secs(120);

/// A guest that tells the lie of this name.
struct Guile {
    net: Net,
    events: mpsc::Receiver<NetEvent>,
    keys: SeatKeys,
    lie: &'static str,
}

impl Guile {
    /// Sits down at the table of an invitation and plays until the other side goes.
    fn come(invitation: String, lie: &'static str) -> JoinHandle<()> {
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            let played = async {
                let key = SecretKey::from_bytes(&[9; 32]);
                let bind = "127.0.0.1:0".parse().ok();
                let config =
                    Config { key, offline: true, bind, relay: None, roots: Vec::new(), relay_only: false };
                let (net, events) = Net::start(config).await.unwrap();
                let mut guile = Guile { net, events, keys: SeatKeys::new([5; 32]), lie };
                let (agreed, link, begun) = guile.sit(&invitation).await;
                guile.play(&agreed, link, begun).await;
                guile.net.shutdown().await;
            };
            let ended = runtime.block_on(async { tokio::time::timeout(LIMIT, played).await });
            ended.expect("the game came to an end");
        })
    }

    /// The agreement, the link to the host, and its first frame if it came at once.
    async fn sit(&mut self, invitation: &str) -> (std::sync::Arc<Agreed>, u64, Vec<Vec<u8>>) {
        let ticket = Ticket::find(invitation).unwrap();
        let identity = ed25519_dalek::SigningKey::from_bytes(&[9; 32]);
        let place = self.keys.place(identity.verifying_key().to_bytes(), "Munchausen".to_owned(), [1; 32]);
        let mut guest = Guest::new(ticket.table, identity, place);
        self.net.keep_dialling(ticket.address);
        let mut early = Vec::new();
        loop {
            match self.events.recv().await.unwrap() {
                NetEvent::Up { link, .. } => self.net.send(link, Frame::Lobby(guest.join()).encode()),
                NetEvent::Frame { link, bytes } => match Frame::decode(&bytes) {
                    Ok(Frame::Lobby(message)) => match guest.hear(message, |_| true).unwrap() {
                        Reply::Send(message) => self.net.send(link, Frame::Lobby(message).encode()),
                        Reply::Begin(agreement) => return (agreement.check().unwrap(), link, early),
                        Reply::Wait => {}
                    },
                    _ => early.push(bytes),
                },
                other => panic!("{other:?}"),
            }
        }
    }

    async fn play(&mut self, agreed: &std::sync::Arc<Agreed>, link: u64, early: Vec<Vec<u8>>) {
        let seat = Seat(1);
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        let layout = agreed.options.random_layout(&mut rng).unwrap();
        let chart = agreed.options.chart(&layout).unwrap().unwrap();
        let spec = lies_of("classic", 2).into_iter().find(|lie| lie.name == self.lie).expect("such a lie");
        let mut liar = Liar::new(spec, agreed, seat, &self.keys, &chart, 0);
        let seated = Seated { seat, keys: self.keys.clone(), chart: chart.clone(), kept: Vec::new() };
        let mut peer = Peer::new(agreed.clone(), Some(seated), 1, 0);
        let start = Instant::now();
        let now = || u64::try_from(start.elapsed().as_millis()).unwrap();
        peer.handle(0, Input::Connected(link)).unwrap();
        for bytes in early {
            peer.handle(0, Input::Frame(link, bytes)).unwrap();
        }
        loop {
            while let Some(output) = peer.poll() {
                if let Output::Send(link, bytes) = output {
                    let said = liar.distort(&peer, link, bytes);
                    said.into_iter().for_each(|(link, bytes)| self.net.send(link, bytes));
                }
            }
            if peer.table().duty() == Duty::Act(seat)
                && let Some(intent) =
                    bots::choose(Level::Easy, peer.table().position(), seat, &chart, &mut rng)
                && peer.handle(now(), Input::Act(intent)).is_ok()
            {
                continue;
            }
            match self.events.recv().await {
                Some(NetEvent::Frame { bytes, .. }) => peer.handle(now(), Input::Frame(link, bytes)).unwrap(),
                Some(NetEvent::Down { .. }) | None => return,
                Some(_) => {}
            }
        }
    }
}

/// The window of somebody honest, after a game against a liar.
pub(crate) fn against(profile: &Path, lie: &'static str) -> Desk {
    let mut desk = Desk::open(profile);
    desk.click("Invite a friend");
    desk.until("an invitation", |desk| desk.shows("Copy the text"));
    let invitation = copied(&mut desk, "Copy the text");
    let guile = Guile::come(invitation, lie);
    desk.until("the placement", |desk| desk.shows("Lay out your fleet") || is_over(desk));
    // Who lies in its seal is caught while the honest fleet is laid out.
    for button in ["Random", "Ready: seal the fleet"] {
        if desk.shows(button) {
            desk.click(button);
        }
    }
    let mut fired = std::collections::BTreeSet::new();
    while !is_over(&desk) {
        desk.until("a turn", |desk| desk.shows("Your shot") || is_over(desk));
        if !is_over(&desk) {
            fire(&mut desk, &mut fired);
        }
    }
    desk.until("the record", |desk| desk.shows("Record:"));
    drop(guile);
    desk
}

/// The window says all of this, and the record in the profile shows the fault to anybody.
fn caught(lie: &'static str, sentences: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = against(folder.path(), lie);
    for sentence in sentences {
        assert!(desk.shows(sentence), "{lie}: {sentence}");
    }
    assert!(desk.shows("You have won") && desk.shows("Munchausen lied."), "{lie}");
    assert!(desk.shows("the signed record shows it to anyone, offline"));
    desk.click("Save evidence");
    desk.until("the evidence", |desk| desk.shows("The copy is saved:"));
    let copies = std::fs::read_dir(folder.path()).unwrap().flatten();
    let copies = copies.filter(|file| file.path().extension().is_some_and(|suffix| suffix == "marque"));
    assert_eq!(copies.count(), 1, "beside the folder of records");
    let verdict = audit::verdict(&record_in(folder.path()).log);
    assert_eq!((verdict.outcome, verdict.winner), (Outcome::Fault, Some(Seat(0))), "{lie}");
    assert!(verdict.faults.iter().all(|fault| fault.seat == Seat(1)));
}

#[test]
fn a_hit_that_is_called_a_miss_is_told() {
    caught("miss-for-hit", &["Munchausen said:", "miss.", "It comes without a valid proof"]);
}

#[test]
fn a_fleet_that_breaks_the_rules_is_told() {
    caught(
        "ships-touch-side",
        &["Munchausen signed something that is not so.", "It comes without a valid proof"],
    );
}

#[test]
fn a_fleet_that_is_shown_and_was_not_sealed_is_told() {
    caught("chart-differs", &["The fleet that was shown at the end is not the one that was sealed."]);
}

#[test]
fn an_answer_at_the_wrong_time_is_told() {
    caught("act-for-answer", &["Something else was due at that point."]);
}
