//! The eight sides of the ship in hand: where it moves to, turns to, or is rebuilt towards.

use eframe::egui::{
    Button, Rect, RichText, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo,
    accesskit::Role, vec2,
};
use marque_protocol::games::diabolik::{Act, Heading, Turn};

use super::{hand::Hand, says, vessel::Vessel, waters::ahead};
use crate::ui::{theme, words::Words};

/// The side of one of the nine places, in points.
const PLACE: f32 = 44.0;

/// Draws it, empty if nothing is in hand; says what was chosen.
pub fn show(ui: &mut Ui, words: &Words, hand: Hand, turn: &Turn) -> Option<Act> {
    let (all, _) = ui.allocate_exact_size(Vec2::splat(3.0 * PLACE), Sense::hover());
    let paint = theme::paint(ui);
    let Some(at) = hand.at() else {
        ui.painter().circle_stroke(all.center(), PLACE, Stroke::new(1.0, paint.line));
        return None;
    };
    let edge = turn.board().edge(turn.seat());
    let place = |seen: Heading| {
        let (x, y) = seen.step();
        let centre = all.center() + vec2(f32::from(x), -f32::from(y)) * PLACE;
        Rect::from_center_size(centre, Vec2::splat(PLACE - 3.0))
    };
    let middle = Rect::from_center_size(all.center(), Vec2::splat(PLACE - 3.0));
    ui.painter().rect_stroke(middle, 6.0, Stroke::new(1.5, paint.accent), StrokeKind::Inside);
    if let Some(ship) = turn.board().ship(at) {
        Vessel::new(middle, edge.seen_heading(ship.heading), Some(ship.owner)).draw(ui.painter(), paint);
    }
    let mut chosen = None;
    // What is put into the places moves nothing that comes after all of them.
    let mut inside = ui.new_child(UiBuilder::new().max_rect(all));
    for way in Heading::ALL {
        let Some(act) = hand.towards(turn, way) else { continue };
        let seen = edge.seen_heading(way);
        let judged = turn.check(&act);
        let cost = judged.as_ref().map_or_else(|_| "×".to_owned(), u8::to_string);
        let rect = place(seen);
        let moves = matches!(act, Act::Move { .. });
        let button = Button::new(RichText::new(cost).size(13.0));
        let button =
            if moves && judged.is_ok() { button.stroke(Stroke::new(2.0, paint.good)) } else { button };
        let button = inside.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            ui.spacing_mut().button_padding = Vec2::ZERO;
            ui.add_enabled_ui(judged.is_ok(), |ui| ui.add_sized(rect.size(), button)).inner
        });
        let button = button.inner;
        point(ui, rect, seen, judged.is_ok());
        let name = match &judged {
            Ok(cost) => says::priced(words, &act, *cost),
            Err(why) => words.fill(
                "df-refused",
                &[("act", says::act(words, &act).into()), ("why", says::rule(words, why).into())],
            ),
        };
        button.widget_info(|| WidgetInfo::labeled(Role::Button, judged.is_ok(), &name));
        if button.on_hover_text(&name).on_disabled_hover_text(&name).clicked() {
            chosen = Some(act);
        }
    }
    chosen
}

/// The head of an arrow at the outer side of a place.
fn point(ui: &Ui, rect: Rect, seen: Heading, enabled: bool) {
    let paint = theme::paint(ui);
    let colour = if enabled { paint.ink } else { paint.pale.gamma_multiply(0.5) };
    let along = ahead(seen, rect.width());
    let across = along.rot90();
    let reach = if seen.number().is_multiple_of(2) { 0.42 } else { 0.54 };
    let tip = rect.center() + along * reach;
    let arm = |x: f32| tip - along * 0.1 + across * x;
    ui.painter().add(Shape::line(vec![arm(0.12), tip, arm(-0.12)], Stroke::new(2.0, colour)));
}
