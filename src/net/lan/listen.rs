//! Listening for tables, for as long as somebody wants to know.

use std::time::Instant;

use swarm_discovery::{DropGuard, Peer};
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::{sleep, sleep_until},
};

use super::{
    Found, Ground, Interface, Names, Nearby, PAUSE, RETRY, discoverer, found, interfaces::Interfaces, name_of,
};

/// Notices that wait to be listed; of more the rest is lost, and will be said again.
const QUEUE: usize = 256;

/// What is heard at present.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Heard {
    /// Tables, in the order in which they were first heard.
    pub tables: Vec<Found>,
    /// The interfaces on which it is listened; none before they have been looked at.
    pub interfaces: Option<Vec<Interface>>,
    /// Why nothing can be heard.
    pub deaf: Option<String>,
    /// For long there has been nothing.
    pub quiet: bool,
}

/// See the module. Dropped, it stops.
pub struct Listener {
    heard: watch::Receiver<Heard>,
    task: Option<JoinHandle<()>>,
}

impl Listener {
    /// Begins to listen. `wake` is called when there is something new. Must be called inside a tokio runtime.
    pub fn start(ground: Ground, wake: impl Fn() + Send + 'static) -> Listener {
        let (news, heard) = watch::channel(Heard::default());
        Listener { heard, task: Some(tokio::spawn(listen(ground, News { news, wake }))) }
    }

    /// One who has heard this, and hears no more.
    pub fn over(heard: Heard) -> Listener {
        Listener { heard: watch::channel(heard).1, task: None }
    }

    /// What is heard at present.
    pub fn heard(&self) -> Heard {
        self.heard.borrow().clone()
    }

    /// Waits for something new.
    pub async fn changed(&mut self) {
        if self.heard.changed().await.is_err() {
            std::future::pending().await
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.iter().for_each(JoinHandle::abort);
    }
}

/// What ears bring home.
enum Said {
    Table(Found),
    /// More names than anybody has use for.
    Flood,
}

struct News<W> {
    news: watch::Sender<Heard>,
    wake: W,
}

impl<W: Fn()> News<W> {
    fn tell(&self, nearby: &Nearby, interfaces: &[Interface], deaf: Option<&String>) {
        let new = Heard {
            tables: nearby.tables().cloned().collect(),
            interfaces: Some(interfaces.to_vec()),
            deaf: deaf.cloned(),
            quiet: nearby.is_quiet(Instant::now()),
        };
        let replace = |old: &mut Heard| {
            let changed = *old != new;
            *old = new;
            changed
        };
        if self.news.send_if_modified(replace) {
            (self.wake)();
        }
    }
}

async fn listen(ground: Ground, news: News<impl Fn()>) {
    let mut interfaces = Interfaces::look(ground).await;
    let mut nearby = Nearby::new(Instant::now());
    loop {
        let (ears, mut said) = mpsc::channel(QUEUE);
        let (guard, deaf) = match interfaces.now() {
            // Without any it would go wherever a route leads.
            [] => (None, None),
            some => match hear(some, ears) {
                Ok(guard) => (Some(guard), None),
                Err(why) => (None, Some(why)),
            },
        };
        loop {
            news.tell(&nearby, interfaces.now(), deaf.as_ref());
            let next = nearby.next(Instant::now());
            tokio::select! {
                said = said.recv(), if guard.is_some() => match said {
                    Some(Said::Table(found)) => nearby.hear(Instant::now(), found),
                    // Too much was heard, or the system has taken the sockets away.
                    Some(Said::Flood) | None => {
                        tracing::warn!("listening for tables nearby begins anew");
                        drop(guard);
                        sleep(PAUSE).await;
                        break;
                    }
                },
                () = sleep_until(next.unwrap_or_else(Instant::now).into()), if next.is_some() => {
                    nearby.forget(Instant::now());
                }
                () = interfaces.changed() => break,
                () = sleep(RETRY), if deaf.is_some() => break,
            }
        }
    }
}

fn hear(interfaces: &[Interface], ears: mpsc::Sender<Said>) -> Result<DropGuard, String> {
    let mut names = Names::default();
    let heard = move |name: &str, peer: &Peer| {
        if names.flooded_by(name) {
            let _ = ears.try_send(Said::Flood);
        }
        if let Some(found) = found(name, peer) {
            let _ = ears.try_send(Said::Table(found));
        }
    };
    // A name that nobody learns: who only listens says nothing.
    let nobody = name_of(&iroh::SecretKey::generate().public());
    let listening = discoverer(nobody, interfaces).with_callback(heard);
    listening.spawn(&tokio::runtime::Handle::current()).map_err(|error| {
        match std::error::Error::source(&error) {
            Some(source) => format!("{error} ({source})"),
            None => error.to_string(),
        }
    })
}
