//! The games of a window: threads of their own, so that drawing never waits for a game, the disk or the
//! network.

use std::{
    cell::Cell,
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    time::Duration,
};

use anyhow::Context as _;
use iroh::SecretKey;
use marque_protocol::games::{Layout, Options};
use tokio::{
    runtime::{Handle, Runtime},
    sync::{Mutex, watch},
};

use crate::{
    archive::{Archive, Known},
    bots::Level,
    captain::Captain,
    errand::Errand,
    helm::{Helm, Order, Wake, helm},
    household::{self, Against, Household, Unfinished},
    interrupt::Interrupt,
    local::{self, Side},
    net::{
        Reach, Ticket,
        lan::{Ground, Listener},
    },
    rematch::Rematch,
    session::{Adjourned, Left, fresh_bytes},
    settings::Settings,
    store::Profile,
    table::{Desk, Lobby, NoTable, Offer, Player, Wish},
    trouble::{Trouble, Troubles},
};

/// How long games may take to stop when the window is closed.
const STOP_LIMIT: Duration = Duration::from_secs(5);

/// What an engine has to tell.
pub enum News {
    /// A table over the network, where the others are awaited.
    Lobby(Helm<Lobby, Wish>),
    /// A game against somebody is under way.
    Playing(Helm, Against),
    /// A game of two people at this window is under way; in seat order.
    Shared([Helm; 2]),
    /// The games that can go on have been looked at.
    Unfinished(Vec<Unfinished>),
    /// Something did not work.
    Failed(anyhow::Error),
}

/// A game against bots.
pub struct Practice {
    /// Card id.
    pub game: &'static str,
    /// Options of the game.
    pub options: Options,
    /// Number of seats: the player has the first, bots have the others.
    pub seats: usize,
    /// The player's layout.
    pub layout: Layout,
    /// How strong the bots are.
    pub level: Level,
}

/// See the module.
pub struct Engine {
    /// None once the engine stops.
    runtime: Option<Runtime>,
    handle: Handle,
    home: Household,
    reach: Reach,
    wake: Wake,
    troubles: Troubles,
    inbox: mpsc::Receiver<(u64, News)>,
    outbox: mpsc::Sender<(u64, News)>,
    /// How often the player did not want to wait any longer.
    given_up: Cell<u64>,
    /// One identity has one endpoint: a table over the network waits until the last one is closed.
    network: Arc<Mutex<()>>,
    stop: (watch::Sender<bool>, Interrupt),
    /// Records that were read through.
    records: Known,
}

/// How a game over the network comes about.
enum Sit {
    Host(Offer, String),
    Join(Ticket, String),
    Resume(Vec<u8>),
    Again(Rematch, String),
}

/// What the tasks of an engine tell the window with.
#[derive(Clone)]
struct Told {
    outbox: mpsc::Sender<(u64, News)>,
    /// What was given up when it was asked for.
    given_up: u64,
    troubles: Troubles,
    wake: Wake,
}

impl Told {
    fn tell(&self, news: News) {
        // The window is gone: nobody is left to be told.
        let _ = self.outbox.send((self.given_up, news));
        (self.wake)();
    }

    /// How a game ended. Whoever waits for that sees that it has, whatever there is to tell.
    fn ended(&self, how: anyhow::Result<()>) {
        match how {
            Err(error) if !left(&error) => {
                self.troubles.note(Trouble::of(&error));
                self.tell(News::Failed(error));
            }
            _ => (self.wake)(),
        }
    }
}

/// Whether it ended because the player wanted so, alone or with the others.
fn left(error: &anyhow::Error) -> bool {
    error.is::<Left>()
        || error.is::<Adjourned>()
        || matches!(error.downcast_ref::<NoTable>(), Some(NoTable::Left | NoTable::Interrupted))
}

impl Engine {
    /// Opens a profile for games. `wake` is called, from any thread, when there is something new.
    ///
    /// # Errors
    /// The profile cannot be opened, or another process uses it.
    pub fn start(folder: Option<PathBuf>, reach: Reach, wake: Wake) -> anyhow::Result<Engine> {
        let home = Household::open(folder)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.context("no threads for games")?;
        let (handle, runtime) = (runtime.handle().clone(), Some(runtime));
        let (outbox, inbox) = mpsc::channel();
        let (network, stop) = (Arc::default(), Interrupt::by());
        let troubles = Troubles::default();
        let given_up = Cell::default();
        let records = Known::default();
        Ok(Engine {
            runtime,
            handle,
            home,
            reach,
            wake,
            troubles,
            inbox,
            outbox,
            given_up,
            network,
            stop,
            records,
        })
    }

