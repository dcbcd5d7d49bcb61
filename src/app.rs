//! The window itself: which screen is open, and what goes from it to the engine.

use std::path::PathBuf;

use eframe::egui;
use marque_protocol::{
    games::{self, Options},
    rules::Card,
};
use rand::rngs::ChaCha20Rng;

use crate::{
    engine::{Engine, News, Practice},
    net::Reach,
    session::fresh_rng,
    settings::Settings,
    ui::{
        boards::{Decision, Placement},
        cabin::{Cabin, Page},
        home::{self, Wish},
        playing::{Playing, Way},
        theme,
        words::{Fill, Language, Words},
    },
};

enum Screen {
    /// With the games that can go on, as they were when it was opened.
    Home(Vec<Vec<u8>>),
    Placement(Box<Placement>),
    /// A game is being prepared: nothing can be asked for twice.
    Waiting,
    Playing(Box<Playing>),
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

/// See the module.
pub struct App {
    engine: Engine,
    profile: PathBuf,
    settings: Settings,
    kept: Settings,
    /// The language that the profile has, while this run speaks another.
    kept_language: Option<Language>,
    reach: Reach,
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
        let screen = Screen::Waiting;
        let (kept_language, reach, notice) = (None, Reach::default(), None);
        let mut app =
            App { engine, profile, settings, kept, kept_language, reach, words, rng, screen, notice };
        app.home();
        Ok(app)
    }

    /// Stands on the network like this, whatever is set.
    pub fn reaching(mut self, reach: Reach) -> App {
        self.reach = reach;
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

    fn hear(&mut self) {
        while let Some(news) = self.engine.news() {
            match news {
                News::Playing(helm) => self.screen = Screen::Playing(Box::new(Playing::new(helm))),
                News::Failed(why) => {
                    self.notice = Some(self.words.fill("failed", &[("why", Fill::Text(why))]));
                    self.home();
                }
            }
        }
    }

    fn home(&mut self) {
        self.screen = Screen::Home(self.engine.unfinished());
        // Where the profile is not here there are no games.
        if self.engine.moved().is_some() || self.engine.replaced() {
            self.cabin(Page::Profile);
        }
    }

    fn cabin(&mut self, page: Page) {
        self.screen = Screen::Cabin(Box::new(Cabin::new(page, &self.settings, &self.engine)));
    }

    /// Keeps settings that have changed, and looks as they say.
    fn settle(&mut self, ctx: &egui::Context) {
        if self.settings == self.kept {
            return;
        }
        if self.settings.language != self.kept.language {
            self.words = Words::new(self.settings.language);
            self.kept_language = None;
        }
        home::apply(ctx, &self.settings);
        let language = self.kept_language.unwrap_or(self.settings.language);
        if let Err(error) = (Settings { language, ..self.settings.clone() }).save(&self.profile) {
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
            Screen::Home(unfinished) => match home::show(ui, &self.words, &mut self.settings, unfinished) {
                Some(Wish::Practice) => self.place(),
                Some(Wish::Resume(id)) => {
                    self.engine.resume(id);
                    self.screen = Screen::Waiting;
                }
                Some(Wish::Settings) => {
                    self.cabin(Page::Settings);
                }
                None => {}
            },
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
            Screen::Cabin(cabin) => {
                if cabin.show(ui, &self.words, &mut self.settings, &self.engine, &self.reach) {
                    self.home();
                }
            }
            Screen::Waiting => {
                ui.centered_and_justified(|ui| ui.label(self.words.say("sealing")));
            }
            Screen::Playing(playing) => match playing.show(ui, &self.words) {
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
                ui.horizontal(|ui| {
                    ui.label(notice);
                    if ui.button(self.words.say("back")).clicked() {
                        self.notice = None;
                    }
                });
            });
        }
        if let Screen::Playing(_) | Screen::Cabin(_) = self.screen {
            return self.show(ui);
        }
        egui::CentralPanel::default().show(ui, |ui| self.show(ui));
    }
}
