//! The drill: a game as small as can be in which every mechanism of the core occurs, for tests with
//! 2 to 4 seats and tiny seals. Nobody is meant to enjoy it.
//!
//! * **D-1** Each seat has six boxes and fills exactly two: at most one of boxes 0 and 1, and at most
//!   one of boxes 2 and 3.
//! * **D-2** A draw decides who begins. Turns go round clockwise, past seats that left, until each seat
//!   in play has had as many as the option `turns` says; a turn is one act.
//! * **D-3** A seat speaks only when it is due. It speaks of boxes 0 to 5, replies to what it was asked
//!   and turns to no other seats than those in play.
//! * **D-4** A box is *known* once it was asked for or shown; it cannot be asked for or shown again.
//! * **D-5** *Ask* another seat for one of its boxes: it answers whether the box is full, and opens it.
//!   A full box is a point for the asker.
//! * **D-6** *Show* a full box of one's own, which opens it: a point.
//! * **D-7** *Hide*, once a game: three more slots are sealed, exactly one of them full. A proof that
//!   the full one is among the first two or is the third goes with it; it tells nothing.
//! * **D-8** *Peek* into two different boxes of another seat, the lower one named first, once for each
//!   such seat: it tells their sum to the asker alone. Known boxes are allowed.
//! * **D-9** *Gamble*: a draw in the middle of the act gives a point or none.
//! * **D-10** A seat may leave at any time. An answer that it owes or waits for is void, and so is its
//!   gamble; if the turn was its own or waited for it, the turn passes. The last seat in play wins at once.
//! * **D-11** Places go by points, equal points share one. Seats that left come last, a later one before
//!   an earlier one.
//!
//! Answers and shows open single boxes of D-1, peeks the sum of two, and nothing opens a hidden slot.

use rand::{Rng, seq::IndexedRandom as _};
use serde::{Deserialize, Serialize};

use crate::{
    draw::Draw,
    rules::{
        Acts, BadOption, Card, Due, Game, Illegality, Implied, Intent, Key, Leaving, Ply, Private, Ranking,
        Seat,
    },
    seal::{Chart, Claim, Laws, Line},
};

/// Boxes of a chart (D-1).
const BOXES: u8 = 6;
/// The slots that hiding adds (D-7); a seat hides once, so they always follow the boxes.
const HIDDEN: [u32; 3] = [6, 7, 8];
const TURNS: Key = Key { name: "turns", values: &["2", "3", "4", "6"], default: "3" };

/// The public state of a drill.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Drill {
    turns: u8,
    players: Vec<Player>,
    /// Seats that left, first one first.
    gone: Vec<Seat>,
    phase: Phase,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
struct Player {
    points: u32,
    turns_taken: u8,
    known: Vec<u8>,
    has_hidden: bool,
    peeked_at: Vec<Seat>,
}

/// Owed is the answer to an ask or a peek.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Phase {
    Opening,
    Turn(Seat),
    Owed { by: Seat, of: Seat, act: Act },
    Gamble(Seat),
    Over,
}

/// What is agreed before a drill.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Turns of each seat: 2, 3, 4 or 6.
    pub turns: u8,
}

/// What a seat does on its turn (D-5 to D-9).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the rules above say it")]
pub enum Act {
    Ask { of: Seat, slot: u8 },
    Show { slot: u8 },
    Hide,
    Peek { of: Seat, slots: [u8; 2] },
    Gamble,
}

/// What a seat replies.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// The box is full.
    Full,
    /// The box is empty.
    Empty,
    /// The sum was told to the asker alone.
    Told,
}

/// What everyone may know.
#[derive(Clone, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "the rules above say it")]
pub enum Event {
    Begins { seat: Seat },
    Acted { by: Seat, act: Act },
    Answered { of: Seat, act: Act, answer: Answer },
    Gambled { by: Seat, point: bool },
    Left { seat: Seat, why: Leaving },
    Over { ranking: Ranking },
}

/// Which rule words break.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Illegal {
    #[error("two boxes are full, not both 0 and 1, not both 2 and 3, and the others are empty")]
    Layout,
    #[error("that is not what is due")]
    NotDue,
    #[error("there is no box {0}")]
    NoBox(u8),
    #[error("seat {} is not another seat in play", .0.0)]
    NoOther(Seat),
    #[error("box {0} is known already")]
    Known(u8),
    #[error("a seat hides only once")]
    HidBefore,
    #[error("a peek names two boxes, the lower one first")]
    Order,
    #[error("a seat peeks at each other seat only once")]
    PeekedBefore,
}

