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
            NetEvent::Word { .. } | NetEvent::Pulse { .. } | NetEvent::Elsewhere { .. } => {
                panic!("nobody said anything")
            }
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
            // The dial that came too late may hear so only now.
            NetEvent::Frame { .. } | NetEvent::DialFailed { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    ends
}

/// Rounds of [`of_two_dials_at_the_same_moment_one_link_stays`] where the environment says none.
const ROUNDS: u32 = 200;
/// The variable that says how many: `MARQUE_DIALS=1000 cargo test --lib two_dials -- --nocapture`.
const DIALS: &str = "MARQUE_DIALS";

/// Both ends dial at once, again and again, with new keys each time: exactly one session at each end.
/// `MARQUE_DIALS` says how often.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_dials_at_the_same_moment_one_link_stays() {
    let rounds = std::env::var(DIALS).ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS);
    let begun = std::time::Instant::now();
    let mut seen = BTreeMap::new();
    for round in 0..rounds {
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
    println!("links that came up at each end -> rounds, in {:?}: {seen:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_processes_with_one_key_the_older_is_told_and_does_not_dial_back() {
    let key = SecretKey::generate();
    let mut a = Peer::start().await;
    let mut old = Peer::with(key.clone(), ANY).await;
    old.net.keep_dialling(a.net.address());
    let (first, _) = a.up().await;
    let (at_old, _) = old.up().await;
    let mut new = Peer::with(key, ANY).await;
    new.net.keep_dialling(a.net.address());
    assert_eq!(a.down().await, (first, REPLACED.into()));
    let (second, _) = a.up().await;
    let (at_new, _) = new.up().await;
    let (down, why) = old.down().await;
    assert_eq!(down, at_old);
    assert!(why.contains("code 5"), "{why}");
    assert_eq!(old.event().await, NetEvent::Elsewhere { identity: a.net.identity() });
    new.net.send(at_new, b"still here".to_vec());
    assert_eq!(a.frame().await, b"still here");
    a.net.send(second, b"so am I".to_vec());
    assert_eq!(new.frame().await, b"so am I");
    for peer in [&old, &new, &a] {
        peer.net.shutdown().await;
    }
    assert_eq!(ends(old).await, 0, "it did not dial again");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_process_that_comes_back_finds_no_place() {
    let key = SecretKey::generate();
    let mut a = Peer::start().await;
    let mut old = Peer::with(key.clone(), ANY).await;
    a.net.keep_dialling(old.net.address());
    let (first, _) = a.up().await;
    old.up().await;
    a.net.stop_dialling(old.net.identity());
    a.net.close(first, 16, "just so");
    a.down().await;
    old.down().await;
    // While it is away the newer one comes; it cannot be told, and comes back.
    let mut new = Peer::with(key, ANY).await;
    new.net.keep_dialling(a.net.address());
    let (second, _) = a.up().await;
    new.up().await;
    old.net.keep_dialling(a.net.address());
    assert_eq!(old.event().await, NetEvent::Elsewhere { identity: a.net.identity() });
    a.net.send(second, b"stay".to_vec());
    assert_eq!(new.frame().await, b"stay");
    for peer in [&old, &new, &a] {
        peer.net.shutdown().await;
    }
    assert_eq!(ends(a).await, 1);
}

/// The relay of one end has stayed away: what was dialled before is found again, at the same place.
#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_that_is_made_anew_is_found_where_it_was() {
    let (mut a, at_a, mut b, at_b) = pair().await;
    let before = b.net.address();
    b.net.renew().await;
    assert_eq!(b.net.address(), before);
    assert_eq!((a.down().await.0, b.down().await.0), (at_a, at_b));
    let ((at_a, _), (at_b, _)) = (a.up().await, b.up().await);
    a.net.send(at_a, vec![1]);
    b.net.send(at_b, vec![2]);
    assert_eq!((b.frame().await, a.frame().await), (vec![1], vec![2]));
    a.net.shutdown().await;
    b.net.shutdown().await;
}
