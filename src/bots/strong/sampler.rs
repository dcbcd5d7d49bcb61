//! Layouts at random out of those that agree with all that is known of a sea.
//!
//! Sequential importance sampling: ships are placed one after the other where what is known and what
//! was placed allows, first a ship through every known cell, then the rest. Each layout that comes out
//! is weighed by how likely the players' random placement is to produce it against how likely this
//! procedure was to, so the weighted shares tend to the true odds as samples are added.

use rand::{Rng, RngExt as _};

use super::super::{bits::Bits, sight::Sight};

/// So many times the samples wanted are tried at the most. It bounds the time of a decision, by a count
/// so that a seed decides what is played: an attempt takes some microseconds at the most.
const TRIES: usize = 20;

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
        for _ in 0..TRIES * wanted {
            if samples.len() == wanted {
                break;
            }
            samples.extend(self.sample(rng));
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

#[cfg(test)]
mod tests {
    use marque_protocol::{
        games::{
            Options, Position,
            duel::{self, Duel, Layout, Mark},
            fleet::Ship,
            grid::{Cell, Cells},
        },
        rules::{Due, Game as _, Ply, Seat},
    };
    use std::convert::Infallible;

    use rand::{SeedableRng as _, TryRng, rngs::ChaCha8Rng};

    use super::{
        super::super::{Level, arena::Table, bits::Wide, choose},
        *,
    };

    const SEA: Seat = Seat(1);

    fn options(id: &str, set: &[(&str, &str)]) -> Options {
        let set = set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        Options::choose(id, &set.collect::<Vec<_>>()).expect("these options are there")
    }

    fn cells<B: Bits>(sight: &Sight<B>, set: B) -> Vec<Cell> {
        set.members().map(|cell| sight.board.cell(cell)).collect()
    }

    /// By the rules themselves: is it a legal layout, and would its owner have said what was said?
    fn agrees(duel: &Duel, layout: &Layout) {
        assert!(Duel::chart(duel.rules(), layout).is_ok(), "{:?} {:?}", layout.ships, layout.mines);
        let ships: Cells = layout.ships.iter().flat_map(|ship| ship.cells()).collect();
        for cell in duel.grid().cells() {
            let (ship, mine) = (ships.contains(cell), layout.mines.contains(&cell));
            match duel.mark(SEA, cell) {
                Mark::Hit | Mark::Sunk | Mark::Revealed => assert!(ship, "{cell}"),
                Mark::Miss | Mark::KnownEmpty => assert!(!ship && !mine, "{cell}"),
                Mark::Mine => assert!(mine, "{cell}"),
                Mark::Unknown | Mark::Fired => {}
            }
        }
        for ship in &layout.ships {
            let lost = ship.cells().all(|cell| duel.hits(SEA).contains(cell));
            assert_eq!(lost, duel.sunk(SEA).contains(ship), "{ship}");
        }
    }

    fn check<B: Bits>(duel: &Duel, rng: &mut ChaCha8Rng) {
        let sight: Sight<B> = Sight::new(duel, SEA);
        let samples = Sampler::new(&sight).samples(10, rng);
        assert!(!samples.is_empty(), "{duel:?}");
        for sample in samples {
            let ship = |&ship: &B| Ship::of_cells(&cells(&sight, ship)).expect("a straight ship");
            let layout = Layout {
                ships: sample.ships.iter().map(ship).collect(),
                mines: cells(&sight, sample.mines | sight.mines_hit),
            };
            agrees(duel, &layout);
            assert!(sample.weight > 0.0 && sample.weight.is_finite());
        }
    }

    #[test]
    fn every_sample_agrees_with_all_that_is_known() {
        let mut all = vec![options("classic", &[])];
        for size in ["8", "10", "12", "15"] {
            for fleet in ["classic", "russian"] {
                all.push(options("mines", &[("size", size), ("fleet", fleet)]));
            }
        }
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for (seed, options) in (0..).zip(all) {
            let mut table = Table::new(&options, 2, seed).expect("there are layouts");
            for ply in 0.. {
                let due = table.position.due();
                let Position::Duel(duel) = &table.position else { panic!("a duel") };
                if let Due::Over(_) = due {
                    break;
                }
                if ply % 5 == 0 && duel.in_flight().is_none() {
                    check::<Wide>(duel, &mut rng);
                    if duel.grid().width <= 10 {
                        check::<u128>(duel, &mut rng);
                    }
                }
                let player = |position: &Position, seat, chart: &_, rng: &mut ChaCha8Rng| {
                    choose(Level::Normal, position, seat, chart, rng)
                };
                table.step(due, player).expect("all is legal");
            }
        }
    }

    /// Counts what is drawn.
    struct Counted(ChaCha8Rng, usize);

    impl TryRng for Counted {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.1 += 1;
            self.0.try_next_u32()
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            self.1 += 1;
            self.0.try_next_u64()
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
            self.1 += 1;
            self.0.try_fill_bytes(bytes)
        }
    }

    /// Seven wounds far from each other, and six ships that can be wounded: each attempt places all six
    /// before it fails.
    #[test]
    fn what_cannot_be_explained_is_given_up_soon() {
        let options = duel::Options { size: 15, fleet: duel::Fleet::Russian, ..duel::Options::MINES };
        let mut duel = Duel::new(&options, 2);
        for (x, y) in [(1, 1), (7, 1), (13, 1), (1, 7), (7, 7), (13, 7), (7, 13)] {
            duel.apply(Seat(0), &Ply::Act(duel::Act::fire([Cell::new(x, y)])));
            let outcomes = vec![duel::Outcome::Hit];
            duel.apply(SEA, &Ply::Answer(duel::Answer { outcomes, sunk: Vec::new() }));
        }
        let sight: Sight<Wide> = Sight::new(&duel, SEA);
        assert_eq!(sight.known.count(), 7);
        let seed = 3;
        let mut rng = Counted(ChaCha8Rng::seed_from_u64(seed), 0);
        let found = Sampler::new(&sight).samples(1000, &mut rng).len();
        // A ship draws a place and which of its length it is.
        let attempts = rng.1 / (2 * 6);
        assert!(found == 0 && attempts > 1000 && attempts < 50_000, "seed {seed}: {found} {attempts}");
    }

    /// Against the random placement itself, of which only layouts that agree are kept.
    #[test]
    fn odds_are_those_of_the_random_placement() {
        let options = duel::Options { size: 8, ..duel::Options::MINES };
        let mut duel = Duel::new(&options, 2);
        for (x, y, outcome) in [
            (3, 3, duel::Outcome::Hit),
            (2, 2, duel::Outcome::Miss),
            (3, 4, duel::Outcome::Miss),
            (6, 6, duel::Outcome::Miss),
        ] {
            duel.apply(Seat(0), &Ply::Act(duel::Act::fire([Cell::new(x, y)])));
            duel.apply(SEA, &Ply::Answer(duel::Answer { outcomes: vec![outcome], sunk: Vec::new() }));
        }
        let sight: Sight<u128> = Sight::new(&duel, SEA);
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let (mut kept, mut seen) = (0.0, [[0.0; 2]; 128]);
        for _ in 0..30_000 {
            let layout = Duel::random_layout(&options, &mut rng).expect("there are layouts");
            let ships: Cells = layout.ships.iter().flat_map(|ship| ship.cells()).collect();
            let said = |&cell: &Cell| match duel.mark(SEA, cell) {
                Mark::Hit => ships.contains(cell),
                Mark::Miss => !ships.contains(cell) && !layout.mines.contains(&cell),
                _ => true,
            };
            if duel.grid().cells().all(|cell| said(&cell)) {
                kept += 1.0;
                ships.iter().for_each(|cell| seen[sight.board.number(cell) as usize][0] += 1.0);
                layout.mines.iter().for_each(|&cell| seen[sight.board.number(cell) as usize][1] += 1.0);
            }
        }
        let samples = Sampler::new(&sight).samples(4000, &mut rng);
        let total: f64 = samples.iter().map(|sample| sample.weight).sum();
        for cell in sight.board.all.members() {
            let weight = |of: fn(&Sample<u128>) -> u128| -> f64 {
                let with = samples.iter().filter(|sample| of(sample).meets(u128::one(cell)));
                with.map(|sample| sample.weight).sum::<f64>() / total
            };
            let [ship, mine] = seen[cell as usize].map(|count| count / kept);
            let (ship_odds, mine_odds) = (weight(|sample| sample.all), weight(|sample| sample.mines));
            assert!((ship - ship_odds).abs() < 0.05, "{}: {ship} {ship_odds}", sight.board.cell(cell));
            assert!((mine - mine_odds).abs() < 0.03, "{}: {mine} {mine_odds}", sight.board.cell(cell));
        }
        assert!(kept > 1000.0, "{kept}");
    }
}
