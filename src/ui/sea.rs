//! A sea as it is drawn and touched: cells with names, ships under marks, letters and numbers around.

use eframe::egui::{Align2, FontId, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};
use marque_protocol::games::{
    fleet::Ship,
    grid::{Cell, Grid},
};

use super::{
    field::Field,
    hull, marks,
    theme::{self, Paint},
};
pub use super::{
    field::{Touch, offer_keyboard, take_keyboard},
    hull::Hull,
    marks::Mark,
};

/// A sea to be shown.
pub struct Sea<'a> {
    /// What tells it from other seas on the screen.
    pub id: &'static str,
    /// What people call it.
    pub name: String,
    /// Its cells.
    pub grid: Grid,
    /// Length of the side of a cell, in points.
    pub cell: f32,
    /// Ships, the later ones on top.
    pub hulls: Vec<(Ship, Hull)>,
    /// What is drawn on a cell.
    pub mark: &'a dyn Fn(Cell) -> Mark,
    /// What a cell is called, its place included.
    pub label: &'a dyn Fn(Cell) -> String,
    /// Cells that are set off, as those of the last shots.
    pub framed: Vec<Cell>,
    /// Whether cells can be chosen.
    pub live: bool,
}

/// The room that letters and numbers need, in sides of a cell.
const BORDER: f32 = 0.75;
/// Width of the scale around a sea, in points.
const SCALE: f32 = 4.0;

/// The least side of a cell, in points: what is smaller is hard to hit.
const LEAST: f32 = 24.0;

/// The side of a cell with which a sea of this grid fills a space. Where that is too little it is larger than
/// the space, which must scroll.
pub fn cell_side(grid: Grid, space: Vec2) -> f32 {
    let columns = f32::from(grid.width) + BORDER + 0.1;
    let rows = f32::from(grid.height) + BORDER + 0.1;
    (space.x / columns).min(space.y / rows).floor().clamp(LEAST, 64.0)
}

/// The width of a sea of this grid, letters and numbers included.
pub fn width(grid: Grid, cell: f32) -> f32 {
    (f32::from(grid.width) + BORDER) * cell
}

/// The least width of a sea of this grid.
pub fn least_width(grid: Grid) -> f32 {
    width(grid, LEAST)
}

/// Whether a sea of this grid has its place in this width.
pub fn has_room(grid: Grid, width: f32) -> bool {
    least_width(grid) <= width
}

impl Sea<'_> {
    /// Draws it and says what the player does with it.
    pub fn show(&self, ui: &mut Ui) -> Touch {
        let paint = theme::paint(ui);
        let side = self.cell;
        let size = vec2(f32::from(self.grid.width) + BORDER, f32::from(self.grid.height) + BORDER) * side;
        let (all, _) = ui.allocate_exact_size(size, Sense::hover());
        let origin = all.min + Vec2::splat(BORDER * side);
        let painter = ui.painter_at(all.expand(SCALE + 2.0));
        self.draw_water(&painter, origin, paint);
        let field = Field {
            id: self.id,
            grid: self.grid,
            cell: side,
            home: Cell::new(0, 0),
            live: self.live,
            label: self.label,
        };
        let touch = field.touch(ui, origin);
        for (ship, hull) in &self.hulls {
            let sunk = *hull == Hull::Lies && ship.cells().all(|cell| (self.mark)(cell) == Mark::Sunk);
            let hull = if sunk { Hull::Sunk } else { *hull };
            hull::draw(&painter, self.hull_rect(*ship, origin), hull, paint);
        }
        for cell in self.grid.cells() {
            marks::draw(&painter, self.rect(cell, origin), (self.mark)(cell), paint);
        }
        for cell in &self.framed {
            marks::draw_corners(&painter, self.rect(*cell, origin), Stroke::new(2.0, paint.last));
        }
        if let Some(cell) = touch.focused {
            let rect = self.rect(cell, origin);
            painter.rect_stroke(rect, 2.0, Stroke::new(3.0, paint.focus), StrokeKind::Inside);
        } else if let Some(cell) = touch.hovered.filter(|_| self.live) {
            painter.rect_stroke(
                self.rect(cell, origin),
                2.0,
                Stroke::new(1.5, paint.border),
                StrokeKind::Inside,
            );
        }
        touch
    }

    fn rect(&self, cell: Cell, origin: Pos2) -> Rect {
        let corner = origin + vec2(f32::from(cell.x), f32::from(cell.y)) * self.cell;
        Rect::from_min_size(corner, Vec2::splat(self.cell))
    }

    fn hull_rect(&self, ship: Ship, origin: Pos2) -> Rect {
        let length = f32::from(ship.length);
        let size = if ship.down { vec2(1.0, length) } else { vec2(length, 1.0) };
        Rect::from_min_size(self.rect(ship.at, origin).min, size * self.cell)
    }

    fn draw_water(&self, painter: &Painter, origin: Pos2, paint: Paint) {
        let (columns, rows) = (f32::from(self.grid.width), f32::from(self.grid.height));
        let water = Rect::from_min_size(origin, vec2(columns, rows) * self.cell);
        painter.rect_filled(water, 0.0, paint.water);
        let line = Stroke::new(1.0, paint.line);
        let font = FontId::proportional((self.cell * 0.42).clamp(10.0, 18.0));
        for column in 0..=self.grid.width {
            let x = origin.x + f32::from(column) * self.cell;
            painter.line_segment([pos2(x, water.top()), pos2(x, water.bottom())], line);
            if column < self.grid.width {
                self.draw_scale(painter, water, column, paint, false);
                let at = pos2(x + self.cell / 2.0, origin.y - self.cell * BORDER / 2.0);
                let letter = char::from(b'A' + column % 26);
                painter.text(at, Align2::CENTER_CENTER, letter, font.clone(), paint.border);
            }
        }
        for row in 0..=self.grid.height {
            let y = origin.y + f32::from(row) * self.cell;
            painter.line_segment([pos2(water.left(), y), pos2(water.right(), y)], line);
            if row < self.grid.height {
                self.draw_scale(painter, water, row, paint, true);
                let at = pos2(origin.x - self.cell * BORDER / 2.0, y + self.cell / 2.0);
                painter.text(at, Align2::CENTER_CENTER, u16::from(row) + 1, font.clone(), paint.border);
            }
        }
    }

    /// The frame of a chart: a scale along its edges, every other part of it filled.
    fn draw_scale(&self, painter: &Painter, water: Rect, number: u8, paint: Paint, down: bool) {
        let (from, to) = (f32::from(number) * self.cell, f32::from(number + 1) * self.cell);
        for near in [true, false] {
            let (corner, out) = if near { (water.min, -SCALE) } else { (water.max, SCALE) };
            let part = if down {
                Rect::from_two_pos(pos2(corner.x, water.top() + from), pos2(corner.x + out, water.top() + to))
            } else {
                Rect::from_two_pos(
                    pos2(water.left() + from, corner.y),
                    pos2(water.left() + to, corner.y + out),
                )
            };
            if number.is_multiple_of(2) {
                painter.rect_filled(part, 0.0, paint.frame);
            }
            painter.rect_stroke(part, 0.0, Stroke::new(1.0, paint.frame), StrokeKind::Middle);
        }
    }
}
