//! Everybody who plays at this computer, each with a profile, and the games that they have begun.

use std::{path::PathBuf, sync::Arc};

use iroh::SecretKey;
use marque_protocol::{
    rules::Seat,
    terms::{Place, Terms},
};

use crate::{
    book::{Book, Glance},
    bots::Level,
    store::{Profile, StoreError},
};

/// The profiles of bots inside that of the player, as many as can sit with one: a bot is a peer like any
/// other, and as able to go on after a crash.
const BOTS: [&str; Seat::MOST - 1] = ["partner", "partner2", "partner3"];
/// The profile of whoever plays against the player at the same window.
const GUEST: &str = "guest";

/// See the module.
#[derive(Clone)]
pub struct Household {
    /// The player's.
    pub own: Arc<Profile>,
    /// Of bots, each of which plays as one side of a game.
    pub bots: Vec<Arc<Profile>>,
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

/// Who sits on the other sides.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Against {
    /// Somebody at another computer, perhaps with bots of this one.
    Friend,
    /// Bots of this computer alone.
    Bot,
    /// Somebody at this window.
    Guest,
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
        let bots = BOTS.into_iter().map(inside).collect::<Result<_, _>>()?;
        Ok(Household { bots, guest: inside(GUEST)?, own })
    }

    /// The profiles inside of the player's.
    pub fn inside(&self) -> impl Iterator<Item = &Arc<Profile>> {
        self.bots.iter().chain([&self.guest])
    }

    /// Winds up what a process has left that ended while only some sides of a game had its files, or only some
    /// had still to keep its record.
    fn wind_up(&self) {
        let all = || [&self.own].into_iter().chain(self.inside());
        for here in all() {
            let others = || all().filter(|other| !Arc::ptr_eq(other, here));
            for id in here.unfinished().unwrap_or_default() {
                let Some(Glance { terms, begun, .. }) = Book::glance(here, &id) else { continue };
                let half = match self.is_together(&terms) {
                    true => others().any(|other| sits(other, &terms) && !has(other, &id)),
                    // Those at other computers rely on it, as long as the player does who has brought the bots.
                    false => !Arc::ptr_eq(here, &self.own) && !has(&self.own, &id),
                };
                if !half {
                    continue;
                }
                let wound_up = if begun { Book::wind_up(here, &id) } else { Book::withdraw(here, &id) };
                if let Err(error) = wound_up {
                    tracing::warn!("half a game stays: {error:#}");
                }
            }
        }
    }

    /// Whether everybody at a table plays at this computer.
    fn is_together(&self, terms: &Terms) -> bool {
        let here = [&self.own].into_iter().chain(self.inside());
        here.filter(|profile| sits(profile, terms)).count() == terms.seats.len()
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
        Book::withdraw(&self.own, id)
    }

    /// What can be said of a game of the player; none of one that cannot go on.
    pub fn glance(&self, id: &[u8]) -> Option<Unfinished> {
        let Glance { terms, seat, begun, adjourned } = Book::glance(&self.own, id)?;
        let against = match self.is_together(&terms) {
            // A process that ended in between has left a game of which only some sides are there.
            true if self.inside().any(|profile| sits(profile, &terms) && !has(profile, id)) => return None,
            true if sits(&self.guest, &terms) => Against::Guest,
            true => Against::Bot,
            false => Against::Friend,
        };
        Some(Unfinished { id: id.to_vec(), terms, seat, against, begun, adjourned })
    }
}

/// Those of these profiles of bots that have a seat, and how strong each plays there.
pub fn seated(bots: &[Arc<Profile>], terms: &Terms) -> Vec<(Arc<Profile>, Level)> {
    let seat = |profile: &Arc<Profile>| {
        let place = place(profile, terms)?;
        // Bots of before were called otherwise.
        let level = Level::called(&place.nickname).map_or(Level::Normal, |(level, _)| level);
        Some((profile.clone(), level))
    };
    bots.iter().filter_map(seat).collect()
}

/// Where whoever has this profile sits.
fn place<'a>(profile: &Profile, terms: &'a Terms) -> Option<&'a Place> {
    let key = SecretKey::from_bytes(&profile.identity().ok()?).public();
    terms.seats.iter().find(|place| place.identity == *key.as_bytes())
}

fn sits(profile: &Profile, terms: &Terms) -> bool {
    place(profile, terms).is_some()
}

/// Whether a game is under way in this profile, as far as that can be said.
fn has(profile: &Profile, id: &[u8]) -> bool {
    profile.unfinished().map_or(true, |games| games.iter().any(|game| game == id))
}
