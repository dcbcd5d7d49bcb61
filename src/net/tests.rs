//! Whole nets against each other on loopback.

mod load;
mod meeting;
mod pulses;
mod talk;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use iroh::SecretKey;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::link::Identity;
use super::*;

/// Far above anything seen; a test that gets here has failed.
const PATIENCE: Duration = Duration::from_secs(60);

const ANY: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

fn config(key: SecretKey, at: SocketAddr) -> Config {
    Config { key, offline: true, bind: Some(at), relay: None, roots: Vec::new(), relay_only: false }
}

struct Peer {
    net: Net,
    events: mpsc::Receiver<NetEvent>,
}

impl Peer {
    async fn start() -> Self {
        Self::with(SecretKey::generate(), ANY).await
    }

    async fn with(key: SecretKey, at: SocketAddr) -> Self {
        // A socket that was just closed is given back a moment later.
        let start = async {
            loop {
                match Net::start(config(key.clone(), at)).await {
                    Ok((net, events)) => break Self { net, events },
                    Err(_) => tokio::task::yield_now().await,
                }
            }
        };
        timeout(PATIENCE, start).await.expect("starts")
    }

    fn socket(&self) -> SocketAddr {
        let address = self.net.address();
        *address.ip_addrs().next().expect("listens somewhere")
    }

    async fn event(&mut self) -> NetEvent {
        let event = timeout(PATIENCE, self.events.recv()).await;
        event.expect("in time").expect("still running")
    }

    async fn up(&mut self) -> (u64, Identity) {
        match self.event().await {
            NetEvent::Up { link, identity, .. } => (link, identity),
            other => panic!("not up: {other:?}"),
        }
    }

    async fn frame(&mut self) -> Vec<u8> {
        match self.event().await {
            NetEvent::Frame { bytes, .. } => bytes,
            other => panic!("no frame: {other:?}"),
        }
    }

    async fn down(&mut self) -> (u64, String) {
        loop {
            match self.event().await {
                NetEvent::Down { link, why } => return (link, why),
                NetEvent::Frame { .. } => {}
                other => panic!("not down: {other:?}"),
            }
        }
    }
}

