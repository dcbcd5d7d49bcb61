//! A profile in one file, to be carried to another computer.
//!
//! ```text
//! "marque profile 1\n", what it holds (1 byte), number (16 bytes)
//! for each file: length of its name (2 bytes), name with `/` in it, length (8 bytes), bytes
//! an empty name; SHA-256 of all before it
//! ```
//!
//! The check sum is written last, so that there is no whole bundle before its maker says so. What is read is
//! anybody's file: nothing of it is written anywhere before all of it has been checked.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::error::{At, StoreError};
use super::{KEY, KEY_LENGTH, files, is_device};
use crate::failpoint::{Step, reach};

/// The beginning of every version, and this one's number with the end of the line.
const MAGIC: &[u8] = b"marque profile ";
const VERSION: &[u8] = b"1\n";

/// Limits of what is read: far above any profile, far below any disk.
const FILES_MOST: usize = 200_000;
const FILE_MOST: u64 = 512 << 20;
const ALL_MOST: u64 = 8 << 30;
const NAME_MOST: usize = 300;
const DEPTH_MOST: usize = 6;

/// Names of the working files of a profile, at any depth: they stay where they are.
const STAYING: [&str; 4] = [super::LOCK, super::PROBE, super::moved::FILE, super::moved::ARRIVAL];
/// And with these suffixes: what is not yet, or no longer, a file of the profile.
const PASSING: [&str; 2] = [".draft", ".finished"];

/// A number that no two bundles share.
pub(super) type Number = [u8; 16];

/// What a bundle holds.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Holds {
    /// All of a profile.
    Whole,
    /// The key alone.
    Key,
}

impl Holds {
    fn byte(self) -> u8 {
        match self {
            Holds::Whole => 1,
            Holds::Key => 2,
        }
    }
}

/// A bundle that is being written, under another name than the one it will have. Removed when dropped.
pub(super) struct Draft {
    path: PathBuf,
    draft: PathBuf,
    file: BufWriter<File>,
    check: Sha256,
    placed: bool,
}

impl Draft {
    /// Begins a bundle at this path, where nothing may be yet.
    pub(super) fn begin(
        path: &Path,
        profile: &Path,
        holds: Holds,
        number: &Number,
    ) -> Result<Draft, StoreError> {
        let folder = fs::canonicalize(files::folder_of(path)).at(path)?;
        let profile = fs::canonicalize(profile).at(profile)?;
        if folder.starts_with(profile) {
            return Err(StoreError::InsideProfile { path: path.into() });
        }
        if path.file_name().is_none() || path.symlink_metadata().is_ok() {
            return Err(StoreError::Taken { path: path.into() });
        }
        let draft = files::draft(path);
        files::write_new(&draft, &[]).inspect_err(|_| drop(fs::remove_file(&draft))).at(&draft)?;
        let file = BufWriter::new(files::open_private(&draft)?);
        let path = path.to_owned();
        let mut bundle = Draft { path, draft, file, check: Sha256::new(), placed: false };
        let head = [MAGIC, VERSION, &[holds.byte()], number].concat();
        bundle.write(&head).at(&bundle.draft)?;
        Ok(bundle)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.check.update(bytes);
        self.file.write_all(bytes)
    }

    /// Adds a file under this name.
    pub(super) fn add(&mut self, name: &str, path: &Path) -> Result<(), StoreError> {
        let mut file = File::open(path).at(path)?;
        let length = file.metadata().at(path)?.len();
        if length > FILE_MOST {
            return Err(StoreError::TooLong { path: path.into(), limit: FILE_MOST as usize });
        }
        let name_length = u16::try_from(name.len()).map_err(io::Error::other).at(path)?;
        let head = [&name_length.to_le_bytes()[..], name.as_bytes(), &length.to_le_bytes()].concat();
        self.write(&head).at(&self.draft)?;
        let mut left = length;
        let mut buffer = vec![0; 64 * 1024];
        while left > 0 {
            let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let part = buffer.get_mut(..most).unwrap_or_default();
            file.read_exact(part).at(path)?;
            left -= part.len() as u64;
            let part = buffer.get(..most).unwrap_or_default();
            self.check.update(part);
            self.file.write_all(part).at(&self.draft)?;
        }
        Ok(())
    }

