//! What the network looks like from here: an endpoint that is opened for a moment and looks around.
//!
//! Nothing is told but what iroh has found out. What it could not find out is said to be unknown.

use std::net::SocketAddr;
use std::time::Duration;

use iroh::unstable_net_report::NetReport;
use iroh::{Endpoint, EndpointAddr, RelayUrl, SecretKey, Watcher as _};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::endpoint::{Config, NoWay, builder};
use super::lan::{Ground, Heard, Listener};

/// How long to look around: a little more than iroh takes for a first report.
const LIMIT: Duration = Duration::from_secs(iroh::NET_REPORT_TIMEOUT + 2);
/// How long to listen for tables: each is heard within that time.
const LISTEN: Duration = Duration::from_secs(3);
/// How long the endpoint may take to close.
const CLOSE_LIMIT: Duration = Duration::from_secs(2);

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Surroundings {
    /// Where this computer listens for packets straight from peers.
    pub sockets: Vec<SocketAddr>,
    /// Where peers may reach it, as far as is known.
    pub addresses: Vec<SocketAddr>,
    /// The relay.
    pub relay: Relay,
    /// Packets straight to and from the internet; none if nobody could be asked.
    pub udp: Option<Udp>,
    /// What is heard of tables on the local network; none if there it is not listened.
    pub nearby: Option<Heard>,
}

/// How it stands with the relay.
#[derive(Clone, Debug, PartialEq)]
pub enum Relay {
    /// None is used.
    Off,
    /// It answers.
    Connected {
        /// Which.
        url: RelayUrl,
        /// How long it takes to answer, if that was measured.
        latency: Option<Duration>,
    },
    /// It refuses this computer.
    Denied {
        /// Which.
        url: RelayUrl,
        /// As it says.
        why: String,
    },
    /// None has answered.
    Unreachable {
        /// Which, if one was chosen.
        url: Option<RelayUrl>,
        /// The last error, if there was one.
        why: Option<String>,
    },
}

/// What is known of packets straight to and from the internet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Udp {
    /// They went there and back by IPv4.
    pub v4: bool,
    /// They went there and back by IPv6.
    pub v6: bool,
    /// As others see this computer.
    pub public: Vec<SocketAddr>,
    /// Whether it is seen under another address by each, if that could be told.
    pub varies: Option<bool>,
    /// Whether a page stands in the way on which one has to log in, if that could be told.
    pub portal: Option<bool>,
}

/// Something that a player can understand, and perhaps change.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Finding {
    /// There is no network at all.
    NoNetwork,
    /// A page wants to be answered first.
    Portal,
    /// The relay does not want us.
    RelayDenied,
    /// The relay does not answer.
    RelayAway,
    /// Packets straight to others do not get through.
    UdpBlocked,
    /// They may not, as the router shows another address to each.
    AddressVaries,
    /// Tables on the local network cannot be heard.
    Deaf,
    /// No relay is asked, so little is known.
    NobodyAsked,
    /// Direct connections are not wanted.
    RelayOnly,
    /// All is well.
    Good,
}

/// Why nothing could be found.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ProbeError {
    /// Settings that leave no way.
    #[error(transparent)]
    NoWay(#[from] NoWay),
    /// The system gives no socket.
    #[error("{0}")]
    Socket(String),
}

