//! A game in plain arithmetic: what the core does, without proofs, entries or peers.

use std::fmt;

use marque_protocol::{
    draw::Draw,
    games::{self, Options, Ply, Position},
    rules::{Card, Due, Implied, Ranking, Seat},
    seal::{Chart, Claim, Line},
    sim::{below, stream},
};
use rand::{Rng as _, rngs::ChaCha20Rng};

/// A card with some of its options and a number of seats that it allows.
pub struct Case {
    pub card: &'static Card,
    pub choices: Vec<(String, String)>,
    pub options: Options,
    pub seats: usize,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choices = self.choices.iter().map(|(key, value)| format!(" {key}={value}"));
        write!(f, "{}{}, {} seats", self.card.id, choices.collect::<String>(), self.seats)
    }
}

/// Says where a test was when it fails.
pub struct Here(pub String);

impl Here {
    pub fn at(case: &Case, seed: u64) -> Here {
        Here(format!("{case}, seed {seed}"))
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed with {}", self.0);
        }
    }
}

/// Every card with every number of seats; its defaults, every value of every key, some mixtures.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for card in games::cards() {
        for choices in samples(card) {
            let options = Options::choose(card.id, &choices).unwrap();
            for seats in options.seats(card) {
                cases.push(Case { card, choices: choices.clone(), options: options.clone(), seats });
            }
        }
    }
    cases
}

/// Every card with its defaults and every number of seats.
pub fn default_cases() -> impl Iterator<Item = Case> {
    cases().into_iter().filter(|case| case.choices.is_empty())
}

fn samples(card: &Card) -> Vec<Vec<(String, String)>> {
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    let mut all = vec![Vec::new()];
    for key in card.keys {
        let others = key.values.iter().filter(|value| **value != key.default);
        all.extend(others.map(|value| vec![pair(key.name, value)]));
    }
    let mut rng = stream(all.len() as u64, 50);
    for _ in 0..if card.keys.len() > 1 { 4 } else { 0 } {
        let mut value = |values: &[&str]| values[below(&mut rng, values.len() as u64) as usize].to_owned();
        all.push(card.keys.iter().map(|key| (key.name.to_owned(), value(key.values))).collect());
    }
    all
}

/// How a player of a bout chooses.
#[derive(Copy, Clone, Debug)]
pub enum Habit {
    Random,
    First,
    Last,
}

/// See the module.
pub struct Bout {
    pub card: &'static Card,
    pub position: Position,
    pub charts: Vec<Chart>,
    /// Seats that left.
    pub out: Vec<Seat>,
    pub habit: Habit,
    pub rng: ChaCha20Rng,
    /// Draws so far.
    pub draws: u32,
    /// Entries that the game would have so far, with all that complaints can bring.
    pub entries: u32,
}

impl Bout {
    pub fn new(case: &Case, seed: u64) -> Bout {
        let mut rng = stream(seed, 51);
        let chart = |_| {
            let layout = case.options.random_layout(&mut rng).unwrap();
            case.options.chart(&layout).unwrap().unwrap()
        };
        let charts = (0..case.seats).map(chart).collect();
        Bout {
            card: case.card,
            position: Position::new(&case.options, case.seats),
            charts,
            out: Vec::new(),
            habit: [Habit::Random, Habit::Random, Habit::First, Habit::Last][seed as usize % 4],
            rng,
            draws: 0,
            entries: case.seats as u32,
        }
    }

    /// The same game, with another future.
    pub fn fork(&mut self) -> Bout {
        let rng = stream(self.rng.next_u64(), 52);
        let (card, position, habit) = (self.card, self.position.clone(), self.habit);
        let (charts, out, draws, entries) = (self.charts.clone(), self.out.clone(), self.draws, self.entries);
        Bout { card, position, charts, out, habit, rng, draws, entries }
    }

    pub fn below(&mut self, n: usize) -> usize {
        below(&mut self.rng, n as u64) as usize
    }

    pub fn playing(&self) -> Vec<Seat> {
        Seat::all(self.charts.len()).filter(|seat| !self.out.contains(seat)).collect()
    }

    pub fn values(&self, seat: Seat) -> &[u8] {
        self.charts[seat.index()].values()
    }

