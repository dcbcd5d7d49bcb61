//! One ship as it is painted: a bow of another colour shows where it heads for, colour and emblem whose it is.

use std::f32::consts::TAU;

use eframe::egui::{
    Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, vec2,
};
use marque_protocol::{games::diabolik::Heading, rules::Seat};

use crate::ui::theme::{self, Paint};

/// Half of the outline, from the bow to the stern: along, and across to the right, in sides of a cell.
const OUTLINE: [(f32, f32); 7] =
    [(0.45, 0.0), (0.33, 0.085), (0.2, 0.145), (0.04, 0.18), (-0.2, 0.18), (-0.36, 0.15), (-0.42, 0.1)];
/// Where the bow ends, as a place in the outline.
const BOW: usize = 3;
/// Where the emblem is.
const EMBLEM: f32 = -0.12;
/// How large a ship is that stays where it is, inside its ring.
const RINGED: f32 = 0.86;

/// See the module.
#[derive(Copy, Clone)]
pub struct Vessel {
    /// The middle of its cell.
    pub centre: Pos2,
    /// The side of its cell, in points.
    pub side: f32,
    /// Where its bow points to, in eighths of a circle clockwise from upwards.
    pub eighths: f32,
    /// Whose it is; none before that is drawn.
    pub owner: Option<Seat>,
    /// Whether it has reached its goal: it is in a ring.
    pub frozen: bool,
    /// How much of it is seen: 1 is all.
    pub seen: f32,
}

impl Vessel {
    /// In the middle of a rectangle.
    pub fn new(rect: Rect, seen_heading: Heading, owner: Option<Seat>) -> Vessel {
        let (centre, side) = (rect.center(), rect.width().min(rect.height()));
        let eighths = f32::from(seen_heading.number());
        Vessel { centre, side, eighths, owner, frozen: false, seen: 1.0 }
    }

    /// Draws it.
    pub fn draw(&self, painter: &Painter, paint: Paint) {
        let colour =
            self.owner.map_or(paint.hull, |owner| theme::seat(paint, owner)).gamma_multiply(self.seen);
        let edge = paint.edge.gamma_multiply(self.seen);
        let line = Stroke::new((self.side * 0.035).max(1.0), edge);
        if self.frozen {
            let ring = Stroke::new((self.side * 0.05).max(1.5), paint.border.gamma_multiply(self.seen));
            painter.circle_stroke(self.centre, self.side * 0.45, ring);
        }
        let right = OUTLINE.iter().map(|(along, across)| self.at(*along, *across));
        let left = OUTLINE.iter().skip(1).rev().map(|(along, across)| self.at(*along, -across));
        painter.add(Shape::convex_polygon(right.chain(left).collect(), colour, line));
        let right = OUTLINE.iter().take(BOW).map(|(along, across)| self.at(*along, *across));
        let left = OUTLINE.iter().take(BOW).skip(1).rev().map(|(along, across)| self.at(*along, -across));
        let bow = paint.ink.gamma_multiply(self.seen);
        painter.add(Shape::convex_polygon(right.chain(left).collect(), bow, line));
        let size = if self.frozen { RINGED } else { 1.0 } * self.side * 0.1;
        let ground = paint.ground.gamma_multiply(self.seen);
        if let Some(owner) = self.owner {
            emblem(painter, self.at(EMBLEM, 0.0), size, owner, (ground, edge));
        }
    }

    fn at(&self, along: f32, across: f32) -> Pos2 {
        let size = if self.frozen { RINGED } else { 1.0 } * self.side;
        let ahead = Vec2::angled(TAU * (self.eighths / 8.0 - 0.25));
        self.centre + (ahead * along + ahead.rot90() * across) * size
    }
}

/// The emblem of a seat: a disc, a square, a triangle, a cross.
fn emblem(painter: &Painter, at: Pos2, size: f32, seat: Seat, (fill, edge): (Color32, Color32)) {
    let line = Stroke::new(1.0, edge);
    let corner = |x: f32, y: f32| at + vec2(x, y) * size;
    match seat.0 {
        0 => drop(painter.circle(at, size, fill, line)),
        1 => {
            let square = Rect::from_center_size(at, Vec2::splat(size * 1.8));
            painter.rect(square, 0.0, fill, line, StrokeKind::Outside);
        }
        2 => {
            let corners = vec![corner(0.0, -1.25), corner(1.25, 0.9), corner(-1.25, 0.9)];
            painter.add(Shape::convex_polygon(corners, fill, line));
        }
        _ => {
            for arm in [vec2(1.3, 0.5), vec2(0.5, 1.3)] {
                painter.rect_filled(Rect::from_center_size(at, arm * size * 2.0), 0.0, fill);
            }
        }
    }
}

/// A ship of a seat as it stands in a list, bow to the right.
pub fn icon(ui: &mut Ui, seat: Seat, side: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    Vessel::new(rect, Heading::E, Some(seat)).draw(ui.painter(), theme::paint(ui));
    response
}
