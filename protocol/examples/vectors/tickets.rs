//! `ticket`: invitations in texts (P-80).

use marque_protocol::wire;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Case, hex, sha256};

/// What a ticket holds.
#[derive(Clone, Serialize)]
struct Body {
    id: [u8; 32],
    table: [u8; 16],
    relay: Option<String>,
    addresses: Vec<Address>,
}

#[derive(Clone, Serialize)]
enum Address {
    V4([u8; 4], u16),
    V6([u8; 16], u16),
}

/// The letters of RFC 4648, small.
fn base32(bytes: &[u8]) -> String {
    let (mut letters, mut bits, mut count) = (String::new(), 0u32, 0);
    for byte in bytes {
        (bits, count) = (bits << 8 | u32::from(*byte), count + 8);
        while count >= 5 {
            count -= 5;
            letters.push(letter(bits >> count & 31));
        }
    }
    if count > 0 {
        letters.push(letter(bits << (5 - count) & 31));
    }
    letters
}

fn letter(value: u32) -> char {
    char::from(b"abcdefghijklmnopqrstuvwxyz234567"[value as usize])
}

/// A ticket of any body.
fn ticket(body: &[u8]) -> String {
    let length = u16::try_from(body.len()).unwrap().to_be_bytes();
    let check = sha256(&[b"marque ticket", &[1], &length, body]);
    format!("marque1{}", base32(&[&length, body, &check[..4]].concat()))
}

impl Body {
    /// The vector of P-80.
    fn usual() -> Body {
        let v6 = [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x17];
        Body {
            id: ed25519_dalek::SigningKey::from_bytes(&[7; 32]).verifying_key().to_bytes(),
            table: *b"sixteen letters!",
            relay: Some("https://relay.example.org/".to_owned()),
            addresses: vec![Address::V4([192, 168, 1, 20], 40123), Address::V6(v6, 40124)],
        }
    }

    fn ticket(&self) -> String {
        ticket(&wire::encode(self))
    }

    fn json(&self) -> Value {
        let address = |address: &Address| match address {
            Address::V4(octets, port) => std::net::SocketAddr::from((*octets, *port)).to_string(),
            Address::V6(octets, port) => std::net::SocketAddr::from((*octets, *port)).to_string(),
        };
        let addresses: Vec<String> = self.addresses.iter().map(address).collect();
        json!({ "id": hex(&self.id), "table": hex(&self.table), "relay": self.relay, "addresses": addresses })
    }
}

fn good(name: &str, about: &str, text: &str, body: &Body) -> Case {
    Case::new("ticket", name, "P-80", about, json!({ "text": text }))
        .expects(json!({ "ticket": body.json() }))
}

/// A text in which the usual ticket is found.
fn found(name: &str, about: &str, text: &str) -> Case {
    good(name, about, text, &Body::usual())
}

fn bad(name: &str, about: &str, text: &str, error: &str) -> Case {
    Case::new("ticket", name, "P-80", about, json!({ "text": text })).expects(json!({ "error": error }))
}

pub fn cases() -> Vec<Case> {
    [honest(), texts(), several(), broken(), errors(), bodies()].into_iter().flatten().collect()
}

fn honest() -> Vec<Case> {
    let bare = Body { relay: None, addresses: vec![], ..Body::usual() };
    let twelve = (0..12).map(|n| Address::V4([10, 0, 0, n], 40000 + u16::from(n))).collect();
    let twelve = Body { addresses: twelve, ..Body::usual() };
    vec![
        found("honest", "The vector of P-80.", &Body::usual().ticket()),
        good("honest-bare", "Neither relay nor addresses.", &bare.ticket(), &bare),
        good("honest-twelve-addresses", "As many addresses as there may be.", &twelve.ticket(), &twelve),
    ]
}

/// The ticket with something between its letters.
fn between(what: &str, every: usize) -> String {
    let letters: Vec<char> = Body::usual().ticket().chars().collect();
    letters.chunks(every).map(|chunk| chunk.iter().collect::<String>()).collect::<Vec<_>>().join(what)
}

