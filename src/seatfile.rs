//! What a seat keeps to itself of a running game, as it lies on disk.

use std::net::SocketAddr;

use anyhow::{Context as _, anyhow};
use iroh::{EndpointAddr, EndpointId, RelayUrl, TransportAddr};
use marque_protocol::{
    peer::{Kept, Seated},
    rules::Seat,
    seal::{Chart, Digest},
    terms::SeatKeys,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Bytes of the check at the end.
const CHECK: usize = 8;
const DAMAGED: &str = "the secrets of this game are damaged";

/// The secrets of one seat in one game, and where the others were last seen. Written before the seat
/// signs its seal; readable by its owner only.
#[derive(Serialize, Deserialize)]
pub struct SeatFile {
    seat: u8,
    master: [u8; 32],
    chart: Vec<u8>,
    kept: Vec<(Digest, Vec<u8>)>,
    peers: Vec<Address>,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Address {
    identity: [u8; 32],
    relay: Option<String>,
    addresses: Vec<SocketAddr>,
}

impl SeatFile {
    /// The secrets of a seat; `chart` is none as long as a person lays out the fleet.
    pub fn new(seat: Seat, master: [u8; 32], chart: Option<&Chart>) -> SeatFile {
        let chart = chart.map(|chart| chart.values().to_vec()).unwrap_or_default();
        SeatFile { seat: seat.0, master, chart, kept: Vec::new(), peers: Vec::new() }
    }

    /// Which seat it is.
    pub fn seat(&self) -> Seat {
        Seat(self.seat)
    }

    /// The fleet is laid out.
    pub(crate) fn lay(&mut self, chart: &Chart) {
        self.chart = chart.values().to_vec();
    }

    /// What was written.
    pub fn read(bytes: &[u8]) -> anyhow::Result<SeatFile> {
        // With one bit of its chart changed a seat could answer nothing any more, and not say why.
        let (secrets, check) = bytes.split_last_chunk::<CHECK>().context(DAMAGED)?;
        if !Sha256::digest(secrets).starts_with(check) {
            return Err(anyhow!(DAMAGED));
        }
        postcard::from_bytes(secrets).map_err(|_| anyhow!(DAMAGED))
    }

    /// What to write.
    pub fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = postcard::to_allocvec(self).context("the secrets of this game have no encoding")?;
        let check = Sha256::digest(&bytes);
        bytes.extend(check.iter().take(CHECK));
        Ok(bytes)
    }

    /// What the peer at this seat begins or goes on with; none before the fleet is laid out.
    pub fn seated(&self) -> Option<Seated> {
        let kept = self.kept.iter().cloned();
        (!self.chart.is_empty()).then(|| Seated {
            seat: Seat(self.seat),
            keys: SeatKeys::new(self.master),
            chart: Chart::new(self.chart.clone()),
            kept: kept.map(|(previous, bits)| Kept { previous, bits }).collect(),
        })
    }

    /// The secret that all keys of this seat come from.
    pub(crate) fn master(&self) -> [u8; 32] {
        self.master
    }

    /// Adds the secret bits of an act.
    pub fn keep(&mut self, kept: Kept) {
        self.kept.push((kept.previous, kept.bits));
    }

    /// Remembers where a peer is; whether that is new.
    pub fn met(&mut self, address: &EndpointAddr) -> bool {
        let mut relay = None;
        let mut addresses = Vec::new();
        for way in &address.addrs {
            match way {
                TransportAddr::Relay(url) => relay = Some(url.to_string()),
                TransportAddr::Ip(ip) => addresses.push(*ip),
                _ => {}
            }
        }
        let address = Address { identity: *address.id.as_bytes(), relay, addresses };
        if self.peers.contains(&address) {
            return false;
        }
        self.peers.retain(|other| other.identity != address.identity);
        self.peers.push(address);
        true
    }

    /// Remembers where a peer is said to be, if nothing better is known; whether that is new.
    pub fn hint(&mut self, address: &EndpointAddr) -> bool {
        let known = self.peers.iter().any(|peer| peer.identity == *address.id.as_bytes());
        !known && !address.is_empty() && self.met(address)
    }

    /// Where the others were last seen.
    pub fn peers(&self) -> Vec<EndpointAddr> {
        let address = |peer: &Address| {
            let id = EndpointId::from_bytes(&peer.identity).ok()?;
            let relay = peer.relay.as_ref().and_then(|url| url.parse::<RelayUrl>().ok());
            let ways = peer.addresses.iter().copied().map(TransportAddr::Ip);
            Some(EndpointAddr::from_parts(id, ways.chain(relay.map(TransportAddr::Relay))))
        };
        self.peers.iter().filter_map(address).collect()
    }
}
