//! The files of one running game.

use std::fmt;
use std::fs::{self, File};
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
const MAX_LOG: usize = 256 << 20;

const SECRETS: &str = "secrets";
const LOG: &str = "log";
/// A folder with this suffix is finished; it is being removed.
const FINISHED: &str = "finished";

/// The folder of a running game: what this seat must keep to itself, and the log.
pub struct GameFiles {
    folder: PathBuf,
    log: Journal,
    _lock: Arc<File>,
}

impl GameFiles {
    pub(super) fn create(folder: PathBuf, lock: Arc<File>) -> Result<Self, StoreError> {
        files::create_new_folder(&folder)?;
        files::sync_folder(parent(&folder))?;
        Self::open(folder, lock)
    }

    pub(super) fn open(folder: PathBuf, lock: Arc<File>) -> Result<Self, StoreError> {
        let path = folder.join(LOG);
        let file = files::open_private(&path)?;
        files::sync_folder(&folder)?;
        let length = file.metadata().at(&path)?.len();
        Ok(Self { log: Journal::new(path, file, length), folder, _lock: lock })
    }

    /// Where the files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The secrets as last written, `None` before that.
    pub fn secrets(&self) -> Result<Option<Vec<u8>>, StoreError> {
        files::read(&self.folder.join(SECRETS), MAX_SECRETS)
    }

    /// Replaces the secrets as a whole. Refused once the log has failed: a game that cannot be
    /// kept must not go on.
    pub fn write_secrets(&self, bytes: &[u8]) -> Result<(), StoreError> {
        self.log.sound()?;
        files::write_atomic(&self.folder.join(SECRETS), bytes)
    }

    /// The whole log. The last entry may be cut off if a crash came in between.
    pub fn log(&self) -> Result<Vec<u8>, StoreError> {
        let log = files::read(&self.folder.join(LOG), MAX_LOG)?;
        Ok(log.unwrap_or_default())
    }

    /// Adds to the log. When this returns without an error the bytes are on the disk. After an
    /// error nothing more can be added, and every later call returns that error.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.log.append(bytes)
    }

    /// Keeps only the first `length` bytes of the log. To be called after [`GameFiles::log`] if
    /// its last entry was cut off, before anything is added.
    pub fn cut_log(&mut self, length: u64) -> Result<(), StoreError> {
        self.log.cut(length)
    }

    /// Removes the files of a game whose record is kept elsewhere.
    pub fn finish(self) -> Result<(), StoreError> {
        let Self { folder, log, _lock } = self;
        // An open file cannot be moved everywhere.
        drop(log);
        // One step first: a crash in the middle must not leave a log without its secrets.
        let finished = folder.with_extension(FINISHED);
        fs::rename(&folder, &finished).at(&folder)?;
        fs::remove_dir_all(&finished).at(&finished)?;
        files::sync_folder(parent(&folder))
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

/// A crash right after the folder was made leaves nothing at stake.
fn begun(folder: &Path) -> bool {
    let length = |name: &str| fs::metadata(folder.join(name)).map_or(0, |meta| meta.len());
    length(SECRETS) > 0 || length(LOG) > 0
}

/// Removes what a crash in [`GameFiles::finish`] left.
pub(super) fn sweep(games: &Path) -> Result<(), StoreError> {
    for entry in fs::read_dir(games).at(games)? {
        let path = entry.at(games)?.path();
        if path.extension().is_some_and(|suffix| suffix == FINISHED) {
            fs::remove_dir_all(&path).at(&path)?;
        }
    }
    Ok(())
}

fn parent(folder: &Path) -> &Path {
    folder.parent().unwrap_or(folder)
}
