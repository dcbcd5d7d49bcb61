//! Everybody who plays at this computer, each with a profile, and the games that they have begun.

use std::{path::PathBuf, sync::Arc};

use iroh::SecretKey;
use marque_protocol::{rules::Seat, terms::Terms};

use crate::{
    book::{Book, Glance, Opened},
    bots::Level,
    store::{Profile, StoreError},
};

/// The profile of bots inside that of the player: a bot is a peer like any other, and as able to go on
/// after a crash.
const BOTS: &str = "partner";
/// The profile of whoever plays against the player at the same window.
const GUEST: &str = "guest";

/// See the module.
#[derive(Clone)]
pub struct Household {
    /// The player's.
    pub own: Arc<Profile>,
    /// Of bots.
    pub bots: Arc<Profile>,
    /// Of a second person.
    pub guest: Arc<Profile>,
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
    /// Against whom.
    pub against: Against,
    /// Whether everybody has signed, as far as is known here.
    pub begun: bool,
    /// Whether everybody agreed to go on another day.
    pub adjourned: bool,
}

/// Who sits on the other side.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Against {
    /// Somebody at another computer.
    Friend,
    /// A bot.
    Bot,
    /// Somebody at this window.
    Guest,
}

impl Unfinished {
    /// How strong the bot is; none where no bot sits.
    pub fn bot(&self) -> Option<Level> {
        let bots = Some(&self.terms.seats).filter(|_| self.against == Against::Bot)?;
        bots.iter().find_map(|place| Level::called(&place.nickname))
    }
}

impl Household {
    /// Opens the profile in this folder, or in the platform's usual place, and those inside of it.
    ///
    /// # Errors
    /// One of them cannot be opened, or another process uses it.
    pub fn open(folder: Option<PathBuf>) -> Result<Household, StoreError> {
        let household = Household::around(Arc::new(Profile::open(folder)?))?;
        household.wind_up();
        Ok(household)
    }

    /// Those who play against the player of a profile.
    ///
    /// # Errors
    /// One of their profiles cannot be opened.
    pub fn around(own: Arc<Profile>) -> Result<Household, StoreError> {
        let inside = |name| Profile::open(Some(own.folder().join(name))).map(Arc::new);
        Ok(Household { bots: inside(BOTS)?, guest: inside(GUEST)?, own })
    }

    /// Winds up what a process has left that ended while only one side of a game had its files, or only one
    /// had still to keep its record.
    fn wind_up(&self) {
        let all = [&self.own, &self.bots, &self.guest];
        for here in all {
            let others = || all.into_iter().filter(|other| !Arc::ptr_eq(other, here));
            for id in here.unfinished().unwrap_or_default() {
                let Some(Glance { terms, .. }) = Book::glance(here, &id) else { continue };
                let Some(other) = others().find(|other| sits(other, &terms)) else { continue };
                if !has(other, &id)
                    && let Err(error) = Book::wind_up(here, &id)
                {
                    tracing::warn!("half a game stays: {error:#}");
                }
            }
        }
    }

    /// The player's games that can go on.
    pub fn unfinished(&self) -> Vec<Unfinished> {
        let ids = self.own.unfinished().unwrap_or_default();
        ids.iter().filter_map(|id| self.glance(id)).collect()
    }

    /// Takes back the signature under a game that has not begun here: nobody may ever come to begin it.
    ///
    /// # Errors
    /// Its files cannot be read, or not be removed.
    pub fn withdraw(&self, id: &[u8]) -> anyhow::Result<()> {
        match Book::open(&self.own, id)? {
            Opened::Promised(promise) => promise.withdraw(),
            // It has begun meanwhile.
            Opened::Begun(..) => Ok(()),
        }
    }

    /// What can be said of a game of the player; none of one that cannot go on.
    pub fn glance(&self, id: &[u8]) -> Option<Unfinished> {
        let Glance { terms, seat, begun, adjourned } = Book::glance(&self.own, id)?;
        let here = [(Against::Bot, &self.bots), (Against::Guest, &self.guest)];
        let against = match here.into_iter().find(|(_, profile)| sits(profile, &terms)) {
            // A process that ended in between has left a game of which only one side is there.
            Some((_, profile)) if !has(profile, id) => return None,
            Some((against, _)) => against,
            None => Against::Friend,
        };
        Some(Unfinished { id: id.to_vec(), terms, seat, against, begun, adjourned })
    }
}

/// Whether whoever has this profile has a seat.
fn sits(profile: &Profile, terms: &Terms) -> bool {
    let key = profile.identity().ok().map(|key| SecretKey::from_bytes(&key).public());
    key.is_some_and(|key| terms.seats.iter().any(|place| place.identity == *key.as_bytes()))
}

/// Whether a game is under way in this profile, as far as that can be said.
fn has(profile: &Profile, id: &[u8]) -> bool {
    profile.unfinished().map_or(true, |games| games.iter().any(|game| game == id))
}
