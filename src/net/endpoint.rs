//! How this process stands on the network: addresses, relay, lookup, time limits.

use std::net::{AddrParseError, IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::Context;
use iroh::endpoint::{BindOpts, Builder, PortmapperConfig, QuicTransportConfig, presets};
use iroh::{Endpoint, RelayMode, RelayUrl, SecretKey, tls::CaTlsConfig};
use rustls_pki_types::{
    CertificateDer,
    pem::{self, PemObject as _},
};
use sha2::{Digest as _, Sha256};

use super::pulse::WAITING_BYTES;

/// What both ends must speak. The version stands in the name, so peers of different versions
/// never get as far as a first frame.
pub const ALPN: &[u8] = b"marque/1";

/// How often an idle connection and each of its paths is touched.
const KEEP_ALIVE: Duration = Duration::from_secs(1);
/// After this silence a path is given up and another one tried.
const PATH_IDLE: Duration = Duration::from_secs(5);
/// After this silence a connection is down. Long enough to outlive a cable pulled for ten seconds.
const CONNECTION_IDLE: Duration = Duration::from_secs(20);
/// Ports from here on belong to nobody.
const PORTS_FROM: u16 = 0xc000;
/// How often and after which pauses a port is tried.
const BIND_TRIES: u32 = 20;
const BIND_PAUSE: Duration = Duration::from_millis(25);
/// How long to wait for a relay before going on without one. Where UDP is blocked it takes three seconds to be found,
/// and an invitation that does not name it is worth nothing there.
const ONLINE_LIMIT: Duration = Duration::from_secs(7);

/// How to stand on the network; has the identity's key, so without `Debug`.
#[derive(Clone)]
pub struct Config {
    /// The key that proves this peer's identity; the same key signs its entries.
    pub key: SecretKey,
    /// No relay, no lookup, no port mapping: only addresses that peers name themselves.
    pub offline: bool,
    /// Listen on this address alone. Port 0 takes the port of the identity, or any that is free.
    pub bind: Option<SocketAddr>,
    /// A relay to use in place of the public ones. Has no effect when offline.
    pub relay: Option<RelayUrl>,
    /// Who may vouch for relays besides the authorities that everybody trusts.
    pub roots: Vec<CertificateDer<'static>>,
    /// Only through the relay: no socket for packets straight to peers is opened, so that nobody but the relay
    /// learns an address of this computer. Wins over `bind`; offline it leaves no way at all.
    pub relay_only: bool,
}

/// What a single run says of the network in place of what is set.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// No relay, no lookup, no port mapping.
    pub offline: bool,
    /// Listen on this address alone.
    pub bind: Option<SocketAddr>,
    /// A relay to use in place of the one that is set.
    pub relay: Option<RelayUrl>,
    /// Who may vouch for that relay, see [`roots`].
    pub roots: Vec<CertificateDer<'static>>,
}

impl Reach {
    /// How this run stands on the network, where otherwise it would stand like this.
    pub fn over(&self, set: Config) -> Config {
        let offline = self.offline || set.offline && self.relay.is_none();
        let relay = self.relay.clone().or(set.relay);
        let roots = [set.roots, self.roots.clone()].concat();
        Config { offline, bind: self.bind.or(set.bind), relay, roots, ..set }
    }
}

/// Only through the relay, and no relay.
#[derive(Clone, Debug, thiserror::Error)]
#[error("only through the relay, and no relay: choose a relay, or allow direct connections")]
pub struct NoWay;

/// Reads an address to bind to, with or without a port: `127.0.0.1`, `127.0.0.1:4000`, `[::1]:0`.
pub fn bind_address(text: &str) -> Result<SocketAddr, AddrParseError> {
    match text.parse::<IpAddr>() {
        Ok(ip) => Ok(SocketAddr::new(ip, 0)),
        Err(_) => text.parse(),
    }
}

/// Reads the certificates of a PEM text; it must hold one at least.
pub fn roots(text: &[u8]) -> Result<Vec<CertificateDer<'static>>, pem::Error> {
    let roots: Vec<_> = CertificateDer::pem_slice_iter(text).collect::<Result<_, _>>()?;
    if roots.is_empty() { Err(pem::Error::NoItemsFound) } else { Ok(roots) }
}

