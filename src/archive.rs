//! The records of a profile: listed, read through, brought in and given away, on threads of their own.
//!
//! Whoever opens an archive asks it for things and hears of them when they are done. What is under way
//! when it is dropped stops at the next thing it would tell.

mod reading;
mod rivals;

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, Weak, mpsc},
    time::UNIX_EPOCH,
};

use ed25519_dalek::SigningKey;
use marque_protocol::{
    audit::{Audit, Outcome, Verdict, verdict},
    record::{self, Damage, NoRecord},
    rules::Seat,
    terms::Agreed,
};
use tokio::runtime::Handle;

pub use reading::Reading;
pub use rivals::{Known, Score};

use crate::{
    helm::Wake,
    rematch::Rematch,
    store::{Profile, StoreError, write_atomic},
    words::record_name,
};

/// Records larger than this are refused before they are read.
pub const RECORD_MOST: u64 = 256 << 20;
/// What a record begins with is within so many bytes: terms and their signatures.
const HEAD_MOST: u64 = 16 << 10;

/// Why something could not be done with a record.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// It is a folder, a device or the like.
    #[error("it is not a file")]
    NotAFile,
    /// It is larger than any record.
    #[error("it is too large for a record")]
    TooLarge,
    /// It is none.
    #[error(transparent)]
    NoRecord(#[from] NoRecord),
    /// A copy would take the place of another file.
    #[error("there is a file of this name")]
    Exists,
    /// The profile, or the place of a copy, cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A file among the records, by what it begins with.
pub struct Found {
    /// Where it is.
    pub path: PathBuf,
    /// When it was written, in seconds since 1970: the order of games of one day.
    pub written_s: u64,
    /// Which game it is.
    pub game: Result<Arc<Agreed>, ArchiveError>,
    /// The seat of this profile in that game.
    pub you: Option<Seat>,
}

impl Found {
    /// Its day, counted from 1970-01-01: that of the game, or of the file where no game is known.
    pub fn day(&self) -> u32 {
        let written = || u32::try_from(self.written_s / 86_400).unwrap_or(u32::MAX);
        self.game.as_ref().map_or_else(|_| written(), |agreed| agreed.terms.day)
    }

    /// By this they are in order of age.
    pub fn age(&self) -> (u32, u64, &Path) {
        (self.day(), self.written_s, &self.path)
    }
}

/// What a record that was read through holds.
pub struct Finding {
    /// What can be said of the game.
    pub verdict: Verdict,
    /// Why the file is not good to its end, if it is not.
    pub damage: Option<Damage>,
}

impl Finding {
    /// Of two records of one game the one that says more: a proven fault, an end, charts, steps.
    fn rank(&self) -> (bool, bool, usize, usize, bool) {
        let verdict = &self.verdict;
        let shown = verdict.audits.iter().filter(|audit| **audit != Audit::NotShown).count();
        let ended = verdict.outcome != Outcome::Unfinished;
        (!verdict.faults.is_empty(), ended, shown, verdict.entries, self.damage.is_none())
    }
}

/// What bringing in a record has done.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Import {
    /// The game was not known.
    New,
    /// It took the place of a record of the same game that says less.
    Better,
    /// A record of the same game that says as much was there.
    Known,
}

/// What an archive has to tell.
pub enum Report {
    /// A file is among the records.
    Found(Found),
    /// Those were all.
    Listed,
    /// A record was read through.
    Checked(PathBuf, Result<Finding, ArchiveError>),
    /// A record that was asked for.
    Opened(PathBuf, Result<Box<Reading>, ArchiveError>),
    /// A file was brought in: what came of it, and which record is kept now.
    Imported(PathBuf, Result<(Import, Found, Finding), ArchiveError>),
    /// A copy was made here, or was to be.
    Exported(PathBuf, Result<(), ArchiveError>),
    /// With whom another game may be wanted, the newest first.
    Rivals(Vec<Rematch>),
    /// How the player and somebody else stand.
    Score([u8; 32], Score),
    /// The folder of records cannot be read.
    Failed(ArchiveError),
}

