//! The screen on which a fleet is laid out: by mouse, by keyboard, or at random.

use eframe::egui::{
    Align, Button, Event, Key, Layout as Flow, RichText, ScrollArea, Sense, TextStyle, Ui, Vec2, vec2,
};
use marque_protocol::games::{Layout, duel::Options, fleet::Ship, grid::Cell};
use rand::Rng;

use super::placing::{Hindrance, Laid, Piece, Placing};
use crate::ui::{
    marks,
    sea::{self, Hull, Mark, Sea, Touch},
    theme,
    widgets::{heading, main_button, ship_icon},
    words::Words,
};

const SEA: &str = "placing";
/// Width of the list of ships, in points, and where there is little room.
const FLEET: f32 = 220.0;
const FLEET_LEAST: f32 = 148.0;
const GAP: f32 = 8.0;
/// A cell of the ships in the list.
const ICON: f32 = 16.0;

/// What the pointer or the keyboard carries.
#[derive(Copy, Clone)]
struct Hand {
    piece: Piece,
    down: bool,
    /// Which of its cells is held.
    grip: u8,
    /// The cell from which it is being dragged, while the button is down.
    from: Option<Cell>,
}

impl Hand {
    fn over(self, cell: Cell) -> Option<Laid> {
        let back = -i16::from(self.grip);
        Some(match self.piece {
            Piece::Mine => Laid::Mine(cell),
            Piece::Ship(length) if self.down => Laid::Ship(Ship::down(cell.offset(0, back)?, length)),
            Piece::Ship(length) => Laid::Ship(Ship::across(cell.offset(back, 0)?, length)),
        })
    }
}

/// The placement screen.
#[derive(Clone)]
pub struct Placement {
    placing: Placing,
    hand: Option<Hand>,
    down: bool,
    said: Option<Hindrance>,
}

impl Placement {
    /// An empty sea.
    pub fn new(options: Options) -> Placement {
        Placement { placing: Placing::new(options), hand: None, down: false, said: None }
    }