/// Opens the endpoint. Never waits for anything beyond this machine.
pub(super) async fn open(config: &Config) -> anyhow::Result<Endpoint> {
    match bind(|| with_port(config, own_port(&config.key))).await? {
        Some(endpoint) => Ok(endpoint),
        None => builder(config)?.bind().await.context("cannot open a network socket"),
    }
}

/// Opens the endpoint on these sockets, which an earlier one had; on others if they are taken.
pub(super) async fn reopen(config: &Config, sockets: &[SocketAddr]) -> anyhow::Result<Endpoint> {
    let same = || {
        let builder = builder(config)?.clear_ip_transports();
        anyhow::Ok(sockets.iter().try_fold(builder, |builder, at| builder.bind_addr(*at))?)
    };
    match bind(same).await? {
        Some(endpoint) => Ok(endpoint),
        None => open(config).await,
    }
}

/// An endpoint at a certain port; none if that is taken. One that was closed a moment ago may hold it still.
async fn bind(builder: impl Fn() -> anyhow::Result<Builder>) -> anyhow::Result<Option<Endpoint>> {
    for _ in 0..BIND_TRIES {
        if let Ok(endpoint) = builder()?.bind().await {
            return Ok(Some(endpoint));
        }
        tokio::time::sleep(BIND_PAUSE).await;
    }
    Ok(None)
}

/// The port of an identity: where it was met once it can be met again, also if nobody looks up where it is.
/// It follows from the secret, so that a port tells nobody whose it is.
fn own_port(key: &SecretKey) -> u16 {
    let digest = Sha256::new().chain_update(b"marque port").chain_update(key.to_bytes()).finalize();
    let number = digest.first_chunk().copied().map_or(0, u16::from_le_bytes);
    PORTS_FROM | number & (u16::MAX - PORTS_FROM)
}

/// An endpoint that is not open yet, at any port.
pub(super) fn builder(config: &Config) -> anyhow::Result<Builder> {
    with_port(config, 0)
}

/// The same at a port, unless another is asked for.
fn with_port(config: &Config, port: u16) -> anyhow::Result<Builder> {
    if config.relay_only && config.offline {
        return Err(NoWay.into());
    }
    let builder = reach(config)
        .secret_key(config.key.clone())
        .alpns(vec![ALPN.to_vec()])
        .transport_config(transport()?);
    if config.relay_only {
        return Ok(builder.clear_ip_transports().portmapper_config(PortmapperConfig::Disabled));
    }
    Ok(match config.bind {
        Some(address) if address.port() == 0 => {
            builder.clear_ip_transports().bind_addr(SocketAddr::new(address.ip(), port))?
        }
        Some(address) => builder.clear_ip_transports().bind_addr(address)?,
        None if port == 0 => builder,
        None => {
            let optional = BindOpts::default().set_is_required(false);
            let (four, six) = (Ipv4Addr::UNSPECIFIED, Ipv6Addr::UNSPECIFIED);
            builder.bind_addr((four, port))?.bind_addr_with_opts((six, port), optional)?
        }
    })
}

/// Waits until a relay answers, so that the address is good beyond the local network, but never
/// long: without internet it would never come.
pub(super) async fn online(endpoint: &Endpoint) -> bool {
    tokio::time::timeout(ONLINE_LIMIT, endpoint.online()).await.is_ok()
}

fn reach(config: &Config) -> Builder {
    if config.offline {
        return Endpoint::builder(presets::Minimal)
            .relay_mode(RelayMode::Disabled)
            .clear_address_lookup()
            .portmapper_config(PortmapperConfig::Disabled);
    }
    let trust = CaTlsConfig::default().with_extra_roots(config.roots.iter().cloned());
    let builder = Endpoint::builder(presets::N0).ca_tls_config(trust);
    match &config.relay {
        Some(url) => builder.relay_mode(RelayMode::custom([url.clone()])),
        None => builder,
    }
}

