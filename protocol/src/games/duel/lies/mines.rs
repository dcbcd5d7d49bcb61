//! Lies about mines: how they lie, what is said of them, and what whoever hit one has to show.

use rand::{Rng, seq::SliceRandom as _};

use super::{
    super::{
        Act, Answer, Duel, Layout, Options, Outcome, Phase,
        chart::{Slots, bits, contents},
    },
    instead, pick,
};
use crate::{
    games::grid::{Cell, Cells},
    rules::Seat,
    seal::Chart,
    sim::{Lie, Told},
};

pub(super) fn lies() -> Vec<Lie<Duel>> {
    let lie = |name, told| Lie { fits: |options: &Options| options.mines, ..Lie::new(name, told) };
    let two = |name, told| Lie { fits: |options: &Options| options.mine_count() > 1, ..Lie::new(name, told) };
    vec![
        lie("mine-missing", Told::Chart(missing)),
        lie("mine-extra", Told::Chart(extra)),
        lie("mine-touches-ship", Told::Chart(touches_ship)),
        two("mines-touch", Told::Chart(touch)),
        lie("miss-for-mine", Told::Answer(miss_for_mine)),
        lie("hit-for-mine", Told::Answer(hit_for_mine)),
        lie("mine-for-miss", Told::Answer(mine_for_miss)),
        lie("mine-for-hit", Told::Answer(mine_for_hit)),
        lie("water-revealed", Told::Act(water_revealed)),
        lie("hit-cell-revealed", Told::Act(hit_cell_revealed)),
        two("cell-revealed-again", Told::Act(revealed_again)),
        lie("revealed-too-many", Told::Act(too_many)),
        lie("shot-instead-of-reveal", Told::Act(shot_instead)),
        lie("reveal-refused", Told::Silence(is_revealing)),
    ]
}

/// The chart with mines laid anew: `lay` takes the ships and the mines, at random order.
fn relaid(
    options: &Options,
    chart: &Chart,
    rng: &mut dyn Rng,
    lay: impl Fn(&mut Layout, &mut dyn Rng) -> Option<()>,
) -> Option<Chart> {
    let mut layout = contents(options, chart);
    layout.ships.shuffle(rng);
    layout.mines.shuffle(rng);
    lay(&mut layout, rng)?;
    Some(bits(options, &layout))
}

fn missing(options: &Options, chart: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    relaid(options, chart, rng, |layout, _| layout.mines.pop().map(drop))
}

/// One mine more, touching nothing if there is room.
fn extra(options: &Options, chart: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    let grid = options.grid();
    relaid(options, chart, rng, |layout, rng| {
        let things = layout.ships.iter().flat_map(|ship| ship.cells()).chain(layout.mines.iter().copied());
        let taken: Cells = things.collect();
        let around: Cells = taken.iter().flat_map(|cell| grid.neighbours(cell)).collect();
        let free = Cells::all(grid).without(taken);
        let mine = pick(free.without(around).to_vec(), rng).or_else(|| pick(free.to_vec(), rng))?;
        layout.mines.push(mine);
        Some(())
    })
}

fn touches_ship(options: &Options, chart: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    let grid = options.grid();
    relaid(options, chart, rng, |layout, rng| {
        let halo = layout.ships.first()?.halo(grid);
        *layout.mines.first_mut()? = pick(halo.to_vec(), rng)?;
        Some(())
    })
}

fn touch(options: &Options, chart: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
    let grid = options.grid();
    relaid(options, chart, rng, |layout, rng| {
        let near = grid.neighbours(*layout.mines.get(1)?).collect();
        *layout.mines.first_mut()? = pick(near, rng)?;
        Some(())
    })
}

fn miss_for_mine(game: &Duel, _: Seat, _: &Chart, answer: &Answer) -> Option<Answer> {
    instead(game, answer, Outcome::Mine, Outcome::Miss)
}

fn hit_for_mine(game: &Duel, _: Seat, _: &Chart, answer: &Answer) -> Option<Answer> {
    instead(game, answer, Outcome::Mine, Outcome::Hit)
}

fn mine_for_miss(game: &Duel, _: Seat, _: &Chart, answer: &Answer) -> Option<Answer> {
    instead(game, answer, Outcome::Miss, Outcome::Mine)
}

fn mine_for_hit(game: &Duel, _: Seat, _: &Chart, answer: &Answer) -> Option<Answer> {
    instead(game, answer, Outcome::Hit, Outcome::Mine)
}

fn is_revealing(game: &Duel, seat: Seat) -> bool {
    game.reveals_due(seat) > 0
}

/// Own cells that may be revealed if they are a ship's; those that are come first.
fn fresh(game: &Duel, seat: Seat, chart: &Chart) -> Vec<Cell> {
    let slots = Slots::new(&game.options);
    let sea = game.sea(seat);
    let mut fresh = Cells::all(game.grid()).without(sea.closed().or(sea.revealed)).to_vec();
    fresh.sort_by_key(|&cell| chart.sum(&slots.line(slots.through(cell))) == 0);
    fresh
}

/// So many cells as are due, this one among them; the others may be true.
fn reveal_with(game: &Duel, seat: Seat, chart: &Chart, cell: Cell) -> Option<Act> {
    let others = fresh(game, seat, chart).into_iter().filter(|&other| other != cell);
    Some(Act::reveal(others.take(game.reveals_due(seat).checked_sub(1)?).chain([cell])))
}

fn water_revealed(game: &Duel, seat: Seat, chart: &Chart) -> Option<Act> {
    let slots = Slots::new(&game.options);
    let last = fresh(game, seat, chart).pop()?;
    let water = chart.sum(&slots.line(slots.through(last))) == 0;
    water.then(|| reveal_with(game, seat, chart, last))?
}

fn hit_cell_revealed(game: &Duel, seat: Seat, chart: &Chart) -> Option<Act> {
    reveal_with(game, seat, chart, game.hits(seat).iter().next()?)
}

fn revealed_again(game: &Duel, seat: Seat, chart: &Chart) -> Option<Act> {
    reveal_with(game, seat, chart, game.revealed(seat).iter().next()?)
}

/// More than one has to show: nothing is gained, but it is not what is due.
fn too_many(game: &Duel, seat: Seat, chart: &Chart) -> Option<Act> {
    let due = is_revealing(game, seat).then(|| game.reveals_due(seat))?;
    Some(Act::reveal(fresh(game, seat, chart).into_iter().take(due + 1)))
}

fn shot_instead(game: &Duel, seat: Seat, _: &Chart) -> Option<Act> {
    let Phase::Revealing { shooter, .. } = game.phase else { return None };
    let shots = game.open(Duel::opponent(seat)).iter().take(game.shots(seat));
    (shooter == seat).then(|| Act::fire(shots))
}
