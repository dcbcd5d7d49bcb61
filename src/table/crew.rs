//! Bots that the player brings to a table for people at other computers. Each is a peer like any other: it has
//! a profile and an endpoint of its own, comes by the invitation, and sees what its seat may see.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use iroh::{EndpointAddr, SecretKey};
use marque_protocol::terms::Terms;
use tokio::{sync::watch, task::JoinSet, time::timeout};

use super::{Desk, Player};
use crate::{
    book::Book,
    bots::Level,
    captain::Captain,
    household,
    interrupt::Interrupt,
    net::{Config, Ticket},
    store::Profile,
};

/// How long bots may take to keep the record of a game that is over for the player.
const RECORD_LIMIT: Duration = Duration::from_secs(2);

/// See the module. By default there are none.
#[derive(Default)]
pub(super) struct Crew {
    /// As many as there can be.
    profiles: Vec<Arc<Profile>>,
    /// How the player stands on the network.
    config: Option<Config>,
    aboard: Vec<Bot>,
    /// What they do; it ends when they go.
    plays: JoinSet<()>,
}

struct Bot {
    identity: [u8; 32],
    nickname: String,
    /// It ends when this is true.
    dismissed: watch::Sender<bool>,
}

impl Bot {
    fn dismiss(&self) {
        self.dismissed.send_replace(true);
    }
}

/// How a bot gets to its seat.
enum Way {
    Invited(Ticket),
    Back(Vec<u8>),
}

impl Crew {
    /// Bots of these profiles, who stand on the network as the player does.
    pub(super) fn new(profiles: Vec<Arc<Profile>>, config: Config) -> Crew {
        Crew { profiles, config: Some(config), ..Crew::default() }
    }

    /// Whether another one could come.
    pub(super) fn has_room(&self) -> bool {
        self.profiles.iter().any(|profile| self.is_ashore(profile))
    }

    /// Those who are to stay.
    pub(super) fn expected(&self) -> impl Iterator<Item = &[u8; 32]> {
        self.aboard().filter(|bot| !*bot.dismissed.borrow()).map(|bot| &bot.identity)
    }

    /// Whether this is one of them, or one that is about to go.
    pub(super) fn has(&self, identity: &[u8; 32]) -> bool {
        self.aboard().any(|bot| bot.identity == *identity)
    }

    /// Whether this is one that is about to go.
    pub(super) fn has_dismissed(&self, identity: &[u8; 32]) -> bool {
        self.has(identity) && !self.expected().any(|bot| bot == identity)
    }

    fn aboard(&self) -> impl Iterator<Item = &Bot> {
        self.aboard.iter().filter(|bot| !bot.dismissed.is_closed())
    }

    fn is_ashore(&self, profile: &Profile) -> bool {
        identity(profile).is_some_and(|identity| !self.has(&identity))
    }

    /// Another bot sits down at the table of this invitation.
    pub(super) fn invite(&mut self, level: Level, ticket: Ticket) {
        let Some(profile) = self.profiles.iter().find(|profile| self.is_ashore(profile)) else { return };
        let taken =
            |name: &String| self.aboard().any(|bot| bot.nickname == *name && !*bot.dismissed.borrow());
        let mut names = (1..=self.profiles.len()).map(|number| level.nickname(number));
        if let Some(nickname) = names.find(|name| !taken(name)) {
            self.board(profile.clone(), level, nickname, Way::Invited(ticket));
        }
    }

    /// Those who have a seat in a game go on with it. Where the player is they cannot know: it may be elsewhere.
    pub(super) fn come_back(&mut self, id: &[u8], terms: &Terms, player: &EndpointAddr) {
        for (profile, level) in household::seated(&self.profiles, terms) {
            match Book::note(&profile, id, player) {
                Ok(()) => self.board(profile, level, String::new(), Way::Back(id.to_vec())),
                Err(error) => tracing::warn!("a bot cannot go on: {error:#}"),
            }
        }
    }

    fn board(&mut self, profile: Arc<Profile>, level: Level, nickname: String, way: Way) {
        let (Some(identity), Some(config)) = (identity(&profile), &self.config) else { return };
        let Ok(key) = profile.identity().map(|key| SecretKey::from_bytes(&key)) else { return };
        let bind = config.bind.map(|at| SocketAddr::new(at.ip(), 0));
        let config = Config { key, bind, ..config.clone() };
        let (dismissed, interrupt) = Interrupt::by();
        self.aboard.retain(|bot| !bot.dismissed.is_closed());
        self.aboard.push(Bot { identity, nickname: nickname.clone(), dismissed });
        self.plays.spawn(async move {
            // Held to the end: until then it is aboard.
            let played = play(profile, config, interrupt.clone(), level, nickname, way).await;
            if let Err(error) = played {
                tracing::info!("a bot goes: {error:#}");
            }
            drop(interrupt);
        });
    }

    /// One of them is to go.
    pub(super) fn dismiss(&self, identity: &[u8; 32]) {
        self.aboard.iter().filter(|bot| bot.identity == *identity).for_each(Bot::dismiss);
    }

    /// Waits until one has gone; for ever where nobody is aboard.
    pub(super) async fn gone(&mut self) {
        if self.plays.join_next().await.is_none() {
            std::future::pending().await
        }
    }

    /// The game is over for the player: they keep its record and go.
    pub(super) async fn part(&mut self) {
        let all = async { while self.plays.join_next().await.is_some() {} };
        if timeout(RECORD_LIMIT, all).await.is_err() {
            tracing::info!("a bot has not seen the end");
        }
        self.dismiss_all();
    }

    /// All are to go.
    pub(super) fn dismiss_all(&self) {
        self.aboard.iter().for_each(Bot::dismiss);
    }

    /// All go, and have gone when this returns: their games can be opened again.
    pub(super) async fn leave(&mut self) {
        self.dismiss_all();
        while self.plays.join_next().await.is_some() {}
    }
}

fn identity(profile: &Profile) -> Option<[u8; 32]> {
    Some(*SecretKey::from_bytes(&profile.identity().ok()?).public().as_bytes())
}

/// Plays at a table to the end.
async fn play(
    profile: Arc<Profile>,
    config: Config,
    interrupt: Interrupt,
    level: Level,
    nickname: String,
    way: Way,
) -> anyhow::Result<()> {
    let player = Player { nickname, captain: Captain::bot(level)?, lobby: None };
    let mut desk = Desk::open(profile, config, interrupt).await?;
    let played = async {
        let session = match way {
            Way::Invited(ticket) => desk.join(&ticket, player).await?,
            Way::Back(id) => desk.resume(&id, player).await?,
        };
        desk.play(session, |_| {}).await
    };
    let played = played.await;
    desk.close().await;
    played.map(drop)
}
