//! A sea as it is drawn and touched: cells with names, ships under marks, letters and numbers around.

use eframe::egui::{
    Align2, EventFilter, FocusDirection, FontId, Key, Painter, Pos2, Rect, Role, Sense, Stroke, StrokeKind,
    Ui, Vec2, WidgetInfo, pos2, vec2,
};
use marque_protocol::games::{
    fleet::Ship,
    grid::{Cell, Grid},
};

use super::{
    hull, marks,
    theme::{self, Paint},
};
pub use super::{hull::Hull, marks::Mark};

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

/// What the player does with a sea.
#[derive(Clone, Debug, Default)]
pub struct Touch {
    /// The pointer is over this cell.
    pub hovered: Option<Cell>,
    /// The keyboard is at this cell.
    pub focused: Option<Cell>,
    /// This cell was chosen: by a click, Enter, Space or a screen reader.
    pub chosen: Option<Cell>,
    /// This cell was clicked with the other button.
    pub turned: Option<Cell>,
    /// The pointer was pressed on this cell.
    pub pressed: Option<Cell>,
    /// What was dragged is let go over this cell.
    pub dropped: Option<Cell>,
}

impl Touch {
    /// Whether something was done, beyond looking around.
    pub fn acts(&self) -> bool {
        [self.chosen, self.turned, self.pressed, self.dropped].iter().any(Option::is_some)
    }
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
        let touch = self.touch(ui, origin);
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

    /// Every cell is an element with a name. One of them, where the cursor is, can have the focus of the
    /// keyboard, so that a sea is one stop of the Tab key; the arrow keys move the cursor.
    fn touch(&self, ui: &mut Ui, origin: Pos2) -> Touch {
        let base = ui.scope_id().with(self.id);
        let at = base.with("cursor");
        let mut cursor = ui.data(|data| data.get_temp(at)).unwrap_or(Cell::new(0, 0));
        let mut touch = Touch::default();
        let before = cursor;
        if ui.memory(|memory| memory.has_focus(base.with(cursor))) {
            ui.memory_mut(|memory| {
                let arrows =
                    EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
                memory.set_focus_lock_filter(base.with(cursor), arrows);
            });
            if let Some(next) = self.moved(ui, cursor) {
                // The filter holds one frame too late, and a key that is held down does not wait for it.
                ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
                cursor = next;
            }
        }
        for cell in self.grid.cells() {
            let sense = if cell == cursor { Sense::click() } else { Sense::CLICK };
            let response = ui.interact(self.rect(cell, origin), base.with(cell), sense);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, self.live, (self.label)(cell)));
            if cell == cursor && cursor != before {
                response.request_focus();
            }
            if response.has_focus() {
                touch.focused = Some(cell);
            }
            if response.hovered() {
                touch.hovered = Some(cell);
            }
            if response.clicked() {
                touch.chosen = Some(cell);
                cursor = cell;
            }
            if response.secondary_clicked() {
                touch.turned = Some(cell);
            }
            if response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_pressed()) {
                touch.pressed = Some(cell);
            }
        }
        if ui.input(|input| input.pointer.primary_released()) {
            let pointer = ui.input(|input| input.pointer.interact_pos());
            touch.dropped = pointer.and_then(|pointer| {
                self.grid.cells().find(|cell| self.rect(*cell, origin).contains(pointer))
            });
        }
        // Who moves the pointer over the sea has let go of the keyboard.
        if touch.hovered.is_some() && touch.focused.is_some() && ui.input(|input| input.pointer.is_moving()) {
            ui.memory_mut(|memory| memory.surrender_focus(base.with(cursor)));
            touch.focused = None;
        }
        ui.data_mut(|data| data.insert_temp(at, cursor));
        touch
    }

    /// Where the arrow keys lead from a cell; none if none was pressed.
    fn moved(&self, ui: &Ui, cell: Cell) -> Option<Cell> {
        let steps = [
            (Key::ArrowLeft, (-1, 0)),
            (Key::ArrowRight, (1, 0)),
            (Key::ArrowUp, (0, -1)),
            (Key::ArrowDown, (0, 1)),
        ];
        let mut pressed = None;
        for (key, (columns, rows)) in steps {
            for _ in 0..ui.input(|input| input.num_presses(key)) {
                let from = pressed.unwrap_or(cell);
                let next = from.offset(columns, rows).filter(|next| self.grid.contains(*next));
                pressed = Some(next.unwrap_or(from));
            }
        }
        pressed
    }
}

/// Puts the keyboard into a sea, where its cursor is, unless it is elsewhere already.
pub fn offer_keyboard(ui: &Ui, id: &'static str) {
    if ui.memory(|memory| memory.focused().is_none()) {
        take_keyboard(ui, id);
    }
}

/// The same, wherever it is.
pub fn take_keyboard(ui: &Ui, id: &'static str) {
    let base = ui.scope_id().with(id);
    let cursor = ui.data(|data| data.get_temp(base.with("cursor"))).unwrap_or(Cell::new(0, 0));
    ui.memory_mut(|memory| memory.request_focus(base.with(cursor)));
    ui.request_repaint();
}
