//! What a seat may do, and what it must answer.

use std::collections::BTreeSet;

use rand::{SeedableRng as _, rngs::ChaCha8Rng, seq::SliceRandom as _};

use super::{Act, Answer, Duel, Outcome, Phase, chart};
use crate::{
    games::grid::{Cell, Cells},
    rules::{Acts, Intent, Seat},
    seal::Chart,
};

/// Up to so many salvos are all listed; of more, a fair choice is.
const MOST_SALVOS: usize = 256;

/// A fair choice has at least so many salvos.
const FEWEST_SALVOS: usize = 32;

impl Duel {
    /// Legal acts of the seat that is due: all of them, except that of many salvos only some are listed.
    pub(super) fn choices(&self, seat: Seat, chart: &Chart) -> Acts<Duel> {
        let (sets, complete): (Vec<Vec<Cell>>, bool) = match self.phase {
            Phase::Firing(due) if due == seat => self.salvos(seat),
            Phase::Revealing { shooter, count } if shooter == seat => {
                (subsets(&self.hidden(seat, chart).to_vec(), count), true)
            }
            _ => (Vec::new(), true),
        };
        let reveals = matches!(self.phase, Phase::Revealing { .. });
        let act = if reveals { Act::Reveal } else { Act::Fire };
        Acts { list: sets.into_iter().map(|cells| Intent::plain(act(cells))).collect(), complete }
    }

    /// Own ship cells that are neither hit nor revealed: three at most have to be revealed at once, so
    /// their sets are few enough to list.
    fn hidden(&self, seat: Seat, chart: &Chart) -> Cells {
        let ships = chart::contents(&self.options, chart).ships;
        let sea = self.sea(seat);
        ships.iter().flat_map(|ship| ship.cells()).collect::<Cells>().without(sea.closed().or(sea.revealed))
    }

    fn salvos(&self, seat: Seat) -> (Vec<Vec<Cell>>, bool) {
        let mut open = self.open(Self::opponent(seat)).to_vec();
        let shots = self.shots(seat);
        if shots <= 1 || binomial(open.len(), shots).is_some_and(|count| count <= MOST_SALVOS) {
            return (subsets(&open, shots), true);
        }
        // Cutting a shuffled list into salvos, again and again, brings up every cell equally often, but
        // for the last cut of each round, which is filled up from its beginning.
        let seed = open.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, cell| {
            (hash ^ u64::from(cell.y) << 8 ^ u64::from(cell.x)).wrapping_mul(0x0100_0000_01b3)
        });
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut salvos = BTreeSet::new();
        while salvos.len() < FEWEST_SALVOS {
            open.shuffle(&mut rng);
            for first in (0..open.len()).step_by(shots) {
                let mut salvo: Vec<Cell> = open.iter().cycle().skip(first).take(shots).copied().collect();
                salvo.sort_unstable();
                salvos.insert(salvo);
            }
        }
        (salvos.into_iter().collect(), false)
    }

    /// The one truthful answer; an empty one when nothing was asked.
    pub(super) fn truth(&self, seat: Seat, chart: &Chart) -> Answer {
        let Some((_, shots)) = self.in_flight() else {
            return Answer { outcomes: Vec::new(), sunk: Vec::new() };
        };
        let own = chart::contents(&self.options, chart);
        let ships: Cells = own.ships.iter().flat_map(|ship| ship.cells()).collect();
        let mines: Cells = own.mines.iter().copied().collect();
        let outcome = |cell| match () {
            () if ships.contains(cell) => Outcome::Hit,
            () if mines.contains(cell) => Outcome::Mine,
            () => Outcome::Miss,
        };
        let lost = self.sea(seat).hit.or(shots);
        let mut sunk: Vec<_> = own
            .ships
            .into_iter()
            .filter(|ship| ship.cells().all(|cell| lost.contains(cell)))
            .filter(|ship| ship.cells().any(|cell| shots.contains(cell)))
            .collect();
        sunk.sort_unstable();
        Answer { outcomes: shots.iter().map(outcome).collect(), sunk }
    }
}

/// All sets of `count` of these cells, each in their order.
fn subsets(cells: &[Cell], count: usize) -> Vec<Vec<Cell>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut sets = Vec::new();
    for (i, &first) in cells.iter().enumerate() {
        for rest in subsets(cells.get(i + 1..).unwrap_or_default(), count - 1) {
            sets.push([&[first], rest.as_slice()].concat());
        }
    }
    sets
}

