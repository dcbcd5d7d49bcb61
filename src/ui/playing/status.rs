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

/// What is left is told to the second from here on.
const HURRY: Duration = Duration::from_secs(20);

/// Draws the line; says what the player orders.
pub(super) fn show(ui: &mut Ui, words: &Words, view: &View) -> Option<Order> {
    if view.elsewhere {
        let bad = theme::paint(ui).bad;
        ui.label(RichText::new(words.say("elsewhere")).color(bad));
        return None;
    }
    let mut order = None;
    // A line of which nothing is told takes no room.
    let alone = !view.far && view.connected.len() + 1 == view.table.agreed().seats();
    let timed = view.table.agreed().terms.clock.decision_s.is_some();
    let silence = !view.overdue.is_empty() || !view.called.is_empty();
    let all_play = out(view).next().is_none();
    if alone && all_play && !timed && !silence && !view.quiet && view.refused.is_none() {
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        clock(ui, words, view);
        for seat in Seat::all(view.table.agreed().seats()).filter(|seat| *seat != view.seat) {
            connection(ui, words, view, seat);
        }
        if out(view).any(|seat| seat == view.seat) {
            sentence(ui, words.say("out-own"));
        }
        for seat in &view.overdue {
            let fills = [("who", story(words, view).who(*seat).into())];
            wrong(ui, words.fill("silent-line", &fills));
        }
        if !view.overdue.is_empty() && claim(ui, words, view) {
            order = Some(Order::Claim);
        }
        if !view.called.is_empty() {
            let who: Vec<String> = view.called.iter().map(|seat| story(words, view).who(*seat)).collect();
            sentence(ui, words.fill("silent-called", &[("who", who.join(", ").into())]));
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

/// Seats that are out of a game that goes on.
fn out(view: &View) -> impl Iterator<Item = Seat> {
    let goes_on = view.table.duty() != Duty::Over;
    let left = move |seat: &Seat| goes_on && !view.table.is_in_play(*seat);
    Seat::all(view.table.agreed().seats()).filter(left)
}

/// Whether the player says that who is silent is out. Against the word of one other alone that is a claim; among
/// more it counts when all others say it.
fn claim(ui: &mut Ui, words: &Words, view: &View) -> bool {
    match view.table.in_play().count() {
        2 => ui.button(words.say("silent-claim")).clicked(),
        _ => ui.button(words.say("silent-put-out")).on_hover_text(words.say("silent-put-out-line")).clicked(),
    }
}

/// How to reach another seat; nothing where everybody is at this computer and plays.
fn connection(ui: &mut Ui, words: &Words, view: &View, seat: Seat) {
    let fills = || [("who", story(words, view).who(seat).into())];
    if out(view).any(|out| out == seat) {
        sentence(ui, RichText::new(words.fill("out", &fills())).weak());
        return;
    }
    match view.connected.iter().find(|(of, _)| *of == seat) {
        Some(_) if !view.far => {}
        Some((_, path)) => {
            ui.label(story(words, view).who(seat));
            badge::show(ui, words, *path);
        }
        // Whoever is connected with both passes on what they say.
        None if !view.connected.is_empty() => wrong(ui, words.fill("away-passed-on", &fills())),
        None => wrong(ui, words.fill("away", &fills())),
    }
}

/// The time that is left for the decision that is due.
fn clock(ui: &mut Ui, words: &Words, view: &View) {
    let limit = view.table.agreed().terms.clock.decision_s;
    if let (Duty::Act(seat), Some(limit)) = (view.table.duty(), limit)
        && !view.table.offers().adjourned()
    {
        // Trouble with a connection is no stalling: nobody is hurried for it.
        if seat != view.seat && !view.connected.iter().any(|(of, _)| *of == seat) {
            let fills = [("who", story(words, view).who(seat).into())];
            ui.label(RichText::new(words.fill("clock-away", &fills)).strong());
            return;
        }
        let until = view.since + Duration::from_secs(limit.into());
        let text = match left(ui, until) {
            Some(seconds) => words.fill("clock-left", &[("span", dial(words, seconds).into())]),
            None if seat == view.seat && view.table.in_play().count() > 2 => words.say("clock-over-own-all"),
            None if seat == view.seat => words.say("clock-over-own"),
            None => words.say("clock-over"),
        };
        ui.label(RichText::new(text).strong());
    }
}

/// Whole seconds until then, none too few, drawn anew when they change; none when it is past.
pub(super) fn left(ui: &Ui, until: Instant) -> Option<u32> {
    let (seconds, change) = seconds(until.checked_duration_since(Instant::now())?);
    ui.ctx().request_repaint_after(change + Duration::from_millis(5));
    u32::try_from(seconds).ok()
}

/// What a clock shows: minutes and seconds, and in the last minute words.
pub(super) fn dial(words: &Words, seconds: u32) -> String {
    match seconds {
        0..=60 => span(words, seconds),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

/// The seconds that are shown of what is left, and when others are. Far from the end they go by fives: a
/// window that waits shall rest.
fn seconds(left: Duration) -> (u64, Duration) {
    let step = if left > HURRY { 5 } else { 1 };
    let after = left.as_secs() / step * step;
    (after + step, left - Duration::from_secs(after))
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
        Refused::NoOffer => "refused-no-offer",
        Refused::NotOffered => "refused-not-offered",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_minutes_while_there_are_some() {
        let words = Words::new(crate::ui::words::Language::English);
        let shown = [(295, "4:55"), (180, "3:00"), (61, "1:01"), (60, "1 minute"), (1, "1 second")];
        for (seconds, text) in shown {
            assert_eq!(dial(&words, seconds), text);
        }
    }

    #[test]
    fn a_clock_never_tells_too_little_and_rests_while_there_is_time() {
        for limit in [30, 60, 180, 300] {
            let (mut left, mut frames, mut last) = (Duration::from_secs(limit), 0, u64::MAX);
            while let Some(less) = left.checked_sub(Duration::from_millis(1)) {
                let (shown, change) = seconds(less);
                let ahead = Duration::from_secs(shown).checked_sub(less).expect("no second too few");
                assert!(
                    ahead <= Duration::from_secs(if less > HURRY { 5 } else { 1 }),
                    "{shown} for {less:?}"
                );
                assert!(shown < last, "{shown} after {last}");
                (left, last, frames) = (less - change, shown, frames + 1);
            }
            assert!(last == 1 && frames <= 20 + limit / 5, "{frames} of {limit}");
        }
    }
}
