//! Lies that only this game knows: those about ships here, the others in files of their own.

mod mines;
mod shots;

use rand::{Rng, seq::SliceRandom as _};

use super::{
    Answer, Duel, Layout, Options, Outcome,
    chart::{Slots, bits, contents},
};
use crate::{
    games::{
        fleet::Ship,
        grid::{Cell, Cells},
    },
    rules::Seat,
    seal::Chart,
    sim::{Lie, Told},
};

/// Those of a card.
pub(super) fn lies(id: &str) -> Vec<Lie<Duel>> {
    let mut lies = lies_of_ships();
    lies.extend(shots::lies());
    if id == "mines" {
        lies.extend(mines::lies());
        lies.extend(shots::lies_of_salvos());
    }
    lies
}

fn lies_of_ships() -> Vec<Lie<Duel>> {
    let chart = |name, tell| Lie::new(name, Told::Chart(tell));
    let answer = |name, tell| Lie::new(name, Told::Answer(tell));
    vec![
        chart("ship-missing", ship_missing),
        chart("ship-extra", ship_extra),
        chart("ships-touch-side", ships_touch_side),
        chart("ships-touch-corner", ships_touch_corner),
        chart("wrong-length", wrong_length),
        chart("slot-value-two", slot_value_two),
        answer("miss-for-hit", miss_for_hit),
        answer("hit-for-miss", hit_for_miss),
        answer("hit-for-sunk", hit_for_sunk),
        answer("sunk-for-hit", sunk_for_hit),
        answer("wrong-ship-sunk", wrong_ship_sunk),
    ]
}

fn pick<T>(mut list: Vec<T>, rng: &mut dyn Rng) -> Option<T> {
    list.shuffle(rng);
    list.pop()
}

fn ship_missing(options: &Options, chart: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    let mut layout = contents(options, chart);
    layout.ships.shuffle(rng);
    layout.ships.pop()?;
    Some(bits(options, &layout))
}

/// One ship more, touching nothing if there is room.
fn ship_extra(options: &Options, chart: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    let mut layout = contents(options, chart);
    let others = layout.ships.clone();
    let spare = Slots::new(options).ships().map(|(_, ship)| ship).filter(|ship| !others.contains(ship));
    let (apart, touching): (Vec<Ship>, Vec<Ship>) =
        spare.partition(|&ship| contact(ship, &layout) == Contact::None);
    layout.ships.push(pick(apart, rng).or_else(|| pick(touching, rng))?);
    Some(bits(options, &layout))
}

/// How near a ship is to the nearest other thing.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum Contact {
    None,
    Corner,
    Side,
    Overlap,
}

fn contact(ship: Ship, others: &Layout) -> Contact {
    let taken = others.ships.iter().flat_map(|other| other.cells()).chain(others.mines.iter().copied());
    taken.flat_map(|cell| ship.cells().map(move |own| near(own, cell))).max().unwrap_or(Contact::None)
}

fn near(a: Cell, b: Cell) -> Contact {
    match (a.x.abs_diff(b.x), a.y.abs_diff(b.y)) {
        (0, 0) => Contact::Overlap,
        (0, 1) | (1, 0) => Contact::Side,
        (1, 1) => Contact::Corner,
        _ => Contact::None,
    }
}

/// Puts another ship in place of some ship: one for which `instead` holds of the old ship, the new one and
/// how near the new one is to all others.
fn replaced(
    options: &Options,
    chart: &Chart,
    rng: &mut dyn Rng,
    instead: impl Fn(Ship, Ship, Contact) -> bool,
) -> Option<Chart> {
    let mut layout = contents(options, chart);
    layout.ships.shuffle(rng);
    for _ in 0..layout.ships.len() {
        let old = layout.ships.pop()?;
        let placements = Slots::new(options).ships().map(|(_, ship)| ship);
        let new = placements.filter(|&new| instead(old, new, contact(new, &layout))).collect();
        if let Some(new) = pick(new, rng) {
            layout.ships.push(new);
            return Some(bits(options, &layout));
        }
        layout.ships.insert(0, old);
    }
    None
}

