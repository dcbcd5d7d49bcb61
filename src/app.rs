//! The window itself: which screen is open, and what goes from it to the engine.

use std::{path::PathBuf, time::Instant};

use eframe::egui;
use marque_protocol::{
    games::{self, Options},
    rules::Card,
    terms::Clock,
};
use rand::rngs::ChaCha20Rng;

use crate::{
    archive::{Archive, Report},
    asked::{Asked, Unasked},
    attention::{self, Attention},
    blocked::Blocked,
    engine::{Engine, News, Practice},
    household::Against,
    instance,
    net::{Ticket, lan::Listener},
    session::fresh_rng,
    settings::Settings,
    table::Offer,
    trouble::Trouble,
    ui::{
        boards::Placement,
        cabin::{Cabin, Page},
        home::{self, Home, Wish},
        lobby::Table,
        playing::{Playing, Way},
        records::{self, Records},
        shared::Shared,
        theme, troubles,
        widgets::{bar, main_button, notice_bar},
        words::{Language, Words},
    },
};

const HOUR_S: u32 = 3600;

enum Screen {
    Home(Box<Home>),
    Placement(Box<Placement>),
    /// A game is being prepared: nothing can be asked for twice.
    Waiting,
    Lobby(Table),
    Playing(Box<Playing>),
    Shared(Box<Shared>),
    Records(Box<Records>),
    Cabin(Box<Cabin>),
}

/// The card that the first screen offers: the first of the lobby.
fn offered() -> Option<&'static Card> {
    games::cards().into_iter().find(|card| !card.practice)
}

/// Its options.
fn options() -> Option<Options> {
    Options::choose(offered()?.id, &[]).ok()
}

