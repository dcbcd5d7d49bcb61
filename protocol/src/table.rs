//! The public automaton over the log: whose entry is due, and whether what comes is accepted.
//!
//! A [`Table`] is the fold of one chain of steps. It is pure and holds nothing hidden; every peer and
//! every spectator that folds the same chain has the same table. Which chain is the right one is the
//! business of [`crate::log`].

mod offers;

use std::sync::Arc;

use crate::{
    draw::{self, Draw},
    fault::Fault,
    games::{self, Ply, Position},
    rules::{Due, Implied, Leaving, Private, Ranking, Seat},
    seal::{ClaimsProof, Context, Digest, Seal, Sealed, letter::Letter},
    statement::{Body, Out, Proposal, Spot},
    terms::Agreed,
};

use offers::Parley;
pub use offers::{OFFERS_MOST, Offer, Offers};

/// What the log waits for, and from whom.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Duty {
    /// The seal of this seat's chart.
    Seal(Seat),
    /// A choice.
    Act(Seat),
    /// An answer about its chart.
    Answer(Seat),
    /// The next link of its chain.
    Link(Seat),
    /// A word on whether a private answer was good.
    Acknowledge(Seat),
    /// After a complaint, the ephemeral key of a private answer.
    Disclose(Seat),
    /// Nothing more.
    Over,
}

impl Duty {
    /// Whose duty it is.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Duty::Seal(seat)
            | Duty::Act(seat)
            | Duty::Answer(seat)
            | Duty::Link(seat)
            | Duty::Acknowledge(seat)
            | Duty::Disclose(seat) => Some(seat),
            Duty::Over => None,
        }
    }
}

/// What became of a table by one step, for those who watch.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum News {
    /// A seat sealed its chart.
    Sealed(Seat),
    /// A seat acted or answered.
    Said(Seat, Ply, Vec<games::Event>),
    /// A seat revealed a link.
    Linked(Seat),
    /// All links were revealed.
    Drawn(Vec<games::Event>),
    /// A private answer was read.
    Acknowledged(Seat),
    /// A private answer was called bad.
    Complained(Seat),
    /// A seat is out.
    Left(Seat, Leaving, Vec<games::Event>),
    /// A seat offered this to all others.
    Offered(Seat, Proposal),
    /// A seat accepted what is offered.
    Accepted(Seat, Proposal),
    /// A seat took its offer back.
    Withdrawn(Seat, Proposal),
    /// A seat acted without accepting what is offered, so the offer is void.
    Declined(Seat, Proposal),
    /// Everybody in play wants this.
    Agreed(Proposal),
    /// Play has ended.
    Over(Ending),
}

/// How play ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ending {
    /// Places.
    pub ranking: Ranking,
    /// Why the last seat that had to leave left, if that is what ended it.
    pub by: Option<Leaving>,
    /// Whether everybody in play agreed to end it.
    pub agreed: bool,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug)]
pub struct Public {
    /// Why it is out, if it is.
    pub left: Option<Leaving>,
    /// Its commitments, once it has sealed.
    pub sealed: Option<Sealed>,
    /// Hashed boards of the parts of its vector: number of slots, `previous` they are bound to, digest.
    pub boards: Vec<(u32, Digest, Digest)>,
    /// The tip of its chain, or the last link it revealed, and the number of that.
    link: Digest,
    revealed: u32,
}

impl Public {
    /// How many slots the seat has sealed.
    pub fn slots(&self) -> usize {
        self.boards.iter().map(|(slots, ..)| *slots as usize).sum()
    }
}

#[derive(Clone, Debug)]
struct Drawing {
    asked: Digest,
    links: Vec<(Seat, Digest)>,
}

#[derive(Clone, Debug)]
struct Delivery {
    writer: Seat,
    private: Private,
    letter: Letter,
    context: Context,
    complained: bool,
}

/// The public state after some steps.
#[derive(Clone, Debug)]
pub struct Table {
    agreed: Arc<Agreed>,
    position: Position,
    seats: Vec<Public>,
    number: u32,
    head: Digest,
    /// Number of the last link that any draw has asked for, or that was passed over.
    links: u32,
    drawing: Option<Drawing>,
    delivery: Option<Delivery>,
    ended_by: Option<Leaving>,
    offers: Offers,
    /// Where the duty that is due began.
    turn: Spot,
}

