//! The picture on the first screen: a piece of a sea chart, with a compass rose and ships on their course.

use std::f32::consts::TAU;

use eframe::egui::{Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, pos2, vec2};

use super::{
    hull::{self, Hull},
    theme::{self, Paint},
};

/// Points of a depth line, each so far from the next.
const STEP: f32 = 12.0;

/// Draws it into a rectangle; what is written stands at its left.
pub fn draw(ui: &Ui, rect: Rect) {
    let paint = theme::paint(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 10.0, paint.water);
    draw_depths(&painter, rect, paint);
    let rose = pos2(rect.right() - rect.height() * 0.62, rect.center().y);
    draw_bearings(&painter, rose, rect, paint);
    draw_rose(&painter, rose, rect.height() * 0.36, paint);
    draw_course(&painter, rect, paint);
}

/// Lines of equal depth.
fn draw_depths(painter: &Painter, rect: Rect, paint: Paint) {
    for number in 0..4_u8 {
        let number = f32::from(number);
        let height = rect.top() + rect.height() * (0.22 + 0.24 * number);
        let wave = |x: f32| {
            let along = x / 97.0 + number * 1.3;
            height + (along.sin() * 0.6 + (along * 0.43 + number).sin()) * rect.height() * 0.09
        };
        let mut points = vec![pos2(rect.left(), wave(0.0))];
        while points.last().is_some_and(|last| last.x < rect.right()) {
            let x = points.last().map_or(rect.left(), |last| last.x) + STEP;
            points.push(pos2(x, wave(x - rect.left())));
        }
        painter.add(Shape::line(points, Stroke::new(1.5, paint.line)));
    }
}

/// Lines from the rose in all directions.
fn draw_bearings(painter: &Painter, rose: Pos2, rect: Rect, paint: Paint) {
    for number in 0..16_u8 {
        let to = Vec2::angled(TAU * f32::from(number) / 16.0) * rect.width();
        painter.line_segment([rose, rose + to], Stroke::new(1.0, paint.line.gamma_multiply(0.6)));
    }
}

fn draw_rose(painter: &Painter, centre: Pos2, radius: f32, paint: Paint) {
    painter.circle(centre, radius * 0.72, paint.water, Stroke::new(1.0, paint.frame));
    painter.circle_stroke(centre, radius * 0.62, Stroke::new(1.0, paint.frame));
    // The lesser points lie under the main ones.
    for (turned, reach) in [(0.5, 0.62), (0.0, 1.0)] {
        for quarter in 0..4_u8 {
            let angle = TAU * (f32::from(quarter) + turned) / 4.0;
            let at = |angle: f32, part: f32| centre + Vec2::angled(angle) * radius * part;
            let tip = at(angle, reach);
            for (side, fill) in [(-1.0, paint.border), (1.0, paint.ground)] {
                let waist = at(angle + side * TAU / 8.0, 0.2);
                let line = Stroke::new(1.0, paint.border);
                painter.add(Shape::convex_polygon(vec![centre, tip, waist], fill, line));
            }
        }
    }
}

/// A line of ships, and the course behind them.
fn draw_course(painter: &Painter, rect: Rect, paint: Paint) {
    let side = (rect.height() * 0.17).clamp(14.0, 26.0);
    let line = |from: Pos2, to: Pos2| {
        let dashed = Shape::dashed_line(&[from, to], Stroke::new(1.5, paint.border), 7.0, 5.0);
        painter.extend(dashed);
    };
    // Where there is little room the others would sail into the text.
    let ships = if rect.width() < 600.0 { 1 } else { 3 };
    let fleet = [(0.50, 0.30, 4_u8), (0.60, 0.62, 3), (0.46, 0.80, 2)];
    for (x, y, length) in fleet.into_iter().take(ships) {
        let size = vec2(f32::from(length), 1.0) * side;
        let at = Rect::from_min_size(rect.min + vec2(rect.width() * x, rect.height() * y - side / 2.0), size);
        line(at.left_center() - vec2(side * 3.5, 0.0), at.left_center() - vec2(side * 0.2, 0.0));
        hull::draw(painter, at, Hull::Lies, paint);
    }
}
