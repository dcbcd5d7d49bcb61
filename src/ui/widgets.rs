//! Small things that several screens show.

use eframe::egui::{
    Button, Color32, Frame, Label, Margin, Painter, Panel, Pos2, Rect, Response, RichText, ScrollArea, Sense,
    Shape, Stroke, TextStyle, TextWrapMode, Ui, UiBuilder, WidgetText, pos2, vec2,
};
use marque_protocol::rules::Seat;

use super::{
    hull::{self, Hull},
    theme,
};

/// More room than this, in points, is left empty at both sides of a page.
const WIDEST: f32 = 960.0;

/// A ship as long as it has cells.
pub fn ship_icon(ui: &mut Ui, length: u8, side: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(f32::from(length) * side, side), Sense::hover());
    hull::draw(ui.painter(), rect, Hull::Lies, theme::paint(ui));
    response
}

/// The name of a part of a screen, with the colour of a seat if it is somebody's.
pub fn heading(ui: &mut Ui, title: &str, seat: Option<Seat>) -> Response {
    let paint = theme::paint(ui);
    ui.horizontal(|ui| {
        if let Some(colour) = seat.and_then(|seat| paint.seats.get(seat.index())) {
            let (area, _) = ui.allocate_exact_size(vec2(14.0, 16.0), Sense::hover());
            draw_pennant(ui.painter(), area, *colour);
        }
        ui.add(Label::new(RichText::new(title).size(18.0).strong()).wrap())
    })
    .inner
}

/// A pennant at its staff.
fn draw_pennant(painter: &Painter, area: Rect, colour: Color32) {
    let staff = area.left() + 1.0;
    painter.vline(staff, area.y_range(), Stroke::new(2.0, colour));
    let flag =
        vec![pos2(staff, area.top()), pos2(area.right(), area.top() + 5.0), pos2(staff, area.top() + 10.0)];
    painter.add(Shape::convex_polygon(flag, colour, Stroke::NONE));
}

/// Shows that the keyboard is at the edge of a panel that can be made larger: of itself a panel does not.
pub fn edge(ui: &Ui, panel: &str, edge: [Pos2; 2]) {
    if ui.memory(|memory| memory.has_focus(ui.scope_id().with(panel).with("__resize"))) {
        ui.painter().line_segment(edge, ui.visuals().widgets.active.bg_stroke);
    }
}

/// A surface for what belongs together.
pub fn card<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let line = theme::paint(ui).line;
    edged(ui, Stroke::new(1.0, line), add)
}

/// The same for what must not be missed.
pub fn alarm<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let edge = theme::paint(ui).bad;
    edged(ui, Stroke::new(2.0, edge), add)
}

fn edged<R>(ui: &mut Ui, edge: Stroke, add: impl FnOnce(&mut Ui) -> R) -> R {
    let card = Frame::new().fill(theme::paint(ui).card).stroke(edge).corner_radius(10.0);
    let shown = card.inner_margin(14.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        add(ui)
    });
    shown.inner
}

/// A button for what is most likely wanted.
pub fn main_button(ui: &Ui, title: &str) -> Button<'static> {
    let paint = theme::paint(ui);
    Button::new(RichText::new(title).size(18.0).color(paint.on_accent)).fill(paint.accent)
}

/// The bar above a screen, on the ground of what is below it.
pub fn bar<R>(ui: &mut Ui, id: &'static str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = surface(ui).fill(theme::paint(ui).ground);
    let panel = Panel::top(id).frame(frame).show_separator_line(false);
    panel.show(ui, |ui| ui.horizontal_wrapped(add).inner).inner
}

/// The frame of a panel beside what the screen is about.
pub fn surface(ui: &Ui) -> Frame {
    Frame::new().fill(theme::paint(ui).card).inner_margin(Margin::symmetric(8, 6))
}

/// A bar above all, for what the player has to know.
pub fn notice_bar<R>(ui: &mut Ui, id: &'static str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let panel = Panel::top(id).frame(surface(ui));
    panel.show(ui, |ui| ui.horizontal_wrapped(add).inner).inner
}

/// What scrolls, in the middle of what is wide.
pub fn page<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let scrolled = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let all = ui.available_rect_before_wrap();
        let middle = Rect::from_center_size(all.center(), vec2(all.width().min(WIDEST), all.height()));
        ui.scope_builder(UiBuilder::new().max_rect(middle), add).inner
    });
    scrolled.inner
}

/// A sentence among other things in a row. Where it does not fit it begins a row of its own.
pub fn sentence(ui: &mut Ui, text: impl Into<WidgetText>) -> Response {
    let text: WidgetText = text.into();
    let whole = text.clone().into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
    if whole.size().x <= ui.max_rect().width() {
        return ui.add(Label::new(text).extend());
    }
    ui.end_row();
    ui.add(Label::new(text).wrap())
}

/// A large button with a line that explains it; whether it was clicked.
pub fn choice(ui: &mut Ui, title: &str, line: &str, enabled: bool) -> bool {
    let mut clicked = false;
    ui.add_enabled_ui(enabled, |ui| {
        let button = main_button(ui, title).min_size(vec2(0.0, 44.0));
        ui.vertical_centered_justified(|ui| clicked = ui.add(button).clicked());
        ui.label(RichText::new(line).small().weak());
    });
    clicked
}
