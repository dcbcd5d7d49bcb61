//! The battle: both seas, what remains of each fleet, and shots by click or key.

use std::collections::BTreeMap;

use eframe::egui::{Align, Key, Layout, Panel, Ui, vec2};
use marque_protocol::{
    games::{
        self,
        duel::{Act, Duel, Event, Mark as Known},
        fleet::Ship,
        grid::{Cell, Cells},
    },
    rules::{Intent, Seat},
};

use super::{
    aim::{Aim, Task},
    aside::{self, Fresh, Refusal},
    placement::name,
};
use crate::{
    helm::Order,
    scene::Scene,
    ui::{
        sea::{self, Hull, Mark, Sea},
        story::Story,
        widgets::{heading, ship_icon},
        words::{Fill, Words},
    },
};

/// What the screen remembers of a battle between two frames.
#[derive(Default)]
pub struct Battle {
    /// Cells that are chosen for a salvo, or to be revealed.
    aim: Aim,
    /// The player's own notes on cells of which nothing is known.
    notes: BTreeMap<Cell, Note>,
    /// What the player had to decide.
    task: Option<Task>,
    /// That is another decision than before.
    turned: bool,
    /// Why the last cell would not do.
    refusal: Option<Refusal>,
    /// The sea that the keyboard was in.
    keyboard: Option<Seat>,
}

/// Between the seas, in points.
const GAP: f32 = 24.0;
/// So many cells of the ships that are counted below a sea are as wide as the sea: there is room for words too.
const AFLOAT: f32 = 42.0;

/// The width that both seas need beside each other, in points.
pub fn width_beside(duel: &Duel) -> f32 {
    2.0 * sea::least_width(duel.grid()) + GAP
}

/// What a seat that may act has to do.
pub fn turn(words: &Words, duel: &Duel, seat: Seat) -> String {
    words.say(match Task::of(duel, seat, true) {
        Task::Reveal => "turn-reveal",
        _ if duel.rules().salvo => "turn-salvo",
        _ => "turn-yours",
    })
}

/// What the player thinks of a cell.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Note {
    Ship,
    Water,
}

impl Battle {
    /// Draws what is collected for one act, and its confirmation, which nothing may hide; says what the player
    /// orders.
    pub fn confirm(&mut self, ui: &mut Ui, words: &Words, view: &Scene<'_>, duel: &Duel) -> Option<Order> {
        let task = self.task(view, duel);
        if !view.open || !Aim::is_shown(duel, task) {
            return None;
        }
        let panel = Panel::top("aim").show_separator_line(false);
        let shown = panel.show(ui, |ui| self.aim.show(ui, words, duel, view.seat, task));
        shown.inner.map(order)
    }

    /// What the player has to decide now. Whatever was meant for another decision is forgotten.
    fn task(&mut self, view: &Scene<'_>, duel: &Duel) -> Task {
        let task = Task::of(duel, view.seat, view.due);
        if self.task.replace(task) != Some(task) {
            self.turned = true;
            (self.aim, self.refusal) = (Aim::default(), None);
        }
        task
    }

    /// Why the last cell would not do.
    pub fn refusal(&self, words: &Words) -> Option<String> {
        self.refusal.map(|refusal| refusal.say(words))
    }

