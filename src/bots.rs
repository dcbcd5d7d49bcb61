//! Players that are programs. A bot is a peer like any other: it sees what its seat may see.

mod hunt;

use clap::ValueEnum;
use marque_protocol::{
    games::{Act, Position},
    rules::{Intent, Seat},
    seal::Chart,
};
use rand::{Rng, RngExt as _};

/// How well a bot plays.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Level {
    /// Any legal act.
    Easy,
    /// Hunts by parity and follows up hits.
    Normal,
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
    if level == Level::Normal
        && let Position::Duel(duel) = position
        && let Some(act) = hunt::choose(duel, seat, chart, rng)
    {
        return Some(Intent::plain(Act::Duel(act)));
    }
    let (mut acts, _) = position.legal(seat, chart);
    let pick = (!acts.is_empty()).then(|| rng.random_range(0..acts.len()))?;
    Some(acts.swap_remove(pick))
}