    /// Whether the core would take these words with these new bits.
    pub fn stands(&self, seat: Seat, ply: &Ply, bits: &[u8]) -> bool {
        let values = [self.values(seat), bits].concat();
        matches!(self.position.check(seat, ply), Some(Ok(implied)) if is_true(&implied, &values, bits.len()))
    }

    /// That words which are due are well formed: the core can prove what they imply, and take it.
    pub fn provable(&self, seat: Seat, ply: &Ply, bits: &[u8]) -> Implied {
        let implied = self.position.check(seat, ply).unwrap().unwrap();
        let slots = self.values(seat).len() + bits.len();
        let within = |line: &Line| line.slots().iter().all(|slot| (*slot as usize) < slots);
        for claim in &implied.claims {
            match claim {
                Claim::Opens(line, _) => assert!(within(line), "{ply:?} opens what is not sealed"),
                Claim::OneOf(branches) => {
                    assert!(branches.iter().all(|(line, _)| within(line)), "{ply:?} {branches:?}");
                }
            }
        }
        if let Some(private) = &implied.private {
            assert!(matches!(ply, Ply::Answer(_)), "only answers may be private: {ply:?}");
            assert!(private.lines.iter().all(within), "{ply:?} tells what is not sealed");
            assert!(private.reader != seat && self.playing().contains(&private.reader), "{ply:?}");
        }
        if let Some(laws) = &implied.extension {
            assert!(matches!(ply, Ply::Act(_)), "only acts may extend: {ply:?}");
            let lines = laws.at_most_one.iter().chain(laws.exactly.iter().map(|(line, _)| line));
            assert!(lines.into_iter().all(within), "{ply:?} has laws about nothing");
        }
        let values = [self.values(seat), bits].concat();
        assert!(is_true(&implied, &values, bits.len()), "{ply:?} {bits:?} is listed, and false");
        implied
    }

    /// One step of the game; none at its end.
    pub fn step(&mut self) -> Option<()> {
        match self.position.due() {
            Due::Act(seat) => {
                assert!(self.playing().contains(&seat), "{seat:?} has left and is due");
                let (acts, _) = self.position.legal(seat, &self.charts[seat.index()]);
                assert!(!acts.is_empty(), "{seat:?} is due and can do nothing");
                let pick = match self.habit {
                    Habit::Random => self.below(acts.len()),
                    Habit::First => 0,
                    Habit::Last => acts.len() - 1,
                };
                let intent = acts[pick].clone();
                let ply = Ply::Act(intent.act);
                self.provable(seat, &ply, &intent.bits);
                self.charts[seat.index()].extend(&intent.bits);
                self.position.apply(seat, &ply);
                self.entries += 1;
            }
            Due::Answer(seat) => {
                assert!(self.playing().contains(&seat), "{seat:?} has left and is due");
                let ply = Ply::Answer(self.position.honest(seat, &self.charts[seat.index()]));
                let implied = self.provable(seat, &ply, &[]);
                self.position.apply(seat, &ply);
                // A private answer may bring a complaint and a disclosure.
                self.entries += if implied.private.is_some() { 3 } else { 1 };
            }
            Due::Draw => {
                let mut asked = [0; 32];
                self.rng.fill_bytes(&mut asked);
                self.position.drawn(&mut Draw::new(&[0; 32], self.draws, &asked, &[]));
                self.draws += 1;
                self.entries += self.playing().len() as u32;
            }
            Due::Over(ranking) => {
                self.names_every_seat_once(&ranking);
                return None;
            }
        }
        self.names_every_seat_once(&self.position.stopped());
        assert!(self.draws <= self.card.draws, "more draws than the card says");
        assert!(self.entries <= self.card.entries, "more entries than the card says");
        Some(())
    }

    pub fn names_every_seat_once(&self, ranking: &Ranking) {
        let mut named = ranking.0.concat();
        named.sort_unstable();
        assert_eq!(named, Seat::all(self.charts.len()).collect::<Vec<_>>(), "{ranking:?}");
        assert!(ranking.0.iter().all(|place| !place.is_empty()), "{ranking:?}");
    }
}

/// Whether all that is implied is true of `values`, whose last `added` the words seal.
pub fn is_true(implied: &Implied, values: &[u8], added: usize) -> bool {
    let laws = implied.extension.clone().unwrap_or_default();
    laws.slots as usize == added
        && (implied.extension.is_none() || laws.hold(values))
        && implied.claims.iter().all(|claim| claim.holds(values))
}
