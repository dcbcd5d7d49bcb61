//! Finding together before a game: the organiser's and the guest's lobby over real links.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Context as _, bail};
use ed25519_dalek::SigningKey;
use iroh::EndpointAddr;
use marque_protocol::{
    games::{self, Options},
    lobby::{Away, Guest, Message, Organiser, Reply},
    log::Log,
    peer::Link,
    rules::Seat,
    terms::{Agreed, Agreement, Clock, Place, SeatKeys, Terms},
    wire::{self, Frame},
};
use tokio::sync::mpsc;

use crate::{
    book::{Book, Opened, Promise},
    bots::Level,
    captain::Captain,
    interrupt::Interrupt,
    net::{Net, NetEvent, Ticket},
    seatfile::SeatFile,
    session::{Session, fresh_bytes, fresh_rng},
    store::Profile,
    words,
};

/// How long a guest dials before it says that the host cannot be found.
const HOST_LIMIT: Duration = Duration::from_secs(60);
/// How long a guest has to sign the terms: meanwhile nobody else can have its seat.
const SIGN_LIMIT: Duration = Duration::from_secs(60);

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

    /// The secrets of this seat under these terms, with a random layout.
    fn secrets(&self, terms: &[u8], seat: Seat) -> anyhow::Result<SeatFile> {
        let (_, options, _) = Terms::decode(terms)?;
        let layout = options.random_layout(&mut fresh_rng()?)?;
        let chart = options.chart(&layout).context("a layout of another game")??;
        Ok(SeatFile::new(seat, self.master, &chart))
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
    let blank = blank(&offer.game, &offer.options, offer.clock)?;
    let mut organiser =
        Organiser::new(table, blank, offer.seats, player.identity.clone(), player.place.clone());
    let mut links: BTreeMap<Link, [u8; 32]> = BTreeMap::new();
    let mut sign_by: Option<Instant> = None;
    loop {
        let unsigned = organiser.unsigned();
        sign_by = sign_by.or(Some(Instant::now() + SIGN_LIMIT)).filter(|_| !unsigned.is_empty());
        let event = tokio::select! {
            event = events.recv() => event.context("the network is gone")?,
            () = tokio::time::sleep_until(sign_by.unwrap_or_else(Instant::now).into()), if sign_by.is_some() => {
                for link in unsigned {
                    tell(words::turned_away(Away::Unsigned));
                    net.send(link, Frame::Lobby(Message::Turned(Away::Unsigned)).encode());
                    net.close(link, 0, "the terms were not signed in time");
                    organiser.gone(link);
                }
                continue;
            }
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
                let messages = organiser.hear(link, identity, message);
                // Whoever hears that the game begins relies on it: so it is on disk before that.
                let begun = organiser.agreement().map(|agreement| -> anyhow::Result<Session> {
                    let secrets = player.secrets(&agreement.terms, Seat(0))?;
                    let agreed = agreement.check()?;
                    let book = Book::begin(profile, &agreed, secrets)?;
                    Session::begin(agreed, book, Captain::bot(offer.level)?)
                });
                let begun = begun.transpose()?;
                for (to, message) in messages {
                    if let Message::Turned(away) = &message {
                        tell(words::turned_away(*away));
                    }
                    net.send(to, Frame::Lobby(message).encode());
                }
                if !organiser.sits(link) {
                    net.close(link, 0, "there is no seat for you");
                }
                if let Some(mut session) = begun {
                    for (link, identity) in links {
                        session.adopt(net, link, identity)?;
                    }
                    return Ok(session);
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

/// A guest until the game begins.
struct Seeking<'a> {
    profile: &'a Profile,
    net: &'a Net,
    player: Player,
    guest: Guest,
    table: [u8; 16],
    host: EndpointAddr,
    promise: Option<Promise>,
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
    if *ticket.address.id.as_bytes() == net.identity() {
        bail!("this is your own ticket: give it to somebody else");
    }
    let player = Player::new(profile, nickname)?;
    let guest = Guest::new(ticket.table, player.identity.clone(), player.place.clone());
    let (table, host) = (ticket.table, ticket.address.clone());
    let seeking = Seeking { profile, net, player, guest, table, host, promise: None };
    let begun = seeking.begun(events, interrupt).await?;
    begun.adopted(net, |agreed, book| Session::begin(agreed, book, Captain::bot(level)?))
}

/// Goes on with what an interrupted process has left of a game.
pub async fn resume(
    profile: &Profile,
    net: &Net,
    events: &mut mpsc::Receiver<NetEvent>,
    interrupt: &mut Interrupt,
    id: &[u8],
    level: Level,
) -> anyhow::Result<Session> {
    let promise = match Book::open(profile, id)? {
        Opened::Begun(book, log) => {
            let session = Session::resume(*log, book, Captain::bot(level)?)?;
            session.dial(net);
            return Ok(session);
        }
        Opened::Promised(promise) => promise,
    };
    let identity = SigningKey::from_bytes(&profile.identity()?);
    let (table, place) = (promise.table(), promise.place()?);
    let mut guest = Guest::new(table, identity.clone(), place.clone());
    // It was about to sign these terms; to sign them again changes nothing.
    guest.hear(Message::Terms(promise.terms().to_vec()), |_| true)?;
    let host = promise.peers().pop().context("it is not known where the host is")?;
    let player = Player { identity, master: promise.master(), place };
    let seeking = Seeking { profile, net, player, guest, table, host, promise: Some(promise) };
    let begun = seeking.begun(events, interrupt).await?;
    // What the log held is not known any more: so nothing is signed before the host has said what it has.
    begun.adopted(net, |agreed, book| Session::resume(Log::new(agreed), book, Captain::bot(level)?))
}

/// What a guest has when the game begins.
struct Begun {
    agreed: Arc<Agreed>,
    book: Book,
    link: Link,
    host: [u8; 32],
    /// A host that has begun without this guest greets before it hears what the guest wants, and once.
    hello: Option<Vec<u8>>,
}

impl Begun {
    /// The session, with the link to the host.
    fn adopted(
        self,
        net: &Net,
        session: impl FnOnce(Arc<Agreed>, Book) -> anyhow::Result<Session>,
    ) -> anyhow::Result<Session> {
        let mut session = session(self.agreed, self.book)?;
        session.adopt(net, self.link, self.host)?;
        if let Some(hello) = self.hello {
            session.heard(self.link, hello);
        }
        Ok(session)
    }
}

impl Seeking<'_> {
    /// Dials the host and says what a guest says, until everybody has signed. The link is to the host.
    async fn begun(
        mut self,
        events: &mut mpsc::Receiver<NetEvent>,
        interrupt: &mut Interrupt,
    ) -> anyhow::Result<Begun> {
        let host = *self.host.id.as_bytes();
        self.net.keep_dialling(self.host.clone());
        let (mut reached, mut hello) = (None, None);
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
                    self.net.send(link, Frame::Lobby(self.guest.join()).encode());
                }
                NetEvent::Up { link, .. } => self.net.close(link, 0, "not the host"),
                NetEvent::Frame { link, bytes } if reached == Some(link) => {
                    let message = match Frame::decode(&bytes) {
                        Ok(Frame::Lobby(message)) => message,
                        Ok(Frame::Hello(_)) => {
                            hello = Some((link, bytes));
                            continue;
                        }
                        _ => continue,
                    };
                    if let Some(agreement) = self.hear(link, message)? {
                        let promise = self.promise.context("nothing was signed here")?;
                        let book = promise.begin(&agreement)?;
                        let hello = hello.filter(|(of, _)| *of == link).map(|(_, bytes)| bytes);
                        return Ok(Begun { agreed: agreement.check()?, book, link, host, hello });
                    }
                }
                NetEvent::Down { link, .. } if reached == Some(link) => reached = None,
                NetEvent::DialFailed { why, .. } => tracing::info!("dial: {why}"),
                NetEvent::Frame { .. } | NetEvent::Down { .. } => {}
            }
        }
    }

    /// Answers the host; the agreement once there is one.
    fn hear(&mut self, link: Link, message: Message) -> anyhow::Result<Option<Agreement>> {
        let terms = if let Message::Terms(terms) = &message { Some(terms.clone()) } else { None };
        match self.guest.hear(message, |_| true) {
            Ok(Reply::Send(message)) => {
                if let Some(terms) = terms {
                    self.promise(terms)?;
                }
                self.net.send(link, Frame::Lobby(message).encode());
                Ok(None)
            }
            Ok(Reply::Wait) => Ok(None),
            Ok(Reply::Begin(agreement)) => Ok(Some(agreement)),
            Err(error) => {
                // The game that was promised will not begin.
                self.promise.take().map_or(Ok(()), Promise::withdraw)?;
                Err(error.into())
            }
        }
    }

    /// Keeps what this seat needs for a game of these terms, before the host has the signature.
    fn promise(&mut self, terms: Vec<u8>) -> anyhow::Result<()> {
        match self.promise.take() {
            Some(promise) if promise.terms() == terms => self.promise = Some(promise),
            other => {
                other.map_or(Ok(()), Promise::withdraw)?;
                let seat =
                    self.guest.seat(&Terms::decode(&terms)?.0).context("the terms have no seat for you")?;
                let mut secrets = self.player.secrets(&terms, seat)?;
                secrets.met(&self.host);
                self.promise = Some(Promise::make(self.profile, self.table, terms, secrets)?);
            }
        }
        Ok(())
    }
}

/// Terms of a game that is offered today, without seats.
///
/// # Errors
/// There is no such game.
pub fn blank(game: &str, options: &Options, clock: Clock) -> anyhow::Result<Terms> {
    let card = games::card(game).context("there is no such game")?;
    Ok(Terms {
        protocol: wire::PROTOCOL,
        rules: games::rules_digest(card, options),
        game: card.id.to_owned(),
        options: options.encode(),
        clock,
        day: today(),
        seats: Vec::new(),
    })
}

/// Days since 1970-01-01, UTC.
fn today() -> u32 {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    u32::try_from(seconds / 86_400).unwrap_or(u32::MAX)
}
