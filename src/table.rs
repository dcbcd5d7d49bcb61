//! Finding together before a game: the organiser's and the guest's lobby over real links.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Context as _, bail};
use ed25519_dalek::SigningKey;
use marque_protocol::{
    games::{self, Options},
    lobby::{Guest, Message, Organiser, Reply},
    peer::Link,
    rules::Seat,
    terms::{Agreement, Clock, Place, SeatKeys, Terms},
    wire::{self, Frame},
};
use tokio::sync::mpsc;

use crate::{
    bots::Level,
    interrupt::Interrupt,
    net::{Net, NetEvent, Ticket},
    seatfile::SeatFile,
    session::{Session, fresh_bytes, fresh_rng},
    store::Profile,
    words,
};

/// How long a guest dials before it says that the host cannot be found.
const HOST_LIMIT: Duration = Duration::from_secs(60);

/// A player before a game: who it is and the secrets that it will have.
struct Player {
    identity: SigningKey,
    master: [u8; 32],
    place: Place,
}

impl Player {
    fn new(profile: &Profile, nickname: String) -> anyhow::Result<Player> {
        let identity = SigningKey::from_bytes(&profile.identity()?);
        let master = fresh_bytes()?;
        let keys = SeatKeys::new(master);
        let place = keys.place(identity.verifying_key().to_bytes(), nickname, fresh_bytes()?);
        Ok(Player { identity, master, place })
    }

    /// The session of the game that was agreed, with a random layout.
    fn begin(
        &self,
        profile: &Profile,
        agreement: Agreement,
        seat: Seat,
        level: Level,
    ) -> anyhow::Result<Session> {
        let agreed = agreement.clone().check()?;
        let layout = agreed.options.random_layout(&mut fresh_rng()?)?;
        let chart = agreed.options.chart(&layout).context("a layout of another game")??;
        Session::begin(profile, agreement, SeatFile::new(seat, self.master, &chart), level)
    }
}

/// What an organiser offers.
pub struct Offer {
    /// Card id.
    pub game: String,
    /// Options of the game.
    pub options: Options,
    /// Number of seats.
    pub seats: usize,
    /// Limits.
    pub clock: Clock,
    /// What the others see.
    pub nickname: String,
    /// Which bot plays.
    pub level: Level,
}

/// Waits at a table until every seat is taken and everybody has signed.
pub async fn host(
    profile: &Profile,
    net: &Net,
    events: &mut mpsc::Receiver<NetEvent>,
    interrupt: &mut Interrupt,
    table: [u8; 16],
    offer: &Offer,
    tell: &mut impl FnMut(String),
) -> anyhow::Result<Session> {
    let player = Player::new(profile, offer.nickname.clone())?;
    let card = games::card(&offer.game).context("there is no such game")?;
    let blank = Terms {
        protocol: wire::PROTOCOL,
        rules: games::rules_digest(card, &offer.options),
        game: offer.game.clone(),
        options: offer.options.encode(),
        clock: offer.clock,
        day: today(),
        seats: Vec::new(),
    };
    let mut organiser =
        Organiser::new(table, blank, offer.seats, player.identity.clone(), player.place.clone());
    let mut links: BTreeMap<Link, [u8; 32]> = BTreeMap::new();
    loop {
        if let Some(agreement) = organiser.agreement() {
            let mut session = player.begin(profile, agreement, Seat(0), offer.level)?;
            for (link, identity) in links {
                session.adopt(net, link, identity)?;
            }
            return Ok(session);
        }
        let event = tokio::select! {
            event = events.recv() => event.context("the network is gone")?,
            () = interrupt.heard() => bail!("interrupted"),
        };
        match event {
            NetEvent::Up { link, identity, .. } => drop(links.insert(link, identity)),
            NetEvent::Frame { link, bytes } => {
                let (Some(identity), Ok(Frame::Lobby(message))) = (links.get(&link), Frame::decode(&bytes))
                else {
                    net.close(link, 0, "that is no word of a lobby");
                    continue;
                };
                for (link, message) in organiser.hear(link, identity, message) {
                    if let Message::Turned(away) = &message {
                        tell(words::turned_away(*away));
                    }
                    net.send(link, Frame::Lobby(message).encode());
                }
            }
            NetEvent::Down { link, .. } => {
                links.remove(&link);
                organiser.gone(link);
            }
            NetEvent::DialFailed { .. } => {}
        }
    }
}

/// Sits down at somebody's table and waits until the game begins.
pub async fn join(
    profile: &Profile,
    net: &Net,
    events: &mut mpsc::Receiver<NetEvent>,
    interrupt: &mut Interrupt,
    ticket: &Ticket,
    nickname: String,
    level: Level,
) -> anyhow::Result<Session> {
    let host = *ticket.address.id.as_bytes();
    if host == net.identity() {
        bail!("this is your own ticket: give it to somebody else");
    }
    let player = Player::new(profile, nickname)?;
    let mut guest = Guest::new(ticket.table, player.identity.clone(), player.place.clone());
    net.keep_dialling(ticket.address.clone());
    let mut reached = None;
    let found_by = Instant::now() + HOST_LIMIT;
    loop {
        let event = tokio::select! {
            event = events.recv() => event.context("the network is gone")?,
            () = tokio::time::sleep_until(found_by.into()), if reached.is_none() => {
                bail!("the host cannot be found: is the other side still waiting, and does the ticket come from this network?")
            }
            () = interrupt.heard() => bail!("interrupted"),
        };
        match event {
            NetEvent::Up { link, identity, .. } if identity == host => {
                reached = Some(link);
                net.send(link, Frame::Lobby(guest.join()).encode());
            }
            NetEvent::Up { link, .. } => net.close(link, 0, "not the host"),
            NetEvent::Frame { link, bytes } if reached == Some(link) => {
                let Ok(Frame::Lobby(message)) = Frame::decode(&bytes) else { continue };
                match guest.hear(message, |_| true)? {
                    Reply::Send(message) => net.send(link, Frame::Lobby(message).encode()),
                    Reply::Wait => {}
                    Reply::Begin(agreement) => {
                        let agreed = agreement.clone().check()?;
                        let seat = guest.seat(&agreed.terms).context("the terms have no seat for you")?;
                        let mut session = player.begin(profile, agreement, seat, level)?;
                        session.adopt(net, link, host)?;
                        return Ok(session);
                    }
                }
            }
            NetEvent::Down { link, .. } if reached == Some(link) => reached = None,
            NetEvent::DialFailed { why, .. } => tracing::info!("dial: {why}"),
            NetEvent::Frame { .. } | NetEvent::Down { .. } => {}
        }
    }
}

/// Days since 1970-01-01, UTC.
fn today() -> u32 {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    u32::try_from(seconds / 86_400).unwrap_or(u32::MAX)
}
