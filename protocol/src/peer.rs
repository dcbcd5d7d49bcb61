//! One peer: a log, and at a seat the secrets that belong to it. No IO.
//!
//! The driver hands every input to [`Peer::handle`] with its own clock and then carries out the
//! outputs in order: what is to be kept is on disk before anything behind it is sent. Of a transport
//! it assumes what QUIC gives: a link is reliable and in order until it breaks, across links there is
//! no order, and after a break the fate of what was under way is unknown.

mod duties;
mod links;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use ed25519_dalek::SigningKey;

use crate::{
    draw::Chain,
    games::{self, Act, Ply},
    log::{Happening, Log, Novelty, Refusal},
    rules::{Intent, Seat},
    seal::{Chart, ClaimsProof, Digest, Seal, Secret},
    statement::{Body, Proposal, Signed, Spot, Statement},
    table::{Duty, Table},
    terms::{Agreed, SeatKeys},
    wire::{BadFrame, Frame, Hello, PROTOCOL},
};

/// A connection to another peer, as the driver numbers it.
pub type Link = u64;

/// Statements on one link that no honest peer sends before it is closed.
pub const STRIKES_MOST: u32 = 8;

/// What happens to a peer.
pub enum Input {
    /// A link is up.
    Connected(Link),
    /// A link is gone.
    Disconnected(Link),
    /// A frame has come.
    Frame(Link, Vec<u8>),
    /// Whoever plays this seat has laid out its fleet: until now this peer was a spectator.
    Sit(Box<Seated>),
    /// The player chooses.
    Act(Intent<Act>),
    /// The player, at its turn, offers this to all others; its act stays due.
    Offer(Proposal),
    /// The player, at its turn, accepts what is offered.
    Accept(Proposal),
    /// The player, at its turn, takes its offer back.
    Withdraw(Proposal),
    /// The player resigns.
    Resign,
    /// The player calls overdue whoever is, by this peer's clock.
    Claim,
    /// Time has passed.
    Tick,
}

/// What the driver is to do, in this order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Output {
    /// Keep these secret bits of an extension, bound to this head, where only the seat can read them.
    Keep(Kept),
    /// Write this statement down.
    Persist(Signed),
    /// Send this frame.
    Send(Link, Vec<u8>),
    /// Close the link.
    Close(Link, Closing),
    /// Hand in a [`Input::Tick`] at this time, in milliseconds of the clock that is passed to `handle`. Of
    /// several times the last one said counts, also where it is later than one before.
    Wake(u64),
    /// Show this.
    Event(Event),
}

/// Secret bits that an act sealed.
#[derive(Clone, Eq, PartialEq)]
pub struct Kept {
    /// The head that the act stands on.
    pub previous: Digest,
    /// Values of the new slots.
    pub bits: Vec<u8>,
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept(..)")
    }
}

/// Why a link is closed.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Closing {
    /// The other side said goodbye, or answered ours.
    #[error("goodbye")]
    Bye,
    /// It speaks another version.
    #[error("protocol version {0}, this is {this}", this = PROTOCOL)]
    Version(u16),
    /// It plays another game.
    #[error("another game")]
    Game,
    /// It sends what nobody can read.
    #[error("{0}")]
    Frame(BadFrame),
    /// A newer link of the same process or a newer process is there.
    #[error("replaced by a newer connection")]
    Replaced,
}

/// Something to show.
#[derive(Clone, Debug)]
pub enum Event {
    /// The log has changed.
    Log(Happening),
    /// A statement that came by this link, said to be of this seat, was refused.
    Refused(Link, Seat, Refusal),
    /// These seats are overdue by this peer's clock; the player may say [`Input::Claim`].
    Overdue(Vec<Seat>),
    /// This seat was told something that nobody else may read: sums of the lines that it asked for.
    Told(Note),
    /// What a peer had to tell of before is merged: the seat takes part again.
    Merged,
}

impl PartialEq for Event {
    fn eq(&self, other: &Event) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}
impl Eq for Event {}

/// What a private answer told.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Note {
    /// Step of the answer.
    pub number: u32,
    /// Who answered.
    pub writer: Seat,
    /// The sums, in the order of the question.
    pub sums: Vec<u32>,
}

