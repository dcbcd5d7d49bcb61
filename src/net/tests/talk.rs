//! Words beside the game: they arrive, and whatever is done with their stream, the game goes on.

use std::time::Instant;

use iroh::endpoint::{ConnectOptions, QuicTransportConfig, SendStream};

use super::super::talk::{HEARD_AT_ONCE, MAX_WORD, MOST_DROPPED, SAID_AT_ONCE};
use super::load::{Stranger, greet, greeted};
use super::*;

fn text(text: &str) -> Word {
    Word::Text(text.to_owned())
}

impl Peer {
    async fn word(&mut self) -> Word {
        match self.event().await {
            NetEvent::Word { word, .. } => word,
            other => panic!("no word: {other:?}"),
        }
    }
}

impl Stranger {
    /// A frame of the game gets through, and no word before it.
    async fn plays(&mut self, to: &mut Peer) {
        frame::write(&mut self.send, &[7]).await.expect("writes");
        assert_eq!(to.frame().await, [7]);
        assert!(to.net.path(self.link).is_some());
    }

    /// Nothing said here is heard any more, and no other stream may be opened.
    async fn is_not_heard(&mut self, to: &mut Peer) {
        // Much goes to and fro before it is looked at.
        for _ in 0..50 {
            self.plays(to).await;
            to.net.send(self.link, vec![1]);
        }
        tokio::select! {
            biased;
            stream = self.connection.open_uni() => panic!("a second stream: {}", stream.is_ok()),
            () = std::future::ready(()) => {}
        }
    }
}