    /// The folder of the profile.
    pub fn folder(&self) -> &Path {
        self.home.own.folder()
    }

    /// The next thing that it has to tell.
    pub fn news(&self) -> Option<News> {
        loop {
            let (given_up, news) = self.inbox.try_recv().ok()?;
            match news {
                News::Unfinished(_) => return Some(news),
                news if given_up == self.given_up.get() => return Some(news),
                News::Lobby(helm) => drop(helm.order(Wish::Leave)),
                News::Playing(helm, _) => drop(helm.order(Order::Leave)),
                News::Shared(_) | News::Failed(_) => {}
            }
        }
    }

    /// Gives up what was asked of the network and has not come yet: whatever comes of it is left at once. It
    /// is not in the way of what is asked for next, which waits until the network is free.
    pub fn give_up(&self) {
        self.given_up.set(self.given_up.get().wrapping_add(1));
    }

    /// When the profile was moved to another computer; none if it is here.
    pub fn moved(&self) -> Option<String> {
        self.home.own.moved()
    }

    /// Whether another profile takes the place of this one when it is opened again.
    pub fn replaced(&self) -> bool {
        self.home.own.replaced()
    }

    /// How this run stands on the network, whatever is set.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// What went wrong lately.
    pub fn troubles(&self) -> &Troubles {
        &self.troubles
    }

    /// Does something with the player's profile, and those inside of it, that takes a while.
    pub(crate) fn errand<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Profile, &[&Profile]) -> T + Send + 'static,
    ) -> Errand<T> {
        let home = self.home.clone();
        let (done, errand) = Errand::new(self.wake.clone());
        self.handle.spawn_blocking(move || {
            let inside: Vec<&Profile> = home.inside().map(|profile| &**profile).collect();
            done(job(&home.own, &inside));
        });
        errand
    }

    /// Waits for something of the network; no longer than the window is there.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        answer: impl Future<Output = T> + Send + 'static,
    ) -> Errand<T> {
        let (done, errand) = Errand::new(self.wake.clone());
        self.handle.spawn(async move { done(answer.await) });
        errand
    }

    /// The records of the profile.
    pub fn archive(&self) -> Archive {
        let (own, known) = (self.home.own.clone(), self.records.clone());
        Archive::new(own, self.handle.clone(), self.wake.clone(), known)
    }

    /// Listens for tables on the local network, where one could sit down.
    pub fn nearby(&self, settings: &Settings) -> Option<Listener> {
        // Any key will do: who listens says nothing.
        let config = self.reach.over(settings.network(SecretKey::generate()));
        let ground = Ground::of(&config).filter(|ground| !ground.is_loopback())?;
        let (_here, wake) = (self.handle.enter(), self.wake.clone());
        Some(Listener::start(ground, move || wake()))
    }

    /// Looks at the games that can go on, and tells of them.
    pub fn look(&self) {
        let home = self.home.clone();
        self.spawn(async move |told| told.tell(News::Unfinished(home.unfinished())));
    }

    /// Begins a game against bots.
    pub fn practise(&self, practice: Practice) {
        let Household { own, bots, .. } = self.home.clone();
        self.begin(async move |told| {
            let Practice { game, options, seats, layout, level } = practice;
            let (helm, person) = helm(told.wake.clone());
            let nickname = Settings::load(own.folder()).nickname;
            let captain = Captain::Person(person);
            let mut sides = vec![Side { profile: &own, nickname, captain, layout: Some(layout) }];
            for (profile, number) in bots.iter().zip(1..seats) {
                let (nickname, captain) = (level.nickname(number), Captain::bot(level)?);
                sides.push(Side { profile, nickname, captain, layout: None });
            }
            let sessions = local::begin(sides, game, &options)?;
            told.tell(News::Playing(helm, Against::Bot));
            let profiles = std::iter::once(own).chain(bots).take(sessions.len()).collect();
            local::play(sessions, profiles).await
        });
    }

    /// Begins a game of two people at this window.
    pub fn share(&self, game: &'static str, options: Options) {
        let Household { own, guest, .. } = self.home.clone();
        self.begin(async move |told| {
            let ((first, one), (second, other)) = (helm(told.wake.clone()), helm(told.wake.clone()));
            let side = |profile, person| {
                let captain = Captain::Person(person);
                Side { profile, nickname: String::new(), captain, layout: None }
            };
            let sessions = local::begin(vec![side(&own, one), side(&guest, other)], game, &options)?;
            told.tell(News::Shared([first, second]));
            local::play(sessions, vec![own, guest]).await
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

    /// Sits down for another game with those who have played one.
    pub fn rematch(&self, rematch: Rematch, nickname: String) {
        self.sit(Sit::Again(rematch, nickname));
    }

    /// Goes on with a game that was interrupted.
    pub fn resume(&self, game: Unfinished) {
        let Unfinished { id, terms, against, .. } = game;
        let Household { own, bots, guest } = self.home.clone();
        match against {
            Against::Friend => self.sit(Sit::Resume(id)),
            Against::Bot => self.begin(async move |told| {
                let (helm, person) = helm(told.wake.clone());
                let (mut sides, mut profiles) = (vec![(&*own, Captain::Person(person))], vec![own.clone()]);
                let bots = household::seated(&bots, &terms);
                for (profile, level) in &bots {
                    sides.push((profile, Captain::bot(*level)?));
                    profiles.push(profile.clone());
                }
                let sessions = local::resume(sides, &id)?;
                told.tell(News::Playing(helm, Against::Bot));
                local::play(sessions, profiles).await
            }),
            Against::Guest => self.begin(async move |told| {
                let ((first, one), (second, other)) = (helm(told.wake.clone()), helm(told.wake.clone()));
                let sides = vec![(&*own, Captain::Person(one)), (&*guest, Captain::Person(other))];
                let sessions = local::resume(sides, &id)?;
                told.tell(News::Shared([first, second]));
                local::play(sessions, vec![own, guest]).await
            }),
        }
    }

    /// Takes back the signature under a game that has not begun, and tells of those that can go on.
    pub fn withdraw(&self, game: Unfinished) {
        let (home, network) = (self.home.clone(), self.network.clone());
        self.spawn(async move |told| {
            // What was left a moment ago may still be open.
            let _alone = network.lock().await;
            told.ended(home.withdraw(&game.id));
            told.tell(News::Unfinished(home.unfinished()));
        });
    }

    fn spawn<F: Future<Output = ()> + Send + 'static>(&self, job: impl FnOnce(Told) -> F) {
        let (outbox, given_up) = (self.outbox.clone(), self.given_up.get());
        let told = Told { outbox, given_up, troubles: self.troubles.clone(), wake: self.wake.clone() };
        self.handle.spawn(job(told));
    }

    /// A game on this computer.
    fn begin<F>(&self, game: impl FnOnce(Told) -> F)
    where
        F: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        self.spawn(|told| {
            let game = game(told.clone());
            async move { told.ended(game.await) }
        });
    }

    /// A game over the network.
    fn sit(&self, sit: Sit) {
        let (Household { own, bots, .. }, reach) = (self.home.clone(), self.reach.clone());
        let (network, interrupt) = (self.network.clone(), self.stop.1.clone());
        self.spawn(async move |told| {
            let _alone = network.lock().await;
            let played = async {
                own.probe()?;
                let key = SecretKey::from_bytes(&own.identity()?);
                let settings = Settings::load(own.folder());
                let config = reach.over(settings.network(key));
                let mut desk = Desk::open(own, config, interrupt).await?;
                desk.bring(bots);
                desk.announced_on =
                    desk.announced_on.filter(|ground| settings.nearby && !ground.is_loopback());
                let played = sit.play(&mut desk, &told).await;
                desk.close().await;
                played
            };
            told.ended(played.await);
        });
    }
}

