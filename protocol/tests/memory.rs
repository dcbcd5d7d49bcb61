//! What bytes of others make us allocate, and what of it we keep (section 17 of the specification).
//!
//! One test at a time: the allocator counts for the whole process.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use marque_protocol::{
    games::Options,
    lobby::Message,
    log::Refusal,
    peer::{Event, Input, Output, Peer, STRIKES_MOST, Seated},
    record::{self, Item},
    rules::{Leaving, Seat},
    seal::{Chart, ClaimsProof},
    sim::{Network, Setup, play, table_of},
    statement::{Body, SEAL_MOST, STATEMENT_MOST, Signed, Spot, Statement},
    terms::{Agreed, Agreement, SeatKeys, Signature, Terms},
    ticket::Ticket,
    wire::{self, FRAME_MOST, Frame, Hello, PROTOCOL},
};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What this allocates at its worst moment, and what is left of it.
fn cost<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let done = work();
    let (peak, after) = (ALLOCATOR.peak_usage(), ALLOCATOR.current_usage());
    (done, peak.saturating_sub(before), after.saturating_sub(before))
}

/// Memory for each byte that comes, beside [`AHEAD`]: the bytes, what they mean and how that is written
/// again to see whether they are canonical.
const PER_BYTE: usize = 8;
/// What a list may take ahead of its items: serde takes no more, whatever is announced.
const AHEAD: usize = 1 << 20;
/// What a list may take ahead for each byte that is there to hold its items: a place at a table is
/// announced by one byte and has some 150.
const AHEAD_PER_BYTE: usize = 200;
/// Everything that depends on no length.
const CONSTANT: usize = 2048;

fn bound(length: usize) -> usize {
    CONSTANT + PER_BYTE * length + (AHEAD_PER_BYTE * length).min(AHEAD)
}

struct Game {
    agreed: Arc<Agreed>,
    hands: Vec<(SeatKeys, Chart)>,
}

impl Game {
    fn new(seats: usize) -> Game {
        let options = Options::choose("drill", &[]).unwrap();
        let (agreed, hands) = table_of("drill", &options, seats, 1);
        Game { agreed, hands }
    }

    /// Bytes that somebody with a key signs, whatever they are.
    fn signed(&self, seat: u8, bytes: Vec<u8>) -> Signed {
        let key = self.hands[seat as usize].0.signing();
        Signed { seat: Seat(seat), signature: Signature::make(&key, b"marque/1/statement", &bytes), bytes }
    }

    fn peer(&self) -> Peer {
        let (keys, chart) = self.hands[0].clone();
        let seated = Seated { seat: Seat(0), keys, chart, kept: Vec::new() };
        let mut peer = Peer::new(self.agreed.clone(), Some(seated), 1, 0);
        peer.handle(0, Input::Connected(1)).unwrap();
        let id = self.agreed.id;
        let hello = Hello { protocol: PROTOCOL, game: id, length: 0, head: id, session: 2 };
        peer.handle(0, Input::Frame(1, Frame::Hello(hello).encode())).unwrap();
        while peer.poll().is_some() {}
        peer
    }
}

/// Everything that is decoded from bytes of others.
fn decode(bytes: &[u8]) {
    let _ = Frame::decode(bytes);
    let _ = wire::decode::<Statement>(bytes);
    let _ = wire::decode::<Item>(bytes);
    let _ = wire::decode::<Message>(bytes);
    let _ = wire::decode::<Agreement>(bytes);
    let _ = wire::decode::<Terms>(bytes);
    let _ = wire::decode::<Ticket>(bytes);
    let _ = Terms::decode(bytes);
    for id in ["classic", "mines", "drill"] {
        let _ = Options::decode(id, bytes);
        let position = marque_protocol::games::Position::new(&Options::choose(id, &[]).unwrap(), 2);
        let _ = position.decode_act(bytes);
        let _ = position.decode_answer(bytes);
    }
}

