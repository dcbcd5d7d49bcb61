//! Peers that stall, trickle and flood: they cost their own place and nobody else's.

use super::*;

/// A peer that lets whoever dials it be silent for a moment only.
async fn impatient(first_word: Duration) -> Peer {
    let config = config(SecretKey::generate(), ANY);
    let started = Net::start_with(config, first_word).await;
    let (net, events) = started.expect("starts");
    Peer { net, events }
}

/// A stranger whose link is up. All of it is kept: a stream that is dropped is an ended one.
pub(super) struct Stranger {
    pub(super) endpoint: iroh::Endpoint,
    pub(super) connection: iroh::endpoint::Connection,
    pub(super) send: iroh::endpoint::SendStream,
    _receive: iroh::endpoint::RecvStream,
    pub(super) link: u64,
}

pub(super) async fn greeted(to: &mut Peer) -> Stranger {
    greet(stranger(to).await, to).await
}

/// Greets on a connection that is there.
pub(super) async fn greet(
    (endpoint, connection): (iroh::Endpoint, iroh::endpoint::Connection),
    to: &mut Peer,
) -> Stranger {
    let (mut send, receive) = connection.open_bi().await.expect("opens");
    frame::write(&mut send, &[1; 16]).await.expect("writes");
    let (link, _) = to.up().await;
    Stranger { endpoint, connection, send, _receive: receive, link }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_dials_and_has_nothing_to_say_is_let_go() {
    let mut b = impatient(Duration::from_millis(100)).await;
    // Nothing at all, a part of a length, a length and nothing behind it, a part of what was announced.
    for said in [&[][..], &[9, 0], &[9, 0, 0, 0], &[0, 0, 16, 0, 1, 2, 3]] {
        let mut silent = greeted(&mut b).await;
        silent.send.write_all(said).await.expect("writes");
        let (ended, why) = b.down().await;
        assert_eq!(ended, silent.link);
        assert!(why.contains("nothing was said"), "{why}");
        assert_eq!(closed_with(&silent.connection).await, u64::from(link::code::GREETING));
        silent.endpoint.close().await;
    }
    b.net.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_dials_and_does_not_greet_is_let_go() {
    let b = Peer::start().await;
    let (endpoint, connection) = stranger(&b).await;
    let (_send, _receive) = connection.open_bi().await.expect("opens");
    timeout(PATIENCE, connection.closed()).await.expect("in time");
    b.net.shutdown().await;
    endpoint.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_spoken_may_think_and_who_is_dialled_may_wait() {
    let mut b = impatient(Duration::from_secs(3)).await;
    let mut a = Peer::start().await;
    b.net.keep_dialling(a.net.address());
    let (at_b, _) = b.up().await;
    let (at_a, _) = a.up().await;
    // One who stays silent comes and goes: time enough for the others to be let go as well.
    let mut spoken = greeted(&mut b).await;
    frame::write(&mut spoken.send, &[7]).await.expect("writes");
    assert_eq!(b.frame().await, [7]);
    let silent = greeted(&mut b).await;
    assert_eq!(b.down().await.0, silent.link);
    assert!(b.net.path(spoken.link).is_some() && b.net.path(at_b).is_some());
    a.net.send(at_a, vec![8]);
    assert_eq!(b.frame().await, [8]);
    b.net.shutdown().await;
    a.net.shutdown().await;
    spoken.endpoint.close().await;
    silent.endpoint.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_trickles_or_never_ends_holds_nobody_up() {
    let (a, at_a, mut b, _) = pair().await;
    let mut trickle = greeted(&mut b).await;
    let mut never = greeted(&mut b).await;
    never.send.write_all(&[0, 0, 16, 0, 1, 2, 3]).await.expect("writes");
    trickle.send.write_all(&[200, 0, 0, 0]).await.expect("writes");
    for n in 0..200u8 {
        trickle.send.write_all(&[n]).await.expect("writes");
        a.net.send(at_a, vec![n; 2]);
        if n < 199 {
            assert_eq!(b.frame().await, [n; 2]);
        }
    }
    let mut last = [b.frame().await, b.frame().await];
    last.sort();
    assert_eq!(last, [(0..200).collect::<Vec<u8>>(), vec![199; 2]]);
    b.net.shutdown().await;
    a.net.shutdown().await;
    trickle.endpoint.close().await;
    never.endpoint.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_one_lets_another_through() {
    let (a, at_a, mut b, _) = pair().await;
    let mut flooding = greeted(&mut b).await;
    let flood = tokio::spawn(async move {
        while frame::write(&mut flooding.send, &[0; 100]).await.is_ok() {}
        flooding.endpoint.close().await;
    });
    for n in 1..=50u8 {
        a.net.send(at_a, vec![n]);
        // Links take turns: of so many frames one at least is not the flood's.
        let mut frames = 0;
        while b.frame().await != [n] {
            frames += 1;
            assert!(frames < 100_000, "a frame waits behind {frames} of the flood");
        }
    }
    b.net.shutdown().await;
    a.net.shutdown().await;
    flood.await.expect("ends");
}
