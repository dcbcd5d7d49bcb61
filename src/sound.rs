//! Sounds, on a thread of their own; nothing waits for them, and where there is no device it is silent.

#[cfg(feature = "sound")]
mod device;
pub mod tones;

use std::sync::mpsc::{SyncSender, sync_channel};
#[cfg(any(feature = "sound", test))]
use std::{
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

use crate::cue::Cue;

/// Sounds that wait; more are left out.
const WAITING_MOST: usize = 8;
/// An open device is at work even while it plays nothing: it is closed so long after the last sound,
/// which is longer than any.
#[cfg(any(feature = "sound", test))]
const OPEN_FOR: Duration = Duration::from_secs(4);
/// A device that could not be opened is not tried again before this time.
#[cfg(any(feature = "sound", test))]
const BROKEN_FOR: Duration = Duration::from_secs(60);

/// What plays sounds. The thread ends when it is dropped.
pub struct Sound {
    waiting: SyncSender<(Cue, u8)>,
}

impl Sound {
    /// Sounds of the system's device; none if this was built without the feature `sound`.
    pub fn start() -> Sound {
        #[cfg(feature = "sound")]
        {
            Sound::on(device::open)
        }
        #[cfg(not(feature = "sound"))]
        Sound { waiting: sync_channel(WAITING_MOST).0 }
    }

    #[cfg(any(feature = "sound", test))]
    fn on<P: FnMut(Vec<f32>)>(open: impl FnMut() -> Option<P> + Send + 'static) -> Sound {
        let (waiting, cues) = sync_channel(WAITING_MOST);
        if let Err(error) =
            std::thread::Builder::new().name("sound".to_owned()).spawn(move || play(&cues, open))
        {
            tracing::info!("no thread for sounds: {error}");
        }
        Sound { waiting }
    }

    /// Plays a sound with this volume, of 100.
    pub fn play(&self, cue: Cue, volume: u8) {
        if volume > 0 {
            // Late sounds are of no use.
            let _ = self.waiting.try_send((cue, volume.min(100)));
        }
    }
}

/// Plays what comes, until nothing can come any more.
#[cfg(any(feature = "sound", test))]
fn play<P: FnMut(Vec<f32>)>(cues: &Receiver<(Cue, u8)>, mut open: impl FnMut() -> Option<P>) {
    let mut device: Option<P> = None;
    let mut broken: Option<Instant> = None;
    loop {
        let cue = match device {
            Some(_) => cues.recv_timeout(OPEN_FOR),
            None => cues.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let (cue, volume) = match cue {
            Ok(next) => next,
            Err(RecvTimeoutError::Timeout) => {
                device = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if device.is_none() && broken.is_none_or(|since| since.elapsed() >= BROKEN_FOR) {
            device = open();
            broken = device.is_none().then(Instant::now);
        }
        if let Some(play) = &mut device {
            // Loudness is heard as the logarithm of what moves.
            let gain = (f32::from(volume) / 100.0).powi(2);
            play(tones::samples(cue).into_iter().map(|sample| sample * gain).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn each_cue_is_played_as_loud_as_it_is_set() {
        let (played, heard) = channel();
        let sound = Sound::on(move || {
            let played = played.clone();
            Some(move |samples: Vec<f32>| played.send(samples).unwrap())
        });
        let loudest = |samples: Vec<f32>| samples.into_iter().fold(0.0_f32, |most, it| most.max(it.abs()));
        let full = loudest(tones::samples(Cue::Hit));
        for (volume, gain) in [(100, 1.0), (50, 0.25), (255, 1.0)] {
            sound.play(Cue::Hit, volume);
            assert!((loudest(heard.recv_timeout(LIMIT).unwrap()) - full * gain).abs() < 1e-4);
        }
        sound.play(Cue::Won, 0);
        sound.play(Cue::Said, 100);
        assert_eq!(heard.recv_timeout(LIMIT).unwrap().len(), tones::samples(Cue::Said).len());
    }

    #[test]
    fn without_a_device_nothing_waits_and_it_is_not_asked_for_again_at_once() {
        let (tried, tries) = channel();
        let sound = Sound::on(move || {
            tried.send(()).unwrap();
            None::<fn(Vec<f32>)>
        });
        for _ in 0..10_000 {
            sound.play(Cue::Miss, 100);
        }
        tries.recv_timeout(LIMIT).unwrap();
        drop(sound);
        // The thread drops its end when it has read what was waiting.
        assert!(tries.recv_timeout(LIMIT).is_err(), "once is enough");
    }

    #[test]
    fn a_device_that_hangs_holds_nobody_up() {
        let (release, hold) = channel::<()>();
        let sound = Sound::on(move || {
            let _ = hold.recv();
            None::<fn(Vec<f32>)>
        });
        for _ in 0..10_000 {
            sound.play(Cue::Miss, 100);
        }
        drop(release);
    }
}