/// See the module.
pub struct Archive {
    profile: Arc<Profile>,
    threads: Handle,
    wake: Wake,
    inbox: mpsc::Receiver<Report>,
    outbox: mpsc::Sender<Report>,
    /// Held while records are brought in.
    turn: Arc<Mutex<()>>,
    known: Known,
    /// There as long as the archive is.
    open: Arc<()>,
}

/// Nobody listens any more.
struct Gone;

/// What a thread of an archive works with.
struct Clerk {
    profile: Arc<Profile>,
    outbox: mpsc::Sender<Report>,
    wake: Wake,
    known: Known,
    open: Weak<()>,
}

impl Archive {
    /// The records of a profile. `wake` is called, from any thread, when there is something new.
    pub fn new(profile: Arc<Profile>, threads: Handle, wake: Wake, known: Known) -> Archive {
        let (outbox, inbox) = mpsc::channel();
        Archive { profile, threads, wake, inbox, outbox, turn: Arc::default(), known, open: Arc::default() }
    }

    /// The next thing that it has to tell.
    pub fn report(&self) -> Option<Report> {
        self.inbox.try_recv().ok()
    }

    /// Asks for all records: first which there are, then what each holds, the newest first.
    pub fn list(&self) {
        self.work(|clerk| match clerk.list() {
            Ok(gone) => gone,
            Err(error) => clerk.tell(Report::Failed(error)),
        });
    }

    /// Asks with whom another game may be wanted, and how the player and they stand.
    pub fn rivals(&self) {
        self.work(|clerk| clerk.rivals().unwrap_or_else(|error| clerk.tell(Report::Failed(error))));
    }

    /// Asks how the player and somebody else stand.
    pub fn stand(&self, other: [u8; 32]) {
        self.work(move |clerk| clerk.stand(&other).unwrap_or_else(|error| clerk.tell(Report::Failed(error))));
    }

    /// Asks for a record, to replay it.
    pub fn open(&self, path: PathBuf) {
        self.work(move |clerk| {
            let reading = clerk.open(&path).map(Box::new);
            clerk.tell(Report::Opened(path, reading))
        });
    }

    /// Brings in records from elsewhere, one after the other: two may be of one game.
    pub fn import(&self, paths: Vec<PathBuf>) {
        let turn = self.turn.clone();
        self.work(move |clerk| {
            let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
            paths.into_iter().try_for_each(|path| {
                let imported = clerk.import(&path);
                clerk.tell(Report::Imported(path, imported))
            })
        });
    }

    /// Makes a copy of a record; into a folder under the record's own name.
    pub fn export(&self, record: PathBuf, to: PathBuf) {
        self.work(move |clerk| {
            let to = match record.file_name() {
                Some(name) if to.is_dir() => to.join(name),
                _ => to,
            };
            let exported = export(&record, &to);
            clerk.tell(Report::Exported(to, exported))
        });
    }

    fn work(&self, job: impl FnOnce(&Clerk) -> Result<(), Gone> + Send + 'static) {
        let (profile, outbox, wake) = (self.profile.clone(), self.outbox.clone(), self.wake.clone());
        let (known, open) = (self.known.clone(), Arc::downgrade(&self.open));
        let clerk = Clerk { profile, outbox, wake, known, open };
        self.threads.spawn_blocking(move || job(&clerk));
    }
}

impl Clerk {
    fn tell(&self, report: Report) -> Result<(), Gone> {
        self.outbox.send(report).map_err(|_| Gone)?;
        (self.wake)();
        Ok(())
    }

    fn list(&self) -> Result<Result<(), Gone>, ArchiveError> {
        let found = self.found()?;
        let good = found.iter().filter(|found| found.game.is_ok()).map(|found| found.path.clone());
        let good: Vec<PathBuf> = good.collect();
        Ok(found
            .into_iter()
            .try_for_each(|found| self.tell(Report::Found(found)))
            .and_then(|()| self.tell(Report::Listed))
            .and_then(|()| {
                good.into_iter().try_for_each(|path| {
                    let finding = check(&path).map(|(.., finding)| finding);
                    self.tell(Report::Checked(path, finding))
                })
            }))
    }

