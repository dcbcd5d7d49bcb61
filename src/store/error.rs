//! What can go wrong with the profile, told apart by what a player can do about it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why the profile could not be read or written.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// Another process holds the profile.
    #[error(
        "the profile is in use by another copy of the game ({path}): close that one, or choose another folder with --profile"
    )]
    InUse {
        /// The lock.
        path: PathBuf,
    },
    /// No room on the disk, or none left for this user.
    #[error("the disk is full or a limit is reached: no room for {path}; make room, then try again")]
    Full {
        /// What was being written.
        path: PathBuf,
    },
    /// The disk can only be read.
    #[error("the disk is read-only: {path} cannot be written; choose another folder with --profile")]
    ReadOnly {
        /// What was being written.
        path: PathBuf,
    },
    /// The operating system forbids it to this user.
    #[error("permission denied for {path}: make it your own, or choose another folder with --profile")]
    Denied {
        /// What was being read or written.
        path: PathBuf,
    },
    /// Something else stands where a folder should be.
    #[error("{path} is not a folder: move it away, or choose another folder with --profile")]
    NotAFolder {
        /// What stands there.
        path: PathBuf,
    },
    /// A folder stands where a file should be.
    #[error("{path} is a folder where a file should be: move it away")]
    NotAFile {
        /// What stands there.
        path: PathBuf,
    },
    /// Something was to be added to a log that has not begun.
    #[error("the game in {path} has not begun")]
    NoLog {
        /// The folder of the game.
        path: PathBuf,
    },
    /// The key file holds no key.
    #[error("the key file {path} is damaged; put a copy back, or move it away to begin anew")]
    DamagedKey {
        /// The key file.
        path: PathBuf,
    },
    /// A file is longer than anything the game writes.
    #[error(
        "{path} is longer than {limit} bytes, which this game has not written: put a copy back, or move it away"
    )]
    TooLong {
        /// The file.
        path: PathBuf,
        /// How long it may be.
        limit: usize,
    },
    /// Too many records of one name.
    #[error("too many records of one name in {path}: move some of them away")]
    TooMany {
        /// The folder of records.
        path: PathBuf,
    },
    /// An id that can name no folder.
    #[error("a game id of {length} bytes can name no folder")]
    BadId {
        /// Its length.
        length: usize,
    },
    /// The profile was moved; its games go on elsewhere.
    #[error(
        "this profile was moved to another computer on {when}: its games go on there; to take it back, open the window"
    )]
    Moved {
        /// When it was.
        when: String,
    },
    /// Another profile has arrived, and takes the place of this one when it is opened again.
    #[error("another profile takes the place of this one: close the game and open it again")]
    Replaced,
    /// The file that says whether the profile was moved cannot be read.
    #[error("{path} is damaged: put a copy back; or, if this profile was never moved, move that file away")]
    DamagedMoves {
        /// The file.
        path: PathBuf,
    },
    /// A game of the profile is being played.
    #[error("a game is being played: leave it or end it first")]
    GameOpen,
    /// Something is already where a file was to be made.
    #[error("there is something at {path} already: choose another name")]
    Taken {
        /// Where.
        path: PathBuf,
    },
    /// A copy of the profile was to be made inside of it.
    #[error("{path} is inside the profile: choose a place outside")]
    InsideProfile {
        /// Where.
        path: PathBuf,
    },
    /// A file that holds no profile, or not all of one.
    #[error("{path} is no profile, or it is damaged: copy it here once more")]
    BadBundle {
        /// The file.
        path: PathBuf,
    },
    /// A profile that another version has written.
    #[error("{path} was written by another version of the game: bring this one up to date")]
    OtherVersion {
        /// The file.
        path: PathBuf,
    },
    /// The profile here is another one, and has games or records.
    #[error("this profile is somebody else, with games or records: choose another folder with --profile")]
    OtherIdentity,
    /// Games are under way here, and would be lost or go on twice.
    #[error("games are under way in this profile: end them, or move it away, before another takes its place")]
    GamesHere,
    /// This file has arrived here before, or left from here.
    #[error("this file has arrived here before, or was made here: its games would go on from an old state")]
    UsedBefore,
    /// The platform knows no place for a profile.
    #[error("this system has no usual folder for a profile; choose one with --profile")]
    NoFolder,
    /// The operating system gave no random bytes.
    #[error("the operating system gives no random bytes for a key")]
    NoRandomness,
    /// Anything else.
    #[error("{path}: {error}")]
    Io {
        /// What was being read or written.
        path: PathBuf,
        /// What the operating system said.
        error: Arc<io::Error>,
    },
}

/// Says which file an error belongs to.
pub(super) trait At<T> {
    fn at(self, path: &Path) -> Result<T, StoreError>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T, StoreError> {
        self.map_err(|error| {
            let path = path.into();
            match error.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                    StoreError::Full { path }
                }
                io::ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly { path },
                io::ErrorKind::PermissionDenied => StoreError::Denied { path },
                io::ErrorKind::NotADirectory => StoreError::NotAFolder { path },
                io::ErrorKind::IsADirectory => StoreError::NotAFile { path },
                _ => StoreError::Io { path, error: Arc::new(error) },
            }
        })
    }
}
