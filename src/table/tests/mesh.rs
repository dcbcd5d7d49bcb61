//! Whole games of two to four bots, each with an endpoint of its own on loopback.

use std::{
    collections::BTreeSet,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use iroh::EndpointAddr;
use marque_protocol::{audit::Outcome, log::Step, record, rules::Leaving};
use tokio::task::JoinHandle;

use super::*;
use crate::net::{Delivery, Links, Path, Word};

/// The game in which everything occurs that may, with tiny seals.
fn game() -> &'static str {
    games::cards().into_iter().find(|card| card.practice).unwrap().id
}

/// A network on which one peer is never dialled; remembers whom it has met.
#[derive(Default)]
struct Watched {
    net: Option<Net>,
    shunned: Option<[u8; 32]>,
    met: Mutex<BTreeSet<[u8; 32]>>,
}

impl Watched {
    fn net(&self) -> &Net {
        self.net.as_ref().unwrap()
    }
}

impl Links for Watched {
    fn send(&self, link: u64, frame: Vec<u8>) {
        let met = self.net().peer_address(link).map(|address| *address.id.as_bytes());
        self.met.lock().unwrap().extend(met);
        self.net().send(link, frame);
    }

    fn say(&self, link: u64, word: &Word) -> Delivery {
        self.net().say(link, word)
    }

    fn is_far(&self) -> bool {
        true
    }

    fn close(&self, link: u64, code: u32, reason: &str) {
        self.net().close(link, code, reason);
    }

    fn peer_address(&self, link: u64) -> Option<EndpointAddr> {
        self.net().peer_address(link)
    }

    fn path(&self, link: u64) -> Option<Path> {
        self.net().path(link)
    }

    fn attend(&self, link: u64, wanted: bool) {
        self.net().attend(link, wanted);
    }

    fn own_address(&self) -> Option<EndpointAddr> {
        Some(self.net().address())
    }

    fn dial(&self, address: EndpointAddr) {
        if self.shunned != Some(*address.id.as_bytes()) {
            self.net().keep_dialling(address);
        }
    }

    fn stop_dialling(&self, identity: [u8; 32]) {
        self.net().stop_dialling(identity);
    }
}

/// Somebody with a profile and an endpoint.
pub(super) struct Sailor {
    folder: tempfile::TempDir,
    pub(super) desk: Desk,
    shunned: Option<[u8; 32]>,
}

/// What a sailor has at the end.
struct Played {
    head: [u8; 32],
    verdict: marque_protocol::audit::Verdict,
    identity: [u8; 32],
    met: BTreeSet<[u8; 32]>,
    /// Who was put out, by what all others said.
    out: Vec<[u8; 32]>,
}

impl Sailor {
    pub(super) async fn new() -> Sailor {
        let folder = tempfile::tempdir().unwrap();
        let profile = Arc::new(Profile::open(Some(folder.path().to_owned())).unwrap());
        let own = config(profile.identity().unwrap());
        let desk = Desk::open(profile, own, Interrupt::never()).await.unwrap();
        Sailor { folder, desk, shunned: None }
    }

    fn identity(&self) -> [u8; 32] {
        self.desk.net.identity()
    }

    async fn sit(&mut self, place: &Place) -> anyhow::Result<Session> {
        match place {
            Place::Host(offer) => self.desk.host(TABLE, offer, player(), &mut |_| {}).await,
            Place::Guest(ticket) => self.desk.join(ticket, player()).await,
        }
    }

