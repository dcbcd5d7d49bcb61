//! What was done of late, act by act, as it is shown in motion.
//!
//! All of it follows from the steps of a game: which boards there were, and what happened on each.

use eframe::egui::{Pos2, Ui};
use marque_protocol::{
    games::{
        self, Ply,
        diabolik::{Answer, Board, Event, Heading, Options, Ship, setup},
        grid::Cell,
    },
    rules::Seat,
    table::News,
};

use super::vessel::Vessel;
use crate::{helm::Happened, ui::theme};

/// How long an act takes, in seconds.
const ACT_S: f64 = 0.45;

/// One act, and the board before it.
#[derive(Clone)]
pub struct Frame {
    /// The step of the game.
    pub step: u32,
    /// The board.
    pub board: Board,
    /// What is done.
    pub event: Event,
}

/// See the module.
#[derive(Default)]
pub struct Film {
    frames: Vec<Frame>,
    /// So many steps of the game were looked at.
    seen: usize,
    /// When the frame that is shown began, and which it is.
    runs: Option<(f64, usize)>,
}

/// What happens at a moment.
#[derive(Copy, Clone)]
pub struct Motion<'a> {
    event: &'a Event,
    /// How much of it has happened.
    part: f32,
}

impl Film {
    /// Takes notice of new steps; those of others are shown at once, if the player wants things to move.
    pub fn follow(&mut self, ui: &Ui, options: &Options, steps: &[Happened], you: Option<Seat>) {
        if steps.len() == self.seen {
            return;
        }
        let before = std::mem::replace(&mut self.seen, steps.len());
        self.frames = frames(options, steps, you);
        let new = steps.get(before).map(|step| step.number);
        // What came all at once, as at the beginning or by a slider, is not shown act by act.
        let few = before > 0 && steps.len().saturating_sub(before) <= 2 * Seat::MOST;
        let first = new.filter(|_| few && theme::moves(ui)).and_then(|new| {
            let acts = |frame: &Frame| frame.step >= new && (you.is_none() || actor(&frame.event) != you);
            self.frames.iter().position(acts)
        });
        self.runs = first.map(|first| (ui.input(|input| input.time), first));
    }

    /// Whether there is something to be shown.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Whether it runs.
    pub fn runs(&self) -> bool {
        self.runs.is_some()
    }

    /// Shows all of it from the beginning.
    pub fn start(&mut self, ui: &Ui) {
        self.runs = Some((ui.input(|input| input.time), 0));
        ui.ctx().request_repaint();
    }

    /// Shows what there is at its end.
    pub fn stop(&mut self) {
        self.runs = None;
    }

    /// What was done in the last turns.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.frames.iter().map(|frame| &frame.event)
    }

    /// The board and what happens on it at this moment, while it runs; asks to be drawn again then, and at no
    /// other time.
    pub fn moment(&mut self, ui: &Ui) -> Option<(&Board, Motion<'_>)> {
        let (begun, first) = self.runs?;
        let passed = (ui.input(|input| input.time) - begun) / ACT_S;
        let number = first + passed.max(0.0) as usize;
        if number >= self.frames.len() {
            self.runs = None;
            // What was hidden while it ran is seen from now on.
            ui.ctx().request_repaint();
            return None;
        }
        ui.ctx().request_repaint();
        let frame = self.frames.get(number)?;
        Some((&frame.board, Motion { event: &frame.event, part: eased(passed.fract() as f32) }))
    }
}

/// Slow at both ends, with a rest at the end.
fn eased(part: f32) -> f32 {
    let part = (part * 1.3).min(1.0);
    part * part * (3.0 - 2.0 * part)
}

/// Whose act an event is; none for what nobody does.
pub fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::Moved { seat, .. }
        | Event::Turned { seat, .. }
        | Event::Sunk { seat, .. }
        | Event::Built { seat, .. } => Some(*seat),
        _ => None,
    }
}

/// Every act since the seat's own last one, with the board before it; or of the last turn, if that was its own.
fn frames(options: &Options, steps: &[Happened], you: Option<Seat>) -> Vec<Frame> {
    let mut turns: Vec<(u32, Seat, Vec<Frame>)> = Vec::new();
    retell(options, steps, &mut |step, board, event| {
        let Some(seat) = actor(event) else { return };
        if turns.last().is_none_or(|(number, ..)| *number != step) {
            turns.push((step, seat, Vec::new()));
        }
        if let Some((.., frames)) = turns.last_mut() {
            frames.push(Frame { step, board: board.clone(), event: event.clone() });
        }
    });
    let latest = turns.len().saturating_sub(1);
    let own = turns.iter().rposition(|(_, seat, _)| Some(*seat) == you).map_or(0, |own| own + 1);
    let from = if you.is_none() { latest } else { own.min(latest) };
    turns.into_iter().skip(from).flat_map(|(.., frames)| frames).collect()
}

