//! The window itself: which screen is open, and what goes from it to the engine.

mod again;
mod offers;
mod screen;
mod starts;

use screen::Screen;

use std::{path::PathBuf, time::Instant};

use eframe::egui;
use rand::rngs::ChaCha20Rng;

use crate::{
    archive::{Archive, Report},
    asked::Asked,
    attention::Attention,
    blocked::Blocked,
    engine::{Engine, News},
    household::Against,
    instance,
    net::{Ticket, lan::Listener},
    session::fresh_rng,
    settings::Settings,
    table,
    trouble::Trouble,
    ui::{
        cabin::{Cabin, Page},
        home::{self, Home, Wish},
        lobby::Table,
        playing::{Playing, Way},
        records::{self, Records},
        rivals::Rivals,
        shared::Shared,
        theme, troubles,
        widgets::{bar, notice_bar},
        words::{Language, Words},
    },
};

/// See the module.
pub struct App {
    // Before the engine: what is done for a screen stops with it, and the engine waits for that.
    screen: Screen,
    /// Other starts; gone before the profile is.
    listener: Option<instance::Listener>,
    attention: Attention,
    engine: Engine,
    profile: PathBuf,
    settings: Settings,
    kept: Settings,
    /// How large everything was when it was last looked at.
    zoom: f32,
    /// The language that the profile has, while this run speaks another.
    kept_language: Option<Language>,
    words: Words,
    rng: ChaCha20Rng,
    notice: Option<String>,
    /// What a start has asked for.
    asked: Option<Asked>,
    /// Makes a copy of a record.
    saving: Option<Archive>,
    /// Where copies go.
    downloads: PathBuf,
    /// When the program began, until the first frame is drawn.
    begun: Option<Instant>,
}

