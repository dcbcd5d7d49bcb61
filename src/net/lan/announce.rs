//! Saying that there is a table here, for as long as there is.

use std::{collections::BTreeMap, net::IpAddr, net::SocketAddr, time::Duration};

use iroh::{Endpoint, Watcher as _};
use swarm_discovery::DropGuard;
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::{sleep, timeout},
};

use super::{
    ADDRESSES_MOST, Ground, Interface, Names, PAUSE, RETRY, discoverer, found,
    interfaces::Interfaces,
    name_of,
    notice::{KEY, Notice, Phase},
};

/// How long the last word may take.
const LAST_WORD: Duration = Duration::from_millis(1500);
/// Echoes that wait to be noticed.
const ECHOES: usize = 4;

/// See the module. Dropped, it falls silent without a word.
pub struct Announcer {
    notice: watch::Sender<Notice>,
    task: JoinHandle<()>,
}

impl Announcer {
    /// Begins to say so. Must be called inside a tokio runtime.
    pub(in super::super) fn start(
        endpoints: watch::Receiver<Option<Endpoint>>,
        ground: Ground,
        notice: Notice,
    ) -> Announcer {
        let (notice, notices) = watch::channel(notice);
        Announcer { notice, task: tokio::spawn(announce(endpoints, ground, notices)) }
    }

    /// Says this from now on.
    pub fn say(&self, notice: Notice) {
        self.change(|said| *said = notice);
    }

    /// How far the table has come.
    pub fn phase(&self, phase: Phase) {
        self.change(|said| said.phase = phase);
    }

    fn change(&self, change: impl FnOnce(&mut Notice)) {
        self.notice.send_if_modified(|said| {
            let before = said.clone();
            change(said);
            *said != before
        });
    }

    /// Says that the table is no more, and waits a moment until that has gone out.
    pub async fn end(mut self) {
        self.phase(Phase::Gone);
        let _ = timeout(LAST_WORD, &mut self.task).await;
    }
}

impl Drop for Announcer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What a beacon hears.
enum Echo {
    /// Its own last word.
    Gone,
    /// More names than anybody has use for.
    Flood,
}

async fn announce(
    mut endpoints: watch::Receiver<Option<Endpoint>>,
    ground: Ground,
    mut notices: watch::Receiver<Notice>,
) {
    let mut interfaces = Interfaces::look(ground).await;
    loop {
        let Some(endpoint) = endpoints.borrow_and_update().clone() else {
            match endpoints.changed().await {
                Ok(()) => continue,
                Err(_) => return,
            }
        };
        let on = interfaces.now().to_vec();
        let addresses = addresses(&endpoint, &on);
        let (echo, mut echoes) = mpsc::channel(ECHOES);
        let guard = match addresses.is_empty() {
            true => None,
            false => speak(&endpoint, &addresses, &on, &notices.borrow_and_update(), echo),
        };
        loop {
            tokio::select! {
                changed = notices.changed() => match (changed, &guard) {
                    (Ok(()), Some(guard)) => {
                        let text = notices.borrow_and_update().write();
                        // What cannot be written was refused at the start.
                        let _ = guard.set_txt_attribute(KEY.to_owned(), text);
                    }
                    (Ok(()), None) if notices.borrow_and_update().phase != Phase::Gone => {}
                    _ => return,
                },
                echo = echoes.recv(), if guard.is_some() => match echo {
                    // Others can have heard what this computer has heard of itself.
                    Some(Echo::Gone) => return,
                    // Too much was heard, or the system has taken the sockets away.
                    Some(Echo::Flood) | None => {
                        drop(guard);
                        sleep(PAUSE).await;
                        break;
                    }
                },
                () = interfaces.changed() => break,
                changed = endpoints.changed() => match changed {
                    Ok(()) => break,
                    Err(_) => return,
                },
                () = moved(&endpoint, &addresses, &on) => break,
                () = sleep(RETRY), if guard.is_none() && !addresses.is_empty() => break,
            }
        }
    }
}

/// Where the endpoint is to be found on these interfaces.
fn addresses(endpoint: &Endpoint, interfaces: &[Interface]) -> Vec<SocketAddr> {
    let here = |address: &&SocketAddr| {
        interfaces.iter().any(|interface| interface.addresses.contains(&address.ip()))
            // Good on one cable only, and nobody else knows which that is.
            && !matches!(address.ip(), IpAddr::V6(six) if six.is_unicast_link_local())
    };
    let mut found: Vec<SocketAddr> = endpoint.addr().ip_addrs().filter(here).copied().collect();
    found.sort();
    found.truncate(ADDRESSES_MOST);
    found
}

/// Waits until the endpoint is found elsewhere.
async fn moved(endpoint: &Endpoint, before: &[SocketAddr], interfaces: &[Interface]) {
    let mut address = endpoint.watch_addr();
    while addresses(endpoint, interfaces) == before {
        if address.updated().await.is_err() {
            return std::future::pending().await;
        }
    }
}

fn speak(
    endpoint: &Endpoint,
    addresses: &[SocketAddr],
    interfaces: &[Interface],
    notice: &Notice,
    echo: mpsc::Sender<Echo>,
) -> Option<DropGuard> {
    let own = endpoint.id();
    let mut ports: BTreeMap<u16, Vec<IpAddr>> = BTreeMap::new();
    for address in addresses {
        ports.entry(address.port()).or_default().push(address.ip());
    }
    let (table, mut names) = (notice.table, Names::default());
    let begun = discoverer(name_of(&own), interfaces).with_callback(move |name, peer| {
        if names.flooded_by(name) {
            let _ = echo.try_send(Echo::Flood);
        }
        let said = found(name, peer).filter(|said| said.host == own && said.notice.table == table);
        if said.is_some_and(|said| said.notice.phase == Phase::Gone) {
            // Once is enough.
            let _ = echo.try_send(Echo::Gone);
        }
    });
    let begun = ports.into_iter().fold(begun, |begun, (port, ips)| begun.with_addrs(port, ips));
    let begun = begun.with_txt_attributes([(KEY.to_owned(), Some(notice.write()?))]);
    let spoken = begun
        .map_err(|error| error.to_string())
        .and_then(|begun| begun.spawn(&tokio::runtime::Handle::current()).map_err(|error| error.to_string()));
    spoken.inspect_err(|why| tracing::warn!("this table cannot be announced: {why}")).ok()
}
