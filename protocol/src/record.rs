//! The versioned file of a game: its agreement and every statement, readable for ever.
//!
//! A record is a header and items. Each item is followed by a check that hashes everything before
//! it, so a file is good up to its first changed byte, and a file cut between two items is a shorter
//! game. A running game's write-ahead log has the same form: the record of a game that is not over.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{
    log::{Log, Refusal},
    seal::Digest,
    statement::{Body, Proposal, Signed, Statement},
    terms::{Agreed, Agreement, BadTerms},
    wire,
};

/// First bytes of every record; the last one is the version.
pub const MAGIC: &[u8; 8] = b"MARQUE\0\x01";
/// The largest item, in bytes.
pub const ITEM_MOST: usize = wire::FRAME_MOST;

const CHECK: usize = 8;

/// A part of a record. The order of the variants is the encoding and never changes.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Item {
    /// What was agreed; always the first.
    Agreement(Agreement),
    /// A statement, each after those that it needs.
    Said(Signed),
}

/// Writes items behind one another.
#[derive(Clone, Debug)]
pub struct Writer {
    check: Digest,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer { check: Sha256::digest(MAGIC).into() }
    }
}

impl Writer {
    /// The bytes of the next item: length, item, check.
    pub fn item(&mut self, item: &Item) -> Vec<u8> {
        let bytes = wire::encode(item);
        self.check = next_check(&self.check, &bytes);
        let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes();
        let check = self.check.iter().take(CHECK).copied();
        length.into_iter().chain(bytes).chain(check).collect()
    }
}

fn next_check(before: &Digest, item: &[u8]) -> Digest {
    Sha256::new()
        .chain_update(b"marque/1/record")
        .chain_update(before)
        .chain_update((item.len() as u64).to_le_bytes())
        .chain_update(item)
        .finalize()
        .into()
}

/// The record of a log.
pub fn write(log: &Log) -> Vec<u8> {
    let mut writer = Writer::default();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(writer.item(&Item::Agreement(log.agreed().agreement.clone())));
    for signed in log.statements() {
        bytes.extend(writer.item(&Item::Said(signed.clone())));
    }
    bytes
}

/// What a file held.
#[derive(Debug)]
pub struct Read {
    /// The game, as far as the file is good.
    pub log: Log,
    /// Bytes that are good.
    pub good: usize,
    /// Statements that are good.
    pub statements: Vec<Signed>,
    /// What stopped the reading before the end of the file, if anything did.
    pub damage: Option<Damage>,
    /// Writes on behind the good part.
    pub writer: Writer,
}

/// Why a file is no record at all.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NoRecord {
    /// It begins otherwise.
    #[error("this is not a marque record")]
    Magic,
    /// Its version is not one of ours.
    #[error("record version {0} is newer than this program")]
    Version(u8),
    /// Its first item is damaged or something else.
    #[error("the agreement is damaged: {0}")]
    Damaged(Damage),
    /// Its first item is an agreement that nobody could have signed.
    #[error(transparent)]
    Terms(#[from] BadTerms),
}

/// What is wrong with a file at some place.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Damage {
    /// It ends within an item.
    #[error("the file ends in the middle of an entry")]
    Torn,
    /// A byte is not as it was written.
    #[error("the file was changed here")]
    Changed,
    /// An item is whole but does not belong here.
    #[error("an entry does not belong here: {0}")]
    Foreign(Refusal),
}

/// What a record begins with: which game it is, without reading on.
pub fn agreed(bytes: &[u8]) -> Result<Arc<Agreed>, NoRecord> {
    begin(bytes).map(|(agreed, ..)| agreed)
}

/// Whether play rests where a record ends, by what its last entry says: to be told in a list, of a file of
/// one's own. Nothing is checked.
pub fn rests(bytes: &[u8]) -> bool {
    let (mut rest, mut rests) = (bytes.get(MAGIC.len()..).unwrap_or_default(), false);
    while let Some((length, behind)) = rest.split_at_checked(4) {
        let length = length.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        let Some((item, behind)) = behind.split_at_checked(length) else { break };
        if let Some(Item::Said(signed)) = wire::decode(item)
            && let Some((_, Statement::Entry(_, body))) = wire::decode::<(Digest, _)>(&signed.bytes)
            && !matches!(body, Body::Removal(_))
        {
            rests = body == Body::Accept(Proposal::Adjournment);
        }
        rest = behind.get(CHECK..).unwrap_or_default();
    }
    rests
}

/// The agreement, a writer behind it, and what follows.
fn begin(bytes: &[u8]) -> Result<(Arc<Agreed>, Writer, &[u8]), NoRecord> {
    let rest = match bytes.split_at_checked(MAGIC.len()) {
        Some((magic, rest)) if magic == MAGIC => rest,
        Some((magic, _)) if magic.starts_with(MAGIC.split_last().map_or(&[], |(_, name)| name)) => {
            return Err(NoRecord::Version(magic.last().copied().unwrap_or_default()));
        }
        _ => return Err(NoRecord::Magic),
    };
    let mut writer = Writer::default();
    let (first, rest) = next(&mut writer, rest).map_err(NoRecord::Damaged)?;
    let Item::Agreement(agreement) = first else { return Err(NoRecord::Damaged(Damage::Changed)) };
    Ok((agreement.check()?, writer, rest))
}

/// Reads a record as far as it is good.
pub fn read(bytes: &[u8]) -> Result<Read, NoRecord> {
    let (agreed, writer, rest) = begin(bytes)?;
    let mut read = Read {
        log: Log::new(agreed),
        good: bytes.len() - rest.len(),
        statements: Vec::new(),
        damage: None,
        writer,
    };
    let mut rest = rest;
    while !rest.is_empty() {
        let mut writer = read.writer.clone();
        let inserted = match next(&mut writer, rest) {
            Ok((Item::Said(signed), behind)) => match read.log.replay(&read.statements, signed.clone()) {
                Ok(_) => Ok((signed, behind)),
                Err(refusal) => Err(Damage::Foreign(refusal)),
            },
            Ok((Item::Agreement(_), _)) => Err(Damage::Changed),
            Err(damage) => Err(damage),
        };
        match inserted {
            Ok((signed, behind)) => {
                rest = behind;
                read.writer = writer;
                read.good = bytes.len() - rest.len();
                read.statements.push(signed);
            }
            Err(damage) => {
                read.damage = Some(damage);
                break;
            }
        }
    }
    Ok(read)
}

fn next<'a>(writer: &mut Writer, bytes: &'a [u8]) -> Result<(Item, &'a [u8]), Damage> {
    let (length, rest) = bytes.split_at_checked(4).ok_or(Damage::Torn)?;
    let length = length.iter().rev().fold(0usize, |length, &byte| length << 8 | usize::from(byte));
    if length > ITEM_MOST {
        return Err(Damage::Changed);
    }
    let (item, rest) = rest.split_at_checked(length).ok_or(Damage::Torn)?;
    let (check, rest) = rest.split_at_checked(CHECK).ok_or(Damage::Torn)?;
    writer.check = next_check(&writer.check, item);
    if !writer.check.starts_with(check) {
        return Err(Damage::Changed);
    }
    Ok((wire::decode(item).ok_or(Damage::Changed)?, rest))
}
