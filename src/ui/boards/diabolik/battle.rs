//! The battle: the board, what may be done on it, and how all seats stand.

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui::{Align, Key, Label, Layout, RichText, Stroke, Ui, vec2};
use marque_protocol::{
    games::{
        self,
        diabolik::{Act, Board, Diabolik, Event, Heading, Turn},
        grid::Cell,
    },
    rules::{Intent, Seat},
};

use super::{
    console,
    draft::{Draft, Step},
    film::Film,
    hand::{BUILD, Hand, Meaning},
    rules, says,
    signs::Sign,
    standing,
    waters::{self, Waters},
};
use crate::{
    helm::Order,
    scene::Scene,
    ui::{
        field::{Touch, offer_keyboard},
        story::Story,
        theme,
        words::Words,
    },
};

const ID: &str = "diabolik";
/// Between the board and what is beside it, in points.
const GAP: f32 = 16.0;
/// The width of what is beside the board, in points, where there is little room and where there is enough.
const PANEL: [f32; 2] = [220.0, 280.0];
/// The least side of a cell, in points, and the largest.
const CELL: [f32; 2] = [24.0, 72.0];
/// The line below the board, in points: nothing moves with what it says.
const SAID: f32 = 46.0;

/// What the screen remembers of a battle between two frames.
pub struct Battle {
    /// The plan in the making; none while the player waits.
    pub(super) draft: Option<Draft>,
    pub(super) hand: Hand,
    pub(super) film: Film,
    /// Whether it is shown which ships can be sunk.
    pub(super) threats: bool,
    /// The cell that is looked at, as of the last frame.
    looked: Option<Cell>,
    /// Why what was tried last will not do.
    pub(super) said: Option<String>,
    /// The turn has come, and the keyboard may be called to the board.
    called: bool,
    /// The rules are open.
    pub(super) rules: bool,
}

impl Default for Battle {
    fn default() -> Battle {
        let (draft, hand, film) = (None, Hand::Empty, Film::default());
        Battle { draft, hand, film, threats: true, looked: None, said: None, called: false, rules: false }
    }
}

/// The width that a board and what is beside it want, in points.
pub fn width_beside(game: &Diabolik) -> f32 {
    let cell = if game.board().grid().width > 8 { 36.0 } else { 48.0 };
    waters::width(game.board(), cell) + GAP + PANEL[1]
}

