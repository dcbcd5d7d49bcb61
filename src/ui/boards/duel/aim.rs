//! Cells that are collected for one act, which is confirmed as a whole: the shots of a salvo, or the cells of
//! own ships that are shown to the enemy.

use eframe::egui::{Button, Key, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use marque_protocol::{
    games::{
        duel::{Act, Duel},
        grid::Cell,
    },
    rules::Seat,
};

use crate::ui::{
    theme,
    widgets::{main_button, sentence},
    words::Words,
};

/// Height of the row, so that nothing below moves with what is in it.
const ROW: f32 = 36.0;
/// Width of the place of one cell in the list.
const SLOT: f32 = 76.0;

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
    /// The last was chosen by the keyboard, which goes on to the confirmation.
    complete: bool,
}

impl Aim {
    /// Whether the cell was chosen.
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.contains(&cell)
    }

    /// Chooses a cell, or takes it back. One more than are wanted takes the place of the only one, and of
    /// several none: nobody could tell which.
    pub fn choose(&mut self, cell: Cell, wanted: usize, by_key: bool) {
        if self.contains(cell) {
            return self.cells.retain(|other| *other != cell);
        }
        if wanted == 1 {
            self.cells.clear();
        }
        if self.cells.len() < wanted {
            self.cells.push(cell);
            self.complete = by_key && self.cells.len() == wanted;
        }
    }

    /// Draws the list and the confirmation; says what is ordered.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, duel: &Duel, seat: Seat, task: Task) -> Option<Act> {
        let wanted = task.wanted(duel, seat);
        let salvo = duel.rules().salvo;
        if task == Task::Wait {
            if salvo {
                ui.horizontal_wrapped(|ui| {
                    ui.set_min_height(ROW);
                    ui.label(words.fill("salvo-next", &[("count", wanted.into())]));
                });
            }
            return None;
        }
        if task == Task::Fire && !salvo {
            return None;
        }
        let confirmed = ui.horizontal_wrapped(|ui| self.row(ui, words, task, wanted)).inner;
        if !confirmed {
            return None;
        }
        let cells = std::mem::take(&mut self.cells);
        Some(if task == Task::Reveal { Act::reveal(cells) } else { Act::fire(cells) })
    }

    /// Every cell that is wanted has its place from the beginning: nothing may move under the pointer of who is
    /// choosing.
    fn row(&mut self, ui: &mut Ui, words: &Words, task: Task, wanted: usize) -> bool {
        let key = if task == Task::Reveal { "reveal" } else { "fire" };
        let confirm = main_button(ui, &words.say(key)).min_size(vec2(120.0, ROW));
        let confirm = ui.add_enabled(self.cells.len() == wanted, confirm);
        if std::mem::take(&mut self.complete) {
            confirm.request_focus();
            confirm.scroll_to_me(None);
        }
        let fills = [("count", self.cells.len().into()), ("wanted", wanted.into())];
        sentence(ui, words.fill("aimed-count", &fills));
        if task == Task::Reveal {
            sentence(ui, words.fill("reveal-how", &[("count", wanted.into())]));
        }
        let mut back = None;
        ui.spacing_mut().item_spacing.x = 4.0;
        for cell in &self.cells {
            let button = ui.add(Button::new(format!("{cell} ×")).min_size(vec2(SLOT, ROW)));
            let name = words.fill("aimed-back", &[("cell", cell.to_string().into())]);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if button.on_hover_text(name).clicked() {
                back = Some(*cell);
            }
        }
        for _ in self.cells.len()..wanted {
            let (rect, _) = ui.allocate_exact_size(vec2(SLOT, ROW), Sense::hover());
            let line = Stroke::new(1.0, theme::paint(ui).line);
            ui.painter().rect_stroke(rect, 6.0, line, StrokeKind::Inside);
        }
        if let Some(back) = back {
            self.cells.retain(|cell| *cell != back);
            ui.ctx().request_repaint();
        }
        let last = ui.input(|input| input.key_pressed(Key::Backspace)) && !ui.ctx().text_edit_focused();
        if last && self.cells.pop().is_some() {
            ui.ctx().request_repaint();
        }
        confirm.clicked()
    }
}
