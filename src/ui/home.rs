//! The first screen: what there is to do.

use eframe::egui::{self, Button, Event, RichText, ScrollArea, TextEdit, Ui};
use marque_protocol::rules::Seat;

use super::{
    boards, theme,
    widgets::choice,
    words::{Language, Words},
};
use crate::{
    bots::Level,
    engine::Unfinished,
    net::{Ticket, TicketError},
    settings::{Look, Settings},
    ui::lobby::terms::span,
    words::plain_name,
};

/// Limits of a decision that are offered, in seconds.
const CLOCKS: [Option<u32>; 5] = [None, Some(30), Some(60), Some(120), Some(300)];

/// What the player wants.
pub enum Wish {
    /// A game against a bot of the level that is set.
    Practice,
    /// A table for a friend.
    Invite,
    /// To sit down at the table of this ticket.
    Join(Ticket),
    /// To go on with a game that was interrupted.
    Resume(Unfinished),
}

/// The first screen.
#[derive(Default)]
pub struct Home {
    /// The games that can go on.
    pub unfinished: Vec<Unfinished>,
    /// What has been pasted, and why there is no table behind it.
    pasted: String,
    fault: Option<TicketError>,
}

impl Home {
    /// Draws it; says what the player wants.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, settings: &mut Settings) -> Option<Wish> {
        let mut wish = self.paste(ui);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.vertical_centered(|ui| {
                ui.add_space(14.0);
                ui.label(RichText::new(words.say("title")).size(44.0).strong());
                ui.label(words.say("subtitle"));
                ui.add_space(16.0);
                wish = wish.take().or(self.games(ui, words, settings));
                ui.add_space(24.0);
                chosen(ui, words, settings);
            });
        });
        wish
    }

    fn games(&mut self, ui: &mut Ui, words: &Words, settings: &mut Settings) -> Option<Wish> {
        let mut wish = None;
        for (number, game) in (1..).zip(&self.unfinished) {
            let line = words.fill(
                "home-resume-with",
                &[
                    ("game", boards::title(words, &game.terms.game).into()),
                    ("who", others(words, game).into()),
                ],
            );
            // Several are told apart by a number.
            let title = match self.unfinished.len() {
                1 => words.say("home-resume"),
                _ => format!("{} {number}", words.say("home-resume")),
            };
            if choice(ui, &title, &line, true) {
                wish = Some(Wish::Resume(game.clone()));
            }
            ui.add_space(10.0);
        }
        if choice(ui, &words.say("home-bot"), &words.say("home-bot-line"), true) {
            wish = Some(Wish::Practice);
        }
        row(ui, |ui| {
            ui.label(words.say("home-level"));
            for (level, key) in [
                (Level::Easy, "level-easy"),
                (Level::Normal, "level-normal"),
                (Level::Strong, "level-strong"),
            ] {
                ui.selectable_value(&mut settings.level, level, words.say(key));
            }
        });
        ui.add_space(12.0);
        if choice(ui, &words.say("home-invite"), &words.say("home-invite-line"), true) {
            wish = Some(Wish::Invite);
        }
        row(ui, |ui| {
            ui.label(words.say("home-clock"));
            for clock in CLOCKS {
                let name = clock.map_or_else(|| words.say("home-clock-none"), |limit| span(words, limit));
                ui.selectable_value(&mut settings.clock, clock, name);
            }
        });
        ui.add_space(12.0);
        wish.or(self.join(ui, words))
    }

    fn join(&mut self, ui: &mut Ui, words: &Words) -> Option<Wish> {
        let mut asked = false;
        let label = ui.label(RichText::new(words.say("home-join")).size(18.0));
        ui.label(RichText::new(words.say("home-join-line")).small());
        row(ui, |ui| {
            let field = TextEdit::singleline(&mut self.pasted).desired_width(300.0);
            let field = ui.add(field).labelled_by(label.id);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let go = Button::new(words.say("home-join-go"));
            asked = ui.add_enabled(!self.pasted.trim().is_empty(), go).clicked() || entered;
            if field.changed() {
                self.fault = None;
            }
        });
        if let Some(fault) = self.fault {
            ui.colored_label(theme::paint(ui).bad, words.say(fault_key(fault)));
        }
        if asked { self.find() } else { None }
    }

    /// The table behind what is in the field.
    fn find(&mut self) -> Option<Wish> {
        match Ticket::find(&self.pasted) {
            Ok(ticket) => {
                self.pasted.clear();
                Some(Wish::Join(ticket))
            }
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }

    /// An invitation may be pasted anywhere on this screen.
    fn paste(&mut self, ui: &Ui) -> Option<Wish> {
        if ui.memory(|memory| memory.focused().is_some()) {
            return None;
        }
        let pasted = |event: &Event| if let Event::Paste(text) = event { Some(text.clone()) } else { None };
        self.pasted = ui.input(|input| input.events.iter().find_map(pasted))?;
        self.find()
    }
}

/// The key of the sentence about a text without a ticket.
pub fn fault_key(fault: TicketError) -> &'static str {
    match fault {
        TicketError::NotFound => "ticket-none",
        TicketError::Mistyped => "ticket-mistyped",
        TicketError::Newer => "ticket-newer",
    }
}

/// Against whom a game is.
fn others(words: &Words, game: &Unfinished) -> String {
    let seats = game.terms.seats.iter().zip(Seat::all(game.terms.seats.len()));
    let names = seats.filter(|(_, seat)| *seat != game.seat).map(|(place, _)| {
        let name = plain_name(&place.nickname);
        match name.is_empty() {
            _ if game.local => words.say("bot"),
            true => words.say("opponent"),
            false => name,
        }
    });
    names.collect::<Vec<String>>().join(", ")
}

/// Language, theme and size.
fn chosen(ui: &mut Ui, words: &Words, settings: &mut Settings) {
    row(ui, |ui| {
        for language in Language::ALL {
            ui.selectable_value(&mut settings.language, language, language.name());
        }
    });
    row(ui, |ui| {
        for (look, key) in
            [(Look::System, "look-system"), (Look::Light, "look-light"), (Look::Dark, "look-dark")]
        {
            ui.selectable_value(&mut settings.look, look, words.say(key));
        }
        ui.separator();
        for scale in [100, 125, 150, 200] {
            ui.selectable_value(&mut settings.scale, scale, format!("{scale} %"));
        }
    });
}

/// A row in the middle of the width that is there.
fn row(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    if theme::is_tight(ui) {
        ui.horizontal_wrapped(add);
        return;
    }
    let id = ui.next_auto_id();
    let width: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0);
    ui.horizontal(|ui| {
        ui.add_space(((ui.available_width() - width) / 2.0).max(0.0));
        let inner = ui.scope(|ui| ui.horizontal(add)).response.rect.width();
        if (inner - width).abs() > 0.5 {
            ui.data_mut(|data| data.insert_temp(id, inner));
            ui.ctx().request_discard("centred anew");
        }
    });
}

/// Makes the window look as it is set.
pub fn apply(ctx: &egui::Context, settings: &Settings) {
    ctx.set_theme(match settings.look {
        Look::System => egui::ThemePreference::System,
        Look::Light => egui::ThemePreference::Light,
        Look::Dark => egui::ThemePreference::Dark,
    });
    ctx.set_zoom_factor(f32::from(settings.scale) / 100.0);
}