impl App {
    /// The window over a profile, at its first screen.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn new(ctx: &egui::Context, engine: Engine, profile: PathBuf) -> anyhow::Result<App> {
        theme::install(ctx);
        let settings = Settings::load(&profile);
        home::apply(ctx, &settings);
        let words = Words::new(settings.language);
        let (kept, rng) = (settings.clone(), fresh_rng()?);
        let mut app = App {
            screen: Screen::Waiting(None),
            listener: None,
            attention: Attention::start(),
            engine,
            profile,
            settings,
            kept,
            zoom: ctx.zoom_factor(),
            kept_language: None,
            words,
            rng,
            notice: None,
            asked: None,
            saving: None,
            downloads: records::downloads(),
            begun: None,
        };
        app.home();
        Ok(app)
    }

    /// Tells the log how long it took from here to the first frame.
    pub fn begun(mut self, at: Instant) -> App {
        self.begun = Some(at);
        self
    }

    /// Saves copies of records in this folder.
    pub fn saving_in(mut self, folder: PathBuf) -> App {
        self.downloads = folder;
        self
    }

    /// Speaks this language, without keeping that for the next run.
    pub fn speaking(mut self, language: Option<Language>) -> App {
        if let Some(language) = language {
            self.kept_language = Some(self.settings.language);
            (self.settings.language, self.kept.language) = (language, language);
            self.words = Words::new(language);
        }
        self
    }

    /// Whether a screen is open that nobody wants to lose.
    fn busy(&self) -> bool {
        match &self.screen {
            Screen::Waiting(_) | Screen::Calling | Screen::Lobby(_) => true,
            screen => screen.is_over() == Some(false),
        }
    }

    fn join(&mut self, ticket: Ticket) {
        self.engine.join(ticket, self.settings.nickname.clone());
        self.screen = Screen::Calling;
    }

    /// Opens the replay of a record, wherever it is.
    pub fn open_record(&mut self, path: PathBuf) {
        let mut records = Records::new(self.engine.archive());
        records.replay(path);
        self.screen = Screen::Records(Box::new(records));
    }

    /// What the player has chosen. What is changed here is seen in the next frame, and kept.
    pub fn settings(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Shows on the first screen what this one hears of tables nearby.
    pub fn listen_near(&mut self, listener: Listener) {
        if let Screen::Home(home) = &mut self.screen {
            home.nearby = Some(listener);
        }
    }

    fn hear(&mut self) {
        while let Some(report) = self.saving.as_ref().and_then(Archive::report) {
            if let Report::Exported(path, exported) = report {
                self.notice = Some(records::saved(&self.words, &path, &exported));
            }
        }
        while let Some(news) = self.engine.news() {
            match news {
                News::Lobby(helm) if matches!(self.screen, Screen::Calling | Screen::Playing(_)) => {
                    self.screen = Screen::Lobby(Table::new(helm));
                }
                // The player has turned to something else meanwhile.
                News::Lobby(helm) => drop(helm.order(table::Wish::Leave)),
                News::Playing(helm, against) => {
                    let playing = Playing::new(helm, true, Blocked::load(&self.profile));
                    let playing = match against {
                        Against::Friend => playing.counting(self.engine.archive()),
                        Against::Bot | Against::Guest => playing,
                    };
                    self.screen = Screen::Playing(Box::new(playing));
                }
                News::Shared(helms) => {
                    let shared = Shared::new(helms, || Blocked::load(&self.profile));
                    self.screen = Screen::Shared(Box::new(shared));
                }
                News::Unfinished(games) => {
                    if let Screen::Home(home) = &mut self.screen {
                        home.unfinished = games;
                    }
                }
                News::Failed(error) => self.failed(&error),
            }
        }
    }

    /// Says what did not work. A screen whose game is still under way stays.
    fn failed(&mut self, error: &anyhow::Error) {
        self.notice = Some(troubles::say(&self.words, &Trouble::of(error)));
        let ended = match &self.screen {
            // The fleet is not lost with a game that did not begin.
            Screen::Waiting(Some(_)) => return self.place(),
            Screen::Waiting(None) | Screen::Calling => true,
            screen => screen.is_over() == Some(true),
        };
        if ended {
            self.home();
        }
    }

    fn home(&mut self) {
        self.engine.look();
        let home = Home::new(self.engine.nearby(&self.settings)).among(Rivals::new(self.engine.archive()));
        self.screen = Screen::Home(Box::new(home));
        // Where the profile is not here there are no games.
        if self.engine.moved().is_some() || self.engine.replaced() {
            self.cabin(Page::Profile);
        }
    }

    fn cabin(&mut self, page: Page) {
        self.screen = Screen::Cabin(Box::new(Cabin::new(page, &self.settings, &self.engine)));
    }

    fn keep(&self) -> anyhow::Result<()> {
        let language = self.kept_language.unwrap_or(self.settings.language);
        Settings { language, ..self.settings.clone() }.save(&self.profile)
    }

    /// Keeps settings that have changed, and looks as they say.
    fn settle(&mut self, ctx: &egui::Context) {
        // The keyboard can make everything larger too, in each screen.
        let zoom = std::mem::replace(&mut self.zoom, ctx.zoom_factor());
        if zoom != self.zoom && self.settings.scale == self.kept.scale {
            self.settings.scale = home::scale(ctx);
            home::apply(ctx, &self.settings);
        }
        if self.settings == self.kept {
            return;
        }
        if self.settings.language != self.kept.language {
            self.words = Words::new(self.settings.language);
            self.kept_language = None;
        }
        home::apply(ctx, &self.settings);
        if let Err(error) = self.keep() {
            self.notice = Some(self.words.fill("not-kept", &[("why", error.to_string().into())]));
        }
        self.kept = self.settings.clone();
    }

    /// Where a game leads, or what is to be done with its record.
    fn go(&mut self, way: Option<Way>, again: fn(&mut App)) {
        match way {
            Some(Way::Home) => self.home(),
            Some(Way::Again) => again(self),
            Some(Way::Replay(record)) => self.open_record(record),
            Some(Way::Save(record)) => {
                let archive = self.engine.archive();
                archive.export(record, self.downloads.clone());
                self.saving = Some(archive);
            }
            None => {}
        }
    }

    fn show(&mut self, ui: &mut egui::Ui) {
        match &mut self.screen {
            Screen::Home(home) => match home
                .show(ui, &self.words, &mut self.settings)
                // What was said of the last game is not said of the next.
                .inspect(|_| self.notice = None)
            {
                Some(Wish::Practice) => self.place(),
                Some(Wish::Records) => {
                    self.screen = Screen::Records(Box::new(Records::new(self.engine.archive())));
                }
                Some(Wish::Share) => self.share(),
                Some(Wish::Invite) => self.invite(),
                Some(Wish::Join(ticket)) => self.join(ticket),
                Some(Wish::Resume(game)) => {
                    let far = game.against == Against::Friend;
                    self.engine.resume(game);
                    self.screen = if far { Screen::Calling } else { Screen::Waiting(None) };
                }
                Some(Wish::Withdraw(game)) => self.engine.withdraw(game),
                Some(Wish::Rematch(rematch)) => self.rematch(rematch),
                Some(Wish::Settings) => {
                    self.cabin(Page::Settings);
                }
                Some(Wish::Diagnostics) => self.cabin(Page::Diagnostics),
                None => {}
            },
            Screen::Lobby(table) => {
                if table.show(ui, &self.words, self.settings.level) {
                    self.home();
                }
            }
            Screen::Placement(placement) => {
                let back = bar(ui, "placement-bar", |ui| {
                    let back = ui.button(self.words.say("back")).clicked();
                    ui.heading(self.words.say("placing-title"));
                    back
                });
                let show = |ui: &mut egui::Ui| placement.show(ui, &self.words, &mut self.rng);
                let layout = egui::CentralPanel::default().show(ui, show).inner;
                if back {
                    self.home();
                } else if let Some(layout) = layout {
                    let laid = placement.clone();
                    self.practise(layout, Some(laid));
                }
            }
            Screen::Cabin(cabin) => {
                if cabin.show(ui, &self.words, &mut self.settings, &self.engine, self.engine.reach()) {
                    self.home();
                }
            }
            Screen::Waiting(_) => {
                ui.centered_and_justified(|ui| ui.label(self.words.say("waiting")));
            }
            Screen::Calling => {
                let back = bar(ui, "calling", |ui| ui.button(self.words.say("back")).clicked());
                egui::CentralPanel::default().show(ui, |ui| {
                    ui.centered_and_justified(|ui| ui.label(self.words.say("waiting")));
                });
                if back {
                    self.engine.give_up();
                    self.home();
                }
            }
            Screen::Playing(playing) => {
                let way = playing.show(ui, &self.words, &mut self.rng);
                let again = if playing.is_far() { App::again } else { App::like_last };
                self.go(way, again);
            }
            Screen::Shared(shared) => {
                let way = shared.show(ui, &self.words, &mut self.rng);
                self.go(way, App::like_last);
            }
            Screen::Records(records) => {
                if records.show(ui, &self.words) {
                    self.home();
                }
            }
        }
    }
}

