//! The secret set-up: which heading each ship has at the start (DF-4).
//!
//! Ships stand side by side on the start cells, so all that is hidden is one heading each, told in the
//! seat's own frame from its left to its right. One slot for every ship and heading, ships first. The
//! laws: each ship has exactly one heading; of two ships side by side at most one lies along the row,
//! which is exactly the ban on single files (DF-2, DF-3). So an illegal set-up cannot be sealed.

use rand::{Rng, RngExt as _};

use super::{
    board::FLEET,
    compass::{Edge, Heading},
    illegal::Illegal,
};
use crate::{
    games::grid::Cell,
    seal::{Chart, Claim, Laws, Line},
};

/// Headings of a set-up, in the frame of its seat from its left to its right.
pub type SetUp = [Heading; FLEET as usize];

/// The start cells of who sits at this edge of a board of this size, from its left to its right: the
/// middle of its second row (DF-4, DF-21).
pub fn start_cells(edge: Edge, size: u8) -> impl Iterator<Item = Cell> + Clone {
    let first = size.saturating_sub(FLEET) / 2;
    (first..first + FLEET).map(move |x| edge.place(size, Cell::new(x, 1)))
}

/// The set-up that these ships of the board are; refused unless one stands on each start cell and none
/// are in single file.
pub fn read(edge: Edge, size: u8, ships: &[(Cell, Heading)]) -> Result<SetUp, Illegal> {
    let mut set_up = [Heading::N; FLEET as usize];
    for (place, cell) in set_up.iter_mut().zip(start_cells(edge, size)) {
        let (_, heading) = ships.iter().find(|(at, _)| *at == cell).ok_or(Illegal::BadStartCell)?;
        *place = edge.seen_heading(*heading);
    }
    if ships.len() != set_up.len() {
        return Err(Illegal::BadStartCell);
    }
    check(&set_up).map(|()| set_up)
}

/// Whether no ships are in single file; the error names cells of an 8x8 frame.
pub fn check(set_up: &SetUp) -> Result<(), Illegal> {
    let in_row = set_up.map(|heading| heading.is_along(Heading::E));
    match (0..).zip(in_row.windows(2)).find(|(_, pair)| **pair == [true, true]) {
        Some((x, _)) => Err(Illegal::SingleFile(Cell::new(x, 1), Cell::new(x + 1, 1))),
        None => Ok(()),
    }
}

fn slot(ship: u32, heading: Heading) -> u32 {
    ship * 8 + u32::from(heading.number())
}

/// Slots and laws of a chart.
pub(super) fn laws() -> Laws {
    let ships = 0..u32::from(FLEET);
    let one_heading = |ship| (Line::new(Heading::ALL.map(|heading| slot(ship, heading))), 1);
    let in_row = |ship: u32| [slot(ship, Heading::E), slot(ship, Heading::W)];
    Laws {
        slots: 8 * u32::from(FLEET),
        at_most_one: ships.clone().skip(1).map(|s| Line::new([in_row(s - 1), in_row(s)].concat())).collect(),
        exactly: ships.map(one_heading).collect(),
    }
}

/// What a shown set-up asserts: each ship has that heading, and so no other.
pub(super) fn claims(set_up: &SetUp) -> Vec<Claim> {
    (0..).zip(set_up).map(|(ship, &heading)| Claim::Opens(Line::one(slot(ship, heading)), 1)).collect()
}

/// The bits of a set-up, or which rule it breaks.
pub(super) fn chart(set_up: &SetUp) -> Result<Chart, Illegal> {
    check(set_up).map(|()| bits(set_up))
}

/// The bits of a set-up, lawful or not.
pub(super) fn bits(set_up: &SetUp) -> Chart {
    let bits = set_up.iter().flat_map(|&heading| Heading::ALL.map(|other| u8::from(other == heading)));
    Chart::new(bits.collect())
}

/// The set-up that a lawful chart stands for.
pub(super) fn layout(chart: &Chart) -> Option<SetUp> {
    let laws = laws();
    let whole = chart.values().len() == laws.slots as usize && laws.hold(chart.values());
    whole.then(|| contents(chart))
}

/// What a chart holds; ships without a heading have that of a lawful one.
pub(super) fn contents(chart: &Chart) -> SetUp {
    let mut set_up = [Heading::N; FLEET as usize];
    for (place, bits) in set_up.iter_mut().zip(chart.values().chunks(8)) {
        let full = Heading::ALL.into_iter().zip(bits).find(|(_, bit)| **bit == 1);
        *place = full.map_or(Heading::N, |(heading, _)| heading);
    }
    set_up
}

/// A legal set-up, each equally likely: about two of three tries are legal.
pub(super) fn random(rng: &mut dyn Rng) -> SetUp {
    loop {
        let set_up = [(); FLEET as usize].map(|()| Heading::N.turned(rng.random_range(0..8)));
        if check(&set_up).is_ok() {
            return set_up;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use rand::{SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;

    #[test]
    fn the_laws_hold_for_exactly_the_legal_set_ups() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut legal = 0;
        for _ in 0..3000 {
            let set_up = [(); 8].map(|()| Heading::ALL[rng.random_range(0..8)]);
            let naive =
                set_up.windows(2).all(|pair| !pair.iter().all(|h| matches!(h, Heading::E | Heading::W)));
            assert_eq!(chart(&set_up).is_ok(), naive);
            assert_eq!(laws().hold(bits(&set_up).values()), naive);
            assert_eq!(layout(&bits(&set_up)), naive.then_some(set_up));
            legal += u32::from(naive);
        }
        // 11,425,536 of 16,777,216.
        assert!((1900..2200).contains(&legal), "{legal}");
    }

    #[test]
    fn as_many_set_ups_are_legal_as_have_been_counted() {
        // Ships from the left; those that end in the row, and those that do not.
        let (mut across, mut along) = (6u32, 2u32);
        for _ in 1..FLEET {
            (across, along) = (6 * (across + along), 2 * across);
        }
        assert_eq!(across + along, 11_425_536);
    }

    #[test]
    fn a_set_up_is_read_from_any_edge() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for (edge, size) in Edge::ALL.into_iter().flat_map(|edge| [(edge, 8), (edge, 12)]) {
            let set_up = random(&mut rng);
            let headings = set_up.map(|heading| edge.heading(heading));
            let mut ships: Vec<_> = start_cells(edge, size).zip(headings).collect();
            ships.reverse();
            assert_eq!(read(edge, size, &ships), Ok(set_up));
            ships.push((edge.place(size, Cell::new(0, 5)), Heading::N));
            assert_eq!(read(edge, size, &ships), Err(Illegal::BadStartCell), "one too many");
            ships.remove(0);
            assert_eq!(read(edge, size, &ships), Err(Illegal::BadStartCell), "one elsewhere");
        }
    }
}