/// What this side did wrong, or cannot do now. Nothing has changed.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Refused {
    /// A spectator has no say.
    #[error("only players can do that")]
    Spectator,
    /// Another seat is due, or nobody.
    #[error("it is not your turn")]
    NotDue,
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(games::Illegal),
    /// The words belong to another game.
    #[error("that belongs to another game")]
    Foreign,
    /// The act claims what the player's own chart denies.
    #[error("your own board does not allow that")]
    Untrue,
    /// Everything is said.
    #[error("the game is over")]
    Over,
    /// After a restart nothing is signed before another peer has said what it knows.
    #[error("waiting for another player after the restart")]
    Quiet,
    /// The seat has spoken already; what it said is not settled yet.
    #[error("you have said your word here")]
    Said,
    /// A seat has one chart for the whole game.
    #[error("your fleet is laid out already")]
    Seated,
    /// Nobody is overdue by this peer's clock.
    #[error("nobody is overdue")]
    NotOverdue,
    /// It is offered already, or the seat has made all the offers that it has in a game.
    #[error("that cannot be offered now")]
    NoOffer,
    /// No such offer stands that the seat could accept or take back.
    #[error("no such offer stands")]
    NotOffered,
}

/// The secret side of a seat.
struct Own {
    seat: Seat,
    signing: SigningKey,
    exchange: [u8; 32],
    seed: [u8; 32],
    chart: Chart,
    chain: Chain,
    /// Bits of extensions, by the head that their act stands on.
    kept: BTreeMap<Digest, Vec<u8>>,
    /// The vector as it is sealed at the end of the chain.
    secret: Secret,
    parts: Vec<Digest>,
}

#[derive(Default)]
struct LinkState {
    hello: Option<Hello>,
    strikes: u32,
}

/// See the module.
pub struct Peer {
    log: Log,
    own: Option<Own>,
    session: u64,
    links: BTreeMap<Link, LinkState>,
    quiet: bool,
    notes: Vec<Note>,
    timing: Timing,
    now: u64,
    outputs: VecDeque<Output>,
}

#[derive(Default)]
struct Timing {
    spot: Option<Spot>,
    /// Where the duty began whose time runs.
    turn: Option<Spot>,
    since: u64,
    told: bool,
}

/// What a seat needs besides its keys to begin or to go on.
pub struct Seated {
    /// Which seat.
    pub seat: Seat,
    /// Its secrets for this game.
    pub keys: SeatKeys,
    /// Its lawful chart, without extensions.
    pub chart: Chart,
    /// Extensions, as they were kept.
    pub kept: Vec<Kept>,
}

impl Peer {
    /// A peer for a game that begins now; a spectator without `seated`. `session` is random.
    pub fn new(agreed: Arc<Agreed>, seated: Option<Seated>, session: u64, now: u64) -> Peer {
        let own = seated.map(|seated| Own::new(&agreed, seated));
        let mut peer = Peer {
            log: Log::new(agreed),
            own,
            session,
            links: BTreeMap::new(),
            quiet: false,
            notes: Vec::new(),
            timing: Timing::default(),
            now,
            outputs: VecDeque::new(),
        };
        peer.settle();
        peer
    }

    /// A peer that goes on after a restart, with what its write-ahead log holds. It signs nothing
    /// before it has merged what another peer knows: its disk may have lost the end.
    pub fn resume(log: Log, seated: Option<Seated>, session: u64, now: u64) -> Peer {
        let own = seated.map(|seated| Own::new(log.agreed(), seated));
        let mut peer = Peer {
            log,
            own,
            session,
            links: BTreeMap::new(),
            quiet: true,
            notes: Vec::new(),
            timing: Timing::default(),
            now,
            outputs: VecDeque::new(),
        };
        peer.log.happenings();
        peer.settle();
        peer
    }

    /// The log.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The table at the end of the log.
    pub fn table(&self) -> &Table {
        self.log.table()
    }

    /// This peer's seat.
    pub fn seat(&self) -> Option<Seat> {
        self.own.as_ref().map(|own| own.seat)
    }