    /// Everything but the check sum is on the disk when this returns.
    pub(super) fn close(&mut self) -> Result<(), StoreError> {
        self.write(&[0, 0]).at(&self.draft)?;
        self.sync().at(&self.draft)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.flush()?;
        reach(Step::Written, &self.draft)?;
        self.file.get_ref().sync_all()?;
        reach(Step::Synced, &self.draft)
    }

    /// Makes the bundle whole and gives it its name.
    pub(super) fn place(mut self) -> Result<(), StoreError> {
        let check = self.check.clone().finalize();
        let written = self.file.write_all(&check).and_then(|()| self.sync());
        written.at(&self.draft)?;
        let named = files::rename(&self.draft, &self.path).at(&self.path);
        let listed = named.and_then(|()| files::sync_folder(files::folder_of(&self.path)));
        listed.inspect_err(|_| drop(fs::remove_file(&self.path)))?;
        self.placed = true;
        Ok(())
    }

    /// Whether it is sure that nothing is left of a bundle that could not be written to this path.
    pub(super) fn gone(path: &Path) -> bool {
        let left = path.symlink_metadata().is_ok() || files::draft(path).symlink_metadata().is_ok();
        !left && files::sync_folder(files::folder_of(path)).is_ok()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.placed {
            let _ = fs::remove_file(&self.draft);
        }
    }
}

