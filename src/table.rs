//! Finding together before a game, over real links: one file for each side of the lobby.

mod crew;
mod host;
mod join;
mod lobby;
mod rematch;
#[cfg(test)]
mod tests;

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, SystemTime},
};

use anyhow::Context as _;
use crew::Crew;
use ed25519_dalek::SigningKey;
use marque_protocol::{
    games::{self, Options},
    rules::Seat,
    terms::{Clock, Place, SeatKeys, Terms},
    wire,
};
use tokio::sync::mpsc;

use crate::{
    captain::Captain,
    helm::Person,
    interrupt::Interrupt,
    net::{
        Config, Net, NetEvent,
        lan::{Announcer, Ground},
    },
    seatfile::SeatFile,
    session::{Ended, Session, fresh_bytes, fresh_rng},
    store::Profile,
};

pub use lobby::{Lobby, Present, Stage, Wish};
pub use rematch::Awaited;

/// How long a guest dials before it says that the host cannot be found.
const HOST_LIMIT: Duration = Duration::from_secs(60);
/// How long a guest has to read and sign the terms: meanwhile nobody else can have its seat.
const SIGN_LIMIT: Duration = Duration::from_secs(300);

/// Why there is no game, as far as a person can do something about it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NoTable {
    /// Nobody answers.
    #[error(
        "the host cannot be found: is the other side still waiting, and does the ticket come from this network?"
    )]
    Unreachable,
    /// There is no address that an invitation could name.
    #[error(
        "nobody could reach this computer: no relay answers, and there is no direct way; look at the relay and the network"
    )]
    Nowhere,
    /// The ticket is the player's own.
    #[error("this is your own ticket: give it to somebody else")]
    Own,
    /// A newer process with the same key has come to the table.
    #[error("a newer copy of this player has come to the table")]
    Elsewhere,
    /// The player has left the lobby.
    #[error("left the table")]
    Left,
    /// The process was told to stop.
    #[error("interrupted")]
    Interrupted,
}

/// What a game over a network needs of this computer.
pub struct Desk {
    /// Where games are kept.
    pub profile: Arc<Profile>,
    /// The endpoint.
    pub net: Net,
    /// Where tables of this desk are announced.
    pub announced_on: Option<Ground>,
    crew: Crew,
    config: Config,
    announcer: Option<Announcer>,
    events: mpsc::Receiver<NetEvent>,
    /// What has happened before those, and was not heard by the last game.
    waiting: VecDeque<NetEvent>,
    interrupt: Interrupt,
    sign_limit: Duration,
}

/// Who is to play at a table.
pub struct Player {
    /// What the others see.
    pub nickname: String,
    /// Who decides.
    pub captain: Captain,
    /// The person who watches the lobby and agrees to the terms; without one, whatever is offered is played.
    pub lobby: Option<Person<Lobby, Wish>>,
}

/// What an organiser offers.
#[derive(Clone)]
pub struct Offer {
    /// Card id.
    pub game: String,
    /// Options of the game.
    pub options: Options,
    /// Number of seats.
    pub seats: usize,
    /// Limits.
    pub clock: Clock,
}

impl Desk {
    /// Opens the endpoint of a profile.
    ///
    /// # Errors
    /// The key cannot be read, or there is no network socket.
    pub async fn open(profile: Arc<Profile>, config: Config, interrupt: Interrupt) -> anyhow::Result<Desk> {
        let announced_on = Ground::of(&config);
        let (net, events) = Net::start(config.clone()).await?;
        let (waiting, sign_limit) = (VecDeque::new(), SIGN_LIMIT);
        let (crew, announcer) = (Crew::default(), None);
        Ok(Desk {
            profile,
            net,
            announced_on,
            crew,
            config,
            announcer,
            events,
            waiting,
            interrupt,
            sign_limit,
        })
    }

    /// The player may bring bots along, of these profiles: at each table other ones.
    pub fn bring(&mut self, bots: Vec<Arc<Profile>>) {
        self.crew = Crew::new(bots, self.config.clone());
    }

    /// Takes leave of the network.
    pub async fn close(self) {
        let Desk { net, mut crew, announcer, .. } = self;
        let farewell = async {
            if let Some(announcer) = announcer {
                announcer.end().await;
            }
        };
        tokio::join!(farewell, crew.leave(), net.shutdown());
    }

    /// Plays a game to its end and keeps the record. `tell` gets one line for each thing that happens.
    ///
    /// # Errors
    /// What is needed of this computer fails, or somebody stops it; the game is kept and can be resumed.
    pub async fn play(&mut self, session: Session, tell: impl FnMut(String)) -> anyhow::Result<Ended> {
        let played = self.play_out(session, tell).await;
        match played {
            Ok(_) => self.crew.part().await,
            Err(_) => self.crew.dismiss_all(),
        }
        played
    }

    async fn play_out(
        &mut self,
        mut session: Session,
        mut tell: impl FnMut(String),
    ) -> anyhow::Result<Ended> {
        session.play(&self.net, &mut self.events, &mut self.interrupt, &mut tell).await?;
        session.ways(&self.net).into_iter().for_each(tell);
        // Nobody is sought any more: whoever goes after a game that is over may.
        let seats = &session.log().agreed().terms.seats;
        seats.iter().for_each(|place| self.net.stop_dialling(place.identity));
        let mut ended = session.end(&self.profile, &self.net, &mut self.events, &mut self.interrupt).await?;
        self.waiting = std::mem::take(&mut ended.unheard);
        Ok(ended)
    }
}

/// The next thing that happens; what waits comes first.
async fn next(waiting: &mut VecDeque<NetEvent>, events: &mut mpsc::Receiver<NetEvent>) -> Option<NetEvent> {
    match waiting.pop_front() {
        Some(event) => Some(event),
        None => events.recv().await,
    }
}

/// Who somebody is at a table, with the secrets of it.
struct Keys {
    identity: SigningKey,
    master: [u8; 32],
    place: Place,
}

impl Keys {
    fn new(profile: &Profile, nickname: String) -> anyhow::Result<Keys> {
        let identity = SigningKey::from_bytes(&profile.identity()?);
        let master = fresh_bytes()?;
        let keys = SeatKeys::new(master);
        let place = keys.place(identity.verifying_key().to_bytes(), nickname, fresh_bytes()?);
        Ok(Keys { identity, master, place })
    }

    /// The secrets of this seat under these terms: with a random layout, unless a person lays out the fleet.
    fn secrets(&self, terms: &[u8], seat: Seat, captain: &Captain) -> anyhow::Result<SeatFile> {
        if captain.person().is_some() {
            return Ok(SeatFile::new(seat, self.master, None));
        }
        let (_, options, _) = Terms::decode(terms)?;
        let layout = options.random_layout(&mut fresh_rng()?)?;
        let chart = options.chart(&layout).context("a layout of another game")??;
        Ok(SeatFile::new(seat, self.master, Some(&chart)))
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
