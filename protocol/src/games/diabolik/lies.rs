//! What a cheat of Diabolik Fleet might try, as data for tests and `marque simulate`.

use rand::{Rng, RngExt as _};

use super::{
    Act, Answer, Board, Diabolik, Heading, Options, Plan, SetUp, Turn,
    setup::{self, bits},
};
use crate::{
    rules::Seat,
    seal::Chart,
    sim::{Lie, Told},
};

/// All of them.
pub(super) fn lies() -> Vec<Lie<Diabolik>> {
    let lie = Lie::new;
    vec![
        lie("single-file", Told::Chart(single_file)),
        lie("two-headings", Told::Chart(two_headings)),
        lie("no-heading", Told::Chart(no_heading)),
        lie("another-set-up", Told::Answer(another_set_up)),
        lie("overspends", Told::Act(|game, _, _| overspends(&game.turn()?))),
        lie("sinks-without-moving", Told::Act(|game, _, _| sinks_without_moving(&game.turn()?))),
        lie("moves-a-frozen-ship", Told::Act(|game, _, _| moves_a_frozen_ship(&game.turn()?))),
        lie("moves-anothers-ship", Told::Act(|game, _, _| moves_anothers_ship(&game.turn()?))),
        lie("sinks-with-a-strangers-ship", Told::Act(|game, _, _| with_a_stranger(&game.turn()?))),
        lie("acts-after-winning", Told::Act(|game, _, _| acts_after_winning(&game.turn()?))),
        lie("ends-in-single-file", Told::Act(|game, _, _| ends_in_single_file(&game.turn()?))),
        lie("moves-too-late", Told::Act(|game, _, _| moves_too_late(&game.turn()?))),
        lie("builds-from-nothing", Told::Act(|game, _, _| builds_from_nothing(&game.turn()?))),
        lie("unearned-bonus", Told::Act(|game, seat, _| unearned_bonus(game.board(), seat))),
    ]
}

/// Two ships side by side along their row.
fn single_file(_: &Options, honest: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    let mut set_up = setup::contents(honest);
    let first = rng.random_range(0..7);
    for place in set_up.iter_mut().skip(first).take(2) {
        *place = if rng.random() { Heading::E } else { Heading::W };
    }
    Some(bits(&set_up))
}

/// A ship that could have either of two headings once it is shown.
fn two_headings(_: &Options, honest: &Chart, _: &mut dyn Rng) -> Option<Chart> {
    let mut values = honest.values().to_vec();
    let free = values.iter_mut().take(2).find(|value| **value == 0)?;
    *free = 1;
    Some(Chart::new(values))
}

/// A ship without a heading, as if it were never there.
fn no_heading(_: &Options, honest: &Chart, _: &mut dyn Rng) -> Option<Chart> {
    let mut values = honest.values().to_vec();
    values.iter_mut().take(8).for_each(|value| *value = 0);
    Some(Chart::new(values))
}

/// Shows a legal set-up that differs from the sealed one in one ship.
fn another_set_up(_: &Diabolik, _: Seat, _: &Chart, truth: &Answer) -> Option<Answer> {
    let turned = |ship: usize| {
        let mut other: SetUp = truth.0;
        if let Some(heading) = other.get_mut(ship) {
            *heading = heading.turned(4);
        }
        other
    };
    (0..truth.0.len()).map(turned).find(|other| setup::check(other).is_ok()).map(Answer)
}

/// Turns ships until the balls are spent, and one more.
fn overspends(turn: &Turn) -> Option<Plan> {
    let (mut turn, mut acts) = (turn.clone(), Vec::new());
    let first = turn.acts().into_iter().find(|act| matches!(act, Act::Move { .. }))?;
    turn.take(&first).ok()?;
    acts.push(first);
    let at = turn.board().fleet(turn.seat()).iter().find(|&at| !turn.board().is_frozen(at))?;
    for number in 0..4 {
        let act = Act::Turn { at, to: turn.board().ship(at)?.heading.turned(1 + number % 2) };
        acts.push(act);
        if turn.take(&act).is_err() {
            return Some(Plan::of(acts));
        }
    }
    None
}

fn sinks_without_moving(turn: &Turn) -> Option<Plan> {
    let sink = turn.board().threats(turn.seat()).into_iter().next()?;
    let moves = turn.acts().into_iter().find(|act| matches!(act, Act::Move { .. }));
    Some(Plan::of([sink].into_iter().chain(moves)))
}

