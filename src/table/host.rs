//! The organiser's side of the lobby.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use anyhow::{Context as _, bail};
use marque_protocol::{
    lobby::{Away, Company, Message, Organiser},
    peer::Link,
    rules::Seat,
    terms::{Agreed, Place, Terms},
    wire::{self, Frame},
};

use super::{Awaited, Crew, Desk, Keys, Lobby, NoTable, Offer, Player, Stage, Wish, blank, lobby, next};
use crate::{
    book::Book,
    captain::Captain,
    helm::Person,
    net::{
        Net, NetEvent, Ticket,
        lan::{Notice, Phase},
    },
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
    ticket: String,
    table: [u8; 16],
    again: Option<&'a Rematch>,
    turned: Option<Away>,
    /// Who was told last who is here.
    told: (Vec<Link>, Option<Company>),
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
        let (net, told) = (&self.net, (Vec::new(), None));
        let mut hosting =
            Hosting { net, organiser, links, keys, blank, ticket, table, again, turned: None, told };
        let mut sign_by: Option<Instant> = None;
        loop {
            hosting.tell_company();
            if let Some(person) = &lobby {
                person.show(hosting.view(&self.crew));
            }
            if let Some(ground) = self.announced_on {
                let notice = hosting.notice(table);
                match &self.announcer {
                    Some(announcer) => announcer.say(notice),
                    None => self.announcer = Some(net.announce(ground, notice)),
                }
            }
            let late = !hosting.organiser.unsigned().is_empty();
            sign_by = sign_by.or(Some(Instant::now() + self.sign_limit)).filter(|_| late);
            let event = tokio::select! {
                event = next(&mut self.waiting, &mut self.events) => event.context("the network is gone")?,
                () = tokio::time::sleep_until(sign_by.unwrap_or_else(Instant::now).into()), if sign_by.is_some() => {
                    hosting.time_is_up(tell);
                    continue;
                }
                wish = wish(&mut lobby) => match wish {
                    Wish::Agree => continue,
                    Wish::Bring(level) => {
                        if hosting.may_bring(&self.crew) {
                            self.crew.invite(level, Ticket { address: net.near_address(), table });
                        }
                        continue;
                    }
                    Wish::Dismiss(bot) => {
                        if self.crew.has(&bot) {
                            hosting.dismiss(&bot);
                            self.crew.dismiss(&bot);
                        }
                        continue;
                    }
                    Wish::Leave => {
                        hosting.dissolve();
                        return Err(NoTable::Left.into());
                    }
                },
                () = self.crew.gone() => continue,
                () = self.interrupt.heard() => {
                    hosting.dissolve();
                    bail!(NoTable::Interrupted);
                }
            };
            match event {
                // It has dialled once more before it has heard that it is not wanted.
                NetEvent::Up { link, identity, .. } if self.crew.has_dismissed(&identity) => {
                    net.close(link, 0, "its player does not want it any more");
                }
                NetEvent::Up { link, identity, .. } => hosting.up(link, identity),
                NetEvent::Frame { link, bytes } => {
                    let begun = hosting.frame(link, &bytes, tell, |keys, agreed| {
                        let secrets = keys.secrets(&agreed.agreement.terms, Seat(0), &captain)?;
                        Book::begin(&self.profile, agreed, secrets)
                    })?;
                    if let Some((agreed, book)) = begun {
                        self.announcer.iter().for_each(|announcer| announcer.phase(Phase::Playing));
                        return hosting.session(agreed, book, captain);
                    }
                }
                NetEvent::Down { link, .. } => {
                    hosting.links.remove(&link);
                    hosting.organiser.gone(link);
                }
                NetEvent::Word { .. }
                | NetEvent::Elsewhere { .. }
                | NetEvent::Pulse { .. }
                | NetEvent::DialFailed { .. } => {}
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
    fn view(&self, crew: &Crew) -> Lobby {
        let company = self.organiser.company();
        let path = |identity: &_| self.link_to(identity).and_then(|link| self.net.path(link));
        let mut present = lobby::present(&company, &self.keys.place.identity, path);
        present.iter_mut().for_each(|present| present.brought = crew.has(&present.identity));
        let signing = !self.organiser.unsigned().is_empty();
        Lobby {
            ticket: Some(self.ticket.clone()).filter(|_| self.again.is_none()),
            present,
            coming: self.coming(crew),
            may_bring: self.may_bring(crew),
            again: self.awaited(),
            terms: Some(self.blank.clone()),
            seats: company.seats.into(),
            stage: if signing { Stage::Signing } else { Stage::Waiting },
            turned: self.turned,
        }
    }

    /// How many bots are on their way to a seat.
    fn coming(&self, crew: &Crew) -> usize {
        let here = |bot: &&[u8; 32]| self.organiser.places().any(|place| place.identity == **bot);
        crew.expected().filter(|bot| !here(bot)).count()
    }

    /// Whether there is a seat for another bot, and nobody in particular is awaited at it. At a table for two it
    /// would be in nobody's company.
    fn may_bring(&self, crew: &Crew) -> bool {
        let company = self.organiser.company();
        let (taken, seats) = (company.here.len() + self.coming(crew), usize::from(company.seats));
        self.again.is_none() && crew.has_room() && seats > 2 && taken < seats
    }

    /// A bot of the player goes: its seat is free, and nobody has signed anything any more.
    fn dismiss(&mut self, bot: &[u8; 32]) {
        if let Some(link) = self.link_to(bot) {
            self.net.close(link, 0, "its player does not want it any more");
            self.organiser.gone(link);
        }
    }

    /// What everybody near may know of the table.
    fn notice(&self, table: [u8; 16]) -> Notice {
        let company = self.organiser.company();
        Notice {
            protocol: self.blank.protocol,
            table,
            taken: u8::try_from(company.here.len()).unwrap_or(u8::MAX),
            seats: company.seats,
            phase: Phase::Waiting,
            game: self.blank.game.clone(),
            nickname: self.keys.place.nickname.clone(),
        }
    }

    /// Tells everybody who sits here who else does, if that has changed.
    fn tell_company(&mut self) {
        let now = (self.organiser.links(), Some(self.organiser.company()));
        if now == self.told {
            return;
        }
        if let Some(company) = &now.1 {
            let frame = Frame::Lobby(Message::Company(company.clone())).encode();
            now.0.iter().for_each(|link| self.net.send(*link, frame.clone()));
        }
        self.told = now;
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
