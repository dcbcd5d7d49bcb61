//! The games of a window: threads of their own, so that drawing never waits for a game, the disk or the
//! network.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    time::Duration,
};

use anyhow::Context as _;
use iroh::{RelayUrl, SecretKey};
use marque_protocol::{
    games::{Layout, Options},
    rules::Seat,
    terms::Terms,
};
use tokio::{
    runtime::Runtime,
    sync::{Mutex, watch},
};

use crate::{
    book::{Book, Glance},
    bots::Level,
    captain::Captain,
    helm::{Helm, Wake, helm},
    interrupt::Interrupt,
    local::{self, Side},
    net::{Config, Ticket},
    session::{Left, Session, fresh_bytes},
    store::Profile,
    table::{Desk, Lobby, NoTable, Offer, Player, Wish},
};

/// The bot's own profile inside that of the player: it is a peer like any other, and as able to go on
/// after a crash.
const PARTNER: &str = "partner";
/// How long games may take to stop when the window is closed.
const STOP_LIMIT: Duration = Duration::from_secs(5);

/// What an engine has to tell.
pub enum News {
    /// A table over the network, where the others are awaited.
    Lobby(Helm<Lobby, Wish>),
    /// A game is under way.
    Playing(Helm),
    /// The games that can go on have been looked at.
    Unfinished(Vec<Unfinished>),
    /// Something did not work.
    Failed(anyhow::Error),
}

/// A game against a bot.
pub struct Practice {
    /// Card id.
    pub game: &'static str,
    /// Options of the game.
    pub options: Options,
    /// The player's layout.
    pub layout: Layout,
    /// How strong the bot is.
    pub level: Level,
}

/// A game that can go on.
#[derive(Clone)]
pub struct Unfinished {
    /// Its id.
    pub id: Vec<u8>,
    /// What is played.
    pub terms: Terms,
    /// The player's seat.
    pub seat: Seat,
    /// Whether the others are on this computer.
    pub local: bool,
}

/// How to stand on the network.
#[derive(Clone, Default)]
pub struct Reach {
    /// See [`Config::offline`].
    pub offline: bool,
    /// See [`Config::bind`].
    pub bind: Option<SocketAddr>,
    /// See [`Config::relay`].
    pub relay: Option<RelayUrl>,
}

/// See the module.
pub struct Engine {
    runtime: Option<Runtime>,
    own: Arc<Profile>,
    partner: Arc<Profile>,
    reach: Reach,
    wake: Wake,
    inbox: mpsc::Receiver<News>,
    outbox: mpsc::Sender<News>,
    /// One identity has one endpoint: a table over the network waits until the last one is closed.
    network: Arc<Mutex<()>>,
    stop: (watch::Sender<bool>, Interrupt),
}

/// How a game over the network comes about.
enum Sit {
    Host(Offer, String),
    Join(Ticket, String),
    Resume(Vec<u8>),
}

/// What the tasks of an engine tell the window with.
#[derive(Clone)]
struct Told {
    outbox: mpsc::Sender<News>,
    wake: Wake,
}

impl Told {
    fn tell(&self, news: News) {
        // The window is gone: nobody is left to be told.
        let _ = self.outbox.send(news);
        (self.wake)();
    }

    /// How a game ended. Whoever waits for that sees that it has, whatever there is to tell.
    fn ended(&self, how: anyhow::Result<()>) {
        match how {
            Err(error) if !left(&error) => self.tell(News::Failed(error)),
            _ => (self.wake)(),
        }
    }
}

/// Whether it ended because the player wanted so.
fn left(error: &anyhow::Error) -> bool {
    error.is::<Left>()
        || matches!(error.downcast_ref::<NoTable>(), Some(NoTable::Left | NoTable::Interrupted))
}

impl Engine {
    /// Opens a profile for games. `wake` is called, from any thread, when there is something new.
    ///
    /// # Errors
    /// The profile cannot be opened, or another process uses it.
    pub fn start(folder: Option<PathBuf>, reach: Reach, wake: Wake) -> anyhow::Result<Engine> {
        let own = Profile::open(folder)?;
        let partner = Profile::open(Some(own.folder().join(PARTNER)))?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = Some(runtime.context("no threads for games")?);
        let (own, partner) = (Arc::new(own), Arc::new(partner));
        let (outbox, inbox) = mpsc::channel();
        let (network, stop) = (Arc::default(), Interrupt::by());
        Ok(Engine { runtime, own, partner, reach, wake, inbox, outbox, network, stop })
    }

    /// The folder of the profile.
    pub fn folder(&self) -> &Path {
        self.own.folder()
    }

    /// The next thing that it has to tell.
    pub fn news(&self) -> Option<News> {
        self.inbox.try_recv().ok()
    }

