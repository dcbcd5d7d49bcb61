//! The organiser's side of the lobby.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use anyhow::{Context as _, bail};
use marque_protocol::{
    lobby::{Away, Message, Organiser},
    peer::Link,
    rules::Seat,
    terms::{Agreed, Place, Terms},
    wire::{self, Frame},
};

use super::{
    Awaited, Desk, Keys, Lobby, NoTable, Offer, Player, Present, SIGN_LIMIT, Stage, Wish, blank, next,
};
use crate::{
    book::Book,
    captain::Captain,
    helm::Person,
    net::{Net, NetEvent, Ticket},
    rematch::Rematch,
    session::Session,
    words,
};

struct Hosting<'a> {
    net: &'a Net,
    organiser: Organiser<Link>,
    links: BTreeMap<Link, [u8; 32]>,
    keys: Keys,
    blank: Terms,
    seats: usize,
    ticket: String,
    table: [u8; 16],
    again: Option<&'a Rematch>,
    turned: Option<Away>,
}

impl Desk {
    /// The invitation to a table here, as far as the address is known now.
    pub fn ticket(&self, table: [u8; 16]) -> Ticket {
        Ticket { address: self.net.address(), table }
    }

    /// Waits at a table until every seat is taken and everybody has signed.
    ///
    /// # Errors
    /// [`NoTable`], or what is needed of this computer fails.
    pub async fn host(
        &mut self,
        table: [u8; 16],
        offer: &Offer,
        player: Player,
        tell: &mut impl FnMut(String),
    ) -> anyhow::Result<Session> {
        self.open_table(table, offer, player, None, tell).await
    }

    /// The same; if it is another game, of those alone who have played the last.
    pub(super) async fn open_table(
        &mut self,
        table: [u8; 16],
        offer: &Offer,
        player: Player,
        again: Option<&Rematch>,
        tell: &mut impl FnMut(String),
    ) -> anyhow::Result<Session> {
        let Player { nickname, captain, mut lobby } = player;
        let keys = Keys::new(&self.profile, nickname)?;
        let blank = blank(&offer.game, &offer.options, offer.clock)?;
        let organiser =
            Organiser::new(table, blank.clone(), offer.seats, keys.identity.clone(), keys.place.clone());
        let ticket = self.ticket(table);
        if ticket.address.is_empty() {
            bail!(NoTable::Nowhere);
        }
        let (ticket, links) = (ticket.to_string(), BTreeMap::new());
        let (net, seats, turned) = (&self.net, offer.seats, None);
        let mut hosting = Hosting { net, organiser, links, keys, blank, seats, ticket, table, again, turned };
        let mut sign_by: Option<Instant> = None;
        loop {
            if let Some(person) = &lobby {
                person.show(hosting.view());
            }
            let late = !hosting.organiser.unsigned().is_empty();
            sign_by = sign_by.or(Some(Instant::now() + SIGN_LIMIT)).filter(|_| late);
            let event = tokio::select! {
                event = next(&mut self.waiting, &mut self.events) => event.context("the network is gone")?,
                () = tokio::time::sleep_until(sign_by.unwrap_or_else(Instant::now).into()), if sign_by.is_some() => {
                    hosting.time_is_up(tell);
                    continue;
                }
                wish = wish(&mut lobby) => match wish {
                    Wish::Agree => continue,
                    Wish::Leave => {
                        hosting.dissolve();
                        return Err(NoTable::Left.into());
                    }
                },
                () = self.interrupt.heard() => {
                    hosting.dissolve();
                    bail!(NoTable::Interrupted);
                }
            };
            match event {
                NetEvent::Up { link, identity, .. } => hosting.up(link, identity),
                NetEvent::Frame { link, bytes } => {
                    let begun = hosting.frame(link, &bytes, tell, |keys, agreed| {
                        let secrets = keys.secrets(&agreed.agreement.terms, Seat(0), &captain)?;
                        Book::begin(&self.profile, agreed, secrets)
                    })?;
                    if let Some((agreed, book)) = begun {
                        return hosting.session(agreed, book, captain);
                    }
                }
                NetEvent::Down { link, .. } => {
                    hosting.links.remove(&link);
                    hosting.organiser.gone(link);
                }
                NetEvent::Word { .. } | NetEvent::DialFailed { .. } => {}
            }
        }
    }
}

/// What the person in the lobby wants; never comes without one.
pub(super) async fn wish(lobby: &mut Option<Person<Lobby, Wish>>) -> Wish {
    match lobby {
        Some(person) => person.order().await,
        None => std::future::pending().await,
    }
}