/// Number of ways to choose `k` of `n`; none if that is a very large number.
fn binomial(n: usize, k: usize) -> Option<usize> {
    (0..k).try_fold(1usize, |count, i| Some(count.checked_mul(n.checked_sub(i)?)? / (i + 1)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::{
        draw::Draw,
        games::duel::{Fleet, Options},
        rules::{Due, Game as _, Ply},
    };

    const X: Seat = Seat(0);
    const Y: Seat = Seat(1);

    #[test]
    fn subsets_are_counted_and_different() {
        let cells: Vec<Cell> = (0..7).map(|x| Cell::new(x, 0)).collect();
        for count in 0..=7 {
            let sets = subsets(&cells, count);
            assert_eq!(Some(sets.len()), binomial(7, count));
            assert!(sets.is_sorted_by(|a, b| a < b));
            assert!(sets.iter().all(|set| set.is_sorted_by(|a, b| a < b) && set.len() == count));
        }
    }

    /// Every set of options of both cards.
    fn all_options() -> Vec<(&'static str, Options)> {
        let mut all = vec![("classic", Options::CLASSIC)];
        for size in [8, 10, 12, 15] {
            for fleet in [Fleet::Classic, Fleet::Russian] {
                for bits in 0..8u8 {
                    let on = |bit: u8| bits & bit != 0;
                    let options =
                        Options { size, fleet, salvo: on(1), again: on(2), mines: on(4), halo: false };
                    all.push(("mines", options));
                }
            }
        }
        all
    }

    /// Plays to the end with random acts out of the legal ones and truthful answers; the number of plies.
    fn random_game(options: &Options, rng: &mut ChaCha8Rng) -> (Duel, u32) {
        let charts = [X, Y].map(|_| {
            let layout = Duel::random_layout(options, rng).unwrap();
            Duel::chart(options, &layout).unwrap()
        });
        let mut game = Duel::new(options, 2);
        game.drawn(&mut Draw::new(&[0; 32], 0, &[rng.random(); 32], &[]));
        for plies in 0.. {
            let (seat, ply) = match game.due() {
                Due::Act(seat) => {
                    let acts = game.legal(seat, &charts[seat.index()]);
                    if !options.salvo && game.reveals_due(seat) == 0 {
                        assert_eq!(acts.list.len(), game.open(Duel::opponent(seat)).len());
                        assert!(acts.complete);
                    }
                    for intent in acts.list.iter().step_by(7) {
                        let implied = game.check(seat, &Ply::Act(intent.act.clone())).unwrap();
                        assert!(
                            implied.claims.iter().all(|claim| claim.holds(charts[seat.index()].values()))
                        );
                        assert!(intent.bits.is_empty());
                    }
                    (seat, Ply::Act(acts.list[rng.random_range(0..acts.list.len())].act.clone()))
                }
                Due::Answer(seat) => (seat, Ply::Answer(game.honest(seat, &charts[seat.index()]))),
                Due::Over(_) => return (game, plies),
                Due::Draw => panic!("only one draw"),
            };
            let implied = game.check(seat, &ply).unwrap();
            assert!(implied.claims.iter().all(|claim| claim.holds(charts[seat.index()].values())), "{ply:?}");
            game.apply(seat, &ply);
        }
        unreachable!()
    }

    #[test]
    fn whole_random_games_end_with_a_fleet_sunk() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        for (id, options) in all_options() {
            let card = Duel::CARDS.iter().find(|card| card.id == id).unwrap();
            for _ in 0..4 {
                let (game, plies) = random_game(&options, &mut rng);
                let Due::Over(ranking) = game.due() else { panic!("over") };
                let winner = ranking.winner().unwrap();
                let loser = Duel::opponent(winner);
                assert_eq!(game.hits(loser).len(), options.fleet.cells());
                assert_eq!(options.fleet.cells(), if options.fleet == Fleet::Russian { 20 } else { 17 });
                assert!(game.afloat(loser).is_empty() && !game.afloat(winner).is_empty());
                assert!(plies + 20 <= card.entries);
            }
        }
    }

    #[test]
    fn a_fair_choice_of_salvos_leaves_no_cell_out() {
        for fleet in [Fleet::Classic, Fleet::Russian] {
            let mut game = Duel::new(&Options { fleet, size: 15, salvo: true, ..Options::MINES }, 2);
            game.begin(X);
            let acts = game.legal(X, &Chart::new(Vec::new()));
            assert!(!acts.complete && acts.list.len() >= 32);
            let named: Cells = acts
                .list
                .iter()
                .flat_map(|intent| match &intent.act {
                    Act::Fire(cells) => cells.clone(),
                    Act::Reveal(_) => Vec::new(),
                })
                .collect();
            assert_eq!(named, game.open(Y));
            let again = game.legal(X, &Chart::new(Vec::new()));
            assert!(acts.list == again.list, "the same position has the same choice");
        }
    }
}
