//! Invitations: where a table is, as text that survives being pasted through chat and mail.
//!
//! A ticket reads `marque1` and then base32 in lower case: the length of the body (two bytes),
//! the body (postcard), and the first four bytes of a SHA-256 over all of it. The length makes the
//! end of the ticket known, whatever text follows it. The digit is the version.

#[cfg(test)]
mod tests;

use std::fmt;
use std::net::SocketAddr;

use data_encoding::BASE32_NOPAD;
use iroh::{EndpointAddr, EndpointId, RelayUrl, TransportAddr};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const NAME: &str = "marque";
const VERSION: u8 = 1;
/// Keeps the checksum apart from every other hash of the game.
const CHECKSUM_TAG: &[u8] = b"marque ticket";
const CHECKSUM: usize = 4;
const LENGTH: usize = 2;

/// Addresses in a ticket. A host with many interfaces names only so many.
const MAX_ADDRESSES: usize = 12;
const MAX_RELAY: usize = 255;
const MAX_BODY: usize = 1024;
/// Pasted text beyond this is not looked at.
const MAX_PASTE: usize = 64 * 1024;
/// Places in pasted text that may be the beginning of a ticket.
const MAX_PLACES: usize = 64;
/// A word this long is no word of a language. Tells a broken ticket from mere talk of one.
const LONG_WORD: usize = 20;

/// An invitation to a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    /// Who the host is and where it can be reached.
    pub address: EndpointAddr,
    /// Which of the host's tables.
    pub table: [u8; 16],
}

/// Why a text holds no ticket that can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
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

#[derive(Serialize, Deserialize)]
struct Body {
    id: [u8; 32],
    table: [u8; 16],
    relay: Option<String>,
    addresses: Vec<SocketAddr>,
}

impl Ticket {
    /// Finds the first intact ticket in a text, whatever stands around it and however the text
    /// was wrapped or quoted on its way.
    pub fn find(text: &str) -> Result<Self, TicketError> {
        let text = &text[..text.floor_char_boundary(MAX_PASTE)];
        let plain = strip(text);
        let mut worst = TicketError::NotFound;
        for after in places(&plain).take(MAX_PLACES) {
            match Self::read(after) {
                Ok(ticket) => return Ok(ticket),
                Err(error) if worst == TicketError::NotFound => worst = error,
                Err(_) => {}
            }
        }
        let serious = text.split_whitespace().any(|word| word.len() >= LONG_WORD);
        Err(if serious { worst } else { TicketError::NotFound })
    }

    /// Reads what follows the name: the version and the base32 letters.
    fn read(after: &str) -> Result<Self, TicketError> {
        let (version, letters) = after.split_at_checked(1).ok_or(TicketError::Mistyped)?;
        match version.parse::<u8>() {
            Ok(VERSION) => {}
            Ok(later) if later > VERSION => return Err(TicketError::Newer),
            _ => return Err(TicketError::Mistyped),
        }
        let bytes = unseal(letters).ok_or(TicketError::Mistyped)?;
        Self::decode(&bytes).ok_or(TicketError::Mistyped)
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (body, rest) = postcard::take_from_bytes::<Body>(bytes).ok()?;
        if !rest.is_empty() || body.addresses.len() > MAX_ADDRESSES {
            return None;
        }
        let id = EndpointId::from_bytes(&body.id).ok()?;
        let relay = match body.relay {
            Some(url) => Some(TransportAddr::Relay(url.parse::<RelayUrl>().ok()?)),
            None => None,
        };
        let addresses = body.addresses.into_iter().map(TransportAddr::Ip);
        Some(Self { address: EndpointAddr::from_parts(id, addresses.chain(relay)), table: body.table })
    }

    fn encode(&self) -> Vec<u8> {
        let mut relays = self.address.relay_urls().map(|url| url.to_string());
        let body = Body {
            id: *self.address.id.as_bytes(),
            table: self.table,
            relay: relays.find(|url| url.len() <= MAX_RELAY),
            addresses: self.address.ip_addrs().copied().take(MAX_ADDRESSES).collect(),
        };
        // Arrays, a short string and a short list: there is nothing postcard could refuse.
        postcard::to_allocvec(&body).unwrap_or_default()
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
    let letters = letters.to_ascii_uppercase();
    // Four letters hold the length and the first bits of the body.
    let head = letters.as_bytes().get(..4)?;
    let head = head.iter().try_fold(0u32, |bits, letter| Some(bits << 5 | u32::from(value(*letter)?)))?;
    let length = usize::try_from(head >> 4).ok()?;
    if length > MAX_BODY {
        return None;
    }
    let letters = letters.get(..BASE32_NOPAD.encode_len(LENGTH + length + CHECKSUM))?;
    let bytes = BASE32_NOPAD.decode(letters.as_bytes()).ok()?;
    let (sealed, sum) = bytes.split_at_checked(LENGTH + length)?;
    (sum == checksum(sealed)).then(|| sealed[LENGTH..].to_vec())
}

fn value(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'2'..=b'7' => Some(letter - b'2' + 26),
        _ => None,
    }
}

fn checksum(sealed: &[u8]) -> [u8; CHECKSUM] {
    let mut hash = Sha256::new();
    hash.update(CHECKSUM_TAG);
    hash.update([VERSION]);
    hash.update(sealed);
    let hash: [u8; 32] = hash.finalize().into();
    [hash[0], hash[1], hash[2], hash[3]]
}

/// What follows each mention of the name that could begin a ticket; a link may put `:` and
/// slashes after it.
fn places(plain: &str) -> impl Iterator<Item = &str> {
    plain.match_indices(NAME).filter_map(|(at, name)| {
        let after = plain[at + name.len()..].trim_start_matches([':', '/']);
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
