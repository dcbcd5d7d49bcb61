//! Cells that are collected for one act, which is confirmed as a whole: the shots of a salvo, or the cells of
//! own ships that are shown to the enemy.

use eframe::egui::{
    Align, Button, Key, Layout, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};
use marque_protocol::{
    games::{
        duel::{Act, Duel},
        grid::Cell,
    },
    rules::Seat,
};

use crate::ui::{theme, widgets::main_button, words::Words};

/// Height of the row, so that nothing below moves with what is in it.
const ROW: f32 = 36.0;
/// Width of the place of one cell in the list, and where there is little room.
const SLOT: f32 = 76.0;
const SLOT_TIGHT: f32 = 58.0;
/// Least width of the confirmation.
const CONFIRM: f32 = 120.0;

/// What the player has to decide now.
#[derive(Copy, Clone, Eq, PartialEq)]
pub enum Task {
    /// Nothing.
    Wait,
    /// Where to fire at.
    Fire,
    /// What to reveal.
    Reveal,
}

impl Task {
    /// That of a seat that may act, or may not.
    pub fn of(duel: &Duel, seat: Seat, due: bool) -> Task {
        match duel.reveals_due(seat) {
            _ if !due => Task::Wait,
            0 => Task::Fire,
            _ => Task::Reveal,
        }
    }

    /// How many cells it takes.
    pub fn wanted(self, duel: &Duel, seat: Seat) -> usize {
        if self == Task::Reveal { duel.reveals_due(seat) } else { duel.shots(seat) }
    }
}

/// See the module. In the order in which they were chosen.
#[derive(Default)]
pub struct Aim {
    cells: Vec<Cell>,
    /// The last that was wanted has been chosen: the keyboard goes on to the confirmation.
    complete: bool,
}

impl Aim {
    /// Whether the cell was chosen.
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.contains(&cell)
    }

    /// Chooses a cell, or takes it back; false if there is no place for it. One more than are wanted takes the
    /// place of the only one, and of several none: nobody could tell which.
    pub fn choose(&mut self, cell: Cell, wanted: usize) -> bool {
        if self.contains(cell) {
            self.cells.retain(|other| *other != cell);
            return true;
        }
        if wanted == 1 {
            self.cells.clear();
        }
        let room = self.cells.len() < wanted;
        if room {
            self.cells.push(cell);
            self.complete = self.cells.len() == wanted;
        }
        room
    }

    /// Whether there is something to show.
    pub fn is_shown(duel: &Duel, task: Task) -> bool {
        task == Task::Reveal || duel.rules().salvo
    }

    /// Draws the list and the confirmation; says what is ordered.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, duel: &Duel, seat: Seat, task: Task) -> Option<Act> {
        let wanted = task.wanted(duel, seat);
        if task == Task::Wait {
            ui.horizontal_wrapped(|ui| {
                ui.set_min_height(ROW);
                ui.label(words.fill("salvo-next", &[("count", wanted.into())]));
            });
            return None;
        }
        // What scrolls in it is as high as it is, from the beginning.
        let (size, flow) = (vec2(ui.available_width(), ROW), Layout::left_to_right(Align::Center));
        let confirmed = ui.allocate_ui_with_layout(size, flow, |ui| self.row(ui, words, task, wanted)).inner;
        if task == Task::Reveal {
            ui.small(words.fill("reveal-how", &[("count", wanted.into())]));
        }
        if !confirmed {
            return None;
        }
        let cells = std::mem::take(&mut self.cells);
        Some(if task == Task::Reveal { Act::reveal(cells) } else { Act::fire(cells) })
    }

    /// The confirmation, always in sight, and beside it the list, which scrolls where it is too long.
    fn row(&mut self, ui: &mut Ui, words: &Words, task: Task, wanted: usize) -> bool {
        let key = if task == Task::Reveal { "reveal" } else { "fire" };
        let width = if theme::is_tight(ui) { 0.0 } else { CONFIRM };
        let confirm = main_button(ui, &words.say(key)).min_size(vec2(width, ROW));
        let confirm = ui.add_enabled(self.cells.len() == wanted, confirm);
        let complete = std::mem::take(&mut self.complete);
        if complete {
            confirm.request_focus();
        }
        let fills = [("count", self.cells.len().into()), ("wanted", wanted.into())];
        ui.label(words.fill("aimed-count", &fills));
        let list = ScrollArea::horizontal().id_salt("aimed").show(ui, |ui| self.list(ui, words, wanted));
        if let Some(back) = list.inner {
            self.cells.retain(|cell| *cell != back);
            ui.ctx().request_repaint();
        }
        let last = ui.input(|input| input.key_pressed(Key::Backspace)) && !ui.ctx().text_edit_focused();
        if last && self.cells.pop().is_some() {
            ui.ctx().request_repaint();
        }
        confirm.clicked()
    }

    /// Every cell that is wanted has its place from the beginning: nothing may move under the pointer of who is
    /// choosing. Says which cell is taken back.
    fn list(&self, ui: &mut Ui, words: &Words, wanted: usize) -> Option<Cell> {
        let mut back = None;
        let slot = vec2(if theme::is_tight(ui) { SLOT_TIGHT } else { SLOT }, ROW);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.spacing_mut().button_padding.x = 4.0;
            for cell in &self.cells {
                let button = ui.add(Button::new(format!("{cell} ×")).min_size(slot));
                let name = words.fill("aimed-back", &[("cell", cell.to_string().into())]);
                button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                if button.on_hover_text(name).clicked() {
                    back = Some(*cell);
                }
            }
            for _ in self.cells.len()..wanted {
                let (rect, _) = ui.allocate_exact_size(slot, Sense::hover());
                let line = Stroke::new(1.0, theme::paint(ui).line);
                ui.painter().rect_stroke(rect, 6.0, line, StrokeKind::Inside);
            }
        });
        back
    }
}