/// Two peers, the first of which dialled, and their ends of the link.
async fn pair() -> (Peer, u64, Peer, u64) {
    let (mut a, mut b) = (Peer::start().await, Peer::start().await);
    a.net.keep_dialling(b.net.address());
    let (at_a, of_b) = a.up().await;
    let (at_b, of_a) = b.up().await;
    assert_eq!((of_a, of_b), (a.net.identity(), b.net.identity()));
    (a, at_a, b, at_b)
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_arrive_in_order_both_ways() {
    let (mut a, at_a, mut b, at_b) = pair().await;
    for n in 0..2000u32 {
        a.net.send(at_a, n.to_le_bytes().to_vec());
        b.net.send(at_b, vec![7; n as usize]);
    }
    for n in 0..2000u32 {
        assert_eq!(b.frame().await, n.to_le_bytes());
        assert_eq!(a.frame().await.len(), n as usize);
    }
    let path = a.net.path(at_a).expect("a path");
    assert!(path.direct);
    a.net.shutdown().await;
    b.net.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_longest_frame_arrives_and_a_longer_one_ends_the_link() {
    let (a, at_a, mut b, at_b) = pair().await;
    let frame: Vec<u8> = (0..MAX_FRAME).map(|n| (n % 251) as u8).collect();
    a.net.send(at_a, frame.clone());
    a.net.send(at_a, Vec::new());
    assert!(b.frame().await == frame);
    assert!(b.frame().await.is_empty());
    a.net.send(at_a, vec![0; MAX_FRAME + 1]);
    let (link, why) = b.down().await;
    assert_eq!(link, at_b);
    assert!(why.contains("too long"), "{why}");
    a.net.shutdown().await;
    b.net.shutdown().await;
}

/// A peer that speaks the transport but minds its own manners.
async fn stranger(to: &Peer) -> (iroh::Endpoint, iroh::endpoint::Connection) {
    let endpoint = endpoint::open(&config(SecretKey::generate(), ANY)).await;
    let endpoint = endpoint.expect("binds");
    let address = to.net.address();
    let connection = endpoint.connect(address, ALPN).await.expect("connects");
    (endpoint, connection)
}

async fn closed_with(connection: &iroh::endpoint::Connection) -> u64 {
    match timeout(PATIENCE, connection.closed()).await {
        Ok(iroh::endpoint::ConnectionError::ApplicationClosed(c)) => c.error_code.into(),
        other => panic!("not closed by the application: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announcement_beyond_the_limit_is_refused() {
    let mut b = Peer::start().await;
    let (endpoint, connection) = stranger(&b).await;
    let (mut send, _receive) = connection.open_bi().await.expect("opens");
    frame::write(&mut send, &[1; 16]).await.expect("writes");
    b.up().await;
    send.write_all(&u32::MAX.to_le_bytes()).await.expect("writes");
    let (_, why) = b.down().await;
    assert!(why.contains("4294967295 bytes"), "{why}");
    assert_eq!(closed_with(&connection).await, u64::from(link::code::TOO_LONG));
    b.net.shutdown().await;
    endpoint.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_greeting_never_becomes_a_link() {
    let mut b = Peer::start().await;
    for greeting in [&[0; 17][..], &[0; 15], &[]] {
        let (endpoint, connection) = stranger(&b).await;
        let (mut send, _receive) = connection.open_bi().await.expect("opens");
        frame::write(&mut send, greeting).await.expect("writes");
        assert_eq!(closed_with(&connection).await, u64::from(link::code::GREETING));
        endpoint.close().await;
    }
    b.net.shutdown().await;
    drop(b.net);
    assert_eq!(b.events.recv().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_cut_short_ends_the_link() {
    let mut b = Peer::start().await;
    let (endpoint, connection) = stranger(&b).await;
    let (mut send, _receive) = connection.open_bi().await.expect("opens");
    frame::write(&mut send, &[1; 16]).await.expect("writes");
    send.write_all(&[9, 0, 0, 0, 1]).await.expect("writes");
    send.finish().expect("finishes");
    b.up().await;
    assert!(matches!(b.event().await, NetEvent::Down { .. }));
    b.net.shutdown().await;
    endpoint.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_delivers_all_that_was_queued() {
    for from_dialler in [true, false] {
        let (a, at_a, b, at_b) = pair().await;
        let (giver, link, mut taker) = match from_dialler {
            true => (a, at_a, b),
            false => (b, at_b, a),
        };
        for n in 0..1000u32 {
            giver.net.send(link, vec![(n % 256) as u8; 4000]);
        }
        let taken = tokio::spawn(async move {
            for n in 0..1000u32 {
                assert_eq!(taker.frame().await, [(n % 256) as u8; 4000]);
            }
            let (_, why) = taker.down().await;
            assert!(why.contains("bye"), "{why}");
            taker
        });
        giver.net.shutdown().await;
        let taker = taken.await.expect("all frames");
        taker.net.shutdown().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_taken_late_are_not_lost_by_a_shutdown() {
    let (a, at_a, mut b, _) = pair().await;
    for n in 0..500u32 {
        a.net.send(at_a, n.to_le_bytes().to_vec());
    }
    // More frames than the queue of events holds, and nobody takes them until we are gone.
    a.net.shutdown().await;
    drop(a);
    for n in 0..500u32 {
        assert_eq!(b.frame().await, n.to_le_bytes());
    }
    b.down().await;
    b.net.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_peer_that_reads_nothing_is_let_go() {
    // Too many bytes, and too many frames.
    for length in [MAX_FRAME, 0] {
        let (mut a, at_a, b, _) = pair().await;
        let why = loop {
            a.net.send(at_a, vec![0; length]);
            match a.events.try_recv() {
                Ok(NetEvent::Down { why, .. }) => break why,
                Ok(other) => panic!("{other:?}"),
                Err(_) => tokio::task::yield_now().await,
            }
        };
        // Where a flood loses too many packets on its way, QUIC at the other end gives up before us.
        assert!(why.contains("waiting") || why.contains("too many gaps"), "{why}");
        a.net.shutdown().await;
        b.net.shutdown().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_dialled_beyond_the_limit() {
    let (mut a, b, c) = (Peer::start().await, Peer::start().await, Peer::start().await);
    let gone = || iroh::EndpointAddr::new(SecretKey::generate().public());
    let wanted: Vec<_> = (0..link::MAX_DIALLED).map(|_| gone()).collect();
    wanted.iter().for_each(|address| a.net.keep_dialling(address.clone()));
    a.net.keep_dialling(b.net.address());
    a.net.stop_dialling(*wanted[0].id.as_bytes());
    a.net.keep_dialling(c.net.address());
    let identity = loop {
        match a.event().await {
            NetEvent::Up { identity, .. } => break identity,
            NetEvent::DialFailed { .. } => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(identity, c.net.identity(), "the one for which there was room");
    for peer in [a, b, c] {
        peer.net.shutdown().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_beyond_the_limit_are_refused() {
    let b = Peer::start().await;
    let mut held = Vec::new();
    for _ in 0..link::MAX_INBOUND {
        held.push(stranger(&b).await);
    }
    let endpoint = endpoint::open(&config(SecretKey::generate(), ANY)).await;
    let endpoint = endpoint.expect("binds");
    assert!(endpoint.connect(b.net.address(), ALPN).await.is_err());
    b.net.shutdown().await;
    endpoint.close().await;
    for (endpoint, _) in held {
        endpoint.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_can_be_closed_after_the_peer_broke_it_off() {
    let mut b = Peer::start().await;
    let (endpoint, connection) = stranger(&b).await;
    let (mut send, _receive) = connection.open_bi().await.expect("opens");
    frame::write(&mut send, &[1; 16]).await.expect("writes");
    let (link, _) = b.up().await;
    // More frames than are taken, so that reading waits when the connection breaks.
    for n in 0..link::EVENT_QUEUE + 10 {
        frame::write(&mut send, &[n as u8]).await.expect("writes");
    }
    send.finish().expect("finishes");
    send.stopped().await.expect("all is received");
    connection.close(99u32.into(), b"broken off");
    endpoint.close().await;
    while b.net.path(link).is_some() {
        tokio::task::yield_now().await;
    }
    b.net.send(link, vec![1]);
    tokio::task::yield_now().await;
    b.net.close(link, 16, "enough");
    let (ended, _) = b.down().await;
    assert_eq!(ended, link);
    b.net.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_received_before_a_break_are_all_delivered() {
    let mut b = Peer::start().await;
    let (endpoint, connection) = stranger(&b).await;
    let (mut send, _receive) = connection.open_bi().await.expect("opens");
    frame::write(&mut send, &[1; 16]).await.expect("writes");
    let (link, _) = b.up().await;
    for n in 0..200 {
        frame::write(&mut send, &[n]).await.expect("writes");
    }
    send.finish().expect("finishes");
    send.stopped().await.expect("all is received");
    connection.close(99u32.into(), b"broken off");
    endpoint.close().await;
    b.net.send(link, vec![1]);
    for n in 0..200 {
        assert_eq!(b.frame().await, [n]);
    }
    assert!(b.down().await.1.contains("code 99"));
    b.net.shutdown().await;
}
