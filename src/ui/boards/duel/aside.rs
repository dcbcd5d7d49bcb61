//! What is said beside whose turn it is: why a cell will not do, and what a mine has done.

use marque_protocol::{
    games::{
        self,
        duel::{Duel, Event, Mark, Outcome},
        grid::Cell,
    },
    rules::Seat,
    table::News,
};

use super::aim::Task;
use crate::{
    helm::Happened,
    ui::words::{Fill, Words},
};

/// Why a cell cannot be chosen.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Refusal {
    /// It was fired at.
    Fired(Cell),
    /// It is empty beside a sunk ship.
    Empty(Cell),
    /// It is in the own sea, and something is fired at in the other.
    OwnSea,
    /// No ship is there that the enemy does not know of.
    NothingToReveal(Cell),
    /// It is in the enemy's sea, and something is revealed in the own.
    EnemySea,
    /// So many are chosen already, and no more are wanted.
    Full(usize),
}

impl Refusal {
    /// Of a cell of a sea that may not be chosen for this task, as long as there is something to be chosen.
    pub fn of(task: Task, duel: &Duel, own: Seat, sea: Seat, cell: Cell) -> Option<Refusal> {
        match (task, sea == own) {
            (Task::Wait, _) => None,
            (Task::Fire, true) => Some(Refusal::OwnSea),
            (Task::Fire, false) if duel.mark(sea, cell) == Mark::KnownEmpty => Some(Refusal::Empty(cell)),
            (Task::Fire, false) => Some(Refusal::Fired(cell)),
            (Task::Reveal, true) => Some(Refusal::NothingToReveal(cell)),
            (Task::Reveal, false) => Some(Refusal::EnemySea),
        }
    }

    /// In words.
    pub fn say(self, words: &Words) -> String {
        let at = |key: &str, cell: Cell| words.fill(key, &[("cell", cell.to_string().into())]);
        match self {
            Refusal::Fired(cell) => at("aim-fired", cell),
            Refusal::Empty(cell) => at("aim-empty", cell),
            Refusal::OwnSea => words.say("aim-own-sea"),
            Refusal::NothingToReveal(cell) => at("aim-nothing", cell),
            Refusal::EnemySea => words.say("aim-enemy-sea"),
            Refusal::Full(count) => words.fill("aim-full", &[("count", count.into())]),
        }
    }
}

/// What has happened to a sea since the last act of the seat that fires at it, that act included.
pub struct Fresh {
    /// Where the last shots went.
    pub shots: Vec<Cell>,
    /// What its owner had to reveal after that.
    pub revealed: Vec<Cell>,
}

impl Fresh {
    /// That of a sea, by what has happened.
    pub fn of(steps: &[Happened], sea: Seat) -> Fresh {
        let mut revealed = Vec::new();
        for event in events(steps) {
            match event {
                Event::Fired { by, cells } if *by != sea => return Fresh { shots: cells.clone(), revealed },
                Event::Revealed { seat, cells } if *seat == sea => revealed.extend(cells),
                _ => {}
            }
        }
        Fresh { shots: Vec::new(), revealed }
    }
}

/// What the own mines did in the last turn of the enemy; none if they were not hit.
pub fn mines(words: &Words, steps: &[Happened], own: Seat) -> Option<String> {
    let (mut hit, mut revealed) = (Vec::new(), Vec::new());
    for event in events(steps) {
        match event {
            Event::Fired { by, .. } if *by == own => return None,
            Event::Fired { .. } => break,
            Event::Answered { sea, cell, outcome: Outcome::Mine } if *sea == own => hit.push(*cell),
            Event::Revealed { seat, cells } if *seat != own => revealed.extend(cells),
            _ => {}
        }
    }
    hit.reverse();
    let list = |cells: &[Cell]| Fill::from(cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" "));
    let fills = [("mines", list(&hit)), ("cells", list(&revealed))];
    match (hit.is_empty(), revealed.is_empty()) {
        (true, _) => None,
        (false, true) => Some(words.fill("mine-did-nothing", &fills)),
        (false, false) => Some(words.fill("mine-did", &fills)),
    }
}

/// What has happened, the last first.
fn events(steps: &[Happened]) -> impl Iterator<Item = &Event> {
    let said = steps.iter().rev().flat_map(|step| step.news.iter().rev()).filter_map(|news| match news {
        News::Said(_, _, events) => Some(events),
        _ => None,
    });
    said.flat_map(|events| events.iter().rev()).filter_map(|event| match event {
        games::Event::Duel(event) => Some(event),
        games::Event::Drill(_) | games::Event::Diabolik(_) => None,
    })
}
