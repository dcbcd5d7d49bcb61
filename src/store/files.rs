//! Files and folders that are on the disk when a call returns, and private to their owner.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::{At, StoreError};

/// Replaces a file as a whole: whoever reads it, even after a crash, finds all of the old content
/// or all of the new. Only its owner can read it.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let draft = draft(path);
    let written = create_private(&draft).and_then(|mut file| {
        file.write_all(bytes).at(path)?;
        file.sync_all().at(path)
    });
    let placed = written.and_then(|()| fs::rename(&draft, path).at(path));
    if placed.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    placed?;
    sync_folder(folder_of(path))
}

/// The name under which a file is written before it takes its own. In the same folder, since a
/// file cannot be renamed across disks.
fn draft(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".draft");
    name.into()
}

fn folder_of(path: &Path) -> &Path {
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
    let mut bytes = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).at(path)?;
    if bytes.len() > limit {
        let path = path.into();
        return Err(StoreError::TooLong { path, limit });
    }
    Ok(Some(bytes))
}

/// Makes a new file; what a crash left under this name is removed first.
pub(super) fn create_private(path: &Path) -> Result<File, StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error).at(path),
        _ => {}
    }
    private().create_new(true).open(path).at(path)
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
    match private_folder().recursive(true).create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(StoreError::NotAFolder { path: path.into() })
        }
        other => other.at(path),
    }
}

/// Makes a folder that must not exist yet, for its owner only.
pub(super) fn create_new_folder(path: &Path) -> Result<(), StoreError> {
    private_folder().create(path).at(path)
}

fn private_folder() -> fs::DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// A file is sure to be found after a crash only when its folder is on the disk as well.
#[cfg(unix)]
pub(super) fn sync_folder(path: &Path) -> Result<(), StoreError> {
    File::open(path).and_then(|folder| folder.sync_all()).at(path)
}

/// There is no such call; the file system sees to it by itself.
#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> Result<(), StoreError> {
    Ok(())
}
