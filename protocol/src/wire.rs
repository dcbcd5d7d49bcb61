//! Bytes between peers: canonical encodings, frames and their limits.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{lobby, seal::Digest, statement::Signed};

/// Version of everything in this crate that two peers must have alike.
pub const PROTOCOL: u16 = 1;

/// The largest frame, in bytes: the seal of the largest game is about 430 KB.
pub const FRAME_MOST: usize = 1 << 20;

/// The canonical bytes of a value (postcard).
pub fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).expect("values of this crate have an encoding")
}

/// The value with these bytes; none unless they are its canonical encoding and nothing more.
pub fn decode<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    (rest.is_empty() && encode(&value) == bytes).then_some(value)
}

/// What one peer tells another. The order of the variants is the encoding and never changes.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Frame {
    /// Where the sender stands.
    Hello(Hello),
    /// A statement of a seat, the sender's or passed on.
    Said(Signed),
    /// Everything that the sender's Hello promised has been sent.
    Synced,
    /// Talk before the terms are signed.
    Lobby(lobby::Message),
    /// The sender is going; answered with the same, then both may close.
    Bye,
}

/// Said first on every connection of a game that has begun.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL`] of the sender.
    pub protocol: u16,
    /// Which game.
    pub game: Digest,
    /// Number of steps in the sender's log.
    pub length: u32,
    /// Head of the sender's log.
    pub head: Digest,
    /// Random for each start of the sender's process: a new one replaces the old connection.
    pub session: u64,
}

/// What is wrong with a frame.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadFrame {
    /// Larger than its kind may be.
    #[error("frame of {bytes} bytes, its kind may have {most}")]
    Oversized {
        /// Its size.
        bytes: usize,
        /// What it may have.
        most: usize,
    },
    /// No canonical encoding of any frame.
    #[error("frame is not in canonical form")]
    Malformed,
}

impl Frame {
    /// The frame with these bytes; the limit of its kind is checked before anything is decoded.
    pub fn decode(bytes: &[u8]) -> Result<Frame, BadFrame> {
        let most = match bytes.first() {
            Some(1) => FRAME_MOST,
            Some(3) => lobby::MESSAGE_MOST,
            _ => 128,
        };
        if bytes.len() > most {
            return Err(BadFrame::Oversized { bytes: bytes.len(), most });
        }
        decode(bytes).ok_or(BadFrame::Malformed)
    }

    /// Its bytes.
    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }
}
