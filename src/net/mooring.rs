//! The endpoint in use, and a new one in its place when its relay stays away.
//!
//! iroh looks for its relay for ever, and there are states in which it never finds it again although the relay
//! is there (iroh#4476). A new endpoint on the same ports begins from nothing.

use std::net::SocketAddr;
use std::time::Duration;

use iroh::{Endpoint, EndpointAddr, EndpointId, Watcher};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::endpoint::{self, Config};
use super::roster::Roster;

/// How long a relay may stay away before the endpoint is made anew. It doubles each time: mostly there is no
/// internet, and then a new endpoint finds no relay either.
const PATIENCE: Duration = Duration::from_secs(60);
const LONGEST_PATIENCE: Duration = Duration::from_secs(16 * 60);
/// How long an endpoint may take to close. With a relay that is away it would take its time.
const CLOSE_LIMIT: Duration = Duration::from_secs(3);

/// See the module.
pub(super) struct Mooring {
    config: Config,
    id: EndpointId,
    /// None while another takes the place of the last.
    endpoint: watch::Sender<Option<Endpoint>>,
}

impl Mooring {
    pub(super) async fn open(config: Config) -> anyhow::Result<Mooring> {
        let endpoint = endpoint::open(&config).await?;
        Ok(Mooring { config, id: endpoint.id(), endpoint: watch::Sender::new(Some(endpoint)) })
    }

    /// The endpoint in use; none while it is made anew. Whoever keeps one holds its ports.
    pub(super) fn endpoint(&self) -> Option<Endpoint> {
        self.endpoint.borrow().clone()
    }

    /// Who we are.
    pub(super) fn id(&self) -> EndpointId {
        self.id
    }

    /// Where peers can reach us as far as known now.
    pub(super) fn address(&self) -> EndpointAddr {
        self.endpoint().map_or_else(|| EndpointAddr::new(self.id), |endpoint| endpoint.addr())
    }

    /// The endpoint in use, and whichever takes its place.
    pub(super) fn endpoints(&self) -> watch::Receiver<Option<Endpoint>> {
        self.endpoint.subscribe()
    }

    pub(super) fn is_offline(&self) -> bool {
        self.config.offline
    }

    pub(super) async fn close(&self) {
        let Some(endpoint) = self.endpoint.send_replace(None) else { return };
        if timeout(CLOSE_LIMIT, endpoint.close()).await.is_err() {
            tracing::warn!("the endpoint did not close in time");
        }
    }

    /// Makes the endpoint anew, on the same ports if nobody has taken them meanwhile: invitations name them.
    /// Every link goes down, and is dialled again by whoever wants it.
    pub(super) async fn renew(&self) {
        let ports: Vec<SocketAddr> =
            self.endpoint().map_or_else(Vec::new, |endpoint| endpoint.bound_sockets());
        self.close().await;
        match endpoint::reopen(&self.config, &ports).await {
            Ok(endpoint) => drop(self.endpoint.send_replace(Some(endpoint))),
            Err(error) => tracing::warn!("no new endpoint: {error:#}"),
        }
    }

    /// Sees to it that a relay which stays away is looked for from the beginning. A link that is up is worth
    /// more than a relay, and is not broken for it.
    pub(super) async fn watch(&self, roster: &Roster) {
        let mut patience = PATIENCE;
        loop {
            // The last try came to nothing, and left no endpoint to watch.
            let Some(endpoint) = self.endpoint() else {
                sleep(patience).await;
                self.renew().await;
                continue;
            };
            let reached =
                || endpoint.home_relay_status().map(|relays| relays.iter().any(|relay| relay.is_connected()));
            away(reached(), patience).await;
            let mut back = reached();
            drop(endpoint);
            tokio::select! {
                () = roster.deserted() => {
                    tracing::info!("no relay for {patience:?}: a new endpoint");
                    self.renew().await;
                    patience = (patience * 2).min(LONGEST_PATIENCE);
                }
                () = until(&mut back, true) => patience = PATIENCE,
            }
        }
    }
}

/// Waits until no relay has been reached for so long.
async fn away(mut reached: impl Watcher<Value = bool>, patience: Duration) {
    loop {
        until(&mut reached, false).await;
        if timeout(patience, until(&mut reached, true)).await.is_err() {
            return;
        }
    }
}

async fn until(reached: &mut impl Watcher<Value = bool>, wanted: bool) {
    while reached.get() != wanted {
        if reached.updated().await.is_err() {
            // The endpoint is gone, and with it whoever would want to know.
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use n0_watcher::Watchable;

    use super::*;

    /// Longer than any test takes.
    const NEVER: Duration = Duration::from_secs(3600);

    #[tokio::test]
    async fn only_a_relay_that_stays_away_is_away() {
        let relay = Watchable::new(true);
        let stays_away = async |patience| away(relay.watch(), patience).await;
        tokio::select! {
            biased;
            () = stays_away(Duration::ZERO) => panic!("it is there"),
            () = tokio::task::yield_now() => {}
        }
        relay.set(false).expect("another state");
        stays_away(Duration::from_millis(1)).await;
        let comes_back = async {
            tokio::task::yield_now().await;
            relay.set(true).expect("another state");
            until(&mut relay.watch(), true).await;
        };
        tokio::select! {
            biased;
            () = stays_away(NEVER) => panic!("it has come back"),
            () = comes_back => {}
        }
    }
}
