//! Text in which somebody looks for a ticket.

use data_encoding::BASE32_NOPAD;
use marque_protocol::ticket::{RELAY_MOST, Ticket};
use sha2::{Digest as _, Sha256};

/// The first byte says whether the others are text, or the body of a ticket that gets a right checksum.
pub fn body(bytes: &[u8]) {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let text = if kind % 2 == 0 { String::from_utf8_lossy(rest).into_owned() } else { sealed(rest) };
    let Ok(ticket) = Ticket::find(&text) else { return };
    // What is read may have a longer relay than is written.
    let written = Ticket { relay: ticket.relay.clone().filter(|url| url.len() <= RELAY_MOST), ..ticket };
    let text = written.to_string();
    assert_eq!(Ticket::find(&text).as_ref(), Ok(&written));
    let letters = text.as_bytes().chunks(1 + usize::from(*kind)).map(String::from_utf8_lossy);
    let quoted = letters.collect::<Vec<_>>().join("\r\n> ");
    for around in [format!("marque1 {text}."), format!("«{quoted}» see you at 8"), text.to_uppercase()] {
        assert_eq!(Ticket::find(&around).as_ref(), Ok(&written), "{around:?}");
    }
}

/// A ticket with this body, whatever it is.
fn sealed(body: &[u8]) -> String {
    let length = u16::try_from(body.len()).unwrap_or(u16::MAX);
    let mut bytes = length.to_be_bytes().to_vec();
    bytes.extend(body);
    let sum = Sha256::new().chain_update(b"marque ticket").chain_update([1]).chain_update(&bytes).finalize();
    bytes.extend(sum.iter().take(4));
    format!("marque1{}", BASE32_NOPAD.encode(&bytes).to_lowercase())
}
