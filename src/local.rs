//! A table on one computer: a session for each side, each with a profile of its own, and links in memory.

use std::{collections::VecDeque, sync::Arc};

use anyhow::Context as _;
use ed25519_dalek::SigningKey;
use marque_protocol::{
    games::{Layout, Options},
    lobby::{Guest, Organiser, Reply},
    log::Log,
    rules::Seat,
    terms::{Agreement, Clock, Place, SeatKeys},
};
use tokio::task::JoinSet;

use crate::{
    book::{Book, Opened},
    captain::Captain,
    interrupt::Interrupt,
    net::local::mesh,
    seatfile::SeatFile,
    session::{Session, fresh_bytes, fresh_rng},
    store::Profile,
    table::blank,
};

/// How long people may take to lay out their fleets, in seconds: a day.
const PLACING_S: u32 = 86_400;

/// One side of the table.
pub struct Side<'a> {
    /// Its profile, apart from those of the other sides.
    pub profile: &'a Profile,
    /// What the other sides see.
    pub nickname: String,
    /// Who decides.
    pub captain: Captain,
    /// Its layout. Without one a bot has a random one, and a person lays out the fleet in the game.
    pub layout: Option<Layout>,
}

/// Agrees on a game and begins it; the first side has seat 0, and so on. No decision has a limit.
///
/// # Errors
/// A layout that the options do not allow, a game that is not for so many, or a profile that cannot be written.
pub fn begin(sides: Vec<Side<'_>>, game: &str, options: &Options) -> anyhow::Result<Vec<Session>> {
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
    let seats = keys.len();
    let ((host, _, host_place), others) = keys.split_first().context("nobody is at this table")?;
    let table = fresh_bytes()?;
    let clock = Clock { decision_s: None, seal_s: PLACING_S, ..Clock::default() };
    let terms = blank(game, options, clock)?;
    let organiser = Organiser::new(table, terms, seats, host.clone(), host_place.clone());
    let guest = |(identity, _, place): &(SigningKey, [u8; 32], Place)| {
        (place.identity, Guest::new(table, identity.clone(), place.clone()))
    };
    let agreed = agree(organiser, others.iter().map(guest).collect())?.check()?;
    let begun = sides.into_iter().zip(Seat::all(seats)).zip(&keys).map(|((side, seat), (_, master, _))| {
        let layout = match (side.layout, side.captain.person()) {
            (None, None) => Some(options.random_layout(&mut fresh_rng()?)?),
            (layout, _) => layout,
        };
        let chart = |layout| options.chart(layout).context("a layout of another game");
        let chart = layout.as_ref().map(chart).transpose()?.transpose()?;
        let book = Book::begin(side.profile, &agreed, SeatFile::new(seat, *master, chart.as_ref()))?;
        Session::begin(agreed.clone(), book, side.captain)
    });
    begun.collect()
}

/// Goes on with a game of this id, as all sides have kept it.
///
/// # Errors
/// What a side has kept cannot be read.
pub fn resume(sides: Vec<(&Profile, Captain)>, id: &[u8]) -> anyhow::Result<Vec<Session>> {
    let opened = sides.into_iter().map(|(profile, captain)| Ok((Book::open(profile, id)?, captain)));
    let opened = opened.collect::<anyhow::Result<Vec<_>>>()?;
    let begun = opened.iter().find_map(|(opened, _)| match opened {
        Opened::Begun(_, log) => Some(log.agreed().clone()),
        Opened::Promised(_) => None,
    });
    let agreed = begun.context("this game has not begun")?;
    let resumed = opened.into_iter().map(|(opened, captain)| match opened {
        Opened::Begun(book, log) => Session::resume(*log, book, captain),
        // It has signed, and was not told any more that everybody had.
        Opened::Promised(promise) => {
            let book = promise.begin(&agreed.agreement)?;
            Session::resume(Log::new(agreed.clone()), book, captain)
        }
    });
    resumed.collect()
}

/// Plays to the end, and keeps the record on each side, in the profile that stands at its place.
///
/// # Errors
/// The first error of a side; the others stop where they are, and the game can be resumed.
pub async fn play(sessions: Vec<Session>, profiles: Vec<Arc<Profile>>) -> anyhow::Result<()> {
    let identities = sessions.iter().map(Session::identity).collect::<anyhow::Result<Vec<_>>>()?;
    let mut plays = JoinSet::new();
    for ((mut session, (net, mut events)), profile) in
        sessions.into_iter().zip(mesh(&identities)).zip(profiles)
    {
        plays.spawn(async move {
            session.play(&net, &mut events, &mut Interrupt::never(), |_| {}).await?;
            session.end(&profile, &net, &mut events, &mut Interrupt::never()).await.map(drop)
        });
    }
    let mut played = Ok(());
    while played.is_ok()
        && let Some(ended) = plays.join_next().await
    {
        played = ended.context("a side has failed").flatten();
    }
    // Whoever goes on with the game finds nobody at its files.
    plays.shutdown().await;
    played
}

/// The talk of a lobby, on one table; guests by their identities, in seat order.
fn agree(mut organiser: Organiser<usize>, mut guests: Vec<([u8; 32], Guest)>) -> anyhow::Result<Agreement> {
    let mut said: VecDeque<_> = guests.iter().map(|(_, guest)| guest.join()).enumerate().collect();
    while let Some((link, message)) = said.pop_front() {
        let Some((identity, _)) = guests.get(link) else { continue };
        for (to, reply) in organiser.hear(link, identity, message) {
            let Some((_, guest)) = guests.get_mut(to) else { continue };
            match guest.hear(reply, |_| true)? {
                Reply::Send(message) => said.push_back((to, message)),
                Reply::Wait => {}
                Reply::Begin(agreement) => return Ok(agreement),
            }
        }
    }
    anyhow::bail!("the lobby came to no end")
}