impl Battle {
    /// Draws it; says what the player orders.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, view: &Scene<'_>, game: &Diabolik) -> Option<Order> {
        self.attend(ui, view, game);
        if let Some(end) = standing::ended(words, view, game) {
            ui.add(Label::new(RichText::new(end).strong()).wrap());
        }
        let (width, height) = (ui.available_width(), ui.available_height());
        if self.rules {
            rules::show(ui, words, game.board().options());
        }
        let cells = f32::from(game.board().grid().width) + 1.0;
        let beside = width >= CELL[0] * cells + GAP + PANEL[0];
        let room = if beside { width - GAP - PANEL[1] } else { width };
        let side = (room / cells).min((height - SAID) / cells).floor().clamp(CELL[0], CELL[1]);
        let flow = if beside { Layout::left_to_right(Align::Min) } else { Layout::top_down(Align::Min) };
        let (mut touch, mut plan) = (Touch::default(), None);
        ui.with_layout(flow, |ui| {
            ui.vertical(|ui| {
                ui.set_width(waters::width(game.board(), side));
                touch = self.waters(ui, words, view, game, side);
                self.say(ui, words, view, game, &touch);
            });
            ui.add_space(GAP - ui.spacing().item_spacing.x);
            ui.vertical(|ui| {
                standing::show(ui, words, view, game);
                plan = console::show(self, ui, words, view, game.board());
            });
        });
        self.act(ui, words, &touch);
        plan.map(|plan| Order::Act(Intent::plain(games::Act::Diabolik(plan))))
    }

    /// Takes notice of what is new.
    fn attend(&mut self, ui: &Ui, view: &Scene<'_>, game: &Diabolik) {
        // Afterwards and in a replay every turn is as new as those of others.
        let you = view.you.filter(|_| view.open);
        self.film.follow(ui, game.board().options(), view.steps, you);
        let board = game.board();
        if !view.due {
            (self.draft, self.said, self.hand) = (None, None, Hand::Empty);
        } else if !self.draft.as_ref().is_some_and(|draft| draft.is_of(board, view.seat)) {
            self.draft = Some(Draft::new(board, view.seat));
            (self.hand, self.said) = (Hand::Empty, None);
            self.called = true;
        }
    }

    fn waters(&mut self, ui: &mut Ui, words: &Words, view: &Scene<'_>, game: &Diabolik, side: f32) -> Touch {
        let turn = self.draft.as_ref().map(Draft::turn);
        let board = turn.map_or(game.board(), Turn::board);
        let signs = self.signs(board, view.seat);
        let hand = self.hand;
        let names = names(words, view);
        let label = |cell: Cell| label(words, (&names, view.you), (hand, turn, board), cell);
        let mut lines = self.attack(ui, turn);
        let moment = self.film.moment(ui);
        let hit = Stroke::new(2.5, theme::paint(ui).hit);
        if let Some((target, by)) = moment.as_ref().and_then(|(_, motion)| motion.attack()) {
            lines = by.map(|by| (by, target, hit)).to_vec();
        }
        let (shown, motion) = moment.map_or((board, None), |(board, motion)| (board, Some(motion)));
        let sign = |cell: Cell| match motion {
            Some(_) => Vec::new(),
            None => signs.get(&cell).cloned().unwrap_or_default(),
        };
        let (seat, live) = (view.seat, turn.is_some());
        let (id, label, signs, lines) = (ID, &label, &sign, &lines);
        let touch = Waters { id, board: shown, seat, cell: side, live, label, signs, lines, motion }.show(ui);
        if std::mem::take(&mut self.called) && touch.hovered.is_none() {
            offer_keyboard(ui, ID);
        }
        touch
    }

    /// From the two that would sink the ship that is looked at.
    fn attack(&self, ui: &Ui, turn: Option<&Turn>) -> Vec<(Cell, Cell, Stroke)> {
        let line = Stroke::new(2.5, theme::paint(ui).hit);
        match turn.zip(self.looked).map(|(turn, cell)| self.hand.meaning(turn, cell)) {
            Some(Meaning::Act(Act::Sink { target, by }, _)) => by.map(|by| (by, target, line)).to_vec(),
            _ => Vec::new(),
        }
    }

    /// What is drawn on which cell.
    fn signs(&self, board: &Board, seat: Seat) -> BTreeMap<Cell, Vec<Sign>> {
        let mut signs: BTreeMap<Cell, Vec<Sign>> = BTreeMap::new();
        let mut put = |cell: Cell, sign: Sign| {
            if board.grid().contains(cell) {
                signs.entry(cell).or_default().push(sign);
            }
        };
        if let Some(cell) = self.looked
            && let Some(ship) = board.ship(cell)
        {
            let sides = crossing(ship.heading);
            sides.filter_map(|way| way.from(cell)).for_each(|flank| put(flank, Sign::Flank));
        }
        let fresh = self.draft.as_ref().is_none_or(|draft| draft.steps().len() == 0);
        let last = self.film.events().filter(|_| fresh).filter_map(|event| place(board, event));
        last.collect::<BTreeSet<Cell>>().into_iter().for_each(|cell| put(cell, Sign::Last));
        if let Some(turn) = self.draft.as_ref().map(Draft::turn) {
            self.offers(turn).for_each(|(cell, sign)| put(cell, sign));
            if let Some((first, second)) = board.single_file(seat) {
                [first, second].into_iter().for_each(|cell| put(cell, Sign::File));
            }
        }
        if self.threats {
            targets(board, seat).into_iter().for_each(|cell| put(cell, Sign::Target));
            let enemies = board.playing().filter(|other| *other != seat);
            let threatened = enemies.flat_map(|enemy| targets(board, enemy));
            let own = threatened.filter(|cell| board.fleet(seat).contains(*cell));
            own.collect::<BTreeSet<Cell>>().into_iter().for_each(|cell| put(cell, Sign::Danger));
        }
        signs
    }

    /// What can be done with what is in hand, on which cell.
    fn offers(&self, turn: &Turn) -> impl Iterator<Item = (Cell, Sign)> {
        let (board, seat) = (turn.board(), turn.seat());
        let mut offers = Vec::new();
        if let Some(at) = self.hand.at() {
            offers.push((at, Sign::Held));
            for way in Heading::ALL {
                let Some((cell, act)) = way.from(at).zip(self.hand.towards(turn, way)) else { continue };
                let seen = board.edge(seat).seen_heading(way);
                let free = board.ship(cell).is_none();
                match turn.check(&act) {
                    Ok(cost) if free => {
                        offers.push((cell, Sign::Steer(seen, matches!(act, Act::Move { .. }), cost)))
                    }
                    Err(_) if free => offers.push((cell, Sign::Refused)),
                    _ => {}
                }
            }
        }
        if self.hand == Hand::Yard(None) {
            let open = |cell: &Cell| {
                matches!(self.hand.meaning(turn, *cell), Meaning::Take(_)) && board.ship(*cell).is_none()
            };
            offers.extend(board.grid().cells().filter(open).map(|cell| (cell, Sign::Build(BUILD))));
        }
        offers.into_iter()
    }

    /// One line of what is looked at, or of what will not do.
    fn say(&mut self, ui: &mut Ui, words: &Words, view: &Scene<'_>, game: &Diabolik, touch: &Touch) {
        let looked = touch.hovered.or(touch.focused);
        let changed = looked != self.looked;
        if changed {
            self.looked = looked;
            self.said = self.said.take().filter(|_| touch.acts());
            // What is drawn above is of the cell before.
            ui.ctx().request_repaint();
        }
        let turn = self.draft.as_ref().map(Draft::turn);
        let board = turn.map_or(game.board(), Turn::board);
        let refused =
            |cell| turn.is_some_and(|turn| matches!(self.hand.meaning(turn, cell), Meaning::Refused(_)));
        let paint = theme::paint(ui);
        let (text, colour) = match (&self.said, looked) {
            (Some(said), _) => (said.clone(), paint.bad),
            (None, Some(cell)) => {
                let colour = if refused(cell) { paint.bad } else { paint.ink };
                (label(words, (&names(words, view), view.you), (self.hand, turn, board), cell), colour)
            }
            (None, None) if turn.is_some() => (words.say(self.how()), paint.ink),
            (None, None) => (words.say("df-look"), paint.pale),
        };
        ui.allocate_ui(vec2(ui.available_width(), SAID), |ui| {
            ui.set_min_height(SAID);
            ui.add(Label::new(RichText::new(text).color(colour).size(15.0)).wrap());
        });
    }

    /// What there is to do next.
    fn how(&self) -> &'static str {
        match self.hand {
            Hand::Empty => "df-how",
            Hand::Ship(_) => "df-how-ship",
            Hand::Yard(None) => "df-how-yard",
            Hand::Yard(Some(_)) => "df-how-bow",
        }
    }

    /// What the player does on the board and by keys.
    fn act(&mut self, ui: &Ui, words: &Words, touch: &Touch) {
        let key = |key| !ui.ctx().text_edit_focused() && ui.input(|input| input.key_pressed(key));
        let clicked = touch.chosen.is_some() && ui.input(|input| input.pointer.any_click());
        if self.film.runs() && (clicked || key(Key::Escape) || touch.chosen.is_some()) {
            self.film.stop();
            ui.ctx().request_repaint();
            if clicked || key(Key::Escape) {
                return;
            }
        }
        if key(Key::T) {
            self.threats = !self.threats;
            ui.ctx().request_repaint();
        }
        if self.draft.is_none() {
            return;
        }
        if key(Key::Escape) {
            self.hold(ui, Hand::Empty);
        }
        if key(Key::Backspace) {
            self.undo(ui);
        }
        if let Some(cell) = touch.chosen {
            let meaning = self.draft.as_ref().map(|draft| self.hand.meaning(draft.turn(), cell));
            match meaning {
                Some(Meaning::Act(act, _)) => self.take(ui, words, &act),
                Some(Meaning::Take(hand)) => self.hold(ui, hand),
                Some(refused @ Meaning::Refused(_)) => {
                    self.said = says::meaning(words, &refused);
                    ui.ctx().request_repaint();
                }
                Some(Meaning::Nothing) | None => self.hold(ui, Hand::Empty),
            }
        }
    }

    /// Takes something in hand.
    pub(super) fn hold(&mut self, ui: &Ui, hand: Hand) {
        (self.hand, self.said) = (hand, None);
        ui.ctx().request_repaint();
    }

    /// Takes an act into the plan.
    pub(super) fn take(&mut self, ui: &Ui, words: &Words, act: &Act) {
        if let Some(draft) = &mut self.draft {
            let next = self.hand.after(act, draft.turn());
            match draft.take(act) {
                Ok(()) => (self.hand, self.said) = (next.kept(draft.turn()), None),
                Err(why) => self.said = Some(says::rule(words, &why)),
            }
        }
        ui.ctx().request_repaint();
    }

    /// Takes the last step back; the ship that it was about is in hand again.
    pub(super) fn undo(&mut self, ui: &Ui) {
        if let Some(draft) = &mut self.draft {
            let hand = match draft.undo() {
                Some(Step::Act(Act::Move { from } | Act::Turn { at: from, .. }, _)) => Hand::Ship(from),
                Some(Step::Act(Act::Build { at, .. }, _)) => Hand::Yard(Some(at)),
                Some(Step::Act(Act::Sink { .. }, _) | Step::Bonus) | None => self.hand,
            };
            (self.hand, self.said) = (hand.kept(draft.turn()), None);
            ui.ctx().request_repaint();
        }
    }
}

