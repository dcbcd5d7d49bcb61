//! The grid duel: one engine for classic sea battle (CL) and every option of the Mines game (MI).
//!
//! Two seats hide a fleet each, and mines if the options say so, and fire at each other's water. The
//! state is public: marks on two seas, ships sunk and whose turn it is. What words imply, and therefore
//! which lines are opened:
//!
//! | words | opened about the author's own chart |
//! |---|---|
//! | miss | placements through the cell and its mine slot: 0 |
//! | mine | the cell's mine slot: 1 |
//! | hit of no ship in the sunk list | placements through the cell with a cell outside all hits: 1 |
//! | a ship in the sunk list | its slot: 1 |
//! | reveal | placements through the cell: 1 |

mod chart;
mod choices;
mod claims;
mod illegal;
#[cfg(feature = "sim")]
mod lies;
mod options;
mod turns;
mod words;

use rand::Rng;

pub use self::{
    chart::{Layout, mine_cells},
    illegal::Illegal,
    options::{Class, Fleet, Options},
    words::{Act, Answer, Event, Outcome},
};
use super::{
    fleet::Ship,
    grid::{Cell, Cells, Grid},
};
use crate::{
    draw::Draw,
    rules::{Acts, BadOption, Card, Due, Game, Implied, Leaving, Ply, Ranking, Seat},
    seal::{Chart, Laws},
};

/// What is publicly known of one cell of a sea.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Mark {
    /// Nothing.
    Unknown,
    /// A shot is in flight.
    Fired,
    /// Fired at: water.
    Miss,
    /// Fired at: a ship that is still afloat.
    Hit,
    /// Part of a sunk ship.
    Sunk,
    /// Fired at: a mine, now spent (MI-14).
    Mine,
    /// Empty beside a sunk ship, and closed to shots (CL-7, CL-8).
    KnownEmpty,
    /// Part of a ship, revealed by its owner and not hit (MI-16).
    Revealed,
}

/// What is publicly known of one seat's water.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
struct Sea {
    hit: Cells,
    miss: Cells,
    mine: Cells,
    empty: Cells,
    /// Revealed at any time, hit later or not.
    revealed: Cells,
    sunk: Vec<Ship>,
}

impl Sea {
    /// Cells that cannot be fired at any more (CL-8, MI-11).
    fn closed(&self) -> Cells {
        self.hit.or(self.miss).or(self.mine).or(self.empty)
    }

    fn sunk_cells(&self) -> Cells {
        self.sunk.iter().flat_map(|ship| ship.cells()).collect()
    }
}

/// What has to happen next.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Phase {
    /// Who begins is drawn.
    Drawing,
    /// This seat fires.
    Firing(Seat),
    /// The other seat answers for its sea.
    Answering {
        /// Who fired.
        shooter: Seat,
        /// Where at.
        cells: Cells,
    },
    /// The shooter reveals so many cells before the owner of the mine goes on (MI-18).
    Revealing {
        /// Who hit the mines.
        shooter: Seat,
        /// How many cells.
        count: usize,
    },
    /// Nothing.
    Over(End),
}

/// How play ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum End {
    /// This seat sank the whole fleet of the other.
    Sunk(Seat),
    /// This seat remained.
    Remained(Seat),
    /// Both are out.
    Nobody,
}

/// The public state of a grid duel.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Duel {
    options: Options,
    seas: [Sea; 2],
    phase: Phase,
}

impl Duel {
    /// The options of this game.
    pub fn rules(&self) -> &Options {
        &self.options
    }

    /// The board of each seat.
    pub fn grid(&self) -> Grid {
        self.options.grid()
    }

    /// The other seat.
    pub fn opponent(seat: Seat) -> Seat {
        if seat == Seat(0) { Seat(1) } else { Seat(0) }
    }