async fn stopped(stream: &SendStream) {
    let stopped = timeout(PATIENCE, stream.stopped()).await;
    assert!(
        stopped.expect("in time").expect("the connection is up").is_some(),
        "it was not taken to its end"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn words_arrive_both_ways() {
    let (mut a, at_a, mut b, at_b) = pair().await;
    let long = text(&"\u{1f600}".repeat(MAX_TEXT));
    for word in [text("hello"), Word::Phrase(3), long, text("")] {
        assert_eq!(a.net.say(at_a, &word), Delivery::Sent);
        assert!(b.word().await == word);
        assert_eq!(b.net.say(at_b, &word), Delivery::Sent);
        assert!(a.word().await == word);
    }
    a.net.send(at_a, vec![1]);
    assert_eq!(b.frame().await, [1]);
    assert_eq!(a.net.say(at_a, &text(&"a".repeat(MAX_TEXT + 1))), Delivery::Nobody, "too long");
    assert_eq!(a.net.say(at_a + 1, &Word::Phrase(1)), Delivery::Nobody, "no such link");
    b.net.shutdown().await;
    a.down().await;
    assert_eq!(a.net.say(at_a, &Word::Phrase(1)), Delivery::Nobody, "down");
    a.net.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_says_more_than_is_heard() {
    let (a, at_a, mut b, _) = pair().await;
    let start = Instant::now();
    let said = (0..1000).filter(|_| a.net.say(at_a, &Word::Phrase(0)) == Delivery::Sent).count();
    let most = u64::from(SAID_AT_ONCE) + start.elapsed().as_secs() + 1;
    assert!(said >= SAID_AT_ONCE as usize && said as u64 <= most, "{said}");
    assert_eq!(a.net.say(at_a, &Word::Phrase(0)), Delivery::TooFast);
    for _ in 0..said {
        assert!(b.word().await == Word::Phrase(0));
    }
    a.net.shutdown().await;
    b.net.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_ends_the_talk_and_not_the_game() {
    let long = postcard::to_allocvec(&text(&"a".repeat(MAX_TEXT + 1))).expect("encodes");
    let framed = |bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes()[..], bytes].concat();
    let mut b = Peer::start().await;
    for bad in [
        framed(&[0, 2, 0xc3, 0x28]),
        framed(&[9, 9]),
        framed(&[]),
        framed(&[1, 0, 0]),
        framed(&long),
        (MAX_WORD as u32 + 1).to_le_bytes().to_vec(),
        u32::MAX.to_le_bytes().to_vec(),
    ] {
        let mut stranger = greeted(&mut b).await;
        let mut stream = stranger.connection.open_uni().await.expect("opens");
        stream.write_all(&framed(&[1, 4])).await.expect("writes");
        assert!(b.word().await == Word::Phrase(4));
        stream.write_all(&bad).await.expect("writes");
        stopped(&stream).await;
        assert!(stream.write_all(&framed(&[1, 4])).await.is_err());
        stranger.is_not_heard(&mut b).await;
        stranger.endpoint.close().await;
        b.down().await;
    }
    b.net.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_one_stream_of_talk() {
    let mut b = Peer::start().await;
    // Ended after a word, in the middle of one, or torn.
    for (said, torn) in [(&[2, 0, 0, 0, 1, 4][..], false), (&[2, 0, 0, 0, 1], false), (&[2, 0], true)] {
        let mut stranger = greeted(&mut b).await;
        let mut stream = stranger.connection.open_uni().await.expect("opens");
        stream.write_all(said).await.expect("writes");
        if said.len() == 6 {
            assert!(b.word().await == Word::Phrase(4));
        }
        // A stream that was torn before anything came was never there.
        stranger.plays(&mut b).await;
        match torn {
            true => stream.reset(0u8.into()).expect("resets"),
            false => stream.finish().expect("finishes"),
        }
        stranger.is_not_heard(&mut b).await;
        stranger.endpoint.close().await;
        b.down().await;
    }
    b.net.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_words_is_dropped_and_holds_up_no_frame() {
    let mut b = Peer::start().await;
    let mut stranger = greeted(&mut b).await;
    let start = Instant::now();
    let mut stream = stranger.connection.open_uni().await.expect("opens");
    let flood = tokio::spawn(async move {
        let word = postcard::to_allocvec(&text(&"a".repeat(MAX_TEXT))).expect("encodes");
        let mut said = 0u64;
        while frame::write(&mut stream, &word).await.is_ok() {
            said += 1;
        }
        said
    });
    let mut words = 0;
    for n in 0..200u8 {
        frame::write(&mut stranger.send, &[n]).await.expect("writes");
        loop {
            match b.event().await {
                NetEvent::Frame { bytes, .. } => break assert_eq!(bytes, [n]),
                NetEvent::Word { .. } => words += 1,
                other => panic!("{other:?}"),
            }
        }
        let most = u64::from(HEARD_AT_ONCE) + start.elapsed().as_secs() + 1;
        assert!(words <= most, "{words} words came through");
    }
    let said = timeout(PATIENCE, flood).await.expect("the flood is stopped").expect("ends");
    assert!(said > u64::from(MOST_DROPPED), "{said}");
    while let Ok(event) = b.events.try_recv() {
        assert!(matches!(event, NetEvent::Word { .. }), "{event:?}");
    }
    stranger.is_not_heard(&mut b).await;
    b.net.shutdown().await;
    stranger.endpoint.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_listen_plays_on() {
    let mut b = Peer::start().await;
    // An older program lets nobody open a stream for talk; another one wants to hear no more.
    let endpoint = endpoint::open(&config(SecretKey::generate(), ANY)).await.expect("binds");
    let deaf = QuicTransportConfig::builder().max_concurrent_uni_streams(0u8.into()).build();
    let options = ConnectOptions::new().with_transport_config(deaf);
    let connecting = endpoint.connect_with_opts(b.net.address(), ALPN, options).await.expect("dials");
    let connection = connecting.await.expect("connects");
    let mut older = greet((endpoint, connection), &mut b).await;
    while b.net.say(older.link, &Word::Phrase(0)) != Delivery::Nobody {
        tokio::task::yield_now().await;
    }
    older.plays(&mut b).await;
    let mut weary = greeted(&mut b).await;
    assert_eq!(b.net.say(weary.link, &Word::Phrase(0)), Delivery::Sent);
    let mut stream = weary.connection.accept_uni().await.expect("there is talk");
    stream.stop(0u8.into()).expect("stops");
    while b.net.say(weary.link, &Word::Phrase(0)) != Delivery::Nobody {
        tokio::task::yield_now().await;
    }
    weary.plays(&mut b).await;
    b.net.shutdown().await;
    older.endpoint.close().await;
    weary.endpoint.close().await;
}