    /// This seat's own chart, extensions included.
    pub fn chart(&self) -> Option<&Chart> {
        self.own.as_ref().map(|own| own.secret.chart())
    }

    /// What private answers have told this seat.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Whether the seat waits for another peer after a restart.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Takes an input at `now`, milliseconds of a clock that never goes back. An error is about the
    /// player's own wish; what others send wrongly is an event.
    pub fn handle(&mut self, now: u64, input: Input) -> Result<(), Refused> {
        self.now = self.now.max(now);
        let done = match input {
            Input::Connected(link) => {
                self.connected(link);
                Ok(())
            }
            Input::Disconnected(link) => {
                self.links.remove(&link);
                Ok(())
            }
            Input::Frame(link, bytes) => {
                self.frame(link, &bytes);
                Ok(())
            }
            Input::Sit(seated) => self.sit(*seated),
            Input::Act(intent) => self.act(intent),
            Input::Offer(proposal) => self.parley(Body::Offer(proposal)),
            Input::Accept(proposal) => self.parley(Body::Accept(proposal)),
            Input::Withdraw(proposal) => self.parley(Body::Withdraw(proposal)),
            Input::Resign => self.resign(),
            Input::Claim => self.claim(),
            Input::Tick => Ok(()),
        };
        self.settle();
        done
    }

    fn event(&mut self, event: Event) {
        self.outputs.push_back(Output::Event(event));
    }

    fn send(&mut self, link: Link, frame: &Frame) {
        self.outputs.push_back(Output::Send(link, frame.encode()));
    }

    /// Takes a statement into the log; what is new is written down and then passed on.
    fn admit(&mut self, signed: Signed) -> Result<Novelty, Refusal> {
        let novelty = self.log.insert(signed.clone())?;
        if novelty == Novelty::New {
            self.outputs.push_back(Output::Persist(signed.clone()));
            let frame = Frame::Said(signed);
            let ready = self.links.iter().filter(|(_, state)| state.hello.is_some());
            for link in ready.map(|(link, _)| *link).collect::<Vec<Link>>() {
                self.send(link, &frame);
            }
        }
        Ok(novelty)
    }

    /// Signs a statement and takes it into the log.
    fn say(&mut self, statement: &Statement) -> bool {
        let Some(own) = &self.own else { return false };
        let signed = Signed::make(&own.signing, own.seat, &self.log.agreed().id, statement);
        self.admit(signed) == Ok(Novelty::New)
    }

    fn sit(&mut self, seated: Seated) -> Result<(), Refused> {
        if self.own.is_some() {
            return Err(Refused::Seated);
        }
        self.own = Some(Own::new(self.log.agreed(), seated));
        Ok(())
    }

    /// This side, if its act is due and it may sign one.
    fn at_turn(&self) -> Result<&Own, Refused> {
        let Some(own) = &self.own else { return Err(Refused::Spectator) };
        match self.log.table().duty() {
            Duty::Over => Err(Refused::Over),
            Duty::Act(seat) if seat == own.seat && self.may_author() => Ok(own),
            Duty::Act(seat) if seat == own.seat && self.quiet => Err(Refused::Quiet),
            Duty::Act(seat) if seat == own.seat => Err(Refused::Said),
            _ => Err(Refused::NotDue),
        }
    }

    /// Says something of an offer, before the act that is due.
    fn parley(&mut self, body: Body) -> Result<(), Refused> {
        let (table, own) = (self.log.table(), self.at_turn()?);
        if table.check(own.seat, &body).is_err() {
            let offers = matches!(body, Body::Offer(_));
            return Err(if offers { Refused::NoOffer } else { Refused::NotOffered });
        }
        self.say(&Statement::Entry(table.spot(), body));
        Ok(())
    }