    /// Whose turn it is: who fires, waits for the answer to his shots, or owes a reveal.
    pub fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Firing(shooter) | Phase::Answering { shooter, .. } | Phase::Revealing { shooter, .. } => {
                Some(shooter)
            }
            Phase::Drawing | Phase::Over(_) => None,
        }
    }

    /// What is known of a cell in this seat's sea.
    pub fn mark(&self, sea: Seat, cell: Cell) -> Mark {
        let known = self.sea(sea);
        match self.phase {
            Phase::Answering { shooter, cells } if shooter != sea && cells.contains(cell) => Mark::Fired,
            _ if known.hit.contains(cell) => {
                let sunk = known.sunk.iter().any(|ship| ship.cells().any(|part| part == cell));
                if sunk { Mark::Sunk } else { Mark::Hit }
            }
            _ if known.miss.contains(cell) => Mark::Miss,
            _ if known.mine.contains(cell) => Mark::Mine,
            _ if known.empty.contains(cell) => Mark::KnownEmpty,
            _ if known.revealed.contains(cell) => Mark::Revealed,
            _ => Mark::Unknown,
        }
    }

    /// Cells of this seat's sea where ships were hit, sunk or not.
    pub fn hits(&self, sea: Seat) -> Cells {
        self.sea(sea).hit
    }

    /// Cells of this seat's sea that shots have found to be water.
    pub fn misses(&self, sea: Seat) -> Cells {
        self.sea(sea).miss
    }

    /// Mines of this seat that were hit.
    pub fn mines_hit(&self, sea: Seat) -> Cells {
        self.sea(sea).mine
    }

    /// Cells of this seat's sea that are empty beside a sunk ship (CL-7).
    pub fn known_empty(&self, sea: Seat) -> Cells {
        self.sea(sea).empty
    }

    /// Cells of ships that this seat revealed and that are not hit (MI-16).
    pub fn revealed(&self, sea: Seat) -> Cells {
        self.sea(sea).revealed.without(self.sea(sea).hit)
    }

    /// Ships of this seat that were sunk, in the order of sinking.
    pub fn sunk(&self, sea: Seat) -> &[Ship] {
        &self.sea(sea).sunk
    }

    /// Cells of this seat's sea that may be fired at (CL-8, MI-11).
    pub fn open(&self, sea: Seat) -> Cells {
        Cells::all(self.grid()).without(self.sea(sea).closed())
    }

    /// Lengths of this seat's ships afloat, longest first.
    pub fn afloat(&self, sea: Seat) -> Vec<u8> {
        let mut lengths = self.options.fleet.lengths();
        for ship in &self.sea(sea).sunk {
            if let Some(index) = lengths.iter().position(|&length| length == ship.length) {
                lengths.remove(index);
            }
        }
        lengths
    }

    /// How many cells this seat fires at in its turn: one, or in a salvo as many as it has ships afloat;
    /// never more than can be fired at (MI-19).
    pub fn shots(&self, shooter: Seat) -> usize {
        let wanted = if self.options.salvo { self.afloat(shooter).len() } else { 1 };
        wanted.min(self.open(Self::opponent(shooter)).len())
    }

    /// How many cells this seat has to reveal now (MI-15, MI-17, MI-21).
    pub fn reveals_due(&self, seat: Seat) -> usize {
        match self.phase {
            Phase::Revealing { shooter, count } if shooter == seat => count,
            _ => 0,
        }
    }

    /// The shots that wait for an answer, and the seat that owes it.
    pub fn in_flight(&self) -> Option<(Seat, Cells)> {
        match self.phase {
            Phase::Answering { shooter, cells } => Some((Self::opponent(shooter), cells)),
            _ => None,
        }
    }

    fn sea(&self, seat: Seat) -> &Sea {
        let [first, second] = &self.seas;
        if seat == Seat(0) { first } else { second }
    }

    fn sea_mut(&mut self, seat: Seat) -> &mut Sea {
        let [first, second] = &mut self.seas;
        if seat == Seat(0) { first } else { second }
    }
}

impl Game for Duel {
    type Options = Options;
    type Layout = Layout;
    type Act = Act;
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

    fn chosen(id: &str, options: &Options) -> Vec<(&'static str, &'static str)> {
        options.chosen(id)
    }

    fn new(options: &Options, _seats: usize) -> Duel {
        Duel { options: *options, seas: Default::default(), phase: Phase::Drawing }
    }

    fn laws(options: &Options) -> Laws {
        chart::laws(options)
    }

    fn chart(options: &Options, layout: &Layout) -> Result<Chart, Illegal> {
        chart::chart(options, layout)
    }

    fn layout(options: &Options, chart: &Chart) -> Option<Layout> {
        chart::layout(options, chart)
    }

    /// Ships longest first, each uniform among its legal positions, then mines; so not uniform over
    /// layouts (see [`fleet::random`](crate::games::fleet::random)).
    fn random_layout(options: &Options, rng: &mut dyn Rng) -> Result<Layout, Illegal> {
        chart::random_layout(options, rng)
    }

    fn due(&self) -> Due {
        match self.phase {
            Phase::Drawing => Due::Draw,
            Phase::Firing(seat) | Phase::Revealing { shooter: seat, .. } => Due::Act(seat),
            Phase::Answering { shooter, .. } => Due::Answer(Self::opponent(shooter)),
            Phase::Over(end) => Due::Over(end.ranking()),
        }
    }

    fn check(&self, seat: Seat, ply: &Ply<Duel>) -> Result<Implied, Illegal> {
        match ply {
            Ply::Act(act) => self.check_act(seat, act),
            Ply::Answer(answer) => self.check_answer(seat, answer),
        }
        .map(Implied::claims)
    }

    fn apply(&mut self, seat: Seat, ply: &Ply<Duel>) -> Vec<Event> {
        match ply {
            Ply::Act(Act::Fire(cells)) => self.fire(seat, cells),
            Ply::Act(Act::Reveal(cells)) => self.reveal(seat, cells),
            Ply::Answer(answer) => self.answer(answer),
        }
    }

    fn drawn(&mut self, draw: &mut Draw) -> Vec<Event> {
        self.begin(if draw.below(2) == 0 { Seat(0) } else { Seat(1) })
    }

    fn leave(&mut self, seat: Seat, why: Leaving) -> Vec<Event> {
        self.remove(seat, why)
    }

    fn stopped(&self) -> Ranking {
        End::Nobody.ranking()
    }

    fn legal(&self, seat: Seat, chart: &Chart) -> Acts<Duel> {
        self.choices(seat, chart)
    }

    fn honest(&self, seat: Seat, chart: &Chart) -> Answer {
        self.truth(seat, chart)
    }

    #[cfg(feature = "sim")]
    fn lies(id: &str) -> Vec<crate::sim::Lie<Duel>> {
        lies::lies(id)
    }
}
