//! The registry: the one place that knows which games exist.
//!
//! One line a game. The macro below makes enums of every game's options, acts, answers, events and
//! positions, so that the rest of the core handles values of any game without naming it. On the wire
//! words of a game are bytes of the game's own types, never of these enums: another game in the list
//! changes no byte of the others.

pub mod diabolik;
#[cfg(feature = "sim")]
pub mod drill;
pub mod duel;
pub mod fleet;
pub mod grid;

use std::ops::RangeInclusive;

use rand::Rng;
use sha2::{Digest as _, Sha256};

use crate::{
    draw::Draw,
    rules::{self, BadOption, Card, Due, Game, Illegality, Implied, Intent, Leaving, Ranking, Seat},
    seal::{Chart, Digest, Laws},
    wire,
};

macro_rules! games {
    ($($(#[$attr:meta])* $Name:ident($game:ty),)*) => {
        /// What is agreed before a game.
        #[derive(Clone, Debug, Eq, PartialEq)]
        #[expect(missing_docs)]
        pub enum Options { $($(#[$attr])* $Name(<$game as Game>::Options),)* }

        /// A hidden set-up as its owner thinks of it; secret, so without `Debug`.
        #[derive(Clone)]
        #[expect(missing_docs)]
        pub enum Layout { $($(#[$attr])* $Name(<$game as Game>::Layout),)* }

        /// What a player chooses.
        #[derive(Clone, Debug, Eq, PartialEq)]
        #[expect(missing_docs)]
        pub enum Act { $($(#[$attr])* $Name(<$game as Game>::Act),)* }

        /// What a seat owes in reply.
        #[derive(Clone, Debug, Eq, PartialEq)]
        #[expect(missing_docs)]
        pub enum Answer { $($(#[$attr])* $Name(<$game as Game>::Answer),)* }

        /// Something that everyone may know.
        #[derive(Clone, Debug, Eq, PartialEq)]
        #[expect(missing_docs)]
        pub enum Event { $($(#[$attr])* $Name(<$game as Game>::Event),)* }

        /// Which rule words of a game break.
        #[derive(Clone, Debug, Eq, PartialEq)]
        #[expect(missing_docs)]
        pub enum Illegal { $($(#[$attr])* $Name(<$game as Game>::Illegal),)* }

        /// The public state of a game.
        #[derive(Clone, Debug, Eq, PartialEq)]
        #[expect(missing_docs)]
        pub enum Position { $($(#[$attr])* $Name(Box<$game>),)* }

        /// Every card of every game, in the order of the lobby.
        pub fn cards() -> Vec<&'static Card> {
            let mut all = Vec::new();
            $($(#[$attr])* all.extend(<$game>::CARDS.iter());)*
            all
        }

        impl Options {
            /// The options of the card `id` with these choices.
            pub fn choose(id: &str, choices: &[(String, String)]) -> Result<Options, Unavailable> {
                $($(#[$attr])* if <$game>::CARDS.iter().any(|card| card.id == id) {
                    return Ok(Options::$Name(<$game>::options(id, choices)?));
                })*
                Err(Unavailable::no_game(id))
            }

            /// Options of the card `id` from the bytes of terms; refused unless canonical and permitted.
            pub fn decode(id: &str, bytes: &[u8]) -> Result<Options, Unavailable> {
                $($(#[$attr])* if <$game>::CARDS.iter().any(|card| card.id == id) {
                    let foreign = || BadOption::Foreign { game: id.to_owned() };
                    let options = wire::decode(bytes).ok_or_else(foreign)?;
                    <$game>::permits(id, &options)?;
                    return Ok(Options::$Name(options));
                })*
                Err(Unavailable::no_game(id))
            }

            /// What was chosen of the card `id`: each of its keys, presets aside, with its value.
            pub fn chosen(&self, id: &str) -> Vec<(&'static str, &'static str)> {
                match self { $($(#[$attr])* Options::$Name(options) => <$game>::chosen(id, options),)* }
            }

            /// The bytes that stand in the terms.
            pub fn encode(&self) -> Vec<u8> {
                match self { $($(#[$attr])* Options::$Name(options) => wire::encode(options),)* }
            }

            /// How many may play with these options of a card.
            pub fn seats(&self, card: &Card) -> RangeInclusive<usize> {
                match self { $($(#[$attr])* Options::$Name(options) => <$game>::seats(card, options),)* }
            }

            /// Slots and laws of each seat's chart.
            pub fn laws(&self) -> Laws {
                match self { $($(#[$attr])* Options::$Name(options) => <$game>::laws(options),)* }
            }

            /// A legal layout drawn from `rng`.
            pub fn random_layout(&self, rng: &mut dyn Rng) -> Result<Layout, Illegal> {
                match self { $($(#[$attr])* Options::$Name(options) => <$game>::random_layout(options, rng)
                    .map(Layout::$Name).map_err(Illegal::$Name),)* }
            }

            /// The bits of a layout; none if it belongs to another game.
            pub fn chart(&self, layout: &Layout) -> Option<Result<Chart, Illegal>> {
                match (self, layout) {
                    $($(#[$attr])* (Options::$Name(options), Layout::$Name(layout)) =>
                        Some(<$game>::chart(options, layout).map_err(Illegal::$Name)),)*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }

            /// The layout that a lawful chart stands for.
            pub fn layout(&self, chart: &Chart) -> Option<Layout> {
                match self { $($(#[$attr])* Options::$Name(options) =>
                    <$game>::layout(options, chart).map(Layout::$Name),)* }
            }
        }

        impl Illegal {
            /// The clause of the rules.
            pub fn rule(&self) -> &'static str {
                match self { $($(#[$attr])* Illegal::$Name(illegal) => illegal.rule(),)* }
            }
        }

        impl std::fmt::Display for Illegal {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $($(#[$attr])* Illegal::$Name(illegal) => illegal.fmt(f),)* }
            }
        }
        impl std::error::Error for Illegal {}

        impl Act {
            /// The bytes that stand in an entry.
            pub fn encode(&self) -> Vec<u8> {
                match self { $($(#[$attr])* Act::$Name(act) => wire::encode(act),)* }
            }
        }

        impl Answer {
            /// The bytes that stand in an entry.
            pub fn encode(&self) -> Vec<u8> {
                match self { $($(#[$attr])* Answer::$Name(answer) => wire::encode(answer),)* }
            }
        }

        impl Position {
            /// The opening position; so many may play with these options.
            pub fn new(options: &Options, seats: usize) -> Position {
                match options { $($(#[$attr])* Options::$Name(options) =>
                    Position::$Name(Box::new(<$game>::new(options, seats))),)* }
            }

            /// Who owes what now.
            pub fn due(&self) -> Due {
                match self { $($(#[$attr])* Position::$Name(game) => game.due(),)* }
            }

            /// The act of this game with these bytes, if there is one.
            pub fn decode_act(&self, bytes: &[u8]) -> Option<Act> {
                match self { $($(#[$attr])* Position::$Name(_) => wire::decode(bytes).map(Act::$Name),)* }
            }

            /// The answer of this game with these bytes, if there is one.
            pub fn decode_answer(&self, bytes: &[u8]) -> Option<Answer> {
                match self { $($(#[$attr])* Position::$Name(_) => wire::decode(bytes).map(Answer::$Name),)* }
            }

            /// Whether the seat that is due may say this, and what it implies; none if the words are
            /// another game's.
            pub fn check(&self, seat: Seat, ply: &Ply) -> Option<Result<Implied, Illegal>> {
                match (self, ply) {
                    $($(#[$attr])* (Position::$Name(game), Ply::Act(Act::$Name(act))) =>
                        Some(game.check(seat, &rules::Ply::Act(act.clone())).map_err(Illegal::$Name)),
                    $(#[$attr])* (Position::$Name(game), Ply::Answer(Answer::$Name(answer))) =>
                        Some(game.check(seat, &rules::Ply::Answer(answer.clone())).map_err(Illegal::$Name)),)*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }

            /// Takes a ply that was checked and whose claims were verified.
            pub fn apply(&mut self, seat: Seat, ply: &Ply) -> Vec<Event> {
                match (self, ply) {
                    $($(#[$attr])* (Position::$Name(game), Ply::Act(Act::$Name(act))) =>
                        game.apply(seat, &rules::Ply::Act(act.clone())).into_iter().map(Event::$Name).collect(),
                    $(#[$attr])* (Position::$Name(game), Ply::Answer(Answer::$Name(answer))) =>
                        game.apply(seat, &rules::Ply::Answer(answer.clone())).into_iter().map(Event::$Name).collect(),)*
                    #[allow(unreachable_patterns)]
                    _ => Vec::new(),
                }
            }

            /// Takes the outcome of the draw that was due.
            pub fn drawn(&mut self, draw: &mut Draw) -> Vec<Event> {
                match self { $($(#[$attr])* Position::$Name(game) =>
                    game.drawn(draw).into_iter().map(Event::$Name).collect(),)* }
            }

            /// The seat is out.
            pub fn leave(&mut self, seat: Seat, why: Leaving) -> Vec<Event> {
                match self { $($(#[$attr])* Position::$Name(game) =>
                    game.leave(seat, why).into_iter().map(Event::$Name).collect(),)* }
            }

            /// What an expired decision becomes, where the rules grant one.
            pub fn lapse(&self, seat: Seat) -> Option<Act> {
                match self { $($(#[$attr])* Position::$Name(game) => game.lapse(seat).map(Act::$Name),)* }
            }

            /// Whether this seat, which has not left the table, may still come to choose something.
            pub fn plays(&self, seat: Seat) -> bool {
                match self { $($(#[$attr])* Position::$Name(game) => Game::plays(&**game, seat),)* }
            }

            /// The ranking if play stops here by agreement.
            pub fn stopped(&self) -> Ranking {
                match self { $($(#[$attr])* Position::$Name(game) => game.stopped(),)* }
            }

            /// What the seat that is due may do, and whether that is all.
            pub fn legal(&self, seat: Seat, chart: &Chart) -> (Vec<Intent<Act>>, bool) {
                match self { $($(#[$attr])* Position::$Name(game) => {
                    let acts = game.legal(seat, chart);
                    let erase = |intent: Intent<_>| Intent { act: Act::$Name(intent.act), bits: intent.bits };
                    (acts.list.into_iter().map(erase).collect(), acts.complete)
                })* }
            }

            /// The one truthful answer of the seat that is due.
            pub fn honest(&self, seat: Seat, chart: &Chart) -> Answer {
                match self { $($(#[$attr])* Position::$Name(game) => Answer::$Name(game.honest(seat, chart)),)* }
            }
        }

        /// The lies that only a game itself can tell.
        #[cfg(feature = "sim")]
        pub mod lies {
            use super::*;
            use crate::sim::{Lie, Told};

            /// Names of the lies of the card `id`, and where each is told.
            pub fn names(id: &str) -> Vec<(&'static str, Where)> {
                $($(#[$attr])* if <$game>::CARDS.iter().any(|card| card.id == id) {
                    return <$game>::lies(id).iter().map(|lie| (lie.name, Where::of(&lie.told))).collect();
                })*
                Vec::new()
            }

            /// Where a lie is told.
            #[derive(Copy, Clone, Debug, Eq, PartialEq)]
            #[expect(missing_docs)]
            pub enum Where { Chart, Act, Answer, Silence }

            impl Where {
                fn of<G: Game>(told: &Told<G>) -> Where {
                    match told {
                        Told::Chart(_) => Where::Chart,
                        Told::Act(_) => Where::Act,
                        Told::Answer(_) => Where::Answer,
                        Told::Silence(_) => Where::Silence,
                    }
                }
            }

            fn named<G: Game>(name: &str) -> Option<Lie<G>> {
                G::CARDS.iter().flat_map(|card| G::lies(card.id)).find(|lie| lie.name == name)
            }

            /// Whether these options have room for the lie `name`; also if it is none of their game's.
            pub fn fits(name: &str, options: &Options) -> bool {
                match options { $($(#[$attr])* Options::$Name(options) =>
                    named::<$game>(name).is_none_or(|lie| (lie.fits)(options)),)* }
            }

            /// The chart that the lie `name` seals.
            pub fn chart(name: &str, options: &Options, honest: &Chart, rng: &mut dyn Rng) -> Option<Chart> {
                match options { $($(#[$attr])* Options::$Name(options) => match named::<$game>(name)?.told {
                    Told::Chart(tell) => tell(options, honest, rng),
                    _ => None,
                },)* }
            }

            /// The act that the lie `name` says in this position.
            pub fn act(name: &str, position: &Position, seat: Seat, chart: &Chart) -> Option<Act> {
                match position { $($(#[$attr])* Position::$Name(game) => match named::<$game>(name)?.told {
                    Told::Act(tell) => tell(game, seat, chart).map(Act::$Name),
                    _ => None,
                },)* }
            }

            /// Whether the lie `name` is to say nothing in this position.
            pub fn silent(name: &str, position: &Position, seat: Seat) -> bool {
                match position { $($(#[$attr])* Position::$Name(game) => match named::<$game>(name) {
                    Some(Lie { told: Told::Silence(here), .. }) => here(game, seat),
                    _ => false,
                },)* }
            }

            /// The answer that the lie `name` gives in this position.
            pub fn answer(name: &str, position: &Position, seat: Seat, chart: &Chart) -> Option<Answer> {
                match position { $($(#[$attr])* Position::$Name(game) => match named::<$game>(name)?.told {
                    Told::Answer(tell) => {
                        tell(game, seat, chart, &game.honest(seat, chart)).map(Answer::$Name)
                    }
                    _ => None,
                },)* }
            }
        }
    };
}

games! {
    Duel(duel::Duel),
    #[cfg(feature = "sim")]
    Drill(drill::Drill),
    Diabolik(diabolik::Diabolik),
}

/// A statement of a game, of whichever game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Ply {
    /// By the seat whose choice it is.
    Act(Act),
    /// By the seat that owes an answer.
    Answer(Answer),
}

/// Why a game cannot be had as asked for.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unavailable {
    /// There is no such game.
    #[error("there is no game {id}; there are: {known}")]
    Game {
        /// What was asked for.
        id: String,
        /// What there is.
        known: String,
    },
    /// There is no such option.
    #[error(transparent)]
    Option(#[from] BadOption),
}

impl Unavailable {
    fn no_game(id: &str) -> Unavailable {
        let offered = cards().into_iter().filter(|card| !card.practice);
        let known = offered.map(|card| card.id).collect::<Vec<_>>().join(", ");
        Unavailable::Game { id: id.to_owned(), known }
    }
}

/// The card with this id.
pub fn card(id: &str) -> Option<&'static Card> {
    cards().into_iter().find(|card| card.id == id)
}

/// Digest of all that builds must agree on to play these options of a card: its id and revision (which
/// stands for every constant), the options and the laws.
pub fn rules_digest(card: &Card, options: &Options) -> Digest {
    let mut hash = Sha256::new().chain_update(b"marque/1/rules").chain_update(card.revision.to_le_bytes());
    for part in [card.id.as_bytes().to_vec(), options.encode(), wire::encode(&options.laws())] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(&part);
    }
    hash.finalize().into()
}