/// Structures with a list each, up to the place where the number of its items stands.
fn beginnings(game: &Game) -> Vec<Vec<u8>> {
    let spot = Spot { number: 7, previous: [0xaa; 32] };
    let entry = |body: &[u8]| [wire::encode(&(0u8, spot)), body.to_vec()].concat();
    let terms = &game.agreed.agreement.terms;
    // The number of seats stands before two places, and the agreement's behind terms and their length.
    let places: usize = game.agreed.terms.seats.iter().map(|place| wire::encode(place).len()).sum();
    let seats = terms[..terms.len() - places - 1].to_vec();
    let agreement = wire::encode(terms);
    let statements = [
        entry(&[0]),
        entry(&[0, 0]),
        entry(&[0, 0, 0]),
        entry(&[0, 0, 0, 0]),
        entry(&[1]),
        entry(&[1, 0, 0]),
        entry(&[1, 0, 0, 0]),
        entry(&[1, 0, 0, 0, 0]),
        entry(&[2, 0, 0, 0, 0, 0, 1]),
        entry(&[7]),
        [wire::encode(&(3u8, spot))].concat(),
        [wire::encode(&(4u8, spot)), vec![0; 32]].concat(),
    ];
    let words = [vec![], vec![0], vec![1], vec![0, 0]];
    let frames = [
        vec![1, 0],
        [vec![1, 0], vec![0; 64]].concat(),
        vec![3, 2],
        [vec![3, 4], agreement.clone()].concat(),
    ];
    statements.into_iter().chain(words).chain(frames).chain([seats, agreement, vec![0; 49]]).collect()
}

#[test]
fn a_list_that_claims_more_than_it_has_takes_no_more_than_is_there() {
    let _alone = alone();
    let game = Game::new(2);
    let mut worst = (0, 0, 0);
    for beginning in beginnings(&game) {
        for behind in [0usize, 1, 5, 40, 120, 1000, 4000, 8000, 60_000, 500_000] {
            for claimed in [behind as u64, 1 << 14, u64::from(u32::MAX), u64::MAX / 2] {
                let mut bytes = [beginning.clone(), wire::encode(&claimed)].concat();
                bytes.resize(bytes.len() + behind, 1);
                let ((), peak, kept) = cost(|| decode(&bytes));
                assert!(peak <= bound(bytes.len()), "{peak} bytes for {}, claimed {claimed}", bytes.len());
                assert!(kept <= CONSTANT, "{kept} bytes are left");
                worst = worst.max((peak.saturating_sub(CONSTANT) / bytes.len(), peak, bytes.len()));
            }
        }
    }
    println!("at worst {} bytes for each: {} for {}", worst.0, worst.1, worst.2);
}

#[test]
fn a_frame_that_is_refused_leaves_nothing() {
    let _alone = alone();
    let game = Game::new(2);
    let id = game.agreed.id;
    let spot = Spot { number: 1, previous: id };
    // A seal in which everything is a commitment, one that is no statement, and one of nobody.
    let points = vec![[1u8; 32]; SEAL_MOST / 32 - 20];
    let seal = wire::encode(&(id, 0u8, Spot { number: 0, ..spot }, 0u8, (&points, [0u8; 5], [[0u8; 32]; 2])));
    let noise = [&id[..], &[0; STATEMENT_MOST - 32]].concat();
    let mut forged = game.signed(1, noise.clone());
    forged.signature.1[0] ^= 1;
    let frames = [
        Frame::Said(game.signed(1, seal)),
        Frame::Said(game.signed(1, noise)),
        Frame::Said(forged),
        Frame::Said(game.signed(1, wire::encode(&(id, Statement::Result(spot))))),
    ];
    let mut peer = game.peer();
    for frame in frames.iter().map(Frame::encode).chain([vec![1; FRAME_MOST], vec![3; 8192]]) {
        let length = frame.len();
        let ((), peak, kept) = cost(|| {
            let _ = peer.handle(0, Input::Frame(1, frame));
            while peer.poll().is_some() {}
        });
        assert!(peak <= bound(length), "{peak} bytes for a frame of {length}");
        assert!(kept <= CONSTANT, "{kept} bytes are left of a frame of {length}");
    }
}

#[test]
fn a_record_takes_memory_by_its_length() {
    let _alone = alone();
    let game = Game::new(2);
    let mut writer = record::Writer::default();
    let mut file = record::MAGIC.to_vec();
    file.extend(writer.item(&Item::Agreement(game.agreed.agreement.clone())));
    let whole = file.len();
    for announced in [u32::MAX, 1 << 20, 0] {
        file.truncate(whole);
        file.extend(announced.to_le_bytes());
        let (read, peak, _) = cost(|| record::read(&file).unwrap());
        assert!(read.damage.is_some());
        // What is agreed and the empty log are there whatever follows.
        assert!(peak <= 64 * CONSTANT, "{peak} bytes for a record of {}", file.len());
    }
}