    /// Draws it; gives the layout once the player is content with it.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, rng: &mut dyn Rng) -> Option<Layout> {
        self.advice(ui, words);
        let scrolled = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.all(ui, words, rng));
        scrolled.inner
    }

    /// How it is done, or why the last thing could not be: where nothing scrolls out of sight, and with the
    /// same room, so that nothing moves under the pointer.
    fn advice(&self, ui: &mut Ui, words: &Words) {
        let tight = theme::is_tight(ui);
        let stuck = self.placing.stuck().map(Hindrance::NoRoom);
        let bad = theme::paint(ui).bad;
        let text = match self.said.or(stuck) {
            Some(hindrance) => {
                RichText::new(explain(words, hindrance, self.placing.options().mines)).color(bad)
            }
            None => RichText::new(words.say("placing-how")),
        };
        let (text, style) = if tight { (text.small(), TextStyle::Small) } else { (text, TextStyle::Body) };
        let rows = if tight { 2.0 } else { 1.0 };
        let height = rows * ui.text_style_height(&style);
        ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
            ui.set_min_height(height);
            ui.label(text);
        });
    }

    /// What lies, and the rest at random; none where that finds no room.
    pub fn completed(&self, rng: &mut dyn Rng) -> Option<Layout> {
        let mut placing = self.placing.clone();
        placing.complete(rng);
        placing.layout().map(Layout::Duel)
    }

    fn all(&mut self, ui: &mut Ui, words: &Words, rng: &mut dyn Rng) -> Option<Layout> {
        let mut decision = None;
        let grid = self.placing.options().grid();
        let width = ui.available_width();
        let beside = sea::has_room(grid, width - FLEET_LEAST - GAP);
        let fleet = if width > 640.0 { FLEET } else { FLEET_LEAST };
        let space = if beside { width - fleet - 2.0 * GAP } else { width };
        let side = sea::cell_side(grid, vec2(space, ui.available_height() - 8.0));
        let flow = if beside { Flow::left_to_right(Align::Min) } else { Flow::top_down(Align::Min) };
        ui.with_layout(flow, |ui| {
            if beside {
                // All of it in the middle.
                ui.add_space(((space - sea::width(grid, side)) / 2.0).max(0.0));
            }
            let touch = self.sea(ui, words, side);
            ui.add_space(GAP);
            ui.vertical(|ui| {
                self.fleet(ui, words, fleet);
                ui.add_space(8.0);
                let completed = self.tools(ui, words, rng);
                ui.add_space(12.0);
                ui.set_max_width(fleet);
                ui.vertical_centered_justified(|ui| {
                    let ready = main_button(ui, &words.say("placing-ready")).wrap().min_size(vec2(0.0, 44.0));
                    let ready = ui.add_enabled(self.placing.left().is_empty(), ready);
                    if completed {
                        ready.request_focus();
                    }
                    if ready.clicked() {
                        decision = self.placing.layout().map(Layout::Duel);
                    }
                });
            });
            self.act(ui, &touch);
        });
        decision
    }

    fn sea(&self, ui: &mut Ui, words: &Words, side: f32) -> Touch {
        let mut hulls: Vec<(Ship, Hull)> =
            self.placing.ships().into_iter().map(|ship| (ship, Hull::Lies)).collect();
        let mut mines = self.placing.mines();
        let last: Option<Cell> = ui.data(|data| data.get_temp(ui.scope_id().with("over")));
        let free = last.filter(|cell| self.hand.is_some() || self.placing.at(*cell).is_none());
        let hand = self.hand.or_else(|| self.next());
        if let Some(laid) = hand.zip(free).and_then(|(hand, cell)| hand.over(cell)) {
            let fits = self.placing.hindrance(laid).is_none();
            match laid {
                Laid::Mine(cell) if fits => drop(mines.insert(cell)),
                _ => hulls.push((laid.room(), if fits { Hull::Fits } else { Hull::Unfit })),
            }
        }
        let mark = |cell: Cell| if mines.contains(cell) { Mark::Laid } else { Mark::None };
        let label = |cell: Cell| match self.placing.at(cell) {
            Some(laid) => words.fill(
                "cell-own-ship",
                &[("cell", cell.to_string().into()), ("ship", called(words, laid.piece()).into())],
            ),
            None => words.fill("cell-water", &[("cell", cell.to_string().into())]),
        };
        let grid = self.placing.options().grid();
        let name = words.say("sea-own");
        let touch = Sea {
            id: SEA,
            name,
            grid,
            cell: side,
            hulls,
            mark: &mark,
            label: &label,
            framed: Vec::new(),
            live: true,
        }
        .show(ui);
        let over = touch.focused.or(touch.hovered);
        let id = ui.scope_id().with("over");
        ui.data_mut(|data| match over {
            Some(cell) => drop(data.insert_temp(id, cell)),
            None => data.remove::<Cell>(id),
        });
        touch
    }

    fn fleet(&mut self, ui: &mut Ui, words: &Words, width: f32) {
        heading(ui, &words.say("placing-left"), None);
        let left = self.placing.left();
        let classes = self.placing.options().fleet.classes();
        let longest = classes.iter().map(|class| class.length).max().unwrap_or(0);
        // Also what is laid keeps its row, so that nothing moves while the fleet is laid out.
        let mut pieces: Vec<Piece> = classes.iter().map(|class| Piece::Ship(class.length)).collect();
        if self.placing.options().mines {
            pieces.push(Piece::Mine);
        }
        for piece in pieces {
            let count = left.iter().filter(|other| **other == piece).count();
            let held = self.hand.is_some_and(|hand| hand.piece == piece);
            let text =
                words.fill("fleet-row", &[("ship", called(words, piece).into()), ("count", count.into())]);
            ui.horizontal(|ui| {
                ui.set_min_width(width);
                if width >= FLEET {
                    let length = icon(ui, piece);
                    // Names stand in one column.
                    ui.add_space(f32::from(longest.saturating_sub(length)) * ICON);
                }
                if ui.add_enabled(count > 0, Button::selectable(held, text)).clicked() {
                    self.hand = Some(Hand { piece, down: self.down, grip: 0, from: None });
                }
            });
        }
        if left.is_empty() {
            let mines = self.placing.options().mines;
            ui.label(words.say(if mines { "placing-all-lie-mines" } else { "placing-all-lie" }));
        } else {
            // Nothing below it moves when the last ship is laid, nor is another thing for the keyboard.
            ui.skip_ahead_auto_ids(1);
            ui.add_space(ui.text_style_height(&TextStyle::Body) + ui.spacing().item_spacing.y);
        }
    }

    /// Says whether the fleet was completed by the keyboard, which has nothing to do here then.
    fn tools(&mut self, ui: &mut Ui, words: &Words, rng: &mut dyn Rng) -> bool {
        let mut completed = false;
        let wide = |key: &str| Button::new(words.say(key)).min_size(vec2(105.0, 30.0));
        ui.horizontal_wrapped(|ui| {
            if ui.add(wide("placing-turn")).clicked() {
                self.turn(None);
            }
            if ui.add_enabled(self.placing.can_undo(), wide("placing-undo")).clicked() {
                self.placing.undo();
                self.rest();
            }
        });
        ui.horizontal_wrapped(|ui| {
            if ui.add(wide("placing-random")).clicked() {
                self.placing.random(rng);
                self.rest();
            }
            let complete = ui.add_enabled(!self.placing.left().is_empty(), wide("placing-complete"));
            if complete.clicked() {
                self.rest();
                completed = self.placing.complete(rng) && complete.has_focus();
                self.said = self.placing.left().last().map(|piece| Hindrance::NoRoom(*piece));
            }
        });
        ui.horizontal(|ui| {
            if ui.add_enabled(!self.placing.laid().is_empty(), wide("placing-clear")).clicked() {
                self.placing.clear();
                self.rest();
            }
        });
        completed
    }

    fn rest(&mut self) {
        (self.hand, self.said) = (None, None);
    }

    fn turn(&mut self, on: Option<Cell>) {
        match (&mut self.hand, on) {
            (Some(hand), _) => {
                hand.down = !hand.down;
                self.down = hand.down;
            }
            (None, Some(cell)) if self.placing.at(cell).is_some() => {
                self.said = self.placing.turn(cell).err();
            }
            (None, _) => self.down = !self.down,
        }
    }

    /// What the pointer and the keyboard do to the sea.
    fn act(&mut self, ui: &Ui, touch: &Touch) {
        let over = touch.focused.or(touch.hovered);
        let turns = |event: &Event| matches!(event, Event::MouseWheel { delta, .. } if delta.y != 0.0);
        let wheel = touch.hovered.is_some() && ui.input(|input| input.events.iter().any(turns));
        if wheel {
            // It turns a ship, and scrolls nothing.
            ui.input_mut(|input| input.smooth_scroll_delta = Vec2::ZERO);
        }
        let keys = [Key::R, Key::Escape, Key::Delete, Key::Backspace];
        if wheel || touch.acts() || keys.iter().any(|key| ui.input(|input| input.key_pressed(*key))) {
            // What comes of it is seen in the next frame: the sea of this one is drawn.
            ui.ctx().request_repaint();
        }
        if ui.input(|input| input.key_pressed(Key::R)) || touch.turned.is_some() || wheel {
            self.turn(touch.turned.or(over));
        }
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.rest();
        }
        if let Some(cell) = over
            .filter(|_| ui.input(|input| input.key_pressed(Key::Delete) || input.key_pressed(Key::Backspace)))
        {
            self.placing.take(cell);
        }
        if let Some(cell) = touch.pressed.filter(|_| self.hand.is_none()) {
            self.lift(cell, Some(cell));
            return;
        }
        if let Some(cell) = touch.dropped
            && let Some(from) = self.hand.and_then(|hand| hand.from)
        {
            if let Some(hand) = &mut self.hand {
                hand.from = None;
            }
            if cell != from {
                self.put(cell);
            }
            // A click that does not move the pointer leaves the ship in hand.
            return;
        }
        if let Some(cell) = touch.chosen {
            match self.hand {
                Some(_) => self.put(cell),
                None if self.placing.at(cell).is_some() => self.lift(cell, None),
                None => {
                    self.hand = self.next();
                    self.put(cell);
                }
            }
        }
    }

    /// What who clicks into the water means: the longest ship that is left.
    fn next(&self) -> Option<Hand> {
        let piece = *self.placing.left().first()?;
        Some(Hand { piece, down: self.down, grip: 0, from: None })
    }

    fn lift(&mut self, cell: Cell, from: Option<Cell>) {
        if let Some(laid) = self.placing.take(cell) {
            let room = laid.room();
            let grip = if room.down { cell.y - room.at.y } else { cell.x - room.at.x };
            // A mine has no direction, and takes none from the ship that comes after it.
            let down = if laid.piece() == Piece::Mine { self.down } else { room.down };
            self.hand = Some(Hand { piece: laid.piece(), down, grip, from });
            self.said = None;
        }
    }

    fn put(&mut self, cell: Cell) {
        let Some(hand) = self.hand else { return };
        let laid = hand.over(cell).ok_or(Hindrance::Outside).and_then(|it| self.placing.put(it));
        match laid {
            Ok(()) => {
                self.said = None;
                // The next of the same kind comes to hand by itself.
                let more = self.placing.left().contains(&hand.piece);
                self.hand = more.then_some(Hand { grip: 0, from: None, ..hand });
            }
            Err(hindrance) => self.said = Some(hindrance),
        }
    }
}