    /// Looks at the games that can go on, and tells of them.
    pub fn look(&self) {
        let (own, partner) = (self.own.clone(), self.partner.clone());
        self.spawn(async move |told| {
            let theirs = partner.unfinished().unwrap_or_default();
            let glance = |id: Vec<u8>| {
                let Glance { terms, seat } = Book::glance(&own, &id)?;
                let others = terms.seats.iter().zip(Seat::all(terms.seats.len()));
                let partner = partner.identity().ok().map(|key| SecretKey::from_bytes(&key).public());
                let local = others
                    .filter(|(_, of)| *of != seat)
                    .all(|(place, _)| partner.is_some_and(|partner| *partner.as_bytes() == place.identity));
                (!local || theirs.contains(&id)).then_some(Unfinished { id, terms, seat, local })
            };
            let own = own.unfinished().unwrap_or_default();
            told.tell(News::Unfinished(own.into_iter().filter_map(glance).collect()));
        });
    }

    /// Begins a game against a bot.
    pub fn practise(&self, practice: Practice) {
        self.begin(move |own, partner, person| {
            let Practice { game, options, layout, level } = practice;
            let you = Side { profile: own, nickname: String::new(), captain: person, layout: Some(layout) };
            let captain = Captain::bot(level)?;
            let bot = Side { profile: partner, nickname: "bot".to_owned(), captain, layout: None };
            local::begin([you, bot], game, &options)
        });
    }

    /// Opens a table and waits for others with its ticket.
    pub fn host(&self, offer: Offer, nickname: String) {
        self.sit(Sit::Host(offer, nickname));
    }

    /// Sits down at the table of a ticket.
    pub fn join(&self, ticket: Ticket, nickname: String) {
        self.sit(Sit::Join(ticket, nickname));
    }

    /// Goes on with a game that was interrupted.
    pub fn resume(&self, game: Unfinished) {
        let id = game.id;
        if !game.local {
            return self.sit(Sit::Resume(id));
        }
        self.begin(move |own, partner, person| {
            local::resume([(own, person), (partner, Captain::bot(Level::Normal)?)], &id)
        });
    }

    fn spawn<F: Future<Output = ()> + Send + 'static>(&self, job: impl FnOnce(Told) -> F) {
        let told = Told { outbox: self.outbox.clone(), wake: self.wake.clone() };
        if let Some(runtime) = &self.runtime {
            runtime.spawn(job(told));
        }
    }

    /// A game on this computer.
    fn begin(
        &self,
        sessions: impl FnOnce(&Profile, &Profile, Captain) -> anyhow::Result<[Session; 2]> + Send + 'static,
    ) {
        let (own, partner) = (self.own.clone(), self.partner.clone());
        self.spawn(async move |told| {
            let (helm, person) = helm(told.wake.clone());
            let played = async {
                let sessions = sessions(&own, &partner, Captain::Person(person))?;
                told.tell(News::Playing(helm));
                local::play(sessions, [&own, &partner]).await
            };
            told.ended(played.await);
        });
    }

    /// A game over the network.
    fn sit(&self, sit: Sit) {
        let (own, reach) = (self.own.clone(), self.reach.clone());
        let (network, interrupt) = (self.network.clone(), self.stop.1.clone());
        self.spawn(async move |told| {
            let _alone = network.lock().await;
            let played = async {
                own.probe()?;
                let Reach { offline, bind, relay } = reach;
                let config = Config { key: SecretKey::from_bytes(&own.identity()?), offline, bind, relay };
                let mut desk = Desk::open(own, config, interrupt).await?;
                let played = sit.play(&mut desk, &told).await;
                desk.net.shutdown().await;
                played
            };
            told.ended(played.await);
        });
    }
}

impl Sit {
    async fn play(self, desk: &mut Desk, told: &Told) -> anyhow::Result<()> {
        let (playing, person) = helm(told.wake.clone());
        let player = |nickname| {
            let (lobby, person_there) = helm(told.wake.clone());
            told.tell(News::Lobby(lobby));
            Player { nickname, captain: Captain::Person(person), lobby: Some(person_there) }
        };
        let session = match self {
            Sit::Host(offer, nickname) => {
                // So that the ticket is good beyond the local network, if that can be had.
                desk.net.online().await;
                desk.host(fresh_bytes()?, &offer, player(nickname), &mut |_| {}).await?
            }
            Sit::Join(ticket, nickname) => desk.join(&ticket, player(nickname)).await?,
            Sit::Resume(id) => desk.resume(&id, player(String::new())).await?,
        };
        told.tell(News::Playing(playing));
        desk.play(session, |_| {}).await.map(drop)
    }
}

impl Drop for Engine {
    /// The others are told goodbye, and what is being written is written.
    fn drop(&mut self) {
        self.stop.0.send_replace(true);
        if let Some(runtime) = self.runtime.take() {
            let network = self.network.clone();
            // Whoever holds the network lets go of it when it has stopped.
            runtime.block_on(async {
                if tokio::time::timeout(STOP_LIMIT, network.lock()).await.is_err() {
                    tracing::warn!("a game did not stop in time");
                }
            });
            runtime.shutdown_timeout(STOP_LIMIT);
        }
    }
}
