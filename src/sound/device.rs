//! The system's device.

use std::num::NonZero;

use rodio::{DeviceSinkBuilder, buffer::SamplesBuffer};

use super::tones::RATE;

/// What plays samples on it; none if there is no device.
pub(super) fn open() -> Option<impl FnMut(Vec<f32>)> {
    // By itself ALSA writes many lines where there is no sound card.
    #[cfg(target_os = "linux")]
    let said = alsa::Output::local_error_handler().ok()?;
    let rate = NonZero::new(RATE)?;
    let opened = DeviceSinkBuilder::from_default_device().and_then(|builder| {
        builder.with_error_callback(|error| tracing::info!("sound: {error}")).open_sink_or_fallback()
    });
    #[cfg(target_os = "linux")]
    tracing::debug!("ALSA: {}", said.borrow());
    let mut device = opened.inspect_err(|error| tracing::info!("no sound: {error}")).ok()?;
    device.log_on_drop(false);
    Some(move |samples: Vec<f32>| device.mixer().add(SamplesBuffer::new(NonZero::<u16>::MIN, rate, samples)))
}
