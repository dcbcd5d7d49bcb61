//! The user's wish to stop: heard from the start to the end, whatever is being awaited.

use tokio::sync::watch;

/// Whether the user has interrupted this process.
#[derive(Clone)]
pub struct Interrupt(watch::Receiver<bool>);

impl Interrupt {
    /// Listens from now on. Must be called inside a tokio runtime.
    pub fn listen() -> Interrupt {
        let (heard, interrupt) = watch::channel(false);
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                heard.send_replace(true);
            }
            // Without a way to hear it, it never comes: the receivers wait on.
            heard.closed().await;
        });
        Interrupt(interrupt)
    }

    /// One that never comes.
    pub fn never() -> Interrupt {
        Interrupt(watch::channel(false).1)
    }

    /// One that comes when true is sent, where a window says when to stop.
    pub fn by() -> (watch::Sender<bool>, Interrupt) {
        let (heard, interrupt) = watch::channel(false);
        (heard, Interrupt(interrupt))
    }

    /// Waits for it.
    pub async fn heard(&mut self) {
        if self.0.wait_for(|heard| *heard).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
