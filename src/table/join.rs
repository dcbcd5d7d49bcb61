//! A guest's side of the lobby.

use std::{sync::Arc, time::Instant};

use anyhow::{Context as _, bail};
use ed25519_dalek::SigningKey;
use iroh::EndpointAddr;
use marque_protocol::{
    lobby::{Away, Company, Guest, Message, NoGame, Reply},
    log::Log,
    peer::Link,
    terms::{Agreed, Agreement, Terms},
    wire::Frame,
};

use super::{Awaited, Desk, HOST_LIMIT, Keys, Lobby, NoTable, Player, Stage, Wish, host::wish, lobby, next};
use crate::{
    book::{Book, Glance, Opened, Promise},
    captain::Captain,
    helm::Person,
    net::{NetEvent, Ticket},
    rematch::Rematch,
    session::Session,
};

/// A guest until the game begins.
struct Seeking<'a> {
    desk: &'a mut Desk,
    keys: Keys,
    captain: &'a Captain,
    lobby: Option<Person<Lobby, Wish>>,
    guest: Guest,
    table: [u8; 16],
    host: EndpointAddr,
    reached: Option<Link>,
    /// Who sits at the table, as its host says, and what it offers.
    company: Option<(Company, Terms)>,
    /// Terms that the person has not agreed to yet.
    asked: Option<Vec<u8>>,
    promise: Option<Promise>,
    again: Option<&'a Rematch>,
}

/// What a guest has when the game begins.
struct Begun {
    agreed: Arc<Agreed>,
    book: Book,
    link: Link,
    host: [u8; 32],
    /// A host that has begun without this guest greets before it hears what the guest wants, and once.
    hello: Option<Vec<u8>>,
}

impl Desk {
    /// Sits down at somebody's table and waits until the game begins.
    ///
    /// # Errors
    /// [`NoTable`], what the host says, or what is needed of this computer fails.
    pub async fn join(&mut self, ticket: &Ticket, player: Player) -> anyhow::Result<Session> {
        self.sit_down(ticket, player, None).await
    }

    /// The same; if it is another game, until whoever opens the table is there.
    pub(super) async fn sit_down(
        &mut self,
        ticket: &Ticket,
        player: Player,
        again: Option<&Rematch>,
    ) -> anyhow::Result<Session> {
        if *ticket.address.id.as_bytes() == self.net.identity() {
            bail!(NoTable::Own);
        }
        let Player { nickname, captain, lobby } = player;
        let keys = Keys::new(&self.profile, nickname)?;
        let mut seeking = Seeking::new(self, keys, &captain, lobby, ticket.table, ticket.address.clone());
        seeking.again = again;
        let begun = seeking.begun().await?;
        self.adopt(begun, |agreed, book| Session::begin(agreed, book, captain))
    }

    /// Goes on with what an interrupted process has left of a game.
    ///
    /// # Errors
    /// What was left cannot be read, or the game will not begin.
    pub async fn resume(&mut self, id: &[u8], player: Player) -> anyhow::Result<Session> {
        let Player { captain, lobby, .. } = player;
        self.bring_back(id).await;
        let promise = match Book::open(&self.profile, id)? {
            Opened::Begun(book, log) => {
                return Session::resume(*log, book, captain);
            }
            Opened::Promised(promise) => promise,
        };
        let identity = SigningKey::from_bytes(&self.profile.identity()?);
        let host = promise.peers().pop().context("it is not known where the host is")?;
        let keys = Keys { identity, master: promise.master(), place: promise.place()? };
        let mut seeking = Seeking::new(self, keys, &captain, lobby, promise.table(), host);
        // It was about to sign these terms; to sign them again changes nothing.
        seeking.guest.hear(Message::Terms(promise.terms().to_vec()), |_| true)?;
        seeking.promise = Some(promise);
        let begun = seeking.begun().await?;
        // What the log held is not known any more: so nothing is signed before the host has said what it has.
        self.adopt(begun, |agreed, book| Session::resume(Log::new(agreed), book, captain))
    }

    /// Bots that have a seat in a game of the player come back to it with him.
    async fn bring_back(&mut self, id: &[u8]) {
        // Those of another game are in the way.
        self.crew.leave().await;
        if let Some(Glance { terms, .. }) = Book::glance(&self.profile, id) {
            self.crew.come_back(id, &terms, &self.net.near_address());
        }
    }