/// An entry that was checked against the table it stands on; only such an entry can be applied.
#[derive(Clone, Debug)]
pub struct Proven(Checked);

#[derive(Clone, Debug)]
enum Checked {
    Seal { sealed: Sealed, slots: u32, board: Digest, tip: Digest },
    Ply { ply: Box<Ply>, sealed: Option<(Sealed, u32, Digest)>, delivery: Option<Delivery> },
    Link(Digest),
    Acknowledge,
    Complain,
    Disclose,
    Removal(Vec<(Seat, Leaving)>),
    Parley(Parley),
}

impl Table {
    /// The table before the first step.
    pub fn new(agreed: Arc<Agreed>) -> Table {
        let fresh = Public { left: None, sealed: None, boards: Vec::new(), link: [0; 32], revealed: 0 };
        Table {
            position: Position::new(&agreed.options, agreed.seats()),
            seats: vec![fresh; agreed.seats()],
            number: 0,
            head: agreed.id,
            links: 0,
            drawing: None,
            delivery: None,
            ended_by: None,
            offers: Offers::default(),
            turn: Spot { number: 0, previous: agreed.id },
            agreed,
        }
    }

    /// What was agreed.
    pub fn agreed(&self) -> &Arc<Agreed> {
        &self.agreed
    }

    /// The game's state.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many steps it is the fold of.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Head of the chain it is the fold of.
    pub fn head(&self) -> Digest {
        self.head
    }

    /// What is known of a seat.
    pub fn public(&self, seat: Seat) -> Option<&Public> {
        self.seats.get(seat.index())
    }

