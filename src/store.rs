//! The profile folder: the key, the games under way, the records.
//!
//! ```text
//! lock              held while a process uses the profile
//! identity.key      32 bytes
//! games/<hex id>/   one folder a game under way: `secrets`, and `log`, or `terms` before it begins
//! records/          finished games, `*.marque`
//! moves             whether the profile has moved to another computer
//! arrival/          another profile, which takes the place of this one when it is opened
//! ```
//!
//! What must not be lost is on the disk before a call returns. Whatever holds a secret is readable
//! by its owner only, and no error or debug output shows the content of a file.

mod bundle;
mod error;
mod files;
mod game;
mod journal;
mod moved;

#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use data_encoding::HEXLOWER;
use rand::TryRng;
use rand::rngs::SysRng;

pub use bundle::Holds;
pub use error::StoreError;
pub use files::{short_text, write_atomic};
pub use game::{First, GameFiles, MAX_ID};

use error::At;

const LOCK: &str = "lock";
const KEY: &str = "identity.key";
const GAMES: &str = "games";
const RECORDS: &str = "records";
const PROBE: &str = "probe";

const KEY_LENGTH: usize = 32;
const PROBE_LENGTH: usize = 64 * 1024;
const RECORD_SUFFIX: &str = "marque";
/// The longest name of a record, without its suffix.
const MAX_NAME: usize = 80;
/// Records of one name.
const MAX_NAMESAKES: u32 = 10_000;

/// An open profile. While it, or a game of it, is open, no other process can open it.
#[derive(Debug)]
pub struct Profile {
    folder: PathBuf,
    lock: Arc<File>,
    /// Held from choosing the name of a record until it is taken.
    naming: Mutex<()>,
    /// Held while the key is read, or made.
    keying: Mutex<()>,
    /// Held while a game begins or goes on, so that none does while the profile moves.
    moves: Mutex<moved::Moves>,
}

impl Profile {
    /// Opens the profile in this folder, or in the platform's usual place, and makes it if there
    /// is none.
    pub fn open(folder: Option<PathBuf>) -> Result<Self, StoreError> {
        let folder = self::folder(folder)?;
        files::create_folder(&folder)?;
        let lock = lock(&folder.join(LOCK))?;
        moved::settle(&folder)?;
        files::create_folder(&folder.join(GAMES))?;
        files::create_folder(&folder.join(RECORDS))?;
        // Names that a killed process has left may be in memory only, and are relied on from here on.
        for folder in [&folder, &folder.join(GAMES), &folder.join(RECORDS)] {
            files::sync_folder(folder)?;
        }
        game::sweep(&folder.join(GAMES))?;
        let (naming, keying) = (Mutex::new(()), Mutex::new(()));
        let moves = Mutex::new(moved::Moves::read(&folder)?);
        Ok(Self { folder, lock: Arc::new(lock), naming, keying, moves })
    }

    /// Where the profile is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The secret key, made at the first call. A key file that cannot be right is left alone: to
    /// write another one over it would be to lose the identity for good.
    pub fn identity(&self) -> Result<[u8; KEY_LENGTH], StoreError> {
        let _keying = self.keying.lock().unwrap_or_else(PoisonError::into_inner);
        match self.own_key()? {
            Some(key) => Ok(key),
            None => new_key(&self.folder.join(KEY)),
        }
    }

    /// The secret key, if there is one.
    fn own_key(&self) -> Result<Option<[u8; KEY_LENGTH]>, StoreError> {
        let path = self.folder.join(KEY);
        let bytes = match files::read(&path, KEY_LENGTH) {
            Ok(None) => return Ok(None),
            Ok(Some(bytes)) => bytes,
            Err(StoreError::TooLong { path, .. }) => return Err(StoreError::DamagedKey { path }),
            Err(error) => return Err(error),
        };
        match <[u8; KEY_LENGTH]>::try_from(bytes) {
            // Some file systems leave zeros where a write was cut off.
            Ok(key) if key != [0; KEY_LENGTH] => Ok(Some(key)),
            _ => Err(StoreError::DamagedKey { path }),
        }
    }

    /// Tries whether the profile can be written and has room, by writing 64 KiB and removing
    /// them again. To be asked before a game begins that could not be kept; none may where a profile has
    /// moved.
    pub fn probe(&self) -> Result<(), StoreError> {
        let _here = self.here()?;
        let path = self.folder.join(PROBE);
        let written = files::write_new(&path, &[0x5a; PROBE_LENGTH]).at(&path);
        let removed = fs::remove_file(&path).at(&path);
        written.and(removed)
    }

