//! A profile that moves to another computer: it leaves as one file, and the old one says so.
//!
//! Two live copies of one game could sign differently for one spot. So a profile that has left is marked,
//! on the disk, before the file it leaves as is whole; and none arrives twice, or where its own games are
//! still under way.
//!
//! What arrives is laid out in a folder `arrival` of the profile, which has this name only when it is
//! complete. It takes its place when the profile is opened the next time, however often that is cut off.

use std::fs;
use std::path::Path;
use std::sync::{MutexGuard, PoisonError};
use std::time::SystemTime;

use data_encoding::HEXLOWER;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};

use super::bundle::{Bundle, Draft, Holds, Number, contents};
use super::error::{At, StoreError};
use super::{GAMES, KEY, Profile, RECORDS, files};

/// The file that says whether a profile has moved.
pub(super) const FILE: &str = "moves";
/// What has arrived and not yet taken its place.
pub(super) const ARRIVAL: &str = "arrival";
const ARRIVING: &str = "arrival.draft";
/// A file of moves is short.
const LONGEST: usize = 1 << 20;

/// Whether a profile has moved, and the numbers of bundles that may not arrive here any more.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Moves {
    /// When it left, in seconds since 1970; none if it is here.
    moved: Option<u64>,
    used: Vec<String>,
    /// Another profile takes the place of this one when it is opened again.
    #[serde(skip)]
    replaced: bool,
}

impl Moves {
    /// What the profile says. A file that cannot be read may have said that it is gone: so it is not opened.
    pub(super) fn read(profile: &Path) -> Result<Moves, StoreError> {
        let path = profile.join(FILE);
        match files::read(&path, LONGEST)? {
            None => Ok(Moves::default()),
            Some(bytes) => serde_json::from_slice(&bytes).map_err(|_| StoreError::DamagedMoves { path }),
        }
    }

    fn write(&self, profile: &Path) -> Result<(), StoreError> {
        let path = profile.join(FILE);
        let bytes = serde_json::to_vec_pretty(self).map_err(std::io::Error::other).at(&path)?;
        files::write_atomic(&path, &bytes)
    }

    fn with(&self, moved: Option<u64>, number: &Number) -> Moves {
        let mut moves = Moves { moved, ..self.clone() };
        moves.used.push(HEXLOWER.encode(number));
        moves
    }

    fn here(&self) -> Result<(), StoreError> {
        match self.moved {
            _ if self.replaced => Err(StoreError::Replaced),
            Some(when) => Err(StoreError::Moved { when: date(when) }),
            None => Ok(()),
        }
    }
}

impl Profile {
    /// When it was moved to another computer; none if it is here.
    pub fn moved(&self) -> Option<String> {
        self.moves().moved.map(date)
    }

    /// Whether another profile has arrived, which takes the place of this one when it is opened again.
    pub fn replaced(&self) -> bool {
        self.moves().replaced
    }

    /// Moves this profile, in whose folder are those of the others, into one file. When this returns without
    /// an error the file is whole and this profile is marked; with one, either nothing has happened, or it is
    /// marked and there is no whole file.
    pub fn move_to(&self, others: &[&Profile], path: &Path) -> Result<(), StoreError> {
        let (mut moves, _others) = self.quiet(others)?;
        moves.here()?;
        self.identity()?;
        let mut number = Number::default();
        SysRng.try_fill_bytes(&mut number).map_err(|_| StoreError::NoRandomness)?;
        let mut draft = Draft::begin(path, &self.folder, Holds::Whole, &number)?;
        for (name, file) in contents(&self.folder)? {
            draft.add(&name, &file)?;
        }
        draft.close()?;
        let marked = moves.with(Some(seconds()), &number);
        let placed = marked.write(&self.folder).and_then(|()| draft.place());
        match placed {
            Ok(()) => *moves = marked,
            // If there may be a whole file somewhere the profile stays marked, whatever the error.
            Err(error) => {
                let back = moves.with(None, &number);
                let here = Draft::gone(path) && back.write(&self.folder).is_ok();
                *moves = if here { back } else { marked };
                return Err(error);
            }
        }
        Ok(())
    }

    /// Takes a move back: the games go on here. Whoever does that answers for it that they go on nowhere else.
    pub fn take_back(&self) -> Result<(), StoreError> {
        let mut moves = self.moves();
        let back = Moves { moved: None, ..moves.clone() };
        back.write(&self.folder)?;
        *moves = back;
        Ok(())
    }

    /// Copies the key alone into a file.
    pub fn back_up_key(&self, path: &Path) -> Result<(), StoreError> {
        self.identity()?;
        let mut draft = Draft::begin(path, &self.folder, Holds::Key, &Number::default())?;
        draft.add(KEY, &self.folder.join(KEY))?;
        draft.close()?;
        draft.place()
    }

