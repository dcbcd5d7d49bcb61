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

/// Every move that does not win, and the turn after it.
fn moves(turn: &Turn) -> impl Iterator<Item = (Act, Turn)> {
    let moves = turn.acts().into_iter().filter(|act| matches!(act, Act::Move { .. }));
    moves.filter_map(|act| {
        let mut after = turn.clone();
        after.take(&act).ok()?;
        (!after.is_won()).then_some((act, after))
    })
}

/// Turns a ship to and fro until the balls are spent, and once more.
fn overspends(turn: &Turn) -> Option<Plan> {
    let (first, mut turn) = moves(turn).next()?;
    let mut acts = vec![first];
    let at = turn.board().fleet(turn.seat()).iter().find(|&at| !turn.board().is_frozen(at))?;
    let heading = turn.board().ship(at)?.heading;
    for to in [heading.turned(1), heading, heading.turned(1), heading] {
        acts.push(Act::Turn { at, to });
        if turn.take(&Act::Turn { at, to }).is_err() {
            return Some(Plan::of(acts));
        }
    }
    None
}

fn sinks_without_moving(turn: &Turn) -> Option<Plan> {
    let sink = turn.board().threats(turn.seat()).into_iter().next()?;
    Some(Plan::of([sink].into_iter().chain(moves(turn).next().map(|(act, _)| act))))
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
    moves(turn).find_map(|(first, turn)| {
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

/// Moves, and turns a ship if that is what it takes.
fn ends_in_single_file(turn: &Turn) -> Option<Plan> {
    moves(turn).find_map(|(first, turn)| {
        if turn.may_end().is_err() {
            return Some(Plan::of([first]));
        }
        turn.acts().into_iter().find_map(|second| {
            let mut end = turn.clone();
            end.take(&second).ok()?;
            end.may_end().is_err().then(|| Plan::of([first, second]))
        })
    })
}

/// Turns a ship to and fro, and moves only then.
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
    let (act, _) = moves(turn).next()?;
    Some(Plan::of([Act::Build { at, heading: Heading::N }, act]))
}

/// Plays on after a turn without a sinking.
fn unearned_bonus(board: &Board, seat: Seat) -> Option<Plan> {
    let acts = Turn::new(board.clone(), seat).way_out()?;
    let (turn, _) = board.play(seat, &Plan::of(acts.clone())).ok()?;
    (!turn.is_won() && !turn.has_sunk()).then_some(())?;
    Some(Plan { bonus: Some(acts.clone()), ..Plan::of(acts) })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use std::collections::BTreeMap;

    use rand::{SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;
    use crate::{
        draw::Draw,
        rules::{Due, Game as _, Illegality as _, Ply},
    };

    fn believed(game: &Diabolik, seat: Seat, chart: &Chart, ply: &Ply<Diabolik>) -> bool {
        game.check(seat, ply).is_ok_and(|implied| implied.claims.iter().all(|c| c.holds(chart.values())))
    }

    /// Plays a random game; at each step every lie is tried and must be a lie. The rules that they break.
    fn play(seats: usize, seed: u64, told: &mut BTreeMap<&'static str, &'static str>) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let options = Options { joint: seed.is_multiple_of(2), ..Options::DEFAULT };
        let charts: Vec<Chart> = (0..seats).map(|_| bits(&setup::random(&mut rng))).collect();
        let mut game = Diabolik::new(&options, seats);
        loop {
            let (seat, ply) = match game.due() {
                Due::Draw => {
                    game.drawn(&mut Draw::new(&[0; 32], 0, &[rng.random(); 32], &[]));
                    continue;
                }
                Due::Answer(seat) => (seat, Ply::Answer(game.honest(seat, &charts[seat.index()]))),
                Due::Act(seat) => {
                    let acts = game.legal(seat, &charts[seat.index()]).list;
                    (seat, Ply::Act(acts[rng.random_range(0..acts.len())].act.clone()))
                }
                Due::Over(_) => return,
            };
            let chart = &charts[seat.index()];
            for lie in lies() {
                let said = match (lie.told, &ply) {
                    (Told::Chart(tell), Ply::Answer(_)) => {
                        let sealed = tell(&options, chart, &mut rng).unwrap();
                        assert!(!Diabolik::laws(&options).hold(sealed.values()), "{}", lie.name);
                        told.insert(lie.name, "sealed");
                        None
                    }
                    (Told::Act(tell), Ply::Act(_)) => tell(&game, seat, chart).map(Ply::Act),
                    (Told::Answer(tell), Ply::Answer(truth)) => {
                        tell(&game, seat, chart, truth).map(Ply::Answer)
                    }
                    _ => None,
                };
                if let Some(said) = said {
                    assert!(!believed(&game, seat, chart, &said), "{} {said:?}", lie.name);
                    let rule = game.check(seat, &said).map_or_else(|illegal| illegal.rule(), |_| "untrue");
                    let before = told.insert(lie.name, rule);
                    assert!(before.is_none_or(|before| before == rule), "{}: {before:?}, {rule}", lie.name);
                }
            }
            assert!(believed(&game, seat, chart, &ply), "{ply:?}");
            game.apply(seat, &ply);
        }
    }

    #[test]
    fn every_lie_is_told_and_breaks_its_rule() {
        let mut told = BTreeMap::new();
        for (seats, seed) in (0..8).flat_map(|seed| [(2, seed), (3, seed), (4, seed)]) {
            play(seats, seed, &mut told);
        }
        let rules = [
            ("acts-after-winning", "DF-16"),
            ("another-set-up", "untrue"),
            ("builds-from-nothing", "DF-10"),
            ("ends-in-single-file", "DF-3"),
            ("moves-a-frozen-ship", "DF-13"),
            ("moves-anothers-ship", "DF-7"),
            ("moves-too-late", "DF-8"),
            ("no-heading", "sealed"),
            ("overspends", "DF-6"),
            ("single-file", "sealed"),
            ("sinks-with-a-strangers-ship", "DF-7"),
            ("sinks-without-moving", "DF-9"),
            ("two-headings", "sealed"),
            ("unearned-bonus", "DF-14"),
        ];
        assert_eq!(told, BTreeMap::from(rules));
    }
}
