//! Files and folders that are on the disk when a call returns, and private to their owner.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::{At, StoreError};
use crate::failpoint::{Step, reach};

/// The text of a file that is not longer than this; none of one that cannot be read, or is none of ours.
pub fn short_text(path: &Path, longest: u64) -> Option<String> {
    let short = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= longest);
    if short { fs::read_to_string(path).ok() } else { None }
}

/// Replaces a file as a whole: whoever reads it, even after a crash, finds all of the old content
/// or all of the new. Only its owner can read it.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let draft = draft(path);
    let placed = write_new(&draft, bytes).and_then(|()| rename(&draft, path));
    if placed.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    placed.at(path)?;
    sync_folder(folder_of(path))
}

/// Writes a new file; what a crash left under this name is removed first. Its name is not on the
/// disk yet.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = private().create_new(true).open(path)?;
    reach(Step::Made, path)?;
    reach(Step::Write, path)?;
    file.write_all(bytes)?;
    reach(Step::Written, path)?;
    file.sync_all()?;
    reach(Step::Synced, path)
}

/// Gives a file or folder another name. That is on the disk with [`sync_folder`].
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    reach(Step::Rename, to)?;
    fs::rename(from, to)?;
    reach(Step::Renamed, to)
}

/// Removes a folder with all that is in it.
pub(super) fn remove_folder(path: &Path) -> Result<(), StoreError> {
    let removed = reach(Step::Remove, path).and_then(|()| fs::remove_dir_all(path));
    removed.and_then(|()| reach(Step::Removed, path)).at(path)
}

/// The name under which a file is written before it takes its own. In the same folder, since a
/// file cannot be renamed across disks.
pub(super) fn draft(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".draft");
    name.into()
}

/// The folder in which a path has its name.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Reads a file of at most `limit` bytes, `None` if there is none.
pub(super) fn read(path: &Path, limit: usize) -> Result<Option<Vec<u8>>, StoreError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).at(path),
    };
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    let too_long = || StoreError::TooLong { path: path.into(), limit };
    // A file can be long without being large; to read it would fill the memory.
    if file.metadata().at(path)?.len() > most {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).at(path)?;
    if bytes.len() > limit { Err(too_long()) } else { Ok(Some(bytes)) }
}

/// Opens a file to read and write, and makes it if there is none. Its content stays.
pub(super) fn open_private(path: &Path) -> Result<File, StoreError> {
    private().create(true).open(path).at(path)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a folder and those above it, for its owner only.
pub(super) fn create_folder(path: &Path) -> Result<(), StoreError> {
    let missing = |folder: &&Path| **folder != *"" && !folder.exists();
    let missing: Vec<&Path> = path.ancestors().take_while(missing).collect();
    match private_folder().recursive(true).create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(StoreError::NotAFolder { path: path.into() })
        }
        other => other.at(path),
    }?;
    missing.into_iter().rev().try_for_each(|made| {
        reach(Step::Made, made).at(made)?;
        sync_folder(folder_of(made))
    })
}

/// Makes a folder that must not exist yet, for its owner only. Its name is not on the disk yet.
pub(super) fn create_new_folder(path: &Path) -> Result<(), StoreError> {
    private_folder().create(path).and_then(|()| reach(Step::Made, path)).at(path)
}

fn private_folder() -> fs::DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// A file is sure to be found after a crash only when its folder is on the disk as well.
pub(super) fn sync_folder(path: &Path) -> Result<(), StoreError> {
    // Elsewhere there is no such call; the file system sees to it by itself.
    #[cfg(unix)]
    File::open(path).and_then(|folder| folder.sync_all()).at(path)?;
    reach(Step::Listed, path).at(path)
}
