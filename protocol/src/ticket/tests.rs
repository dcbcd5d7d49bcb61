//! Every way a ticket gets mangled on its way.

#![allow(clippy::indexing_slicing)]

use ed25519_dalek::SigningKey;

use super::*;

fn ticket() -> Ticket {
    Ticket {
        id: SigningKey::from_bytes(&[7; 32]).verifying_key().to_bytes(),
        table: *b"sixteen letters!",
        relay: Some("https://relay.example.org/".to_owned()),
        addresses: vec![
            SocketAddr::from(([192, 168, 1, 20], 40123)),
            "[2001:db8::17]:40124".parse().expect("an address"),
        ],
    }
}

#[track_caller]
fn found(text: &str) {
    assert_eq!(Ticket::find(text), Ok(ticket()), "{text:?}");
}

/// Puts `between` after every `every` letters.
fn wrapped(every: usize, between: &str) -> String {
    let text = ticket().to_string();
    let lines = text.as_bytes().chunks(every).map(String::from_utf8_lossy);
    lines.collect::<Vec<_>>().join(between)
}

#[test]
fn it_comes_back_as_it_was() {
    let text = ticket().to_string();
    assert!(text.starts_with("marque1"));
    assert!(text.len() < 250, "{} letters", text.len());
    assert!(text.bytes().all(|b| matches!(b, b'a'..=b'z' | b'1'..=b'7')));
    found(&text);
    let bare = Ticket { id: [0; 32], table: [0; 16], relay: None, addresses: Vec::new() };
    assert_eq!(Ticket::find(&bare.to_string()), Ok(bare));
}

#[test]
fn text_around_it_does_not_matter() {
    let t = ticket();
    found(&format!("Come and play marque 1 on 1: {t} see you at eight"));
    found(&format!("{t}."));
    found(&format!("({t})"));
    found(&format!("marque marque1 marque2 {t}"));
    found(&format!("{t}{t}"));
    found(&format!("https://example.org/?q={t}&x=1"));
    found(&format!("ticket: {t}\n-- \nsent from my ship"));
}

#[test]
fn wraps_and_quotes_do_not_matter() {
    for every in [1, 2, 7, 20, 64, 72] {
        found(&wrapped(every, "\n"));
        found(&wrapped(every, "\r\n"));
        found(&wrapped(every, "=\r\n"));
        found(&wrapped(every, "\n> "));
        found(&wrapped(every, "\n> > "));
        found(&wrapped(every, "\u{a0}"));
        found(&wrapped(every, "\u{200b}"));
        found(&wrapped(every, "\u{feff}\u{2060}\u{ad}"));
        found(&wrapped(every, "-\n"));
        found(&wrapped(every, "\t \u{3000}\u{2028}"));
    }
    let t = ticket();
    for (open, close) in [
        ("<", ">"),
        ("\"", "\""),
        ("'", "'"),
        ("“", "”"),
        ("„", "“"),
        ("«\u{a0}", "\u{a0}»"),
        ("`", "`"),
        ("```\n", "\n```"),
        ("**", "**"),
        ("||", "||"),
        ("[", "]"),
        ("\u{202a}", "\u{202c}"),
    ] {
        found(&format!("{open}{t}{close}"));
    }
}

#[test]
fn upper_case_and_link_forms_do_not_matter() {
    let text = ticket().to_string();
    found(&text.to_uppercase());
    found(&text.replacen('m', "M", 1));
    let rest = &text[NAME.len()..];
    found(&format!("marque:{text}"));
    found(&format!("marque:{rest}"));
    found(&format!("<marque://{rest}>"));
    found(&format!("MARQUE://{text}/"));
}

#[test]
fn one_wrong_letter_is_never_read() {
    let text = ticket().to_string();
    for at in 0..text.len() {
        for letter in "abcdefghijklmnopqrstuvwxyz0123456789.!? \u{200b}é".chars() {
            if text[at..].starts_with(letter) {
                continue;
            }
            let wrong = format!("{}{letter}{}", &text[..at], &text[at + 1..]);
            assert!(Ticket::find(&wrong).is_err(), "{letter:?} at {at}");
        }
    }
}

