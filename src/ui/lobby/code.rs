//! A link as a QR code.

use eframe::egui::{Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use fast_qr::{ECL, QRBuilder};

/// Points to each module: large enough for the camera of a telephone, and where there is little room.
const MODULE: f32 = 4.0;
const MODULE_LEAST: f32 = 2.0;
/// Modules of white around, which readers need.
const QUIET: f32 = 4.0;

/// Draws it, black on white in every theme; nothing if the text is too long for a code.
pub(super) fn show(ui: &mut Ui, name: &str, text: &str) {
    let Ok(code) = QRBuilder::new(text).ecl(ECL::L).build() else { return };
    // All of it must be in sight at once.
    #[allow(clippy::cast_precision_loss)]
    let fitting = (ui.clip_rect().size().min_elem() - 16.0) / (code.size as f32 + 2.0 * QUIET);
    let points = fitting.floor().clamp(MODULE_LEAST, MODULE);
    #[allow(clippy::cast_precision_loss)]
    let at = |module: usize| (module as f32 + QUIET) * points;
    let side = at(code.size) + QUIET * points;
    let (area, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    let painter = ui.painter_at(area);
    painter.rect_filled(area, 4.0, Color32::WHITE);
    for y in 0..code.size {
        for x in (0..code.size).filter(|x| code[y][*x].value()) {
            let corner = area.min + vec2(at(x), at(y));
            let module = Rect::from_min_max(corner, pos2(corner.x + points, corner.y + points));
            painter.rect_filled(module, 0.0, Color32::BLACK);
        }
    }
}
