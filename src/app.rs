//! The window itself: which screen is open, and what goes from it to the engine.

use std::path::PathBuf;

use eframe::egui;
use marque_protocol::{
    games::{self, Options},
    rules::Card,
    terms::Clock,
};
use rand::rngs::ChaCha20Rng;

use crate::{
    engine::{Engine, News, Practice},
    session::fresh_rng,
    settings::Settings,
    table::Offer,
    ui::{
        boards::{Decision, Placement},
        home::{self, Home, Wish},
        lobby::Table,
        playing::{Playing, Way},
        reasons, theme,
        words::Words,
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
}

/// The card that the first screen offers: the first of the lobby.
fn offered() -> Option<&'static Card> {
    games::cards().into_iter().find(|card| !card.practice)
}

/// The limits of a table for friends. Without a clock nobody is in a hurry with anything.
fn clock(decision_s: Option<u32>) -> Clock {
    match decision_s {
        Some(_) => Clock { decision_s, ..Clock::default() },
        None => Clock { decision_s, answer_s: HOUR_S, seal_s: 24 * HOUR_S, ..Clock::default() },
    }
}

/// Its options.
fn options() -> Option<Options> {
    Options::choose(offered()?.id, &[]).ok()
}

/// See the module.
pub struct App {
    engine: Engine,
    profile: PathBuf,
    settings: Settings,
    kept: Settings,
    words: Words,
    rng: ChaCha20Rng,
    screen: Screen,
    notice: Option<String>,
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
        engine.look();
        let screen = Screen::Home(Box::default());
        Ok(App { engine, profile, settings, kept, words, rng, screen, notice: None })
    }

    /// What the player has chosen. What is changed here is seen in the next frame, and kept.
    pub fn settings(&mut self) -> &mut Settings {
        &mut self.settings
    }

    fn hear(&mut self) {
        while let Some(news) = self.engine.news() {
            match news {
                News::Lobby(helm) => self.screen = Screen::Lobby(Table::new(helm)),
                News::Playing(helm) => self.screen = Screen::Playing(Box::new(Playing::new(helm))),
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
        self.notice = Some(self.words.fill("failed", &[("why", reasons::say(&self.words, error).into())]));
        let ended = match &self.screen {
            Screen::Waiting => true,
            Screen::Lobby(table) => table.is_over(),
            Screen::Playing(playing) => playing.is_over(),
            Screen::Home(_) | Screen::Placement(_) => false,
        };
        if ended {
            self.home();
        }
    }

    fn home(&mut self) {
        self.engine.look();
        self.screen = Screen::Home(Box::default());
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

    /// Keeps settings that have changed, and looks as they say.
    fn settle(&mut self, ctx: &egui::Context) {
        if self.settings == self.kept {
            return;
        }
        if self.settings.language != self.kept.language {
            self.words = Words::new(self.settings.language);
        }
        home::apply(ctx, &self.settings);
        if let Err(error) = self.settings.save(&self.profile) {
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

    fn show(&mut self, ui: &mut egui::Ui) {
        match &mut self.screen {
            Screen::Home(home) => match home.show(ui, &self.words, &mut self.settings) {
                Some(Wish::Practice) => self.place(),
                Some(Wish::Invite) => self.invite(),
                Some(Wish::Join(ticket)) => {
                    self.engine.join(ticket, self.settings.nickname.clone());
                    self.screen = Screen::Waiting;
                }
                Some(Wish::Resume(game)) => {
                    self.engine.resume(game);
                    self.screen = Screen::Waiting;
                }
                None => {}
            },
            Screen::Lobby(table) => {
                if table.show(ui, &self.words) {
                    self.home();
                }
            }
            Screen::Placement(placement) => match placement.show(ui, &self.words, &mut self.rng) {
                Some(Decision::Ready(layout)) => {
                    if let (Some(card), Some(options)) = (offered(), options()) {
                        let level = self.settings.level;
                        self.engine.practise(Practice { game: card.id, options, layout, level });
                        self.screen = Screen::Waiting;
                    }
                }
                Some(Decision::Back) => self.home(),
                None => {}
            },
            Screen::Waiting => {
                ui.centered_and_justified(|ui| ui.label(self.words.say("waiting")));
            }
            Screen::Playing(playing) => match playing.show(ui, &self.words, &mut self.rng) {
                Some(Way::Home) => self.home(),
                Some(Way::Again) => self.place(),
                None => {}
            },
        }
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.hear();
        self.settle(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        if let Some(notice) = self.notice.clone() {
            egui::Panel::top("notice").show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.label(notice);
                    if ui.button(self.words.say("back")).clicked() {
                        self.notice = None;
                    }
                });
            });
        }
        if let Screen::Playing(_) = self.screen {
            return self.show(ui);
        }
        egui::CentralPanel::default().show(ui, |ui| self.show(ui));
    }
}