fn ships_touch_side(options: &Options, chart: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    replaced(options, chart, rng, |old, new, near| new.length == old.length && near == Contact::Side)
}

fn ships_touch_corner(options: &Options, chart: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    replaced(options, chart, rng, |old, new, near| new.length == old.length && near == Contact::Corner)
}

fn wrong_length(options: &Options, chart: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    replaced(options, chart, rng, |old, new, near| new.length != old.length && near == Contact::None)
}

/// One ship counts for two of its class, so that the number of ships of the class comes out right.
fn slot_value_two(options: &Options, chart: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    let slots = Slots::new(options);
    let mut ships = contents(options, chart).ships;
    ships.shuffle(rng);
    let twice = *ships.iter().find(|a| ships.iter().any(|b| *a != b && a.length == b.length))?;
    let gone = *ships.iter().find(|ship| **ship != twice && ship.length == twice.length)?;
    let mut values = chart.values().to_vec();
    *values.get_mut(slots.ship(twice)? as usize)? = 2;
    *values.get_mut(slots.ship(gone)? as usize)? = 0;
    Some(Chart::new(values))
}

/// The answer with the first outcome `from` called `to`, and ships through that cell not named.
fn instead(game: &Duel, answer: &Answer, from: Outcome, to: Outcome) -> Option<Answer> {
    let (_, shots) = game.in_flight()?;
    let mut lie = answer.clone();
    let (cell, outcome) = shots.iter().zip(&mut lie.outcomes).find(|(_, outcome)| **outcome == from)?;
    *outcome = to;
    lie.sunk.retain(|ship| ship.cells().all(|part| part != cell));
    Some(lie)
}

fn miss_for_hit(game: &Duel, _: Seat, _: &Chart, answer: &Answer) -> Option<Answer> {
    instead(game, answer, Outcome::Hit, Outcome::Miss)
}

fn hit_for_miss(game: &Duel, _: Seat, _: &Chart, answer: &Answer) -> Option<Answer> {
    instead(game, answer, Outcome::Miss, Outcome::Hit)
}

fn hit_for_sunk(_: &Duel, _: Seat, _: &Chart, answer: &Answer) -> Option<Answer> {
    let mut lie = answer.clone();
    lie.sunk.pop()?;
    Some(lie)
}

/// Placements through the cell where no ship lies: those that look sunk first.
fn phantoms(game: &Duel, seat: Seat, chart: &Chart, cell: Cell, hit: Cells) -> Vec<Ship> {
    let slots = Slots::new(&game.options);
    let lost = game.sea(seat).hit.or(hit);
    let mut all: Vec<Ship> =
        slots.through(cell).filter(|&ship| chart.sum(&slots.line([ship].into_iter())) == 0).collect();
    all.sort_by_key(|ship| ship.cells().filter(|&part| !lost.contains(part)).count());
    all
}

fn new_hits(game: &Duel, answer: &Answer) -> Cells {
    let shots = game.in_flight().map(|(_, cells)| cells).unwrap_or_default();
    let pairs = shots.iter().zip(&answer.outcomes);
    pairs.filter(|&(_, &outcome)| outcome == Outcome::Hit).map(|(cell, _)| cell).collect()
}

/// Calls a ship sunk that is afloat: a shorter one that was never there where the hits allow it, else the
/// ship itself.
fn sunk_for_hit(game: &Duel, seat: Seat, chart: &Chart, answer: &Answer) -> Option<Answer> {
    let hit = new_hits(game, answer);
    let named: Cells = answer.sunk.iter().flat_map(|ship| ship.cells()).collect();
    let cell = hit.without(named).iter().next()?;
    let lost = game.sea(seat).hit.or(hit);
    let phantom = phantoms(game, seat, chart, cell, hit).into_iter().next();
    let ships = contents(&game.options, chart).ships;
    let ship = phantom
        .filter(|ship| ship.cells().all(|part| lost.contains(part)))
        .or_else(|| ships.into_iter().find(|ship| ship.cells().any(|part| part == cell)))?;
    let mut lie = answer.clone();
    lie.sunk.push(ship);
    lie.sunk.sort_unstable();
    Some(lie)
}

