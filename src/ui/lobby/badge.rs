//! How well a player is connected: direct or relayed, and how fast.

use eframe::egui::{Response, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

use crate::{
    net::{Path, Pulse},
    ui::{theme, words::Words},
};

/// The way in words.
pub fn say(words: &Words, path: Option<Path>) -> String {
    match path {
        Some(path) if path.pulse == Pulse::Slow => words.say("badge-slow"),
        Some(path) if path.pulse == Pulse::Away => words.say("badge-away"),
        Some(path) => {
            let milliseconds = u64::try_from(path.rtt.as_millis()).unwrap_or(u64::MAX);
            let key = if path.direct { "badge-direct" } else { "badge-relayed" };
            words.fill(key, &[("rtt", crate::ui::words::Fill::Number(milliseconds))])
        }
        None => words.say("badge-connected"),
    }
}

/// Draws it: a full circle for a direct way, a ring for one through a relay; of another colour for who does not
/// answer.
pub fn show(ui: &mut Ui, words: &Words, path: Option<Path>) -> Response {
    let text = say(words, path);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let paint = theme::paint(ui);
        let (area, dot) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        dot.widget_info(|| WidgetInfo::labeled(Role::Image, true, text.clone()));
        let well = path.is_none_or(|path| path.pulse == Pulse::Well);
        let colour = if well { paint.good } else { paint.bad };
        if path.is_some_and(|path| !path.direct || path.pulse == Pulse::Slow) {
            ui.painter().circle_stroke(area.center(), 4.5, Stroke::new(2.0, colour));
        } else {
            ui.painter().circle_filled(area.center(), 5.0, colour);
        }
        ui.small(text.clone());
    })
    .response
    .on_hover_text(words.say("badge-line"))
}
