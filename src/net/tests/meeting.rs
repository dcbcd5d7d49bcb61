//! Finding each other: too early, again, from a new process, both at once.

use std::collections::BTreeMap;

use iroh::EndpointAddr;

use super::super::link::REPLACED;
use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_peer_is_found_once_it_is_there() {
    // Another one answers at the address first, so an attempt fails at once instead of in time.
    let other = Peer::start().await;
    let key = SecretKey::generate();
    let address = EndpointAddr::new(key.public()).with_ip_addr(other.socket());
    let mut a = Peer::start().await;
    a.net.keep_dialling(address);
    let failed = a.event().await;
    assert!(matches!(failed, NetEvent::DialFailed { identity, .. } if identity == *key.public().as_bytes()));
    let at = other.socket();
    other.net.shutdown().await;
    drop(other);
    let mut b = Peer::with(key, at).await;
    loop {
        match a.event().await {
            NetEvent::DialFailed { .. } => {}
            NetEvent::Up { identity, .. } => break assert_eq!(identity, b.net.identity()),
            other => panic!("{other:?}"),
        }
    }
    b.up().await;
    a.net.shutdown().await;
    b.net.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_peer_that_left_is_dialled_again() {
    let key = SecretKey::generate();
    let (mut a, mut b) = (Peer::start().await, Peer::with(key.clone(), ANY).await);
    a.net.keep_dialling(b.net.address());
    let (first, _) = a.up().await;
    b.up().await;
    a.net.close(first, 16, "just so");
    assert_eq!(a.down().await, (first, "just so".into()));
    let (_, why) = b.down().await;
    assert_eq!(why, "closed by the peer: just so (code 16)");
    let (second, _) = a.up().await;
    b.up().await;
    let at = b.socket();
    b.net.shutdown().await;
    drop(b);
    let (link, why) = a.down().await;
    assert_eq!(link, second);
    assert!(why.contains("bye"), "{why}");
    let mut b = Peer::with(key, at).await;
    while let NetEvent::DialFailed { .. } = a.event().await {}
    b.up().await;
    a.net.stop_dialling(b.net.identity());
    b.net.shutdown().await;
    a.down().await;
    a.net.shutdown().await;
    drop(a.net);
    assert_eq!(a.events.recv().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_peer_replaces_its_old_link_at_once() {
    for smaller in [true, false] {
        let (mut a, key) = loop {
            let (a, key) = (Peer::start().await, SecretKey::generate());
            if (key.public().as_bytes() < &a.net.identity()) == smaller {
                break (a, key);
            }
            a.net.shutdown().await;
        };
        // The same key in two processes: the older one never says that it ended.
        let mut old = Peer::with(key.clone(), ANY).await;
        a.net.keep_dialling(old.net.address());
        let (first, _) = a.up().await;
        old.up().await;
        let mut new = Peer::with(key, ANY).await;
        new.net.keep_dialling(a.net.address());
        assert_eq!(a.down().await, (first, REPLACED.into()));
        let (second, _) = a.up().await;
        let (at_new, _) = new.up().await;
        a.net.send(second, b"welcome back".to_vec());
        new.net.send(at_new, b"hello again".to_vec());
        assert_eq!(new.frame().await, b"welcome back");
        assert_eq!(a.frame().await, b"hello again");
        a.net.shutdown().await;
        old.net.shutdown().await;
        new.net.shutdown().await;
    }
}

/// One end of a pair that both ends dial.
#[derive(Default)]
struct End {
    live: Option<u64>,
    ups: u32,
    trips: u32,
}

impl End {
    const PING: &[u8] = b"ping";
    const PONG: &[u8] = b"pong";

    /// Never two links at once; round trips are counted on the present one.
    fn follow(&mut self, net: &Net, event: NetEvent) {
        match event {
            NetEvent::Up { link, .. } => {
                assert_eq!(self.live.replace(link), None);
                self.ups += 1;
                self.trips = 0;
                net.send(link, Self::PING.to_vec());
            }
            NetEvent::Down { link, .. } => assert_eq!(self.live.take(), Some(link)),
            NetEvent::Frame { link, bytes } if bytes == Self::PING => {
                assert_eq!(self.live, Some(link));
                net.send(link, Self::PONG.to_vec());
            }
            NetEvent::Frame { link, .. } => {
                assert_eq!(self.live, Some(link));
                self.trips += 1;
                net.send(link, Self::PING.to_vec());
            }
            NetEvent::DialFailed { why, .. } => panic!("{why}"),
            NetEvent::Word { .. } => panic!("nobody said anything"),
        }
    }

    fn settled(&self) -> bool {
        self.live.is_some() && self.trips >= 20
    }
}

async fn ends(mut peer: Peer) -> usize {
    drop(peer.net);
    let mut ends = 0;
    while let Some(event) = peer.events.recv().await {
        match event {
            NetEvent::Down { .. } => ends += 1,
            NetEvent::Frame { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    ends
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_dials_at_the_same_moment_one_link_stays() {
    let mut seen = BTreeMap::new();
    for round in 0..50 {
        let (mut a, mut b) = (Peer::start().await, Peer::start().await);
        let (mut at_a, mut at_b) = (End::default(), End::default());
        a.net.keep_dialling(b.net.address());
        b.net.keep_dialling(a.net.address());
        while !(at_a.settled() && at_b.settled()) {
            tokio::select! {
                event = a.event() => at_a.follow(&a.net, event),
                event = b.event() => at_b.follow(&b.net, event),
            }
        }
        assert!(at_a.ups <= 2 && at_b.ups <= 2, "round {round}");
        *seen.entry((at_a.ups, at_b.ups)).or_insert(0) += 1;
        tokio::join!(a.net.shutdown(), b.net.shutdown());
        assert_eq!((ends(a).await, ends(b).await), (1, 1), "round {round}");
    }
    println!("links that came up at each end -> rounds: {seen:?}");
}