impl Surroundings {
    /// What a player should know of it, the most important first.
    pub fn findings(&self) -> Vec<Finding> {
        let udp = self.udp.clone().unwrap_or_default();
        let answered = matches!(self.relay, Relay::Connected { .. });
        let direct = !self.sockets.is_empty();
        let all = [
            (direct && self.addresses.is_empty() && !answered, Finding::NoNetwork),
            (udp.portal == Some(true), Finding::Portal),
            (matches!(self.relay, Relay::Denied { .. }), Finding::RelayDenied),
            (matches!(self.relay, Relay::Unreachable { .. }), Finding::RelayAway),
            (direct && answered && self.udp.is_some() && !udp.v4 && !udp.v6, Finding::UdpBlocked),
            (udp.varies == Some(true), Finding::AddressVaries),
            (self.nearby.as_ref().is_some_and(|heard| heard.deaf.is_some()), Finding::Deaf),
            (self.relay == Relay::Off, Finding::NobodyAsked),
            (!direct, Finding::RelayOnly),
        ];
        let found: Vec<Finding> = all.into_iter().filter_map(|(is, finding)| is.then_some(finding)).collect();
        if found.is_empty() { vec![Finding::Good] } else { found }
    }
}

/// Looks around as a game with this config would stand, for some seconds at most. The endpoint has a key of
/// its own, so that a game under way keeps its place at the relay.
pub async fn probe(config: &Config) -> Result<Surroundings, ProbeError> {
    let config = Config { key: SecretKey::generate(), ..config.clone() };
    let socket = |error: anyhow::Error| match error.downcast::<NoWay>() {
        Ok(no_way) => no_way.into(),
        Err(error) => ProbeError::Socket(format!("{error:#}")),
    };
    // It is nobody's to find.
    let endpoint = builder(&config).map_err(socket)?.clear_address_lookup().bind().await;
    let endpoint = endpoint.map_err(|error| ProbeError::Socket(error.to_string()))?;
    let report = async { if config.offline { None } else { report(&endpoint).await } };
    let (report, nearby) = tokio::join!(report, nearby(&config));
    let found = Surroundings { nearby, ..surroundings(&config, &endpoint, report) };
    let _ = timeout(CLOSE_LIMIT, endpoint.close()).await;
    Ok(found)
}

/// Listens for tables, where others may be.
async fn nearby(config: &Config) -> Option<Heard> {
    let ground = Ground::of(config).filter(|ground| !ground.is_loopback())?;
    let listener = Listener::start(ground, || {});
    sleep(LISTEN).await;
    Some(listener.heard())
}

/// Waits until there is a report and the relay has answered, or for as long as that may take.
async fn report(endpoint: &Endpoint) -> Option<NetReport> {
    let (mut relays, mut reports) = (endpoint.home_relay_status(), endpoint.net_report());
    let deadline = Instant::now() + LIMIT;
    loop {
        let answered = relays.get().iter().any(|it| it.is_connected() || it.auth_denied_reason().is_some());
        if answered && reports.get().is_some() {
            break;
        }
        let changed = async {
            tokio::select! {
                changed = relays.updated() => changed.is_ok(),
                changed = reports.updated() => changed.is_ok(),
            }
        };
        if timeout_at(deadline, changed).await != Ok(true) {
            break;
        }
    }
    reports.get()
}

