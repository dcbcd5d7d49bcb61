//! One connection from its greeting to its end.

use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use iroh::endpoint::{Connection, ConnectionError, RecvStream, SendStream, WriteError};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::frame::{self, FrameError, MAX_FRAME};
use super::link::{NetEvent, code};
use super::pulse::feel;
use super::roster::{Berth, Order, Roster, Session};
use super::talk::talk;

/// How long a link that is closing may take to write what is queued.
pub(super) const FLUSH_LIMIT: Duration = Duration::from_secs(3);
/// How long to wait for the peer's part in a close.
pub(super) const LINGER: Duration = Duration::from_secs(1);
/// The most of a peer's own words that are passed on.
const MAX_REASON: usize = 200;

/// A connection whose peer has said which session it is.
pub(super) struct Greeted {
    connection: Connection,
    send: SendStream,
    receive: RecvStream,
    session: Session,
    dialled: bool,
}

/// Greets on the stream we open. The other end sees the stream only once bytes are on it.
pub(super) async fn greet(connection: Connection, own: &Session) -> anyhow::Result<Greeted> {
    let (mut send, mut receive) = connection.open_bi().await?;
    frame::write(&mut send, own).await?;
    let session = session(&mut receive).await?;
    Ok(Greeted { connection, send, receive, session, dialled: true })
}

/// Hears the greeting of a peer that dialled us. It is answered once the link is admitted.
pub(super) async fn hear(connection: Connection) -> anyhow::Result<Greeted> {
    let (send, mut receive) = connection.accept_bi().await?;
    let session = session(&mut receive).await?;
    Ok(Greeted { connection, send, receive, session, dialled: false })
}

async fn session(receive: &mut RecvStream) -> anyhow::Result<Session> {
    let greeting = frame::read(receive, size_of::<Session>()).await?;
    let greeting = greeting.ok_or(FrameError::CutShort)?;
    Session::try_from(greeting)
        .map_err(|other| anyhow::anyhow!("a greeting of {} bytes is not one of ours", other.len()))
}

/// Carries frames until the link is down, or closes a connection that is not let in. False if the peer says
/// that a newer process of our own identity has come.
pub(super) async fn carry(roster: &Roster, greeted: Greeted) -> bool {
    let connection = greeted.connection.clone();
    let dialled = greeted.dialled;
    let identity = *connection.remote_id().as_bytes();
    let berth = match roster.admit(&connection, greeted.session, dialled) {
        Ok(berth) => berth,
        Err(code) => {
            close(&connection, code, super::link::REPLACED);
            return true;
        }
    };
    let link = berth.link;
    roster.alone(link, &identity).await;
    roster.report(NetEvent::Up { link, identity, dialled }).await;
    let why = run(roster, berth, greeted).await;
    tracing::debug!(link, why, "link down");
    roster.report(NetEvent::Down { link, why }).await;
    let displaced = was_closed_with(&connection, code::ELSEWHERE);
    if displaced {
        roster.report(NetEvent::Elsewhere { identity }).await;
    }
    roster.strike(link);
    !displaced
}

enum Ended {
    Ordered(Order),
    Read(Result<(), FrameError>),
    Unwritable,
}

/// Carries frames, then parts. Returns why the link went down.
async fn run(roster: &Roster, berth: Berth, greeted: Greeted) -> String {
    let Greeted { connection, send, mut receive, dialled, .. } = greeted;
    let Berth { link, queue, queued, words, attended, mut orders } = berth;
    let greeting = (!dialled).then(|| roster.session());
    let writing = write_frames(send, greeting, queue, &queued);
    let mut writing = pin!(write_all(&connection, writing));
    let ended = tokio::select! {
        biased;
        order = ordered(&mut orders) => Ended::Ordered(order),
        () = &mut writing => Ended::Unwritable,
        read = read_frames(roster, link, dialled, &mut receive) => Ended::Read(read),
        never = talk(roster, link, &connection, words) => match never {},
        never = feel(roster, link, &connection, attended) => match never {},
    };
    roster.hush(link);
    let parting = part(&connection, ended, writing, &mut receive);
    tokio::select! {
        why = parting => why,
        // A newer link need not wait until this one has said good-bye.
        (code, reason) = dropped(&mut orders) => {
            close(&connection, code, &reason);
            reason
        }
    }
}