impl Hosting<'_> {
    fn view(&self) -> Lobby {
        let places: Vec<_> = self.organiser.places().cloned().collect();
        let present = Seat::all(places.len()).zip(&places).map(|(seat, place)| Present {
            seat,
            place: place.clone(),
            own: place.identity == self.keys.place.identity,
            path: self.link_to(&place.identity).and_then(|link| self.net.path(link)),
        });
        let signing = !self.organiser.unsigned().is_empty();
        Lobby {
            ticket: Some(self.ticket.clone()).filter(|_| self.again.is_none()),
            present: present.collect(),
            again: self.awaited(),
            terms: Some(Terms { seats: places, ..self.blank.clone() }),
            seats: self.seats,
            stage: if signing { Stage::Signing } else { Stage::Waiting },
            turned: self.turned,
        }
    }

    /// Those of the last game.
    fn awaited(&self) -> Vec<Awaited> {
        let others = self.again.into_iter().flat_map(Rematch::others);
        let awaited = |place: &Place| {
            let linked = self.link_to(&place.identity).is_some();
            Awaited { place: place.clone(), linked }
        };
        others.map(awaited).collect()
    }

    /// Somebody is connected. Of those who have played the last game each hears that there is another: it may
    /// sit there still and look at the end.
    fn up(&mut self, link: Link, identity: [u8; 32]) {
        self.links.insert(link, identity);
        if self.again.is_some_and(|last| last.awaits(&identity)) {
            let (protocol, table, place) = (wire::PROTOCOL, self.table, self.keys.place.clone());
            self.net.send(link, Frame::Lobby(Message::Join { protocol, table, place }).encode());
        }
    }

    fn link_to(&self, identity: &[u8; 32]) -> Option<Link> {
        self.links.iter().find(|(_, other)| *other == identity).map(|(link, _)| *link)
    }

    /// Who has not signed the terms holds up everybody else, and loses its seat.
    fn time_is_up(&mut self, tell: &mut impl FnMut(String)) {
        for link in self.organiser.unsigned() {
            self.send(link, Message::Turned(Away::Unsigned), tell);
            self.net.close(link, 0, "the terms were not signed in time");
            self.organiser.gone(link);
        }
    }

    fn dissolve(&self) {
        for &link in self.links.keys().filter(|link| self.organiser.sits(**link)) {
            self.net.send(link, Frame::Lobby(Message::Turned(Away::Dissolved)).encode());
            self.net.close(link, 0, "the table was dissolved");
        }
    }

    fn send(&mut self, link: Link, message: Message, tell: &mut impl FnMut(String)) {
        if let Message::Turned(away) = &message {
            self.turned = Some(*away);
            tell(words::turned_away(*away));
        }
        self.net.send(link, Frame::Lobby(message).encode());
    }

    /// Hears a guest. When everybody has signed, `begin` keeps the game before anybody is told of it:
    /// whoever hears that it begins relies on that.
    fn frame(
        &mut self,
        link: Link,
        bytes: &[u8],
        tell: &mut impl FnMut(String),
        begin: impl FnOnce(&Keys, &Agreed) -> anyhow::Result<Book>,
    ) -> anyhow::Result<Option<(Arc<Agreed>, Book)>> {
        let (Some(identity), Ok(Frame::Lobby(message))) = (self.links.get(&link), Frame::decode(bytes))
        else {
            self.net.close(link, 0, "that is no word of a lobby");
            return Ok(None);
        };
        let seated = self.organiser.sits(link);
        let messages = match self.again {
            Some(last) if !last.awaits(identity) => vec![(link, Message::Turned(Away::NoTable))],
            _ => self.organiser.hear(link, identity, message),
        };
        if !seated && self.organiser.sits(link) {
            // What was said of somebody before is not said of who has come now.
            self.turned = None;
        }
        let begun = match self.organiser.agreement() {
            Some(agreement) => {
                let agreed = agreement.check()?;
                let book = begin(&self.keys, &agreed)?;
                Some((agreed, book))
            }
            None => None,
        };
        for (to, message) in messages {
            self.send(to, message, tell);
        }
        if !self.organiser.sits(link) {
            self.net.close(link, 0, "there is no seat for you");
        }
        Ok(begun)
    }

    fn session(self, agreed: Arc<Agreed>, book: Book, captain: Captain) -> anyhow::Result<Session> {
        let mut session = Session::begin(agreed, book, captain)?;
        for (link, identity) in self.links {
            session.adopt(self.net, link, identity)?;
        }
        Ok(session)
    }
}