    /// Draws both seas; says what the player orders.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, view: &Scene<'_>, duel: &Duel) -> Option<Order> {
        let (own, enemy) = (view.seat, Duel::opponent(view.seat));
        let task = self.task(view, duel);
        let (live, open) = match task {
            Task::Wait => (None, Cells::EMPTY),
            Task::Fire => (Some(enemy), duel.open(enemy)),
            Task::Reveal => (Some(own), hidden(view, duel)),
        };
        let turned = std::mem::take(&mut self.turned);
        let (seat, cell) = self.seas(ui, words, view, duel, Live { seat: live, open, turned })?;
        // What is drawn above changes with it.
        ui.ctx().request_repaint();
        self.refusal = None;
        if live != Some(seat) || !open.contains(cell) {
            self.refusal = Refusal::of(task, duel, own, seat, cell);
            return None;
        }
        if task == Task::Fire && !duel.rules().salvo {
            return Some(order(Act::fire([cell])));
        }
        let wanted = task.wanted(duel, own);
        if !self.aim.choose(cell, wanted) {
            self.refusal = Some(Refusal::Full(wanted));
        }
        None
    }

    /// Both seas, beside each other where there is room; which cell of which was chosen.
    fn seas(
        &mut self,
        ui: &mut Ui,
        words: &Words,
        view: &Scene<'_>,
        duel: &Duel,
        live: Live,
    ) -> Option<(Seat, Cell)> {
        let (own, enemy) = (view.seat, Duel::opponent(view.seat));
        let (width, height) = (ui.available_width(), ui.available_height() - 96.0);
        let half = (width - GAP) / 2.0;
        let beside = sea::has_room(duel.grid(), half);
        let side = sea::cell_side(duel.grid(), vec2(if beside { half } else { width }, height));
        let before = self.keyboard.take();
        let mut chosen = None;
        // One above the other, that in which something is to be chosen comes first.
        let (layout, seas) = match beside {
            true => (Layout::left_to_right(Align::Min), [("own", own), ("enemy", enemy)]),
            false if live.seat == Some(own) => {
                (Layout::top_down(Align::Min), [("own", own), ("enemy", enemy)])
            }
            false => (Layout::top_down(Align::Min), [("enemy", enemy), ("own", own)]),
        };
        ui.with_layout(layout, |ui| {
            let gap = ui.spacing().item_spacing.x;
            if beside {
                // Both in the middle of what is left.
                ui.add_space(((width - 2.0 * sea::width(duel.grid(), side)) / 2.0 - gap).max(0.0));
            }
            for (id, seat) in seas {
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 3.0;
                    heading(ui, &title(words, view, seat), Some(seat));
                    let touch = SeaOf { battle: self, words, view, duel, id, seat, side, live }.show(ui);
                    if touch.focused.is_some() {
                        self.keyboard = Some(seat);
                    }
                    let noted = seat == enemy && view.open;
                    if noted {
                        self.note(ui, &touch);
                    }
                    if live.seat == Some(seat) {
                        live.call_keyboard(ui, id, &touch, before.is_some_and(|sea| sea != seat));
                    }
                    chosen = chosen.or(touch.chosen.map(|cell| (seat, cell)));
                    ui.set_max_width(sea::width(duel.grid(), side));
                    remains(ui, words, duel, seat);
                    if noted {
                        ui.small(words.say("notes-how"));
                    }
                });
                ui.add_space(gap);
            }
        });
        chosen
    }

    /// Changes the note on a cell: a ship, water, nothing.
    fn note(&mut self, ui: &Ui, touch: &sea::Touch) {
        let key = touch.focused.filter(|_| ui.input(|input| input.key_pressed(Key::N)));
        if let Some(cell) = touch.turned.or(key) {
            match self.notes.get(&cell) {
                None => drop(self.notes.insert(cell, Note::Ship)),
                Some(Note::Ship) => drop(self.notes.insert(cell, Note::Water)),
                Some(Note::Water) => drop(self.notes.remove(&cell)),
            }
            ui.ctx().request_repaint();
        }
    }
}

/// Where something can be chosen now.
#[derive(Copy, Clone)]
struct Live {
    /// The sea; none while the player waits.
    seat: Option<Seat>,
    /// The cells.
    open: Cells,
    /// Something else was to be done before.
    turned: bool,
}

impl Live {
    /// Puts the keyboard into this sea when there is something to do, also out of the other sea. Who has the
    /// pointer there needs none.
    fn call_keyboard(&self, ui: &Ui, id: &'static str, touch: &sea::Touch, elsewhere: bool) {
        match touch.hovered {
            None if self.turned && elsewhere => sea::take_keyboard(ui, id),
            None if self.turned => sea::offer_keyboard(ui, id),
            _ => {}
        }
    }
}