fn texts() -> Vec<Case> {
    let ticket = Body::usual().ticket();
    let noise = "<>=*_~|-\\\"'`´«»‹›\u{ad}\u{180e}\u{200b}\u{200f}\u{2010}\u{2011}\u{2018}\u{201f}\u{202a}\
                 \u{202e}\u{2060}\u{206f}\u{fe00}\u{fe0f}\u{feff}\u{a0}\u{3000}\t\r\n\u{0}\u{7f}\u{9f}";
    let edge = |end: usize| {
        let padding = "x ".repeat(40_000);
        format!("{}{ticket}", &padding[..end - ticket.len()])
    };
    let split = format!("{}{ticket}é", "x".repeat(65_535 - ticket.len()));
    vec![
        found(
            "honest-prose",
            "Prose around it.",
            &format!("Hi! Let us play: {ticket} — at eight, is marque fine?"),
        ),
        found(
            "honest-text-behind",
            "Letters right behind it: its length says where it ends.",
            &format!("{ticket}abc"),
        ),
        found("honest-upper-case", "Capital letters.", &ticket.to_uppercase()),
        found("honest-wrapped", "Lines of 60 letters.", &between("\r\n", 60)),
        found(
            "honest-quoted",
            "Quoted twice, in lines of 40 letters.",
            &format!("> > {}", between("\n> > ", 40)),
        ),
        found("honest-zero-width", "A character without width behind each letter.", &between("\u{200b}", 1)),
        found("honest-noise", "Everything that is dropped, behind every 50 letters.", &between(noise, 50)),
        found("honest-code", "As code.", &format!("```\n{ticket}\n```")),
        found("honest-link", "As a link.", &ticket.replace("marque1", "marque://1")),
        found(
            "honest-link-with-colons",
            "With colons and slashes.",
            &ticket.replace("marque1", "MARQUE:/:/1"),
        ),
        found("honest-name-before", "The name of the game before it.", &format!("marque: {ticket}, marque!")),
        found(
            "honest-name-twice",
            "The name twice: only the second begins a ticket.",
            &format!("marque{ticket}"),
        ),
        found("honest-at-the-edge", "It ends with byte 65,536.", &edge(65_536)),
        found(
            "honest-before-a-split-character",
            "It ends with byte 65,535; the next character has two bytes.",
            &split,
        ),
        bad("beyond-the-edge", "Its last letter is byte 65,537.", &edge(65_537), "mistyped"),
    ]
}

fn several() -> Vec<Case> {
    let ticket = Body::usual().ticket();
    let other = Body { table: [9; 16], ..Body::usual() };
    let wrong = changed(100);
    let newer = ticket.replace("marque1", "marque2");
    let many = |count: usize| format!("{}{ticket}", "marque1 ".repeat(count));
    vec![
        found("honest-second-of-two", "The first is broken.", &format!("{wrong} {ticket}")),
        found("honest-behind-a-newer", "The first is of a later version.", &format!("{newer} {ticket}")),
        found(
            "honest-first-of-two",
            "Both are whole: the first counts.",
            &format!("{ticket} {}", other.ticket()),
        ),
        found("honest-behind-63-places", "The 64th place.", &many(63)),
        bad("behind-64-places", "The 65th place, which is not tried.", &many(64), "mistyped"),
        bad("two-broken", "Both are broken.", &format!("{wrong} {wrong}"), "mistyped"),
    ]
}

/// The usual ticket with another letter in one place.
fn changed(at: usize) -> String {
    let mut ticket = Body::usual().ticket();
    let other = if &ticket[at..=at] == "a" { "b" } else { "a" };
    ticket.replace_range(at..=at, other);
    ticket
}

fn broken() -> Vec<Case> {
    let ticket = Body::usual().ticket();
    let without = [&ticket[..50], &ticket[51..]].concat();
    let swapped = [&ticket[..50], &ticket[51..52], &ticket[50..51], &ticket[52..]].concat();
    assert_ne!(swapped, ticket);
    // 111 bytes have 888 bits, and 178 letters two more.
    let final_letter = ticket.chars().last().and_then(|letter| letter.to_digit(36)).unwrap();
    let value = if final_letter < 10 { final_letter - 2 + 26 } else { final_letter - 10 };
    assert_eq!((ticket.len(), value % 4), (7 + 178, 0));
    let spare = format!("{}{}", &ticket[..ticket.len() - 1], letter(value + 1));
    let bad = |name: &str, about: &str, text: &str| bad(name, about, text, "mistyped");
    vec![
        bad("letter-changed", "A letter of the body changed.", &changed(100)),
        bad("check-changed", "A letter of the check changed.", &changed(ticket.len() - 3)),
        bad("length-changed", "A letter of the length changed.", &changed(9)),
        bad("letter-missing", "A letter is missing.", &without),
        bad("letters-swapped", "Two letters in another order.", &swapped),
        bad("end-missing", "The last letter is missing.", &ticket[..ticket.len() - 1]),
        bad(
            "not-base32",
            "Digits that are no letters of base32.",
            &ticket.replacen(&ticket[60..63], "010", 1),
        ),
        bad("spare-bit-set", "A bit of the last letter is set that belongs to no byte.", &spare),
        bad("version-0", "Version 0.", &ticket.replace("marque1", "marque0")),
        bad("version-1-in-two-digits", "Version 01.", &ticket.replace("marque1", "marque01")),
    ]
}

