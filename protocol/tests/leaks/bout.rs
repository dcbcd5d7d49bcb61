//! Two fleets play, and each becomes a tale for the other. What is opened can be altered on the way, to
//! see which openings would tell too much.

use curve25519_dalek::Scalar;
use marque_protocol::{
    draw::Draw,
    games::{
        duel::{Act, Answer, Duel, Outcome},
        grid::{Cell, Cells},
    },
    rules::{Due, Game as _, Ply, Seat},
    seal::{Chart, Claim, Line},
};
use rand::{RngExt as _, rngs::ChaCha8Rng};

use super::{
    sea::{Sea, Slots},
    tale::{Said, Tale},
};

/// Which lines are opened where P-72 opens one.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Way {
    /// That one.
    Fair,
    /// A hit opens every placement alone.
    EachPlacement,
    /// A hit opens those across and those down apart.
    EachDirection,
    /// A hit opens each length apart.
    EachLength,
    /// A hit opens the line and also the line without one of its placements.
    Difference,
    /// A miss opens also how much lies around it.
    Around,
    /// A reveal opens the placements that have no hit cell.
    Damage,
    /// A miss opens every placement alone.
    EachMissed,
    /// A hit opens also all placements through the cell.
    Whole,
    /// A hit opens also that the cell has no mine.
    NoMine,
    /// A hit opens nothing.
    Silent,
}

impl Way {
    fn lines(self, sea: &Sea, said: &Said, hits: Cells, line: &Line) -> Vec<Line> {
        let slots: Vec<u16> = line.slots().iter().map(|&slot| slot as u16).collect();
        let common = slots.iter().fold(Cells::all(sea.options.grid()), |all, &s| all.and(sea.thing(s).cells));
        let cell = common.iter().next();
        let is_hit = |hit: &Cells| cell.is_some_and(|cell| hit.contains(cell)) && slots.len() > 1;
        let parts = |part: &dyn Fn(u16) -> u8| {
            let parts = (0..=u8::MAX).map(|n| slots.iter().copied().filter(move |&slot| part(slot) == n));
            parts.map(|part| make(part.collect())).filter(|line| !line.slots().is_empty()).collect()
        };
        let also = |more: Vec<u16>| vec![line.clone(), make(more)];
        let alone = || slots.iter().map(|&slot| make(vec![slot])).collect();
        match (self, said) {
            (Way::EachPlacement, Said::Answered { hit, .. }) if is_hit(hit) => alone(),
            (Way::EachDirection, Said::Answered { hit, .. }) if is_hit(hit) => {
                parts(&|slot| u8::from(sea.thing(slot).ship.down))
            }
            (Way::EachLength, Said::Answered { hit, .. }) if is_hit(hit) => {
                parts(&|slot| sea.thing(slot).ship.length)
            }
            (Way::Difference, Said::Answered { hit, .. }) if is_hit(hit) => also(slots[1..].to_vec()),
            (Way::Around, Said::Answered { hit, mine, .. }) if !is_hit(hit) && mine.is_empty() => {
                let near = |slot| sea.thing(slot).cells.iter().any(|c| cell.is_some_and(|at| at.touches(c)));
                also(sea.slots(near))
            }
            (Way::Damage, Said::Revealed(_)) => {
                vec![make(
                    slots.iter().copied().filter(|&s| sea.thing(s).cells.and(hits).is_empty()).collect(),
                )]
            }
            (Way::EachMissed, Said::Answered { hit, .. }) if !is_hit(hit) => alone(),
            (Way::Whole, Said::Answered { hit, .. }) if is_hit(hit) => also(
                sea.slots(|slot| !sea.thing(slot).is_mine && sea.thing(slot).cells.and(common) == common),
            ),
            (Way::NoMine, Said::Answered { hit, .. }) if is_hit(hit) => {
                also(sea.slots(|slot| sea.thing(slot).is_mine && sea.thing(slot).cells == common))
            }
            (Way::Silent, Said::Answered { hit, .. }) if is_hit(hit) => Vec::new(),
            _ => vec![line.clone()],
        }
    }
}

fn make(slots: Vec<u16>) -> Line {
    Line::new(slots.into_iter().map(u32::from))
}

/// The chart of a layout; the laws of the engine hold for it.
pub fn chart(sea: &Sea, layout: &Slots) -> Chart {
    let mut values = vec![0; sea.things.len()];
    layout.iter().for_each(|&slot| values[usize::from(slot)] = 1);
    assert!(Duel::laws(&sea.options).hold(&values), "{}", sea.draw(layout));
    Chart::new(values)
}

