//! Talk beside the game: words on a stream of their own, one in each direction.
//!
//! The stream holds up nothing and ends nothing but itself. What comes on it too fast is dropped; what
//! nobody can read, or too much of what is dropped, and this end hears no more of it. Our own words are
//! held to a pace at which an honest peer drops none, whatever the network does in between (P-82).

use std::{
    convert::Infallible,
    fmt,
    future::{pending, ready},
    time::{Duration, Instant},
};

use iroh::endpoint::{Connection, RecvStream, SendStream};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::{frame, link::NetEvent, roster::Roster};

/// The most characters of a text.
pub const MAX_TEXT: usize = 250;
/// The longest word in bytes. Any text of [`MAX_TEXT`] characters fits.
pub(super) const MAX_WORD: usize = 1024;
/// One word may be said in so much time, in the long run.
const PACE: Duration = Duration::from_secs(1);
/// Words that may be said at once.
pub(super) const SAID_AT_ONCE: u32 = 5;
/// Words that are taken at once: so many can come together after the longest silence that a connection
/// outlives, and some to spare for clocks that differ.
pub(super) const HEARD_AT_ONCE: u32 = 30;
/// Words of a link that are dropped before this end hears no more of its talk.
pub(super) const MOST_DROPPED: u32 = 64;

/// What a peer says beside the game. It is in no log and signed by nobody; the connection says whose it is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Word {
    /// Anything, at most [`MAX_TEXT`] characters: to be made harmless before it is shown.
    Text(String),
    /// A phrase of this number, which each side shows in its own language.
    Phrase(u8),
}

/// What became of a word, from worse to better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Delivery {
    /// Nobody is there to hear it.
    Nobody,
    /// Too many at once.
    TooFast,
    /// It is on its way.
    Sent,
}

/// What was said is nobody's concern but the players': no log has it.
impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Text(text) => write!(f, "Text({} bytes)", text.len()),
            Word::Phrase(number) => write!(f, "Phrase({number})"),
        }
    }
}

impl Word {
    /// Its bytes; none if it is too long.
    pub(super) fn encode(&self) -> Option<Vec<u8>> {
        postcard::to_allocvec(self).ok().filter(|_| self.is_short())
    }

    pub(super) fn decode(bytes: &[u8]) -> Option<Word> {
        let (word, rest) = postcard::take_from_bytes::<Word>(bytes).ok()?;
        (rest.is_empty() && word.is_short()).then_some(word)
    }

    pub(super) fn is_short(&self) -> bool {
        match self {
            Word::Text(text) => text.chars().nth(MAX_TEXT).is_none(),
            Word::Phrase(_) => true,
        }
    }
}

/// Lets through so many at once, and in the long run one in each [`PACE`].
pub(super) struct Bucket {
    most: u32,
    left: u32,
    since: Instant,
}

impl Bucket {
    pub(super) fn new(most: u32, now: Instant) -> Bucket {
        Bucket { most, left: most, since: now }
    }

    /// Whether one more may pass now.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        while self.left < self.most && now.saturating_duration_since(self.since) >= PACE {
            self.left += 1;
            self.since += PACE;
        }
        if self.left == self.most {
            self.since = now;
        }
        let passes = self.left > 0;
        self.left -= u32::from(passes);
        passes
    }
}

/// Where the words for a link go in.
pub(super) struct Mouth {
    bucket: Bucket,
    queue: mpsc::Sender<Vec<u8>>,
}

impl Mouth {
    pub(super) fn new() -> (Mouth, mpsc::Receiver<Vec<u8>>) {
        let (queue, words) = mpsc::channel(SAID_AT_ONCE as usize);
        (Mouth { bucket: Bucket::new(SAID_AT_ONCE, Instant::now()), queue }, words)
    }

    pub(super) fn say(&mut self, word: Vec<u8>) -> Delivery {
        if self.queue.is_closed() {
            return Delivery::Nobody;
        }
        if !self.bucket.take(Instant::now()) {
            return Delivery::TooFast;
        }
        match self.queue.try_send(word) {
            Ok(()) => Delivery::Sent,
            Err(_) => Delivery::Nobody,
        }
    }
}

/// Talks for as long as the link is up: whoever carries it drops this.
pub(super) async fn talk(
    roster: &Roster,
    link: u64,
    connection: &Connection,
    words: mpsc::Receiver<Vec<u8>>,
) -> Infallible {
    tokio::join!(speak(connection, words), listen(roster, link, connection)).0
}

/// Says what is to be said. Opening the stream costs nothing before its first byte.
async fn speak(connection: &Connection, mut words: mpsc::Receiver<Vec<u8>>) -> Infallible {
    if let Some(mut stream) = open(connection).await {
        while let Some(word) = words.recv().await {
            if frame::write(&mut stream, &word).await.is_err() {
                break;
            }
        }
    }
    // Whoever says something more is told that nobody hears it.
    drop(words);
    pending().await
}

/// The stream of our words; none if the peer lets nobody open one, as programs that do not talk.
async fn open(connection: &Connection) -> Option<SendStream> {
    let stream = tokio::select! {
        biased;
        stream = connection.open_uni() => stream.ok()?,
        () = ready(()) => return None,
    };
    // Frames of the game go first. It can only fail if the connection is down.
    let _ = stream.set_priority(-1);
    Some(stream)
}