/// Cells of the own ships that are neither hit nor revealed.
fn hidden(view: &Scene<'_>, duel: &Duel) -> Cells {
    let own = ships(view, view.seat);
    let cells = own.iter().flat_map(|ship| ship.cells());
    cells.filter(|cell| matches!(duel.mark(view.seat, *cell), Known::Unknown)).collect()
}

/// One of the two seas of a battle.
struct SeaOf<'a> {
    battle: &'a Battle,
    words: &'a Words,
    view: &'a Scene<'a>,
    duel: &'a Duel,
    id: &'static str,
    seat: Seat,
    side: f32,
    live: Live,
}

impl SeaOf<'_> {
    fn show(&self, ui: &mut Ui) -> sea::Touch {
        let (duel, seat) = (self.duel, self.seat);
        let known = |cell: Cell| duel.mark(seat, cell);
        let noted = seat != self.view.seat;
        let live = self.live.seat == Some(seat);
        let note = |cell: Cell| self.battle.notes.get(&cell).copied().filter(|_| noted);
        let mines = mines(self.view, seat);
        let mark = |cell: Cell| match known(cell) {
            _ if live && !noted && self.battle.aim.contains(cell) => Mark::Chosen,
            _ if live && self.battle.aim.contains(cell) => Mark::Aimed,
            _ if live && !noted && self.live.open.contains(cell) => Mark::Choice,
            Known::Unknown if mines.contains(cell) => Mark::Laid,
            Known::Unknown => match note(cell) {
                Some(Note::Ship) => Mark::MaybeShip,
                Some(Note::Water) => Mark::MaybeWater,
                None => Mark::None,
            },
            Known::Fired => Mark::Fired,
            Known::Miss => Mark::Miss,
            Known::Hit => Mark::Hit,
            Known::Sunk => Mark::Sunk,
            Known::Mine => Mark::Mine,
            Known::KnownEmpty => Mark::Empty,
            Known::Revealed => Mark::Known,
        };
        let hulls: Vec<(Ship, Hull)> =
            ships(self.view, seat).into_iter().map(|ship| (ship, Hull::Lies)).collect();
        let taken: Cells = hulls.iter().flat_map(|(ship, _)| ship.cells()).collect();
        let label = |cell: Cell| {
            let state = match known(cell) {
                _ if live && !noted && self.battle.aim.contains(cell) => "mark-to-reveal",
                _ if live && self.battle.aim.contains(cell) => "mark-aimed",
                _ if live && !noted && self.live.open.contains(cell) => "mark-may-reveal",
                Known::Revealed if !noted => "mark-revealed-own",
                Known::Unknown if taken.contains(cell) => "mark-ship",
                Known::Unknown if mines.contains(cell) => "mark-mine-lies",
                Known::Unknown => match note(cell) {
                    Some(Note::Ship) => "mark-maybe-ship",
                    Some(Note::Water) => "mark-maybe-water",
                    None => "mark-unknown",
                },
                Known::Fired => "mark-fired",
                Known::Miss => "mark-miss",
                Known::Hit => "mark-hit",
                Known::Sunk => "mark-sunk",
                Known::Mine => "mark-mine",
                Known::KnownEmpty => "mark-empty",
                Known::Revealed => "mark-revealed",
            };
            let fills = [("cell", cell.to_string().into()), ("state", self.words.say(state).into())];
            match self.view.you {
                Some(you) if you == seat => self.words.fill("cell-of-own-sea", &fills),
                Some(_) => self.words.fill("cell-of-enemy-sea", &fills),
                None => {
                    let who = Story::of(self.words, self.view).who(seat);
                    let [cell, state] = fills;
                    self.words.fill("cell-of-sea", &[("who", who.into()), cell, state])
                }
            }
        };
        let name = title(self.words, self.view, seat);
        let fresh = Fresh::of(self.view.steps, seat);
        let framed = [fresh.shots, fresh.revealed].concat();
        let grid = duel.grid();
        Sea { id: self.id, name, grid, cell: self.side, hulls, mark: &mark, label: &label, framed, live }
            .show(ui)
    }
}

