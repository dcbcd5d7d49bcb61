//! The end of a session: charts, goodbye, the record.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use marque_protocol::{
    audit::{Verdict, verdict},
    peer::Input,
    rules::Seat,
    seal::Digest,
    wire::Frame,
};
use tokio::sync::mpsc;

use super::Session;
use crate::{
    helm::{End, View},
    net::{Links, NetEvent},
    store::Profile,
};

/// How long to wait after the end for the charts of the others.
pub(super) const CHARTS_LIMIT: Duration = Duration::from_secs(10);
/// How long to wait for the others' goodbye.
const BYE_LIMIT: Duration = Duration::from_secs(1);

/// What a session ended with.
pub struct Ended {
    /// Where the record is.
    pub record: PathBuf,
    /// Head of the log.
    pub head: Digest,
    /// What can be said of it.
    pub verdict: Verdict,
}

impl Session {
    /// Whether every seat that may still show its chart has.
    pub(super) fn complete(&self) -> bool {
        let log = self.peer.log();
        let shown = |seat: Seat| log.charts().any(|(of, ..)| of == seat);
        Seat::all(self.agreed().seats()).all(shown)
    }

    /// Says goodbye, keeps the record and removes what is secret.
    pub async fn end(
        mut self,
        profile: &Profile,
        net: &impl Links,
        events: &mut mpsc::Receiver<NetEvent>,
    ) -> anyhow::Result<Ended> {
        self.presence = self.present(net);
        if let Some(person) = self.captain.person() {
            let end = Some(End::of(self.peer.log(), None));
            person.show(View { end, ..self.view() });
        }
        for &link in self.links.keys() {
            net.send(link, Frame::Bye.encode());
        }
        let deadline = Instant::now() + BYE_LIMIT;
        while !self.links.is_empty() {
            let Ok(Some(event)) = tokio::time::timeout_at(deadline.into(), events.recv()).await else {
                break;
            };
            match event {
                NetEvent::Down { link, .. } => drop(self.links.remove(&link)),
                // The other's goodbye, or the last it has to say.
                NetEvent::Frame { link, bytes } => {
                    if Frame::decode(&bytes) == Ok(Frame::Bye) {
                        self.links.remove(&link);
                    } else {
                        self.input(Input::Frame(link, bytes));
                        self.drain(net, &mut |_| {})?;
                    }
                }
                NetEvent::Up { .. } | NetEvent::DialFailed { .. } => {}
            }
        }
        let view = self.view();
        let Session { peer, book, captain, .. } = self;
        let record = book.finish(profile, peer.log())?;
        if let Some(person) = captain.person() {
            let end = Some(End::of(peer.log(), Some(record.clone())));
            person.show(View { end, ..view });
        }
        Ok(Ended { record, head: peer.table().head(), verdict: verdict(peer.log()) })
    }
}
