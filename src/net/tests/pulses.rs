//! Peers that answer, do not answer, and ask too much.

use super::load::greeted;
use super::pulse::WAITING_BYTES;
use super::*;

impl Peer {
    async fn pulse(&mut self) -> Pulse {
        match self.event().await {
            NetEvent::Pulse { link } => self.net.path(link).expect("a way").pulse,
            other => panic!("no pulse: {other:?}"),
        }
    }
}

fn number(datagram: &[u8]) -> u64 {
    assert_eq!(datagram[0], 0, "a ping");
    u64::from_le_bytes(datagram[1..].try_into().expect("a number"))
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_answer_is_slow_then_away_and_back_with_one_answer() {
    let mut b = Peer::start().await;
    let silent = greeted(&mut b).await;
    b.net.attend(silent.link, true);
    assert_eq!(b.pulse().await, Pulse::Slow);
    assert_eq!(b.pulse().await, Pulse::Away);
    let mut last = 0;
    for expected in 1..=6 {
        last = number(&silent.connection.read_datagram().await.expect("a ping"));
        assert_eq!(last, expected, "each second one");
    }
    let answer = [&[1][..], &last.to_le_bytes()].concat();
    silent.connection.send_datagram(answer.into()).expect("sends");
    assert_eq!(b.pulse().await, Pulse::Well);
    b.net.shutdown().await;
    silent.endpoint.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_is_answered_and_who_floods_is_not_and_the_game_goes_on() {
    let mut b = Peer::start().await;
    let mut flooding = greeted(&mut b).await;
    // What is longer is not even sent.
    assert!(flooding.connection.max_datagram_size().is_some_and(|most| most <= WAITING_BYTES));
    let ping = |number: u64| [&[0][..], &number.to_le_bytes()].concat();
    flooding.connection.send_datagram(ping(7).into()).expect("sends");
    let answer = timeout(PATIENCE, flooding.connection.read_datagram()).await.expect("in time");
    assert_eq!(answer.expect("an answer")[..], [&[1][..], &7u64.to_le_bytes()].concat());
    for number in 0..10_000u64 {
        flooding.connection.send_datagram(ping(number).into()).expect("sends");
        if number % 100 == 0 {
            frame::write(&mut flooding.send, &number.to_le_bytes()).await.expect("writes");
            assert_eq!(b.frame().await, number.to_le_bytes());
        }
    }
    assert!(b.net.path(flooding.link).is_some(), "still linked");
    b.net.shutdown().await;
    flooding.endpoint.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_asked_before_somebody_wants_to_know() {
    let mut b = Peer::start().await;
    let mut asked = greeted(&mut b).await;
    frame::write(&mut asked.send, &[1]).await.expect("writes");
    assert_eq!(b.frame().await, [1]);
    assert_eq!(asked.connection.stats().frame_rx.datagram, 0);
    b.net.attend(asked.link, true);
    let ping = timeout(PATIENCE, asked.connection.read_datagram()).await.expect("in time");
    assert_eq!(number(&ping.expect("a ping")), 1);
    b.net.shutdown().await;
    asked.endpoint.close().await;
}
