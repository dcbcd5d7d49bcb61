//! A guest whose host changes its mind.

mod mesh;
mod waiting;

use ed25519_dalek::SigningKey;
use iroh::SecretKey;
use marque_protocol::{
    lobby::{Away, Message, NoGame, Organiser},
    wire::Frame,
};

use super::*;
use crate::{bots::Level, net::Ticket};

const TABLE: [u8; 16] = [4; 16];

fn config(key: [u8; 32]) -> Config {
    let bind = "127.0.0.1:0".parse().ok();
    Config {
        key: SecretKey::from_bytes(&key),
        offline: true,
        bind,
        relay: None,
        roots: Vec::new(),
        relay_only: false,
    }
}

/// A host that sends good terms, takes the signature, and then sends these bytes as the terms.
async fn host(net: Net, mut events: mpsc::Receiver<NetEvent>, other: Vec<u8>) {
    let identity = SigningKey::from_bytes(&[7; 32]);
    let place = SeatKeys::new([8; 32]).place(identity.verifying_key().to_bytes(), String::new(), [9; 32]);
    let options = Options::choose("classic", &[]).unwrap();
    let blank = blank("classic", &options, Clock::default()).unwrap();
    let mut organiser = Organiser::new(TABLE, blank, 2, identity, place);
    let mut guest = None;
    while let Some(event) = events.recv().await {
        match event {
            NetEvent::Up { identity, .. } => guest = Some(identity),
            NetEvent::Frame { link, bytes } => match Frame::decode(&bytes) {
                Ok(Frame::Lobby(Message::Sign(_))) => {
                    net.send(link, Frame::Lobby(Message::Terms(other.clone())).encode());
                }
                Ok(Frame::Lobby(message)) => {
                    for (to, reply) in organiser.hear(link, &guest.unwrap(), message) {
                        net.send(to, Frame::Lobby(reply).encode());
                    }
                }
                _ => {}
            },
            NetEvent::Down { .. } => break,
            _ => {}
        }
    }
    net.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_that_change_into_nonsense_leave_no_game_behind() {
    let folder = tempfile::tempdir().unwrap();
    let profile = Arc::new(Profile::open(Some(folder.path().to_owned())).unwrap());
    let (net, events) = Net::start(config([7; 32])).await.unwrap();
    let ticket = Ticket { address: net.address(), table: TABLE };
    let hosting = tokio::spawn(host(net, events, vec![1, 2, 3]));
    let own = config(profile.identity().unwrap());
    let mut desk = Desk::open(profile.clone(), own, Interrupt::never()).await.unwrap();
    let captain = Captain::bot(Level::Easy).unwrap();
    let refused = desk.join(&ticket, Player { nickname: String::new(), captain, lobby: None }).await;
    let refused = refused.err().expect("nothing that could be played");
    assert!(matches!(refused.downcast_ref(), Some(NoGame::Terms(_))), "{refused:#}");
    assert_eq!(profile.unfinished().unwrap(), Vec::<Vec<u8>>::new());
    desk.net.shutdown().await;
    hosting.await.unwrap();
}
