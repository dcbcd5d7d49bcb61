//! A file that only grows, and stops for good at the first doubt.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;

use super::error::{At, StoreError};
use super::files;
use crate::failpoint::{Step, reach};

/// What a journal needs of a file. Apart so that tests can let a disk fill up.
pub(super) trait Medium: Write + Seek {
    fn sync(&mut self) -> io::Result<()>;
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Medium for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}

/// An append-only file.
#[derive(Debug)]
pub(super) struct Journal<M = File> {
    path: PathBuf,
    medium: M,
    /// Up to here it is known to be on the disk.
    good: u64,
    /// After an error nobody knows what is on the disk, so nothing may be added.
    poison: Option<StoreError>,
}

impl Journal {
    /// Goes on with a file of which these many bytes are on the disk, and no others.
    pub(super) fn open(path: PathBuf, length: usize) -> Result<Self, StoreError> {
        let file = files::open_private(&path)?;
        let good = u64::try_from(length).map_err(io::Error::other).at(&path)?;
        Ok(Self::new(path, file, good))
    }
}

impl<M: Medium> Journal<M> {
    /// Goes on after the first `good` bytes.
    pub(super) fn new(path: PathBuf, medium: M, good: u64) -> Self {
        Self { path, medium, good, poison: None }
    }

    /// Adds these bytes. When this returns without an error they are on the disk.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.sound()?;
        match self.try_append(bytes) {
            Ok(length) => {
                self.good = length;
                Ok(())
            }
            Err(error) => {
                let poison = Err::<(), _>(error).at(&self.path);
                self.poison = poison.as_ref().err().cloned();
                // If this fails as well, the reader finds an incomplete entry at the end.
                let _ = self.medium.cut(self.good).and_then(|()| self.medium.sync());
                poison
            }
        }
    }

    fn try_append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let length = u64::try_from(bytes.len()).map_err(io::Error::other)?;
        self.medium.seek(SeekFrom::Start(self.good))?;
        reach(Step::Write, &self.path)?;
        self.medium.write_all(bytes)?;
        reach(Step::Written, &self.path)?;
        self.medium.sync()?;
        reach(Step::Synced, &self.path)?;
        Ok(self.good + length)
    }

    /// The error that stopped this journal, if one did.
    fn sound(&self) -> Result<(), StoreError> {
        match &self.poison {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with room for so many bytes, which may also fail to sync or to cut.
    #[derive(Default)]
    struct Disk {
        room: usize,
        bytes: io::Cursor<Vec<u8>>,
        sync_fails: bool,
        cut_fails: bool,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let room = self.room.min(bytes.len());
            if room == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.room -= room;
            self.bytes.write(&bytes[..room])
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Disk {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.bytes.seek(to)
        }
    }

    impl Medium for Disk {
        fn sync(&mut self) -> io::Result<()> {
            match self.sync_fails {
                true => Err(io::Error::other("a bad sector")),
                false => Ok(()),
            }
        }

        fn cut(&mut self, length: u64) -> io::Result<()> {
            if self.cut_fails {
                return Err(io::Error::other("a bad sector"));
            }
            self.bytes.get_mut().truncate(length as usize);
            Ok(())
        }
    }

    fn journal(disk: Disk) -> Journal<Disk> {
        Journal::new("log".into(), disk, 0)
    }

    #[test]
    fn a_full_disk_leaves_whole_entries_and_stops_the_journal() {
        let mut log = journal(Disk { room: 10, ..Disk::default() });
        log.append(b"first").expect("has room");
        let full = log.append(b"much too long");
        assert!(matches!(full, Err(StoreError::Full { .. })), "{full:?}");
        assert_eq!(log.medium.bytes.get_ref(), b"first");
        log.medium.room = 100;
        let later = log.append(b"x");
        assert!(matches!(later, Err(StoreError::Full { .. })), "{later:?}");
        assert_eq!(log.medium.bytes.get_ref(), b"first");
    }

    #[test]
    fn after_a_failed_sync_nothing_is_added() {
        let mut log = journal(Disk { room: 100, ..Disk::default() });
        log.append(b"first").expect("works");
        log.medium.sync_fails = true;
        assert!(log.append(b"second").is_err());
        log.medium.sync_fails = false;
        assert!(log.append(b"third").is_err());
        assert_eq!(log.medium.bytes.get_ref(), b"first");
    }

    #[test]
    fn if_it_cannot_be_cut_back_the_good_part_is_still_in_front() {
        let mut log = journal(Disk { room: 7, cut_fails: true, ..Disk::default() });
        log.append(b"first").expect("has room");
        assert!(log.append(b"second").is_err());
        assert_eq!(log.medium.bytes.get_ref(), b"firstse");
        assert!(log.append(b"third").is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_really_full_device_is_told_as_such() {
        let open = File::options().write(true).open("/dev/full");
        let Ok(device) = open else { return };
        let mut log = Journal::new("/dev/full".into(), device, 0);
        let full = log.append(b"x");
        assert!(matches!(full, Err(StoreError::Full { .. })), "{full:?}");
        assert!(log.append(b"x").is_err());
    }
}
