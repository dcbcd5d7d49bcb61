//! What went wrong lately, for whoever wants to know why.

use std::{
    collections::VecDeque,
    error::Error,
    sync::{Arc, Mutex, PoisonError},
};

use marque_protocol::lobby::NoGame;

use crate::{net::NoWay, store::StoreError, table::NoTable};

/// Older ones are forgotten.
const MOST: usize = 8;
/// Letters of an error that are kept.
const TEXT_MOST: usize = 400;

/// Something that went wrong.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// With the profile.
    Store(StoreError),
    /// Settings that leave no way to anybody.
    NoWay,
    /// No table was found, or it was left.
    NoTable(NoTable),
    /// A table at which nothing is played.
    NoGame(NoGame),
    /// Anything else, as whoever found it said it.
    Other(String),
}

impl Trouble {
    /// The cause of an error.
    pub fn of(error: &anyhow::Error) -> Trouble {
        let known = |cause: &(dyn Error + 'static)| {
            if let Some(error) = cause.downcast_ref::<StoreError>() {
                return Some(Trouble::Store(error.clone()));
            }
            if let Some(error) = cause.downcast_ref::<NoGame>() {
                return Some(Trouble::NoGame(error.clone()));
            }
            let table = cause.downcast_ref::<NoTable>().map(|error| Trouble::NoTable(*error));
            table.or(cause.is::<NoWay>().then_some(Trouble::NoWay))
        };
        let other = || Trouble::Other(format!("{error:#}").chars().take(TEXT_MOST).collect());
        error.chain().find_map(known).unwrap_or_else(other)
    }
}

/// The last of them, the newest first; shared by all who may find one.
#[derive(Clone, Default)]
pub struct Troubles(Arc<Mutex<VecDeque<Trouble>>>);

impl Troubles {
    /// Remembers one.
    pub fn note(&self, trouble: Trouble) {
        let mut troubles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        troubles.push_front(trouble);
        troubles.truncate(MOST);
    }

    /// All that are remembered.
    pub fn all(&self) -> Vec<Trouble> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_are_kept_by_their_cause() {
        let troubles = Troubles::default();
        for number in 0..20 {
            troubles.note(Trouble::of(&anyhow::anyhow!("trouble {number}")));
        }
        let error = anyhow::Error::from(StoreError::GameOpen).context("while moving");
        troubles.note(Trouble::of(&error));
        let all = troubles.all();
        assert_eq!(all.len(), MOST);
        assert!(matches!(all[0], Trouble::Store(StoreError::GameOpen)));
        assert!(matches!(&all[1], Trouble::Other(text) if text == "trouble 19"));
    }
}
