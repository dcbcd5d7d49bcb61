//! The profile: who the player is, and how that goes to another computer.

use eframe::egui::{self, Button, Label, RichText, TextEdit, Ui};

use super::{
    settings::{LEVEL, row, small, wrong},
    theme, troubles,
    widgets::{alarm, card, page},
    words::Words,
};
use crate::{
    engine::Engine,
    errand::{Errand, place},
    name,
    store::StoreError,
    trouble::Trouble,
};

/// What is awaited.
type Done = Errand<Result<(), StoreError>>;

/// What can be done with a profile.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Deed {
    BackUp,
    Move,
    Arrive,
    TakeBack,
}

impl Deed {
    /// What it is called, what it does, and what is asked before it is done.
    fn words(self) -> [&'static str; 3] {
        match self {
            Deed::BackUp => ["profile-back-up", "profile-back-up-line", ""],
            Deed::Move => ["profile-move", "profile-move-line", "profile-move-sure"],
            Deed::Arrive => ["profile-arrive", "profile-arrive-line", "profile-arrive-sure"],
            Deed::TakeBack => ["profile-take-back", "profile-take-back-line", "profile-take-back-sure"],
        }
    }

    /// What is said when it is done.
    fn done(self) -> &'static str {
        match self {
            Deed::BackUp => "profile-backed-up",
            Deed::Move => "profile-moved-to",
            Deed::Arrive => "profile-replaced",
            Deed::TakeBack => "profile-taken-back",
        }
    }
}

/// The page.
pub struct ProfilePage {
    asked: Errand<Result<[u8; 32], StoreError>>,
    identity: Option<Result<[u8; 32], StoreError>>,
    path: String,
    /// Asked for, and not yet confirmed.
    wish: Option<Deed>,
    under_way: Option<(Deed, String, Done)>,
    told: Option<Result<String, String>>,
}

impl ProfilePage {
    /// The page of the profile of this engine.
    pub fn new(engine: &Engine) -> ProfilePage {
        let path = "~/marque.profile".to_owned();
        let asked = engine.identity();
        ProfilePage { asked, identity: None, path, wish: None, under_way: None, told: None }
    }

    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, engine: &Engine) {
        self.hear(words, engine);
        page(ui, |ui| {
            let (moved, replaced) = (engine.moved(), engine.replaced());
            if replaced {
                banner(ui, words.say("profile-replaced"), |ui| {
                    if ui.button(words.say("profile-close")).clicked() {
                        ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
                    }
                });
            } else if let Some(when) = &moved {
                let line = words.fill("profile-moved", &[("when", when.as_str().into())]);
                banner(ui, line, |ui| self.deed(ui, words, engine, Deed::TakeBack));
            }
            match &self.told {
                Some(Ok(line)) => {
                    drop(ui.add(Label::new(RichText::new(format!("✔ {line}")).strong()).wrap()))
                }
                Some(Err(line)) => wrong(ui, line.clone()),
                None => {}
            }
            card(ui, |ui| self.who(ui, words, engine));
            if replaced {
                return;
            }
            card(ui, |ui| {
                row(ui, words, "profile-file", |ui, title| {
                    ui.vertical(|ui| {
                        ui.add(TextEdit::singleline(&mut self.path).desired_width(400.0)).labelled_by(title);
                        small(ui, words.say("profile-file-line"));
                    });
                });
                self.deed(ui, words, engine, Deed::BackUp);
                if moved.is_none() {
                    self.deed(ui, words, engine, Deed::Move);
                }
                self.deed(ui, words, engine, Deed::Arrive);
            });
        });
    }

    /// What has come of what was asked for.
    fn hear(&mut self, words: &Words, engine: &Engine) {
        if let Some(identity) = self.asked.done() {
            self.identity = Some(identity);
        }
        let done = self.under_way.as_ref().and_then(|(_, _, errand)| errand.done());
        let (Some(done), Some((deed, path, _))) = (done, &self.under_way) else { return };
        self.told = match done {
            // That is said all the time.
            Ok(()) if *deed == Deed::Arrive => None,
            Ok(()) => Some(Ok(words.fill(deed.done(), &[("path", path.as_str().into())]))),
            Err(error) => {
                engine.troubles().note(Trouble::Store(error.clone()));
                Some(Err(troubles::why(words, &error)))
            }
        };
        self.under_way = None;
    }

    /// The key, and where it lies.
    fn who(&self, ui: &mut Ui, words: &Words, engine: &Engine) {
        row(ui, words, "profile-key", |ui, _| {
            ui.vertical(|ui| match &self.identity {
                Some(Ok(identity)) => {
                    ui.add_space(LEVEL);
                    ui.label(RichText::new(name::fingerprint(identity)).monospace().strong());
                    let whole: String = identity.iter().map(|byte| format!("{byte:02x}")).collect();
                    ui.add(Label::new(RichText::new(whole).monospace().small()).wrap());
                    small(ui, words.say("profile-key-line"));
                }
                Some(Err(error)) => wrong(ui, troubles::why(words, error)),
                None => drop(ui.label(words.say("working"))),
            });
        });
        row(ui, words, "profile-folder", |ui, _| {
            ui.vertical(|ui| {
                ui.add_space(LEVEL);
                let folder = engine.folder().display().to_string();
                ui.add(Label::new(RichText::new(folder).monospace()).wrap());
                small(ui, words.fill("profile-folder-line", &[("key", "identity.key".into())]));
            });
        });
    }

    /// A button that does something, once it is confirmed.
    fn deed(&mut self, ui: &mut Ui, words: &Words, engine: &Engine, deed: Deed) {
        let [title, line, sure] = deed.words();
        let under_way = self.under_way.as_ref().is_some_and(|(it, ..)| *it == deed);
        if self.wish == Some(deed) {
            let sure = RichText::new(format!("⚠ {}", words.say(sure))).color(theme::paint(ui).bad);
            ui.add(Label::new(sure).wrap());
            ui.horizontal_wrapped(|ui| {
                if ui.button(words.say("profile-no")).clicked() {
                    self.wish = None;
                }
                let yes = RichText::new(words.say("profile-yes")).color(theme::paint(ui).bad);
                if ui.button(yes).clicked() {
                    self.go(engine, words, deed);
                }
            });
        } else {
            let idle = self.under_way.is_none();
            let clicked = ui.add_enabled(idle, Button::new(words.say(title))).clicked();
            if clicked && sure.is_empty() {
                self.go(engine, words, deed);
            } else if clicked {
                (self.wish, self.told) = (Some(deed), None);
            }
            small(ui, words.say(if under_way { "working" } else { line }));
        }
        ui.add_space(8.0);
    }

    fn go(&mut self, engine: &Engine, words: &Words, deed: Deed) {
        (self.wish, self.told) = (None, None);
        let Some(path) = place(&self.path) else {
            self.told = Some(Err(words.say("profile-file-none")));
            return;
        };
        let shown = path.display().to_string();
        let errand = match deed {
            Deed::BackUp => engine.back_up_key(path),
            Deed::Move => engine.move_profile(path),
            Deed::Arrive => engine.arrive(path),
            Deed::TakeBack => engine.take_back(),
        };
        self.under_way = Some((deed, shown, errand));
    }
}

/// What is to be known before anything else.
fn banner(ui: &mut Ui, line: String, add: impl FnOnce(&mut Ui)) {
    alarm(ui, |ui| {
        ui.add(Label::new(RichText::new(line).size(18.0).strong()).wrap());
        add(ui);
    });
}