#[test]
fn one_missing_added_or_swapped_letter_is_never_read() {
    let text = ticket().to_string();
    for at in 0..text.len() {
        let missing = format!("{}{}", &text[..at], &text[at + 1..]);
        assert!(Ticket::find(&missing).is_err(), "without {at}");
        assert!(Ticket::find(&format!("{missing} and some more")).is_err());
        for other in at + 1..text.len() {
            let mut swapped = text.clone().into_bytes();
            swapped.swap(at, other);
            let swapped = String::from_utf8_lossy(&swapped);
            assert!(swapped == text || Ticket::find(&swapped).is_err());
        }
        // A second first letter, or one after the last, is merely text around it.
        if at > 1 {
            let doubled = format!("{}{}", &text[..at], &text[at - 1..]);
            assert!(Ticket::find(&doubled).is_err(), "{at} doubled");
        }
    }
}

#[test]
fn a_part_of_it_is_mistyped_and_mere_talk_is_not_found() {
    let text = ticket().to_string();
    assert_eq!(Ticket::find(&text[..text.len() - 1]), Err(TicketError::Mistyped));
    assert_eq!(Ticket::find(&text[..40]), Err(TicketError::Mistyped));
    assert_eq!(Ticket::find(&text[1..]), Err(TicketError::NotFound));
    for talk in ["", "marque", "marque1", "marque 2 players", "shall we play marque 1 evening?"] {
        assert_eq!(Ticket::find(talk), Err(TicketError::NotFound), "{talk:?}");
    }
}

#[test]
fn a_later_version_is_told_apart() {
    let newer = ticket().to_string().replacen('1', "2", 1);
    assert_eq!(Ticket::find(&newer), Err(TicketError::Newer));
    assert_eq!(Ticket::find(&newer.replacen('2', "0", 1)), Err(TicketError::Mistyped));
    found(&format!("{newer} {}", ticket()));
}

#[test]
fn long_text_is_bounded() {
    assert_eq!(Ticket::find(&"marque1".repeat(100_000)), Err(TicketError::Mistyped));
    let far = format!("{}{}", "é".repeat(TEXT_MOST), ticket());
    assert_eq!(Ticket::find(&far), Err(TicketError::NotFound));
}

#[test]
fn a_body_that_claims_too_much_is_mistyped() {
    let many = (0..40).map(|n| SocketAddr::from(([n; 16], 65535)));
    let crowded = Ticket { addresses: many.collect(), ..ticket() };
    assert_eq!(Ticket::decode(&crate::wire::encode(&crowded)), None);
    let mut trailing = ticket().encode();
    trailing.push(0);
    assert_eq!(Ticket::decode(&trailing), None);
    // The longest tickets we make are still read.
    let relay = format!("https://{}/", "r".repeat(RELAY_MOST - 9));
    let longest = Ticket { relay: Some(relay.clone()), ..crowded.clone() };
    let read = Ticket::find(&longest.to_string()).expect("reads");
    assert_eq!(read.addresses, crowded.addresses[..ADDRESSES_MOST]);
    assert_eq!(read.relay, Some(relay));
    let longer = Ticket { relay: Some("r".repeat(RELAY_MOST + 1)), ..ticket() };
    assert_eq!(Ticket::find(&longer.to_string()), Ok(Ticket { relay: None, ..ticket() }));
}

#[test]
fn it_is_the_one_of_the_specification() {
    let written = "marque1abu6ustmmprjyuqkx32va6ytf3c7tfkho2xl5pt3sjbb52tjcrdneldtnf4hizlfnyqgyzluorsxe4zbae\
        ngq5duobztulzpojswyylzfzsxqylnobwgkltpojts6aqaycuacff3xebaciabbw4aaaaaaaaaaaaaaaaaaf54xebcow24ke";
    assert_eq!(ticket().to_string(), written);
}