    fn open(&self, path: &Path) -> Result<Reading, ArchiveError> {
        let read = record::read(&load_file(path)?)?;
        let you = seat_of(read.log.agreed(), &self.own()?);
        Ok(Reading::new(read, you))
    }

    fn import(&self, path: &Path) -> Result<(Import, Found, Finding), ArchiveError> {
        let (agreed, bytes, finding) = check(path)?;
        let own = self.own()?;
        let same = |found: &Found| found.game.as_ref().is_ok_and(|game| game.id == agreed.id);
        let known = self.profile.records()?.into_iter().map(|path| look(path, &own)).find(same);
        let Some(known) = known else {
            let path = self.profile.save_record(&record_name(&agreed), &bytes)?;
            return Ok((Import::New, look(path, &own), finding));
        };
        match check(&known.path) {
            Ok((.., before)) if before.rank() >= finding.rank() => Ok((Import::Known, known, before)),
            _ => {
                write_atomic(&known.path, &bytes)?;
                Ok((Import::Better, look(known.path, &own), finding))
            }
        }
    }

    /// The identity of this profile, as others see it.
    fn own(&self) -> Result<[u8; 32], ArchiveError> {
        let key = SigningKey::from_bytes(&self.profile.identity()?);
        Ok(key.verifying_key().to_bytes())
    }
}

fn seat_of(agreed: &Agreed, identity: &[u8; 32]) -> Option<Seat> {
    let mut seats = Seat::all(agreed.seats());
    seats.find(|seat| agreed.place(*seat).is_some_and(|place| place.identity == *identity))
}

/// What a file begins with.
fn look(path: PathBuf, own: &[u8; 32]) -> Found {
    let written = path.metadata().and_then(|metadata| metadata.modified()).ok();
    let written = written.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let game = head(&path);
    let you = game.as_ref().ok().and_then(|agreed| seat_of(agreed, own));
    Found { path, written_s: written.map_or(0, |since| since.as_secs()), game, you }
}

fn head(path: &Path) -> Result<Arc<Agreed>, ArchiveError> {
    let mut bytes = Vec::new();
    open_file(path)?.take(HEAD_MOST).read_to_end(&mut bytes)?;
    Ok(record::agreed(&bytes)?)
}

/// Reads a record through; its bytes as far as they are good.
fn check(path: &Path) -> Result<(Arc<Agreed>, Vec<u8>, Finding), ArchiveError> {
    let mut bytes = load_file(path)?;
    let read = record::read(&bytes)?;
    bytes.truncate(read.good);
    let finding = Finding { verdict: verdict(&read.log), damage: read.damage };
    Ok((read.log.agreed().clone(), bytes, finding))
}

fn export(record: &Path, to: &Path) -> Result<(), ArchiveError> {
    let bytes = load_file(record)?;
    if to.symlink_metadata().is_ok() {
        return Err(ArchiveError::Exists);
    }
    Ok(write_atomic(to, &bytes)?)
}

/// A file, and nothing that could keep its reader waiting for ever.
fn open_file(path: &Path) -> Result<File, ArchiveError> {
    if path.metadata()?.is_file() { Ok(File::open(path)?) } else { Err(ArchiveError::NotAFile) }
}

fn load_file(path: &Path) -> Result<Vec<u8>, ArchiveError> {
    load(open_file(path)?)
}

/// Reads what could be a record.
pub fn load(from: impl io::Read) -> Result<Vec<u8>, ArchiveError> {
    let mut bytes = Vec::new();
    // Not by its length: a device or a pipe has none.
    from.take(RECORD_MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > RECORD_MOST { Err(ArchiveError::TooLarge) } else { Ok(bytes) }
}
