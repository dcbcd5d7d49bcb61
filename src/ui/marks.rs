//! Marks on cells. Each has a shape of its own besides its colour.

use eframe::egui::{Painter, Rect, Shape, Stroke, StrokeKind, vec2};

use super::theme::Paint;

/// What is drawn on a cell.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A shot is on its way: an arrowhead that comes down.
    Fired,
    /// A shot is meant to go there: a ring with four arms.
    Aimed,
    /// Can be chosen: a frame.
    Choice,
    /// Is chosen: a frame around a diamond.
    Chosen,
    /// Water: a dot in a thin ring.
    Miss,
    /// A ship was hit: a cross on a disc.
    Hit,
    /// A ship is sunk: a cross on the dark ship.
    Sunk,
    /// A mine that was hit: a star.
    Mine,
    /// A mine that lies there: a ball with horns.
    Laid,
    /// Empty because of a sunk ship beside it: a small dot.
    Empty,
    /// Known to be a ship's, not hit: a diamond.
    Known,
    /// The player's own note that a ship may be here: an empty square.
    MaybeShip,
    /// The player's own note that nothing may be here: a wave.
    MaybeWater,
}

/// Draws a mark into the rectangle of its cell.
pub fn draw(painter: &Painter, rect: Rect, mark: Mark, paint: Paint) {
    let (centre, side) = (rect.center(), rect.width());
    match mark {
        Mark::None => {}
        Mark::Fired => {
            let corners = [vec2(-0.3, -0.24), vec2(0.3, -0.24), vec2(0.0, 0.32)];
            let line = Stroke::new((side * 0.06).max(2.0), paint.last);
            let points = corners.iter().map(|corner| centre + *corner * side).collect();
            painter.add(Shape::closed_line(points, line));
        }
        Mark::Aimed => {
            let line = Stroke::new((side * 0.07).max(2.0), paint.last);
            painter.circle_stroke(centre, side * 0.22, line);
            for arm in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
                painter.line_segment([centre + arm * side * 0.12, centre + arm * side * 0.42], line);
            }
        }
        Mark::Choice => draw_frame(painter, rect, paint),
        Mark::Chosen => {
            draw_frame(painter, rect, paint);
            draw_diamond(painter, rect, 0.24, paint);
        }
        Mark::Miss => {
            painter.circle_filled(centre, side * 0.13, paint.miss);
            painter.circle_stroke(centre, side * 0.27, Stroke::new(1.0, paint.miss.gamma_multiply(0.6)));
        }
        Mark::Empty => {
            painter.circle_filled(centre, side * 0.06, paint.miss.gamma_multiply(0.7));
        }
        Mark::Hit => {
            painter.circle(centre, side * 0.36, paint.hit, Stroke::new(1.0, paint.edge));
            draw_cross(painter, rect.shrink(side * 0.32), Stroke::new((side * 0.1).max(2.0), paint.on_ship));
        }
        Mark::Sunk => {
            draw_cross(painter, rect.shrink(side * 0.3), Stroke::new((side * 0.09).max(2.0), paint.on_ship));
        }
        Mark::Mine => {
            let stroke = Stroke::new((side * 0.08).max(2.0), paint.hit);
            draw_cross(painter, rect.shrink(side * 0.25), stroke);
            painter.line_segment([centre - vec2(0.0, side * 0.34), centre + vec2(0.0, side * 0.34)], stroke);
            painter.line_segment([centre - vec2(side * 0.34, 0.0), centre + vec2(side * 0.34, 0.0)], stroke);
        }
        Mark::Laid => {
            let horns = Stroke::new((side * 0.08).max(2.0), paint.hull);
            draw_cross(painter, rect.shrink(side * 0.24), horns);
            painter.circle(centre, side * 0.2, paint.hull, Stroke::new((side * 0.05).max(1.0), paint.edge));
        }
        Mark::MaybeShip => {
            let stroke = Stroke::new(1.5, paint.border);
            painter.rect_stroke(rect.shrink(side * 0.3), 1.0, stroke, StrokeKind::Inside);
        }
        Mark::MaybeWater => {
            let reach = side * 0.08;
            let crest = |part: f32, up: f32| centre + vec2(side * part, reach * up);
            let wave = [crest(-0.26, 1.0), crest(-0.09, -1.0), crest(0.09, 1.0), crest(0.26, -1.0)];
            painter.add(Shape::line(wave.to_vec(), Stroke::new(1.5, paint.border)));
        }
        Mark::Known => draw_diamond(painter, rect, 0.3, paint),
    }
}

fn draw_frame(painter: &Painter, rect: Rect, paint: Paint) {
    let side = rect.width();
    let line = Stroke::new((side * 0.07).max(2.0), paint.good);
    painter.rect_stroke(rect.shrink(side * 0.1), side * 0.15, line, StrokeKind::Inside);
}

/// A diamond that reaches so far, in sides of the cell.
fn draw_diamond(painter: &Painter, rect: Rect, reach: f32, paint: Paint) {
    let (centre, reach) = (rect.center(), rect.width() * reach);
    let corners = [vec2(0.0, -reach), vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0)];
    let points = corners.iter().map(|corner| centre + *corner).collect();
    painter.add(Shape::convex_polygon(points, paint.hit.gamma_multiply(0.5), Stroke::new(2.0, paint.hit)));
}

fn draw_cross(painter: &Painter, rect: Rect, stroke: Stroke) {
    painter.line_segment([rect.left_top(), rect.right_bottom()], stroke);
    painter.line_segment([rect.right_top(), rect.left_bottom()], stroke);
}

/// Sets a cell off by its corners.
pub fn draw_corners(painter: &Painter, rect: Rect, stroke: Stroke) {
    let (rect, arm) = (rect.shrink(1.5), rect.width() * 0.28);
    for (corner, to) in [
        (rect.left_top(), vec2(1.0, 1.0)),
        (rect.right_top(), vec2(-1.0, 1.0)),
        (rect.left_bottom(), vec2(1.0, -1.0)),
        (rect.right_bottom(), vec2(-1.0, -1.0)),
    ] {
        painter.line_segment([corner, corner + vec2(to.x * arm, 0.0)], stroke);
        painter.line_segment([corner, corner + vec2(0.0, to.y * arm)], stroke);
    }
}
