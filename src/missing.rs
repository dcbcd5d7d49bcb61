//! What a computer lacks on which no window can be opened, told from what the libraries say.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

/// What is missing.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Missing {
    /// Nothing says where a screen is.
    Screen,
    /// Where the screen should be, no X server answers.
    Server,
    /// Where the screen should be, no Wayland compositor answers; or its library is missing.
    Compositor,
    /// One of the libraries of X11.
    Libraries,
    /// The library that knows keyboards.
    Keyboard,
    /// OpenGL, or a driver for it.
    Driver,
}

/// Parts of what winit, xkbcommon-dl and glutin say.
const SAID: [(&str, Missing); 8] = [
    ("neither WAYLAND_DISPLAY nor", Missing::Screen),
    ("Failed to open connection to X server", Missing::Server),
    ("Could not find wayland compositor", Missing::Compositor),
    ("xlib's shared libraries", Missing::Libraries),
    ("Library libxkbcommon", Missing::Keyboard),
    ("no glutin configs", Missing::Driver),
    ("glutin error", Missing::Driver),
    ("OpenGL", Missing::Driver),
];

impl Missing {
    /// What is missing where this was said; none if it is something else.
    pub fn of(error: &str) -> Option<Missing> {
        SAID.into_iter().find(|(part, _)| error.contains(part)).map(|(_, missing)| missing)
    }
}

/// Opens a window. What goes wrong before it is open comes back as text, also what the libraries below say
/// by a panic; later panics are panics.
pub fn opened(
    open: impl FnOnce() -> eframe::Result,
    is_open: impl Fn() -> bool + Clone + Send + Sync + 'static,
) -> Result<(), String> {
    let said = Arc::new(Mutex::new(String::new()));
    let (hear, usual, opened) = (said.clone(), panic::take_hook(), is_open.clone());
    let main = thread::current().id();
    panic::set_hook(Box::new(move |info| {
        if opened() || thread::current().id() != main {
            return usual(info);
        }
        let mut said = hear.lock().unwrap_or_else(PoisonError::into_inner);
        *said = info.payload_as_str().unwrap_or_default().to_owned();
    }));
    match panic::catch_unwind(AssertUnwindSafe(open)) {
        Ok(run) => run.map_err(|error| error.to_string()),
        Err(payload) if is_open() => panic::resume_unwind(payload),
        Err(_) => Err(said.lock().unwrap_or_else(PoisonError::into_inner).clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libraries_say_names_what_is_missing() {
        let os = "winit EventLoopError: os error at winit-0.30.13/src/platform_impl/linux/";
        let table = [
            (
                "mod.rs:765: neither WAYLAND_DISPLAY nor WAYLAND_SOCKET nor DISPLAY is set.",
                Some(Missing::Screen),
            ),
            ("mod.rs:788: Failed to open connection to X server", Some(Missing::Server)),
            ("wayland/event_loop/mod.rs:89: Could not find wayland compositor", Some(Missing::Compositor)),
            ("mod.rs:788: Failed to load one of xlib's shared libraries", Some(Missing::Libraries)),
            ("mod.rs:1: The moon is full", None),
        ];
        for (said, missing) in table {
            assert_eq!(Missing::of(&format!("{os}{said}")), missing, "{said}");
        }
        let table = [
            ("Library libxkbcommon-x11.so could not be loaded.", Missing::Keyboard),
            ("Library libxkbcommon.so could not be loaded.", Missing::Keyboard),
            (
                "Found no glutin configs matching the template: ConfigTemplate { color_buffer_type: Rgb { r_size: 8, g_size: 8, b_size: 8 }, alpha_size: 8 }. Error: not found",
                Missing::Driver,
            ),
            ("glutin error: [a7] GLXBadFBConfig", Missing::Driver),
        ];
        for (said, missing) in table {
            assert_eq!(Missing::of(said), Some(missing), "{said}");
        }
    }

    #[test]
    fn a_panic_before_the_window_is_open_is_an_error_and_a_later_one_is_a_panic() {
        let said = opened(|| panic!("Library libxkbcommon-x11.so could not be loaded."), || false);
        assert_eq!(said.err().as_deref().and_then(Missing::of), Some(Missing::Keyboard));
        let later = panic::catch_unwind(|| opened(|| panic!("meant to be"), || true));
        assert!(later.is_err());
    }
}
