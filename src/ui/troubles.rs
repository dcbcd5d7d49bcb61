//! What went wrong, why, and what to do about it, in the player's language.

use std::io;

use marque_protocol::lobby::{Away, NoGame};

use super::words::{Fill, Words};
use crate::{store::StoreError, table::NoTable, trouble::Trouble};

/// A trouble in a sentence or two.
pub fn say(words: &Words, trouble: &Trouble) -> String {
    match trouble {
        Trouble::Store(error) => why(words, error),
        Trouble::NoWay => words.say("set-relay-only-wrong"),
        Trouble::NoTable(NoTable::Unreachable) => words.say("why-unreachable"),
        Trouble::NoTable(NoTable::Nowhere) => words.say("why-nowhere"),
        Trouble::NoTable(NoTable::Elsewhere) => words.say("elsewhere"),
        Trouble::NoTable(NoTable::Own) => words.say("why-own-ticket"),
        Trouble::NoTable(none @ (NoTable::Left | NoTable::Interrupted)) => {
            words.fill("trouble-other", &[("why", none.to_string().into())])
        }
        Trouble::NoGame(none) => words.say(match none {
            NoGame::Away(Away::Full) => "why-full",
            NoGame::Away(Away::NoTable | Away::Dissolved) => "why-no-table",
            NoGame::Away(Away::Version(_)) => "why-version",
            NoGame::Away(Away::Place) => "why-place",
            NoGame::Away(Away::Unsigned) => "why-unsigned",
            NoGame::Terms(_) => "why-terms",
            NoGame::Changed => "why-changed",
        }),
        Trouble::Other(text) => words.fill("trouble-other", &[("why", text.as_str().into())]),
    }
}

/// Why something with the profile did not work.
pub fn why(words: &Words, error: &StoreError) -> String {
    let at = |key: &str, path: &std::path::Path| {
        words.fill(key, &[("path", Fill::Text(path.display().to_string()))])
    };
    match error {
        StoreError::InUse { path } => at("trouble-in-use", path),
        StoreError::Full { path } => at("trouble-full", path),
        StoreError::ReadOnly { path } => at("trouble-read-only", path),
        StoreError::Denied { path } => at("trouble-denied", path),
        StoreError::NotAFolder { path } => at("trouble-no-folder", path),
        StoreError::NotAFile { path } => at("trouble-no-file", path),
        StoreError::DamagedKey { path } => at("trouble-key", path),
        StoreError::DamagedMoves { path } => at("trouble-moves", path),
        StoreError::Moved { when } => words.fill("trouble-moved", &[("when", when.as_str().into())]),
        StoreError::Replaced => words.say("profile-replaced"),
        StoreError::GameOpen => words.say("trouble-game-open"),
        StoreError::Taken { path } => at("trouble-taken", path),
        StoreError::InsideProfile { path } => at("trouble-inside", path),
        StoreError::BadBundle { path } => at("trouble-bundle", path),
        StoreError::OtherVersion { path } => at("trouble-version", path),
        StoreError::OtherIdentity => words.say("trouble-other-identity"),
        StoreError::GamesHere => words.say("trouble-games-here"),
        StoreError::UsedBefore => words.say("trouble-used"),
        StoreError::Io { path, error } if error.kind() == io::ErrorKind::NotFound => {
            at("trouble-missing", path)
        }
        error => words.fill("trouble-other", &[("why", error.to_string().into())]),
    }
}
