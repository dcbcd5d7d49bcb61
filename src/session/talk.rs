//! What is said beside the game. It is kept for the person at the helm alone, and nowhere on disk.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    time::{Duration, Instant},
};

use marque_protocol::{
    peer::{Link, Peer},
    rules::Seat,
    terms::Agreed,
};
use tokio::sync::mpsc;

use super::{Presence, Session};
use crate::{
    helm::{End, Lookout, Order, Person, View},
    interrupt::Interrupt,
    net::{Delivery, Links, NetEvent, Word},
};

/// How long players may go on talking after their game.
const AFTERWARDS_LIMIT: Duration = Duration::from_secs(3600);

impl Session {
    /// Says something to everybody at the table.
    pub(super) fn say(&mut self, net: &impl Links, word: Word) {
        let delivery = say(net, &self.links, &word);
        self.lookout.spoken(self.seat(), word, delivery);
    }

    /// Hears something; a bot does not listen.
    pub(super) fn hear(&mut self, link: Link, word: Word) {
        let seat = seat(self.agreed(), &self.links, link);
        if let (Some(seat), Some(_)) = (seat, self.captain.person()) {
            self.lookout.spoken(seat, word, Delivery::Sent);
        }
    }
}

fn say(net: &impl Links, links: &BTreeMap<Link, [u8; 32]>, word: &Word) -> Delivery {
    links.keys().map(|link| net.say(*link, word)).max().unwrap_or(Delivery::Nobody)
}

fn seat(agreed: &Agreed, links: &BTreeMap<Link, [u8; 32]>, link: Link) -> Option<Seat> {
    let identity = links.get(&link)?;
    Seat::all(agreed.seats())
        .find(|seat| agreed.place(*seat).is_some_and(|place| place.identity == *identity))
}

/// A game whose record is kept, while the players still sit there.
pub(super) struct Afterwards {
    pub(super) peer: Peer,
    pub(super) seat: Seat,
    pub(super) person: Person,
    pub(super) lookout: Lookout,
    pub(super) links: BTreeMap<Link, [u8; 32]>,
    pub(super) record: PathBuf,
}

impl Afterwards {
    /// Lets the players talk until one of them goes away.
    pub(super) async fn talk(
        mut self,
        net: &impl Links,
        events: &mut mpsc::Receiver<NetEvent>,
        interrupt: &mut Interrupt,
    ) {
        let until = Instant::now() + AFTERWARDS_LIMIT;
        loop {
            self.show(net);
            if self.links.is_empty() || !net.is_far() {
                return;
            }
            tokio::select! {
                event = events.recv() => match event {
                    Some(event) => self.event(net, event),
                    None => return,
                },
                order = self.person.next_order() => match order {
                    Some(Order::Say(word)) => {
                        let delivery = say(net, &self.links, &word);
                        self.lookout.spoken(self.seat, word, delivery);
                    }
                    Some(Order::Leave) | None => return,
                    Some(_) => {}
                },
                () = interrupt.heard() => return,
                () = tokio::time::sleep_until(until.into()) => return,
            }
        }
    }

    fn event(&mut self, net: &impl Links, event: NetEvent) {
        match event {
            NetEvent::Word { link, word } => {
                if let Some(seat) = seat(self.peer.log().agreed(), &self.links, link) {
                    self.lookout.spoken(seat, word, Delivery::Sent);
                }
            }
            NetEvent::Down { link, .. } => drop(self.links.remove(&link)),
            NetEvent::Up { link, .. } => net.close(link, 0, "this game is over"),
            NetEvent::Frame { .. }
            | NetEvent::Pulse { .. }
            | NetEvent::Elsewhere { .. }
            | NetEvent::DialFailed { .. } => {}
        }
    }

    fn show(&self, net: &impl Links) {
        let log = self.peer.log();
        let present = Presence::of(log.agreed(), &self.links, net);
        let view = self.lookout.view(&self.peer, self.seat, present.seats());
        let end = Some(End::of(log, Some(self.record.clone())));
        self.person.show(View { end, far: net.is_far(), ..view });
    }
}
