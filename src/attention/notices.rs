//! Notifications of the desktop, on a thread of their own: a desktop may take long to show one, or have
//! nothing to show it with.

use std::sync::mpsc::{SyncSender, sync_channel};

/// Notifications that wait; a person reads one at a time.
const WAITING_MOST: usize = 1;

pub(super) struct Notices {
    waiting: SyncSender<String>,
}

impl Notices {
    /// Those of the desktop; none if this was built without the feature `notify`.
    pub(super) fn start() -> Notices {
        #[cfg(feature = "notify")]
        {
            let (waiting, texts) = sync_channel(WAITING_MOST);
            let thread = std::thread::Builder::new().name("notices".to_owned());
            if let Err(error) = thread.spawn(move || texts.into_iter().for_each(|text: String| show(&text))) {
                tracing::info!("no thread for notifications: {error}");
            }
            Notices { waiting }
        }
        #[cfg(not(feature = "notify"))]
        Notices { waiting: sync_channel(WAITING_MOST).0 }
    }

    pub(super) fn show(&self, text: String) {
        // While one is being shown, more would say nothing new.
        let _ = self.waiting.try_send(text);
    }
}

#[cfg(feature = "notify")]
fn show(text: &str) {
    let mut notice = notify_rust::Notification::new();
    if let Err(error) = notice.appname(super::TITLE).summary(super::TITLE).body(text).icon("marque").show() {
        tracing::info!("no notification: {error}");
    }
}
