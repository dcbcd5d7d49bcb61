//! What a game has to say for itself.
//!
//! A [`Game`] is the public state of a table, a fold over what was said there; it holds nothing
//! hidden. It knows no cryptography: for each act or answer it names the [`Claim`]s that the words
//! imply about their author's own chart, and the core proves, verifies and audits them.

use std::{error::Error, fmt::Debug, ops::RangeInclusive};

use rand::Rng;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    draw::Draw,
    seal::{Chart, Claim, Laws, Line},
};

/// A participant's place at a table, counted from 0 in the order of the terms.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// The largest number of seats at a table.
    pub const MOST: usize = 4;

    /// The seats of a table of `count`.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        [Seat(0), Seat(1), Seat(2), Seat(3)].into_iter().take(count)
    }

    /// The place as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Words of a game that travel or are stored.
pub trait Words: Clone + Debug + Eq + Serialize + DeserializeOwned {}
impl<T: Clone + Debug + Eq + Serialize + DeserializeOwned> Words for T {}

/// The public state of one game, and its rules.
pub trait Game: Sized + Clone + Debug + Eq {
    /// What is agreed before the game.
    type Options: Words;
    /// A hidden set-up as its owner thinks of it; secret, so without `Debug`.
    type Layout: Clone;
    /// What a player chooses.
    type Act: Words;
    /// What a seat owes in reply.
    type Answer: Words;
    /// Something that everyone may know, for boards and logs in words.
    type Event: Clone + Debug + Eq;
    /// Why something is not allowed.
    type Illegal: Illegality;

    /// The games that this engine offers, in the order of the lobby.
    const CARDS: &'static [Card];

    /// The options of the card `id` with these choices; keys not named have their defaults.
    fn options(id: &str, choices: &[(String, String)]) -> Result<Self::Options, BadOption>;
    /// Whether the card `id` allows these options, which may come from a peer.
    fn permits(id: &str, options: &Self::Options) -> Result<(), BadOption>;
    /// What is chosen of the card `id`: each of its keys, presets aside, with its value. A card with keys has
    /// to say it, so that the choice can be shown to people.
    fn chosen(_id: &str, _options: &Self::Options) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }
    /// How many may play with these options, which the card permits: those of the card, or fewer.
    fn seats(card: &Card, _options: &Self::Options) -> RangeInclusive<usize> {
        card.seats.clone()
    }
    /// The opening position; so many may play, and `options` are permitted.
    fn new(options: &Self::Options, seats: usize) -> Self;
    /// Slots and laws of each seat's chart.
    fn laws(options: &Self::Options) -> Laws;
    /// The bits of a layout, or which rule the layout breaks.
    fn chart(options: &Self::Options, layout: &Self::Layout) -> Result<Chart, Self::Illegal>;
    /// The layout that a lawful chart stands for.
    fn layout(options: &Self::Options, chart: &Chart) -> Option<Self::Layout>;
    /// A legal layout; the game's own documentation says with which distribution.
    fn random_layout(options: &Self::Options, rng: &mut dyn Rng) -> Result<Self::Layout, Self::Illegal>;

    /// Who owes what now.
    fn due(&self) -> Due;
    /// Whether the seat that is due may say this, and what its words imply. Called only with the
    /// kind of ply that is due.
    fn check(&self, seat: Seat, ply: &Ply<Self>) -> Result<Implied, Self::Illegal>;
    /// Takes a ply that was checked and whose claims were verified.
    fn apply(&mut self, seat: Seat, ply: &Ply<Self>) -> Vec<Self::Event>;
    /// Takes the outcome of the draw that was due.
    fn drawn(&mut self, draw: &mut Draw) -> Vec<Self::Event>;
    /// The seat is out, in whatever phase; afterwards it is never due.
    fn leave(&mut self, seat: Seat, why: Leaving) -> Vec<Self::Event>;
    /// What an expired decision of this seat becomes, where the rules grant one.
    fn lapse(&self, _seat: Seat) -> Option<Self::Act> {
        None
    }
    /// Whether this seat, which has not left the table, may still come to choose something; whom the game has
    /// put out nobody asks about offers.
    fn plays(&self, _seat: Seat) -> bool {
        true
    }
    /// The ranking if play stops here by agreement.
    fn stopped(&self) -> Ranking;

    /// What the seat that is due may do.
    fn legal(&self, seat: Seat, chart: &Chart) -> Acts<Self>;
    /// The one truthful answer of the seat that is due.
    fn honest(&self, seat: Seat, chart: &Chart) -> Self::Answer;

    /// Lies that only the game of this card knows, for tests and `marque simulate`.
    #[cfg(feature = "sim")]
    fn lies(_id: &str) -> Vec<crate::sim::Lie<Self>> {
        Vec::new()
    }
}

/// A reason for refusing words of a game.
pub trait Illegality: Error + Clone + Eq {
    /// The clause of the rules, such as `CL-8`.
    fn rule(&self) -> &'static str;
}