/// The limits of a table for friends. Without a clock nobody is in a hurry with anything.
fn clock(decision_s: Option<u32>) -> Clock {
    match decision_s {
        Some(_) => Clock { decision_s, ..Clock::default() },
        None => Clock { decision_s, answer_s: HOUR_S, seal_s: 24 * HOUR_S, ..Clock::default() },
    }
}

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
            screen: Screen::Waiting,
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

    /// Hears other starts from now on.
    pub fn listen(&mut self, listener: Option<instance::Listener>) {
        self.listener = listener;
    }

    /// Asks for what a start wants to open: whoever made the link may mean no good, and nobody is
    /// taken out of a game.
    pub fn open(&mut self, argument: &str) {
        match Asked::read(argument) {
            Ok(Asked::Record(path)) if !self.busy() => self.open_record(path),
            Ok(asked) => self.asked = Some(asked),
            Err(Unasked::Ticket(fault)) => self.notice = Some(self.words.say(home::fault_key(fault))),
            Err(Unasked::Nothing) => self.notice = Some(self.words.say("asked-nothing")),
        }
    }

    fn answer_starts(&mut self, ctx: &egui::Context) {
        while let Some(argument) = self.listener.as_ref().and_then(instance::Listener::call) {
            attention::come_to_front(ctx);
            if let Some(argument) = argument {
                self.open(&argument);
            }
        }
    }

    /// Whether a screen is open that nobody wants to lose.
    fn busy(&self) -> bool {
        match &self.screen {
            Screen::Waiting | Screen::Lobby(_) => true,
            Screen::Playing(playing) => !playing.is_over(),
            Screen::Shared(shared) => !shared.is_over(),
            _ => false,
        }
    }

    /// What a start has asked for, until the player has answered.
    fn ask(&mut self, ui: &mut egui::Ui) {
        let Some(asked) = self.asked.clone() else { return };
        let (key, go) = match asked {
            Asked::Invitation(_) => ("asked-invitation", "asked-join"),
            Asked::Record(_) => ("asked-record", "asked-open"),
        };
        ui.label(self.words.say(key));
        let go = ui.add_enabled(!self.busy(), main_button(ui, &self.words.say(go)));
        if go.on_disabled_hover_text(self.words.say("asked-busy")).clicked() {
            self.asked = None;
            match asked {
                Asked::Record(path) => self.open_record(path),
                Asked::Invitation(text) => match Ticket::find(&text) {
                    Ok(ticket) => self.join(ticket),
                    Err(fault) => self.notice = Some(self.words.say(home::fault_key(fault))),
                },
            }
            ui.ctx().request_repaint();
        }
        if ui.button(self.words.say("asked-no")).clicked() {
            self.asked = None;
        }
    }

    fn join(&mut self, ticket: Ticket) {
        self.engine.join(ticket, self.settings.nickname.clone());
        self.screen = Screen::Waiting;
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
                News::Lobby(helm) => self.screen = Screen::Lobby(Table::new(helm)),
                News::Playing(helm, against) => {
                    // Against a friend another game wants another invitation.
                    let again = against == Against::Bot;
                    let playing = Playing::new(helm, again, Blocked::load(&self.profile));
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
            Screen::Waiting => true,
            Screen::Lobby(table) => table.is_over(),
            Screen::Playing(playing) => playing.is_over(),
            Screen::Shared(shared) => shared.is_over(),
            _ => false,
        };
        if ended {
            self.home();
        }
    }

    fn home(&mut self) {
        self.engine.look();
        self.screen = Screen::Home(Box::new(Home::new(self.engine.nearby(&self.settings))));
        // Where the profile is not here there are no games.
        if self.engine.moved().is_some() || self.engine.replaced() {
            self.cabin(Page::Profile);
        }
    }

    fn cabin(&mut self, page: Page) {
        self.screen = Screen::Cabin(Box::new(Cabin::new(page, &self.settings, &self.engine)));
    }

    /// Begins a game of two people at this window.
    fn share(&mut self) {
        if let (Some(card), Some(options)) = (offered(), options()) {
            self.engine.share(card.id, options);
            self.screen = Screen::Waiting;
        }
    }

    /// Opens a table for a friend.
    fn invite(&mut self) {
        if let (Some(card), Some(options)) = (offered(), options()) {
            let clock = clock(self.settings.clock);
            let offer = Offer { game: card.id.to_owned(), options, seats: *card.seats.start(), clock };
            self.engine.host(offer, self.settings.nickname.clone());
            self.screen = Screen::Waiting;
        }
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

    fn place(&mut self) {
        let placement = options().as_ref().and_then(Placement::new);
        if let Some(placement) = placement {
            self.screen = Screen::Placement(Box::new(placement));
        }
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
                    self.engine.resume(game);
                    self.screen = Screen::Waiting;
                }
                Some(Wish::Settings) => {
                    self.cabin(Page::Settings);
                }
                Some(Wish::Diagnostics) => self.cabin(Page::Diagnostics),
                None => {}
            },
            Screen::Lobby(table) => {
                if table.show(ui, &self.words) {
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
                } else if let (Some(layout), Some(card), Some(options)) = (layout, offered(), options()) {
                    let level = self.settings.level;
                    self.engine.practise(Practice { game: card.id, options, layout, level });
                    self.screen = Screen::Waiting;
                }
            }
            Screen::Cabin(cabin) => {
                if cabin.show(ui, &self.words, &mut self.settings, &self.engine, self.engine.reach()) {
                    self.home();
                }
            }
            Screen::Waiting => {
                ui.centered_and_justified(|ui| ui.label(self.words.say("waiting")));
            }
            Screen::Playing(playing) => {
                let way = playing.show(ui, &self.words, &mut self.rng);
                self.go(way, App::place);
            }
            Screen::Shared(shared) => {
                let way = shared.show(ui, &self.words, &mut self.rng);
                self.go(way, App::share);
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
        if let Screen::Home(_) | Screen::Lobby(_) | Screen::Waiting = self.screen {
            egui::CentralPanel::default().show(ui, |ui| self.show(ui));
        } else {
            self.show(ui);
        }
    }
}
