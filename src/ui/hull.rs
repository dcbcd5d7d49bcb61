//! Ships from above: a pointed bow, a square stern, turrets and a bridge.

use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::theme::Paint;

/// How a ship is drawn.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Hull {
    /// It lies there.
    Lies,
    /// It lies there, sunk.
    Sunk,
    /// It could be laid there.
    Fits,
    /// It cannot be laid there: dashed and crossed out.
    Unfit,
}

/// A ship with its bow to the right, or upwards.
struct Frame {
    centre: Pos2,
    along: Vec2,
    across: Vec2,
    /// Half of its length and width, in sides of a cell.
    half: Vec2,
}

/// Draws a ship of some cells into the rectangle of its cells.
pub fn draw(painter: &Painter, rect: Rect, hull: Hull, paint: Paint) {
    let down = rect.height() > rect.width();
    let side = rect.width().min(rect.height());
    let cells = rect.width().max(rect.height()) / side;
    let (along, across) =
        if down { (vec2(0.0, -side), vec2(side, 0.0)) } else { (vec2(side, 0.0), vec2(0.0, side)) };
    let half = vec2(cells / 2.0 - 0.09, if cells < 1.5 { 0.28 } else { 0.34 });
    let frame = Frame { centre: rect.center(), along, across, half };
    let outline = frame.outline();
    let (fill, line) = match hull {
        Hull::Lies => (paint.hull, Stroke::new((side * 0.05).max(1.0), paint.edge)),
        Hull::Sunk => (paint.sunk, Stroke::new((side * 0.05).max(1.0), paint.edge)),
        Hull::Fits => (paint.good.gamma_multiply(0.45), Stroke::new(2.0, paint.good)),
        Hull::Unfit => (paint.bad.gamma_multiply(0.3), Stroke::NONE),
    };
    painter.add(Shape::convex_polygon(outline.clone(), fill, line));
    match hull {
        Hull::Lies => frame.draw_deck(painter, side, paint),
        Hull::Sunk | Hull::Fits => {}
        Hull::Unfit => {
            let line = Stroke::new(2.0, paint.bad);
            let around: Vec<Pos2> = outline.iter().chain(outline.first()).copied().collect();
            painter.extend(Shape::dashed_line(&around, line, 5.0, 4.0));
            painter.line_segment([frame.at(-half.x, -half.y), frame.at(half.x * 0.8, half.y)], line);
        }
    }
}

impl Frame {
    fn at(&self, along: f32, across: f32) -> Pos2 {
        self.centre + self.along * along + self.across * across
    }

    fn outline(&self) -> Vec<Pos2> {
        let Vec2 { x: long, y: wide } = self.half;
        // The bow is a curve over the last part of the length, the stern is cut off at its corners.
        let bow = (long * 0.9).min(0.85);
        let curve = |part: f32| (long - bow * (1.0 - part), wide * (1.0 - part * part));
        let steps = (0..8_u8).map(|step| f32::from(step) / 8.0);
        let right: Vec<(f32, f32)> =
            [(-long, wide * 0.55), (0.18 - long, wide)].into_iter().chain(steps.map(curve)).collect();
        let left = right.iter().rev().map(|(along, across)| self.at(*along, -across));
        let tip = self.at(long, 0.0);
        right.iter().map(|(along, across)| self.at(*along, *across)).chain([tip]).chain(left).collect()
    }

    /// A bridge, and turrets before and behind it where there is room.
    fn draw_deck(&self, painter: &Painter, side: f32, paint: Paint) {
        let long = self.half.x;
        if long < 0.6 {
            self.draw_block(painter, -0.05, vec2(0.16, 0.12), paint.deck);
            return;
        }
        self.draw_block(painter, -0.1, vec2(0.2, 0.17), paint.deck);
        if long > 1.6 {
            // A funnel.
            painter.circle_filled(self.at(-0.55, 0.0), side * 0.09, paint.edge);
        }
        let mut turrets = vec![long - 0.72];
        if long > 1.2 {
            turrets.push(0.5 - long);
        }
        for (number, at) in turrets.into_iter().enumerate() {
            let towards = if number == 0 { 0.3 } else { -0.3 };
            let barrel = Stroke::new((side * 0.05).max(1.0), paint.edge);
            for beside in [-0.05, 0.05] {
                painter.line_segment([self.at(at, beside), self.at(at + towards, beside)], barrel);
            }
            painter.circle(
                self.at(at, 0.0),
                side * 0.13,
                paint.deck,
                Stroke::new((side * 0.03).max(0.8), paint.edge),
            );
        }
    }

    fn draw_block(&self, painter: &Painter, at: f32, half: Vec2, fill: Color32) {
        let rect = Rect::from_two_pos(self.at(at - half.x, -half.y), self.at(at + half.x, half.y));
        painter.rect_filled(rect, rect.height().min(rect.width()) * 0.3, fill);
    }
}
