//! What the network reports: links that come and go, and what comes on them.

use marque_protocol::{
    lobby::{Away, Message},
    peer::{Input, Link},
    wire::Frame,
};

use super::{Elsewhere, Session};
use crate::{
    net::{Links, NetEvent},
    words,
};

impl Session {
    /// Takes over a link that was up before the game began.
    pub fn adopt(&mut self, net: &impl Links, link: Link, identity: [u8; 32]) -> anyhow::Result<()> {
        self.up(net, link, identity)
    }

    /// Takes a frame that came on a link before the session had it.
    pub fn heard(&mut self, link: Link, bytes: Vec<u8>) {
        self.input(Input::Frame(link, bytes));
    }

    fn up(&mut self, net: &impl Links, link: Link, identity: [u8; 32]) -> anyhow::Result<()> {
        // Who is not seated is told so when it asks.
        if !self.is_seated(&identity) {
            return Ok(());
        }
        self.links.insert(link, identity);
        self.remember(net)?;
        net.attend(link, true);
        self.ways.up(link);
        self.input(Input::Connected(link));
        Ok(())
    }

    fn is_seated(&self, identity: &[u8; 32]) -> bool {
        self.agreed().terms.seats.iter().any(|place| place.identity == *identity)
    }

    pub(super) fn event(
        &mut self,
        net: &impl Links,
        event: NetEvent,
        tell: &mut impl FnMut(String),
    ) -> anyhow::Result<()> {
        match event {
            NetEvent::Up { link, identity, .. } => self.up(net, link, identity)?,
            NetEvent::Frame { link, bytes } if self.links.contains_key(&link) => {
                self.hear_lobby(net, link, &bytes)?;
                self.input(Input::Frame(link, bytes));
            }
            NetEvent::Frame { link, bytes } => {
                if let Ok(Frame::Lobby(Message::Join { .. })) = Frame::decode(&bytes) {
                    net.send(link, Frame::Lobby(Message::Turned(Away::Full)).encode());
                }
                net.close(link, 0, "this game has its players");
            }
            NetEvent::Word { link, word } => self.hear(link, word),
            NetEvent::Down { link, why } => {
                self.ways.down(link);
                if let Some(identity) = self.links.remove(&link) {
                    tell(words::lost(self.agreed(), &identity, &why));
                    self.input(Input::Disconnected(link));
                }
            }
            NetEvent::DialFailed { why, .. } => tracing::debug!("dial: {why}"),
            NetEvent::Elsewhere { identity } if self.is_seated(&identity) => return Err(Elsewhere.into()),
            NetEvent::Pulse { .. } | NetEvent::Elsewhere { .. } => {}
        }
        Ok(())
    }

    /// A guest that missed the beginning asks for its seat once more; one that has lost what it needs
    /// for this game asks for another, and there is none.
    fn hear_lobby(&mut self, net: &impl Links, link: Link, bytes: &[u8]) -> anyhow::Result<()> {
        match Frame::decode(bytes) {
            Ok(Frame::Lobby(Message::Join { place, .. })) => {
                let seated = self.agreed().terms.seats.contains(&place);
                let begin = || Message::Begin(self.agreed().agreement.clone());
                let reply = if seated { begin() } else { Message::Turned(Away::Full) };
                net.send(link, Frame::Lobby(reply).encode());
            }
            Ok(Frame::Lobby(Message::Ways(ways))) => self.hear_ways(net, link, ways)?,
            _ => {}
        }
        Ok(())
    }
}