    /// Lets a profile, or a key alone, take the place of this one when it is opened the next time. Says what
    /// it is. With an error nothing has happened.
    pub fn arrive(&self, others: &[&Profile], path: &Path) -> Result<Holds, StoreError> {
        let (mut moves, _others) = self.quiet(others)?;
        if moves.replaced {
            return Err(StoreError::Replaced);
        }
        let bundle = Bundle::open(path)?;
        let whole = bundle.holds == Holds::Whole;
        if whole && moves.used.contains(&HEXLOWER.encode(&bundle.number)) {
            return Err(StoreError::UsedBefore);
        }
        // A copy of the key is there for one that is lost or damaged.
        let own = match self.own_key() {
            Err(StoreError::DamagedKey { .. }) => None,
            own => own?,
        };
        let same = own.is_none_or(|own| own == bundle.key);
        let games = holds_any(&self.folder.join(GAMES))?;
        if !same && (games || holds_any(&self.folder.join(RECORDS))?) {
            return Err(StoreError::OtherIdentity);
        }
        if whole && games && moves.moved.is_none() {
            return Err(StoreError::GamesHere);
        }
        let arriving = self.folder.join(ARRIVING);
        let laid_out = self.lay_out(&bundle, &arriving, &moves, !same).and_then(|()| {
            let arrival = self.folder.join(ARRIVAL);
            files::rename(&arriving, &arrival).at(&arrival)
        });
        if laid_out.is_err() {
            // If this fails as well, it is swept when the profile is opened.
            let _ = files::remove_folder(&arriving);
        }
        laid_out?;
        // From here on it may arrive, whatever comes: so nothing may happen here any more.
        moves.replaced = true;
        files::sync_folder(&self.folder)?;
        Ok(bundle.holds)
    }

    /// Lays out what this profile will be.
    fn lay_out(&self, bundle: &Bundle, at: &Path, moves: &Moves, other: bool) -> Result<(), StoreError> {
        sweep(at)?;
        files::create_new_folder(at)?;
        bundle.unpack(at)?;
        if bundle.holds == Holds::Whole {
            for name in [GAMES, RECORDS] {
                files::create_folder(&at.join(name))?;
            }
            self.keep_records(&at.join(RECORDS))?;
            moves.with(None, &bundle.number).write(at)?;
        } else if other {
            Moves { moved: None, ..moves.clone() }.write(at)?;
        }
        files::sync_folder(at)
    }

    /// Puts the records of this profile beside those that arrive: none is ever lost.
    fn keep_records(&self, arriving: &Path) -> Result<(), StoreError> {
        let own = self.folder.join(RECORDS);
        for (name, path) in contents(&own)? {
            let bytes = files::read(&path, usize::MAX)?.unwrap_or_default();
            let copies = (1..).map(|n| match n {
                1 => arriving.join(&name),
                n => arriving.join(format!("{n}-{name}")),
            });
            for copy in copies {
                match files::read(&copy, usize::MAX)? {
                    None => {
                        files::create_folder(files::folder_of(&copy))?;
                        files::write_atomic(&copy, &bytes)?;
                        break;
                    }
                    Some(same) if same == bytes => break,
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }

    /// Keeps every game of these profiles from beginning while it is held; none is open.
    fn quiet<'a>(
        &'a self,
        others: &[&'a Profile],
    ) -> Result<(MutexGuard<'a, Moves>, Vec<MutexGuard<'a, Moves>>), StoreError> {
        let (own, held) = (self.moves(), others.iter().map(|other| other.moves()).collect());
        // A game holds the lock of its profile.
        let open = |profile: &Profile| std::sync::Arc::strong_count(&profile.lock) > 1;
        match open(self) || others.iter().any(|other| open(other)) {
            true => Err(StoreError::GameOpen),
            false => Ok((own, held)),
        }
    }

    fn moves(&self) -> MutexGuard<'_, Moves> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Held while something of a game begins: this profile is here, and stays.
    pub(super) fn here(&self) -> Result<MutexGuard<'_, Moves>, StoreError> {
        let moves = self.moves();
        moves.here()?;
        Ok(moves)
    }
}

/// Lets what has arrived take its place, and removes what had only begun to. Each entry does so in one step,
/// and is not there any more when this is done once more after a crash.
pub(super) fn settle(profile: &Path) -> Result<(), StoreError> {
    sweep(&profile.join(ARRIVING))?;
    let arrival = profile.join(ARRIVAL);
    if !arrival.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(&arrival).at(&arrival)? {
        let entry = entry.at(&arrival)?;
        let (from, to) = (entry.path(), profile.join(entry.file_name()));
        if to.is_dir() {
            files::remove_folder(&to)?;
        }
        files::rename(&from, &to).at(&to)?;
    }
    files::sync_folder(profile)?;
    files::remove_folder(&arrival)?;
    files::sync_folder(profile)
}

fn sweep(folder: &Path) -> Result<(), StoreError> {
    if folder.exists() { files::remove_folder(folder) } else { Ok(()) }
}

fn holds_any(folder: &Path) -> Result<bool, StoreError> {
    Ok(fs::read_dir(folder).at(folder)?.next().is_some())
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A moment as people everywhere read it, in UTC.
fn date(seconds: u64) -> String {
    // Years that begin in March, as the leap day is then their last. A file may say anything.
    let days = (seconds / 86_400).min(3_000_000) + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_that_of_the_calendar() {
        for (seconds, said) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (4_107_542_399, "2100-02-28 23:59 UTC"),
            (1_796_048_730, "2026-11-30 14:25 UTC"),
        ] {
            assert_eq!(date(seconds), said);
        }
        assert!(date(u64::MAX).ends_with("UTC"));
    }
}