    /// Plays to the end; `steps` counts those of its log.
    async fn play(self, mut session: Session, steps: Arc<AtomicU32>) -> anyhow::Result<Played> {
        let Sailor { desk: Desk { profile, net, mut events, mut interrupt, .. }, shunned, folder } = self;
        let identity = net.identity();
        let watched = Watched { net: Some(net), shunned, met: Mutex::default() };
        let tell = |_| {
            steps.fetch_add(1, Ordering::Relaxed);
        };
        session.play(&watched, &mut events, &mut interrupt, tell).await?;
        let ended = session.end(&profile, &watched, &mut events, &mut interrupt).await?;
        watched.net().shutdown().await;
        let read = record::read(&std::fs::read(&ended.record).unwrap()).unwrap();
        let out = read.log.chain().iter().filter_map(|step| match step {
            Step::Out(out) if out.why == Leaving::Forfeited => Some(out.seats.clone()),
            _ => None,
        });
        let place = |seat| read.log.agreed().place(seat).unwrap().identity;
        let out = out.flatten().map(place).collect();
        drop(folder);
        let met = watched.met.into_inner().unwrap();
        Ok(Played { head: ended.head, verdict: ended.verdict, identity, met, out })
    }
}

/// Where somebody sits.
pub(super) enum Place {
    Host(Offer),
    Guest(Ticket),
}

pub(super) fn player() -> Player {
    Player { nickname: "Ana".to_owned(), captain: Captain::bot(Level::Easy).unwrap(), lobby: None }
}

pub(super) fn offer(seats: usize) -> Offer {
    let options = Options::choose(game(), &[("turns".to_owned(), "6".to_owned())]).unwrap();
    let clock = Clock { decision_s: Some(5), answer_s: 5, seal_s: 30, grace_s: 0 };
    Offer { game: game().to_owned(), options, seats, clock }
}

type Playing = (JoinHandle<anyhow::Result<Played>>, Arc<AtomicU32>);

/// Sits them all down at one table, the first as its host; they play on tasks of their own.
fn begin(sailors: Vec<Sailor>) -> Vec<Playing> {
    let ticket = sailors[0].desk.ticket(TABLE);
    let seats = sailors.len();
    let sit = |(number, mut sailor): (usize, Sailor)| {
        let place = if number == 0 { Place::Host(offer(seats)) } else { Place::Guest(ticket.clone()) };
        let steps = Arc::<AtomicU32>::default();
        let shared = steps.clone();
        let task = tokio::spawn(async move {
            let session = sailor.sit(&place).await?;
            sailor.play(session, shared).await
        });
        (task, steps)
    };
    sailors.into_iter().enumerate().map(sit).collect()
}

async fn ends(playing: Vec<Playing>) -> Vec<Played> {
    let mut ends = Vec::new();
    for (task, _) in playing {
        ends.push(task.await.unwrap().unwrap());
    }
    ends
}

async fn crew(seats: usize) -> Vec<Sailor> {
    let mut crew = Vec::new();
    for _ in 0..seats {
        crew.push(Sailor::new().await);
    }
    crew
}

