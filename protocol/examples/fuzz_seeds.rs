//! Writes the seeds of the fuzzing corpus, the same ones every time.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation, dead_code)]

#[path = "../../fuzz/src/lib.rs"]
mod fuzz;

use std::{collections::BTreeMap, fs, path::Path};

use fuzz::{record, seat};
use marque_protocol::{
    SigningKey,
    lobby::{Away, Company, Member, Message, Way},
    record::{Item, MAGIC, Writer},
    rules::Seat,
    seal::{ClaimsProof, OrProof},
    sim::stream,
    statement::{Body, Proposal, Signed, Spot, Statement},
    terms::{SeatKeys, Terms, sign_terms},
    ticket::Ticket,
    wire::{self, Frame, Hello, PROTOCOL},
};
use rand::Rng as _;

fn main() -> std::io::Result<()> {
    for (target, seeds) in
        [("frame", frames()), ("seat", scripts()), ("record", records()), ("ticket", tickets())]
    {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
        fs::create_dir_all(&folder)?;
        for (name, bytes) in seeds {
            fs::write(folder.join(format!("seed-{name}")), bytes)?;
        }
    }
    Ok(())
}

type Seeds = BTreeMap<String, Vec<u8>>;

/// One frame of each kind, and one statement of each.
fn frames() -> Seeds {
    let agreed = &seat::table(2).agreed;
    let hello = Hello { protocol: PROTOCOL, game: agreed.id, length: 300, head: [0xaa; 32], session: 1 };
    let identity = SigningKey::from_bytes(&[1; 32]);
    let place = SeatKeys::new([3; 32]).place(identity.verifying_key().to_bytes(), "ann".to_owned(), [5; 32]);
    let terms = agreed.agreement.terms.clone();
    let join = Message::Join { protocol: PROTOCOL, table: [7; 16], place };
    let mut frames = vec![
        ("hello".to_owned(), Frame::Hello(hello)),
        ("synced".to_owned(), Frame::Synced),
        ("bye".to_owned(), Frame::Bye),
        ("join".to_owned(), Frame::Lobby(join)),
        ("turned".to_owned(), Frame::Lobby(Message::Turned(Away::Version(2)))),
        ("dissolved".to_owned(), Frame::Lobby(Message::Turned(Away::Dissolved))),
        ("company".to_owned(), Frame::Lobby(Message::Company(company(&agreed.terms)))),
        ("ways".to_owned(), Frame::Lobby(Message::Ways(ways()))),
        ("sign".to_owned(), Frame::Lobby(Message::Sign(sign_terms(&identity, &terms)))),
        ("terms".to_owned(), Frame::Lobby(Message::Terms(terms))),
        ("begin".to_owned(), Frame::Lobby(Message::Begin(agreed.agreement.clone()))),
    ];
    let mut kinds = BTreeMap::new();
    for signed in record::statements() {
        // The kind of the statement; of an entry, behind a spot of 33 bytes, the kind of the body; and
        // behind the length of words what they begin with.
        let at = |n: usize| signed.bytes.get(n).copied();
        let kind = match (at(32), at(66)) {
            (Some(0), Some(1 | 2)) => [at(32), at(66), at(68)],
            (Some(0), body) => [at(32), body, None],
            (kind, _) => [kind, None, None],
        };
        kinds.entry(kind).or_insert(signed);
    }
    let said = kinds.into_values().enumerate();
    frames.extend(said.map(|(n, signed)| (format!("said-{n:02}"), Frame::Said(signed))));
    for (n, words) in
        [&[0, 1, 2, 3][..], &[1, 1, 9, 4], &[3, 1, 0, 2, 1, 0, 0, 0, 2, 1]].into_iter().enumerate()
    {
        let proof = ClaimsProof { openings: vec![[1; 32]], or: no_proof() };
        let words = words.to_vec();
        let body = match n {
            2 => Body::Answer { words, proof, letter: None },
            _ => Body::Act { words, extension: None, proof },
        };
        let statement = Statement::Entry(Spot { number: 7, previous: [0xaa; 32] }, body);
        let key = SeatKeys::new([3; 32]).signing();
        let signed = Signed::make(&key, Seat(0), &agreed.id, &statement);
        frames.push((format!("words-{n}"), Frame::Said(signed)));
    }
    let proposals = [Proposal::Draw, Proposal::Adjournment].into_iter();
    for body in proposals.flat_map(|of| [Body::Offer(of), Body::Accept(of), Body::Withdraw(of)]) {
        let name = format!("{body:?}").to_lowercase().replace(['(', ')'], "-");
        let statement = Statement::Entry(Spot { number: 7, previous: [0xaa; 32] }, body);
        let signed = Signed::make(&SeatKeys::new([3; 32]).signing(), Seat(0), &agreed.id, &statement);
        frames.push((name.trim_end_matches('-').to_owned(), Frame::Said(signed)));
    }
    frames.into_iter().map(|(name, frame)| (name, frame.encode())).collect()
}

