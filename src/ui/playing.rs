//! A game under way, until its verdict is left.

mod again;
mod lies;
mod offers;
mod proofs;
mod status;
mod talk;

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use eframe::egui::{self, Align, Button, Label, Layout, RichText, ScrollArea, Ui};
use marque_protocol::{seal::Digest, table::Duty};

use rand::Rng;

use super::{
    boards::{self, Board, Placement},
    names,
    story::Story,
    theme,
    widgets::{card, edge, heading, main_button, surface},
    words::Words,
};
use crate::{
    archive::Archive,
    blocked::Blocked,
    helm::{End, Helm, Order, View},
    rematch::can_follow,
};

/// A limit that is further away than this hurries nobody, and its clock is not shown.
const SOON: Duration = Duration::from_secs(3600);

/// The part of the width that the log has at the right.
const LOG: f32 = 0.28;
/// What panels and bars take away of the width of a board, in points.
const MARGIN: f32 = 32.0;

/// The screen of one game.
pub struct Playing {
    helm: Helm,
    again: bool,
    board: Board,
    /// The fleet while it is being laid out.
    placement: Option<Placement>,
    /// The player has asked to resign and not confirmed it.
    resigning: bool,
    /// The player has asked to leave; the session still has the files.
    leaving: bool,
    /// The panel that says what was proven is open.
    proofs: bool,
    talk: talk::Talk,
    /// What follows a game with friends.
    after: Option<again::Again>,
}

/// Where the player goes from here.
pub enum Way {
    /// To the first screen; the game is over or kept.
    Home,
    /// To another game like this one.
    Again,
    /// To the replay of this record.
    Replay(PathBuf),
    /// Nowhere; a copy of this record is to be made, to be shown to others.
    Save(PathBuf),
}

impl Playing {
    /// The screen of a game; `again` if another one like it can be had for the asking.
    pub fn new(helm: Helm, again: bool, blocked: Blocked) -> Playing {
        Playing {
            helm,
            again,
            board: Board::default(),
            placement: None,
            resigning: false,
            leaving: false,
            proofs: false,
            talk: talk::Talk::new(blocked),
            after: None,
        }
    }

    /// After a game with friends, says by the records of an archive how they stand.
    pub fn counting(self, archive: Archive) -> Playing {
        Playing { after: Some(again::Again::new(archive)), ..self }
    }

    /// The newest view; none before the first.
    pub fn view(&self) -> Option<Arc<View>> {
        self.helm.view()
    }

    /// How many words there were up to the last one of others that is shown.
    pub fn heard(&self) -> u32 {
        self.view().map_or(0, |view| {
            // Somebody who wants another game calls like one who says something.
            let wanted = !view.again.is_empty() && !self.talk.blocks_any(&view);
            self.talk.heard(&view).saturating_add(u32::from(wanted))
        })
    }

    /// Whether the game runs no more.
    pub fn is_over(&self) -> bool {
        let kept = |view: Arc<View>| view.end.as_ref().is_some_and(|end| end.record.is_some());
        self.helm.is_over() || self.view().is_some_and(kept)
    }

    /// Whether it is a game with friends at other computers.
    pub fn is_far(&self) -> bool {
        self.after.is_some()
    }

    /// Lets those who are still there play another game; false if nobody is.
    pub fn goes_on(&self) -> bool {
        self.helm.order(Order::Again)
    }

    /// Leaves the game, which is kept.
    pub fn leave(&mut self) {
        self.leaving = self.helm.order(Order::Leave);
    }

    /// Whether the game was left, or adjourned by all, and its files are free.
    pub fn has_left(&self) -> bool {
        let adjourned = || self.view().is_some_and(|view| view.table.offers().adjourned());
        self.helm.is_over() && (self.leaving || adjourned())
    }