/// Names another ship than the one that was sunk.
fn wrong_ship_sunk(game: &Duel, seat: Seat, chart: &Chart, answer: &Answer) -> Option<Answer> {
    let mut lie = answer.clone();
    let sunk = lie.sunk.pop()?;
    lie.sunk.push(phantoms(game, seat, chart, sunk.at, new_hits(game, answer)).into_iter().next()?);
    lie.sunk.sort_unstable();
    Some(lie)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use std::collections::BTreeMap;

    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;
    use crate::{
        draw::Draw,
        games::duel::{Fleet, Phase},
        rules::{Due, Game as _, Ply},
    };

    /// Those that these options have room for.
    fn lies_of(options: &Options) -> impl Iterator<Item = Lie<Duel>> {
        let id = if options.halo { "classic" } else { "mines" };
        lies(id).into_iter().filter(|lie| (lie.fits)(options))
    }

    fn believed(game: &Duel, seat: Seat, chart: &Chart, ply: &Ply<Duel>) -> bool {
        game.check(seat, ply).is_ok_and(|implied| implied.claims.iter().all(|c| c.holds(chart.values())))
    }

    /// Plays a random game; at each step every lie is tried and must be a lie.
    fn play(options: &Options, rng: &mut ChaCha8Rng, told: &mut BTreeMap<&'static str, u32>) {
        let layouts = [0, 1].map(|_| Duel::random_layout(options, rng).unwrap());
        let charts = layouts.map(|layout| Duel::chart(options, &layout).unwrap());
        let laws = Duel::laws(options);
        for lie in lies_of(options) {
            if let Told::Chart(tell) = lie.told
                && let Some(chart) = tell(options, &charts[0], rng)
            {
                assert!(!laws.hold(chart.values()), "{}", lie.name);
                *told.entry(lie.name).or_default() += 1;
            }
        }
        let mut game = Duel::new(options, 2);
        game.drawn(&mut Draw::new(&[0; 32], 0, &[rng.random(); 32], &[]));
        loop {
            let (seat, ply) = match game.due() {
                Due::Act(seat) => {
                    let acts = game.legal(seat, &charts[seat.index()]).list;
                    (seat, Ply::Act(acts[rng.random_range(0..acts.len())].act.clone()))
                }
                Due::Answer(seat) => (seat, Ply::Answer(game.honest(seat, &charts[seat.index()]))),
                Due::Draw | Due::Over(_) => return,
            };
            let chart = &charts[seat.index()];
            for lie in lies_of(options) {
                if let (Told::Silence(here), Ply::Act(_)) = (&lie.told, &ply)
                    && here(&game, seat)
                {
                    assert!(matches!(game.phase, Phase::Revealing { .. }));
                    *told.entry(lie.name).or_default() += 1;
                }
                let said = match (lie.told, &ply) {
                    (Told::Act(tell), Ply::Act(_)) => tell(&game, seat, chart).map(Ply::Act),
                    (Told::Answer(tell), Ply::Answer(truth)) => {
                        tell(&game, seat, chart, truth).map(Ply::Answer)
                    }
                    _ => None,
                };
                if let Some(said) = said {
                    assert!(!believed(&game, seat, chart, &said), "{} {said:?}", lie.name);
                    *told.entry(lie.name).or_default() += 1;
                }
            }
            assert!(believed(&game, seat, chart, &ply), "{ply:?}");
            game.apply(seat, &ply);
        }
    }

    #[test]
    fn every_lie_is_told_and_is_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut all = vec![Options::CLASSIC, Options { mines: false, ..Options::MINES }];
        for (size, salvo) in [(8, true), (10, false), (10, true), (12, true), (15, false)] {
            for fleet in [Fleet::Classic, Fleet::Russian] {
                all.push(Options { size, fleet, salvo, ..Options::MINES });
            }
        }
        let mut ever = BTreeMap::new();
        for options in all {
            let mut told = BTreeMap::new();
            for _ in 0..6 {
                play(&options, &mut rng, &mut told);
            }
            assert_eq!(told.len(), lies_of(&options).count(), "{options:?} {told:?}");
            ever.extend(told);
        }
        assert_eq!(ever.len(), lies("mines").len(), "{ever:?}");
    }
}