/// Two at a table of these terms.
fn company(terms: &Terms) -> Company {
    let member = |n: u8| Member { identity: [n; 32], nickname: format!("sailor {n}"), signed: n == 1 };
    let offer = wire::encode(&Terms { seats: Vec::new(), ..terms.clone() });
    Company { offer, seats: 2, here: vec![member(1), member(2)] }
}

/// One that is reached directly, one through its relay alone.
fn ways() -> Vec<Way> {
    let addresses =
        vec![([192, 168, 1, 20], 40123).into(), ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0x17], 40124).into()];
    let relay = Some("https://relay.example.org/".to_owned());
    vec![
        Way { identity: [1; 32], relay: None, addresses },
        Way { identity: [2; 32], relay, addresses: Vec::new() },
    ]
}

/// The proof of nothing.
fn no_proof() -> OrProof {
    wire::decode(&[0, 0, 0]).expect("three empty lists")
}

/// Scripts of games: whole ones with a deed here and there, and ones of chance alone.
fn scripts() -> Seeds {
    let mut scripts = Seeds::new();
    for seed in 0..24u64 {
        let mut rng = stream(seed, 90);
        let mut script = vec![(seed % 3) as u8, (rng.next_u64() % 14) as u8];
        for _ in 0..40 + seed * 4 {
            let deed = if rng.next_u64() % 12 < seed % 12 { rng.next_u64() as u8 } else { 9 };
            let think = [15, rng.next_u64() as u8, rng.next_u64() as u8];
            script.extend([deed, rng.next_u64() as u8, rng.next_u64() as u8, rng.next_u64() as u8]);
            script.extend(think);
        }
        scripts.insert(format!("{seed:02}"), script);
    }
    scripts
}

/// A file as it is, and scripts that make files.
fn records() -> Seeds {
    let mut seeds = Seeds::new();
    let agreed = &seat::table(2).agreed;
    let mut file = MAGIC.to_vec();
    file.extend(Writer::default().item(&Item::Agreement(agreed.agreement.clone())));
    seeds.insert("file".to_owned(), [&[0][..], &file].concat());
    seeds.insert("torn".to_owned(), [&[0][..], &file[..file.len() - 9]].concat());
    for seed in 0..24u64 {
        let mut rng = stream(seed, 91);
        let length = 3 + seed as usize;
        let script = [1, seed as u8].into_iter().chain((0..length).map(|_| rng.next_u64() as u8));
        seeds.insert(format!("{seed:02}"), script.collect());
    }
    seeds
}

fn tickets() -> Seeds {
    let ticket = Ticket {
        id: SigningKey::from_bytes(&[7; 32]).verifying_key().to_bytes(),
        table: *b"sixteen letters!",
        relay: Some("https://relay.example.org/".to_owned()),
        addresses: vec![
            ([192, 168, 1, 20], 40123).into(),
            ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0x17], 40124).into(),
        ],
    };
    let text = ticket.to_string();
    let body = wire::encode(&ticket);
    let texts = [
        ("plain", text.clone()),
        ("quoted", format!("> Come! <marque://{}\r\n> {}>", &text[6..60], &text[60..])),
        ("newer", text.replacen('1', "2", 1)),
        ("cut", text[..100].to_owned()),
        ("talk", "shall we play marque 1 on 1 this evening, or marque1?".to_owned()),
    ];
    let texts = texts.map(|(name, text)| (name.to_owned(), [&[0], text.as_bytes()].concat()));
    let bodies = [body.clone(), [&body[..48], &[0, 0][..]].concat(), vec![0; 60], vec![0xff; 80]];
    let bodies = bodies.into_iter().enumerate();
    let bodies = bodies.map(|(n, body)| (format!("body-{n}"), [&[1], body.as_slice()].concat()));
    texts.into_iter().chain(bodies).collect()
}