/// The files of a profile that go with it: their names in a bundle, and where they are.
pub(super) fn contents(profile: &Path) -> Result<Vec<(String, PathBuf)>, StoreError> {
    let (mut open, mut found) = (vec![(String::new(), profile.to_owned())], Vec::new());
    while let Some((prefix, folder)) = open.pop() {
        for entry in fs::read_dir(&folder).at(&folder)? {
            let entry = entry.at(&folder)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let name = format!("{prefix}{name}");
            // A link, or a name that no other system takes, did not come from here.
            let kind = entry.file_type().at(&entry.path())?;
            if fits(&name) && kind.is_dir() {
                open.push((format!("{name}/"), entry.path()));
            } else if fits(&name) && kind.is_file() {
                found.push((name, entry.path()));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a file of this name goes with a profile, and can be written on every system, below the folder that
/// it is written to.
fn fits(name: &str) -> bool {
    let parts: Vec<&str> = name.split('/').collect();
    let strange = |c: char| c.is_control() || "\\:*?\"<>|".contains(c);
    let fits = |part: &&str| {
        !part.is_empty()
            && !part.contains(strange)
            && !part.ends_with(['.', ' '])
            && !is_device(part)
            && !STAYING.iter().any(|staying| part.eq_ignore_ascii_case(staying))
            && !PASSING.iter().any(|passing| part.to_ascii_lowercase().ends_with(passing))
    };
    name.len() <= NAME_MOST && parts.len() <= DEPTH_MOST && parts.iter().all(fits)
}

/// A bundle that has been read once and is whole.
pub(super) struct Bundle {
    path: PathBuf,
    file: File,
    pub(super) holds: Holds,
    pub(super) number: Number,
    pub(super) key: [u8; KEY_LENGTH],
}

/// Where the files of a bundle go; each is read to its end, or no further than the reader's.
type Sink<'a> = dyn FnMut(&str, &mut dyn Read) -> Result<(), StoreError> + 'a;

impl Bundle {
    /// Opens a bundle and checks all of it.
    pub(super) fn open(path: &Path) -> Result<Bundle, StoreError> {
        let file = File::open(path).at(path)?;
        let meta = file.metadata().at(path)?;
        if meta.is_dir() {
            return Err(StoreError::NotAFile { path: path.into() });
        }
        if !meta.is_file() || meta.len() > ALL_MOST {
            return Err(StoreError::BadBundle { path: path.into() });
        }
        let mut bundle =
            Bundle { path: path.into(), file, holds: Holds::Key, number: [0; 16], key: [0; KEY_LENGTH] };
        let mut key = Vec::new();
        (bundle.holds, bundle.number) = bundle.read(&mut |name, bytes| {
            if name == KEY {
                bytes.take(KEY_LENGTH as u64 + 1).read_to_end(&mut key).at(path)?;
            }
            Ok(())
        })?;
        match <[u8; KEY_LENGTH]>::try_from(key) {
            Ok(key) if key != [0; KEY_LENGTH] => Ok(Bundle { key, ..bundle }),
            _ => Err(StoreError::BadBundle { path: path.into() }),
        }
    }

    /// Writes all of it below this folder, which is empty. Everything is on the disk when this returns.
    pub(super) fn unpack(&self, folder: &Path) -> Result<(), StoreError> {
        let mut folders = BTreeSet::from([folder.to_owned()]);
        self.read(&mut |name, bytes| {
            let path = folder.join(name);
            let above: Vec<&Path> = path.ancestors().skip(1).take_while(|above| *above != folder).collect();
            for above in above.into_iter().rev() {
                if folders.insert(above.to_owned()) {
                    files::create_new_folder(above)?;
                }
            }
            let mut content = Vec::new();
            bytes.read_to_end(&mut content).at(&self.path)?;
            files::write_new(&path, &content).at(&path)
        })?;
        folders.iter().try_for_each(|folder| files::sync_folder(folder))
    }

    fn bad(&self) -> StoreError {
        StoreError::BadBundle { path: self.path.clone() }
    }

    /// Reads all of it; what a sink was given is good only when this returns without an error.
    fn read(&self, sink: &mut Sink<'_>) -> Result<(Holds, Number), StoreError> {
        let mut file = &self.file;
        file.rewind().at(&self.path)?;
        let mut source = Source { file: BufReader::new(file), check: Sha256::new(), path: &self.path };
        if source.exactly::<{ MAGIC.len() }>()?[..] != *MAGIC {
            return Err(self.bad());
        }
        if source.exactly::<{ VERSION.len() }>()?[..] != *VERSION {
            return Err(StoreError::OtherVersion { path: self.path.clone() });
        }
        let [holds] = source.exactly()?;
        let holds = [Holds::Whole, Holds::Key].into_iter().find(|it| it.byte() == holds);
        let (holds, number) = (holds.ok_or_else(|| self.bad())?, source.exactly()?);
        let mut names = BTreeSet::new();
        loop {
            let length = u16::from_le_bytes(source.exactly()?);
            if length == 0 {
                break;
            }
            let name = source.name(length)?;
            let bytes = u64::from_le_bytes(source.exactly()?);
            let alone = holds == Holds::Whole || name == KEY;
            if !fits(&name) || !alone || bytes > FILE_MOST || names.len() >= FILES_MOST {
                return Err(self.bad());
            }
            // Some systems take two names for one that differ in capitals alone.
            if !names.insert(name.to_lowercase()) {
                return Err(self.bad());
            }
            let mut file = (&mut source).take(bytes);
            sink(&name, &mut file)?;
            io::copy(&mut file, &mut io::sink()).at(&self.path)?;
            if file.limit() > 0 {
                return Err(self.bad());
            }
        }
        let check = source.check.clone().finalize();
        // Nothing may follow, or two bundles would be one.
        let end = source.exactly::<32>()? == check[..] && source.file.read(&mut [0]).at(&self.path)? == 0;
        if end { Ok((holds, number)) } else { Err(self.bad()) }
    }
}

/// What is read is added to the check sum.
struct Source<'a> {
    file: BufReader<&'a File>,
    check: Sha256,
    path: &'a Path,
}

impl Source<'_> {
    fn exactly<const N: usize>(&mut self) -> Result<[u8; N], StoreError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn name(&mut self, length: u16) -> Result<String, StoreError> {
        let mut name = vec![0; length.into()];
        self.fill(&mut name)?;
        String::from_utf8(name).map_err(|_| StoreError::BadBundle { path: self.path.into() })
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), StoreError> {
        match self.read_exact(bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(StoreError::BadBundle { path: self.path.into() })
            }
            other => other.at(self.path),
        }
    }
}

impl Read for Source<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(bytes)?;
        self.check.update(bytes.get(..length).unwrap_or_default());
        Ok(length)
    }
}