    fn act(&mut self, intent: Intent<Act>) -> Result<(), Refused> {
        let (table, own) = (self.log.table(), self.at_turn()?);
        let ply = Ply::Act(intent.act.clone());
        let implied = table.position().check(own.seat, &ply).ok_or(Refused::Foreign)?;
        let implied = implied.map_err(Refused::Illegal)?;
        let context = table.context(own.seat);
        let sealed = table.public(own.seat).and_then(|public| public.sealed.clone());
        let sealed = sealed.ok_or(Refused::NotDue)?;
        let mut extended = None;
        let (extension, sealed) = match &implied.extension {
            None if intent.bits.is_empty() => (None, sealed),
            None => return Err(Refused::Untrue),
            Some(laws) => {
                let secret = extended.insert(own.vector(&self.log.agreed().id));
                secret.extend(context.previous, &intent.bits);
                let seal = Seal::extend(secret, laws, &context, &sealed).map_err(|_| Refused::Untrue)?;
                let sealed = sealed.extended(laws, &seal, &context).map_err(|_| Refused::Untrue)?;
                (Some(seal), sealed)
            }
        };
        let secret = extended.as_ref().unwrap_or(&own.secret);
        let proof = ClaimsProof::make(secret, &implied.claims, &context, &sealed);
        let proof = proof.map_err(|_| Refused::Untrue)?;
        if extension.is_some() {
            let kept = Kept { previous: context.previous, bits: intent.bits };
            if let Some(own) = &mut self.own {
                own.kept.insert(kept.previous, kept.bits.clone());
            }
            self.outputs.push_back(Output::Keep(kept));
        }
        let body = Body::Act { words: intent.act.encode(), extension, proof };
        self.say(&Statement::Entry(self.log.table().spot(), body));
        Ok(())
    }

    fn resign(&mut self) -> Result<(), Refused> {
        let Some(own) = &self.own else { return Err(Refused::Spectator) };
        if self.log.table().duty() == Duty::Over || !self.log.table().is_in_play(own.seat) {
            return Err(Refused::Over);
        }
        if self.quiet {
            return Err(Refused::Quiet);
        }
        if self.log.has_resigned(own.seat) {
            return Ok(());
        }
        // Where an entry of this seat waits to be settled, the resignation stands behind it.
        let mut spot = self.log.table().spot();
        while let Some(entry) = self.log.entry_of(&spot, own.seat)
            && !matches!(entry.body, Body::Seal { .. })
        {
            spot = Spot { number: spot.number + 1, previous: entry.signed.head(&spot.previous) };
        }
        self.say(&Statement::Resign(spot));
        Ok(())
    }

    fn claim(&mut self) -> Result<(), Refused> {
        let Some(own) = &self.own else { return Err(Refused::Spectator) };
        let silent = self.overdue();
        if silent.is_empty() {
            return Err(Refused::NotOverdue);
        }
        if !self.may_vote(own.seat) {
            return Err(Refused::Quiet);
        }
        self.say(&Statement::Overdue(self.log.table().spot(), silent));
        // Whoever of the others is silent too comes next, after the same time again.
        self.timing.since = self.now;
        self.timing.told = false;
        self.wake();
        Ok(())
    }
}

impl Own {
    fn new(agreed: &Agreed, seated: Seated) -> Own {
        let Seated { seat, keys, chart, kept } = seated;
        let seed = keys.seed();
        Own {
            seat,
            signing: keys.signing(),
            exchange: keys.exchange(),
            seed,
            chain: keys.chain(&agreed.id, seat, agreed.card.draws),
            kept: kept.into_iter().map(|kept| (kept.previous, kept.bits)).collect(),
            secret: Secret::new(agreed.id, seat.0, seed, chart.clone()),
            parts: Vec::new(),
            chart,
        }
    }

    /// Makes the vector what is sealed on this table: steps may have been taken back.
    fn follow(&mut self, table: &Table) {
        let Some(public) = table.public(self.seat) else { return };
        let parts: Vec<Digest> = public.boards.iter().skip(1).map(|(_, previous, _)| *previous).collect();
        if parts == self.parts {
            return;
        }
        self.parts = parts;
        self.secret = self.vector(&table.agreed().id);
    }

    /// The sealed vector: the chart and its extensions in order.
    fn vector(&self, game: &Digest) -> Secret {
        let mut secret = Secret::new(*game, self.seat.0, self.seed, self.chart.clone());
        for previous in &self.parts {
            if let Some(bits) = self.kept.get(previous) {
                secret.extend(*previous, bits);
            }
        }
        secret
    }
}
