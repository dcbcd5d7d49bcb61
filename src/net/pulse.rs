//! Whether the peer of a link is there: pings beside the game, one a second while one is on (P-86).
//!
//! They are datagrams, so that a ping waits behind nothing and nothing waits for a ping. What is counted is
//! the seconds without an answer, not the time: a computer that has slept has not been unanswered.

use std::{
    convert::Infallible,
    time::{Duration, Instant},
};

use iroh::endpoint::Connection;
use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval},
};

use super::{link::NetEvent, roster::Roster, talk::Bucket};

/// How often a peer is asked whether it is there.
const BEAT: Duration = Duration::from_secs(1);
/// Pings in a row without an answer, the oldest of them so many seconds old.
const SLOW: u64 = 3;
const AWAY: u64 = 6;
/// Bytes of datagrams that may wait to be looked at; the oldest go.
pub(super) const WAITING_BYTES: usize = 1024;
/// Pings that are answered at once; in the long run one a second.
pub(super) const ANSWERED_AT_ONCE: u32 = 5;
/// Datagrams of a link that are good for nothing before this end looks at no more of them.
pub(super) const MOST_DROPPED: u32 = 256;

/// How a peer answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pulse {
    /// As it should, or it was not asked.
    #[default]
    Well,
    /// Not for some seconds.
    Slow,
    /// Not any more.
    Away,
}

/// A datagram: a kind and the number of a ping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beat {
    Ping(u64),
    Answer(u64),
}

impl Beat {
    fn encode(self) -> Vec<u8> {
        let (kind, number) = match self {
            Beat::Ping(number) => (0, number),
            Beat::Answer(number) => (1, number),
        };
        [&[kind][..], &number.to_le_bytes()].concat()
    }

    fn decode(bytes: &[u8]) -> Option<Beat> {
        let (kind, number) = bytes.split_first()?;
        let number = u64::from_le_bytes(number.try_into().ok()?);
        match kind {
            0 => Some(Beat::Ping(number)),
            1 => Some(Beat::Answer(number)),
            _ => None,
        }
    }
}

/// What is known of a peer's answers.
#[derive(Default)]
struct Count {
    sent: u64,
    answered: u64,
}

impl Count {
    /// The next ping.
    fn next(&mut self) -> Beat {
        self.sent += 1;
        Beat::Ping(self.sent)
    }

    /// Takes an answer; whether it is one to a ping that waited for it.
    fn answer(&mut self, number: u64) -> bool {
        let fits = (self.answered + 1..=self.sent).contains(&number);
        if fits {
            self.answered = number;
        }
        fits
    }

    fn pulse(&self) -> Pulse {
        match self.sent - self.answered {
            AWAY.. => Pulse::Away,
            SLOW.. => Pulse::Slow,
            _ => Pulse::Well,
        }
    }
}

/// What a datagram is answered with, and how many were good for nothing.
struct Ear {
    bucket: Bucket,
    dropped: u32,
}

impl Ear {
    fn new(now: Instant) -> Ear {
        Ear { bucket: Bucket::new(ANSWERED_AT_ONCE, now), dropped: 0 }
    }

    /// Hears a datagram; the answer, if it wants one and may have it.
    fn hear(&mut self, bytes: &[u8], count: &mut Count, now: Instant) -> Option<Beat> {
        match Beat::decode(bytes) {
            Some(Beat::Ping(number)) if self.bucket.take(now) => return Some(Beat::Answer(number)),
            Some(Beat::Answer(number)) if count.answer(number) => {}
            _ => self.dropped += 1,
        }
        None
    }

    fn is_open(&self) -> bool {
        self.dropped <= MOST_DROPPED
    }
}

/// Answers pings, and pings while somebody wants to know, for as long as the link is up: whoever carries it
/// drops this.
pub(super) async fn feel(
    roster: &Roster,
    link: u64,
    connection: &Connection,
    mut wanted: watch::Receiver<bool>,
) -> Infallible {
    let (mut count, mut ear) = (Count::default(), Ear::new(Instant::now()));
    let mut on = *wanted.borrow_and_update();
    let mut connected = true;
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            changed = wanted.changed(), if connected => {
                on = changed.is_ok() && *wanted.borrow_and_update();
                connected = changed.is_ok();
                // Whoever begins to ask has not been unanswered yet.
                count.answered = count.sent;
            }
            heard = connection.read_datagram(), if connected && ear.is_open() => match heard {
                Ok(bytes) => {
                    if let Some(answer) = ear.hear(&bytes, &mut count, Instant::now()) {
                        send(connection, answer);
                    }
                }
                Err(_) => connected = false,
            },
            _ = beats.tick(), if connected && on => {
                if roster.pulse(link, count.pulse()) {
                    roster.report(NetEvent::Pulse { link }).await;
                }
                // A peer that takes no datagrams is never asked, and so never away.
                if connection.max_datagram_size().is_some() {
                    send(connection, count.next());
                }
                continue;
            }
            else => return std::future::pending().await,
        }
        if roster.pulse(link, count.pulse()) {
            roster.report(NetEvent::Pulse { link }).await;
        }
    }
}

fn send(connection: &Connection, beat: Beat) {
    // What does not get through is as if there had been no answer.
    let _ = connection.send_datagram(beat.encode().into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beat_comes_back_from_its_bytes_and_from_no_others() {
        for beat in [Beat::Ping(0), Beat::Ping(1), Beat::Answer(u64::MAX)] {
            let bytes = beat.encode();
            assert_eq!(Beat::decode(&bytes), Some(beat));
            assert_eq!(Beat::decode(&bytes[..8]), None);
            assert_eq!(Beat::decode(&[&bytes[..], &[0]].concat()), None);
        }
        assert_eq!(Beat::decode(&[2; 9]), None);
        assert_eq!(Beat::decode(&[]), None);
        // The vector of P-86.
        assert_eq!(Beat::Answer(300).encode(), [1, 44, 1, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn slow_at_three_seconds_away_at_six_and_well_with_the_next_answer() {
        let mut count = Count::default();
        for second in 0..20u64 {
            let expected = match second {
                0..3 => Pulse::Well,
                3..6 => Pulse::Slow,
                _ => Pulse::Away,
            };
            assert_eq!(count.pulse(), expected, "{second} s");
            assert_eq!(count.next(), Beat::Ping(second + 1));
        }
        assert!(!count.answer(0) && !count.answer(21), "no ping of ours");
        assert!(count.answer(15));
        assert_eq!(count.pulse(), Pulse::Slow, "the answer is five seconds old");
        assert!(count.answer(20) && !count.answer(20) && !count.answer(19), "once, and not backwards");
        assert_eq!(count.pulse(), Pulse::Well);
    }

    #[test]
    fn who_floods_is_answered_little_and_then_not_heard() {
        let start = Instant::now();
        let (mut ear, mut count) = (Ear::new(start), Count::default());
        let mut answers = 0;
        let mut heard = 0;
        while ear.is_open() {
            answers += u32::from(ear.hear(&Beat::Ping(heard).encode(), &mut count, start).is_some());
            heard += 1;
        }
        assert_eq!((answers, heard), (ANSWERED_AT_ONCE, u64::from(ANSWERED_AT_ONCE + MOST_DROPPED) + 1));
        // An honest peer asks once a second, for a day.
        let mut ear = Ear::new(start);
        for second in 0..86_400 {
            let now = start + Duration::from_secs(second);
            assert!(ear.hear(&Beat::Ping(second).encode(), &mut count, now).is_some());
        }
    }
}
