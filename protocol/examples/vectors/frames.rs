//! `frame`: what peers send one another (P-77, P-79).

use std::net::SocketAddr;

use marque_protocol::{
    lobby::{Away, Company, MESSAGE_MOST, Member, Message, Way},
    rules::Seat,
    statement::{Signed, Statement},
    terms::{Place, Signature, Terms, game_id, sign_terms},
    wire::{self, FRAME_MOST, Frame, Hello},
};
use serde_json::json;

use super::{
    Case, pieces, statements,
    toys::{agreement, classic, identity, keys},
};

fn case(name: &str, about: &str, bytes: &[u8], read: bool) -> Case {
    let input = json!({ "bytes": pieces::packed(bytes, &[]) });
    Case::new("frame", name, "P-77", about, input).expects(json!({ "read": read }))
}

fn hello() -> Hello {
    let game = game_id(&agreement().terms);
    Hello { protocol: 1, game, length: 300, head: [0xaa; 32], session: 1 }
}

fn said() -> Signed {
    Signed::make(&keys(1).signing(), Seat(1), &hello().game, &Statement::Resign(statements::spot()))
}

pub fn cases() -> Vec<Case> {
    [honest(), lobby(), malformed(), sizes()].into_iter().flatten().collect()
}

fn honest() -> Vec<Case> {
    let good = |name: &str, about: &str, frame: Frame| case(name, about, &frame.encode(), true);
    let nonsense = Signed { seat: Seat(9), signature: Signature([0; 32], [0; 32]), bytes: Vec::new() };
    vec![
        good("honest", "The Hello of P-77.", Frame::Hello(hello())),
        good(
            "honest-hello-version-2",
            "A frame, though its greeting will not do.",
            Frame::Hello(Hello { protocol: 2, ..hello() }),
        ),
        good(
            "honest-hello-largest",
            "The largest numbers.",
            Frame::Hello(Hello { protocol: u16::MAX, length: u32::MAX, session: u64::MAX, ..hello() }),
        ),
        good("honest-said", "A statement.", Frame::Said(said())),
        good("honest-said-nonsense", "A frame, though nobody signed what it says.", Frame::Said(nonsense)),
        good("honest-synced", "Synced.", Frame::Synced),
        good("honest-bye", "Bye.", Frame::Bye),
    ]
}

fn lobby() -> Vec<Case> {
    let place = classic().seats.pop().unwrap();
    let join = Message::Join { protocol: 1, table: *b"sixteen letters!", place };
    let messages = [
        ("honest-join", join),
        ("honest-turned-full", Message::Turned(Away::Full)),
        ("honest-turned-no-table", Message::Turned(Away::NoTable)),
        ("honest-turned-version", Message::Turned(Away::Version(2))),
        ("honest-turned-place", Message::Turned(Away::Place)),
        ("honest-turned-unsigned", Message::Turned(Away::Unsigned)),
        ("honest-turned-dissolved", Message::Turned(Away::Dissolved)),
        ("honest-terms", Message::Terms(agreement().terms)),
        ("honest-sign", Message::Sign(sign_terms(&identity(1), &agreement().terms))),
        ("honest-begin", Message::Begin(agreement())),
        ("honest-company", Message::Company(company())),
        ("honest-ways", Message::Ways(vec![way(), Way { relay: None, addresses: Vec::new(), ..way() }])),
    ];
    let case = |(name, message)| case(name, "A message of the lobby.", &Frame::Lobby(message).encode(), true);
    messages.map(case).into()
}

/// Who sits at the table before the terms of P-12.
fn company() -> Company {
    let offer = wire::encode(&Terms { seats: Vec::new(), ..classic() });
    let member = |place: Place| Member { identity: place.identity, nickname: place.nickname, signed: true };
    Company { offer, seats: 2, here: classic().seats.into_iter().map(member).collect() }
}

fn address() -> SocketAddr {
    "192.168.1.20:40123".parse().unwrap()
}

fn way() -> Way {
    let relay = Some("https://relay.example.org/".to_owned());
    let addresses = vec![address(), "[2001:db8::17]:40124".parse().unwrap()];
    Way { identity: classic().seats[1].identity, relay, addresses }
}

