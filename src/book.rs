//! What a seat keeps on disk of a game under way: its secrets and its log.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use iroh::EndpointAddr;
use marque_protocol::{
    log::Log,
    peer::{Kept, Seated},
    record::{self, Item, Writer},
    rules::Seat,
    seal::Chart,
    statement::Signed,
    table::Duty,
    terms::{Agreed, Agreement, Place, Terms, game_id},
};

use crate::{
    seatfile::SeatFile,
    store::{First, GameFiles, Profile},
    words,
};

/// The files of a game that has begun. After an error it keeps nothing any more, and whoever cannot
/// keep a statement must not send it.
pub struct Book {
    files: GameFiles,
    writer: Writer,
    secrets: SeatFile,
}

/// The files of a guest that signs the terms, from before it does: the others may begin as soon as
/// they have the signature, and a guest that ends then must find back to its seat.
pub struct Promise {
    files: GameFiles,
    secrets: SeatFile,
    table: [u8; 16],
    terms: Vec<u8>,
}

/// What a process that ended has left of a game.
pub enum Opened {
    /// Terms were signed, and nothing else.
    Promised(Promise),
    /// A game that goes on with this log.
    Begun(Book, Box<Log>),
}

/// What can be said of a game under way without opening it.
pub struct Glance {
    /// What was agreed, or is about to be.
    pub terms: Terms,
    /// The seat that is played here.
    pub seat: Seat,
    /// Whether everybody has signed, as far as is known here.
    pub begun: bool,
    /// Whether everybody agreed to go on another day.
    pub adjourned: bool,
}

impl Book {
    /// Looks at a game under way, which may be open; none if it cannot be read.
    pub fn glance(profile: &Profile, id: &[u8]) -> Option<Glance> {
        let files = profile.open_game(id).ok()?;
        let seat = SeatFile::read(&files.secrets().ok()??).ok()?.seat();
        let log = files.log().ok()?;
        let (begun, adjourned) = (log.is_some(), log.as_deref().is_some_and(record::rests));
        let terms = match log {
            Some(log) => record::agreed(&log).ok()?.terms.clone(),
            None => {
                let (_, terms): ([u8; 16], Vec<u8>) = postcard::from_bytes(&files.terms().ok()??).ok()?;
                Terms::decode(&terms).ok()?.0
            }
        };
        Some(Glance { terms, seat, begun, adjourned })
    }

    /// Winds up a game in which nobody sits on the other side any more: one in which nothing was said never
    /// began, and of one that is over the record is kept. Any other stays.
    pub fn wind_up(profile: &Profile, id: &[u8]) -> anyhow::Result<()> {
        let files = profile.open_game(id)?;
        let Some(bytes) = files.log()? else { return Ok(()) };
        let record::Read { log, damage, .. } = record::read(&bytes)?;
        let over = log.table().duty() == Duty::Over;
        if damage.is_some() || !(over || log.statements().is_empty()) {
            return Ok(());
        }
        if over {
            profile.save_record(&words::record_name(log.agreed()), &record::write(&log))?;
        }
        Ok(files.finish()?)
    }

    /// Takes back the signature under a game that has not begun here; one that has stays.
    pub fn withdraw(profile: &Profile, id: &[u8]) -> anyhow::Result<()> {
        match Book::open(profile, id)? {
            Opened::Promised(promise) => promise.withdraw(),
            Opened::Begun(..) => Ok(()),
        }
    }

    /// Remembers where a peer is in a game that is not open, begun or not.
    pub fn note(profile: &Profile, id: &[u8], address: &EndpointAddr) -> anyhow::Result<()> {
        let mut files = profile.open_game(id)?;
        let secrets = files.secrets()?.with_context(|| words::no_secrets(files.folder()))?;
        let mut secrets = SeatFile::read(&secrets).with_context(|| words::no_secrets(files.folder()))?;
        if secrets.met(address) {
            files.write_secrets(&secrets.bytes()?)?;
        }
        Ok(())
    }

    /// Secrets and agreement are on disk when this returns.
    pub fn begin(profile: &Profile, agreed: &Agreed, secrets: SeatFile) -> anyhow::Result<Book> {
        let mut writer = Writer::default();
        let head = head(&mut writer, &agreed.agreement);
        let files = profile.create_game(&agreed.id, &secrets.bytes()?, First::Log(&head))?;
        Ok(Book { files, writer, secrets })
    }

