//! Why something did not work, in the words of the player: what it was and what to do.

use marque_protocol::lobby::{Away, NoGame};

use super::{home::fault_key, words::Words};
use crate::{net::TicketError, store::StoreError, table::NoTable};

/// The reason of an error. What no sentence is made for is said as it is, so that somebody can look it up.
pub fn say(words: &Words, error: &anyhow::Error) -> String {
    let causes = || error.chain();
    if let Some(none) = causes().find_map(|cause| cause.downcast_ref::<NoTable>()) {
        return words.say(match none {
            NoTable::Unreachable => "why-unreachable",
            NoTable::Own => "why-own-ticket",
            NoTable::Left | NoTable::Interrupted => "why-left",
        });
    }
    if let Some(none) = causes().find_map(|cause| cause.downcast_ref::<NoGame>()) {
        return words.say(match none {
            NoGame::Away(Away::Full) => "why-full",
            NoGame::Away(Away::NoTable | Away::Dissolved) => "why-no-table",
            NoGame::Away(Away::Version(_)) => "why-version",
            NoGame::Away(Away::Place) => "why-place",
            NoGame::Away(Away::Unsigned) => "why-unsigned",
            NoGame::Terms(_) => "why-terms",
            NoGame::Changed => "why-changed",
        });
    }
    if let Some(fault) = causes().find_map(|cause| cause.downcast_ref::<TicketError>()) {
        return words.say(fault_key(*fault));
    }
    if causes().any(|cause| cause.is::<StoreError>()) {
        return words.fill("why-disk", &[("why", format!("{error:#}").into())]);
    }
    format!("{error:#}")
}
