//! A table on one computer: two sessions, each with a profile of its own, and a link in memory.

use anyhow::Context as _;
use ed25519_dalek::SigningKey;
use marque_protocol::{
    games::{Layout, Options},
    lobby::{Guest, Organiser, Reply},
    rules::Seat,
    terms::{Agreement, Clock, SeatKeys},
};

use crate::{
    book::{Book, Opened},
    captain::Captain,
    interrupt::Interrupt,
    net::local::pair,
    seatfile::SeatFile,
    session::{Session, fresh_bytes, fresh_rng},
    store::Profile,
    table::blank,
};

/// How long people may take to lay out their fleets, in seconds: a day.
const PLACING_S: u32 = 86_400;

/// One side of the table.
pub struct Side<'a> {
    /// Its profile, apart from that of the other side.
    pub profile: &'a Profile,
    /// What the other side sees.
    pub nickname: String,
    /// Who decides.
    pub captain: Captain,
    /// Its layout. Without one a bot has a random one, and a person lays out the fleet in the game.
    pub layout: Option<Layout>,
}

/// Agrees on a game and begins it; the first side has seat 0. No decision has a limit.
///
/// # Errors
/// A layout that the options do not allow, or a profile that cannot be written.
pub fn begin(sides: [Side<'_>; 2], game: &str, options: &Options) -> anyhow::Result<[Session; 2]> {
    let mut keys = Vec::new();
    for side in &sides {
        let identity = SigningKey::from_bytes(&side.profile.identity()?);
        let master: [u8; 32] = fresh_bytes()?;
        let place = SeatKeys::new(master).place(
            identity.verifying_key().to_bytes(),
            side.nickname.clone(),
            fresh_bytes()?,
        );
        keys.push((identity, master, place));
    }
    let [(host, _, host_place), (guest, _, guest_place)] = keys.as_slice() else {
        anyhow::bail!("a table on one computer has two sides")
    };
    let table = fresh_bytes()?;
    let clock = Clock { decision_s: None, seal_s: PLACING_S, ..Clock::default() };
    let terms = blank(game, options, clock)?;
    let organiser = Organiser::new(table, terms, 2, host.clone(), host_place.clone());
    let guest = Guest::new(table, guest.clone(), guest_place.clone());
    let agreement = agree(organiser, guest, &guest_place.identity)?;
    let agreed = agreement.check()?;
    let begun = sides.into_iter().zip(Seat::all(2)).zip(&keys).map(|((side, seat), (_, master, _))| {
        let layout = match (side.layout, side.captain.person()) {
            (None, None) => Some(options.random_layout(&mut fresh_rng()?)?),
            (layout, _) => layout,
        };
        let chart = |layout| options.chart(layout).context("a layout of another game");
        let chart = layout.as_ref().map(chart).transpose()?.transpose()?;
        let book = Book::begin(side.profile, &agreed, SeatFile::new(seat, *master, chart.as_ref()))?;
        Session::begin(agreed.clone(), book, side.captain)
    });
    both(begun.collect::<anyhow::Result<Vec<Session>>>()?)
}

/// Goes on with a game of this id, as both sides have kept it.
///
/// # Errors
/// What a side has kept cannot be read.
pub fn resume(sides: [(&Profile, Captain); 2], id: &[u8]) -> anyhow::Result<[Session; 2]> {
    let resumed = sides.into_iter().map(|(profile, captain)| match Book::open(profile, id)? {
        Opened::Begun(book, log) => Session::resume(*log, book, captain),
        Opened::Promised(_) => anyhow::bail!("this game has not begun"),
    });
    both(resumed.collect::<anyhow::Result<Vec<Session>>>()?)
}

fn both(sessions: Vec<Session>) -> anyhow::Result<[Session; 2]> {
    sessions.try_into().ok().context("a table on one computer has two sides")
}

/// Plays to the end, and keeps the record on both sides.
///
/// # Errors
/// The first error of a side; the other side stops where it is, and the game can be resumed.
pub async fn play([first, second]: [Session; 2], profiles: [&Profile; 2]) -> anyhow::Result<()> {
    let identities = [first.identity()?, second.identity()?];
    let [one, other] = pair(identities);
    let ends = [(first, one), (second, other)].into_iter().zip(profiles);
    let plays = ends.map(|((mut session, (net, mut events)), profile)| async move {
        session.play(&net, &mut events, &mut Interrupt::never(), |_| {}).await?;
        session.end(profile, &net, &mut events, &mut Interrupt::never()).await.map(drop)
    });
    let mut plays = plays.into_iter();
    let (Some(one), Some(other)) = (plays.next(), plays.next()) else { return Ok(()) };
    tokio::try_join!(one, other).map(drop)
}

/// The talk of a lobby, on one table.
fn agree(mut organiser: Organiser<()>, mut guest: Guest, identity: &[u8; 32]) -> anyhow::Result<Agreement> {
    let mut said = vec![guest.join()];
    while let Some(message) = said.pop() {
        for (_, reply) in organiser.hear((), identity, message) {
            match guest.hear(reply, |_| true)? {
                Reply::Send(message) => said.push(message),
                Reply::Wait => {}
                Reply::Begin(agreement) => return Ok(agreement),
            }
        }
    }
    anyhow::bail!("the lobby came to no end")
}
