//! Between what runs and the person who decides: views one way, orders the other.
//!
//! The person's end never waits: it reads the newest view and leaves orders. Of a game only the own chart
//! is in a view, and of the others what they have shown.

use std::{path::PathBuf, sync::Arc, time::Instant};

use marque_protocol::{
    audit::{Proof, Verdict, shown, verdict},
    games::{self, Event, Layout, Ply},
    log::{Happening, Log, Step},
    peer::{Peer, Refused},
    rules::{Intent, Seat},
    statement::{Body, Proposal, Statement},
    table::{Duty, News, Table},
};
use tokio::sync::{mpsc, watch};

use crate::{
    net::{Delivery, Path, Word},
    scene::Scene,
};

/// Orders that wait for the session. A person is not that fast.
const ORDERS_MOST: usize = 16;
/// Words that are remembered; the oldest go.
const WORDS_MOST: usize = 200;

/// What the person wants.
pub enum Order {
    /// To lay out the fleet like this.
    Lay(Layout),
    /// To do this.
    Act(Intent<games::Act>),
    /// To offer this to the others.
    Offer(Proposal),
    /// To accept what is offered.
    Accept(Proposal),
    /// To take the own offer back.
    Withdraw(Proposal),
    /// To give up.
    Resign,
    /// To say that who is silent has lost.
    Claim,
    /// To say this to the others, beside the game.
    Say(Word),
    /// To go away; the game is kept and can be resumed.
    Leave,
    /// After the end: to play another game with the same players.
    Again,
}

/// A step of the chain and what it meant.
#[derive(Clone)]
pub struct Happened {
    /// Its number.
    pub number: u32,
    /// What was said.
    pub step: Step,
    /// What came of it.
    pub news: Vec<News>,
}

impl Happened {
    /// Whether somebody offered something, or said something of an offer, and the turn goes on.
    pub fn is_parley(&self) -> bool {
        let body = match &self.step {
            Step::Entry(entry) => Some(&entry.body),
            Step::Out(_) => None,
        };
        matches!(body, Some(Body::Offer(_) | Body::Accept(_) | Body::Withdraw(_)))
    }

    /// The chain of a log that was read, and what came of each step.
    pub fn chain(log: &mut Log) -> Vec<Happened> {
        let mut lookout = Lookout::new(Instant::now());
        log.happenings().into_iter().for_each(|happening| lookout.happened(happening));
        lookout.steps
    }
}

fn is_rest(news: &News) -> bool {
    matches!(news, News::Agreed(Proposal::Adjournment))
}

/// Whether everybody agreed, by what has happened, to go on another day.
pub fn adjourns(happening: &Happening) -> bool {
    matches!(happening, Happening::Stepped(_, _, news) if news.iter().any(is_rest))
}

/// What somebody said beside the game.
#[derive(Clone)]
pub struct Spoken {
    /// How many were said before it.
    pub number: u32,
    /// Who said it.
    pub seat: Seat,
    /// What.
    pub word: Word,
    /// Whether the others can have heard it.
    pub delivery: Delivery,
}

/// How it ended.
pub struct End {
    /// The record, once it is on disk.
    pub record: Option<PathBuf>,
    /// What can be said of it.
    pub verdict: Verdict,
    /// What each seat has shown of its layout.
    pub layouts: Vec<Option<Layout>>,
    /// What was proven against whom.
    pub lies: Vec<Lie>,
}

/// What somebody said that was not so.
pub struct Lie {
    /// Who said it, for which step, and what is wrong with it.
    pub proof: Proof,
    /// What would have come of it, as far as it has a meaning.
    pub claimed: Vec<Event>,
}