/// What is said where no ticket counts.
fn errors() -> Vec<Case> {
    let ticket = Body::usual().ticket();
    let lines = |ticket: &str, length: usize| {
        let letters: Vec<char> = ticket.chars().collect();
        letters.chunks(length).map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    let newer = ticket.replace("marque1", "marque2");
    let cyrillic = ticket.replace("marque1", "marqu\u{435}1");
    let talk = "Shall we play marque tonight? I have the newest version.";
    let short = "marque1 is great";
    vec![
        bad("newer", "Version 2.", &newer, "newer"),
        bad("version-9", "Version 9.", &ticket.replace("marque1", "marque9"), "newer"),
        bad("newer-then-broken", "The first place decides.", &format!("{newer} {}", changed(100)), "newer"),
        bad(
            "broken-then-newer",
            "The first place decides.",
            &format!("{} {newer}", changed(100)),
            "mistyped",
        ),
        bad("nothing", "No text.", "", "not found"),
        bad("talk", "A mention of the game alone.", talk, "not found"),
        bad(
            "talk-with-a-digit",
            "A mention of the game, with a digit, among short words.",
            short,
            "not found",
        ),
        bad("name-missing", "The letters without the name.", &ticket[7..], "not found"),
        bad(
            "version-missing",
            "The name without a version.",
            &ticket.replace("marque1", "marque"),
            "not found",
        ),
        bad("other-letters", "The е of the name is Cyrillic.", &cyrillic, "not found"),
        bad(
            "broken-in-lines-of-19",
            "Nowhere do 20 bytes stand together.",
            &lines(&changed(100), 19),
            "not found",
        ),
        bad("broken-in-lines-of-20", "20 bytes stand together.", &lines(&changed(100), 20), "mistyped"),
        bad("newer-in-lines-of-19", "Nowhere do 20 bytes stand together.", &lines(&newer, 19), "not found"),
        bad(
            "talk-in-ten-letters",
            "Ten letters of two bytes: 20 bytes stand together.",
            "marque1 жжжжжжжжжж",
            "mistyped",
        ),
        bad("talk-in-nine-letters", "Nine letters of two bytes.", "marque1 жжжжжжжжж", "not found"),
    ]
}

/// Bodies as large as can be, and those that cannot be read, with the right check.
fn bodies() -> Vec<Case> {
    let usual = wire::encode(&Body::usual());
    let thirteen = (0..13).map(|n| Address::V4([10, 0, 0, n], 40000)).collect();
    let thirteen = Body { addresses: thirteen, ..Body::usual() };
    let count = usual.len() - (1 + 4 + 3) - (1 + 16 + 3) - 1;
    assert_eq!(usual[count], 2, "the number of addresses");
    let replaced = |at: usize, new: &[u8]| ticket(&[&usual[..at], new, &usual[at + 1..]].concat());
    let of_length = |length: usize| {
        let with = |path: usize| {
            let relay = format!("https://relay.example.org/{}", "x".repeat(path));
            Body { relay: Some(relay), ..Body::usual() }
        };
        with(2 * length - wire::encode(&with(length)).len())
    };
    let longest = of_length(1024);
    assert_eq!(wire::encode(&longest).len(), 1024);
    let nowhere = Body { relay: Some("nowhere".to_owned()), ..Body::usual() };
    let mut no_text = usual.clone();
    no_text[32 + 16 + 2] = 0xff;
    let bad = |name: &str, about: &str, text: &str| bad(name, about, text, "mistyped");
    vec![
        good("honest-longest-body", "A body of 1024 bytes.", &longest.ticket(), &longest),
        bad("body-too-long", "A body of 1025 bytes.", &of_length(1025).ticket()),
        bad("body-trailing-byte", "A byte behind the body.", &ticket(&[usual.as_slice(), &[0]].concat())),
        bad("body-cut", "The last byte of the body is missing.", &ticket(&usual[..usual.len() - 1])),
        bad("body-empty", "A body of no bytes.", &format!("{} {}", ticket(&[]), "x".repeat(20))),
        bad("thirteen-addresses", "An address too many.", &thirteen.ticket()),
        bad("address-of-kind-2", "An address of a kind that there is not.", &replaced(count + 1, &[2])),
        bad(
            "count-in-two-bytes",
            "The number of addresses with a byte too many.",
            &replaced(count, &[0x82, 0]),
        ),
        bad("relay-option-of-2", "A relay that neither is nor is not.", &replaced(48, &[2])),
        bad("relay-no-text", "A relay that is not UTF-8.", &ticket(&no_text)),
        bad("relay-no-url", "A relay that is no absolute URL.", &nowhere.ticket()),
    ]
}
