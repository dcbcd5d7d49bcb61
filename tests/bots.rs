//! Bots in whole games, by the plain rules.

use marque::bots::{
    self, Level,
    arena::{self, Player},
};
use marque_protocol::{
    draw::Draw,
    games::{Act, Options, Ply, Position, duel},
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

#[test]
fn strong_reveals_of_a_wounded_ship_rather_than_of_one_unseen() {
    let options = options("mines", &[]);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let charts = charts(&options, &mut rng);
    let Some(marque_protocol::games::Layout::Duel(layout)) = options.layout(&charts[0]) else {
        panic!("a layout of this game")
    };
    let (mut position, ships) = (Position::new(&options, 2), layout.ships);
    let mut say = |seat, ply: Ply| position.apply(Seat(seat), &ply);
    // The second seat wounds the longest ship, then the first runs onto a mine.
    let wound = ships[0].cells().next().expect("a ship has cells");
    say(1, Ply::Act(Act::Duel(duel::Act::fire([wound]))));
    let hit = duel::Answer { outcomes: vec![duel::Outcome::Hit], sunk: Vec::new() };
    say(0, Ply::Answer(marque_protocol::games::Answer::Duel(hit)));
    let Some(marque_protocol::games::Layout::Duel(enemy)) = options.layout(&charts[1]) else {
        panic!("a layout of this game")
    };
    say(0, Ply::Act(Act::Duel(duel::Act::fire(enemy.mines))));
    let mine = duel::Answer { outcomes: vec![duel::Outcome::Mine], sunk: Vec::new() };
    say(1, Ply::Answer(marque_protocol::games::Answer::Duel(mine)));
    let intent = bots::choose(Level::Strong, &position, Seat(0), &charts[0], &mut rng);
    let Some(Act::Duel(duel::Act::Reveal(cells))) = intent.map(|intent| intent.act) else {
        panic!("a reveal is due")
    };
    assert!(cells.len() == 1 && ships[0].cells().any(|cell| cell == cells[0] && cell != wound));
}
