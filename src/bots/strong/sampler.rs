//! Layouts at random out of those that agree with all that is known of a sea.
//!
//! Sequential importance sampling: ships are placed one after the other where what is known and what
//! was placed allows, first a ship through every known cell, then the rest. Each layout that comes out
//! is weighed by how likely the players' random placement is to produce it against how likely this
//! procedure was to, so the weighted shares tend to the true odds as samples are added.

use rand::{Rng, RngExt as _};

use super::super::{bits::Bits, sight::Sight};

/// So many times the samples wanted are tried at the most, and so many times if none was found.
const TRIES: [usize; 2] = [4, 400];

/// A layout of the whole sea.
pub(super) struct Sample<B> {
    /// The ships, in the order of the fleet.
    pub(super) ships: Vec<B>,
    /// Their cells.
    pub(super) all: B,
    /// Mines that nobody has hit.
    pub(super) mines: B,
    /// How much it counts.
    pub(super) weight: f64,
}

/// What all samples of one sea have in common.
pub(super) struct Sampler<'a, B> {
    sight: &'a Sight<B>,
    /// Every known cell with the ships that may lie there, and their lengths.
    covers: Vec<(B, Vec<(u32, B)>)>,
}

impl<'a, B: Bits> Sampler<'a, B> {
    pub(super) fn new(sight: &'a Sight<B>) -> Sampler<'a, B> {
        let mut lengths = sight.afloat.clone();
        lengths.dedup();
        let places: Vec<(u32, B)> =
            lengths.iter().flat_map(|&length| sight.places(length).map(move |ship| (length, ship))).collect();
        let known = sight.known.members().map(B::one);
        let mut covers: Vec<(B, Vec<(u32, B)>)> = known
            .map(|cell| (cell, places.iter().copied().filter(|(_, ship)| ship.meets(cell)).collect()))
            .collect();
        // What leaves the least choice first: fewer dead ends.
        covers.sort_by_key(|(_, ships)| ships.len());
        Sampler { sight, covers }
    }

    /// Up to `wanted` layouts; fewer, or none, where nearly all attempts end in contradictions.
    pub(super) fn samples(&self, wanted: usize, rng: &mut impl Rng) -> Vec<Sample<B>> {
        let mut samples = Vec::with_capacity(wanted);
        let [most, most_without] = TRIES.map(|times| times * wanted);
        let mut tries = 0;
        while samples.len() < wanted && (tries < most || samples.is_empty() && tries < most_without) {
            samples.extend(self.sample(rng));
            tries += 1;
        }
        samples
    }

    fn sample(&self, rng: &mut impl Rng) -> Option<Sample<B>> {
        let mut draft = Draft::new(self.sight);
        for &ship in &self.sight.sunk {
            let place = draft.seat(ship.count(), rng)?;
            draft.put(place, ship);
        }
        self.cover(&mut draft, rng)?;
        self.place_rest(&mut draft, rng)?;
        let mines = self.place_mines(&mut draft, rng)?;
        let weight = draft.weight * self.prior(&draft.ships, mines);
        Some(Sample { ships: draft.ships, all: draft.taken, mines, weight })
    }

    /// A ship through every known cell.
    fn cover(&self, draft: &mut Draft<B>, rng: &mut impl Rng) -> Option<()> {
        for (cell, ships) in &self.covers {
            if draft.taken.meets(*cell) {
                continue;
            }
            let free = |(_, ship): &&(u32, B)| !ship.meets(draft.barred);
            let ways = ships.iter().filter(free).map(|&(length, _)| draft.left(length)).sum();
            let mut pick = draw(ways, rng)?;
            let chosen = ships.iter().filter(free).find(|&&(length, _)| {
                let ways = draft.left(length);
                let here = pick < ways;
                pick = pick.saturating_sub(ways);
                here
            });
            let &(length, ship) = chosen?;
            draft.weight *= f64::from(ways);
            let place = draft.seat(length, rng)?;
            draft.put(place, ship);
        }
        Some(())
    }

    /// Ships that nobody has touched, longest first.
    fn place_rest(&self, draft: &mut Draft<B>, rng: &mut impl Rng) -> Option<()> {
        let board = self.sight.board;
        for (place, &length) in self.sight.fleet.iter().enumerate() {
            if !draft.ships[place].is_empty() {
                continue;
            }
            let (across, down) = board.ends(self.sight.room.without(draft.barred), length);
            let (rows, columns) = (across.count(), down.count());
            let pick = draw(rows + columns, rng)?;
            draft.weight *= f64::from(rows + columns);
            let ship = match pick.checked_sub(rows) {
                None => board.ship_at(across.nth(pick), length, false),
                Some(pick) => board.ship_at(down.nth(pick), length, true),
            };
            draft.put(place, ship);
        }
        Some(())
    }

    fn place_mines(&self, draft: &mut Draft<B>, rng: &mut impl Rng) -> Option<B> {
        let mut room = self.sight.mine_room.without(draft.barred);
        let mut mines = B::EMPTY;
        for _ in 0..self.sight.mines {
            let ways = room.count();
            let mine = B::one(room.nth(draw(ways, rng)?));
            draft.weight *= f64::from(ways);
            mines = mines | mine;
            room = room.without(self.sight.board.around(mine));
        }
        Some(mines)
    }

    /// How likely, but for a factor that all layouts share, it is that ships put down one after the
    /// other, each anywhere it fits, lie like this: that is how a fleet is placed at random.
    fn prior(&self, ships: &[B], mines: B) -> f64 {
        let board = self.sight.board;
        let (mut room, mut likely) = (board.all, 1.0);
        for (&ship, &length) in ships.iter().zip(&self.sight.fleet) {
            let (across, down) = board.ends(room, length);
            likely /= f64::from((across.count() + down.count()).max(1));
            room = room.without(board.around(ship));
        }
        for mine in (self.sight.mines_hit | mines).members() {
            likely /= f64::from(room.count().max(1));
            room = room.without(board.around(B::one(mine)));
        }
        likely
    }
}

/// One of so many ways; none if there is none.
fn draw(ways: u32, rng: &mut impl Rng) -> Option<u32> {
    (ways > 0).then(|| rng.random_range(0..ways))
}

/// A layout in the making.
struct Draft<'a, B> {
    sight: &'a Sight<B>,
    /// The ships in the order of the fleet, empty where none is yet.
    ships: Vec<B>,
    /// Cells of ships.
    taken: B,
    /// Those and all that touch them.
    barred: B,
    /// One over the probability of what was drawn.
    weight: f64,
}