    /// Draws it; says where the player goes.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, rng: &mut dyn Rng) -> Option<Way> {
        let Some(view) = self.helm.view() else {
            ui.centered_and_justified(|ui| ui.label(words.say("sealing")));
            return None;
        };
        if self.has_left() {
            return Some(Way::Home);
        }
        let mut way = None;
        egui::Panel::top("bar").show(ui, |ui| way = self.bar(ui, words, &view));
        if view.lay_by.is_some() && view.end.is_none() {
            egui::CentralPanel::default().show(ui, |ui| self.lay(ui, words, &view, rng));
            return way;
        }
        let tight = theme::is_tight(ui);
        if !tight {
            self.beside(ui, words, &view);
        }
        if let Some(order) = self.board.confirm(ui, words, &view.scene()) {
            self.helm.order(order);
        }
        egui::CentralPanel::default().show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                if tight && scrolls(&view) {
                    way = way.take().or(ui.horizontal_wrapped(|ui| self.choices(ui, words, &view)).inner);
                }
                if let Some(end) = &view.end {
                    let after = self.after.as_mut().filter(|_| !self.talk.blocks_any(&view));
                    if after.is_some_and(|after| after.show(ui, words, &view)) {
                        way = Some(Way::Again);
                    }
                    way = way.take().or(card(ui, |ui| verdict(ui, words, &view, end)));
                }
                if self.proofs && view.end.is_none() {
                    card(ui, |ui| proofs::show(ui, words, &view));
                }
                if tight && let Some(order) = offers::show(ui, words, &view) {
                    self.helm.order(order);
                }
                if let Some(order) = self.board.show(ui, words, &view.scene()) {
                    self.helm.order(order);
                }
                if tight && view.far {
                    card(ui, |ui| self.talk.show(ui, words, &view, &self.helm, false));
                }
                if tight {
                    ui.label(RichText::new(words.say("log-title")).small());
                    log(ui, words, &view);
                }
            });
        });
        way
    }

    /// What was said and done: at the right of the seas where that is wide, or below them.
    fn beside(&mut self, ui: &mut Ui, words: &Words, view: &View) {
        let (all, beside) = (ui.available_width(), boards::width_beside(view.table.position()) + MARGIN);
        // Where it would push one thing below the other, and need not, it is below all.
        let wide = theme::is_wide(ui) && (all * (1.0 - LOG) >= beside || all < beside);
        let (id, panel) = match wide {
            true => ("log-right", egui::Panel::right("log-right").default_size(all * LOG)),
            false => ("log", egui::Panel::bottom("log").default_size(104.0)),
        };
        let shown = panel.frame(surface(ui)).resizable(true).show(ui, |ui| {
            if view.far {
                let talk = match wide {
                    true => egui::Panel::bottom("talk-below").exact_size(ui.available_height() * 0.45),
                    false => egui::Panel::right("talk").exact_size(ui.available_width() * 0.45),
                };
                talk.show(ui, |ui| self.talk.show(ui, words, view, &self.helm, true));
            }
            ui.label(RichText::new(words.say("log-title")).small());
            let lines = ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true);
            lines.show(ui, |ui| log(ui, words, view));
        });
        let rect = shown.response.rect;
        edge(ui, id, [rect.left_top(), if wide { rect.left_bottom() } else { rect.right_top() }]);
    }

    /// The fleet is laid out while the other side does the same.
    fn lay(&mut self, ui: &mut Ui, words: &Words, view: &View, rng: &mut dyn Rng) {
        let agreed = view.table.agreed();
        // A fleet that could not be kept, on a full disk or one that fails, is there when the game goes on.
        let laid = egui::Id::unique(("laid", view.seat.0));
        if self.placement.is_none() {
            let before = ui.data(|data| data.get_temp::<(Digest, Placement)>(laid));
            let before = before.filter(|(game, _)| *game == agreed.id).map(|(_, placement)| placement);
            self.placement = before.or_else(|| Placement::new(&agreed.options));
        }
        let Some(placement) = &mut self.placement else {
            // Nothing is laid out by hand.
            if let Ok(layout) = agreed.options.random_layout(rng) {
                self.helm.order(Order::Lay(layout));
            }
            return;
        };
        let soon = view.lay_by.filter(|by| by.saturating_duration_since(Instant::now()) < SOON);
        let left = soon.and_then(|by| status::left(ui, by));
        if let Some(seconds) = left {
            let fills = [("span", status::dial(words, seconds).into())];
            ui.label(RichText::new(words.fill("placing-until", &fills)).strong());
        }
        let ready = placement.show(ui, words, rng);
        // Before the session lays out all of it at random: what was laid by hand stays.
        let late = left == Some(1);
        if let Some(layout) = ready.or_else(|| if late { placement.completed(rng) } else { None }) {
            ui.data_mut(|data| data.insert_temp(laid, (agreed.id, placement.clone())));
            self.helm.order(Order::Lay(layout));
        }
    }

    fn bar(&mut self, ui: &mut Ui, words: &Words, view: &View) -> Option<Way> {
        let mut way = None;
        let said = if self.resigning { words.say("resign-sure") } else { self.said(ui, words, view) };
        let due = match view.table.duty() {
            Duty::Act(seat) | Duty::Answer(seat) if view.end.is_none() => Some(seat),
            _ => None,
        };
        let title = |ui: &mut Ui| {
            heading(ui, &said, due).on_hover_text(names::roll(words, view.table.agreed()));
        };
        if theme::is_tight(ui) {
            title(ui);
            if !scrolls(view) {
                ui.horizontal_wrapped(|ui| way = self.choices(ui, words, view));
            }
        } else {
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    way = self.choices(ui, words, view);
                    ui.with_layout(Layout::left_to_right(Align::Center), title);
                });
            });
        }
        if view.end.is_none()
            && let Some(order) = status::show(ui, words, view)
        {
            self.helm.order(order);
        }
        // Where there is little room they are above the seas.
        if !theme::is_tight(ui)
            && let Some(order) = offers::show(ui, words, view)
        {
            self.helm.order(order);
        }
        way
    }

    /// Whose turn it is, and what is to be said of that.
    fn said(&self, ui: &Ui, words: &Words, view: &View) -> String {
        let turn = turn(words, view);
        let refusal = self.board.refusal(words).filter(|_| view.is_due());
        // A second line would move the seas.
        if theme::is_tight(ui) {
            return refusal.unwrap_or(turn);
        }
        match refusal.or_else(|| boards::news(words, &view.scene())) {
            Some(aside) => format!("{turn} · {aside}"),
            None => turn,
        }
    }

    /// What can be done at any time, the last first.
    fn choices(&mut self, ui: &mut Ui, words: &Words, view: &View) -> Option<Way> {
        let mut way = None;
        if let Some(end) = &view.end {
            // Until the record is kept the game is not over: it could be taken for one to resume.
            let kept = end.record.is_some() || self.helm.is_over();
            let again = words.say(if self.is_far() { "rematch" } else { "again" });
            let all_can = || can_follow(&view.table.agreed().terms) && !self.talk.blocks_any(view);
            let wanted = self.again && (!self.is_far() || all_can());
            if wanted && ui.add_enabled(kept, Button::new(again)).clicked() {
                way = Some(Way::Again);
            }
            if ui.add_enabled(kept, Button::new(words.say("home"))).clicked() {
                way = Some(Way::Home);
            }
        } else if self.resigning {
            if ui.button(words.say("resign-no")).clicked() {
                self.resigning = false;
            }
            if ui.button(RichText::new(words.say("resign-yes")).color(theme::paint(ui).bad)).clicked() {
                self.resigning = false;
                self.helm.order(Order::Resign);
            }
        } else {
            let plays = !view.elsewhere && view.table.is_in_play(view.seat);
            self.resigning = plays && ui.button(words.say("resign")).clicked();
            if let Some(order) = offers::menu(ui, words, view) {
                self.helm.order(order);
            }
            if ui.button(words.say("leave")).on_hover_text(words.say("leave-line")).clicked() {
                self.leave();
            }
            if view.own.is_some() {
                ui.toggle_value(&mut self.proofs, words.say("proofs"));
            }
        }
        way
    }
}