fn one_head(ends: &[Played]) {
    let heads: BTreeSet<[u8; 32]> = ends.iter().map(|played| played.head).collect();
    assert_eq!(heads.len(), 1);
    for played in ends {
        assert!(played.verdict.faults.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_three_and_four_play_whole_games_and_everybody_meets_everybody() {
    for seats in 2..=4 {
        let ends = ends(begin(crew(seats).await)).await;
        one_head(&ends);
        let all: BTreeSet<[u8; 32]> = ends.iter().map(|played| played.identity).collect();
        for played in &ends {
            assert!(matches!(played.verdict.outcome, Outcome::Won | Outcome::Draw));
            let others: BTreeSet<[u8; 32]> =
                all.iter().copied().filter(|identity| *identity != played.identity).collect();
            assert_eq!(played.met, others, "a link with each of the others, at a table of {seats}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pair_that_never_meets_plays_through_a_third() {
    let mut crew = crew(3).await;
    let guests = [crew[1].identity(), crew[2].identity()];
    (crew[1].shunned, crew[2].shunned) = (Some(guests[1]), Some(guests[0]));
    let ends = ends(begin(crew)).await;
    one_head(&ends);
    assert_eq!(ends[0].met, guests.into());
    assert_eq!(ends[1].met, ends[2].met, "the host alone");
    assert_eq!(ends[1].met.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_for_good_is_forfeited_and_the_rest_finish() {
    let crew = crew(4).await;
    let leaver = crew[2].identity();
    let mut playing = begin(crew);
    let (task, steps) = playing.remove(2);
    // All have sealed, and the game is under way.
    while steps.load(Ordering::Relaxed) < 12 {
        tokio::task::yield_now().await;
    }
    task.abort();
    assert!(task.await.err().expect("it did not end by itself").is_cancelled());
    let ends = ends(playing).await;
    one_head(&ends);
    for played in &ends {
        assert_eq!(played.out, [leaver]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_three_with_one_ticket_for_two_one_plays_and_two_are_told() {
    let mut host = Sailor::new().await;
    let ticket = host.desk.ticket(TABLE);
    let hosting = tokio::spawn(async move {
        let session = host.sit(&Place::Host(offer(2))).await?;
        host.play(session, Arc::default()).await
    });
    let mut guests = Vec::new();
    for _ in 0..3 {
        let (mut guest, ticket) = (Sailor::new().await, Place::Guest(ticket.clone()));
        guests.push(tokio::spawn(async move {
            let session = guest.sit(&ticket).await?;
            guest.play(session, Arc::default()).await
        }));
    }
    let mut heads = vec![hosting.await.unwrap().unwrap().head];
    let mut told = 0;
    for guest in guests {
        match guest.await.unwrap() {
            Ok(played) => heads.push(played.head),
            Err(error) => {
                assert!(matches!(error.downcast_ref(), Some(NoGame::Away(Away::Full))), "{error:#}");
                told += 1;
            }
        }
    }
    assert!(told == 2 && heads.len() == 2 && heads[0] == heads[1], "{told} were told");
}

/// Whoever comes to a table that is full, before the game begins or later, hears one word and nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn who_finds_the_table_full_gets_not_one_byte_of_the_game() {
    let mut host = Sailor::new().await;
    let ticket = host.desk.ticket(TABLE);
    let hosting = tokio::spawn(async move {
        let session = host.sit(&Place::Host(offer(2))).await?;
        host.play(session, Arc::default()).await
    });
    // A guest that does not sign keeps the seat.
    let (seated, mut at_seat) = Net::start(config([5; 32])).await.unwrap();
    join(&seated, &mut at_seat, [5; 32], &ticket).await;
    while !matches!(frame(&mut at_seat).await, Some(Frame::Lobby(Message::Terms(_)))) {}
    let (third, mut at_door) = Net::start(config([6; 32])).await.unwrap();
    join(&third, &mut at_door, [6; 32], &ticket).await;
    assert_eq!(frame(&mut at_door).await, Some(Frame::Lobby(Message::Turned(Away::Full))));
    assert_eq!(frame(&mut at_door).await, None, "nothing else");
    seated.shutdown().await;
    third.shutdown().await;
    hosting.abort();
}

/// Dials and asks for a seat.
async fn join(net: &Net, events: &mut mpsc::Receiver<NetEvent>, key: [u8; 32], ticket: &Ticket) {
    let identity = SigningKey::from_bytes(&key);
    let place = SeatKeys::new(key).place(identity.verifying_key().to_bytes(), "Ben".to_owned(), key);
    let guest = marque_protocol::lobby::Guest::new(TABLE, identity, place);
    net.keep_dialling(ticket.address.clone());
    while let Some(event) = events.recv().await {
        if let NetEvent::Up { link, .. } = event {
            net.stop_dialling(*ticket.address.id.as_bytes());
            return net.send(link, Frame::Lobby(guest.join()).encode());
        }
    }
}

/// The next frame; none once the link is down.
async fn frame(events: &mut mpsc::Receiver<NetEvent>) -> Option<Frame> {
    loop {
        match events.recv().await? {
            NetEvent::Frame { bytes, .. } => return Frame::decode(&bytes).ok(),
            NetEvent::Down { .. } => return None,
            _ => {}
        }
    }
}
