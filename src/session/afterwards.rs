//! A game that is over, while somebody still looks at its end.

use std::{
    collections::{BTreeMap, VecDeque},
    path::PathBuf,
    time::{Duration, Instant},
};

use marque_protocol::{
    lobby::Message,
    peer::{Link, Peer},
    rules::Seat,
    wire::Frame,
};
use tokio::sync::mpsc;

use super::{
    Presence,
    talk::{say, seat},
};
use crate::{
    helm::{End, Lookout, Order, Person, View},
    interrupt::Interrupt,
    net::{Delivery, Links, NetEvent},
    rematch,
};

/// How long players may go on talking after their game, and be asked for another.
const LIMIT: Duration = Duration::from_secs(3600);

/// See the module.
pub(super) struct Afterwards {
    peer: Peer,
    seat: Seat,
    person: Person,
    lookout: Lookout,
    links: BTreeMap<Link, [u8; 32]>,
    record: PathBuf,
    /// Who sits at the table of another game already, in its own words.
    joined: BTreeMap<Link, Vec<u8>>,
}

impl Afterwards {
    pub(super) fn new(
        peer: Peer,
        seat: Seat,
        person: Person,
        lookout: Lookout,
        links: BTreeMap<Link, [u8; 32]>,
        record: PathBuf,
    ) -> Afterwards {
        Afterwards { peer, seat, person, lookout, links, record, joined: BTreeMap::new() }
    }

    /// Lets the players talk until the person goes away. If that is to another game: what has happened on the
    /// network as those hear it who sit there.
    pub(super) async fn stay(
        mut self,
        net: &impl Links,
        events: &mut mpsc::Receiver<NetEvent>,
        interrupt: &mut Interrupt,
    ) -> Option<VecDeque<NetEvent>> {
        let until = Instant::now() + LIMIT;
        loop {
            self.show(net);
            if !net.is_far() {
                return None;
            }
            tokio::select! {
                event = events.recv() => self.event(net, event?),
                order = self.person.next_order() => match order? {
                    Order::Say(word) => {
                        let delivery = say(net, &self.links, &word);
                        self.lookout.spoken(self.seat, word, delivery);
                    }
                    Order::Leave => return None,
                    Order::Again => return Some(self.unheard()),
                    _ => {}
                },
                () = interrupt.heard() => return None,
                () = tokio::time::sleep_until(until.into()) => return None,
            }
        }
    }

    fn event(&mut self, net: &impl Links, event: NetEvent) {
        let agreed = self.peer.log().agreed();
        match event {
            NetEvent::Word { link, word } => {
                if let Some(seat) = seat(agreed, &self.links, link) {
                    self.lookout.spoken(seat, word, Delivery::Sent);
                }
            }
            NetEvent::Down { link, .. } => {
                self.links.remove(&link);
                self.joined.remove(&link);
            }
            // Somebody who has come back may want another game.
            NetEvent::Up { link, identity, .. }
                if agreed.terms.seats.iter().any(|place| place.identity == identity) =>
            {
                self.links.insert(link, identity);
            }
            NetEvent::Up { link, .. } => net.close(link, 0, "this game is over"),
            NetEvent::Frame { link, bytes } if self.links.contains_key(&link) => {
                match Frame::decode(&bytes) {
                    Ok(Frame::Lobby(Message::Join { table, .. })) if table == rematch::table(&agreed.id) => {
                        self.joined.insert(link, bytes);
                    }
                    Ok(Frame::Hello(_) | Frame::Lobby(_)) => net.close(link, 0, "this game is over"),
                    _ => {}
                }
            }
            NetEvent::Frame { .. }
            | NetEvent::Pulse { .. }
            | NetEvent::Elsewhere { .. }
            | NetEvent::DialFailed { .. } => {}
        }
    }

    fn unheard(self) -> VecDeque<NetEvent> {
        let up = |(link, identity)| NetEvent::Up { link, identity, dialled: false };
        let said = |(link, bytes)| NetEvent::Frame { link, bytes };
        self.links.into_iter().map(up).chain(self.joined.into_iter().map(said)).collect()
    }

    fn show(&self, net: &impl Links) {
        let log = self.peer.log();
        let present = Presence::of(log.agreed(), &self.links, net);
        let view = self.lookout.view(&self.peer, self.seat, present.seats());
        let end = Some(End::of(log, Some(self.record.clone())));
        let again = self.joined.keys().filter_map(|link| seat(log.agreed(), &self.links, *link)).collect();
        self.person.show(View { end, far: net.is_far(), again, ..view });
    }
}
