//! Lies about shots: where at, how many, and what a salvo sank.

use super::super::{Act, Answer, Duel, Phase};
use crate::{
    games::grid::Cell,
    rules::Seat,
    seal::Chart,
    sim::{Lie, Told},
};

pub(super) fn lies() -> [Lie<Duel>; 4] {
    let act = |name, tell| Lie::new(name, Told::Act(tell));
    [
        act("shot-on-known-cell", on_known_cell),
        act("shot-off-board", off_board),
        act("shot-too-many", too_many),
        act("shot-too-few", too_few),
    ]
}

/// Of these there is no talk where a turn has one shot.
pub(super) fn lies_of_salvos() -> [Lie<Duel>; 2] {
    [
        Lie { fits: |options| options.salvo, ..Lie::new("two-shots-on-one-cell", Told::Act(on_one_cell)) },
        Lie { fits: |options| options.salvo, ..Lie::new("sinking-left-out", Told::Answer(sinking_left_out)) },
    ]
}

/// Shots at the first of the cells that may be fired at: as many as are due, and `more`.
fn shots(game: &Duel, seat: Seat, more: isize) -> Option<Vec<Cell>> {
    if game.phase != Phase::Firing(seat) {
        return None;
    }
    let count = game.shots(seat).checked_add_signed(more)?;
    let cells: Vec<Cell> = game.open(Duel::opponent(seat)).iter().take(count).collect();
    (cells.len() == count).then_some(cells)
}

/// As many shots as are due, the last of them at `cell`.
fn shots_and(game: &Duel, seat: Seat, cell: Cell) -> Option<Act> {
    Some(Act::fire(shots(game, seat, -1)?.into_iter().chain([cell])))
}

fn on_known_cell(game: &Duel, seat: Seat, _: &Chart) -> Option<Act> {
    shots_and(game, seat, game.sea(Duel::opponent(seat)).closed().iter().next()?)
}

fn off_board(game: &Duel, seat: Seat, _: &Chart) -> Option<Act> {
    shots_and(game, seat, Cell::new(game.options.size, 0))
}

fn too_many(game: &Duel, seat: Seat, _: &Chart) -> Option<Act> {
    shots(game, seat, 1).map(Act::fire)
}

fn too_few(game: &Duel, seat: Seat, _: &Chart) -> Option<Act> {
    shots(game, seat, -1).map(Act::fire)
}

/// The right number of shots, of which two are one.
fn on_one_cell(game: &Duel, seat: Seat, _: &Chart) -> Option<Act> {
    let cells = shots(game, seat, -1)?;
    let twice = *cells.last()?;
    Some(Act::fire(cells.into_iter().chain([twice])))
}

/// The first of the ships that a salvo sank is not in the list, whatever else it sank; its cells are
/// hits, as they were.
fn sinking_left_out(_: &Duel, _: Seat, _: &Chart, answer: &Answer) -> Option<Answer> {
    let mut lie = answer.clone();
    if lie.sunk.is_empty() {
        return None;
    }
    lie.sunk.remove(0);
    Some(lie)
}
