//! Bots in whole games, by the plain rules.

use marque::bots::{
    self, Level,
    arena::{self, Player},
};
use marque_protocol::{
    draw::Draw,
    games::{Act, Layout, Options, Ply, Position, duel, grid::Cell},
    rules::{Due, Seat},
    seal::Chart,
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

const LEVELS: [Level; 3] = [Level::Easy, Level::Normal, Level::Strong];

fn options(id: &str, set: &[(&str, &str)]) -> Options {
    let set: Vec<(String, String)> =
        set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Options::choose(id, &set).expect("these options are there")
}

fn charts(options: &Options, rng: &mut ChaCha8Rng) -> Vec<Chart> {
    let chart = |_| {
        let layout = options.random_layout(rng).expect("there is a layout");
        options.chart(&layout).expect("of this game").expect("a legal one")
    };
    (0..2).map(chart).collect()
}

/// Plays the two levels against each other; every act must be legal. The acts.
fn play(options: &Options, levels: [Level; 2], seed: u64) -> Vec<Act> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let charts = charts(options, &mut rng);
    let mut position = Position::new(options, 2);
    let mut acts = Vec::new();
    loop {
        let (seat, ply) = match position.due() {
            Due::Act(seat) => {
                let level = levels[seat.index()];
                let intent = bots::choose(level, &position, seat, &charts[seat.index()], &mut rng);
                let intent = intent.expect("something can be done");
                acts.push(intent.act.clone());
                (seat, Ply::Act(intent.act))
            }
            Due::Answer(seat) => (seat, Ply::Answer(position.honest(seat, &charts[seat.index()]))),
            Due::Draw => {
                position.drawn(&mut Draw::new(&[0; 32], 0, &[0; 32], &[rng.random()]));
                continue;
            }
            Due::Over(ranking) => {
                assert!(ranking.winner().is_some());
                return acts;
            }
        };
        let implied = position.check(seat, &ply).expect("of this game");
        let implied = implied.unwrap_or_else(|illegal| panic!("{options:?} {levels:?} {seed}: {illegal}"));
        let own = charts[seat.index()].values();
        assert!(implied.claims.iter().all(|claim| claim.holds(own)), "{ply:?} is not true");
        position.apply(seat, &ply);
    }
}

#[test]
fn all_they_do_is_legal() {
    let mut games = vec![options("classic", &[])];
    for size in ["8", "10", "12", "15"] {
        for fleet in ["classic", "russian"] {
            for (salvo, again) in [("off", "off"), ("on", "off"), ("off", "on"), ("on", "on")] {
                games.push(options(
                    "mines",
                    &[("size", size), ("fleet", fleet), ("salvo", salvo), ("again", again)],
                ));
            }
        }
        games.push(options("mines", &[("size", size), ("mines", "off")]));
    }
    for (number, options) in (0..).zip(&games) {
        play(options, [Level::Easy, Level::Normal], number);
        play(options, [Level::Normal, Level::Easy], number);
        // Where a turn has several shots a game has few decisions.
        let salvo = matches!(options, Options::Duel(duel) if duel.salvo || duel.size == 8 || duel.halo);
        if salvo {
            play(options, [Level::Strong, Level::Normal], number);
        }
    }
}

