//! What moves through a record: buttons, keys, a slider, and time.

use std::time::Duration;

use eframe::egui::{Button, FocusDirection, Key, Modifiers, Role, Slider, Ui, WidgetInfo, vec2};

use crate::ui::{widgets::main_button, words::Words};

/// Steps in a second when it plays by itself.
const SPEEDS: [u32; 4] = [1, 2, 5, 20];

/// See the module.
pub(super) struct Transport {
    /// How many steps are seen.
    pub(super) at: usize,
    steps: usize,
    /// When the next step is seen, while it plays by itself.
    next: Option<f64>,
    speed: u32,
}

impl Default for Transport {
    fn default() -> Transport {
        Transport { at: 0, steps: 0, next: None, speed: 2 }
    }
}

impl Transport {
    /// At the beginning of so many steps.
    pub(super) fn over(steps: usize) -> Transport {
        Transport { steps, ..Transport::default() }
    }

    /// Whether all steps are seen.
    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.steps
    }

    /// To a step; whoever goes somewhere himself stops what plays by itself.
    pub(super) fn go(&mut self, at: usize) {
        self.at = at.min(self.steps);
        self.next = None;
    }

    /// Takes the keys that move.
    pub(super) fn keys(&mut self, ui: &Ui) {
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        // A key that is held comes several times between two frames.
        let back = pressed(Key::ArrowLeft);
        let on = pressed(Key::ArrowRight);
        let moved = match (pressed(Key::Home), pressed(Key::End)) {
            (0, 0) if back == 0 && on == 0 => None,
            (0, 0) => Some((self.at + on).saturating_sub(back)),
            (_, 0) => Some(0),
            _ => Some(self.steps),
        };
        if let Some(to) = moved {
            self.go(to);
            // The key is not meant to go to the next button.
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
        let free = ui.memory(|memory| memory.focused().is_none());
        if free && pressed(Key::Space) > 0 {
            self.toggle(ui);
        }
    }

    fn toggle(&mut self, ui: &Ui) {
        if self.next.take().is_some() {
            return;
        }
        if self.is_at_end() {
            self.at = 0;
        }
        self.next = Some(ui.input(|input| input.time) + self.pause());
        ui.request_repaint();
    }

    fn pause(&self) -> f64 {
        1.0 / f64::from(self.speed.max(1))
    }

    /// Goes on by itself when it is time, and asks to be drawn when it will be; at no other time.
    pub(super) fn run(&mut self, ui: &Ui) {
        let Some(next) = self.next else { return };
        let now = ui.input(|input| input.time);
        let next = if now < next {
            next
        } else {
            self.at = (self.at + 1).min(self.steps);
            // Drawing that is slower than that skips no step.
            (next + self.pause()).max(now)
        };
        self.next = (!self.is_at_end()).then_some(next);
        if self.next.is_some() {
            ui.ctx().request_repaint_after(Duration::from_secs_f64((next - now).max(0.0)));
        }
    }

    /// Draws it, with or without the speeds.
    pub(super) fn show(&mut self, ui: &mut Ui, words: &Words, speeds: bool) {
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            let fills = [("at", self.at.into()), ("steps", self.steps.into())];
            let label = ui.label(words.fill("replay-at", &fills));
            ui.spacing_mut().slider_width = ui.available_width() - 8.0;
            let mut at = self.at;
            let slider = Slider::new(&mut at, 0..=self.steps).show_value(false);
            if ui.add(slider).labelled_by(label.id).changed() {
                self.go(at);
                ui.request_repaint();
            }
        });
        ui.horizontal(|ui| {
            self.buttons(ui, words);
            if speeds {
                ui.separator();
                self.speeds(ui, words);
            }
        });
        ui.add_space(2.0);
    }

    /// How fast it plays by itself.
    pub(super) fn speeds(&mut self, ui: &mut Ui, words: &Words) {
        ui.horizontal(|ui| {
            for speed in SPEEDS {
                let name = words.fill("replay-speed", &[("speed", speed.into())]);
                ui.selectable_value(&mut self.speed, speed, format!("{speed}×")).on_hover_text(name);
            }
        });
    }

    fn buttons(&mut self, ui: &mut Ui, words: &Words) {
        let (start, end) = (self.at == 0, self.is_at_end());
        if button(ui, "⏮", &words.say("replay-first"), !start) {
            self.go(0);
        }
        if button(ui, "◀", &words.say("replay-back"), !start) {
            self.go(self.at.saturating_sub(1));
        }
        let play = words.say(if self.next.is_some() { "replay-pause" } else { "replay-play" });
        let play = main_button(ui, &play).min_size(vec2(110.0, 0.0));
        if ui.add_enabled(self.steps > 0, play).clicked() {
            self.toggle(ui);
        }
        if button(ui, "▶", &words.say("replay-next"), !end) {
            self.go(self.at + 1);
        }
        if button(ui, "⏭", &words.say("replay-last"), !end) {
            self.go(self.steps);
        }
    }
}

/// A button with a sign, and a name for whoever does not see it.
fn button(ui: &mut Ui, sign: &str, name: &str, enabled: bool) -> bool {
    let response = ui.add_enabled(enabled, Button::new(sign));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    let clicked = response.clicked();
    if clicked {
        // What is drawn above shows the step that is left.
        ui.request_repaint();
    }
    response.on_hover_text(name);
    clicked
}
