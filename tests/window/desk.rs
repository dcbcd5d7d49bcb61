//! A window on a profile of its own, driven by names.

use std::{
    net::SocketAddr,
    path::Path,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use eframe::egui;
use egui_kittest::{Harness, kittest::Queryable as _};
use marque::{
    app::App,
    engine::Engine,
    net::Reach,
    settings::{Look, Settings},
    ui::words::Language,
};

const LIMIT: Duration = Duration::from_secs(120);
/// The smallest size of the window.
pub(crate) const LEAST: egui::Vec2 = egui::vec2(900.0, 640.0);

/// How a window looks.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Looks {
    pub(crate) language: Language,
    pub(crate) look: Look,
    /// In percent.
    pub(crate) scale: u16,
    /// Pixels of the window.
    pub(crate) size: egui::Vec2,
}

pub(crate) struct Desk {
    pub(crate) window: Harness<'static, App>,
    woken: mpsc::Receiver<()>,
}

impl Desk {
    /// Opens the window over a profile, with nothing but this computer for a network.
    pub(crate) fn open(folder: &Path) -> Desk {
        Desk::speaking(Language::English, folder)
    }

    /// Opens it in another language.
    pub(crate) fn speaking(language: Language, folder: &Path) -> Desk {
        Desk::bound("127.0.0.1:0".parse().unwrap(), language, folder)
    }

    /// Opens it where others find it again after a break.
    pub(crate) fn bound(address: SocketAddr, language: Language, folder: &Path) -> Desk {
        let (wake, woken) = mpsc::channel();
        let reach = Reach { offline: true, bind: Some(address), relay: None, roots: Vec::new() };
        let wake = Arc::new(move || {
            let _ = wake.send(());
        });
        let engine = Engine::start(Some(folder.to_owned()), reach, wake).unwrap();
        let settings = Settings { language, ..Settings::load(folder) };
        settings.save(folder).unwrap();
        let profile = folder.to_owned();
        let window = Harness::builder()
            .with_size(LEAST)
            .with_theme(egui::Theme::Dark)
            .with_os(egui::os::OperatingSystem::Nix)
            .build_eframe(move |cc| {
                App::new(&cc.egui_ctx, engine, profile.clone()).unwrap().saving_in(profile)
            });
        Desk { window, woken }
    }

    /// Makes the window look like this, whatever it shows; the pointer is elsewhere.
    pub(crate) fn look(&mut self, looks: Looks) {
        let settings = self.window.state_mut().settings();
        (settings.language, settings.look, settings.scale) = (looks.language, looks.look, looks.scale);
        // A new scale counts from the next frame on and changes the size in points: after that the size is set.
        self.window.run_steps(2);
        self.window.remove_cursor();
        self.window.set_size(looks.size * 100.0 / f32::from(looks.scale));
        self.step();
    }

    pub(crate) fn click(&mut self, label: &str) {
        self.window.get_by_label(label).click();
        self.step();
    }

    /// Draws once. A clock that runs asks for more frames for ever, so nothing here waits for rest.
    pub(crate) fn step(&mut self) {
        self.window.run_steps(3);
    }

    pub(crate) fn shows(&self, label: &str) -> bool {
        self.window.query_all_by_label_contains(label).next().is_some()
    }

    /// Draws until something is there.
    pub(crate) fn until(&mut self, what: &str, there: impl Fn(&Desk) -> bool) {
        let deadline = Instant::now() + LIMIT;
        loop {
            self.step();
            if there(self) {
                return;
            }
            let left = deadline.checked_duration_since(Instant::now());
            let left = left.unwrap_or_else(|| panic!("{what} did not come in time"));
            let _ = self.woken.recv_timeout(left.min(Duration::from_millis(200)));
        }
    }
}