fn transport() -> anyhow::Result<QuicTransportConfig> {
    Ok(QuicTransportConfig::builder()
        .keep_alive_interval(KEEP_ALIVE)
        .default_path_keep_alive_interval(KEEP_ALIVE)
        .default_path_max_idle_timeout(PATH_IDLE)
        .max_idle_timeout(Some(CONNECTION_IDLE.try_into()?))
        // One stream for the game and one for talk: a peer that opens more only wants our memory.
        .max_concurrent_bidi_streams(1u8.into())
        .max_concurrent_uni_streams(1u8.into())
        .datagram_receive_buffer_size(Some(WAITING_BYTES))
        .build())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Ticket;

    #[test]
    fn an_address_may_leave_out_the_port() {
        assert_eq!(bind_address("127.0.0.1"), Ok(SocketAddr::from(([127, 0, 0, 1], 0))));
        assert_eq!(bind_address("127.0.0.1:4000"), Ok(SocketAddr::from(([127, 0, 0, 1], 4000))));
        assert_eq!(bind_address("::1").map(|a| a.is_ipv6()), Ok(true));
        assert_eq!(bind_address("[::1]:7").map(|a| a.port()), Ok(7));
        assert!(bind_address("localhost").is_err());
    }

    #[tokio::test]
    async fn bound_to_one_address_it_listens_there_alone() {
        let config = Config {
            key: SecretKey::generate(),
            offline: true,
            bind: bind_address("127.0.0.1").ok(),
            relay: None,
            roots: Vec::new(),
            relay_only: false,
        };
        let endpoint = open(&config).await.expect("binds");
        let sockets = endpoint.bound_sockets();
        assert_eq!(sockets.len(), 1);
        assert!(sockets.iter().all(|s| s.ip().is_loopback()));
        endpoint.close().await;
    }

    #[tokio::test]
    async fn an_identity_comes_back_to_its_port_unless_it_is_taken() {
        let (key, bind) = (SecretKey::generate(), bind_address("127.0.0.1").ok());
        let config = Config { key, offline: true, bind, relay: None, roots: Vec::new(), relay_only: false };
        let port = |endpoint: &Endpoint| endpoint.bound_sockets().iter().map(SocketAddr::port).next();
        let first = open(&config).await.expect("opens");
        let second = open(&config).await.expect("opens beside it");
        let (own, other) = (port(&first), port(&second));
        assert_ne!(own, other);
        assert!(own.is_some_and(|port| port >= PORTS_FROM), "{own:?}");
        first.close().await;
        // Whoever holds a closed endpoint holds its socket.
        drop(first);
        let again = open(&config).await.expect("opens");
        assert_eq!(port(&again), own);
        let everywhere = open(&Config { bind: None, ..config.clone() }).await.expect("opens");
        again.close().await;
        second.close().await;
        everywhere.close().await;
    }

    /// The relay need not be there: what could give an address away is known without it.
    #[tokio::test]
    async fn only_through_the_relay_a_ticket_carries_no_address() {
        let relay: RelayUrl = "https://relay.invalid".parse().expect("a url");
        let (key, bind) = (SecretKey::generate(), bind_address("127.0.0.1").ok());
        let roots = Vec::new();
        let config = Config { key, offline: false, bind, relay: Some(relay), roots, relay_only: false };
        for relay_only in [false, true] {
            let endpoint = open(&Config { relay_only, ..config.clone() }).await.expect("opens");
            // Direct addresses are known as soon as there is a socket.
            assert_eq!(endpoint.bound_sockets().is_empty(), relay_only);
            let ticket = Ticket { address: endpoint.addr(), table: [7; 16] };
            let read = Ticket::find(&ticket.to_string()).expect("reads");
            assert_eq!(read.address.ip_addrs().count() == 0, relay_only, "{:?}", read.address);
            endpoint.close().await;
        }
        let error = open(&Config { relay_only: true, offline: true, ..config }).await.err();
        assert!(error.is_some_and(|error| error.is::<NoWay>()), "there is no way at all");
    }
}
