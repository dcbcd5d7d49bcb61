//! The files of one game under way.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use data_encoding::HEXLOWER;

use super::error::{At, StoreError};
use super::files;
use super::journal::Journal;

/// The longest id of a game, in bytes.
pub const MAX_ID: usize = 32;

/// What the files of one game may measure; far above any game, so that a damaged disk cannot ask
/// for all memory.
const MAX_SECRETS: usize = 16 << 20;
const MAX_TERMS: usize = 1 << 20;
const MAX_LOG: usize = 256 << 20;

const SECRETS: &str = "secrets";
const TERMS: &str = "terms";
const LOG: &str = "log";
/// The log as it was found damaged.
const DAMAGED: &str = "log.damaged";
/// A folder with this suffix is not yet a game; nothing was signed for it.
const DRAFT: &str = "draft";
/// A folder with this suffix is finished; it is being removed.
const FINISHED: &str = "finished";

/// What a game begins with besides the secrets.
pub enum First<'a> {
    /// Terms that this seat is about to sign; there is no log yet.
    Terms(&'a [u8]),
    /// The beginning of the log.
    Log(&'a [u8]),
}

/// The folder of a game: what this seat must keep to itself, and the log.
pub struct GameFiles {
    folder: PathBuf,
    /// There is none before the game has begun, nor while it is being written anew.
    log: Option<Journal>,
    /// After an error nobody knows what is on the disk, so nothing may be written any more.
    failed: Option<StoreError>,
    _lock: Arc<File>,
}

impl GameFiles {
    /// All files at once: a folder that has its name is complete, whenever a crash comes.
    pub(super) fn create(
        folder: PathBuf,
        lock: Arc<File>,
        secrets: &[u8],
        first: First<'_>,
    ) -> Result<Self, StoreError> {
        if folder.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into()).at(&folder);
        }
        let draft = folder.with_extension(DRAFT);
        if draft.exists() {
            files::remove_folder(&draft)?;
        }
        files::create_new_folder(&draft)?;
        let (name, bytes) = match first {
            First::Terms(bytes) => (TERMS, bytes),
            First::Log(bytes) => (LOG, bytes),
        };
        for (name, bytes) in [(SECRETS, secrets), (name, bytes)] {
            let path = draft.join(name);
            files::write_new(&path, bytes).at(&path)?;
        }
        files::sync_folder(&draft)?;
        files::rename(&draft, &folder).at(&folder)?;
        files::sync_folder(files::folder_of(&folder))?;
        let mut files = Self { folder, log: None, failed: None, _lock: lock };
        if let First::Log(bytes) = first {
            files.log = Some(Journal::open(files.folder.join(LOG), bytes.len())?);
        }
        Ok(files)
    }

    pub(super) fn open(folder: PathBuf, lock: Arc<File>) -> Result<Self, StoreError> {
        fs::read_dir(&folder).at(&folder)?;
        Ok(Self { folder, log: None, failed: None, _lock: lock })
    }

    /// Where the files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The secrets as last written, `None` if there are none.
    pub fn secrets(&self) -> Result<Option<Vec<u8>>, StoreError> {
        files::read(&self.folder.join(SECRETS), MAX_SECRETS)
    }

    /// The terms that the game was created with, `None` if it was created with a log.
    pub fn terms(&self) -> Result<Option<Vec<u8>>, StoreError> {
        files::read(&self.folder.join(TERMS), MAX_TERMS)
    }

    /// The whole log, `None` before it has begun. The last entry may be cut off if a crash came in
    /// between.
    pub fn log(&self) -> Result<Option<Vec<u8>>, StoreError> {
        files::read(&self.folder.join(LOG), MAX_LOG)
    }

    /// Replaces the secrets as a whole.
    pub fn write_secrets(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.write(|files| files::write_atomic(&files.folder.join(SECRETS), bytes))
    }

    /// Begins the log with these bytes, or goes on with as much of it as is good. It is written
    /// anew even if all of it is good: what can be read after a crash may be in memory only.
    pub fn restart_log(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.write(|files| {
            // An open file cannot be replaced everywhere.
            files.log = None;
            let path = files.folder.join(LOG);
            files::write_atomic(&path, bytes)?;
            files.log = Some(Journal::open(path, bytes.len())?);
            Ok(())
        })
    }

    /// Keeps a copy of a damaged log until the game is finished; another one takes its place.
    pub fn set_aside(&mut self, damaged: &[u8]) -> Result<(), StoreError> {
        self.write(|files| files::write_atomic(&files.folder.join(DAMAGED), damaged))
    }

    /// Adds to the log. When this returns without an error the bytes are on the disk.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.write(|files| match &mut files.log {
            Some(log) => log.append(bytes),
            None => Err(StoreError::NoLog { path: files.folder.clone() }),
        })
    }

    /// Does this, unless something failed before: a game that cannot be kept must not go on.
    fn write(&mut self, act: impl FnOnce(&mut Self) -> Result<(), StoreError>) -> Result<(), StoreError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let done = act(self);
        self.failed = done.as_ref().err().cloned();
        done
    }

    /// Removes the files of a game whose record is kept elsewhere.
    pub fn finish(self) -> Result<(), StoreError> {
        let Self { folder, log, .. } = self;
        // An open file cannot be moved everywhere.
        drop(log);
        // One step, on the disk, before the first file goes: a crash in the middle must not leave a
        // log without its secrets.
        let (games, finished) = (files::folder_of(&folder), folder.with_extension(FINISHED));
        files::rename(&folder, &finished).at(&folder)?;
        files::sync_folder(games)?;
        files::remove_folder(&finished)?;
        files::sync_folder(games)
    }
}

impl fmt::Debug for GameFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameFiles").field(&self.folder).finish()
    }
}

/// The ids of the games in this folder that have anything to go on with.
pub(super) fn unfinished(games: &Path) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut ids = Vec::new();
    for entry in fs::read_dir(games).at(games)? {
        let entry = entry.at(games)?;
        let name = entry.file_name();
        let id = name.to_str().map(|name| HEXLOWER.decode(name.as_bytes()));
        if let Some(Ok(id)) = id
            && (1..=MAX_ID).contains(&id.len())
            && begun(&entry.path())
        {
            ids.push(id);
        }
    }
    ids.sort();
    Ok(ids)
}

/// An empty folder has nothing at stake.
fn begun(folder: &Path) -> bool {
    let length = |name: &str| fs::metadata(folder.join(name)).map_or(0, |meta| meta.len());
    length(SECRETS) > 0 || length(LOG) > 0
}

/// Removes what a crash in [`GameFiles::create`] or [`GameFiles::finish`] left.
pub(super) fn sweep(games: &Path) -> Result<(), StoreError> {
    for entry in fs::read_dir(games).at(games)? {
        let entry = entry.at(games)?;
        let path = entry.path();
        let left = path.extension().is_some_and(|suffix| suffix == FINISHED || suffix == DRAFT);
        // What is no folder did not come from here.
        if left && entry.file_type().at(&path)?.is_dir() {
            files::remove_folder(&path)?;
        }
    }
    Ok(())
}