/// The empty proof of nothing.
fn no_proof() -> ClaimsProof {
    ClaimsProof { openings: Vec::new(), or: wire::decode(&[0; 3]).unwrap() }
}

/// Whatever a seat with a real key signs for every place of a game: entries as large as they may be,
/// from the last place to the first, since each that counts makes the chain shorter; every vote; and
/// resignations.
#[test]
fn a_flood_with_a_real_key_has_a_most() {
    let _alone = alone();
    let options = Options::choose("drill", &[("turns".to_owned(), "6".to_owned())]).unwrap();
    let setup = Setup {
        game: "drill".to_owned(),
        options: options.clone(),
        seats: 2,
        seed: 1,
        network: Network::Calm,
        liar: None,
    };
    let (_, file) = play(&setup).records.swap_remove(0);
    let mut log = record::read(&file).unwrap().log;
    let key = table_of("drill", &options, 2, 1).1[1].0.signing();
    let (id, honest) = (log.agreed().id, log.statements().len());
    let spots: Vec<Spot> = (0..=log.chain().len()).map(|n| log.table_at(n).unwrap().spot()).collect();
    let mut said = 0usize;
    let ((), peak, kept) = cost(|| {
        for (n, &spot) in spots.iter().enumerate().rev() {
            let words = vec![n as u8; STATEMENT_MOST - 120];
            let mut flood =
                vec![Statement::Entry(spot, Body::Act { words, extension: None, proof: no_proof() })];
            flood.push(Statement::Resign(spot));
            flood.push(Statement::Result(spot));
            flood.push(Statement::Overdue(spot, vec![Seat(0)]));
            flood.extend((0..12).map(|n| Statement::Seen(spot, [n; 32])));
            flood.push(Statement::Entry(spot, Body::Removal(vec![(Seat(0), Leaving::Faulted)])));
            for statement in flood {
                said += 1;
                let _ = log.insert(Signed::make(&key, Seat(1), &id, &statement));
            }
        }
    });
    let flooded = &log.statements()[honest..];
    let bytes: usize = flooded.iter().map(|signed| signed.bytes.len() + 65).sum();
    println!("{} of {said} kept, {bytes} bytes on disk, {kept} in memory, {peak} at worst", flooded.len());
    // An entry and nine other statements a place; the entry is kept three times in memory: as it came, as
    // evidence and as what it says.
    assert!(flooded.len() <= 12 * spots.len());
    assert!(bytes <= spots.len() * STATEMENT_MOST);
    assert!(kept <= 6 * bytes, "{kept} bytes of memory for {bytes}");
}

/// Statements with good signatures that are of no use: most are counted, the others leave nothing.
#[test]
fn what_is_of_no_use_closes_the_link_or_leaves_nothing() {
    let _alone = alone();
    let game = Game::new(2);
    let id = game.agreed.id;
    let send = |peer: &mut Peer, statement: &Statement| {
        let signed = Signed::make(&game.hands[1].0.signing(), Seat(1), &id, statement);
        peer.handle(0, Input::Frame(1, Frame::Said(signed).encode())).unwrap();
        std::iter::from_fn(|| peer.poll()).collect::<Vec<Output>>()
    };
    let mut peer = game.peer();
    for n in 0..STRIKES_MOST {
        let outputs = send(&mut peer, &Statement::Result(Spot { number: n + 1, previous: id }));
        assert!(outputs.contains(&Output::Event(Event::Refused(1, Seat(1), Refusal::NotDue))));
        let closed = outputs.iter().any(|output| matches!(output, Output::Close(1, _)));
        assert_eq!(closed, n + 1 == STRIKES_MOST, "statement {n}");
    }
    // Honest peers may send what stands on something unknown: no number of these closes the link.
    let mut peer = game.peer();
    let ((), _, kept) = cost(|| {
        for n in 0..2000u32 {
            let previous = marque_protocol::terms::game_id(&n.to_le_bytes());
            let outputs = send(&mut peer, &Statement::Seen(Spot { number: n, previous }, [7; 32]));
            assert_eq!(outputs, [Output::Event(Event::Refused(1, Seat(1), Refusal::Gap))]);
        }
    });
    assert!(kept <= CONSTANT, "{kept} bytes are left");
}