    /// The seats that are in play, in seat order.
    pub fn in_play(&self) -> impl Iterator<Item = Seat> + Clone + '_ {
        Seat::all(self.seats.len()).filter(|&seat| self.is_in_play(seat))
    }

    /// Whether a seat is in play.
    pub fn is_in_play(&self, seat: Seat) -> bool {
        self.public(seat).is_some_and(|public| public.left.is_none())
    }

    /// What is offered, and what was agreed.
    pub fn offers(&self) -> &Offers {
        &self.offers
    }

    /// The spot at which the duty that is due began: the limit of a decision does not begin anew with
    /// what is offered, accepted or withdrawn before it.
    pub fn turn(&self) -> Spot {
        self.turn
    }

    /// What the log waits for.
    pub fn duty(&self) -> Duty {
        // Offers bring nobody nearer to the end, or who is losing could fill the log with them.
        let steps = self.number.saturating_sub(self.offers.parleys());
        if self.ended_by == Some(Leaving::Claimed) || steps >= self.agreed.card.entries {
            return Duty::Over;
        }
        // Before the end of play too: else a lie in the letter of the last answer would stay unproven.
        if let Some(delivery) = &self.delivery {
            return if delivery.complained {
                Duty::Disclose(delivery.writer)
            } else {
                Duty::Acknowledge(delivery.private.reader)
            };
        }
        if self.offers.drawn() || matches!(self.position.due(), Due::Over(_)) {
            return Duty::Over;
        }
        let unsealed = |seat: &Seat| self.public(*seat).is_some_and(|public| public.sealed.is_none());
        if let Some(seat) = self.in_play().find(unsealed) {
            return Duty::Seal(seat);
        }
        match (self.position.due(), &self.drawing) {
            (Due::Act(seat), _) => Duty::Act(seat),
            (Due::Answer(seat), _) => Duty::Answer(seat),
            (Due::Draw, Some(drawing)) => self
                .in_play()
                .find(|seat| !drawing.links.iter().any(|(done, _)| done == seat))
                .map_or(Duty::Over, Duty::Link),
            (Due::Draw, None) | (Due::Over(_), _) => Duty::Over,
        }
    }

    /// The spot on which the entry that is due stands. Seals all stand on the empty log.
    pub fn entry_spot(&self) -> Spot {
        match self.duty() {
            Duty::Seal(seat) => seal_spot(&self.agreed, seat),
            _ => self.spot(),
        }
    }

    /// The next spot of the chain.
    pub fn spot(&self) -> Spot {
        Spot { number: self.number, previous: self.head }
    }

    /// How play ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        if self.duty() != Duty::Over {
            return None;
        }
        let ranking = match self.position.due() {
            Due::Over(ranking) => ranking,
            _ => self.position.stopped(),
        };
        Some(Ending { ranking, by: self.ended_by, agreed: self.offers.drawn() })
    }

    /// Where a proof of the entry that is due is bound to.
    pub fn context(&self, seat: Seat) -> Context {
        let Spot { number, previous } = self.entry_spot();
        Context { game: self.agreed.id, seat: seat.0, number, previous }
    }

    /// Number of the link that each seat owes to the next draw, or to the one under way. It is the same
    /// for all, and grows with every draw and with every seat that leaves: a link that was revealed on
    /// a branch which is taken back decides nothing on the branch that stands, since a draw that was
    /// complete makes what it stands on final.
    pub fn link_number(&self) -> u32 {
        self.links.saturating_add(1)
    }

    /// The private answer that waits for its reader: the writer, who may read, and with what context.
    pub fn delivery(&self) -> Option<(Seat, &Private, &Letter, &Context)> {
        self.delivery.as_ref().map(|d| (d.writer, &d.private, &d.letter, &d.context))
    }

    /// The words of an act or answer that is due, and what they imply.
    pub fn implied(&self, seat: Seat, body: &Body) -> Result<(Ply, Implied), Fault> {
        let ply = match (self.duty(), body) {
            (Duty::Act(_), Body::Act { words, .. }) => self.position.decode_act(words).map(Ply::Act),
            (Duty::Answer(_), Body::Answer { words, .. }) => {
                self.position.decode_answer(words).map(Ply::Answer)
            }
            _ => return Err(Fault::Kind),
        }
        .ok_or(Fault::Words)?;
        let implied = self.position.check(seat, &ply).ok_or(Fault::Words)?.map_err(Fault::Illegal)?;
        Ok((ply, implied))
    }

    /// Checks an entry of the seat whose duty it is; on error nothing has changed and the author is
    /// at fault.
    pub fn check(&self, seat: Seat, body: &Body) -> Result<Proven, Fault> {
        let checked = match (self.duty(), body) {
            (duty, Body::Removal(seats)) if !matches!(duty, Duty::Seal(_) | Duty::Over) => {
                self.check_removal(seat, seats)?
            }
            (Duty::Seal(_), Body::Seal { .. }) => return self.check_seal(seat, body),
            (Duty::Act(_), Body::Act { extension, proof, .. }) => {
                self.check_ply(seat, body, extension.as_ref(), proof, None)?
            }
            (Duty::Answer(_), Body::Answer { proof, letter, .. }) => {
                self.check_ply(seat, body, None, proof, letter.as_ref())?
            }
            (Duty::Link(_), Body::Link(link)) => {
                let public = self.public(seat).ok_or(Fault::Kind)?;
                let known = (public.revealed, &public.link);
                if !draw::follows(&self.agreed.id, seat.0, known, self.link_number(), link) {
                    return Err(Fault::Link);
                }
                Checked::Link(*link)
            }
            (Duty::Acknowledge(_), Body::Acknowledge) => Checked::Acknowledge,
            (Duty::Acknowledge(_), Body::Complain) => Checked::Complain,
            (Duty::Disclose(_), Body::Disclose(key)) => {
                let (delivery, sealed, reader) = self.judged(seat)?;
                let lines = &delivery.private.lines;
                delivery
                    .letter
                    .judge(key, &reader, &delivery.context, lines, sealed)
                    .map_err(Fault::Proof)?;
                Checked::Disclose
            }
            (Duty::Act(_), Body::Offer(proposal)) => self.check_parley(seat, Parley::Offer(*proposal))?,
            (Duty::Act(_), Body::Accept(proposal)) => self.check_parley(seat, Parley::Accept(*proposal))?,
            (Duty::Act(_), Body::Withdraw(proposal)) => {
                self.check_parley(seat, Parley::Withdraw(*proposal))?
            }
            _ => return Err(Fault::Kind),
        };
        Ok(Proven(checked))
    }

    /// Checks a seal, whoever is due: it stands on the empty log, so no other step bears on it.
    pub fn check_seal(&self, seat: Seat, body: &Body) -> Result<Proven, Fault> {
        let Body::Seal { seal, tip } = body else { return Err(Fault::Kind) };
        let laws = self.agreed.options.laws();
        let context = seal_context(&self.agreed, seat);
        let sealed = seal.open(&laws, tip, &context).map_err(Fault::Proof)?;
        Ok(Proven(Checked::Seal { sealed, slots: laws.slots, board: seal.board, tip: *tip }))
    }

    fn check_removal(&self, author: Seat, seats: &[(Seat, Leaving)]) -> Result<Checked, Fault> {
        let ascending = seats.windows(2).all(|pair| matches!(pair, [(a, _), (b, _)] if a < b));
        let sound = |&(seat, why): &(Seat, Leaving)| {
            seat != author && self.is_in_play(seat) && matches!(why, Leaving::Resigned | Leaving::Faulted)
        };
        if seats.is_empty() || !ascending || !seats.iter().all(sound) {
            return Err(Fault::Removal);
        }
        Ok(Checked::Removal(seats.to_vec()))
    }

    fn check_parley(&self, seat: Seat, parley: Parley) -> Result<Checked, Fault> {
        if self.offers.may(seat, parley) { Ok(Checked::Parley(parley)) } else { Err(Fault::Offer) }
    }

    fn check_ply(
        &self,
        seat: Seat,
        body: &Body,
        extension: Option<&Seal>,
        proof: &ClaimsProof,
        letter: Option<&Letter>,
    ) -> Result<Checked, Fault> {
        let (ply, implied) = self.implied(seat, body)?;
        let context = self.context(seat);
        let sealed = self.public(seat).and_then(|public| public.sealed.as_ref()).ok_or(Fault::Kind)?;
        let extended = match (&implied.extension, extension) {
            (None, None) => None,
            (Some(laws), Some(seal)) => {
                Some((sealed.extended(laws, seal, &context).map_err(Fault::Proof)?, laws.slots, seal.board))
            }
            _ => return Err(Fault::Extension),
        };
        let after = extended.as_ref().map_or(sealed, |(sealed, ..)| sealed);
        after.proves(&implied.claims, proof, &context).map_err(Fault::Proof)?;
        let delivery = match (implied.private, letter) {
            (None, None) => None,
            (Some(private), Some(letter)) if private.reader != seat && self.is_in_play(private.reader) => {
                let letter = letter.clone();
                Some(Delivery { writer: seat, private, letter, context, complained: false })
            }
            _ => return Err(Fault::Letter),
        };
        Ok(Checked::Ply { ply: Box::new(ply), sealed: extended, delivery })
    }

    fn judged(&self, writer: Seat) -> Result<(&Delivery, &Sealed, [u8; 32]), Fault> {
        let delivery = self.delivery.as_ref().ok_or(Fault::Kind)?;
        let sealed = self.public(writer).and_then(|public| public.sealed.as_ref()).ok_or(Fault::Kind)?;
        let reader = self.agreed.place(delivery.private.reader).ok_or(Fault::Kind)?;
        Ok((delivery, sealed, reader.exchange))
    }

    /// Takes an entry of `seat` that was checked on this very table; `head` is the head with it.
    pub fn apply(&mut self, seat: Seat, proven: Proven, head: Digest) -> Vec<News> {
        let spot = self.entry_spot();
        let parley = matches!(proven.0, Checked::Parley(_));
        let rested = self.offers.adjourned();
        self.number = self.number.saturating_add(1);
        self.head = head;
        let mut news = Vec::new();
        match proven.0 {
            Checked::Seal { sealed, slots, board, tip } => {
                if let Some(public) = self.seats.get_mut(seat.index()) {
                    public.sealed = Some(sealed);
                    public.boards = vec![(slots, [0; 32], board)];
                    public.link = tip;
                }
                news.push(News::Sealed(seat));
            }
            Checked::Ply { ply, sealed, delivery } => {
                if let (Some((sealed, slots, board)), Some(public)) =
                    (sealed, self.seats.get_mut(seat.index()))
                {
                    public.sealed = Some(sealed);
                    public.boards.push((slots, spot.previous, board));
                }
                self.delivery = delivery;
                let declined = if matches!(*ply, Ply::Act(_)) { self.offers.act(seat) } else { Vec::new() };
                let events = self.position.apply(seat, &ply);
                news.push(News::Said(seat, *ply, events));
                news.extend(declined.into_iter().map(|proposal| News::Declined(seat, proposal)));
            }
            Checked::Link(link) => self.take_link(seat, link, &mut news),
            Checked::Acknowledge => {
                self.delivery = None;
                news.push(News::Acknowledged(seat));
            }
            Checked::Complain => {
                if let Some(delivery) = &mut self.delivery {
                    delivery.complained = true;
                }
                news.push(News::Complained(seat));
            }
            // The answer was good, or the entry would have been a fault: so was the complaint.
            Checked::Disclose => {
                if let Some(delivery) = self.delivery.take() {
                    self.remove(delivery.private.reader, Leaving::Faulted, &mut news);
                }
            }
            Checked::Removal(seats) => {
                for (seat, why) in seats {
                    self.remove(seat, why, &mut news);
                }
            }
            Checked::Parley(parley) => {
                self.offers.take(seat, parley);
                news.push(match parley {
                    Parley::Offer(proposal) => News::Offered(seat, proposal),
                    Parley::Accept(proposal) => News::Accepted(seat, proposal),
                    Parley::Withdraw(proposal) => News::Withdrawn(seat, proposal),
                });
            }
        }
        self.settle(&mut news);
        if !parley || rested != self.offers.adjourned() {
            self.turn = self.spot();
        }
        news
    }

    /// Takes the step that seats are out.
    pub fn out(&mut self, out: &Out) -> Vec<News> {
        self.number = self.number.saturating_add(1);
        self.head = out.head(&self.head);
        let mut news = Vec::new();
        for &seat in &out.seats {
            self.remove(seat, out.why, &mut news);
        }
        self.settle(&mut news);
        self.turn = self.spot();
        news
    }

    fn take_link(&mut self, seat: Seat, link: Digest, news: &mut Vec<News>) {
        let number = self.link_number();
        if let Some(public) = self.seats.get_mut(seat.index()) {
            (public.link, public.revealed) = (link, number);
        }
        let Some(drawing) = &mut self.drawing else { return };
        drawing.links.push((seat, link));
        let (asked, links) = (drawing.asked, drawing.links.clone());
        news.push(News::Linked(seat));
        if self.in_play().all(|seat| links.iter().any(|(done, _)| *done == seat)) {
            let links: Vec<Digest> = links.into_iter().map(|(_, link)| link).collect();
            let mut draw = Draw::new(&self.agreed.id, number, &asked, &links);
            self.drawing = None;
            self.links = number;
            news.push(News::Drawn(self.position.drawn(&mut draw)));
        }
    }

    /// A draw that a leaving seat breaks off begins anew, with the next link of everybody.
    fn remove(&mut self, seat: Seat, why: Leaving, news: &mut Vec<News>) {
        let Some(public) = self.seats.get_mut(seat.index()).filter(|public| public.left.is_none()) else {
            return;
        };
        public.left = Some(why);
        self.offers.leave(seat);
        self.drawing = None;
        self.links = self.link_number();
        if self.delivery.as_ref().is_some_and(|d| d.writer == seat || d.private.reader == seat) {
            self.delivery = None;
        }
        news.push(News::Left(seat, why, self.position.leave(seat, why)));
        // Those who claim are no majority that could go on without the others.
        let over = why == Leaving::Claimed || matches!(self.position.due(), Due::Over(_));
        if over && self.ended_by.is_none() {
            self.ended_by = Some(why);
        }
    }

    fn settle(&mut self, news: &mut Vec<News>) {
        if self.ended_by.is_none() && !matches!(self.position.due(), Due::Over(_)) {
            let (asked, out): (Vec<Seat>, Vec<Seat>) =
                self.in_play().partition(|seat| self.position.plays(*seat));
            out.into_iter().for_each(|seat| self.offers.leave(seat));
            news.extend(self.offers.agree(&asked).into_iter().map(News::Agreed));
        }
        let sealed = self.in_play().all(|seat| self.public(seat).is_some_and(|p| p.sealed.is_some()));
        if sealed && self.drawing.is_none() && self.position.due() == Due::Draw {
            self.drawing = Some(Drawing { asked: self.head, links: Vec::new() });
        }
        if let Some(ending) = self.ending() {
            news.push(News::Over(ending));
        }
    }
}

/// The spot on which a seat's seal stands, whatever the others did.
pub fn seal_spot(agreed: &Agreed, seat: Seat) -> Spot {
    Spot { number: u32::from(seat.0), previous: agreed.id }
}

/// Where the proof of a seat's seal is bound to.
pub fn seal_context(agreed: &Agreed, seat: Seat) -> Context {
    let Spot { number, previous } = seal_spot(agreed, seat);
    Context { game: agreed.id, seat: seat.0, number, previous }
}