/// What the player calls a sea.
fn title(words: &Words, view: &Scene<'_>, seat: Seat) -> String {
    match view.you {
        Some(you) if you == seat => words.say("sea-own"),
        Some(_) => words.say("sea-enemy"),
        None => words.fill("sea-of", &[("who", Story::of(words, view).who(seat).into())]),
    }
}

/// Ships that the player may see in this sea: the own, those sunk, and all once they are shown.
fn ships(view: &Scene<'_>, seat: Seat) -> Vec<Ship> {
    match (view.layout(seat), view.table.position()) {
        (Some(games::Layout::Duel(layout)), _) => layout.ships.clone(),
        (_, games::Position::Duel(duel)) => duel.sunk(seat).to_vec(),
        _ => Vec::new(),
    }
}

/// Mines that the player may see in this sea: the own, and all once they are shown.
fn mines(view: &Scene<'_>, seat: Seat) -> Cells {
    match view.layout(seat) {
        Some(games::Layout::Duel(layout)) => layout.mines.iter().copied().collect(),
        _ => Cells::default(),
    }
}

/// What the last turn of the enemy has told, besides its shots.
pub fn news(words: &Words, view: &Scene<'_>) -> Option<String> {
    aside::mines(words, view.steps, view.seat).filter(|_| view.open && view.due)
}

fn order(act: Act) -> Order {
    Order::Act(Intent::plain(games::Act::Duel(act)))
}

/// The ships of a fleet that are still afloat.
fn remains(ui: &mut Ui, words: &Words, duel: &Duel, seat: Seat) {
    let afloat = duel.afloat(seat);
    let side = (ui.available_width() / AFLOAT).clamp(9.0, 15.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
        ui.small(words.fill("afloat", &[("count", afloat.len().into())]));
        for length in afloat {
            ship_icon(ui, length, side).on_hover_text(name(words, length));
        }
        if duel.rules().mines {
            let left = duel.rules().mine_count().saturating_sub(duel.mines_hit(seat).len());
            ui.small(words.fill("mines-left", &[("count", left.into())]));
        }
    });
}

/// What a board says about an event, for the log of the battle.
pub fn say(words: &Words, who: &dyn Fn(Seat) -> String, event: &Event) -> Option<String> {
    let list = |cells: &[Cell]| Fill::from(cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" "));
    Some(match event {
        Event::Begins(seat) => words.fill("log-begins", &[("who", who(*seat).into())]),
        Event::Fired { by, cells } => {
            words.fill("log-fires", &[("who", who(*by).into()), ("cells", list(cells))])
        }
        Event::Answered { cell, outcome, .. } => {
            let key = match outcome {
                games::duel::Outcome::Miss => "log-miss",
                games::duel::Outcome::Hit => "log-hit",
                games::duel::Outcome::Mine => "log-mine",
            };
            words.fill(key, &[("cell", cell.to_string().into())])
        }
        Event::Sunk { ship, .. } => words
            .fill("log-sunk", &[("ship", name(words, ship.length).into()), ("at", ship.to_string().into())]),
        Event::RevealDue { seat, count } => {
            words.fill("log-reveal-due", &[("who", who(*seat).into()), ("count", (*count).into())])
        }
        Event::Revealed { seat, cells } => {
            words.fill("log-revealed", &[("who", who(*seat).into()), ("cells", list(cells))])
        }
        Event::KnownEmpty { .. }
        | Event::Again(_)
        | Event::Turn(_)
        | Event::Left { .. }
        | Event::Won(_)
        | Event::Nobody => {
            return None;
        }
    })
}