    /// Makes the folder of a new game, with what it begins with.
    pub fn create_game(&self, id: &[u8], secrets: &[u8], first: First<'_>) -> Result<GameFiles, StoreError> {
        let _here = self.here()?;
        let folder = self.game_folder(id)?;
        GameFiles::create(folder, self.lock.clone(), secrets, first)
    }

    /// Opens the folder of a game that was left unfinished.
    pub fn open_game(&self, id: &[u8]) -> Result<GameFiles, StoreError> {
        let _here = self.here()?;
        let folder = self.game_folder(id)?;
        GameFiles::open(folder, self.lock.clone())
    }

    /// The games that were begun and not finished, in order of their ids.
    pub fn unfinished(&self) -> Result<Vec<Vec<u8>>, StoreError> {
        game::unfinished(&self.folder.join(GAMES))
    }

    /// The records, in no order.
    pub fn records(&self) -> Result<Vec<PathBuf>, StoreError> {
        let folder = self.folder.join(RECORDS);
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).at(&folder)?;
        let paths = entries.into_iter().map(|entry| entry.path());
        Ok(paths.filter(|path| path.extension().is_some_and(|it| it == RECORD_SUFFIX)).collect())
    }

    /// Keeps a finished game under this name, or one like it if the name is taken or no good as
    /// the name of a file. Says where it is. A record of which these bytes are the continuation is
    /// the same game, kept before a crash: they take its place.
    pub fn save_record(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        let name = file_name(name);
        let folder = self.folder.join(RECORDS);
        files::create_folder(&folder)?;
        let _naming = self.naming.lock().unwrap_or_else(PoisonError::into_inner);
        let path = (1..=MAX_NAMESAKES)
            .map(|n| match n {
                1 => folder.join(format!("{name}.{RECORD_SUFFIX}")),
                n => folder.join(format!("{name}-{n}.{RECORD_SUFFIX}")),
            })
            // A dangling link is taken too.
            .find(|path| path.symlink_metadata().is_err() || begins(bytes, path));
        let path = path.ok_or(StoreError::TooMany { path: folder })?;
        write_atomic(&path, bytes)?;
        Ok(path)
    }

    fn game_folder(&self, id: &[u8]) -> Result<PathBuf, StoreError> {
        if id.is_empty() || id.len() > MAX_ID {
            return Err(StoreError::BadId { length: id.len() });
        }
        let name = HEXLOWER.encode(id);
        Ok(self.folder.join(GAMES).join(name))
    }
}

/// Whether these bytes begin with what is in this file.
fn begins(bytes: &[u8], path: &Path) -> bool {
    let begun = files::read(path, bytes.len()).ok().flatten();
    begun.is_some_and(|begun| !begun.is_empty() && bytes.starts_with(&begun))
}

/// The folder of a profile: this one, or the platform's usual place.
///
/// # Errors
/// The platform has no such place.
pub fn folder(chosen: Option<PathBuf>) -> Result<PathBuf, StoreError> {
    if let Some(folder) = chosen {
        return Ok(folder);
    }
    let folders = directories::ProjectDirs::from("", "", "marque");
    let folders = folders.ok_or(StoreError::NoFolder)?;
    Ok(folders.data_dir().to_path_buf())
}

/// The operating system gives the lock back when a process ends, however it ends.
fn lock(path: &Path) -> Result<File, StoreError> {
    let file = files::open_private(path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.into() }),
        Err(fs::TryLockError::Error(error)) => Err(error).at(path),
    }
}

fn new_key(path: &Path) -> Result<[u8; KEY_LENGTH], StoreError> {
    let mut key = [0; KEY_LENGTH];
    SysRng.try_fill_bytes(&mut key).map_err(|_| StoreError::NoRandomness)?;
    // By way of another name: a process that ends half-way leaves no half of a key behind.
    write_atomic(path, &key)?;
    Ok(key)
}

/// Letters, digits and a few signs that are good in the name of a file everywhere.
fn file_name(name: &str) -> String {
    let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let plain = name.chars().map(|c| if good(c) { c } else { '-' });
    let plain: String = plain.take(MAX_NAME).collect();
    let plain = plain.trim_matches(['.', '-']);
    match plain {
        "" => "game".into(),
        plain if is_device(plain) => format!("game-{plain}"),
        plain => plain.into(),
    }
}

/// Names that Windows keeps for devices, whatever suffix follows.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.to_ascii_lowercase();
    let numbered = |port: &str| {
        let number = stem.strip_prefix(port).map(str::as_bytes);
        matches!(number, Some([b'0'..=b'9']))
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}