fn malformed() -> Vec<Case> {
    let bad = |name: &str, about: &str, bytes: &[u8]| case(name, about, bytes, false);
    let greeting = Frame::Hello(hello()).encode();
    let statement = Frame::Said(said()).encode();
    let replaced = |bytes: &[u8], at: usize, new: &[u8]| [&bytes[..at], new, &bytes[at + 1..]].concat();
    let last = greeting.len() - 1;
    let turned = Frame::Lobby(Message::Turned(Away::Version(2))).encode();
    vec![
        bad("empty", "No bytes.", &[]),
        bad("kind-5", "A kind that there is not.", &[5]),
        bad("kind-in-two-bytes", "Synced with a byte too many.", &[0x82, 0]),
        bad("synced-trailing-byte", "A byte behind Synced.", &[2, 0]),
        bad("hello-trailing-byte", "A byte behind Hello.", &[greeting.as_slice(), &[0]].concat()),
        bad("hello-cut", "The session is missing.", &greeting[..last]),
        bad(
            "hello-version-in-two-bytes",
            "The version with a byte too many.",
            &replaced(&greeting, 1, &[0x81, 0]),
        ),
        bad(
            "hello-version-beyond-its-type",
            "A version of 17 bits.",
            &replaced(&greeting, 1, &[0x81, 0x80, 4]),
        ),
        bad(
            "hello-session-in-two-bytes",
            "The session with a byte too many.",
            &replaced(&greeting, last, &[0x81, 0]),
        ),
        bad(
            "hello-session-beyond-its-type",
            "A session of 65 bits.",
            &replaced(&greeting, last, &[0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2]),
        ),
        bad("said-cut", "The last byte is missing.", &statement[..statement.len() - 1]),
        bad("said-trailing-byte", "A byte behind the statement.", &[statement.as_slice(), &[0]].concat()),
        bad(
            "said-boasts",
            "A length of more than there is.",
            &[&statement[..66], &[0xff, 0xff, 0xff, 0xff, 15]].concat(),
        ),
        bad("lobby-message-7", "A message that there is not.", &[3, 7]),
        bad("lobby-company-signed-2", "Neither true nor false.", &{
            let bytes = Frame::Lobby(Message::Company(company())).encode();
            replaced(&bytes, bytes.len() - 1, &[2])
        }),
        bad("lobby-ways-address-2", "An address of neither kind.", &{
            let way = Way { relay: None, addresses: vec![address()], ..way() };
            let bytes = Frame::Lobby(Message::Ways(vec![way])).encode();
            replaced(&bytes, bytes.len() - 8, &[2])
        }),
        bad("lobby-away-6", "A reason that there is not.", &[3, 1, 6]),
        bad(
            "lobby-version-in-two-bytes",
            "The version with a byte too many.",
            &replaced(&turned, 3, &[0x82, 0]),
        ),
        bad("lobby-nickname-no-text", "A nickname that is not UTF-8.", &{
            let place = classic().seats.pop().unwrap();
            let join = Message::Join { protocol: 1, table: [0; 16], place };
            let bytes = Frame::Lobby(join).encode();
            let at = bytes.windows(3).position(|window| window == b"bob").unwrap();
            replaced(&bytes, at, &[0xff])
        }),
    ]
}

/// Sizes at and over the limit of each kind.
fn sizes() -> Vec<Case> {
    let said = |size: usize| {
        let frame = |length| Frame::Said(Signed { bytes: vec![0; length], ..said() }).encode();
        frame(2 * size - frame(size).len())
    };
    let lobby = |size: usize| {
        let frame = |length| Frame::Lobby(Message::Terms(vec![0; length])).encode();
        frame(2 * size - frame(size).len())
    };
    assert_eq!((said(FRAME_MOST).len(), lobby(MESSAGE_MOST + 1).len()), (FRAME_MOST, MESSAGE_MOST + 1));
    assert!(wire::encode(&hello()).len() < 128, "a Hello never comes to its limit");
    vec![
        case("honest-said-longest", "2^20 bytes.", &said(FRAME_MOST), true),
        case("honest-lobby-longest", "8192 bytes.", &lobby(MESSAGE_MOST), true),
        case("said-too-long", "2^20 + 1 bytes.", &said(FRAME_MOST + 1), false),
        case("lobby-too-long", "8193 bytes.", &lobby(MESSAGE_MOST + 1), false),
    ]
}