/// What a ship of this length is called.
pub fn name(words: &Words, length: u8) -> String {
    words.fill("ship", &[("length", u32::from(length).into())])
}

/// What a piece is called.
fn called(words: &Words, piece: Piece) -> String {
    match piece {
        Piece::Ship(length) => name(words, length),
        Piece::Mine => words.say("mine"),
    }
}

/// Draws a piece in the list; how many cells it takes there.
fn icon(ui: &mut Ui, piece: Piece) -> u8 {
    match piece {
        Piece::Ship(length) => {
            ship_icon(ui, length, ICON);
            length
        }
        Piece::Mine => {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(ICON), Sense::hover());
            marks::draw(ui.painter(), rect, Mark::Laid, theme::paint(ui));
            1
        }
    }
}

/// Why a spot will not do, in a game with mines or without.
fn explain(words: &Words, hindrance: Hindrance, mines: bool) -> String {
    let of = |key: &str, piece: Piece| words.fill(key, &[("ship", called(words, piece).into())]);
    let at = |key: &str, laid: Laid| {
        let place = laid.room().to_string();
        let what = match laid {
            Laid::Ship(_) => place,
            Laid::Mine(_) => words.fill("mine-at", &[("cell", place.into())]),
        };
        words.fill(key, &[("ship", what.into())])
    };
    match hindrance {
        Hindrance::Outside => words.say("hindrance-outside"),
        Hindrance::Overlaps(laid) => at("hindrance-overlaps", laid),
        Hindrance::Touches(laid) if mines => at("hindrance-touches-mine", laid),
        Hindrance::Touches(laid) => at("hindrance-touches", laid),
        Hindrance::NoneLeft(piece) => of("hindrance-none-left", piece),
        Hindrance::NoRoom(piece) => of("hindrance-no-room", piece),
    }
}
