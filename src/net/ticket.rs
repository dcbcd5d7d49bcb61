//! Tickets with an address that this network can dial; their text is [`marque_protocol::ticket`].

use std::fmt;

use iroh::{EndpointAddr, EndpointId, RelayUrl, TransportAddr};
use marque_protocol::ticket::{self, RELAY_MOST};

pub use marque_protocol::ticket::TicketError;

/// An invitation to a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    /// Who the host is and where it can be reached.
    pub address: EndpointAddr,
    /// Which of the host's tables.
    pub table: [u8; 16],
}

impl Ticket {
    /// Finds the first ticket in a text that names an identity and, if any, a relay.
    pub fn find(text: &str) -> Result<Self, TicketError> {
        ticket::Ticket::find_usable(text, Self::named)
    }

    /// The address that a ticket names; none if its id is no key or its relay no URL.
    fn named(ticket: ticket::Ticket) -> Option<Self> {
        let id = EndpointId::from_bytes(&ticket.id).ok()?;
        let relay = match ticket.relay {
            Some(url) => Some(TransportAddr::Relay(url.parse::<RelayUrl>().ok()?)),
            None => None,
        };
        let addresses = ticket.addresses.into_iter().map(TransportAddr::Ip);
        Some(Self { address: EndpointAddr::from_parts(id, addresses.chain(relay)), table: ticket.table })
    }
}

impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut relays = self.address.relay_urls().map(|url| url.to_string());
        let ticket = ticket::Ticket {
            id: *self.address.id.as_bytes(),
            table: self.table,
            relay: relays.find(|url| url.len() <= RELAY_MOST),
            addresses: self.address.ip_addrs().copied().collect(),
        };
        ticket.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;

    fn host() -> EndpointAddr {
        EndpointAddr::new(iroh::SecretKey::from_bytes(&[7; 32]).public())
    }

    fn written() -> ticket::Ticket {
        let id = *host().id.as_bytes();
        ticket::Ticket { id, table: [9; 16], relay: None, addresses: Vec::new() }
    }

    #[test]
    fn it_comes_back_as_it_was() {
        let relay: RelayUrl = "https://relay.example.org".parse().expect("a url");
        let address = host()
            .with_ip_addr(SocketAddr::from(([192, 168, 1, 20], 40123)))
            .with_ip_addr("[2001:db8::17]:40124".parse().expect("an address"))
            .with_relay_url(relay);
        for address in [address, host()] {
            let ticket = Ticket { address, table: *b"sixteen letters!" };
            assert_eq!(Ticket::find(&format!("come: {ticket}!")), Ok(ticket));
        }
    }

    #[test]
    fn an_id_that_is_no_key_or_a_relay_that_is_no_url_is_mistyped() {
        let no_key = (0..=255).map(|n| [n; 32]).find(|id| EndpointId::from_bytes(id).is_err());
        let no_key = ticket::Ticket { id: no_key.expect("not all numbers are keys"), ..written() };
        let no_url = ticket::Ticket { relay: Some("no relay".to_owned()), ..written() };
        for bad in [no_key, no_url] {
            assert_eq!(Ticket::find(&bad.to_string()), Err(TicketError::Mistyped));
            let good = Ticket { address: host(), table: [9; 16] };
            assert_eq!(Ticket::find(&format!("{bad} {good}")), Ok(good));
        }
    }

    #[test]
    fn of_many_addresses_and_relays_it_names_what_there_is_room_for() {
        let many = (0..40).map(|n| TransportAddr::Ip(SocketAddr::from(([n; 16], 65535))));
        let long: RelayUrl = format!("https://a.{}.org", "x".repeat(RELAY_MOST)).parse().expect("a url");
        let short: RelayUrl = "https://b.org".parse().expect("a url");
        let relays = [long, short.clone()].map(TransportAddr::Relay);
        let crowded = EndpointAddr::from_parts(host().id, many.chain(relays));
        let read = Ticket::find(&Ticket { address: crowded, table: [9; 16] }.to_string()).expect("reads");
        assert_eq!(read.address.ip_addrs().count(), ticket::ADDRESSES_MOST);
        assert_eq!(read.address.relay_urls().collect::<Vec<_>>(), [&short]);
    }
}