/// Closes the connection in the manner its end asks for, and says why it ended.
async fn part(
    connection: &Connection,
    ended: Ended,
    writing: impl Future<Output = ()>,
    receive: &mut RecvStream,
) -> String {
    match ended {
        Ended::Ordered(Order::Close { code, reason }) => {
            flush(connection, writing).await;
            // The peer finishes its side when it has read all of ours: only then is a close
            // sure to lose nothing.
            let _ = timeout(LINGER, drain(receive)).await;
            close(connection, code, &reason);
            reason
        }
        Ended::Ordered(Order::Drop { code, reason }) => {
            close(connection, code, &reason);
            reason
        }
        Ended::Read(Err(error @ FrameError::TooLong { .. })) => {
            close(connection, code::TOO_LONG, "frame too long");
            error.to_string()
        }
        Ended::Read(Err(error @ FrameError::Silent)) => {
            close(connection, code::GREETING, "nothing was said");
            error.to_string()
        }
        Ended::Read(Ok(())) => {
            flush(connection, writing).await;
            parted(connection).await
        }
        Ended::Read(Err(_)) | Ended::Unwritable | Ended::Ordered(Order::Carry) => parted(connection).await,
    }
}

/// Writes to the end. When the connection is down this stays pending: there may be frames left to
/// read, and reading comes to an end by itself.
async fn write_all(connection: &Connection, writing: impl Future<Output = Result<(), WriteError>>) {
    if writing.await.is_err() && connection.close_reason().is_some() {
        std::future::pending().await
    }
}

/// Gives what is queued a while to be written.
async fn flush(connection: &Connection, writing: impl Future<Output = ()>) {
    let written = async {
        tokio::select! { () = writing => {}, _ = connection.closed() => {} }
    };
    let _ = timeout(FLUSH_LIMIT, written).await;
}

async fn read_frames(
    roster: &Roster,
    link: u64,
    dialled: bool,
    receive: &mut RecvStream,
) -> Result<(), FrameError> {
    let mut spoken = dialled;
    loop {
        let reading = frame::read(receive, MAX_FRAME);
        let read = match spoken {
            true => reading.await,
            false => timeout(roster.first_word(), reading).await.unwrap_or(Err(FrameError::Silent)),
        };
        let Some(bytes) = read? else { return Ok(()) };
        spoken = true;
        if !roster.report(NetEvent::Frame { link, bytes }).await {
            // A frame was lost in closing: none may follow it. The order to close is on its way.
            std::future::pending::<()>().await;
        }
    }
}

/// Writes until the queue is closed and empty, then finishes the stream.
async fn write_frames(
    mut send: SendStream,
    greeting: Option<&Session>,
    mut queue: mpsc::Receiver<Vec<u8>>,
    queued: &AtomicUsize,
) -> Result<(), WriteError> {
    if let Some(session) = greeting {
        frame::write(&mut send, session).await?;
    }
    while let Some(bytes) = queue.recv().await {
        frame::write(&mut send, &bytes).await?;
        queued.fetch_sub(bytes.len(), Ordering::Relaxed);
    }
    // It can only fail if the stream is closed already, and then there is nothing to finish.
    let _ = send.finish();
    Ok(())
}

async fn drain(receive: &mut RecvStream) {
    let mut waste = [0; 4096];
    while let Ok(Some(_)) = receive.read(&mut waste).await {}
}

async fn ordered(orders: &mut watch::Receiver<Order>) -> Order {
    match orders.wait_for(|order| *order != Order::Carry).await {
        Ok(order) => order.clone(),
        Err(_) => Order::Carry,
    }
}

/// Waits for the order to close at once.
async fn dropped(orders: &mut watch::Receiver<Order>) -> (u32, String) {
    let order = orders.wait_for(|order| matches!(order, Order::Drop { .. }));
    match order.await.map(|order| order.clone()) {
        Ok(Order::Drop { code, reason }) => (code, reason),
        _ => std::future::pending().await,
    }
}

/// Waits a moment for the peer's close, closes in any case, and says why it ended.
async fn parted(connection: &Connection) -> String {
    match timeout(LINGER, connection.closed()).await {
        Ok(error) => cause(&error),
        Err(_) => {
            close(connection, code::BYE, "stream ended");
            "the peer ended the stream".into()
        }
    }
}

fn cause(error: &ConnectionError) -> String {
    match error {
        ConnectionError::ApplicationClosed(closed) => {
            let said = String::from_utf8_lossy(&closed.reason);
            let said: String = said.chars().filter(|c| !c.is_control()).collect();
            let said: String = said.chars().take(MAX_REASON).collect();
            format!("closed by the peer: {said} (code {})", closed.error_code)
        }
        other => other.to_string(),
    }
}

/// Whether the peer has closed it with this code.
pub(super) fn was_closed_with(connection: &Connection, code: u32) -> bool {
    matches!(connection.close_reason(),
        Some(ConnectionError::ApplicationClosed(closed)) if u64::from(closed.error_code) == u64::from(code))
}

pub(super) fn close(connection: &Connection, code: u32, reason: &str) {
    let end = reason.floor_char_boundary(MAX_REASON);
    connection.close(code.into(), &reason.as_bytes()[..end]);
}
