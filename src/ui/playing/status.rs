//! How a game stands apart from its board: clocks, connections, silence, and what could not be done.

use std::time::{Duration, Instant};

use eframe::egui::{RichText, Ui};
use marque_protocol::{peer::Refused, rules::Seat, table::Duty};

use super::story;
use crate::{
    helm::{Order, View},
    ui::{
        lobby::{badge, terms::span},
        theme,
        widgets::sentence,
        words::Words,
    },
};

/// Draws the line; says what the player orders.
pub(super) fn show(ui: &mut Ui, words: &Words, view: &View) -> Option<Order> {
    let mut order = None;
    // A line of which nothing is told takes no room.
    let alone = !view.far && view.connected.len() + 1 == view.table.agreed().seats();
    let timed = view.table.agreed().terms.clock.decision_s.is_some();
    if alone && !timed && view.overdue.is_empty() && !view.quiet && view.refused.is_none() {
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        clock(ui, words, view);
        for seat in Seat::all(view.table.agreed().seats()).filter(|seat| *seat != view.seat) {
            connection(ui, words, view, seat);
        }
        for seat in &view.overdue {
            let fills = [("who", story(words, view).who(*seat).into())];
            wrong(ui, words.fill("silent-line", &fills));
        }
        if !view.overdue.is_empty() && ui.button(words.say("silent-claim")).clicked() {
            order = Some(Order::Claim);
        }
        if view.quiet {
            sentence(ui, words.say("quiet"));
        }
        if let Some(refused) = &view.refused {
            let why = refusal(words, refused);
            wrong(ui, words.fill("refused-act", &[("why", why.into())]));
        }
    });
    order
}

fn wrong(ui: &mut Ui, text: String) {
    let bad = theme::paint(ui).bad;
    sentence(ui, RichText::new(text).color(bad));
}

/// How to reach another seat; nothing where everybody is at this computer.
fn connection(ui: &mut Ui, words: &Words, view: &View, seat: Seat) {
    match view.connected.iter().find(|(of, _)| *of == seat) {
        Some(_) if !view.far => {}
        Some((_, path)) => {
            ui.label(story(words, view).who(seat));
            badge::show(ui, words, *path);
        }
        None => {
            let fills = [("who", story(words, view).who(seat).into())];
            wrong(ui, words.fill("away", &fills));
        }
    }
}

/// The time that is left for the decision that is due.
fn clock(ui: &mut Ui, words: &Words, view: &View) {
    let limit = view.table.agreed().terms.clock.decision_s;
    if let (Duty::Act(seat), Some(limit)) = (view.table.duty(), limit) {
        let until = view.since + Duration::from_secs(limit.into());
        let text = match left(ui, until) {
            Some(seconds) => words.fill("clock-left", &[("span", span(words, seconds).into())]),
            None if seat == view.seat => words.say("clock-over-own"),
            None => words.say("clock-over"),
        };
        ui.label(RichText::new(text).strong());
    }
}

/// Whole seconds until then, drawn anew when they change; none when it is past.
pub(super) fn left(ui: &Ui, until: Instant) -> Option<u32> {
    let left = until.checked_duration_since(Instant::now())?;
    let part = Duration::from_nanos(left.subsec_nanos().into());
    ui.ctx().request_repaint_after(part + Duration::from_millis(5));
    u32::try_from(left.as_secs() + 1).ok()
}

/// Why an order was not carried out.
fn refusal(words: &Words, refused: &Refused) -> String {
    words.say(match refused {
        Refused::Spectator | Refused::Foreign => "refused-foreign",
        Refused::NotDue => "refused-not-due",
        Refused::Illegal(_) => "refused-illegal",
        Refused::Untrue => "refused-untrue",
        Refused::Over => "refused-over",
        Refused::Quiet => "quiet",
        Refused::Said => "refused-said",
        Refused::Seated => "refused-seated",
        Refused::NotOverdue => "refused-not-overdue",
    })
}
