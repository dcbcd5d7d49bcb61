//! Dialling a peer for as long as it is wanted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use iroh::EndpointAddr;
use iroh::endpoint::Connection;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::carry::{Greeted, carry, greet, was_closed_with};
use super::endpoint::ALPN;
use super::link::{Identity, NetEvent, code};
use super::mooring::Mooring;
use super::roster::Roster;

/// How long one attempt may take, greeting included. Left alone it would take half a minute.
pub(super) const DIAL_LIMIT: Duration = Duration::from_secs(6);
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Where to dial, or `None` to stop.
pub(super) type Wanted = Option<EndpointAddr>;

/// Dials whenever there is no link with the peer, and carries the links that come of it.
///
/// An attempt under way is never broken off because the peer got through meanwhile: it may be the
/// very connection that the peer has already chosen to keep.
pub(super) async fn keep_dialling(
    mooring: Arc<Mooring>,
    roster: Arc<Roster>,
    identity: Identity,
    mut wanted: watch::Receiver<Wanted>,
) {
    let mut wait = FIRST_WAIT;
    loop {
        tokio::select! {
            () = roster.parted(&identity) => {}
            () = unwanted(&mut wanted) => return,
        }
        let Some(address) = wanted.borrow_and_update().clone() else {
            return;
        };
        let attempt = tokio::select! {
            attempt = dial(&mooring, address, &roster) => attempt,
            () = roster.closing() => return,
        };
        let begun = Instant::now();
        match attempt {
            Ok(greeted) => {
                if !carry(&roster, greeted).await {
                    return;
                }
            }
            Err(error) if error.is::<Displaced>() => {
                roster.report(NetEvent::Elsewhere { identity }).await;
                return;
            }
            // The peer has got through meanwhile, as far as we know or as it says.
            Err(error) if roster.linked(&identity) || error.is::<Replaced>() => {}
            Err(error) => {
                let why = format!("{error:#}");
                roster.report(NetEvent::DialFailed { identity, why }).await;
            }
        }
        // A peer that lets us in only to show us out must not make us dial four times a second.
        if begun.elapsed() >= LONGEST_WAIT {
            wait = FIRST_WAIT;
        }
        tokio::select! {
            () = sleep(wait.mul_f64(rand::random_range(0.75..1.25))) => {}
            changed = wanted.changed() => {
                if changed.is_err() {
                    return;
                }
                wait = FIRST_WAIT;
                continue;
            }
        }
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

/// Another connection with this peer stays.
#[derive(Debug, thiserror::Error)]
#[error("replaced")]
struct Replaced;

/// A newer process of our own identity has come.
#[derive(Debug, thiserror::Error)]
#[error("displaced")]
struct Displaced;

/// What a greeting came to that the peer did not answer.
fn turned_away(connection: &Connection, error: anyhow::Error) -> anyhow::Error {
    if was_closed_with(connection, code::REPLACED) {
        Replaced.into()
    } else if was_closed_with(connection, code::ELSEWHERE) {
        Displaced.into()
    } else {
        error
    }
}

async fn dial(mooring: &Mooring, address: EndpointAddr, roster: &Roster) -> anyhow::Result<Greeted> {
    let attempt = async {
        let endpoint = mooring.endpoint().context("the network is being opened anew")?;
        let connection = endpoint.connect(address, ALPN).await?;
        drop(endpoint);
        let greeted = greet(connection.clone(), roster.session()).await;
        greeted.map_err(|error| turned_away(&connection, error))
    };
    timeout(DIAL_LIMIT, attempt).await.context("no answer in time")?
}

async fn unwanted(wanted: &mut watch::Receiver<Wanted>) {
    // An error means that nobody is left who could want it.
    let _ = wanted.wait_for(Option::is_none).await;
}
