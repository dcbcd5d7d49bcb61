//! Moves bytes between peers and knows no game.
//!
//! A [`Net`] owns one endpoint. It accepts connections, dials the peers it is told to keep
//! dialling, and turns each connection into one *link*: an ordered, reliable row of frames in
//! both directions until it goes down. After a link is down the fate of frames that the peer has
//! not answered is unknown; the layer above resends what the other side lacks.
//!
//! Of one identity at most one link is up at any time. Everything that happens arrives as a
//! [`NetEvent`] on one bounded channel; for a link the order is `Up`, its frames and words, `Down`.
//! If nobody drains that channel, peers are slowed down and no memory grows.

mod carry;
mod dial;
pub mod endpoint;
mod frame;
pub mod lan;
pub mod link;
pub mod local;
mod mooring;
pub mod probe;
mod pulse;
mod roster;
mod sessions;
mod talk;
pub mod ticket;

#[cfg(test)]
mod tests;

pub use endpoint::{ALPN, Config, NoWay, Reach, bind_address, roots};
pub use frame::MAX_FRAME;
pub use link::{Net, NetEvent, Path};
pub use pulse::Pulse;
pub use talk::{Delivery, MAX_TEXT, Word};
pub use ticket::{Ticket, TicketError};

/// What a game needs of links, whatever they are made of.
pub trait Links {
    /// Queues a frame on a link; one that is down takes it silently.
    fn send(&self, link: u64, frame: Vec<u8>);
    /// Says something beside the game, and what becomes of it.
    fn say(&self, link: u64, word: &Word) -> Delivery;
    /// Whether the others are at other computers.
    fn is_far(&self) -> bool;
    /// Closes a link after what is queued on it.
    fn close(&self, link: u64, code: u32, reason: &str);
    /// Where the peer of a link is reached at present, if it has an address.
    fn peer_address(&self, link: u64) -> Option<iroh::EndpointAddr>;
    /// The way that a link takes through a network at present.
    fn path(&self, link: u64) -> Option<Path>;
    /// Whether the peer of a link is to be asked all the time if it is there; as long as a game is on.
    fn attend(&self, link: u64, wanted: bool);
    /// Where this end can be reached, if it has an address.
    fn own_address(&self) -> Option<iroh::EndpointAddr>;
    /// Dials this peer whenever there is no link with it, in place of wherever it was dialled before.
    fn dial(&self, address: iroh::EndpointAddr);
    /// Dials this peer no more.
    fn stop_dialling(&self, identity: [u8; 32]);
}

impl Links for Net {
    fn send(&self, link: u64, frame: Vec<u8>) {
        Net::send(self, link, frame);
    }

    fn say(&self, link: u64, word: &Word) -> Delivery {
        Net::say(self, link, word)
    }

    fn is_far(&self) -> bool {
        true
    }

    fn close(&self, link: u64, code: u32, reason: &str) {
        Net::close(self, link, code, reason);
    }

    fn peer_address(&self, link: u64) -> Option<iroh::EndpointAddr> {
        Net::peer_address(self, link)
    }

    fn path(&self, link: u64) -> Option<Path> {
        Net::path(self, link)
    }

    fn attend(&self, link: u64, wanted: bool) {
        Net::attend(self, link, wanted);
    }

    fn own_address(&self) -> Option<iroh::EndpointAddr> {
        Some(Net::address(self))
    }

    fn dial(&self, address: iroh::EndpointAddr) {
        Net::keep_dialling(self, address);
    }

    fn stop_dialling(&self, identity: [u8; 32]) {
        Net::stop_dialling(self, identity);
    }
}
