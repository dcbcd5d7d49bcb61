//! The games of a window: threads of their own, so that drawing never waits for a game, the disk or the
//! network.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
};

use anyhow::Context as _;
use marque_protocol::games::{Layout, Options};
use tokio::runtime::Runtime;

use crate::{
    bots::Level,
    captain::Captain,
    errand::Errand,
    helm::{Helm, Wake, helm},
    local::{self, Side},
    session::{Left, Session},
    settings::Settings,
    store::Profile,
    trouble::{Trouble, Troubles},
};

/// The bot's own profile inside that of the player: it is a peer like any other, and as able to go on
/// after a crash.
const PARTNER: &str = "partner";

/// What an engine has to tell.
pub enum News {
    /// A game is under way.
    Playing(Helm),
    /// Something did not work.
    Failed(String),
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

/// See the module.
pub struct Engine {
    runtime: Runtime,
    own: Arc<Profile>,
    partner: Arc<Profile>,
    wake: Wake,
    troubles: Troubles,
    inbox: mpsc::Receiver<News>,
    outbox: mpsc::Sender<News>,
}

impl Engine {
    /// Opens a profile for games. `wake` is called, from any thread, when there is something new.
    ///
    /// # Errors
    /// The profile cannot be opened, or another process uses it.
    pub fn start(folder: Option<PathBuf>, wake: Wake) -> anyhow::Result<Engine> {
        let own = Profile::open(folder)?;
        let partner = Profile::open(Some(own.folder().join(PARTNER)))?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.context("no threads for games")?;
        let (outbox, inbox) = mpsc::channel();
        let troubles = Troubles::default();
        Ok(Engine { runtime, own: Arc::new(own), partner: Arc::new(partner), wake, troubles, inbox, outbox })
    }

    /// The folder of the profile.
    pub fn folder(&self) -> &Path {
        self.own.folder()
    }

    /// The next thing that it has to tell.
    pub fn news(&self) -> Option<News> {
        self.inbox.try_recv().ok()
    }

    /// When the profile was moved to another computer; none if it is here.
    pub fn moved(&self) -> Option<String> {
        self.own.moved()
    }

    /// Whether another profile takes the place of this one when it is opened again.
    pub fn replaced(&self) -> bool {
        self.own.replaced()
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
        let (own, partner) = (self.own.clone(), self.partner.clone());
        let (done, errand) = Errand::new(self.wake.clone());
        self.runtime.spawn_blocking(move || done(job(&own, &[&partner])));
        errand
    }

    /// Waits for something of the network; no longer than the window is there.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        answer: impl Future<Output = T> + Send + 'static,
    ) -> Errand<T> {
        let (done, errand) = Errand::new(self.wake.clone());
        self.runtime.spawn(async move { done(answer.await) });
        errand
    }

    /// Games that can go on: those of which the bot's side is here too.
    pub fn unfinished(&self) -> Vec<Vec<u8>> {
        let theirs = self.partner.unfinished().unwrap_or_default();
        let own = self.own.unfinished().unwrap_or_default();
        own.into_iter().filter(|id| theirs.contains(id)).collect()
    }

    /// Begins a game against a bot.
    pub fn practise(&self, practice: Practice) {
        self.begin(move |own, partner, person| {
            let Practice { game, options, layout, level } = practice;
            let nickname = Settings::load(own.folder()).nickname;
            let you = Side { profile: own, nickname, captain: person, layout: Some(layout) };
            let captain = Captain::bot(level)?;
            let bot = Side { profile: partner, nickname: "bot".to_owned(), captain, layout: None };
            local::begin([you, bot], game, &options)
        });
    }

    /// Goes on with a game that was interrupted.
    pub fn resume(&self, id: Vec<u8>) {
        self.begin(move |own, partner, person| {
            local::resume([(own, person), (partner, Captain::bot(Level::Normal)?)], &id)
        });
    }

    fn begin(
        &self,
        sessions: impl FnOnce(&Profile, &Profile, Captain) -> anyhow::Result<[Session; 2]> + Send + 'static,
    ) {
        let (own, partner) = (self.own.clone(), self.partner.clone());
        let (outbox, wake, troubles) = (self.outbox.clone(), self.wake.clone(), self.troubles.clone());
        self.runtime.spawn(async move {
            let tell = |news| {
                // The window is gone: nobody is left to be told.
                let _ = outbox.send(news);
                wake();
            };
            let failed = |error: anyhow::Error| {
                troubles.note(Trouble::of(&error));
                tell(News::Failed(format!("{error:#}")));
            };
            let (helm, person) = helm(wake.clone());
            match sessions(&own, &partner, Captain::Person(person)) {
                Ok(sessions) => {
                    tell(News::Playing(helm));
                    match local::play(sessions, [&own, &partner]).await {
                        Err(error) if !error.is::<Left>() => failed(error),
                        // Whoever waits for the end sees that it is there.
                        _ => wake(),
                    }
                }
                Err(error) => failed(error),
            }
        });
    }
}
