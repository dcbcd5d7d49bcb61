//! A game under way, until its verdict is left.

mod status;

use eframe::egui::{self, Align, Button, Label, Layout, RichText, ScrollArea, Ui};
use marque_protocol::{
    audit::{Audit, Outcome},
    log::Step,
    rules::{Leaving, Seat},
    statement::Body,
    table::{Duty, News},
};

use rand::Rng;

use super::{
    boards::{self, Board, Decision, Placement},
    lobby::terms::span,
    theme,
    widgets::{card, heading},
    words::Words,
};
use crate::{
    helm::{Happened, Helm, Order, View},
    words::plain_name,
};

/// The screen of one game.
pub struct Playing {
    helm: Helm,
    board: Board,
    /// The fleet while it is being laid out.
    placement: Option<Placement>,
    /// The player has asked to resign and not confirmed it.
    resigning: bool,
    /// The player has asked to leave; the session still has the files.
    leaving: bool,
    /// The panel that says what was proven is open.
    proofs: bool,
}

/// Where the player goes from here.
pub enum Way {
    /// To the first screen; the game is over or kept.
    Home,
    /// To another game like this one.
    Again,
}

impl Playing {
    /// The screen of a game.
    pub fn new(helm: Helm) -> Playing {
        let board = Board::default();
        Playing { helm, board, placement: None, resigning: false, leaving: false, proofs: false }
    }

    /// Whether the game runs no more.
    pub fn is_over(&self) -> bool {
        self.helm.is_over()
    }

    /// Draws it; says where the player goes.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, rng: &mut dyn Rng) -> Option<Way> {
        let Some(view) = self.helm.view() else {
            ui.centered_and_justified(|ui| ui.label(words.say("sealing")));
            return None;
        };
        if self.leaving && self.helm.is_over() {
            return Some(Way::Home);
        }
        let mut way = None;
        egui::Panel::top("bar").show(ui, |ui| way = self.bar(ui, words, &view));
        if view.lay_by.is_some() {
            egui::CentralPanel::default().show(ui, |ui| self.lay(ui, words, &view, rng));
            return way;
        }
        let tight = theme::is_tight(ui);
        if !tight {
            let frame = egui::Frame::side_top_panel(ui.style()).fill(theme::paint(ui).card);
            let panel = egui::Panel::bottom("log").frame(frame).default_size(132.0).resizable(true);
            panel.show(ui, |ui| {
                ui.label(RichText::new(words.say("log-title")).small());
                ScrollArea::vertical()
                    .auto_shrink(false)
                    .stick_to_bottom(true)
                    .show(ui, |ui| log(ui, words, &view));
            });
        }
        egui::CentralPanel::default().show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                if let Some(end) = &view.end {
                    card(ui, |ui| verdict(ui, words, &view, end));
                }
                if self.proofs && view.end.is_none() {
                    card(ui, |ui| proofs(ui, words, &view));
                }
                if let Some(order) = self.board.show(ui, words, &view) {
                    self.helm.order(order);
                }
                if tight {
                    ui.label(RichText::new(words.say("log-title")).small());
                    log(ui, words, &view);
                }
            });
        });
        way
    }

    /// The fleet is laid out while the other side does the same.
    fn lay(&mut self, ui: &mut Ui, words: &Words, view: &View, rng: &mut dyn Rng) {
        if self.placement.is_none() {
            self.placement = Placement::new(&view.table.agreed().options);
        }
        let Some(placement) = &mut self.placement else { return };
        if let Some(seconds) = view.lay_by.and_then(|by| status::left(ui, by)) {
            let fills = [("span", span(words, seconds).into())];
            ui.label(RichText::new(words.fill("placing-until", &fills)).strong());
        }
        match placement.show(ui, words, rng) {
            Some(Decision::Ready(layout)) => drop(self.helm.order(Order::Lay(layout))),
            Some(Decision::Back) => self.leaving = self.helm.order(Order::Leave),
            None => {}
        }
    }

    fn bar(&mut self, ui: &mut Ui, words: &Words, view: &View) -> Option<Way> {
        let mut way = None;
        let said = if self.resigning { words.say("resign-sure") } else { turn(words, view) };
        let due = match view.table.duty() {
            Duty::Act(seat) | Duty::Answer(seat) if view.end.is_none() => Some(seat),
            _ => None,
        };
        if theme::is_tight(ui) {
            heading(ui, &said, due);
            ui.horizontal_wrapped(|ui| way = self.choices(ui, words, view));
        } else {
            ui.horizontal(|ui| {
                heading(ui, &said, due);
                let layout = Layout::right_to_left(Align::Center);
                ui.with_layout(layout, |ui| way = self.choices(ui, words, view));
            });
        }
        if view.end.is_none()
            && let Some(order) = status::show(ui, words, view)
        {
            self.helm.order(order);
        }
        way
    }

    /// What can be done at any time, the last first.
    fn choices(&mut self, ui: &mut Ui, words: &Words, view: &View) -> Option<Way> {
        let mut way = None;
        if let Some(end) = &view.end {
            // Until the record is kept the game is not over: it could be taken for one to resume.
            let kept = end.record.is_some() || self.helm.is_over();
            if ui.add_enabled(kept, Button::new(words.say("again"))).clicked() {
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
            self.resigning = ui.button(words.say("resign")).clicked();
            if ui.button(words.say("leave")).on_hover_text(words.say("leave-line")).clicked() {
                self.leaving = self.helm.order(Order::Leave);
            }
            ui.toggle_value(&mut self.proofs, words.say("proofs"));
        }
        way
    }
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
        _ if view.is_due() => words.say("turn-yours"),
        Duty::Act(seat) if seat == view.seat => words.say("turn-wait"),
        Duty::Act(seat) | Duty::Answer(seat) => {
            words.fill("turn-theirs", &[("who", who(words, view, seat).into())])
        }
        Duty::Seal(seat) if view.own.is_some() && seat != view.seat => words.say("sealed-waiting"),
        Duty::Seal(_) if view.lay_by.is_some() => words.say("placing-title"),
        Duty::Seal(_) => words.say("sealing"),
        _ => words.say("turn-wait"),
    }
}

