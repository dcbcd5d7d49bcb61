//! Players that are programs. A bot is a peer like any other: it sees what its seat may see.
//!
//! A bot remembers nothing between its acts: everything follows from the position, its own chart and
//! the random numbers that it is given.

pub mod arena;
mod bits;
mod diabolik;
mod easy;
mod hunt;
mod reveal;
mod sight;
mod strong;
mod yardstick;

use clap::ValueEnum;
use marque_protocol::{
    games::{Act, Position},
    rules::{Intent, Seat},
    seal::Chart,
};
use rand::{Rng, RngExt as _};

/// How well a bot plays.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum, serde::Serialize, serde::Deserialize)]
pub enum Level {
    /// Any legal act, with a little sense.
    Easy,
    /// Hunts by parity and follows up hits.
    Normal,
    /// Goes by what is likely in view of all that is known.
    Strong,
}

impl Level {
    /// What a bot of this level is called at a table.
    pub fn nickname(self) -> String {
        let name = self.to_possible_value();
        format!("bot ({})", name.as_ref().map_or("", |name| name.get_name()))
    }

    /// The level of a bot that is called so.
    pub fn called(nickname: &str) -> Option<Level> {
        Level::value_variants().iter().copied().find(|level| level.nickname() == nickname)
    }
}

/// What the bot of this level does in a position in which its seat is to act; none only where the
/// seat has no legal act.
pub fn choose(
    level: Level,
    position: &Position,
    seat: Seat,
    chart: &Chart,
    rng: &mut dyn Rng,
) -> Option<Intent<Act>> {
    match position {
        Position::Duel(duel) => {
            let act = match level {
                Level::Easy => easy::choose(duel, seat, chart, rng),
                Level::Normal => hunt::choose(duel, seat, chart, rng),
                Level::Strong => strong::choose(duel, seat, chart, rng),
            };
            act.map(|act| Intent::plain(Act::Duel(act)))
        }
        Position::Diabolik(game) => {
            diabolik::choose(level, game, seat, rng).map(|plan| Intent::plain(Act::Diabolik(plan)))
        }
        _ => random_act(position, seat, chart, rng),
    }
}

/// Any of the legal acts that are listed.
fn random_act(position: &Position, seat: Seat, chart: &Chart, rng: &mut dyn Rng) -> Option<Intent<Act>> {
    let (mut acts, _) = position.legal(seat, chart);
    let pick = (!acts.is_empty()).then(|| rng.random_range(0..acts.len()))?;
    Some(acts.swap_remove(pick))
}