/// What all seats are called: asked once a frame, not once a ship.
fn names(words: &Words, view: &Scene<'_>) -> Vec<String> {
    let story = Story::of(words, view);
    Seat::all(view.table.agreed().seats()).map(|seat| story.who(seat)).collect()
}

/// What a cell is called, and what it means to choose it with this in hand.
fn label(
    words: &Words,
    (names, you): (&[String], Option<Seat>),
    (hand, turn, board): (Hand, Option<&Turn>, &Board),
    cell: Cell,
) -> String {
    let who = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
    let what = says::cell(words, board, &who, you, cell);
    match turn.and_then(|turn| says::meaning(words, &hand.meaning(turn, cell))) {
        Some(means) => words.fill("df-cell", &[("what", what.into()), ("means", means.into())]),
        None => what,
    }
}

/// The two sides of a ship.
fn crossing(heading: Heading) -> impl Iterator<Item = Heading> {
    Heading::ALL.into_iter().filter(move |way| heading.is_across(*way))
}

/// The ships that a seat can sink as all stand.
fn targets(board: &Board, seat: Seat) -> BTreeSet<Cell> {
    let threats = board.threats(seat).into_iter();
    threats.filter_map(|act| if let Act::Sink { target, .. } = act { Some(target) } else { None }).collect()
}

/// The cell at which an event has left something to be seen: a ship, or one that is gone.
fn place(board: &Board, event: &Event) -> Option<Cell> {
    let stays = |cell: &Cell| board.ship(*cell).map(|_| *cell);
    match event {
        Event::Moved { to: cell, .. } | Event::Turned { at: cell, .. } | Event::Built { at: cell, .. } => {
            stays(cell)
        }
        Event::Sunk { target, .. } => Some(*target),
        _ => None,
    }
}
