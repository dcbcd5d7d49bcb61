//! The screen on which each ship of the set-up gets its heading: by mouse, by keyboard, or at random.
//!
//! Who sits where is drawn later, so all of it is seen from the own side: ahead is where the goal is.

use eframe::egui::{
    Align2, Button, FontId, Key, Label, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, vec2,
};
use marque_protocol::games::{
    Layout,
    diabolik::{Heading, Illegal, Options, SetUp, setup},
    grid::{Cell, Grid},
};
use rand::{Rng, RngExt as _};

use super::{
    rules,
    signs::{self, Sign},
    vessel::Vessel,
    waters::draw_hatched,
};
use crate::ui::{
    field::{Field, Touch},
    theme,
    widgets::main_button,
    words::Words,
};

/// Rows that are shown: the own first row, that of the ships, and the one before them.
const ROWS: u8 = 3;
/// The least side of a cell, in points, and the largest.
const CELL: [f32; 2] = [36.0, 84.0];
/// Ships start with their bows ahead.
const AHEAD: SetUp = [Heading::N; 8];

/// The placement screen.
#[derive(Clone)]
pub struct Placement {
    set_up: SetUp,
    /// The ship that is looked at, as of the last frame.
    looked: Option<usize>,
    options: Options,
    /// The rules are open.
    rules: bool,
}

impl Placement {
    /// All bows ahead.
    pub fn new(options: Options) -> Placement {
        Placement { set_up: AHEAD, looked: None, options, rules: false }
    }