/// A seat as the player calls it.
pub(crate) fn who(words: &Words, view: &View, seat: Seat) -> String {
    if seat == view.seat {
        return words.say("you");
    }
    let nickname =
        view.table.agreed().place(seat).map(|place| plain_name(&place.nickname)).unwrap_or_default();
    if nickname.is_empty() { words.say("opponent") } else { nickname }
}

/// All that happened, the newest line last.
fn log(ui: &mut Ui, words: &Words, view: &View) {
    for happened in &view.steps {
        if let Some(line) = line(words, view, happened) {
            ui.add(Label::new(RichText::new(line).size(14.0)).wrap());
        }
    }
}

/// A step in one line; none for what goes without saying.
fn line(words: &Words, view: &View, happened: &Happened) -> Option<String> {
    let who = |seat| who(words, view, seat);
    let mut parts = Vec::new();
    for news in &happened.news {
        match news {
            News::Sealed(seat) => parts.push(words.fill("log-sealed", &[("who", who(*seat).into())])),
            News::Said(_, _, events) | News::Drawn(events) => {
                parts.extend(events.iter().filter_map(|event| boards::say(words, &who, event)));
            }
            News::Left(seat, why, _) => {
                let key = match why {
                    Leaving::Resigned => "log-left-resigned",
                    Leaving::Forfeited => "log-left-forfeited",
                    Leaving::Claimed => "log-left-claimed",
                    Leaving::Faulted => "log-left-faulted",
                };
                parts.push(words.fill(key, &[("who", who(*seat).into())]));
            }
            News::Linked(_) | News::Acknowledged(_) | News::Complained(_) | News::Over(_) => {}
        }
    }
    if parts.is_empty() {
        return None;
    }
    // The seal mark: this was proven, not merely said.
    let proven = matches!(&happened.step, Step::Entry(entry) if matches!(entry.body, Body::Answer { .. } | Body::Seal { .. }));
    let mark = if proven { format!("  ✔ {}", words.say("proven")) } else { String::new() };
    Some(format!("{:>3}  {}{mark}", happened.number, parts.join(" · ")))
}

/// What was proven by the last answer, for the curious.
fn proofs(ui: &mut Ui, words: &Words, view: &View) {
    ui.label(words.say("proofs-how"));
    let head: String = view.table.head().iter().map(|byte| format!("{byte:02x}")).collect();
    ui.label(
        RichText::new(
            words.fill("proofs-head", &[("count", view.table.number().into()), ("head", head.into())]),
        )
        .monospace(),
    );
    for seat in Seat::all(view.table.agreed().seats()) {
        if let Some(sealed) = view.table.public(seat).and_then(|public| public.sealed.as_ref()) {
            let root: String = sealed.root().iter().map(|byte| format!("{byte:02x}")).collect();
            let fills = [
                ("who", who(words, view, seat).into()),
                ("count", sealed.len().into()),
                ("root", root.into()),
            ];
            ui.label(RichText::new(words.fill("proofs-seal", &fills)).monospace());
        }
    }
}

/// Who won and why, and what the audit of the charts found.
fn verdict(ui: &mut Ui, words: &Words, view: &View, end: &crate::helm::End) {
    let key = match end.verdict.outcome {
        Outcome::Won => "verdict-won",
        Outcome::Resigned => "verdict-resigned",
        Outcome::Forfeit => "verdict-forfeit",
        Outcome::Claimed => "verdict-claimed",
        Outcome::Fault => "verdict-fault",
        Outcome::Draw => "verdict-draw",
        Outcome::Unfinished => "verdict-unfinished",
    };
    let mut parts = vec![words.say(key)];
    for proof in &end.verdict.faults {
        let fills = [
            ("who", who(words, view, proof.seat).into()),
            ("rule", proof.fault.rule().into()),
            ("entry", proof.entry.into()),
        ];
        parts.push(words.fill("verdict-proof", &fills));
    }
    for (seat, audit) in Seat::all(end.verdict.audits.len()).zip(&end.verdict.audits) {
        let key = match audit {
            Audit::Good => "audit-good",
            Audit::NotShown => "audit-not-shown",
            Audit::Bad(..) => "audit-bad",
        };
        parts.push(words.fill(key, &[("who", who(words, view, seat).into())]));
    }
    ui.label(parts.join("  "));
    if let Some(record) = &end.record {
        let path = record.display().to_string();
        ui.label(RichText::new(words.fill("verdict-record", &[("path", path.into())])).small());
    }
}
