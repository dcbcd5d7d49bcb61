//! What went wrong lately, for whoever wants to know why.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{net::NoWay, store::StoreError};

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
    /// Anything else, as whoever found it said it.
    Other(String),
}

impl Trouble {
    /// The cause of an error.
    pub fn of(error: &anyhow::Error) -> Trouble {
        let store = error.chain().find_map(|cause| cause.downcast_ref::<StoreError>());
        match store {
            Some(error) => Trouble::Store(error.clone()),
            None if error.is::<NoWay>() => Trouble::NoWay,
            None => Trouble::Other(format!("{error:#}").chars().take(TEXT_MOST).collect()),
        }
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