impl<'a, B: Bits> Draft<'a, B> {
    fn new(sight: &'a Sight<B>) -> Draft<'a, B> {
        let ships = vec![B::EMPTY; sight.fleet.len()];
        Draft { sight, ships, taken: B::EMPTY, barred: B::EMPTY, weight: 1.0 }
    }

    /// The ships of this length that are not placed yet.
    fn missing(&self, length: u32) -> impl Iterator<Item = usize> {
        let places = (0..).zip(self.sight.fleet.iter().zip(&self.ships));
        places.filter(move |&(_, (&of, ship))| of == length && ship.is_empty()).map(|(place, _)| place)
    }

    fn left(&self, length: u32) -> u32 {
        self.missing(length).count() as u32
    }

    /// Which of its class a ship is: any, so that the order in which ships become known does not
    /// matter to the prior.
    fn seat(&self, length: u32, rng: &mut impl Rng) -> Option<usize> {
        let pick = draw(self.left(length), rng)?;
        self.missing(length).nth(pick as usize)
    }

    fn put(&mut self, place: usize, ship: B) {
        if let Some(slot) = self.ships.get_mut(place) {
            *slot = ship;
        }
        self.taken = self.taken | ship;
        self.barred = self.barred | self.sight.board.around(ship);
    }
}
