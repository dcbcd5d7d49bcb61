//! The sounds themselves, computed: each is a few notes, and a note is a tone that may glide, some hiss,
//! and a curve that fades to nothing.

use std::f32::consts::TAU;

use crate::cue::Cue;

/// Samples a second.
pub const RATE: u32 = 44_100;
/// How long a note takes to be there; anything shorter clicks.
const ATTACK_MS: f32 = 4.0;
/// How much of each hiss is the one before: less is sharper.
const DULLNESS: f32 = 0.8;

#[derive(Copy, Clone)]
struct Note {
    at_ms: u16,
    length_ms: u16,
    from_hz: f32,
    to_hz: f32,
    /// Of the tone, and of the hiss.
    loud: [f32; 2],
}

const fn bell(at_ms: u16, hz: f32, loud: f32) -> Note {
    Note { at_ms, length_ms: 420, from_hz: hz, to_hz: hz, loud: [loud, 0.0] }
}

const fn boom(length_ms: u16, from_hz: f32, to_hz: f32, hiss: f32) -> Note {
    Note { at_ms: 0, length_ms, from_hz, to_hz, loud: [0.6, hiss] }
}

fn notes(cue: Cue) -> &'static [Note] {
    match cue {
        // A ship's bell, struck twice.
        Cue::YourTurn => {
            const { &[bell(0, 784.0, 0.3), bell(0, 2163.0, 0.08), bell(160, 784.0, 0.3), bell(160, 2163.0, 0.08)] }
        }
        Cue::Hit => const { &[boom(260, 170.0, 55.0, 0.3)] },
        Cue::Miss => {
            const { &[Note { at_ms: 0, length_ms: 320, from_hz: 900.0, to_hz: 300.0, loud: [0.03, 0.35] }] }
        }
        // Water along a hull.
        Cue::Moved => {
            const { &[Note { at_ms: 0, length_ms: 260, from_hz: 220.0, to_hz: 260.0, loud: [0.05, 0.18] }] }
        }
        Cue::Arrived => const { &[bell(0, 659.3, 0.25), bell(120, 987.8, 0.2)] },
        Cue::Sunk => const { &[boom(900, 140.0, 32.0, 0.35), bell(120, 196.0, 0.05)] },
        Cue::Won => const { &[bell(0, 523.3, 0.25), bell(130, 659.3, 0.25), bell(260, 784.0, 0.3)] },
        Cue::Lost => const { &[bell(0, 392.0, 0.25), bell(170, 311.1, 0.25), bell(340, 261.6, 0.3)] },
        Cue::Joined => const { &[bell(0, 523.3, 0.25), bell(110, 698.5, 0.25)] },
        Cue::Said => {
            const { &[Note { at_ms: 0, length_ms: 110, from_hz: 880.0, to_hz: 990.0, loud: [0.25, 0.0] }] }
        }
    }
}

/// A sound as samples between -1 and 1.
pub fn samples(cue: Cue) -> Vec<f32> {
    let notes = notes(cue);
    let end = notes.iter().map(|note| count(note.at_ms) + count(note.length_ms)).max().unwrap_or(0);
    let mut samples = vec![0.0; end];
    for note in notes {
        note.add(&mut samples);
    }
    samples
}

/// Samples in a time.
fn count(ms: u16) -> usize {
    usize::from(ms) * RATE as usize / 1000
}

impl Note {
    fn add(&self, samples: &mut [f32]) {
        let length = count(self.length_ms);
        let attack = ATTACK_MS * RATE as f32 / 1000.0;
        let [tone, hiss] = self.loud;
        let (mut phase, mut dull, mut random) = (0.0_f32, 0.0_f32, 0x9e37_79b9_u32);
        for (n, sample) in samples.iter_mut().skip(count(self.at_ms)).take(length).enumerate() {
            let done = n as f32 / length as f32;
            let curve = (n as f32 / attack).min(1.0) * (1.0 - done).powi(3);
            phase += TAU * (self.from_hz + (self.to_hz - self.from_hz) * done) / RATE as f32;
            random ^= random << 13;
            random ^= random >> 17;
            random ^= random << 5;
            let white = random as f32 / u32::MAX as f32 * 2.0 - 1.0;
            dull = DULLNESS * dull + (1.0 - DULLNESS) * white;
            *sample += curve * (tone * phase.sin() + hiss * dull);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(samples: &[f32]) -> f32 {
        samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32
    }

    #[test]
    fn each_sound_is_short_and_audible_never_too_loud_and_ends_in_silence() {
        for cue in Cue::ALL {
            let samples = samples(cue);
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((0.05..=1.0).contains(&seconds), "{cue:?}: {seconds} s");
            assert!(samples.iter().all(|sample| sample.is_finite() && sample.abs() <= 1.0), "{cue:?}");
            assert_eq!(samples.first(), Some(&0.0), "{cue:?}: no click at the beginning");
            let tail = &samples[samples.len() - samples.len() / 50..];
            assert!(tail.iter().all(|sample| sample.abs() < 1e-3), "{cue:?}: no click at the end");
            assert!(power(&samples) > 1e-4, "{cue:?}: loud enough");
        }
    }

    #[test]
    fn no_two_sounds_are_alike() {
        for (n, one) in Cue::ALL.into_iter().enumerate() {
            for other in &Cue::ALL[n + 1..] {
                let (one, other) = (samples(one), samples(*other));
                let apart: Vec<f32> = one.iter().zip(&other).map(|(one, other)| one - other).collect();
                assert!(one.len() != other.len() || power(&apart) > 1e-3);
            }
        }
    }
}