fn surroundings(config: &Config, endpoint: &Endpoint, report: Option<NetReport>) -> Surroundings {
    let address: EndpointAddr = endpoint.addr();
    let mut addresses: Vec<SocketAddr> = address.ip_addrs().copied().collect();
    addresses.sort();
    let relay = match endpoint.home_relay_status().get().into_iter().next() {
        _ if config.offline => Relay::Off,
        Some(status) if status.is_connected() => {
            let url = status.url().clone();
            let latencies = report.iter().flat_map(|report| report.relay_latency.iter());
            let latency = latencies.filter(|(_, of, _)| **of == url).map(|(_, _, latency)| latency).min();
            Relay::Connected { url, latency }
        }
        Some(status) => match status.auth_denied_reason() {
            Some(why) => Relay::Denied { url: status.url().clone(), why: why.to_owned() },
            None => Relay::Unreachable {
                url: Some(status.url().clone()),
                why: status.last_error().map(|error| format!("{error:#}")),
            },
        },
        None => Relay::Unreachable { url: config.relay.clone(), why: None },
    };
    let udp = report.map(|report| {
        let (v4, v6) = (report.global_v4.map(SocketAddr::V4), report.global_v6.map(SocketAddr::V6));
        Udp {
            v4: report.udp_v4,
            v6: report.udp_v6,
            public: v4.into_iter().chain(v6).collect(),
            varies: report.mapping_varies_by_dest(),
            portal: report.captive_portal,
        }
    });
    Surroundings { sockets: endpoint.bound_sockets(), addresses, relay, udp, nearby: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::bind_address;

    fn config() -> Config {
        let key = SecretKey::generate();
        Config {
            key,
            offline: true,
            bind: bind_address("127.0.0.1").ok(),
            relay: None,
            roots: Vec::new(),
            relay_only: false,
        }
    }

    #[tokio::test]
    async fn without_a_relay_it_tells_where_it_listens_and_asks_nobody() {
        let found = probe(&config()).await.expect("opens");
        assert_eq!((found.relay.clone(), found.udp.clone()), (Relay::Off, None));
        assert!(found.sockets.iter().all(|socket| socket.ip().is_loopback()) && found.sockets.len() == 1);
        assert_eq!(found.addresses, found.sockets);
        assert_eq!(found.findings(), [Finding::NobodyAsked]);
    }

    /// The relay is a port at which nobody listens.
    #[tokio::test]
    async fn a_relay_that_is_away_is_told_in_time() {
        let relay: RelayUrl = "http://127.0.0.1:1".parse().expect("a url");
        let away = Config { offline: false, relay: Some(relay.clone()), ..config() };
        let found =
            timeout(LIMIT + CLOSE_LIMIT + LIMIT, probe(&away)).await.expect("in time").expect("opens");
        let Relay::Unreachable { url, .. } = &found.relay else { panic!("{found:?}") };
        assert_eq!(*url, Some(relay));
        assert!(found.findings().contains(&Finding::RelayAway));
    }

    #[tokio::test]
    async fn settings_without_any_way_are_told() {
        let error = probe(&Config { relay_only: true, ..config() }).await.expect_err("no way");
        assert!(matches!(error, ProbeError::NoWay(_)));
    }

    #[test]
    fn what_is_found_is_said_once_and_what_is_not_known_is_not_said() {
        let address = SocketAddr::from(([192, 0, 2, 1], 1));
        let url: RelayUrl = "https://relay.example.org".parse().expect("a url");
        let good = Surroundings {
            sockets: vec![address],
            addresses: vec![address],
            relay: Relay::Connected { url: url.clone(), latency: None },
            udp: Some(Udp { v4: true, ..Udp::default() }),
            nearby: None,
        };
        assert_eq!(good.findings(), [Finding::Good]);
        let unknown = Surroundings { udp: None, ..good.clone() };
        assert_eq!(unknown.findings(), [Finding::Good]);
        let blocked = Surroundings { udp: Some(Udp::default()), ..good.clone() };
        assert_eq!(blocked.findings(), [Finding::UdpBlocked]);
        let deaf = Heard { deaf: Some("taken".to_owned()), ..Heard::default() };
        let deaf = Surroundings { nearby: Some(deaf), ..good.clone() };
        assert_eq!(deaf.findings(), [Finding::Deaf]);
        let portal = Udp { portal: Some(true), ..Udp::default() };
        let relay = Relay::Unreachable { url: Some(url.clone()), why: None };
        let hotel = Surroundings { udp: Some(portal), relay: relay.clone(), ..good.clone() };
        assert_eq!(hotel.findings(), [Finding::Portal, Finding::RelayAway]);
        let alone = Surroundings { addresses: Vec::new(), relay, udp: None, ..good.clone() };
        assert_eq!(alone.findings(), [Finding::NoNetwork, Finding::RelayAway]);
        let hidden =
            Surroundings { sockets: Vec::new(), addresses: Vec::new(), udp: Some(Udp::default()), ..good };
        assert_eq!(hidden.findings(), [Finding::RelayOnly]);
    }
}
