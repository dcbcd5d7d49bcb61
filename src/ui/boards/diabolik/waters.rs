//! The board as it is seen from one seat: that seat's own edge below, the cells under their true names.

use std::f32::consts::TAU;

use eframe::egui::{
    Align2, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};
use marque_protocol::{
    games::{
        diabolik::{Board, Edge, Heading},
        grid::Cell,
    },
    rules::Seat,
};

use super::{
    film::Motion,
    signs::{self, Sign},
    vessel::Vessel,
};
use crate::ui::{
    field::{Field, Touch},
    theme::{self, Paint},
};

/// The room that letters and numbers need, in sides of a cell.
const BORDER: f32 = 0.75;
/// Width of the frame, which has the colour of whoever sits there, in points.
const FRAME: f32 = 5.0;
/// Lines of a hatched cell.
const HATCHES: u8 = 4;

/// See the module.
pub struct Waters<'a> {
    /// What tells it from other cells on the screen.
    pub id: &'static str,
    /// What is on it.
    pub board: &'a Board,
    /// From which seat it is seen.
    pub seat: Seat,
    /// Length of the side of a cell, in points.
    pub cell: f32,
    /// Whether cells can be chosen.
    pub live: bool,
    /// What a cell is called, its place included.
    pub label: &'a dyn Fn(Cell) -> String,
    /// What is drawn on a cell besides its ship.
    pub signs: &'a dyn Fn(Cell) -> Vec<Sign>,
    /// Lines between cells, as from who attacks.
    pub lines: &'a [(Cell, Cell, Stroke)],
    /// What is happening this moment.
    pub motion: Option<Motion<'a>>,
}

/// The side of the square that a board with so many cells a side needs, in points.
pub fn width(board: &Board, cell: f32) -> f32 {
    (f32::from(board.grid().width) + BORDER + 0.25) * cell
}

