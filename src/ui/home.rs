//! The first screen: what there is to do.

use eframe::egui::{self, Button, Event, RichText, Sense, TextEdit, Ui, UiBuilder, vec2};
use marque_protocol::rules::Seat;

use super::{
    banner, boards,
    choosing::Choosing,
    names, nearby,
    rivals::Rivals,
    theme,
    widgets::{card, choice, page},
    words::{Language, Words},
};
use crate::{
    bots::Level,
    household::{Against, Unfinished},
    net::{Ticket, TicketError, lan::Listener},
    rematch::Rematch,
    settings::{Look, Settings},
    ui::lobby::terms::span,
};

/// Limits of a decision that are offered, in seconds.
const CLOCKS: [Option<u32>; 5] = [None, Some(30), Some(60), Some(120), Some(300)];
/// How long a thing may move, in seconds.
const MOMENT_S: f32 = 0.1;

/// What the player wants.
pub enum Wish {
    /// A game against a bot of the level that is set.
    Practice,
    /// A game of two people at this window.
    Share,
    /// A table for a friend.
    Invite,
    /// To sit down at the table of this ticket.
    Join(Ticket),
    /// To see the records.
    Records,
    /// To go on with a game that was interrupted.
    Resume(Unfinished),
    /// To take back the signature under a game that has not begun.
    Withdraw(Unfinished),
    /// To play another game with those who have played one.
    Rematch(Rematch),
    /// To see the settings, the profile, or what is the matter.
    Settings,
    /// To see what is the matter.
    Diagnostics,
}

/// The first screen.
#[derive(Default)]
pub struct Home {
    /// The games that can go on.
    pub unfinished: Vec<Unfinished>,
    /// Who listens for tables on the local network; nobody where one could not sit down.
    pub nearby: Option<Listener>,
    /// Those with whom another game may be wanted.
    rivals: Option<Rivals>,
    /// What has been pasted, and why there is no table behind it.
    pasted: String,
    choosing: Choosing,
    fault: Option<TicketError>,
}

impl Home {
    /// The first screen, with somebody who listens for tables on the local network, if anybody does.
    pub fn new(nearby: Option<Listener>) -> Home {
        Home { nearby, ..Home::default() }
    }

    /// The same, with those with whom another game may be wanted.
    pub fn among(self, rivals: Rivals) -> Home {
        Home { rivals: Some(rivals), ..self }
    }