/// Hears what is said, until something is wrong with it.
async fn listen(roster: &Roster, link: u64, connection: &Connection) -> Infallible {
    if let Ok(mut stream) = connection.accept_uni().await {
        // There is no second one, not even when this one is at its end.
        connection.set_max_concurrent_uni_streams(0u8.into());
        let why = hear(roster, link, &mut stream).await;
        tracing::debug!(link, why, "no more talk is heard");
        // It can only fail if the stream is at its end already.
        let _ = stream.stop(0u8.into());
    }
    pending().await
}

/// Reports words until no more are to be heard; says why.
async fn hear(roster: &Roster, link: u64, stream: &mut RecvStream) -> &'static str {
    let mut bucket = Bucket::new(HEARD_AT_ONCE, Instant::now());
    let mut dropped = 0;
    while dropped <= MOST_DROPPED {
        let bytes = match frame::read(stream, MAX_WORD).await {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return "the peer has ended it",
            Err(_) => return "a word is too long or cut short",
        };
        let Some(word) = Word::decode(&bytes) else { return "a word cannot be read" };
        if !bucket.take(Instant::now()) {
            dropped += 1;
        } else if !roster.report(NetEvent::Word { link, word }).await {
            return "this end is closing";
        }
    }
    "too many words at once"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_comes_back_from_its_bytes_and_from_no_others() {
        let texts = [String::new(), "salut".to_owned(), "\u{10ffff}".repeat(MAX_TEXT)];
        let words = texts.map(Word::Text).into_iter().chain([0, 6, 255].map(Word::Phrase));
        for word in words {
            let bytes = word.encode().unwrap();
            assert!(bytes.len() <= MAX_WORD);
            assert!(Word::decode(&bytes) == Some(word));
            assert!(Word::decode(&[&bytes[..], &[0]].concat()).is_none(), "something follows");
            assert!(Word::decode(&bytes[..bytes.len() - 1]).is_none(), "cut short");
        }
        assert!(Word::Text("a".repeat(MAX_TEXT + 1)).encode().is_none(), "too long");
        let long = postcard::to_allocvec(&Word::Text("a".repeat(MAX_TEXT + 1))).unwrap();
        for bytes in [&long[..], &[], &[2, 0], &[0, 1, 0xff], &[0, 3, 0xed, 0xa0, 0x80], &[0, 0x81]] {
            assert!(Word::decode(bytes).is_none(), "{bytes:?}");
        }
    }

    /// The vectors of P-82, which come behind their length.
    #[test]
    fn words_have_the_bytes_of_the_specification() {
        assert_eq!(Word::Text("ouf".to_owned()).encode().unwrap(), [0, 3, 0x6f, 0x75, 0x66]);
        assert_eq!(Word::Phrase(6).encode().unwrap(), [1, 6]);
    }

    #[test]
    fn what_was_said_is_in_no_log() {
        let said =
            format!("{:?}", NetEvent::Word { link: 1, word: Word::Text("\u{1b}]0;secret".to_owned()) });
        assert!(!said.contains("secret") && !said.contains('\u{1b}'), "{said}");
    }

    /// In any stretch of time no more passes than the burst and one for each pace.
    #[test]
    fn a_bucket_keeps_to_its_burst_and_pace() {
        let start = Instant::now();
        for step_ms in [0, 1, 10, 300, 999, 1000, 1001, 2500] {
            let mut bucket = Bucket::new(SAID_AT_ONCE, start);
            let mut passed = Vec::new();
            for n in 0..400 {
                let now = start + Duration::from_millis(n * step_ms);
                if bucket.take(now) {
                    passed.push(now);
                }
            }
            for (n, first) in passed.iter().enumerate() {
                for (count, last) in (1..).zip(&passed[n..]) {
                    let most = u64::from(SAID_AT_ONCE) + (*last - *first).as_secs() + 1;
                    assert!(count <= most, "{count} in {:?}", *last - *first);
                }
            }
            let took = Duration::from_millis(399 * step_ms).as_secs();
            assert!(passed.len() as u64 >= took.min(399), "{} in {took} s", passed.len());
        }
    }

    /// Whatever the network does with the words of an honest peer, short of losing the connection.
    #[test]
    fn an_honest_speaker_is_never_dropped() {
        let start = Instant::now();
        let ms = Duration::from_millis;
        for (step, stall) in [(ms(1), ms(20_000)), (ms(400), ms(20_000)), (ms(90), ms(7_000)), (ms(1), ms(0))]
        {
            let (mut said, mut heard) = (Bucket::new(SAID_AT_ONCE, start), Bucket::new(HEARD_AT_ONCE, start));
            let mut now = start;
            let mut waiting = 0;
            let mut through = start + stall;
            while now < start + ms(120_000) {
                now += step;
                waiting += u32::from(said.take(now));
                if now >= through {
                    assert!((0..waiting).all(|_| heard.take(now)), "dropped after {:?}", now - start);
                    (waiting, through) = (0, now + stall);
                }
            }
        }
    }
}