fn moves_a_frozen_ship(turn: &Turn) -> Option<Plan> {
    let mut fleet = turn.board().fleet(turn.seat()).iter();
    let from = fleet.find(|&cell| turn.board().is_frozen(cell))?;
    Some(Plan::of([Act::Move { from }]))
}

/// Moves another seat's ship out of the way.
fn moves_anothers_ship(turn: &Turn) -> Option<Plan> {
    let other = turn.board().playing().find(|&seat| seat != turn.seat())?;
    let from = turn.board().fleet(other).iter().next()?;
    Some(Plan::of([Act::Move { from }]))
}

/// Moves, and sinks with a ship whose owner does not permit it.
fn with_a_stranger(turn: &Turn) -> Option<Plan> {
    let seat = turn.seat();
    let moves = turn.acts().into_iter().filter(|act| matches!(act, Act::Move { .. }));
    moves.into_iter().find_map(|first| {
        let mut turn = turn.clone();
        turn.take(&first).ok()?;
        let board = turn.board();
        let ships: Vec<_> = board.playing().flat_map(|owner| board.fleet(owner).iter()).collect();
        let owned = |cell| board.ship(cell).is_some_and(|ship| ship.owner == seat);
        let strange =
            |cell| board.ship(cell).is_some_and(|s| s.owner != seat && !board.permits(s.owner, seat));
        let enemies = ships.iter().copied().filter(|&cell| !owned(cell) && !board.is_frozen(cell));
        enemies.into_iter().find_map(|target| {
            let mut flankers = ships.iter().copied().filter(|&by| board.flanks(by, target).is_ok());
            let own = flankers.clone().find(|&by| owned(by))?;
            let other = flankers.find(|&by| strange(by))?;
            Some(Plan::of([first, Act::sink(target, [own, other])]))
        })
    })
}

/// Moves one ship as far as it goes; if that wins, does something more.
fn acts_after_winning(turn: &Turn) -> Option<Plan> {
    turn.board().fleet(turn.seat()).iter().find_map(|ship| {
        let (mut turn, mut from, mut acts) = (turn.clone(), ship, Vec::new());
        while !turn.is_won() {
            let to = turn.board().ship(from)?.heading.from(from)?;
            acts.push(Act::Move { from });
            turn.take(&Act::Move { from }).ok()?;
            from = to;
        }
        let fleet = turn.board().fleet(turn.seat());
        let at = fleet.iter().find(|&at| !turn.board().is_frozen(at))?;
        acts.push(Act::Turn { at, to: turn.board().ship(at)?.heading.turned(1) });
        Some(Plan::of(acts))
    })
}

fn ends_in_single_file(turn: &Turn) -> Option<Plan> {
    turn.acts().into_iter().find_map(|first| {
        let mut after = turn.clone();
        after.take(&first).ok()?;
        let acts = [vec![first], after.acts()].concat();
        let seconds = acts.into_iter().filter(|act| *act != first);
        if after.has_moved() && after.may_end().is_err() {
            return Some(Plan::of([first]));
        }
        after.has_moved().then_some(())?;
        seconds.into_iter().find_map(|second| {
            let mut end = after.clone();
            end.take(&second).ok()?;
            end.may_end().is_err().then(|| Plan::of([first, second]))
        })
    })
}

/// Turns two ships, and moves only then.
fn moves_too_late(turn: &Turn) -> Option<Plan> {
    let mut loose = turn.board().fleet(turn.seat()).iter().filter(|&at| !turn.board().is_frozen(at));
    let at = loose.next()?;
    let heading = turn.board().ship(at)?.heading;
    let turns = [heading.turned(1), heading].map(|to| Act::Turn { at, to });
    Some(Plan::of(turns.into_iter().chain([Act::Move { from: at }])))
}

/// Builds a ship without having lost one.
fn builds_from_nothing(turn: &Turn) -> Option<Plan> {
    let (board, seat) = (turn.board(), turn.seat());
    let near = |&at: &_| board.row(seat, at) == 1 && board.ship(at).is_none();
    let at = board.grid().cells().find(near).filter(|_| board.reserve(seat) == 0)?;
    let moves = turn.acts().into_iter().find(|act| matches!(act, Act::Move { .. }))?;
    Some(Plan::of([Act::Build { at, heading: Heading::N }, moves]))
}

/// Plays on after a turn without a sinking.
fn unearned_bonus(board: &Board, seat: Seat) -> Option<Plan> {
    let acts = Turn::new(board.clone(), seat).way_out()?;
    Some(Plan { bonus: Some(acts.clone()), ..Plan::of(acts) })
}