    /// Draws it; gives the layout once the player is content with it.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, rng: &mut dyn Rng) -> Option<Layout> {
        let scrolled = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.all(ui, words, rng));
        scrolled.inner
    }

    /// What was chosen, with another heading for ships that may not stand so.
    pub fn completed(&self, rng: &mut dyn Rng) -> Layout {
        let mut set_up = self.set_up;
        while let Err(Illegal::SingleFile(_, second)) = setup::check(&set_up) {
            if let Some(heading) = set_up.get_mut(usize::from(second.x)) {
                *heading = Heading::N.turned(rng.random_range(0..8));
            }
        }
        Layout::Diabolik(set_up)
    }

    fn all(&mut self, ui: &mut Ui, words: &Words, rng: &mut dyn Rng) -> Option<Layout> {
        ui.add(Label::new(words.say("df-placing-how")).wrap());
        ui.add_space(4.0);
        let side = (ui.available_width() / 8.25).floor().clamp(CELL[0], CELL[1]);
        let touch = ui.vertical_centered(|ui| self.waters(ui, words, side)).inner;
        let hindrance = setup::check(&self.set_up).err();
        let text = match &hindrance {
            Some(Illegal::SingleFile(first, second)) => {
                let fills = [
                    ("first", (u32::from(first.x) + 1).into()),
                    ("second", (u32::from(second.x) + 1).into()),
                ];
                words.fill("df-placing-file", &fills)
            }
            _ => words.say("df-placing-fits"),
        };
        let paint = theme::paint(ui);
        let colour = if hindrance.is_some() { paint.bad } else { paint.ink };
        ui.add(Label::new(RichText::new(text).color(colour)).wrap());
        ui.add_space(4.0);
        let mut decision = None;
        ui.horizontal_wrapped(|ui| {
            let wide = |key: &str| Button::new(words.say(key)).min_size(vec2(105.0, 40.0));
            if ui.add(wide("placing-random")).clicked() {
                self.random(rng);
            }
            if ui.add_enabled(self.set_up != AHEAD, wide("df-placing-reset")).clicked() {
                self.set_up = AHEAD;
            }
            let ready = main_button(ui, &words.say("placing-ready")).min_size(vec2(0.0, 40.0));
            if ui.add_enabled(hindrance.is_none(), ready).clicked() {
                decision = Some(Layout::Diabolik(self.set_up));
            }
            rules::switch(ui, words, &mut self.rules);
        });
        if self.rules {
            rules::show(ui, words, &self.options);
        }
        self.act(ui, &touch, rng);
        decision
    }

    fn random(&mut self, rng: &mut dyn Rng) {
        self.set_up = AHEAD.map(|_| Heading::N.turned(rng.random_range(0..8)));
        if let Layout::Diabolik(set_up) = self.completed(rng) {
            self.set_up = set_up;
        }
    }

    fn waters(&self, ui: &mut Ui, words: &Words, side: f32) -> Touch {
        let paint = theme::paint(ui);
        let size = vec2(8.0, f32::from(ROWS)) * side;
        let (all, _) = ui.allocate_exact_size(size + Vec2::splat(2.0), Sense::hover());
        let water = all.shrink(1.0);
        let painter = ui.painter_at(all);
        painter.rect_filled(water, 0.0, paint.water);
        let line = Stroke::new(1.0, paint.line);
        let rect = |x: u8, row: u8| {
            let corner = water.min + vec2(f32::from(x), f32::from(row)) * side;
            Rect::from_min_size(corner, Vec2::splat(side))
        };
        for x in 0..8 {
            draw_hatched(&painter, rect(x, 2), paint);
            for row in 0..ROWS {
                painter.rect_stroke(rect(x, row), 0.0, line, StrokeKind::Middle);
            }
        }
        let label = |cell: Cell| self.label(words, cell.x);
        let (grid, home) = (Grid { width: 8, height: 1 }, Cell::new(0, 0));
        let field = Field { id: "set-up", grid, cell: side, home, live: true, label: &label };
        let touch = field.touch(ui, rect(0, 1).min);
        let file = match setup::check(&self.set_up) {
            Err(Illegal::SingleFile(first, second)) => vec![first.x, second.x],
            _ => Vec::new(),
        };
        if let Some((x, heading)) = (0..).zip(self.set_up).find(|(x, _)| self.looked == Some(usize::from(*x)))
        {
            let sides = Heading::ALL.into_iter().filter(|way| heading.is_across(*way));
            let beside = sides.filter_map(|way| way.from(Cell::new(x, 1))).filter(|cell| cell.x < 8);
            beside.for_each(|cell| signs::draw(&painter, rect(cell.x, 2 - cell.y), Sign::Flank, paint));
        }
        for (x, heading) in (0..).zip(self.set_up) {
            Vessel::new(rect(x, 1), heading, None).draw(&painter, paint);
            if file.contains(&x) {
                signs::draw(&painter, rect(x, 1), Sign::File, paint);
            }
            let font = FontId::proportional(14.0);
            painter.text(rect(x, 2).center(), Align2::CENTER_CENTER, x + 1, font, paint.border);
        }
        if let Some(cell) = touch.focused {
            let line = Stroke::new(3.0, paint.focus);
            painter.rect_stroke(rect(cell.x, 1), 2.0, line, StrokeKind::Inside);
        } else if let Some(cell) = touch.hovered {
            let line = Stroke::new(1.5, paint.border);
            painter.rect_stroke(rect(cell.x, 1), 2.0, line, StrokeKind::Inside);
        }
        touch
    }

    fn label(&self, words: &Words, x: u8) -> String {
        let heading = self.set_up.get(usize::from(x)).copied().unwrap_or(Heading::N);
        let way = words.fill("df-way", &[("way", format!("{heading:?}").into())]);
        words.fill("df-placing-ship", &[("number", (u32::from(x) + 1).into()), ("way", way.into())])
    }

    /// What the pointer and the keyboard do.
    fn act(&mut self, ui: &Ui, touch: &Touch, rng: &mut dyn Rng) {
        let over = touch.focused.or(touch.hovered);
        let pressed = |key| ui.input(|input| input.num_presses(key));
        let at = |cell: Cell| usize::from(cell.x);
        let mut turns = vec![(touch.chosen.map(at), 1), (touch.turned.map(at), 7)];
        let keys = [(Key::ArrowUp, 1), (Key::ArrowDown, 7)];
        turns.extend(
            keys.into_iter().flat_map(|(key, eighths)| {
                std::iter::repeat_n((touch.focused.map(at), eighths), pressed(key))
            }),
        );
        let mut changed = self.looked != over.map(at);
        self.looked = over.map(at);
        for (ship, eighths) in turns {
            if let Some(heading) = ship.and_then(|ship| self.set_up.get_mut(ship)) {
                *heading = heading.turned(eighths);
                changed = true;
            }
        }
        if pressed(Key::R) > 0 {
            self.random(rng);
            changed = true;
        }
        if changed {
            // What comes of it is seen in the next frame: this one is drawn.
            ui.ctx().request_repaint();
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;

    #[test]
    fn what_is_missing_at_the_end_of_the_time_is_only_what_may_not_stay() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut changed = 0;
        for _ in 0..500 {
            let set_up = AHEAD.map(|_| Heading::N.turned(rng.random_range(0..8)));
            let Layout::Diabolik(done) =
                (Placement { set_up, ..Placement::new(Options::DEFAULT) }).completed(&mut rng)
            else {
                panic!("another game")
            };
            assert_eq!(setup::check(&done), Ok(()));
            for (before, after) in set_up.iter().zip(done) {
                let stays = *before == after || before.is_along(Heading::E);
                assert!(stays, "{before:?} has become {after:?}");
                changed += u32::from(*before != after);
            }
        }
        assert!(changed > 100, "{changed}");
    }

    #[test]
    fn random_set_ups_are_legal_and_differ() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut placement = Placement::new(Options::DEFAULT);
        let mut met = std::collections::BTreeSet::new();
        for _ in 0..50 {
            placement.random(&mut rng);
            assert_eq!(setup::check(&placement.set_up), Ok(()));
            met.insert(placement.set_up);
        }
        assert!(met.len() > 45);
    }
}