impl Illegality for Illegal {
    fn rule(&self) -> &'static str {
        match self {
            Illegal::Layout => "D-1",
            Illegal::NotDue | Illegal::NoBox(_) | Illegal::NoOther(_) => "D-3",
            Illegal::Known(_) => "D-4",
            Illegal::HidBefore => "D-7",
            Illegal::Order | Illegal::PeekedBefore => "D-8",
        }
    }
}

impl Game for Drill {
    type Options = Options;
    /// The six values, 1 for a full box.
    type Layout = [u8; 6];
    type Act = Act;
    type Answer = Answer;
    type Event = Event;
    type Illegal = Illegal;

    const CARDS: &'static [Card] = &[Card {
        id: "drill",
        practice: true,
        revision: 1,
        seats: 2..=4,
        keys: &[TURNS],
        // Who begins, and a gamble on each of 4 x 6 turns.
        draws: 25,
        // Four seals and links; 24 turns of 5 entries at most (a gamble and its links, or a peek and all
        // that a complaint brings); for each of three that leave, removals and links begun anew: 146.
        entries: 256,
    }];

    fn options(id: &str, choices: &[(String, String)]) -> Result<Options, BadOption> {
        let mut options = Options { turns: 3 };
        for (key, value) in choices {
            if key != TURNS.name {
                let (game, known) = (id.to_owned(), TURNS.name.to_owned());
                return Err(BadOption::Unknown { game, key: key.clone(), known });
            }
            let turns = value.parse().ok().filter(|_| TURNS.values.contains(&value.as_str()));
            options.turns = turns.ok_or_else(|| BadOption::Value {
                key: key.clone(),
                value: value.clone(),
                allowed: TURNS.values.join(", "),
            })?;
        }
        Drill::permits(id, &options).map(|()| options)
    }

    fn permits(id: &str, options: &Options) -> Result<(), BadOption> {
        let is_ours = id == "drill" && matches!(options.turns, 2 | 3 | 4 | 6);
        if is_ours { Ok(()) } else { Err(BadOption::Foreign { game: id.to_owned() }) }
    }

    fn new(options: &Options, seats: usize) -> Drill {
        let players = vec![Player::default(); seats];
        Drill { turns: options.turns, players, gone: Vec::new(), phase: Phase::Opening }
    }

    fn laws(_: &Options) -> Laws {
        Laws {
            slots: u32::from(BOXES),
            at_most_one: vec![Line::new([0, 1]), Line::new([2, 3])],
            exactly: vec![(Line::new(0..u32::from(BOXES)), 2)],
        }
    }

    fn chart(options: &Options, layout: &[u8; 6]) -> Result<Chart, Illegal> {
        let is_lawful = Drill::laws(options).hold(layout);
        is_lawful.then(|| Chart::new(layout.to_vec())).ok_or(Illegal::Layout)
    }

    fn layout(options: &Options, chart: &Chart) -> Option<[u8; 6]> {
        // A chart that was extended still begins with its boxes.
        let layout = *chart.values().first_chunk()?;
        Drill::laws(options).hold(&layout).then_some(layout)
    }

    /// Each of the 13 legal layouts is equally likely.
    fn random_layout(options: &Options, rng: &mut dyn Rng) -> Result<[u8; 6], Illegal> {
        let all = (0..1u8 << BOXES).map(|bits| [0, 1, 2, 3, 4, 5].map(|slot| bits >> slot & 1));
        let lawful: Vec<_> = all.filter(|layout| Drill::chart(options, layout).is_ok()).collect();
        lawful.choose(rng).copied().ok_or(Illegal::Layout)
    }

    fn due(&self) -> Due {
        match self.phase {
            Phase::Opening | Phase::Gamble(_) => Due::Draw,
            Phase::Turn(seat) => Due::Act(seat),
            Phase::Owed { of, .. } => Due::Answer(of),
            Phase::Over => Due::Over(self.stopped()),
        }
    }

    fn check(&self, seat: Seat, ply: &Ply<Drill>) -> Result<Implied, Illegal> {
        match (self.phase, ply) {
            (Phase::Turn(due), Ply::Act(act)) if due == seat => self.check_act(seat, *act),
            (Phase::Owed { by, of, act }, Ply::Answer(answer)) if of == seat => match (act, answer) {
                (Act::Ask { slot, .. }, Answer::Full) => Ok(Implied::claims(vec![opens(slot, 1)])),
                (Act::Ask { slot, .. }, Answer::Empty) => Ok(Implied::claims(vec![opens(slot, 0)])),
                (Act::Peek { slots, .. }, Answer::Told) => {
                    let lines = vec![Line::new(slots.map(u32::from))];
                    Ok(Implied { private: Some(Private { reader: by, lines }), ..Implied::default() })
                }
                _ => Err(Illegal::NotDue),
            },
            _ => Err(Illegal::NotDue),
        }
    }

    fn apply(&mut self, seat: Seat, ply: &Ply<Drill>) -> Vec<Event> {
        match ply {
            Ply::Act(act) => self.apply_act(seat, *act),
            Ply::Answer(answer) => {
                let Phase::Owed { by, of, act } = self.phase else { return Vec::new() };
                self.change(by, |player| player.points += u32::from(*answer == Answer::Full));
                self.pass(by, Event::Answered { of, act, answer: *answer })
            }
        }
    }

    fn drawn(&mut self, draw: &mut Draw) -> Vec<Event> {
        match self.phase {
            Phase::Opening => {
                let seats: Vec<Seat> = self.playing().collect();
                let index = draw.below(u32::try_from(seats.len()).unwrap_or(0));
                let Some(&seat) = seats.get(index as usize) else { return Vec::new() };
                self.phase = Phase::Turn(seat);
                vec![Event::Begins { seat }]
            }
            Phase::Gamble(by) => {
                let point = draw.bit();
                self.change(by, |player| player.points += u32::from(point));
                self.pass(by, Event::Gambled { by, point })
            }
            Phase::Turn(_) | Phase::Owed { .. } | Phase::Over => Vec::new(),
        }
    }

    fn leave(&mut self, seat: Seat, why: Leaving) -> Vec<Event> {
        // What follows from the log is final: nobody leaves after the end.
        if self.phase == Phase::Over || !self.plays(seat) {
            return Vec::new();
        }
        self.gone.push(seat);
        let left = Event::Left { seat, why };
        if self.playing().nth(1).is_none() {
            return self.end(left);
        }
        match self.phase {
            Phase::Turn(by) | Phase::Gamble(by) if by == seat => self.pass(by, left),
            Phase::Owed { by, of, .. } if by == seat || of == seat => self.pass(by, left),
            _ => vec![left],
        }
    }

    fn stopped(&self) -> Ranking {
        let mut playing: Vec<Seat> = self.playing().collect();
        playing.sort_by_key(|&seat| std::cmp::Reverse(self.points(seat)));
        let equal = playing.chunk_by(|&a, &b| self.points(a) == self.points(b)).map(<[Seat]>::to_vec);
        Ranking(equal.chain(self.gone.iter().rev().map(|&seat| vec![seat])).collect())
    }

    fn legal(&self, seat: Seat, chart: &Chart) -> Acts<Drill> {
        let mut list = self.candidates();
        list.retain(|intent| {
            let values = [chart.values(), &intent.bits].concat();
            self.check(seat, &Ply::Act(intent.act)).is_ok_and(|implied| {
                implied.extension.is_none_or(|laws| laws.hold(&values))
                    && implied.claims.iter().all(|claim| claim.holds(&values))
            })
        });
        Acts { list, complete: true }
    }

    fn honest(&self, _: Seat, chart: &Chart) -> Answer {
        match self.phase {
            Phase::Owed { act: Act::Ask { slot, .. }, .. } if is_empty(chart, slot) => Answer::Empty,
            Phase::Owed { act: Act::Ask { .. }, .. } => Answer::Full,
            _ => Answer::Told,
        }
    }

    #[cfg(feature = "sim")]
    fn lies(_id: &str) -> Vec<crate::sim::Lie<Drill>> {
        use crate::sim::{Lie, Told};

        let lie = Lie::new;
        vec![
            lie("three-full", Told::Chart(|_, _, _| Some(Chart::new(vec![1, 0, 1, 0, 1, 0])))),
            lie("one-full", Told::Chart(|_, _, _| Some(Chart::new(vec![1, 0, 0, 0, 0, 0])))),
            lie("both-of-a-pair", Told::Chart(|_, _, _| Some(Chart::new(vec![0, 0, 1, 1, 0, 0])))),
            // The sum is right and no pair is touched: only the proof of the slot itself catches it.
            lie("value-two", Told::Chart(|_, _, _| Some(Chart::new(vec![0, 0, 0, 0, 2, 0])))),
            lie(
                "show-empty",
                Told::Act(|game, seat, chart| {
                    let empty = (0..BOXES).filter(|&slot| is_empty(chart, slot));
                    let mut shows = empty.map(|slot| Act::Show { slot });
                    shows.find(|&act| game.check(seat, &Ply::Act(act)).is_ok())
                }),
            ),
            lie(
                "ask-again",
                Told::Act(|game, seat, _| {
                    let mut others = game.playing().filter(|&of| of != seat && game.due() == Due::Act(seat));
                    let known = |of: Seat| game.players.get(of.index())?.known.first().copied();
                    others.find_map(|of| known(of).map(|slot| Act::Ask { of, slot }))
                }),
            ),
            lie(
                "full-for-empty",
                Told::Answer(|_, _, _, truth| (*truth == Answer::Empty).then_some(Answer::Full)),
            ),
            lie(
                "empty-for-full",
                Told::Answer(|_, _, _, truth| (*truth == Answer::Full).then_some(Answer::Empty)),
            ),
        ]
    }
}

