//! Invitations: where a table is, as text that survives being pasted through chat and mail (P-80).
//!
//! A ticket reads `marque1` and then base32 in lower case: the length of the body (two bytes),
//! the body (postcard), and the first four bytes of a SHA-256 over all of it. The length makes the
//! end of the ticket known, whatever text follows it. The digit is the version.

#[cfg(test)]
mod tests;

use core::{fmt, net::SocketAddr};

use data_encoding::BASE32_NOPAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

const NAME: &str = "marque";
const VERSION: u8 = 1;
/// Keeps the checksum apart from every other hash of the game.
const CHECKSUM_TAG: &[u8] = b"marque ticket";
const CHECKSUM: usize = 4;
const LENGTH: usize = 2;

/// Addresses in a ticket. A host with many interfaces names only so many.
pub const ADDRESSES_MOST: usize = 12;
/// The longest address of a relay that is written, in bytes.
pub const RELAY_MOST: usize = 255;
/// The longest body, in bytes.
pub const BODY_MOST: usize = 1024;
/// Pasted text beyond this, in bytes, is not looked at.
pub const TEXT_MOST: usize = 64 * 1024;
/// Places in pasted text that may be the beginning of a ticket.
const PLACES_MOST: usize = 64;
/// A word this long is no word of a language. Tells a broken ticket from mere talk of one.
const LONG_WORD: usize = 20;

/// An invitation to a table: who the host is and where it can be reached. Whether the id is a key and
/// the relay a URL is for the network to say.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Ticket {
    /// Who the host is.
    pub id: [u8; 32],
    /// Which of the host's tables.
    pub table: [u8; 16],
    /// A relay through which the host can be reached; one that is too long is not written.
    pub relay: Option<String>,
    /// Addresses of the host; so many are written as a ticket may have.
    pub addresses: Vec<SocketAddr>,
}

/// Why a text holds no ticket that can be used.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum TicketError {
    /// Nothing in it looks like a ticket.
    #[error("there is no ticket in this text")]
    NotFound,
    /// There is a ticket, but letters are wrong or missing.
    #[error("the ticket is incomplete or mistyped")]
    Mistyped,
    /// There is a ticket of a later version of the game.
    #[error("the ticket was made by a newer version of the game")]
    Newer,
}

impl Ticket {
    /// Finds the first intact ticket in a text, whatever stands around it and however the text
    /// was wrapped or quoted on its way.
    pub fn find(text: &str) -> Result<Ticket, TicketError> {
        Ticket::find_usable(text, Some)
    }

    /// Finds the first intact ticket of which something can be made; one of which nothing can is
    /// mistyped.
    pub fn find_usable<T>(text: &str, mut make: impl FnMut(Ticket) -> Option<T>) -> Result<T, TicketError> {
        let text = text.get(..text.floor_char_boundary(TEXT_MOST)).unwrap_or_default();
        let plain = strip(text);
        let mut worst = TicketError::NotFound;
        for after in places(&plain).take(PLACES_MOST) {
            match Ticket::read(after).and_then(|ticket| make(ticket).ok_or(TicketError::Mistyped)) {
                Ok(made) => return Ok(made),
                Err(error) if worst == TicketError::NotFound => worst = error,
                Err(_) => {}
            }
        }
        let serious = text.split_whitespace().any(|word| word.len() >= LONG_WORD);
        Err(if serious { worst } else { TicketError::NotFound })
    }

    /// Reads what follows the name: the version and the base32 letters.
    fn read(after: &str) -> Result<Ticket, TicketError> {
        let (version, letters) = after.split_at_checked(1).ok_or(TicketError::Mistyped)?;
        match version.parse::<u8>() {
            Ok(VERSION) => {}
            Ok(later) if later > VERSION => return Err(TicketError::Newer),
            _ => return Err(TicketError::Mistyped),
        }
        let body = unseal(letters).ok_or(TicketError::Mistyped)?;
        Ticket::decode(&body).ok_or(TicketError::Mistyped)
    }

    fn decode(body: &[u8]) -> Option<Ticket> {
        crate::wire::decode(body).filter(|ticket: &Ticket| ticket.addresses.len() <= ADDRESSES_MOST)
    }

    fn encode(&self) -> Vec<u8> {
        let written = Ticket {
            relay: self.relay.clone().filter(|relay| relay.len() <= RELAY_MOST),
            addresses: self.addresses.iter().copied().take(ADDRESSES_MOST).collect(),
            ..*self
        };
        crate::wire::encode(&written)
    }
}

impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.encode();
        let length = u16::try_from(body.len()).map_err(|_| fmt::Error)?;
        let mut bytes = length.to_be_bytes().to_vec();
        bytes.extend(body);
        bytes.extend(checksum(&bytes));
        let letters = BASE32_NOPAD.encode(&bytes).to_ascii_lowercase();
        write!(f, "{NAME}{VERSION}{letters}")
    }
}

/// The body, if the letters begin with an intact one.
fn unseal(letters: &str) -> Option<Vec<u8>> {
    // Four letters hold the length and the first bits of the body. What follows the ticket may be
    // long and is never copied.
    let head = letters.as_bytes().get(..4)?;
    let head = head.iter().try_fold(0u32, |bits, letter| Some(bits << 5 | u32::from(value(*letter)?)))?;
    let length = usize::try_from(head >> 4).ok()?;
    if length > BODY_MOST {
        return None;
    }
    let letters = letters.get(..BASE32_NOPAD.encode_len(LENGTH + length + CHECKSUM))?;
    let mut bytes = BASE32_NOPAD.decode(letters.to_ascii_uppercase().as_bytes()).ok()?;
    let (sealed, sum) = bytes.split_at_checked(LENGTH + length)?;
    if sum != checksum(sealed) {
        return None;
    }
    bytes.truncate(LENGTH + length);
    Some(bytes.split_off(LENGTH))
}

fn value(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'2'..=b'7' => Some(letter - b'2' + 26),
        _ => None,
    }
}

fn checksum(sealed: &[u8]) -> [u8; CHECKSUM] {
    let hash = Sha256::new().chain_update(CHECKSUM_TAG).chain_update([VERSION]).chain_update(sealed);
    let [a, b, c, d, ..]: [u8; 32] = hash.finalize().into();
    [a, b, c, d]
}

/// What follows each mention of the name that could begin a ticket; a link may put `:` and
/// slashes after it.
fn places(plain: &str) -> impl Iterator<Item = &str> {
    plain.match_indices(NAME).filter_map(|(at, name)| {
        let after = plain.get(at + name.len()..)?.trim_start_matches([':', '/']);
        after.starts_with(|c: char| c.is_ascii_digit()).then_some(after)
    })
}

/// The text in lower case without anything that chat, mail and word processors put in between.
fn strip(text: &str) -> String {
    let kept = text.chars().filter(|c| !is_noise(*c));
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

fn is_noise(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '<' | '>' | '=' | '*' | '_' | '~' | '|' | '-' | '\\')
        || matches!(c, '"' | '\'' | '`' | '´' | '«' | '»' | '‹' | '›')
        || matches!(c, '\u{2018}'..='\u{201f}')
        // Soft hyphen, zero-width characters, marks of direction, joiners, byte order mark.
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{2010}' | '\u{2011}' | '\u{180e}' | '\u{fe00}'..='\u{fe0f}')
}