/// A game as the person at one seat sees it.
pub struct View {
    /// The public state.
    pub table: Table,
    /// The person's seat.
    pub seat: Seat,
    /// The person's own layout; none before the fleet is laid out.
    pub own: Option<Layout>,
    /// When a fleet that is not laid out yet is laid out at random.
    pub lay_by: Option<Instant>,
    /// All steps so far.
    pub steps: Vec<Happened>,
    /// What was said beside the game of late.
    pub words: Arc<Vec<Spoken>>,
    /// Whether the others are at other computers.
    pub far: bool,
    /// Which other seats are connected, and the way there if it is one over a network.
    pub connected: Vec<(Seat, Option<Path>)>,
    /// Seats that have let their time pass.
    pub overdue: Vec<Seat>,
    /// Seats that the person has called silent here: they are out once all others have.
    pub called: Vec<Seat>,
    /// Since when the seat that is due has been; what is offered in between does not count.
    pub since: Instant,
    /// Why the last order was not carried out.
    pub refused: Option<Refused>,
    /// After a restart: nothing can be said before another peer has told what it knows.
    pub quiet: bool,
    /// A newer process of the own identity has come: nothing is said here any more.
    pub elsewhere: bool,
    /// Set when play has ended.
    pub end: Option<End>,
    /// Who of the others wants another game, and waits at its table.
    pub again: Vec<Seat>,
}

impl View {
    /// Whether the person may act now.
    pub fn is_due(&self) -> bool {
        self.table.duty() == Duty::Act(self.seat) && !self.quiet && !self.elsewhere && self.end.is_none()
    }

    /// What boards draw of it.
    pub fn scene(&self) -> Scene<'_> {
        let shown = |seat: Seat| self.end.as_ref().and_then(|end| end.layouts.get(seat.index())?.as_ref());
        let layout = |seat| if seat == self.seat { self.own.as_ref() } else { shown(seat) };
        let layouts = Seat::all(self.table.agreed().seats()).map(layout).collect();
        let you = Some(self.seat);
        let (table, steps, open) = (&self.table, &self.steps[..], self.end.is_none());
        Scene { table, steps, seat: self.seat, you, layouts, open, due: self.is_due() }
    }
}

impl End {
    /// The end of a game with this log.
    pub fn of(log: &Log, record: Option<PathBuf>) -> End {
        let agreed = log.agreed();
        let layout = |seat| agreed.options.layout(&shown(log, seat)?);
        let layouts = Seat::all(agreed.seats()).map(layout).collect();
        let verdict = verdict(log);
        let lies =
            verdict.faults.iter().map(|proof| Lie { proof: proof.clone(), claimed: claimed(log, proof) });
        End { record, lies: lies.collect(), verdict, layouts }
    }
}

/// Whom a seat has called silent for what is due now.
fn called(log: &Log, seat: Seat) -> Vec<Seat> {
    let called = log.called(&log.table().spot(), seat).max_by_key(|seats| seats.len());
    called.cloned().unwrap_or_default()
}

/// What the statement would have meant that convicts a seat.
fn claimed(log: &Log, proof: &Proof) -> Vec<Event> {
    let meant = || {
        let evidence = log.convictions().get(&proof.seat)?.evidence.last()?;
        let Statement::Entry(spot, body) = evidence.open(log.agreed()).ok()? else { return None };
        let mut position = log.table_at(spot.number as usize)?.position().clone();
        let ply = match body {
            Body::Act { words, .. } => Ply::Act(position.decode_act(&words)?),
            Body::Answer { words, .. } => Ply::Answer(position.decode_answer(&words)?),
            _ => return None,
        };
        // Only what the rules allow has a meaning.
        position.check(proof.seat, &ply)?.ok()?;
        Some(position.apply(proof.seat, &ply))
    };
    meant().unwrap_or_default()
}

/// What a session remembers for the views of its person.
pub struct Lookout {
    steps: Vec<Happened>,
    /// Play rests, as everybody wanted.
    rests: bool,
    overdue: Vec<Seat>,
    since: Instant,
    refused: Option<Refused>,
    words: Arc<Vec<Spoken>>,
}

