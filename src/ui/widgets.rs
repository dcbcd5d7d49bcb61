//! Small things that several screens show.

use eframe::egui::{Response, RichText, Sense, Stroke, StrokeKind, Ui, vec2};

use super::theme;

/// A ship from the side of its length, as many cells as it has.
pub fn ship_icon(ui: &mut Ui, length: u8, side: f32) -> Response {
    let paint = theme::paint(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(f32::from(length) * side, side), Sense::hover());
    let hull = rect.shrink(1.0);
    ui.painter().rect_filled(hull, side * 0.35, paint.hull);
    ui.painter().rect_stroke(hull, side * 0.35, Stroke::new(1.0, paint.border), StrokeKind::Inside);
    for cell in 1..length {
        let x = rect.left() + f32::from(cell) * side;
        ui.painter().vline(x, hull.y_range(), Stroke::new(1.0, paint.border));
    }
    response
}

/// A large button with a line that explains it; whether it was clicked.
pub fn choice(ui: &mut Ui, title: &str, line: &str, enabled: bool) -> bool {
    let mut clicked = false;
    ui.add_enabled_ui(enabled, |ui| {
        let button = eframe::egui::Button::new(RichText::new(title).size(18.0)).min_size(vec2(320.0, 42.0));
        clicked = ui.add(button).clicked();
        ui.label(RichText::new(line).small());
    });
    clicked
}
