//! Everybody who plays at this computer, each with a profile, and the games that they have begun.

use std::{path::PathBuf, sync::Arc};

use iroh::SecretKey;
use marque_protocol::{rules::Seat, terms::Terms};

use crate::{
    book::{Book, Glance},
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
        Household::around(Arc::new(Profile::open(folder)?))
    }

    /// Those who play against the player of a profile.
    ///
    /// # Errors
    /// One of their profiles cannot be opened.
    pub fn around(own: Arc<Profile>) -> Result<Household, StoreError> {
        let inside = |name| Profile::open(Some(own.folder().join(name))).map(Arc::new);
        Ok(Household { bots: inside(BOTS)?, guest: inside(GUEST)?, own })
    }

    /// The player's games that can go on.
    pub fn unfinished(&self) -> Vec<Unfinished> {
        let ids = self.own.unfinished().unwrap_or_default();
        ids.iter().filter_map(|id| self.glance(id)).collect()
    }

    /// What can be said of a game of the player; none of one that cannot go on.
    pub fn glance(&self, id: &[u8]) -> Option<Unfinished> {
        let Glance { terms, seat, adjourned } = Book::glance(&self.own, id)?;
        let seated = |profile: &Profile| {
            let key = profile.identity().ok().map(|key| SecretKey::from_bytes(&key).public());
            key.is_some_and(|key| terms.seats.iter().any(|place| place.identity == *key.as_bytes()))
        };
        let here = [(Against::Bot, &self.bots), (Against::Guest, &self.guest)];
        let against = match here.into_iter().find(|(_, profile)| seated(profile)) {
            // A process that ended in between has left a game of which only one side is there.
            Some((_, profile)) if !profile.unfinished().ok()?.iter().any(|other| other == id) => return None,
            Some((against, _)) => against,
            None => Against::Friend,
        };
        Some(Unfinished { id: id.to_vec(), terms, seat, against, adjourned })
    }
}