impl Drill {
    /// Seats in play, in seat order.
    pub fn playing(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.players.len()).filter(|seat| !self.gone.contains(seat))
    }

    /// Points of a seat so far.
    pub fn points(&self, seat: Seat) -> u32 {
        self.players.get(seat.index()).map_or(0, |player| player.points)
    }

    fn plays(&self, seat: Seat) -> bool {
        self.playing().any(|other| other == seat)
    }

    fn check_act(&self, seat: Seat, act: Act) -> Result<Implied, Illegal> {
        let player = self.players.get(seat.index()).ok_or(Illegal::NotDue)?;
        match act {
            Act::Ask { of, slot } => self.other(seat, of)?.may_open(slot).map(|()| Implied::default()),
            Act::Show { slot } => player.may_open(slot).map(|()| Implied::claims(vec![opens(slot, 1)])),
            Act::Hide if player.has_hidden => Err(Illegal::HidBefore),
            Act::Hide => {
                let [first, second, third] = HIDDEN;
                let sum = (Line::new(HIDDEN), 1);
                let laws = Laws { slots: 3, at_most_one: Vec::new(), exactly: vec![sum] };
                let one_of = Claim::OneOf(vec![(Line::new([first, second]), 1), (Line::one(third), 1)]);
                Ok(Implied { extension: Some(laws), claims: vec![one_of], private: None })
            }
            Act::Peek { of, slots: [low, high] } => {
                self.other(seat, of)?;
                match [low, high].into_iter().find(|&slot| slot >= BOXES) {
                    Some(slot) => Err(Illegal::NoBox(slot)),
                    None if low >= high => Err(Illegal::Order),
                    None if player.peeked_at.contains(&of) => Err(Illegal::PeekedBefore),
                    None => Ok(Implied::default()),
                }
            }
            Act::Gamble => Ok(Implied::default()),
        }
    }

    fn other(&self, seat: Seat, of: Seat) -> Result<&Player, Illegal> {
        let other = self.players.get(of.index()).filter(|_| of != seat && self.plays(of));
        other.ok_or(Illegal::NoOther(of))
    }

    fn apply_act(&mut self, by: Seat, act: Act) -> Vec<Event> {
        self.change(by, |player| player.turns_taken += 1);
        match act {
            Act::Ask { of, slot } => self.change(of, |player| player.known.push(slot)),
            Act::Show { slot } => self.change(by, |player| {
                player.known.push(slot);
                player.points += 1;
            }),
            Act::Hide => self.change(by, |player| player.has_hidden = true),
            Act::Peek { of, .. } => self.change(by, |player| player.peeked_at.push(of)),
            Act::Gamble => {}
        }
        self.phase = match act {
            Act::Ask { of, .. } | Act::Peek { of, .. } => Phase::Owed { by, of, act },
            Act::Gamble => Phase::Gamble(by),
            Act::Show { .. } | Act::Hide => return self.pass(by, Event::Acted { by, act }),
        };
        vec![Event::Acted { by, act }]
    }

    fn change(&mut self, seat: Seat, change: impl FnOnce(&mut Player)) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            change(player);
        }
    }

    /// Hands the turn to the next seat that has one left, after this event; the seat itself comes last.
    fn pass(&mut self, from: Seat, event: Event) -> Vec<Event> {
        let seats = self.players.len();
        let mut next = Seat::all(seats).cycle().skip(from.index() + 1).take(seats);
        let has_turns =
            |seat: Seat| self.players.get(seat.index()).is_some_and(|p| p.turns_taken < self.turns);
        match next.find(|&seat| self.plays(seat) && has_turns(seat)) {
            Some(seat) => {
                self.phase = Phase::Turn(seat);
                vec![event]
            }
            None => self.end(event),
        }
    }

    fn end(&mut self, event: Event) -> Vec<Event> {
        self.phase = Phase::Over;
        vec![event, Event::Over { ranking: self.stopped() }]
    }

    /// Every act that may be legal here, whatever the position and the chart.
    fn candidates(&self) -> Vec<Intent<Act>> {
        let mut acts = vec![Act::Gamble];
        acts.extend((0..BOXES).map(|slot| Act::Show { slot }));
        for of in self.playing() {
            acts.extend((0..BOXES).map(|slot| Act::Ask { of, slot }));
            let pairs = (0..BOXES).flat_map(|high| (0..high).map(move |low| [low, high]));
            acts.extend(pairs.map(|slots| Act::Peek { of, slots }));
        }
        let hide = |bits: [u8; 3]| Intent { act: Act::Hide, bits: bits.to_vec() };
        acts.into_iter().map(Intent::plain).chain([[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(hide)).collect()
    }
}

impl Player {
    fn may_open(&self, slot: u8) -> Result<(), Illegal> {
        match slot {
            BOXES.. => Err(Illegal::NoBox(slot)),
            _ if self.known.contains(&slot) => Err(Illegal::Known(slot)),
            _ => Ok(()),
        }
    }
}

fn is_empty(chart: &Chart, slot: u8) -> bool {
    Line::one(slot.into()).sum(chart.values()) == 0
}

fn opens(slot: u8, value: u32) -> Claim {
    Claim::Opens(Line::one(slot.into()), value)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use std::collections::BTreeSet;

    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha20Rng};

    use super::*;

    /// A game in plain arithmetic: what the core does, without its proofs.
    struct Bout {
        game: Drill,
        charts: Vec<Chart>,
        rng: ChaCha20Rng,
        /// What D-4, D-7 and D-8 allow only once, kept apart from the game's own count.
        once: BTreeSet<String>,
    }

    impl Bout {
        fn new(seats: usize, turns: u8, seed: u64) -> Bout {
            let (options, mut rng) = (Options { turns }, ChaCha20Rng::seed_from_u64(seed));
            let mut chart =
                || Drill::random_layout(&options, &mut rng).and_then(|l| Drill::chart(&options, &l));
            let charts = (0..seats).map(|_| chart().unwrap()).collect();
            Bout { game: Drill::new(&options, seats), charts, rng, once: BTreeSet::new() }
        }

        /// Whether the ply is legal and true, these new bits included.
        fn stands(&self, seat: Seat, ply: &Ply<Drill>, bits: &[u8]) -> bool {
            let values = [self.charts[seat.index()].values(), bits].concat();
            self.game.check(seat, ply).is_ok_and(|implied| {
                let laws = implied.extension.unwrap_or_default();
                let fits = laws.slots as usize == bits.len() && laws.hold(&values);
                fits && implied.claims.iter().all(|claim| claim.holds(&values))
            })
        }

        /// One step of a random game; false at its end.
        fn step(&mut self) -> bool {
            match self.game.due() {
                Due::Act(seat) => {
                    let chart = &mut self.charts[seat.index()];
                    let acts = self.game.legal(seat, chart).list;
                    let intent = acts.choose(&mut self.rng).expect("a gamble at least");
                    *chart = Chart::new([chart.values(), &intent.bits].concat());
                    self.game.apply(seat, &Ply::Act(intent.act));
                    let once = match intent.act {
                        Act::Ask { of, slot } => format!("box {slot} of {of:?}"),
                        Act::Show { slot } => format!("box {slot} of {seat:?}"),
                        Act::Hide => format!("{seat:?} hides"),
                        Act::Peek { of, .. } => format!("{seat:?} peeks at {of:?}"),
                        Act::Gamble => return true,
                    };
                    assert!(self.once.insert(once), "{seat:?} {:?}", intent.act);
                }
                Due::Answer(seat) => {
                    let ply = Ply::Answer(self.game.honest(seat, &self.charts[seat.index()]));
                    assert!(self.stands(seat, &ply, &[]));
                    self.game.apply(seat, &ply);
                }
                Due::Draw => drop(self.game.drawn(&mut Draw::new(&self.rng.random(), 0, &[0; 32], &[]))),
                Due::Over(_) => return false,
            }
            true
        }
    }

    /// Acts with numbers in range, at its edge and beyond, with bits that fit and others.
    fn universe() -> Vec<Intent<Act>> {
        const NUMBERS: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 255];
        let mut all = vec![Act::Gamble, Act::Hide];
        for a in NUMBERS {
            all.push(Act::Show { slot: a });
            for b in NUMBERS {
                all.push(Act::Ask { of: Seat(a), slot: b });
                all.extend(NUMBERS.map(|c| Act::Peek { of: Seat(a), slots: [b, c] }));
            }
        }
        let sealing = all.clone().into_iter().map(|act| Intent { act, bits: vec![1] });
        let hides = (0..27).map(|n| Intent { act: Act::Hide, bits: vec![n / 9, n / 3 % 3, n % 3] });
        all.into_iter().map(Intent::plain).chain(sealing).chain(hides).collect()
    }

    #[test]
    fn random_games_end_and_nothing_stands_but_what_is_listed() {
        let universe = universe();
        for (seats, turns, seed) in [(2, 2, 1), (2, 6, 2), (3, 3, 3), (3, 4, 4), (4, 2, 5), (4, 6, 6)] {
            let mut bout = Bout::new(seats, turns, seed);
            let (mut draws, mut acts) = (0, 0);
            loop {
                let due = bout.game.due();
                draws += u32::from(due == Due::Draw);
                acts += usize::from(matches!(due, Due::Act(_)));
                for seat in Seat::all(seats) {
                    let legal = bout.game.legal(seat, &bout.charts[seat.index()]).list;
                    assert_eq!(due == Due::Act(seat), !legal.is_empty());
                    assert_eq!(universe.iter().filter(|&act| legal.contains(act)).count(), legal.len());
                    for intent in &universe {
                        let stands = bout.stands(seat, &Ply::Act(intent.act), &intent.bits);
                        assert_eq!(stands, legal.contains(intent), "{:?}", intent.act);
                    }
                    let answers = [Answer::Full, Answer::Empty, Answer::Told].map(Ply::Answer);
                    let truths = answers.iter().filter(|answer| bout.stands(seat, answer, &[])).count();
                    assert_eq!(truths, usize::from(due == Due::Answer(seat)));
                }
                if !bout.step() {
                    break;
                }
            }
            assert!(draws <= Drill::CARDS[0].draws);
            assert_eq!(acts, seats * usize::from(turns));
        }
    }

    #[test]
    fn options_are_those_of_the_card() {
        let choose = |key: &str, value: &str| Drill::options("drill", &[(key.to_owned(), value.to_owned())]);
        for value in TURNS.values {
            assert_eq!(
                choose("turns", value).map(|options| options.turns.to_string()).as_deref(),
                Ok(*value)
            );
        }
        assert_eq!(Drill::options("drill", &[]), choose("turns", TURNS.default));
        assert!(matches!(choose("turns", "5"), Err(BadOption::Value { .. })));
        assert!(matches!(choose("boxes", "6"), Err(BadOption::Unknown { .. })));
        assert!(Drill::permits("drill", &Options { turns: 5 }).is_err());
        assert!(Drill::permits("duel", &Options { turns: 3 }).is_err());
    }

    #[test]
    fn numbers_of_layouts_and_of_first_acts_are_known() {
        let (options, mut rng) = (Options { turns: 3 }, ChaCha20Rng::seed_from_u64(1));
        let mut layout = || Drill::random_layout(&options, &mut rng).unwrap();
        let layouts: BTreeSet<_> = (0..500).map(|_| layout()).collect();
        assert_eq!(layouts.len(), 13);
        for layout in layouts {
            let chart = Drill::chart(&options, &layout).unwrap();
            assert_eq!(Drill::layout(&options, &chart), Some(layout));
        }
        // A gamble, two shows, three ways to hide; six asks and fifteen peeks for each other seat.
        for (seats, count) in [(2, 27), (3, 48), (4, 69)] {
            let mut bout = Bout::new(seats, 3, 1);
            bout.step();
            let Due::Act(seat) = bout.game.due() else { panic!("no turn") };
            assert_eq!(bout.game.legal(seat, &bout.charts[seat.index()]).list.len(), count);
        }
    }

    #[test]
    fn whoever_leaves_in_whatever_phase_is_never_due_again() {
        let mut met = BTreeSet::new();
        for (seed, seats) in (0..200).flat_map(|seed| [(seed, 2), (seed, 3), (seed, 4)]) {
            let mut bout = Bout::new(seats, 3, seed);
            let mut left = Vec::new();
            loop {
                if let Due::Act(due) | Due::Answer(due) = bout.game.due() {
                    assert!(!left.contains(&due));
                }
                let (seat, before) = (Seat(bout.rng.random_range(0..5)), bout.game.clone());
                if !bout.rng.random_ratio(1, 6) {
                    if !bout.step() {
                        break;
                    }
                } else if bout.game.leave(seat, Leaving::Forfeited).is_empty() {
                    assert_eq!(bout.game, before, "no such seat in play, or all is over");
                } else {
                    left.push(seat);
                    let role = match before.phase {
                        Phase::Opening => "opening",
                        Phase::Turn(by) => ["turn of another", "turn"][usize::from(by == seat)],
                        Phase::Gamble(by) => ["gamble of another", "gamble"][usize::from(by == seat)],
                        Phase::Owed { by, .. } if by == seat => "asker",
                        Phase::Owed { of, .. } if of == seat => "asked",
                        Phase::Owed { .. } => "bystander",
                        Phase::Over => "over",
                    };
                    met.insert(role);
                    if ["turn", "gamble", "asker", "asked"].contains(&role) {
                        assert!(matches!(bout.game.due(), Due::Act(_) | Due::Over(_)), "the turn passes");
                    }
                    assert_eq!(bout.game.players, before.players, "nobody scores by it");
                }
            }
            let places = bout.game.stopped().0.concat();
            assert_eq!((places.len(), places.iter().collect::<BTreeSet<_>>().len()), (seats, seats));
            assert!(places.iter().rev().take(left.len()).eq(&left), "the first to leave is last");
        }
        assert_eq!(met.len(), 8, "{met:?}");
    }

    #[cfg(feature = "sim")]
    #[test]
    fn no_lie_stands() {
        use crate::sim::Told;

        let mut told = BTreeSet::new();
        for seed in 0..20 {
            let mut bout = Bout::new(3, 6, seed);
            while bout.step() {
                let (Due::Act(seat) | Due::Answer(seat)) = bout.game.due() else { continue };
                let (game, chart) = (&bout.game, &bout.charts[seat.index()]);
                for lie in Drill::lies("drill") {
                    let (options, rng) = (Options { turns: 6 }, &mut bout.rng);
                    let ply = match lie.told {
                        Told::Chart(tell) => {
                            let sealed = tell(&options, chart, rng).unwrap();
                            assert!(!Drill::laws(&options).hold(sealed.values()), "{}", lie.name);
                            None
                        }
                        Told::Act(tell) => tell(game, seat, chart).map(Ply::Act),
                        Told::Answer(tell) => {
                            tell(game, seat, chart, &game.honest(seat, chart)).map(Ply::Answer)
                        }
                        Told::Silence(_) => None,
                    };
                    assert!(ply.as_ref().is_none_or(|ply| !bout.stands(seat, ply, &[])), "{}", lie.name);
                    told.extend(ply.map(|_| lie.name));
                }
            }
        }
        assert_eq!(told.len(), 4, "{told:?}");
    }
}