impl eframe::App for App {
    /// What is being written when the window is closed counts too.
    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        if let Screen::Cabin(cabin) = &self.screen {
            cabin.take_over(&mut self.settings);
        }
        if self.settings != self.kept {
            // Nobody is left to be told that it did not work.
            let _ = self.keep();
        }
    }

    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.hear();
        self.answer_starts(ctx);
        self.settle(ctx);
        let (view, heard) = match &self.screen {
            Screen::Playing(playing) => (playing.view(), playing.heard()),
            Screen::Shared(shared) => (shared.view(), 0),
            _ => (None, 0),
        };
        self.attention.attend(ctx, &self.words, &self.settings, view.as_deref(), heard);
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        if let Some(begun) = self.begun.take() {
            tracing::info!("first frame after {:?}", begun.elapsed());
        }
        if let Some(seconds) = frame.info().cpu_usage {
            tracing::debug!("the last frame took {:.1} ms", seconds * 1000.0);
        }
        self.take_dropped(ui);
        if let Some(notice) = self.notice.clone() {
            notice_bar(ui, "notice", |ui| {
                ui.label(notice);
                if ui.button(self.words.say("notice-close")).clicked() {
                    self.notice = None;
                }
            });
        }
        if self.asked.is_some() {
            notice_bar(ui, "asked", |ui| self.ask(ui));
        }
        if let Screen::Home(_) | Screen::Lobby(_) | Screen::Waiting(_) = self.screen {
            egui::CentralPanel::default().show(ui, |ui| self.show(ui));
        } else {
            self.show(ui);
        }
    }
}