impl Waters<'_> {
    /// Draws it and says what the player does with it, by true cells.
    pub fn show(&self, ui: &mut Ui) -> Touch {
        let paint = theme::paint(ui);
        let (all, _) = ui.allocate_exact_size(Vec2::splat(width(self.board, self.cell)), Sense::hover());
        let origin = all.min + vec2(BORDER, 0.25) * self.cell;
        let painter = ui.painter_at(all.expand(2.0));
        let grid = self.board.grid();
        let label = |place: Cell| (self.label)(self.true_cell(place));
        let home = Cell::new(grid.width / 2 - 1, grid.height - 2);
        let field = Field { id: self.id, grid, cell: self.cell, home, live: self.live, label: &label };
        self.draw_water(&painter, origin, paint);
        let touch = field.touch(ui, origin);
        for cell in grid.cells() {
            let rect = self.rect(cell, origin);
            (self.signs)(cell).into_iter().filter(|sign| sign.is_below()).for_each(|sign| {
                signs::draw(&painter, rect, sign, paint);
            });
        }
        self.draw_lines(&painter, origin);
        self.draw_ships(&painter, origin, paint);
        for cell in grid.cells() {
            let rect = self.rect(cell, origin);
            (self.signs)(cell).into_iter().filter(|sign| !sign.is_below()).for_each(|sign| {
                signs::draw(&painter, rect, sign, paint);
            });
        }
        if let Some(place) = touch.focused {
            let line = Stroke::new(3.0, paint.focus);
            painter.rect_stroke(field.rect(place, origin), 2.0, line, StrokeKind::Inside);
        } else if let Some(place) = touch.hovered {
            let line = Stroke::new(1.5, paint.border);
            painter.rect_stroke(field.rect(place, origin), 2.0, line, StrokeKind::Inside);
        }
        self.truly(touch)
    }

    fn edge(&self) -> Edge {
        self.board.edge(self.seat)
    }

    fn size(&self) -> u8 {
        self.board.grid().width
    }

    /// The place on the screen of a cell, from the top left.
    fn place(&self, cell: Cell) -> Cell {
        let seen = self.edge().seen(self.size(), cell);
        Cell::new(seen.x, self.size().saturating_sub(seen.y + 1))
    }

    /// The cell at a place on the screen.
    fn true_cell(&self, place: Cell) -> Cell {
        let below = self.size().saturating_sub(place.y + 1);
        self.edge().place(self.size(), Cell::new(place.x, below))
    }

    fn truly(&self, touch: Touch) -> Touch {
        let truly = |place: Option<Cell>| place.map(|place| self.true_cell(place));
        Touch {
            hovered: truly(touch.hovered),
            focused: truly(touch.focused),
            chosen: truly(touch.chosen),
            turned: truly(touch.turned),
            pressed: truly(touch.pressed),
            dropped: truly(touch.dropped),
        }
    }

    fn rect(&self, cell: Cell, origin: Pos2) -> Rect {
        let place = self.place(cell);
        let corner = origin + vec2(f32::from(place.x), f32::from(place.y)) * self.cell;
        Rect::from_min_size(corner, Vec2::splat(self.cell))
    }

    fn draw_water(&self, painter: &Painter, origin: Pos2, paint: Paint) {
        let size = self.size();
        let water = Rect::from_min_size(origin, Vec2::splat(f32::from(size) * self.cell));
        painter.rect_filled(water, 0.0, paint.water);
        for cell in self.board.grid().cells() {
            if self.board.row(self.seat, cell) == 0 {
                draw_hatched(painter, self.rect(cell, origin), paint);
            } else if self.board.is_goal(self.seat, cell) {
                draw_goal(painter, self.rect(cell, origin), paint);
            }
        }
        let line = Stroke::new(1.0, paint.line);
        let font = FontId::proportional((self.cell * 0.42).clamp(10.0, 18.0));
        for number in 0..=size {
            let at = f32::from(number) * self.cell;
            painter.vline(origin.x + at, water.y_range(), line);
            painter.hline(water.x_range(), origin.y + at, line);
            if number < size {
                let middle = at + self.cell / 2.0;
                let text = |painter: &Painter, at: Pos2, name: String| {
                    painter.text(at, Align2::CENTER_CENTER, name, font.clone(), paint.border);
                };
                let left = pos2(water.left() - self.cell * 0.42, origin.y + middle);
                text(painter, left, self.name(Cell::new(0, number), false));
                let below = pos2(origin.x + middle, water.bottom() + self.cell * 0.42);
                text(painter, below, self.name(Cell::new(number, size - 1), true));
            }
        }
        self.draw_frame(painter, water, paint);
    }

    /// What stands beside a row of cells, or below a column: the letter or the number that they have in common.
    fn name(&self, place: Cell, below: bool) -> String {
        let cell = self.true_cell(place);
        let lies = matches!(self.edge(), Edge::West | Edge::East);
        let name = cell.to_string();
        let (letter, number) = name.split_at(1);
        if below != lies { letter } else { number }.to_owned()
    }

    /// Around the water: each edge in the colour of whoever sits there.
    fn draw_frame(&self, painter: &Painter, water: Rect, paint: Paint) {
        let corners = [water.left_bottom(), water.left_top(), water.right_top(), water.right_bottom()];
        let outwards = [vec2(0.0, 1.0), vec2(-1.0, 0.0), vec2(0.0, -1.0), vec2(1.0, 0.0)];
        let turn = self.edge() as usize;
        for (number, edge) in Edge::ALL.into_iter().enumerate() {
            let sits =
                Seat::all(Seat::MOST).find(|seat| self.board.plays(*seat) && self.board.edge(*seat) == edge);
            let colour = sits.map_or(paint.frame.gamma_multiply(0.5), |seat| theme::seat(paint, seat));
            // Clockwise from below, as this seat sees them.
            let side = (number + Edge::ALL.len() - turn) % Edge::ALL.len();
            let (from, to) = match side {
                0 => (corners.last(), corners.first()),
                _ => (corners.get(side - 1), corners.get(side)),
            };
            let out = outwards.get(side).copied().unwrap_or_default() * FRAME / 2.0;
            if let (Some(from), Some(to)) = (from, to) {
                painter.line_segment([*from + out, *to + out], Stroke::new(FRAME, colour));
            }
        }
    }

    fn draw_lines(&self, painter: &Painter, origin: Pos2) {
        for (from, to, line) in self.lines {
            let ends = [self.rect(*from, origin).center(), self.rect(*to, origin).center()];
            painter.extend(Shape::dashed_line(&ends, *line, 5.0, 4.0));
        }
    }

    fn draw_ships(&self, painter: &Painter, origin: Pos2, paint: Paint) {
        let edge = self.edge();
        let seats = Seat::all(Seat::MOST);
        for cell in seats.flat_map(|seat| self.board.fleet(seat).iter()) {
            let Some(ship) = self.board.ship(cell) else { continue };
            let heading = edge.seen_heading(ship.heading);
            let mut vessel = Vessel::new(self.rect(cell, origin), heading, Some(ship.owner));
            vessel.frozen = self.board.is_frozen(cell);
            if let Some(motion) = self.motion {
                let middle = |cell| self.rect(cell, origin).center();
                motion.shift(&mut vessel, cell, ship.heading, &middle);
            }
            vessel.draw(painter, paint);
        }
        if let Some((cell, heading, seat, seen)) = self.motion.and_then(Motion::rises) {
            let mut vessel = Vessel::new(self.rect(cell, origin), edge.seen_heading(heading), Some(seat));
            vessel.seen = seen;
            vessel.draw(painter, paint);
        }
    }
}

/// The seat's own first row, on which its ships may not be.
pub fn draw_hatched(painter: &Painter, rect: Rect, paint: Paint) {
    let step = rect.width() / f32::from(HATCHES);
    let line = Stroke::new(1.0, paint.line);
    for number in 0..HATCHES {
        let along = f32::from(number) * step;
        painter.line_segment(
            [rect.left_bottom() - vec2(0.0, along), rect.left_top() + vec2(rect.width() - along, 0.0)],
            line,
        );
        painter
            .line_segment([rect.left_bottom() + vec2(along, 0.0), rect.right_top() + vec2(0.0, along)], line);
    }
}

/// The row that the seat's ships want to reach: waves of arrow heads.
fn draw_goal(painter: &Painter, rect: Rect, paint: Paint) {
    painter.rect_filled(rect, 0.0, paint.good.gamma_multiply(0.22));
    let side = rect.width();
    let line = Stroke::new((side * 0.04).max(1.0), paint.good.gamma_multiply(0.75));
    for part in [-0.14, 0.06] {
        let tip = rect.center() + vec2(0.0, side * part);
        let arm = |x: f32| tip + vec2(x, 0.16) * side;
        painter.add(Shape::line(vec![arm(-0.22), tip, arm(0.22)], line));
    }
}

/// A step from a cell towards a heading as it is seen, one cell long.
pub fn ahead(seen: Heading, side: f32) -> Vec2 {
    Vec2::angled(TAU * (f32::from(seen.number()) / 8.0 - 0.25)) * side
}