    /// Opens what was left of a game.
    pub fn open(profile: &Profile, id: &[u8]) -> anyhow::Result<Opened> {
        let mut files = profile.open_game(id)?;
        let secrets = files.secrets()?.with_context(|| words::no_secrets(files.folder()))?;
        let secrets = SeatFile::read(&secrets).with_context(|| words::no_secrets(files.folder()))?;
        let Some(bytes) = files.log()? else {
            let first = files.terms()?;
            let promised = first.and_then(|bytes| postcard::from_bytes::<([u8; 16], Vec<u8>)>(&bytes).ok());
            let promised = promised.filter(|(_, terms)| game_id(terms)[..] == *id);
            let (table, terms) = promised.with_context(|| words::no_log(files.folder()))?;
            return Ok(Opened::Promised(Promise { files, secrets, table, terms }));
        };
        let read = record::read(&bytes).with_context(|| words::no_log(files.folder()))?;
        if read.log.agreed().id[..] != *id {
            bail!(words::no_log(files.folder()));
        }
        if let Some(damage) = &read.damage {
            tracing::warn!("the log is good for {} bytes: {damage}", read.good);
            files.set_aside(&bytes)?;
        }
        files.restart_log(bytes.get(..read.good).unwrap_or_default())?;
        Ok(Opened::Begun(Book { files, writer: read.writer, secrets }, Box::new(read.log)))
    }

    /// Where the files are.
    pub fn folder(&self) -> &Path {
        self.files.folder()
    }

    /// Which seat it is.
    pub fn seat(&self) -> Seat {
        self.secrets.seat()
    }

    /// What the peer at this seat begins or goes on with; none before the fleet is laid out.
    pub fn seated(&self) -> Option<Seated> {
        self.secrets.seated()
    }

    /// Keeps the fleet, which is on disk when this returns: it may be sealed then.
    pub fn lay(&mut self, chart: &Chart) -> anyhow::Result<()> {
        self.secrets.lay(chart);
        Ok(self.files.write_secrets(&self.secrets.bytes()?)?)
    }

    /// Where the others were last seen.
    pub fn peers(&self) -> Vec<EndpointAddr> {
        self.secrets.peers()
    }

    /// Remembers where a peer is.
    pub fn met(&mut self, address: &EndpointAddr) -> anyhow::Result<()> {
        if self.secrets.met(address) {
            self.files.write_secrets(&self.secrets.bytes()?)?;
        }
        Ok(())
    }

    /// Remembers where a peer is said to be, if nothing better is known.
    pub fn hint(&mut self, address: &EndpointAddr) -> anyhow::Result<()> {
        if self.secrets.hint(address) {
            self.files.write_secrets(&self.secrets.bytes()?)?;
        }
        Ok(())
    }

    /// Keeps the secret bits of an act.
    pub fn keep(&mut self, kept: Kept) -> anyhow::Result<()> {
        self.secrets.keep(kept);
        Ok(self.files.write_secrets(&self.secrets.bytes()?)?)
    }

    /// Writes a statement down.
    pub fn write(&mut self, signed: Signed) -> anyhow::Result<()> {
        let item = self.writer.item(&Item::Said(signed));
        Ok(self.files.append(&item)?)
    }

    /// Keeps the record of a game that is over and removes what is secret. Says where the record is.
    pub fn finish(self, profile: &Profile, log: &Log) -> anyhow::Result<PathBuf> {
        let record = profile.save_record(&words::record_name(log.agreed()), &record::write(log))?;
        self.files.finish()?;
        Ok(record)
    }
}

impl Promise {
    /// The secrets are on disk when this returns; the terms may be signed then.
    pub fn make(
        profile: &Profile,
        table: [u8; 16],
        terms: Vec<u8>,
        secrets: SeatFile,
    ) -> anyhow::Result<Promise> {
        let first = postcard::to_allocvec(&(table, &terms))?;
        let files = profile.create_game(&game_id(&terms), &secrets.bytes()?, First::Terms(&first))?;
        Ok(Promise { files, secrets, table, terms })
    }

    /// The organiser's table.
    pub fn table(&self) -> [u8; 16] {
        self.table
    }

    /// What was promised.
    pub fn terms(&self) -> &[u8] {
        &self.terms
    }

    /// Who sits at this seat.
    pub fn place(&self) -> anyhow::Result<Place> {
        let (terms, ..) = Terms::decode(&self.terms)?;
        terms.seats.get(self.secrets.seat().index()).cloned().context("the terms have no seat for you")
    }

    /// The secret that all keys of this seat come from.
    pub(crate) fn master(&self) -> [u8; 32] {
        self.secrets.master()
    }

    /// Where the organiser is.
    pub fn peers(&self) -> Vec<EndpointAddr> {
        self.secrets.peers()
    }

    /// Everybody has signed: the game begins. Its log is on disk when this returns.
    pub fn begin(mut self, agreement: &Agreement) -> anyhow::Result<Book> {
        let mut writer = Writer::default();
        self.files.restart_log(&head(&mut writer, agreement))?;
        Ok(Book { files: self.files, writer, secrets: self.secrets })
    }

    /// The game will never begin.
    pub fn withdraw(self) -> anyhow::Result<()> {
        Ok(self.files.finish()?)
    }
}

/// The beginning of a log.
fn head(writer: &mut Writer, agreement: &Agreement) -> Vec<u8> {
    let mut head = record::MAGIC.to_vec();
    head.extend(writer.item(&Item::Agreement(agreement.clone())));
    head
}