impl Sit {
    async fn play(self, desk: &mut Desk, told: &Told) -> anyhow::Result<()> {
        let (mut playing, person) = helm(told.wake.clone());
        let player = |nickname, person| {
            let (lobby, person_there) = helm(told.wake.clone());
            told.tell(News::Lobby(lobby));
            Player { nickname, captain: Captain::Person(person), lobby: Some(person_there) }
        };
        let mut session = match self {
            Sit::Host(offer, nickname) => {
                // So that the ticket is good beyond the local network, if that can be had.
                desk.net.online().await;
                desk.host(fresh_bytes()?, &offer, player(nickname, person), &mut |_| {}).await?
            }
            Sit::Join(ticket, nickname) => desk.join(&ticket, player(nickname, person)).await?,
            Sit::Resume(id) => desk.resume(&id, player(String::new(), person)).await?,
            Sit::Again(rematch, nickname) => {
                desk.net.online().await;
                desk.rematch(&rematch, player(nickname, person)).await?
            }
        };
        loop {
            told.tell(News::Playing(playing, Against::Friend));
            let Some(rematch) = desk.play(session, |_| {}).await?.again else { return Ok(()) };
            let (next, person) = helm(told.wake.clone());
            let nickname = Settings::load(desk.profile.folder()).nickname;
            session = desk.rematch(&rematch, player(nickname, person)).await?;
            playing = next;
        }
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
