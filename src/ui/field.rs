//! Cells that are touched: by pointer, keyboard or screen reader.

use eframe::egui::{EventFilter, FocusDirection, Key, Pos2, Rect, Role, Sense, Ui, Vec2, WidgetInfo, vec2};
use marque_protocol::games::grid::{Cell, Grid};

/// Cells beside each other on the screen, counted from the top left.
pub struct Field<'a> {
    /// What tells them from other cells on the screen.
    pub id: &'static str,
    /// How many there are.
    pub grid: Grid,
    /// Length of the side of a cell, in points.
    pub cell: f32,
    /// Where the cursor of the keyboard is at first.
    pub home: Cell,
    /// Whether cells can be chosen.
    pub live: bool,
    /// What a cell is called, its place included.
    pub label: &'a dyn Fn(Cell) -> String,
}

/// What the player does with cells.
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

impl Field<'_> {
    /// Where a cell is, by the corner of all.
    pub fn rect(&self, cell: Cell, origin: Pos2) -> Rect {
        let corner = origin + vec2(f32::from(cell.x), f32::from(cell.y)) * self.cell;
        Rect::from_min_size(corner, Vec2::splat(self.cell))
    }

    /// Every cell is an element with a name. One of them, where the cursor is, can have the focus of the
    /// keyboard, so that a sea is one stop of the Tab key; the arrow keys move the cursor.
    pub fn touch(&self, ui: &mut Ui, origin: Pos2) -> Touch {
        let base = ui.scope_id().with(self.id);
        let at = base.with("cursor");
        let mut cursor = ui.data(|data| data.get_temp(at)).unwrap_or(self.home);
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

/// Puts the keyboard into cells, where their cursor is, unless it is elsewhere already.
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
