//! Links: greeting, merging, passing on.

use std::collections::BTreeSet;

use super::*;
use crate::log::Step;

impl Peer {
    pub(super) fn connected(&mut self, link: Link) {
        self.links.insert(link, LinkState::default());
        let table = self.log.table();
        let hello = Hello {
            protocol: PROTOCOL,
            game: self.log.agreed().id,
            length: table.number(),
            head: table.head(),
            session: self.session,
        };
        self.send(link, &Frame::Hello(hello));
    }

    fn close(&mut self, link: Link, why: Closing) {
        if self.links.remove(&link).is_some() {
            self.outputs.push_back(Output::Close(link, why));
        }
    }

    pub(super) fn frame(&mut self, link: Link, bytes: &[u8]) {
        if !self.links.contains_key(&link) {
            return;
        }
        match Frame::decode(bytes) {
            Ok(Frame::Hello(hello)) => self.hello(link, hello),
            Ok(Frame::Said(signed)) => self.said(link, signed),
            Ok(Frame::Synced) => {
                if self.quiet && self.links.get(&link).is_some_and(|state| state.hello.is_some()) {
                    self.quiet = false;
                    self.timing = Timing::default();
                    self.event(Event::Merged);
                }
            }
            // A lobby that is over has nothing to say; it may cross with the first entries.
            Ok(Frame::Lobby(_)) => {}
            Ok(Frame::Bye) => {
                self.send(link, &Frame::Bye);
                self.close(link, Closing::Bye);
            }
            Err(bad) => self.close(link, Closing::Frame(bad)),
        }
    }

    fn hello(&mut self, link: Link, hello: Hello) {
        if hello.protocol != PROTOCOL {
            return self.close(link, Closing::Version(hello.protocol));
        }
        if hello.game != self.log.agreed().id {
            return self.close(link, Closing::Game);
        }
        // The answer to a greeting may be the whole log: once a link.
        if self.links.get(&link).is_none_or(|state| state.hello.is_some()) {
            return;
        }
        // Where the other's head is on this chain, it has the entries up to there.
        let agrees = self.log.table_at(hello.length as usize).is_some_and(|table| table.head() == hello.head);
        let known = if agrees { hello.length as usize } else { 0 };
        let chain = self.log.chain().iter().take(known);
        let known: BTreeSet<Digest> = chain
            .filter_map(|step| match step {
                Step::Entry(entry) => Some(entry.signed.digest()),
                Step::Out(_) => None,
            })
            .collect();
        let lacking = self.log.statements().iter().filter(|signed| !known.contains(&signed.digest()));
        let frames: Vec<Frame> = lacking.map(|signed| Frame::Said(signed.clone())).collect();
        for frame in &frames {
            self.send(link, frame);
        }
        self.send(link, &Frame::Synced);
        if let Some(state) = self.links.get_mut(&link) {
            state.hello = Some(hello);
        }
    }

    fn said(&mut self, link: Link, signed: Signed) {
        let seat = signed.seat;
        self.vouch(&signed);
        if let Err(refusal) = self.admit(signed) {
            self.event(Event::Refused(link, seat, refusal));
            // Only what depends on nothing but the statement: honest peers do not keep it, so they do not
            // pass it on. A gap or a crowd is a matter of what else is kept, and that may differ.
            if let Some(state) = self.links.get_mut(&link)
                && matches!(refusal, Refusal::NoStatement(_) | Refusal::Vote | Refusal::NotDue)
            {
                state.strikes += 1;
                if state.strikes >= STRIKES_MOST {
                    self.close(link, Closing::Frame(BadFrame::Malformed));
                }
            }
        }
    }

    /// Before a call of overdue reaches the log: an entry that this seat has accepted was in time.
    fn vouch(&mut self, call: &Signed) {
        let Some(own) = &self.own else { return };
        // A look at the kind first: what is no call need not be verified twice.
        if !call.is_call() {
            return;
        }
        let Ok(Statement::Overdue(spot, _)) = call.open(self.log.agreed()) else { return };
        let number = spot.number as usize;
        let on_chain = self.log.table_at(number).is_some_and(|table| table.head() == spot.previous);
        if let (true, Some(Step::Entry(entry)), Some(after)) =
            (on_chain, self.log.chain().get(number), self.log.table_at(number + 1))
            && entry.seat() != own.seat
            && self.may_vote(own.seat)
            && self.log.voted(&spot, own.seat) == (false, false)
        {
            self.say(&Statement::Seen(spot, after.head()));
        }
    }
}