#[test]
fn a_seed_decides_everything() {
    let classic = options("classic", &[]);
    let game = |seed| play(&classic, [Level::Easy, Level::Strong], seed);
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn easy_is_better_than_random_and_normal_than_easy() {
    let classic = options("classic", &[]);
    let games = 60;
    let won = |players, least: usize| {
        let won = (0..games).filter(|&game| {
            let end = arena::game(&classic, 2, players, (game % 2) as usize, game / 2);
            end.expect("games end") == Some(true)
        });
        let won = won.count();
        assert!(won >= least, "{players:?}: {won} of {games}");
    };
    won([Player::Level(Level::Easy), Player::Legal], 45);
    won([Player::Level(Level::Normal), Player::Level(Level::Easy)], 38);
}

#[test]
fn strong_finds_fleets_sooner_than_normal_and_normal_sooner_than_easy() {
    let small = options("mines", &[("size", "8"), ("fleet", "russian")]);
    let salvo = options("mines", &[("preset", "salvo")]);
    for options in [small, salvo] {
        let fleets = 25;
        let shots = LEVELS.map(|level| {
            let solo = |seed| arena::solitaire(&options, Player::Level(level), seed);
            (0..fleets).map(|seed| f64::from(solo(seed).expect("games end").shots)).sum::<f64>()
        });
        let [easy, normal, strong] = shots.map(|sum| sum / fleets as f64);
        assert!(easy - normal > 6.0 && normal - strong > 3.0, "{options:?}: {easy} {normal} {strong}");
    }
}

/// A duel, and what lies in each sea.
struct Duel {
    position: Position,
    charts: Vec<Chart>,
    layouts: Vec<duel::Layout>,
    rng: ChaCha8Rng,
}

impl Duel {
    fn new(options: &Options, seed: u64) -> Duel {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let charts = charts(options, &mut rng);
        let layout = |chart| match options.layout(chart) {
            Some(Layout::Duel(layout)) => layout,
            _ => panic!("a layout of this game"),
        };
        let layouts = charts.iter().map(layout).collect();
        Duel { position: Position::new(options, 2), charts, layouts, rng }
    }

    /// This seat fires and is answered, whosever turn it is.
    fn fire(&mut self, seat: u8, cells: &[Cell]) {
        self.position.apply(Seat(seat), &Ply::Act(Act::Duel(duel::Act::fire(cells.iter().copied()))));
        let owner = 1 - seat;
        let answer = self.position.honest(Seat(owner), &self.charts[usize::from(owner)]);
        self.position.apply(Seat(owner), &Ply::Answer(answer));
    }

    fn choose(&mut self, level: Level, seat: u8) -> duel::Act {
        let chart = &self.charts[usize::from(seat)];
        let intent = bots::choose(level, &self.position, Seat(seat), chart, &mut self.rng);
        let Some(Act::Duel(act)) = intent.map(|intent| intent.act) else { panic!("something to do") };
        act
    }
}

#[test]
fn all_reveal_of_a_wounded_ship_rather_than_of_one_unseen() {
    for (level, seed) in LEVELS.into_iter().flat_map(|level| (3..8).map(move |seed| (level, seed))) {
        let mut duel = Duel::new(&options("mines", &[]), seed);
        // The second seat wounds the shortest ship, then the first runs onto a mine.
        let ship = *duel.layouts[0].ships.iter().min_by_key(|ship| ship.length).expect("a fleet");
        let wound = ship.cells().next().expect("a ship has cells");
        duel.fire(1, &[wound]);
        let mines = duel.layouts[1].mines.clone();
        duel.fire(0, &mines);
        let duel::Act::Reveal(cells) = duel.choose(level, 0) else { panic!("a reveal is due") };
        assert!(cells.len() == 1 && cells[0] != wound, "{level:?}");
        assert!(ship.cells().any(|cell| cell == cells[0]), "{level:?} {ship} {}", cells[0]);
    }
}

#[test]
fn cells_that_the_enemy_revealed_are_fired_at() {
    for (level, salvo) in
        [(Level::Normal, "off"), (Level::Normal, "on"), (Level::Strong, "off"), (Level::Strong, "on")]
    {
        let mut duel = Duel::new(&options("mines", &[("size", "15"), ("salvo", salvo)]), 4);
        let mines = duel.layouts[1].mines[..1].to_vec();
        duel.fire(0, &mines);
        let duel::Act::Reveal(cells) = duel.choose(Level::Easy, 0) else { panic!("a reveal is due") };
        duel.position.apply(Seat(0), &Ply::Act(Act::Duel(duel::Act::Reveal(cells.clone()))));
        let duel::Act::Fire(shots) = duel.choose(level, 1) else { panic!("it is the owner's turn") };
        assert!(shots.contains(&cells[0]), "{level:?} {salvo}: {shots:?}");
    }
}

/// A shot farther on in some direction from a wound asks what the one before it asks as well.
#[test]
fn no_shot_of_a_salvo_goes_beyond_what_another_would_tell() {
    let salvo = options("mines", &[("preset", "salvo"), ("size", "15")]);
    let mut wounds = 0;
    for (seed, level) in (0..12).zip([Level::Normal, Level::Strong].into_iter().cycle()) {
        let mut duel = Duel::new(&salvo, seed);
        let wound = duel.layouts[0].ships[0].cells().nth(1).expect("a long ship");
        duel.fire(1, &[wound]);
        let duel::Act::Fire(shots) = duel.choose(level, 1) else { panic!("a salvo") };
        for (columns, rows) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let steps = |by: i16| wound.offset(columns * by, rows * by).filter(|cell| shots.contains(cell));
            assert!(
                steps(1).is_some() || (2..5).all(|by| steps(by).is_none()),
                "{level:?} {wound}: {shots:?}"
            );
            wounds += usize::from(steps(1).is_some());
        }
    }
    assert!(wounds > 24, "a wound is followed up: {wounds}");
}
