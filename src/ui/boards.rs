//! The boards: one module a game. The one place of the window that knows which games exist.

pub mod diabolik;
pub mod duel;

use eframe::egui::Ui;
use marque_protocol::{
    games::{self, Layout, Options, Position},
    rules::Seat,
};
use rand::Rng;

use super::words::Words;
use crate::{cue::Cue, helm::Order, scene::Scene};

/// What a board remembers between two frames.
#[derive(Default)]
pub struct Board {
    duel: duel::battle::Battle,
    diabolik: diabolik::battle::Battle,
}

impl Board {
    /// Draws what the player is about to do and confirms, where nothing can hide it; says what he orders.
    pub fn confirm(&mut self, ui: &mut Ui, words: &Words, scene: &Scene<'_>) -> Option<Order> {
        match scene.table.position() {
            Position::Duel(position) => self.duel.confirm(ui, words, scene, position),
            Position::Diabolik(_) | Position::Drill(_) => None,
        }
    }

    /// Why what the player has just tried cannot be done.
    pub fn refusal(&self, words: &Words) -> Option<String> {
        self.duel.refusal(words)
    }

    /// Draws the board of a scene; says what the player orders.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, scene: &Scene<'_>) -> Option<Order> {
        match scene.table.position() {
            Position::Duel(position) => self.duel.show(ui, words, scene, position),
            Position::Diabolik(position) => self.diabolik.show(ui, words, scene, position),
            // The practice game of simulations has no board.
            Position::Drill(_) => None,
        }
    }
}

/// The width that a board needs so as not to be one thing above the other, in points.
pub fn width_beside(position: &Position) -> f32 {
    match position {
        Position::Duel(duel) => duel::battle::width_beside(duel),
        Position::Diabolik(game) => diabolik::battle::width_beside(game),
        Position::Drill(_) => 0.0,
    }
}

/// What a seat that may act has to do, in words.
pub fn turn(words: &Words, position: &Position, seat: Seat) -> String {
    match position {
        Position::Duel(duel) => duel::battle::turn(words, duel, seat),
        Position::Diabolik(_) => words.say("df-turn-yours"),
        Position::Drill(_) => words.say("turn-yours"),
    }
}

/// What the last turn has told a seat that may act, beyond what boards show.
pub fn news(words: &Words, scene: &Scene<'_>) -> Option<String> {
    match scene.table.position() {
        Position::Duel(_) => duel::battle::news(words, scene),
        Position::Diabolik(_) | Position::Drill(_) => None,
    }
}

/// The screen on which a layout is made.
#[derive(Clone)]
pub enum Placement {
    /// Ships and mines are laid.
    Duel(duel::placement::Placement),
    /// Ships get their headings.
    Diabolik(diabolik::placement::Placement),
}

impl Placement {
    /// The screen for a game with these options; none where nothing is laid out.
    pub fn new(options: &Options) -> Option<Placement> {
        match options {
            Options::Duel(options) => Some(Placement::Duel(duel::placement::Placement::new(*options))),
            Options::Diabolik(options) => {
                Some(Placement::Diabolik(diabolik::placement::Placement::new(*options)))
            }
            Options::Drill(_) => None,
        }
    }

    /// Draws it; gives the layout once everything lies and the player is content with it.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, rng: &mut dyn Rng) -> Option<Layout> {
        match self {
            Placement::Duel(placement) => placement.show(ui, words, rng),
            Placement::Diabolik(placement) => placement.show(ui, words, rng),
        }
    }

    /// What lies, and the rest at random; none where that finds no room.
    pub fn completed(&self, rng: &mut dyn Rng) -> Option<Layout> {
        match self {
            Placement::Duel(placement) => placement.completed(rng),
            Placement::Diabolik(placement) => Some(placement.completed(rng)),
        }
    }
}

/// What an event sounds like; none for what makes no sound.
pub fn cue(event: &games::Event) -> Option<Cue> {
    match event {
        games::Event::Duel(event) => duel::cues::cue(event),
        games::Event::Diabolik(event) => diabolik::cues::cue(event),
        games::Event::Drill(_) => None,
    }
}

/// Whose words the events of an act are, where they do not say so themselves.
pub fn speaker(act: &games::Act, seat: Seat) -> Option<Seat> {
    match act {
        games::Act::Diabolik(_) => Some(seat),
        games::Act::Duel(_) | games::Act::Drill(_) => None,
    }
}

/// An event in words; none for what goes without saying.
pub fn say(words: &Words, who: &dyn Fn(Seat) -> String, event: &games::Event) -> Option<String> {
    match event {
        games::Event::Duel(event) => duel::battle::say(words, who, event),
        games::Event::Diabolik(event) => diabolik::says::event(words, who, event),
        games::Event::Drill(_) => None,
    }
}

/// Who begins, where the seats do not say so.
pub fn beginning(words: &Words, options: &Options) -> Option<String> {
    match options {
        Options::Duel(_) | Options::Diabolik(_) => Some(words.say("beginning-drawn")),
        Options::Drill(_) => None,
    }
}

/// The sentence that says that somebody has won.
pub fn won(options: &Options) -> &'static str {
    match options {
        Options::Duel(_) | Options::Drill(_) => "verdict-won",
        Options::Diabolik(_) => "df-won",
    }
}

/// What people call a game.
pub fn title(words: &Words, game: &str) -> String {
    words.fill("game-title", &[("game", game.into())])
}

/// The rules of a game on one card, one sentence each.
pub fn rules(words: &Words, options: &Options) -> Vec<String> {
    match options {
        Options::Duel(options) => duel::rules::card(words, options),
        Options::Diabolik(options) => diabolik::rules::card(words, options),
        Options::Drill(_) => Vec::new(),
    }
}
