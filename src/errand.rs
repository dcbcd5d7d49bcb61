//! Something that takes a while, done elsewhere: whoever waits for it looks whether it is done.

use std::{path::PathBuf, sync::mpsc};

use ed25519_dalek::SigningKey;

use crate::{
    engine::Engine,
    helm::Wake,
    net::{
        Reach,
        probe::{ProbeError, Surroundings, probe},
    },
    settings::Settings,
    store::StoreError,
};

/// See the module.
pub struct Errand<T>(mpsc::Receiver<T>);

impl<T: Send + 'static> Errand<T> {
    /// An errand, and what is to be called with what came of it.
    pub fn new(wake: Wake) -> (impl FnOnce(T) + Send + 'static, Errand<T>) {
        let (done, result) = mpsc::sync_channel(1);
        let done = move |what| {
            // Nobody may wait for it any more.
            let _ = done.send(what);
            wake();
        };
        (done, Errand(result))
    }

    /// What came of it, once.
    pub fn done(&self) -> Option<T> {
        self.0.try_recv().ok()
    }
}

/// Where a path leads that a player has written: from his own folder, unless it says another.
pub fn place(text: &str) -> Option<PathBuf> {
    let text = text.trim();
    let home = directories::UserDirs::new().map(|dirs| dirs.home_dir().to_owned()).unwrap_or_default();
    let below = text.strip_prefix("~/").unwrap_or(text);
    (!below.is_empty()).then(|| home.join(below))
}

/// What an engine does with the profile and the network besides games.
impl Engine {
    /// The player's public key.
    pub fn identity(&self) -> Errand<Result<[u8; 32], StoreError>> {
        self.errand(|own, _| Ok(SigningKey::from_bytes(&own.identity()?).verifying_key().to_bytes()))
    }

    /// Whether the profile can be written.
    pub fn probe_profile(&self) -> Errand<Result<(), StoreError>> {
        self.errand(|own, _| own.probe())
    }

    /// Copies the key alone into a file.
    pub fn back_up_key(&self, path: PathBuf) -> Errand<Result<(), StoreError>> {
        self.errand(move |own, _| own.back_up_key(&path))
    }

    /// Moves the profile into a file; from then on it is not here any more.
    pub fn move_profile(&self, path: PathBuf) -> Errand<Result<(), StoreError>> {
        self.errand(move |own, inside| own.move_to(inside, &path))
    }

    /// Takes a move back.
    pub fn take_back(&self) -> Errand<Result<(), StoreError>> {
        self.errand(|own, _| own.take_back())
    }

    /// Lets the profile or key in a file take the place of this one when it is opened the next time.
    pub fn arrive(&self, path: PathBuf) -> Errand<Result<(), StoreError>> {
        self.errand(move |own, inside| own.arrive(inside, &path).map(drop))
    }

    /// Looks around on the network, as games of these settings stand there.
    pub fn look_around(
        &self,
        settings: &Settings,
        reach: &Reach,
    ) -> Errand<Result<Surroundings, ProbeError>> {
        // Any key will do: the endpoint that looks around has one of its own.
        let config = reach.over(settings.network(iroh::SecretKey::generate()));
        self.ask(async move { probe(&config).await })
    }
}