    /// Draws it; says what the player wants.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, settings: &mut Settings) -> Option<Wish> {
        let mut wish = self.paste(ui);
        page(ui, |ui| {
            title(ui, words);
            wish = wish.take().or(self.unfinished(ui, words));
            card(ui, |ui| self.choosing.show(ui, words, &mut settings.chosen));
            let columns = if theme::is_tight(ui) { 1 } else { 2 };
            ui.columns(columns, |columns| {
                if let Some(left) = columns.first_mut() {
                    wish = wish.take().or(practice(left, words, settings));
                    let for_two = settings.chosen.range().contains(&2);
                    wish = wish.take().or(if for_two { share(left, words) } else { None });
                    let heard = self.nearby.as_ref().map(Listener::heard);
                    let near = heard.and_then(|heard| nearby::show(left, words, &heard));
                    wish = wish.take().or(near.map(Wish::Join));
                    let rival = self.rivals.as_mut().and_then(|rivals| rivals.show(left, words));
                    wish = wish.take().or(rival.map(Wish::Rematch));
                }
                if let Some(right) = columns.last_mut() {
                    wish = wish.take().or(invite(right, words, settings));
                    wish = wish.take().or(card(right, |ui| self.join(ui, words)));
                }
            });
            wish = wish.take().or(card(ui, |ui| more(ui, words, settings)));
        });
        wish
    }

    /// What can be gone on with.
    fn unfinished(&mut self, ui: &mut Ui, words: &Words) -> Option<Wish> {
        let mut wish = None;
        for (number, game) in (1..).zip(&self.unfinished) {
            let line = words.fill(
                if game.adjourned { "home-resume-adjourned" } else { "home-resume-with" },
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
            wish = wish.or(card(ui, |ui| {
                let resumed = choice(ui, &title, &line, true).then(|| Wish::Resume(game.clone()));
                let withdrawn = || promised(ui, words).then(|| Wish::Withdraw(game.clone()));
                if game.begun { resumed } else { resumed.or_else(withdrawn) }
            }));
        }
        wish
    }

    fn join(&mut self, ui: &mut Ui, words: &Words) -> Option<Wish> {
        let mut asked = false;
        let label = ui.label(RichText::new(words.say("home-join")).size(18.0).strong());
        ui.label(RichText::new(words.say("home-join-line")).small().weak());
        let go = Button::new(words.say("home-join-go"));
        let field = TextEdit::singleline(&mut self.pasted).desired_width(f32::INFINITY);
        let field = ui.add(field.margin(vec2(8.0, 6.0))).labelled_by(label.id);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.vertical_centered_justified(|ui| {
            asked = ui.add_enabled(!self.pasted.trim().is_empty(), go).clicked() || entered;
        });
        if field.changed() {
            self.fault = None;
        }
        if let Some(fault) = self.fault {
            ui.colored_label(theme::paint(ui).bad, words.say(fault_key(fault)));
        }
        let why = self.nearby.as_ref().is_some_and(|near| nearby::silence(ui, words, &near.heard()));
        if why {
            return Some(Wish::Diagnostics);
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

/// A game that was signed and has not begun: it may never do, and need not stay here for that.
fn promised(ui: &mut Ui, words: &Words) -> bool {
    ui.horizontal_wrapped(|ui| {
        ui.label(words.say("home-promised"));
        ui.button(words.say("home-withdraw")).on_hover_text(words.say("home-withdraw-line")).clicked()
    })
    .inner
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
    let names = seats.filter(|(_, seat)| *seat != game.seat).map(|(place, _)| match game.against {
        // Bots of before were called otherwise.
        Against::Bot if Level::called(&place.nickname).is_none() => words.say("bot"),
        Against::Guest => words.say("guest"),
        Against::Bot | Against::Friend => names::shown(words, &place.nickname),
    });
    names.collect::<Vec<String>>().join(", ")
}

/// The name of the program, on a sea.
fn title(ui: &mut Ui, words: &Words) {
    let height = (ui.available_height() * 0.16).clamp(92.0, 220.0);
    let size = height * 0.34;
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    banner::draw(ui, area);
    let text = area.shrink2(vec2(height * 0.2, 0.0));
    let mut text = ui.new_child(UiBuilder::new().max_rect(text));
    text.add_space((height - size - 46.0) / 2.0);
    text.label(RichText::new(words.say("title")).size(size).strong());
    text.label(words.say("subtitle"));
}

/// A game against a bot.
fn practice(ui: &mut Ui, words: &Words, settings: &mut Settings) -> Option<Wish> {
    card(ui, |ui| {
        let others = settings.chosen.seats().saturating_sub(1);
        let line = words.fill("home-bot-line", &[("count", others.into())]);
        let clicked = choice(ui, &words.say("home-bot"), &line, true);
        let levels =
            [(Level::Easy, "level-easy"), (Level::Normal, "level-normal"), (Level::Strong, "level-strong")];
        let levels = levels.map(|(level, key)| (level, words.say(key)));
        chips(ui, &words.say("home-level"), &mut settings.level, levels);
        clicked.then_some(Wish::Practice)
    })
}

/// A table for a friend.
fn invite(ui: &mut Ui, words: &Words, settings: &mut Settings) -> Option<Wish> {
    card(ui, |ui| {
        let clicked = choice(ui, &words.say("home-invite"), &words.say("home-invite-line"), true);
        let name = |clock: Option<u32>| {
            clock.map_or_else(|| words.say("home-clock-none"), |limit| span(words, limit))
        };
        let clocks = CLOCKS.map(|clock| (clock, name(clock)));
        chips(ui, &words.say("home-clock"), &mut settings.clock, clocks);
        clicked.then_some(Wish::Invite)
    })
}

/// Two people at this window.
fn share(ui: &mut Ui, words: &Words) -> Option<Wish> {
    card(ui, |ui| {
        choice(ui, &words.say("home-share"), &words.say("home-share-line"), true).then_some(Wish::Share)
    })
}

/// What is no game, and the language: whoever cannot read the others finds it here.
fn more(ui: &mut Ui, words: &Words, settings: &mut Settings) -> Option<Wish> {
    let mut wish = None;
    ui.horizontal_wrapped(|ui| {
        if ui.button(words.say("records")).on_hover_text(words.say("records-line")).clicked() {
            wish = Some(Wish::Records);
        }
        if ui.button(words.say("settings")).clicked() {
            wish = Some(Wish::Settings);
        }
        ui.separator();
        for language in Language::ALL {
            ui.selectable_value(&mut settings.language, language, language.name());
        }
    });
    wish
}

/// One of several values.
fn chips<V: PartialEq>(
    ui: &mut Ui,
    name: &str,
    chosen: &mut V,
    values: impl IntoIterator<Item = (V, String)>,
) {
    ui.add_space(2.0);
    ui.label(RichText::new(name).small().weak());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (value, name) in values {
            ui.selectable_value(chosen, value, name);
        }
    });
}

/// How large everything is, in percent, as far as that can be set.
pub fn scale(ctx: &egui::Context) -> u16 {
    // No more than 200, and no part of a percent.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let scale = (ctx.zoom_factor() * 100.0).round().clamp(100.0, 200.0) as u16;
    scale
}

/// Makes the window look as it is set.
pub fn apply(ctx: &egui::Context, settings: &Settings) {
    ctx.set_theme(match settings.look {
        Look::System => egui::ThemePreference::System,
        Look::Light => egui::ThemePreference::Light,
        Look::Dark => egui::ThemePreference::Dark,
    });
    ctx.set_zoom_factor(f32::from(settings.scale) / 100.0);
    ctx.all_styles_mut(|style| style.animation_time = if settings.animation { MOMENT_S } else { 0.0 });
}