    /// The session, with the link to the host.
    fn adopt(
        &self,
        begun: Begun,
        session: impl FnOnce(Arc<Agreed>, Book) -> anyhow::Result<Session>,
    ) -> anyhow::Result<Session> {
        let mut session = session(begun.agreed, begun.book)?;
        session.adopt(&self.net, begun.link, begun.host)?;
        if let Some(hello) = begun.hello {
            session.heard(begun.link, hello);
        }
        Ok(session)
    }
}

impl<'a> Seeking<'a> {
    /// A guest that has reached nobody yet.
    fn new(
        desk: &'a mut Desk,
        keys: Keys,
        captain: &'a Captain,
        lobby: Option<Person<Lobby, Wish>>,
        table: [u8; 16],
        host: EndpointAddr,
    ) -> Seeking<'a> {
        let guest = Guest::new(table, keys.identity.clone(), keys.place.clone());
        let (reached, company, asked, promise, again) = (None, None, None, None, None);
        Seeking { desk, keys, captain, lobby, guest, table, host, reached, company, asked, promise, again }
    }

    /// Dials the host and says what a guest says, until everybody has signed. The link is to the host.
    async fn begun(mut self) -> anyhow::Result<Begun> {
        let host = *self.host.id.as_bytes();
        self.desk.net.keep_dialling(self.host.clone());
        let mut hello = None;
        let mut found_by = Instant::now() + HOST_LIMIT;
        loop {
            self.show();
            let event = tokio::select! {
                event = next(&mut self.desk.waiting, &mut self.desk.events) => event.context("the network is gone")?,
                () = tokio::time::sleep_until(found_by.into()), if self.reached.is_none() && self.again.is_none() => {
                    bail!(NoTable::Unreachable)
                }
                wish = wish(&mut self.lobby) => match wish {
                    Wish::Agree => {
                        self.agree()?;
                        continue;
                    }
                    Wish::Leave => return self.leave(),
                    // Those come to one's own table.
                    Wish::Bring(_) | Wish::Dismiss(_) => continue,
                },
                () = self.desk.interrupt.heard() => bail!(NoTable::Interrupted),
            };
            match event {
                NetEvent::Up { link, identity, .. } if identity == host => {
                    self.reached = Some(link);
                    self.desk.net.send(link, Frame::Lobby(self.guest.join()).encode());
                }
                NetEvent::Up { link, .. } => self.desk.net.close(link, 0, "not the host"),
                NetEvent::Frame { link, bytes } if self.reached == Some(link) => {
                    let message = match Frame::decode(&bytes) {
                        Ok(Frame::Lobby(message)) => message,
                        Ok(Frame::Hello(_)) => {
                            hello = Some((link, bytes));
                            continue;
                        }
                        _ => continue,
                    };
                    if let Some(agreement) = self.hear(message)? {
                        let promise = self.promise.context("nothing was signed here")?;
                        let book = promise.begin(&agreement)?;
                        let hello = hello.filter(|(of, _)| *of == link).map(|(_, bytes)| bytes);
                        return Ok(Begun { agreed: agreement.check()?, book, link, host, hello });
                    }
                }
                NetEvent::Down { link, .. } if self.reached == Some(link) => {
                    self.reached = None;
                    self.asked = None;
                    self.company = None;
                    // It may come back, and has as long for that as for the first time.
                    found_by = Instant::now() + HOST_LIMIT;
                }
                NetEvent::DialFailed { why, .. } => tracing::info!("dial: {why}"),
                NetEvent::Elsewhere { identity } if identity == host => bail!(NoTable::Elsewhere),
                NetEvent::Elsewhere { .. }
                | NetEvent::Frame { .. }
                | NetEvent::Word { .. }
                | NetEvent::Pulse { .. }
                | NetEvent::Down { .. } => {}
            }
        }
    }

    /// Shows the person in the lobby how things stand.
    fn show(&self) {
        let Some(person) = &self.lobby else { return };
        let stage = match (&self.reached, &self.asked, &self.promise) {
            (None, ..) => Stage::Dialling,
            (_, Some(_), _) => Stage::Asked,
            (_, _, Some(_)) if !self.has_room() => Stage::Signing,
            _ => Stage::Waiting,
        };
        let host = *self.host.id.as_bytes();
        let path = |identity: &_| {
            self.reached.filter(|_| *identity == host).and_then(|link| self.desk.net.path(link))
        };
        let (company, offer) = self.company.clone().unzip();
        let known = self.asked.as_deref().or(self.promise.as_ref().map(Promise::terms));
        let known = known.and_then(|bytes| Terms::decode(bytes).ok()).map(|(terms, ..)| terms);
        let before = || Some(Terms { seats: Vec::new(), ..self.again?.last.terms.clone() });
        let own = &self.keys.place.identity;
        let company = company.or_else(|| known.as_ref().map(lobby::of_terms));
        let present = company.as_ref().map(|company| lobby::present(company, own, path));
        person.show(Lobby {
            ticket: None,
            seats: company.map_or(0, |company| company.seats.into()),
            terms: known.or(offer).or_else(before),
            present: present.unwrap_or_default(),
            coming: 0,
            may_bring: false,
            again: self.awaited(),
            stage,
            turned: None,
        });
    }

    /// Whether a seat is free, as far as the host has said.
    fn has_room(&self) -> bool {
        self.company.as_ref().is_some_and(|(company, _)| company.here.len() < company.seats.into())
    }

    /// Who opens the table, if it is another game.
    fn awaited(&self) -> Vec<Awaited> {
        let host = self.again.and_then(Rematch::host);
        let linked = self.reached.is_some();
        host.map(|place| Awaited { place: place.clone(), linked }).into_iter().collect()
    }

    /// Hears the host; the agreement once there is one.
    fn hear(&mut self, message: Message) -> anyhow::Result<Option<Agreement>> {
        if let Message::Terms(terms) = message {
            // Terms that nobody could play are refused before anybody is asked.
            let decoded = match Terms::decode(&terms) {
                Ok((decoded, ..)) => decoded,
                Err(bad) => return Err(self.refuse(bad.into())?),
            };
            let wanted = self.again.is_some_and(|last| last.fits(&decoded));
            let again = wanted || self.promise.as_ref().is_some_and(|promise| promise.terms() == terms);
            self.asked = Some(terms);
            if self.lobby.is_none() || again {
                self.agree()?;
            }
            return Ok(None);
        }
        if let Message::Company(company) = message {
            // What cannot be true is not shown.
            self.company = company.offer().map(|offer| (company, offer));
            if self.has_room() {
                // Somebody has left: there will be other terms.
                self.asked = None;
            }
            return Ok(None);
        }
        if let Message::Turned(Away::Full | Away::NoTable | Away::Unsigned | Away::Dissolved) = message
            && self.again.is_some()
        {
            self.wait_on()?;
            return Ok(None);
        }
        match self.guest.hear(message, |_| true) {
            Ok(Reply::Begin(agreement)) => Ok(Some(agreement)),
            Ok(Reply::Send(_) | Reply::Wait) => Ok(None),
            Err(error) => Err(self.refuse(error)?),
        }
    }

    /// Whoever opens the table is busy elsewhere, or has left it. It may still come.
    fn wait_on(&mut self) -> anyhow::Result<()> {
        self.promise.take().map_or(Ok(()), Promise::withdraw)?;
        self.asked = None;
        if let Some(link) = self.reached {
            self.desk.net.close(link, 0, "not at the table");
        }
        Ok(())
    }

    /// The game that was promised will not begin.
    fn refuse(&mut self, why: NoGame) -> anyhow::Result<anyhow::Error> {
        self.promise.take().map_or(Ok(()), Promise::withdraw)?;
        Ok(why.into())
    }

    /// Signs the terms that were shown.
    fn agree(&mut self) -> anyhow::Result<()> {
        let (Some(terms), Some(link)) = (self.asked.take(), self.reached) else { return Ok(()) };
        match self.guest.hear(Message::Terms(terms.clone()), |_| true) {
            Ok(Reply::Send(message)) => {
                self.promise(terms)?;
                self.desk.net.send(link, Frame::Lobby(message).encode());
                Ok(())
            }
            Ok(Reply::Begin(_) | Reply::Wait) => Ok(()),
            Err(error) => Err(self.refuse(error)?),
        }
    }

    /// Leaves the table. A game that may have begun without this guest knowing is kept.
    fn leave(self) -> anyhow::Result<Begun> {
        if let Some(link) = self.reached {
            self.desk.net.close(link, 0, "the guest has left");
        }
        Err(NoTable::Left.into())
    }

    /// Keeps what this seat needs for a game of these terms, before the host has the signature.
    fn promise(&mut self, terms: Vec<u8>) -> anyhow::Result<()> {
        match self.promise.take() {
            Some(promise) if promise.terms() == terms => self.promise = Some(promise),
            other => {
                other.map_or(Ok(()), Promise::withdraw)?;
                let seat =
                    self.guest.seat(&Terms::decode(&terms)?.0).context("the terms have no seat for you")?;
                let mut secrets = self.keys.secrets(&terms, seat, self.captain)?;
                secrets.met(&self.host);
                self.promise = Some(Promise::make(&self.desk.profile, self.table, terms, secrets)?);
            }
        }
        Ok(())
    }
}