/// Whether in a small window what can be done scrolls with the seas, which need the room.
fn scrolls(view: &View) -> bool {
    view.end.is_none() && view.lay_by.is_none()
}

/// Whose turn it is, or how it ended.
fn turn(words: &Words, view: &View) -> String {
    if let Some(end) = &view.end {
        return match end.verdict.winner {
            Some(winner) if winner == view.seat => words.say("turn-won"),
            Some(_) => words.say("turn-lost"),
            None => words.say("turn-nobody"),
        };
    }
    match view.table.duty() {
        _ if view.elsewhere => words.say("turn-elsewhere"),
        _ if view.is_due() => boards::turn(words, view.table.position(), view.seat),
        Duty::Act(seat) if seat == view.seat => words.say("turn-wait"),
        Duty::Act(seat) | Duty::Answer(seat) => {
            words.fill("turn-theirs", &[("who", story(words, view).who(seat).into())])
        }
        Duty::Seal(seat) if view.own.is_some() && seat != view.seat => words.say("sealed-waiting"),
        Duty::Seal(_) if view.lay_by.is_some() => words.say("placing-title"),
        Duty::Seal(_) => words.say("sealing"),
        _ => words.say("turn-wait"),
    }
}

/// What tells the player of his game.
fn story<'a>(words: &'a Words, view: &'a View) -> Story<'a> {
    Story::new(words, view.table.agreed(), Some(view.seat))
}

/// All that happened, the newest line last.
fn log(ui: &mut Ui, words: &Words, view: &View) {
    let story = story(words, view);
    for happened in &view.steps {
        if let Some(line) = story.line(happened) {
            ui.add(Label::new(RichText::new(line).size(14.0)).wrap());
        }
    }
}

/// Who won and why, and what the audit of the charts found.
fn verdict(ui: &mut Ui, words: &Words, view: &View, end: &End) -> Option<Way> {
    for lie in &end.lies {
        lies::show(ui, &story(words, view), lie);
    }
    ui.label(story(words, view).verdict(&end.verdict));
    let record = end.record.as_ref()?;
    let mut way = None;
    ui.horizontal_wrapped(|ui| {
        if ui.add(main_button(ui, &words.say("record-replay"))).clicked() {
            way = Some(Way::Replay(record.clone()));
        }
        let save = if end.lies.is_empty() { "record-export" } else { "evidence-save" };
        if ui.button(words.say(save)).clicked() {
            way = Some(Way::Save(record.clone()));
        }
    });
    let path = record.display().to_string();
    ui.label(RichText::new(words.fill("verdict-record", &[("path", path.into())])).small());
    way
}
