//! Who decides for a seat: a bot, or a person at the helm.

use marque_protocol::{rules::Seat, seal::Chart, statement::Proposal, table::Table};
use rand::rngs::ChaCha20Rng;

use crate::{
    bots::{self, Level},
    helm::{Order, Person},
    session::fresh_rng,
};

/// See the module.
pub enum Captain {
    /// A bot of this strength.
    Bot(Level, Box<ChaCha20Rng>),
    /// A person, who takes his time.
    Person(Person),
}

impl Captain {
    /// A bot of this strength.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn bot(level: Level) -> anyhow::Result<Captain> {
        Ok(Captain::Bot(level, Box::new(fresh_rng()?)))
    }

    /// The order of somebody who decides at once. A bot lets others go to bed; a draw it declines by playing on.
    pub fn decide(&mut self, table: &Table, seat: Seat, chart: &Chart) -> Option<Order> {
        match self {
            Captain::Bot(..) if table.offers().may_accept(seat, Proposal::Adjournment) => {
                Some(Order::Accept(Proposal::Adjournment))
            }
            Captain::Bot(level, rng) => {
                bots::choose(*level, table.position(), seat, chart, rng).map(Order::Act)
            }
            Captain::Person(_) => None,
        }
    }

    /// Waits for the order of somebody who takes his time; for ever, if it is a bot.
    pub async fn order(&mut self) -> Order {
        match self {
            Captain::Bot(..) => std::future::pending().await,
            Captain::Person(person) => person.order().await,
        }
    }

    /// The person, if it is one, to be listened to.
    pub fn person_mut(&mut self) -> Option<&mut Person> {
        match self {
            Captain::Bot(..) => None,
            Captain::Person(person) => Some(person),
        }
    }

    /// The person, if it is one.
    pub fn person(&self) -> Option<&Person> {
        match self {
            Captain::Bot(..) => None,
            Captain::Person(person) => Some(person),
        }
    }
}
