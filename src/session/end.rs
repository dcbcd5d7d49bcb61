//! The end of a session: charts, goodbye, the record.

use std::{
    collections::{BTreeSet, VecDeque},
    path::PathBuf,
    time::{Duration, Instant},
};

use marque_protocol::{
    audit::{Verdict, verdict},
    peer::{Input, Link},
    rules::Seat,
    seal::Digest,
    wire::Frame,
};
use tokio::sync::mpsc;

use super::{Session, afterwards::Afterwards};
use crate::{
    captain::Captain,
    helm::{End, View},
    interrupt::Interrupt,
    met::Met,
    net::{Links, NetEvent},
    rematch::Rematch,
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
    /// The person wants another game with the same players.
    pub again: Option<Rematch>,
    /// What has happened on the network and belongs to that game.
    pub unheard: VecDeque<NetEvent>,
}

impl Session {
    /// Whether every seat that may still show its chart has.
    pub(super) fn complete(&self) -> bool {
        let log = self.peer.log();
        let shown = |seat: Seat| log.charts().any(|(of, ..)| of == seat);
        Seat::all(self.agreed().seats()).all(shown)
    }

    /// Says goodbye, keeps the record and removes what is secret. Persons may go on talking.
    pub async fn end(
        mut self,
        profile: &Profile,
        net: &impl Links,
        events: &mut mpsc::Receiver<NetEvent>,
        interrupt: &mut Interrupt,
    ) -> anyhow::Result<Ended> {
        self.rest(net);
        self.presence = self.present(net);
        if let Some(person) = self.captain.person() {
            let end = Some(End::of(self.peer.log(), None));
            person.show(View { end, ..self.view() });
        }
        self.part(net, events).await?;
        let seat = self.seat();
        let Session { peer, book, captain, lookout, links, .. } = self;
        let mut met = Met::load(profile.folder());
        if net.is_far()
            && let Err(error) = met.add(book.peers())
        {
            tracing::warn!("where the others are is not kept: {error:#}");
        }
        let record = book.finish(profile, peer.log())?;
        let (head, verdict) = (peer.table().head(), verdict(peer.log()));
        let last = peer.log().agreed().clone();
        let unheard = match captain {
            Captain::Person(person) => {
                let after = Afterwards::new(peer, seat, person, lookout, links, record.clone());
                after.stay(net, events, interrupt).await
            }
            Captain::Bot(..) => None,
        };
        let again = unheard.is_some().then(|| Rematch::new(last, seat, &met));
        Ok(Ended { record, head, verdict, again, unheard: unheard.unwrap_or_default() })
    }

    /// Says goodbye, and hears out what the others still say.
    pub(super) async fn part(
        &mut self,
        net: &impl Links,
        events: &mut mpsc::Receiver<NetEvent>,
    ) -> anyhow::Result<()> {
        for &link in self.links.keys() {
            net.send(link, Frame::Bye.encode());
        }
        let deadline = Instant::now() + BYE_LIMIT;
        let mut waiting: BTreeSet<Link> = self.links.keys().copied().collect();
        while !waiting.is_empty() {
            let Ok(Some(event)) = tokio::time::timeout_at(deadline.into(), events.recv()).await else {
                break;
            };
            match event {
                NetEvent::Down { link, .. } => {
                    self.links.remove(&link);
                    waiting.remove(&link);
                }
                NetEvent::Word { link, word } => self.hear(link, word),
                // The other's goodbye, or the last it has to say.
                NetEvent::Frame { link, bytes } => {
                    if Frame::decode(&bytes) == Ok(Frame::Bye) {
                        waiting.remove(&link);
                    } else {
                        self.input(Input::Frame(link, bytes));
                        self.drain(net, &mut |_| {})?;
                    }
                }
                NetEvent::Up { .. }
                | NetEvent::Pulse { .. }
                | NetEvent::Elsewhere { .. }
                | NetEvent::DialFailed { .. } => {}
            }
        }
        Ok(())
    }
}