/// A game to the end between players that follow up hits.
pub fn play<'a>(sea: &'a Sea, layouts: [Vec<u16>; 2], rng: &mut ChaCha8Rng, way: Way) -> [Tale<'a>; 2] {
    let charts = layouts.each_ref().map(|layout| chart(sea, layout));
    let mut tales = layouts.map(|layout| {
        let any = sea.things.iter().map(|_| Scalar::from_bytes_mod_order(rng.random())).collect();
        Tale::new(sea, layout, any)
    });
    let laws: Vec<Line> = Duel::laws(&sea.options).exactly.into_iter().map(|(line, _)| line).collect();
    tales.iter_mut().for_each(|tale| tale.tell(Said::Sealed, &laws));
    let mut game = Duel::new(&sea.options, 2);
    game.drawn(&mut Draw::new(&[0; 32], 0, &[rng.random(); 32], &[]));
    loop {
        let (seat, ply) = match game.due() {
            Due::Act(seat) if game.reveals_due(seat) > 0 => {
                let mut acts = game.legal(seat, &charts[seat.index()]).list;
                (seat, Ply::Act(acts.swap_remove(rng.random_range(0..acts.len())).act))
            }
            Due::Act(seat) => (seat, Ply::Act(shots(&game, seat, rng))),
            Due::Answer(seat) => (seat, Ply::Answer(game.honest(seat, &charts[seat.index()]))),
            Due::Draw | Due::Over(_) => return tales,
        };
        let claims = game.check(seat, &ply).unwrap().claims;
        let tale = &mut tales[seat.index()];
        if let Some(said) = said(&game, seat, &ply, sea, tale) {
            let opened = claims.iter().flat_map(|claim| {
                let Claim::Opens(line, sum) = claim else { panic!("no claim of this game is hidden") };
                assert_eq!(charts[seat.index()].sum(line), *sum);
                way.lines(sea, &said, game.hits(seat), line)
            });
            let opened: Vec<Line> = opened.collect();
            tale.tell(said, &opened);
        }
        game.apply(seat, &ply);
    }
}

/// One cell at random, or one beside a hit of a ship afloat; as many as are due.
fn shots(game: &Duel, seat: Seat, rng: &mut ChaCha8Rng) -> Act {
    let other = Duel::opponent(seat);
    let sunk: Cells = game.sunk(other).iter().flat_map(|ship| ship.cells()).collect();
    let burning = game.hits(other).without(sunk).or(game.revealed(other));
    let beside = |cell: &Cell| burning.iter().any(|hit| hit.x.abs_diff(cell.x) + hit.y.abs_diff(cell.y) <= 1);
    let mut open = game.open(other).to_vec();
    let shots = (0..game.shots(seat)).map(|_| {
        let hot: Vec<usize> = (0..open.len()).filter(|&i| beside(&open[i])).collect();
        let follows = !hot.is_empty() && rng.random_range(0..3) > 0;
        open.remove(if follows {
            hot[rng.random_range(0..hot.len())]
        } else {
            rng.random_range(0..open.len())
        })
    });
    Act::fire(shots.collect::<Vec<Cell>>())
}

/// What these words say by the rules; an answer of the engine must be what the rules say.
fn said(game: &Duel, seat: Seat, ply: &Ply<Duel>, sea: &Sea, tale: &Tale) -> Option<Said> {
    let answer: &Answer = match ply {
        Ply::Act(Act::Fire(_)) => return None,
        Ply::Act(Act::Reveal(cells)) => return Some(Said::Revealed(cells.iter().copied().collect())),
        Ply::Answer(answer) => answer,
    };
    let (_, asked) = game.in_flight()?;
    let said = Said::answer(sea, &tale.truth, asked, tale.asked);
    let Said::Answered { hit, sunk, mine, .. } = &said else { return None };
    let met = |outcome| {
        let cells = asked.iter().zip(&answer.outcomes).filter(move |&(_, &met)| met == outcome);
        cells.map(|(cell, _)| cell).collect::<Cells>()
    };
    let named: Cells = answer.sunk.iter().flat_map(|ship| ship.cells()).collect();
    assert_eq!((met(Outcome::Hit), met(Outcome::Mine), named.and(asked)), (*hit, *mine, *sunk), "{seat:?}");
    Some(said)
}
