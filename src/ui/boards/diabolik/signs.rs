//! What is drawn on cells of the board besides ships. Each has a shape of its own besides its colour.

use eframe::egui::{Align2, Color32, FontId, Painter, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use super::waters::ahead;
use crate::ui::{marks, theme::Paint};
use marque_protocol::games::diabolik::Heading;

/// See the module.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Sign {
    /// It is in hand: a thick frame.
    Held,
    /// It can be moved to, or turned towards, for so many balls: an arrow, and the number.
    Steer(Heading, bool, u8),
    /// It can be chosen to rebuild a ship: an empty hull's frame, and the balls.
    Build(u8),
    /// What is in hand cannot be used for it: a small cross.
    Refused,
    /// It is a flank of the ship that is looked at: a band along the side.
    Flank,
    /// The ship can be sunk as the ships stand: a ring with four arms.
    Target,
    /// The own ship can be sunk as the ships stand: a triangle.
    Danger,
    /// A ship was here or did something in the last turn: corners.
    Last,
    /// It breaks the ban on single files: a broken frame.
    File,
}

impl Sign {
    /// Whether ships lie upon it.
    pub fn is_below(self) -> bool {
        matches!(self, Sign::Flank | Sign::Held)
    }
}

/// Draws a sign into the rectangle of its cell.
pub fn draw(painter: &Painter, rect: Rect, sign: Sign, paint: Paint) {
    let side = rect.width();
    match sign {
        Sign::Held => {
            painter.rect_filled(rect.shrink(1.0), side * 0.1, paint.accent.gamma_multiply(0.35));
            let line = Stroke::new((side * 0.06).max(2.0), paint.accent);
            painter.rect_stroke(rect.shrink(1.0), side * 0.1, line, StrokeKind::Inside);
        }
        Sign::Steer(seen, moves, cost) => {
            let colour = if moves { paint.good } else { paint.border };
            draw_arrow(painter, rect, seen, moves, colour);
            draw_cost(painter, rect, cost, paint);
        }
        Sign::Build(cost) => {
            let line = Stroke::new((side * 0.06).max(2.0), paint.good);
            painter.rect_stroke(rect.shrink(side * 0.12), side * 0.15, line, StrokeKind::Inside);
            draw_cost(painter, rect, cost, paint);
        }
        Sign::Refused => {
            let line = Stroke::new((side * 0.04).max(1.5), paint.border.gamma_multiply(0.7));
            let reach = side * 0.1;
            for (x, y) in [(1.0, 1.0), (1.0, -1.0)] {
                let arm = vec2(x, y) * reach;
                painter.line_segment([rect.center() - arm, rect.center() + arm], line);
            }
        }
        Sign::Flank => {
            painter.rect_filled(rect.shrink(side * 0.06), side * 0.12, paint.last.gamma_multiply(0.28));
            let line = Stroke::new((side * 0.04).max(1.5), paint.last);
            painter.rect_stroke(rect.shrink(side * 0.06), side * 0.12, line, StrokeKind::Inside);
        }
        Sign::Target => {
            let line = Stroke::new((side * 0.06).max(2.0), paint.hit);
            painter.circle_stroke(rect.center(), side * 0.36, line);
            for arm in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
                let at = |part: f32| rect.center() + arm * side * part;
                painter.line_segment([at(0.28), at(0.47)], line);
            }
        }
        Sign::Danger => {
            let at = rect.right_bottom() - Vec2::splat(side * 0.19);
            let corner = |x: f32, y: f32| at + vec2(x, y) * side * 0.16;
            let corners = vec![corner(0.0, -1.0), corner(1.0, 0.8), corner(-1.0, 0.8)];
            painter.add(Shape::convex_polygon(corners, paint.hit, Stroke::new(1.0, paint.edge)));
            let line = Stroke::new((side * 0.04).max(1.0), paint.on_ship);
            painter.line_segment([corner(0.0, -0.35), corner(0.0, 0.2)], line);
            painter.line_segment([corner(0.0, 0.42), corner(0.0, 0.62)], line);
        }
        Sign::Last => marks::draw_corners(painter, rect, Stroke::new(2.0, paint.last)),
        Sign::File => {
            let at = rect.shrink(side * 0.05);
            let around = [at.left_top(), at.right_top(), at.right_bottom(), at.left_bottom(), at.left_top()];
            painter.extend(Shape::dashed_line(&around, Stroke::new(2.5, paint.bad), 6.0, 4.0));
        }
    }
}

/// An arrow in a cell: a whole one where a ship moves to, its head alone where one turns to.
fn draw_arrow(painter: &Painter, rect: Rect, seen: Heading, whole: bool, colour: Color32) {
    let side = rect.width();
    let along = ahead(seen, side);
    let across = along.rot90();
    let centre = rect.center();
    let tip = centre + along * if whole { 0.28 } else { 0.16 };
    let line = Stroke::new((side * 0.06).max(2.0), colour);
    if whole {
        painter.line_segment([centre - along * 0.26, tip - along * 0.1], line);
    }
    let arm = |x: f32| tip - along * 0.2 + across * x;
    let head = vec![tip, arm(0.16), arm(-0.16)];
    match whole {
        true => drop(painter.add(Shape::convex_polygon(head, colour, Stroke::NONE))),
        false => drop(painter.add(Shape::line(vec![arm(0.16), tip, arm(-0.16)], line))),
    }
}

/// How many balls it costs: a number on a ball in the corner.
fn draw_cost(painter: &Painter, rect: Rect, cost: u8, paint: Paint) {
    let radius = (rect.width() * 0.17).max(7.5);
    let at = rect.right_top() + vec2(-radius - 1.0, radius + 1.0);
    painter.circle(at, radius, paint.accent, Stroke::new(1.0, paint.edge));
    let font = FontId::proportional(radius * 1.6);
    painter.text(at, Align2::CENTER_CENTER, cost, font, paint.on_accent);
}