/// What is fixed about a game, and shown in a lobby.
#[derive(Debug)]
pub struct Card {
    /// Stable identifier, used in terms and on the command line.
    pub id: &'static str,
    /// Whether it is there for tests and simulations alone and offered to nobody.
    pub practice: bool,
    /// Raised whenever a rule or constant changes, so that builds that disagree find out at once.
    pub revision: u32,
    /// How many may play.
    pub seats: RangeInclusive<usize>,
    /// What can be chosen.
    pub keys: &'static [Key],
    /// The largest number of draws in one game.
    pub draws: u32,
    /// The largest number of entries in one game, all kinds together.
    pub entries: u32,
}

impl Card {
    /// Whether the card has this key with this value.
    pub fn knows(&self, key: &str, value: &str) -> Result<(), BadOption> {
        let Some(found) = self.keys.iter().find(|known| known.name == key) else {
            let names: Vec<&str> = self.keys.iter().map(|known| known.name).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(BadOption::Unknown { game: self.id.to_owned(), key: key.to_owned(), known });
        };
        if found.values.contains(&value) {
            return Ok(());
        }
        let (key, value) = (key.to_owned(), value.to_owned());
        Err(BadOption::Value { key, value, allowed: found.values.join(", ") })
    }
}

/// One option of a game.
#[derive(Debug)]
pub struct Key {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its values.
    pub values: &'static [&'static str],
    /// What it is when not chosen.
    pub default: &'static str,
}

impl Key {
    /// The key whose values each stand for values of all others.
    pub const PRESET: &str = "preset";
}

/// An option that cannot be.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadOption {
    /// The game has no such option.
    #[error("{game} has no option {key}; it has: {known}")]
    Unknown {
        /// Card id.
        game: String,
        /// What was asked for.
        key: String,
        /// What there is.
        known: String,
    },
    /// The option has no such value.
    #[error("option {key} cannot be {value}; it can be: {allowed}")]
    Value {
        /// The option.
        key: String,
        /// What was asked for.
        value: String,
        /// What there is.
        allowed: String,
    },
    /// Options that came from elsewhere and do not belong to the game.
    #[error("these options are not options of {game}")]
    Foreign {
        /// Card id.
        game: String,
    },
}

/// Who owes what.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Due {
    /// This seat chooses.
    Act(Seat),
    /// This seat owes the truth about its chart.
    Answer(Seat),
    /// Every seat in play owes its next link.
    Draw,
    /// Nobody: play has ended.
    Over(Ranking),
}

/// A statement of a game.
#[derive(Debug, Eq, PartialEq)]
pub enum Ply<G: Game> {
    /// By the seat whose choice it is.
    Act(G::Act),
    /// By the seat that owes an answer.
    Answer(G::Answer),
}

impl<G: Game> Clone for Ply<G> {
    fn clone(&self) -> Self {
        match self {
            Ply::Act(act) => Ply::Act(act.clone()),
            Ply::Answer(answer) => Ply::Answer(answer.clone()),
        }
    }
}

/// What words imply about their author's own chart.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Implied {
    /// New slots that the ply seals, under these laws, before the claims are made.
    pub extension: Option<Laws>,
    /// What it asserts to everyone.
    pub claims: Vec<Claim>,
    /// What it tells to one seat alone: the sums of these lines.
    pub private: Option<Private>,
}

impl Implied {
    /// Nothing but these claims.
    pub fn claims(claims: Vec<Claim>) -> Implied {
        Implied { claims, ..Implied::default() }
    }
}

/// Sums that only one seat may learn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Private {
    /// Who may read them.
    pub reader: Seat,
    /// The lines, in the order in which their sums are told.
    pub lines: Vec<Line>,
}

/// An act together with the secret bits that it seals, if it extends the chart.
#[derive(Clone, Eq, PartialEq)]
pub struct Intent<A> {
    /// The public words.
    pub act: A,
    /// Values of the new slots, in order; empty for most acts.
    pub bits: Vec<u8>,
}

impl<A> Intent<A> {
    /// An act that seals nothing.
    pub fn plain(act: A) -> Intent<A> {
        Intent { act, bits: Vec::new() }
    }
}

/// What a seat may do.
#[derive(Clone)]
pub struct Acts<G: Game> {
    /// Legal acts, without repetition.
    pub list: Vec<Intent<G::Act>>,
    /// Whether the list has all of them; otherwise it is a fair choice out of too many.
    pub complete: bool,
}

/// Why a seat leaves before the end.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
pub enum Leaving {
    /// It said so.
    Resigned,
    /// It was silent, and all others said so.
    Forfeited,
    /// It was silent, and those who say so are not more than half.
    Claimed,
    /// It was convicted.
    Faulted,
}

/// Places, best first; seats in one group share a place.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Ranking(pub Vec<Vec<Seat>>);

impl Ranking {
    /// The winner, if one seat alone has the first place.
    pub fn winner(&self) -> Option<Seat> {
        match self.0.first().map(Vec::as_slice) {
            Some(&[seat]) => Some(seat),
            _ => None,
        }
    }
}