impl Lookout {
    /// Nothing has happened yet.
    pub fn new(since: Instant) -> Lookout {
        let (steps, overdue, words) = (Vec::new(), Vec::new(), Arc::default());
        Lookout { steps, rests: false, overdue, since, refused: None, words }
    }

    /// The chain has changed.
    pub fn happened(&mut self, happening: Happening) {
        match happening {
            Happening::Stepped(number, step, news) => {
                let rested = std::mem::replace(&mut self.rests, news.iter().any(is_rest));
                let happened = Happened { number, step, news };
                let goes_on = rested == self.rests && happened.is_parley();
                self.steps.push(happened);
                if goes_on {
                    return;
                }
            }
            Happening::Rewound(number) => self.steps.retain(|happened| happened.number < number),
            Happening::Convicted(..) => return,
        }
        self.since = Instant::now();
        self.overdue.clear();
    }

    /// These seats have let their time pass.
    pub fn overdue(&mut self, silent: Vec<Seat>) {
        self.overdue = silent;
    }

    /// Whether the last order was carried out.
    pub fn refused(&mut self, refused: Option<Refused>) {
        self.refused = refused;
    }

    /// Somebody has said something.
    pub fn spoken(&mut self, seat: Seat, word: Word, delivery: Delivery) {
        let number = self.words.last().map_or(0, |last| last.number.saturating_add(1));
        let words = Arc::make_mut(&mut self.words);
        if words.len() >= WORDS_MOST {
            words.remove(0);
        }
        words.push(Spoken { number, seat, word, delivery });
    }

    /// How things stand for this seat.
    pub fn view(&self, peer: &Peer, seat: Seat, connected: Vec<(Seat, Option<Path>)>) -> View {
        View {
            table: peer.table().clone(),
            seat,
            own: peer.chart().and_then(|chart| peer.log().agreed().options.layout(chart)),
            lay_by: None,
            steps: self.steps.clone(),
            words: self.words.clone(),
            far: false,
            connected,
            overdue: self.overdue.clone(),
            called: called(peer.log(), seat),
            since: self.since,
            refused: self.refused.clone(),
            quiet: peer.is_quiet(),
            elsewhere: false,
            end: None,
            again: Vec::new(),
        }
    }
}

/// The person's end: of a game, unless something else is said.
pub struct Helm<V = View, O = Order> {
    views: watch::Receiver<Option<Arc<V>>>,
    orders: mpsc::Sender<O>,
}

/// The other end.
pub struct Person<V = View, O = Order> {
    views: watch::Sender<Option<Arc<V>>>,
    orders: mpsc::Receiver<O>,
    wake: Wake,
}

/// Tells the person's end that there is something new; called from any thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Both ends.
pub fn helm<V, O>(wake: Wake) -> (Helm<V, O>, Person<V, O>) {
    let (view_in, views) = watch::channel(None);
    let (orders, order_out) = mpsc::channel(ORDERS_MOST);
    (Helm { views, orders }, Person { views: view_in, orders: order_out, wake })
}

impl<V, O> Helm<V, O> {
    /// The newest view; none before the first.
    pub fn view(&self) -> Option<Arc<V>> {
        self.views.borrow().clone()
    }

    /// Leaves an order; false if nobody takes it any more or many wait.
    pub fn order(&self, order: O) -> bool {
        self.orders.try_send(order).is_ok()
    }

    /// Whether the other end is gone.
    pub fn is_over(&self) -> bool {
        self.orders.is_closed()
    }
}

impl<V, O> Person<V, O> {
    /// Shows a newer view.
    pub fn show(&self, view: V) {
        self.views.send_replace(Some(Arc::new(view)));
        (self.wake)();
    }

    /// The next order. Waits for ever once the person's end is gone, as for somebody who has left the room.
    pub async fn order(&mut self) -> O {
        match self.next_order().await {
            Some(order) => order,
            None => std::future::pending().await,
        }
    }

    /// The next order; none once the person's end is gone.
    pub async fn next_order(&mut self) -> Option<O> {
        self.orders.recv().await
    }
}
