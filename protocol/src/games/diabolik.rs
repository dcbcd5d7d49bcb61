//! Diabolik Fleet (DF): ships with a bow, a board that everybody sees, two to four seats.
//!
//! Two seats play on 8x8, three or four on 12x12. Only the headings of the set-up are hidden, until all
//! are sealed: see [`setup`]. A draw decides who sits where and begins; then each seat owes its set-up,
//! which opens one slot a ship to 1, and all is public. A turn is one [`Plan`]; what may stand in it
//! follows from [`Turn`] alone, act by act, and implies nothing about any chart.

pub mod board;
mod choices;
pub mod compass;
mod course;
mod illegal;
#[cfg(feature = "sim")]
mod lies;
mod options;
mod plan;
pub mod setup;
mod turn;
mod words;

use std::ops::RangeInclusive;

use rand::Rng;

pub use self::{
    board::{Board, Ship},
    compass::{Edge, Heading},
    course::Diabolik,
    illegal::{BadPlan, Illegal},
    options::{Options, TURNS_MOST},
    setup::SetUp,
    turn::{BALLS, Turn},
    words::{Act, Answer, Event, Plan, Why},
};
use crate::{
    draw::Draw,
    rules::{Acts, BadOption, Card, Due, Game, Implied, Intent, Leaving, Ply, Ranking, Seat},
    seal::{Chart, Laws},
};

impl Game for Diabolik {
    type Options = Options;
    type Layout = SetUp;
    type Act = Plan;
    type Answer = Answer;
    type Event = Event;
    type Illegal = Illegal;

    const CARDS: &'static [Card] = options::CARDS;

    fn options(id: &str, choices: &[(String, String)]) -> Result<Options, BadOption> {
        Options::choose(id, choices)
    }

    fn permits(id: &str, options: &Options) -> Result<(), BadOption> {
        options.belong_to(id)
    }

    fn chosen(_id: &str, options: &Options) -> Vec<(&'static str, &'static str)> {
        options.chosen()
    }

    /// A large minimum is for three and four (DF-5).
    fn seats(card: &Card, options: &Options) -> RangeInclusive<usize> {
        if options.minimum > 4 { 3..=*card.seats.end() } else { card.seats.clone() }
    }

    fn new(options: &Options, seats: usize) -> Diabolik {
        Diabolik::begin(options, seats)
    }

    fn laws(_: &Options) -> Laws {
        setup::laws()
    }

    fn chart(_: &Options, set_up: &SetUp) -> Result<Chart, Illegal> {
        setup::chart(set_up)
    }

    fn layout(_: &Options, chart: &Chart) -> Option<SetUp> {
        setup::layout(chart)
    }

    /// Each legal set-up is equally likely.
    fn random_layout(_: &Options, rng: &mut dyn Rng) -> Result<SetUp, Illegal> {
        Ok(setup::random(rng))
    }

    fn due(&self) -> Due {
        self.owed()
    }

    fn check(&self, seat: Seat, ply: &Ply<Diabolik>) -> Result<Implied, Illegal> {
        match ply {
            Ply::Act(plan) => self.check_plan(seat, plan).map(|()| Implied::default()),
            Ply::Answer(Answer(set_up)) => {
                self.check_set_up(seat, set_up).map(|()| Implied::claims(setup::claims(set_up)))
            }
        }
    }

    fn apply(&mut self, seat: Seat, ply: &Ply<Diabolik>) -> Vec<Event> {
        match ply {
            Ply::Act(plan) => self.play(seat, plan),
            Ply::Answer(Answer(set_up)) => self.show(seat, set_up),
        }
    }

    fn drawn(&mut self, draw: &mut Draw) -> Vec<Event> {
        self.settle(draw)
    }

    fn leave(&mut self, seat: Seat, why: Leaving) -> Vec<Event> {
        self.remove(seat, why)
    }

    /// Until the draw has placed them all do.
    fn plays(&self, seat: Seat) -> bool {
        !self.is_drawn() || self.board().plays(seat)
    }

    fn stopped(&self) -> Ranking {
        self.places()
    }

    /// Far too many plans are legal: some of every kind are listed.
    fn legal(&self, seat: Seat, _: &Chart) -> Acts<Diabolik> {
        let plans = if self.owed() == Due::Act(seat) { self.board().some_plans(seat) } else { Vec::new() };
        Acts { list: plans.into_iter().map(Intent::plain).collect(), complete: false }
    }

    fn honest(&self, _: Seat, chart: &Chart) -> Answer {
        Answer(setup::contents(chart))
    }

    #[cfg(feature = "sim")]
    fn lies(_id: &str) -> Vec<crate::sim::Lie<Diabolik>> {
        lies::lies()
    }
}
