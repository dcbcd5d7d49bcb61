//! One window a profile: a second start hands over what it was to open, and the first comes to the front.
//!
//! The window listens on a socket of the same user, on Windows on a pipe. One message a connection: its
//! length in four bytes, then that much text, none for "come to the front". One byte comes back.

#[cfg(unix)]
#[path = "instance/unix.rs"]
mod door;
#[cfg(windows)]
#[path = "instance/windows.rs"]
mod door;

use std::{
    ffi::OsStr,
    fs, io,
    path::Path,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread::{self, JoinHandle},
    time::Duration,
};

use data_encoding::HEXLOWER;
use marque_protocol::ticket::TEXT_MOST;
use sha2::{Digest as _, Sha256};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    sync::oneshot,
    time::timeout,
};

use crate::helm::Wake;
use door::Door;

/// Calls that wait for the window. A person does not start it that often.
const CALLS_MOST: usize = 16;
/// How long one caller may take.
const CALLER_LIMIT: Duration = Duration::from_secs(2);
/// How long the window may take, with other callers before.
const WINDOW_LIMIT: Duration = Duration::from_secs(8);
/// What comes back when a call was understood.
const TAKEN: u8 = 1;

/// What another start wants: something opened, or only that the window comes to the front.
pub type Call = Option<String>;

/// The running window's end. To be dropped before the profile is given back.
pub struct Listener {
    calls: Receiver<Call>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Listener {
    /// Listens for other starts with this profile, which must be held. `wake` is called, from any thread,
    /// after each.
    ///
    /// # Errors
    /// There is no place for a socket, or no thread.
    pub fn open(profile: &Path, wake: Wake) -> io::Result<Listener> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let door = {
            let _inside = runtime.enter();
            Door::open(profile)?
        };
        let (sender, calls) = sync_channel(CALLS_MOST);
        let (stop, stopped) = oneshot::channel();
        let listen = async move {
            tokio::select! {
                _ = stopped => {}
                () = listen(door, &sender, &wake) => {}
            }
        };
        let thread = thread::Builder::new().name("instance".to_owned());
        let thread = thread.spawn(move || runtime.block_on(listen))?;
        Ok(Listener { calls, stop: Some(stop), thread: Some(thread) })
    }

    /// The next call, if there is one.
    pub fn call(&self) -> Option<Call> {
        self.calls.try_recv().ok()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        drop(self.stop.take());
        // The socket is gone before another window can have made its own.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// One caller after the other, each for a limited time.
async fn listen(mut door: Door, calls: &SyncSender<Call>, wake: &Wake) {
    loop {
        let caller = match door.accept().await {
            Ok(caller) => caller,
            Err(error) => {
                tracing::warn!("no other start is heard for a while: {error}");
                tokio::time::sleep(CALLER_LIMIT).await;
                continue;
            }
        };
        match timeout(CALLER_LIMIT, hear(caller, calls, wake)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::info!("another start was not understood: {error}"),
            Err(_) => tracing::info!("another start said nothing"),
        }
    }
}

async fn hear(
    mut caller: impl AsyncRead + AsyncWrite + Unpin,
    calls: &SyncSender<Call>,
    wake: &Wake,
) -> io::Result<()> {
    let length = usize::try_from(caller.read_u32().await?).unwrap_or(usize::MAX);
    if length > TEXT_MOST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut text = vec![0; length];
    caller.read_exact(&mut text).await?;
    let text = String::from_utf8(text).map_err(|_| io::ErrorKind::InvalidData)?;
    calls.try_send(Some(text).filter(|text| !text.is_empty())).map_err(io::Error::other)?;
    wake();
    caller.write_u8(TAKEN).await?;
    // What was written is lost where a pipe is closed before it was read.
    let _ = caller.read(&mut [0]).await;
    Ok(())
}

/// Asks the window that has this profile to open something, or to come to the front.
///
/// # Errors
/// No window has it, or it does not answer.
pub fn hand_over(profile: &Path, argument: Option<&str>) -> io::Result<()> {
    let text = argument.unwrap_or_default();
    let length = u32::try_from(text.len()).ok().filter(|_| text.len() <= TEXT_MOST);
    let length = length.ok_or(io::ErrorKind::InvalidInput)?;
    let call = async {
        let mut window = door::call(profile).await?;
        window.write_u32(length).await?;
        window.write_all(text.as_bytes()).await?;
        window.flush().await?;
        match window.read_u8().await? {
            TAKEN => Ok(()),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { timeout(WINDOW_LIMIT, call).await? })
}

/// A short name for a profile, the same however its path is written.
fn short_name(profile: &Path) -> String {
    let whole = fs::canonicalize(profile).unwrap_or_else(|_| profile.to_owned());
    let digest = Sha256::digest(OsStr::as_encoded_bytes(whole.as_os_str()));
    HEXLOWER.encode(digest.get(..8).unwrap_or_default())
}