/// Goes through all that was told: the step, the board, and what happened on it. Gives the last board.
fn retell(options: &Options, steps: &[Happened], visit: &mut dyn FnMut(u32, &Board, &Event)) -> Board {
    let mut board = Board::new(options, &[]);
    for step in steps {
        for news in &step.news {
            let (ply, events) = match news {
                News::Said(_, ply, events) => (Some(ply), events),
                News::Drawn(events) | News::Left(_, _, events) => (None, events),
                _ => continue,
            };
            for event in events {
                if let games::Event::Diabolik(event) = event {
                    visit(step.number, &board, event);
                    follow(&mut board, options, ply, event);
                }
            }
        }
    }
    board
}

/// What an event makes of the board.
fn follow(board: &mut Board, options: &Options, ply: Option<&Ply>, event: &Event) {
    match event {
        Event::Drawn { edges, .. } => *board = Board::new(options, edges),
        Event::SetUp(seat) => {
            if let Some(Ply::Answer(games::Answer::Diabolik(Answer(set_up)))) = ply {
                let (edge, size) = (board.edge(*seat), board.grid().width);
                for (cell, heading) in setup::start_cells(edge, size).zip(set_up) {
                    board.put(cell, Ship { owner: *seat, heading: edge.heading(*heading) });
                }
            }
        }
        Event::Moved { from, to, .. } => {
            if let Some(ship) = board.take(*from) {
                board.put(*to, ship);
            }
        }
        Event::Turned { seat, at, to } => {
            board.take(*at);
            board.put(*at, Ship { owner: *seat, heading: *to });
        }
        Event::Sunk { owner, target, .. } => {
            board.take(*target);
            board.set_reserve(*owner, board.reserve(*owner).saturating_add(1));
        }
        Event::Built { seat, at, heading } => {
            board.put(*at, Ship { owner: *seat, heading: *heading });
            board.set_reserve(*seat, board.reserve(*seat).saturating_sub(1));
        }
        Event::Allies { seat, allies } => board.set_allies(*seat, allies),
        Event::Out { seat, .. } => board.retire(*seat),
        _ => {}
    }
}

impl Motion<'_> {
    /// Puts a ship of a cell where it is at this moment.
    pub fn shift(self, vessel: &mut Vessel, cell: Cell, heading: Heading, middle: &dyn Fn(Cell) -> Pos2) {
        match self.event {
            Event::Moved { from, to, .. } if *from == cell => {
                vessel.centre += (middle(*to) - vessel.centre) * self.part;
            }
            Event::Turned { at, to, .. } if *at == cell => {
                // The shorter way round.
                let eighths = (to.number() + 12 - heading.number()) % 8;
                vessel.eighths += (f32::from(eighths) - 4.0) * self.part;
            }
            Event::Sunk { target, .. } if *target == cell => vessel.seen = 1.0 - self.part,
            _ => {}
        }
    }

    /// A ship that comes up: where, its heading, whose, and how much of it is seen.
    pub fn rises(self) -> Option<(Cell, Heading, Seat, f32)> {
        match self.event {
            Event::Built { seat, at, heading } => Some((*at, *heading, *seat, self.part)),
            _ => None,
        }
    }

    /// Who attacks whom.
    pub fn attack(self) -> Option<(Cell, [Cell; 2])> {
        match self.event {
            Event::Sunk { target, by, .. } => Some((*target, *by)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use marque_protocol::{
        games::Position,
        record,
        sim::{self, Network, Setup},
    };

    use super::*;

    #[test]
    fn what_is_told_leads_from_board_to_board() {
        for (seats, joint, minimum) in [(2, "off", "4"), (3, "on", "6"), (4, "on", "6")] {
            let choices = [("joint", joint), ("minimum", minimum)];
            let choices = choices.map(|(key, value)| (key.to_owned(), value.to_owned()));
            let options = games::Options::choose("diabolik", &choices).unwrap();
            let (game, network) = ("diabolik".to_owned(), Network::Calm);
            let setup = Setup { game, options, seats, seed: 7, network, liar: None };
            let mut log = record::read(&sim::play(&setup).records[0].1).unwrap().log;
            let steps = Happened::chain(&mut log);
            let mut acts = 0;
            for number in 0..=steps.len() {
                let Position::Diabolik(game) = log.table_at(number).unwrap().position() else { panic!() };
                if !game.is_drawn() {
                    continue;
                }
                let steps = &steps[..number];
                assert_eq!(
                    &retell(game.board().options(), steps, &mut |_, _, _| {}),
                    game.board(),
                    "{number}"
                );
                let frames = frames(game.board().options(), steps, None);
                assert!(frames.windows(2).all(|pair| pair[0].step == pair[1].step), "one turn");
                acts += frames.len();
            }
            assert!(acts > 20, "{acts}");
        }
    }
}
