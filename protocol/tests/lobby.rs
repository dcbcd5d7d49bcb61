//! A table of three before its game: who comes, who signs, who goes, and what the others are told.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ed25519_dalek::SigningKey;
use marque_protocol::{
    games::{self, Options},
    lobby::{Away, Company, Guest, MESSAGE_MOST, Member, Message, Organiser, Reply, Way, sound_ways},
    terms::{Clock, Place, SeatKeys, TERMS_MOST, Terms},
    ticket::{ADDRESSES_MOST, RELAY_MOST},
    wire::{self, Frame},
};

const TABLE: [u8; 16] = [7; 16];

fn somebody(key: u8) -> (SigningKey, Place) {
    let identity = SigningKey::from_bytes(&[key; 32]);
    let id = identity.verifying_key().to_bytes();
    (identity, SeatKeys::new([key; 32]).place(id, format!("sailor {key}"), [key; 32]))
}

fn blank() -> Terms {
    let options = Options::choose("drill", &[]).unwrap();
    Terms {
        protocol: wire::PROTOCOL,
        rules: games::rules_digest(games::card("drill").unwrap(), &options),
        game: "drill".to_owned(),
        options: options.encode(),
        clock: Clock::default(),
        day: 1,
        seats: Vec::new(),
    }
}

/// Names and signatures of those who sit there.
fn here(organiser: &Organiser<u8>) -> Vec<(String, bool)> {
    let company = organiser.company();
    assert_eq!(company.offer(), Some(blank()), "all that is told can be true");
    company.here.into_iter().map(|member| (member.nickname, member.signed)).collect()
}

#[test]
fn a_table_of_three_is_told_who_sits_there_and_who_has_signed() {
    let (key, place) = somebody(1);
    let mut organiser = Organiser::new(TABLE, blank(), 3, key, place);
    let mut guests: Vec<Guest> = [2, 3, 4]
        .map(|key| {
            let (identity, place) = somebody(key);
            Guest::new(TABLE, identity, place)
        })
        .into();
    let id = |key: u8| somebody(key).1.identity;
    let named = |list: &[(u8, bool)]| -> Vec<(String, bool)> {
        list.iter().map(|(key, signed)| (format!("sailor {key}"), *signed)).collect()
    };
    assert_eq!(here(&organiser), named(&[(1, false)]));
    assert_eq!(organiser.hear(2, &id(2), guests[0].join()), []);
    assert_eq!((here(&organiser), organiser.links()), (named(&[(1, false), (2, false)]), vec![2]));

    // The third seat is taken: everybody is asked, the organiser has signed.
    let asked = organiser.hear(3, &id(3), guests[1].join());
    let [(2, Message::Terms(first)), (3, Message::Terms(_))] = asked.as_slice() else { panic!("{asked:?}") };
    assert_eq!(here(&organiser), named(&[(1, true), (2, false), (3, false)]));
    let full = organiser.hear(4, &id(4), guests[2].join());
    assert_eq!(full, [(4, Message::Turned(Away::Full))]);
    assert!(!organiser.sits(4) && organiser.links() == [2, 3], "nobody tells the fourth anything");
    let Reply::Send(sign) = guests[0].hear(Message::Terms(first.clone()), |_| true).unwrap() else {
        panic!("signs")
    };
    let crossing = sign.clone();
    assert_eq!(organiser.hear(2, &id(2), sign), []);
    assert_eq!(here(&organiser), named(&[(1, true), (2, true), (3, false)]));

    // Who has not signed goes: the seat is free, and what was signed is worth nothing.
    organiser.gone(3);
    assert_eq!(here(&organiser), named(&[(1, false), (2, false)]));
    let asked = organiser.hear(4, &id(4), guests[2].join());
    let [(2, Message::Terms(other)), (4, _)] = asked.as_slice() else { panic!("{asked:?}") };
    assert_ne!(other, first);
    // What crossed with the new terms is no offence.
    assert_eq!(organiser.hear(2, &id(2), crossing), []);
    assert!(organiser.sits(2));
    let mut begun = Vec::new();
    for (link, guest) in [(2, 0), (4, 2)] {
        let reply = guests[guest].hear(Message::Terms(other.clone()), |_| true).unwrap();
        let Reply::Send(sign) = reply else { panic!("signs") };
        begun = organiser.hear(link, &id(link), sign);
    }
    let [(2, Message::Begin(agreement)), (4, _)] = begun.as_slice() else { panic!("{begun:?}") };
    for guest in [0, 2] {
        assert!(matches!(
            guests[guest].hear(Message::Begin(agreement.clone()), |_| true),
            Ok(Reply::Begin(_))
        ));
        assert_eq!(guests[guest].hear(Message::Company(organiser.company()), |_| true), Ok(Reply::Wait));
    }
    assert_eq!(here(&organiser), named(&[(1, true), (2, true), (4, true)]));
}

/// A guest that was killed as it signed has its keys, so the same terms come again; once its signature was taken for
/// one that had crossed with newer terms, and both waited for ever.
#[test]
fn who_comes_back_with_its_keys_signs_the_same_terms_once_more() {
    let (key, place) = somebody(1);
    let mut organiser = Organiser::new(TABLE, blank(), 2, key, place);
    let (identity, place) = somebody(2);
    let (id, mut first) = (place.identity, Vec::new());
    for link in 2..5 {
        let mut guest = Guest::new(TABLE, identity.clone(), place.clone());
        let asked = organiser.hear(link, &id, guest.join());
        let [(_, Message::Terms(terms))] = asked.as_slice() else { panic!("{asked:?}") };
        if link == 2 {
            first = terms.clone();
        }
        assert_eq!(*terms, first);
        let Ok(Reply::Send(sign)) = guest.hear(Message::Terms(first.clone()), |_| true) else {
            panic!("signs")
        };
        if link < 4 {
            organiser.gone(link);
            continue;
        }
        let begun = organiser.hear(link, &id, sign);
        assert!(matches!(begun.as_slice(), [(4, Message::Begin(_))]), "{begun:?}");
    }
}

#[test]
fn a_company_that_cannot_be_is_not_believed() {
    let member = |nickname: &str| Member { identity: [5; 32], nickname: nickname.to_owned(), signed: false };
    let good = Company { offer: wire::encode(&blank()), seats: 3, here: vec![member("Ana")] };
    assert!(good.offer().is_some());
    let with = |change: &dyn Fn(&mut Company)| {
        let mut company = good.clone();
        change(&mut company);
        company.offer()
    };
    assert_eq!(with(&|company| company.seats = 5), None, "more seats than the game has");
    assert_eq!(with(&|company| company.seats = 1), None);
    assert_eq!(with(&|company| company.here.clear()), None, "nobody");
    assert_eq!(with(&|company| company.here = vec![member("Ana"); 4]), None, "more than seats");
    assert_eq!(with(&|company| company.here[0] = member(&"x".repeat(65))), None);
    assert_eq!(with(&|company| company.offer.push(0)), None);
    let seated = Terms { seats: vec![somebody(1).1], ..blank() };
    assert_eq!(with(&|company| company.offer = wire::encode(&seated)), None);
    let odd = Terms { game: "odd".to_owned(), ..blank() };
    assert_eq!(with(&|company| company.offer = wire::encode(&odd)), None);
}

#[test]
fn ways_are_bounded_and_lead_somewhere() {
    let way = |addresses: &[&str]| Way {
        identity: [5; 32],
        relay: None,
        addresses: addresses.iter().map(|address| address.parse().unwrap()).collect(),
    };
    assert!(way(&["192.168.1.20:40123", "[2001:db8::17]:1", "127.0.0.1:9"]).is_sound());
    for nowhere in ["0.0.0.0:5", "10.0.0.1:0", "224.0.0.1:5", "[ff02::1]:5", "[::]:5"] {
        assert!(!way(&["10.0.0.1:5", nowhere]).is_sound(), "{nowhere}");
    }
    assert!(!way(&["10.0.0.1:5"; ADDRESSES_MOST + 1]).is_sound());
    let relayed = |length| Way { relay: Some("x".repeat(length)), ..way(&[]) };
    assert!(relayed(RELAY_MOST).is_sound() && !relayed(RELAY_MOST + 1).is_sound());
    assert!(sound_ways(&vec![way(&[]); 4]) && !sound_ways(&vec![way(&[]); 5]));
}

#[test]
fn the_largest_messages_have_room_and_the_small_ones_the_bytes_of_the_specification() {
    let far = Way {
        identity: [255; 32],
        relay: Some("x".repeat(RELAY_MOST)),
        addresses: vec!["[ffff::ffff]:65535".parse().unwrap(); ADDRESSES_MOST],
    };
    let member = Member { identity: [255; 32], nickname: "x".repeat(64), signed: true };
    let company = Company { offer: vec![255; TERMS_MOST], seats: 4, here: vec![member; 4] };
    for message in [Message::Ways(vec![far; 4]), Message::Company(company)] {
        let bytes = Frame::Lobby(message.clone()).encode();
        assert!(bytes.len() <= MESSAGE_MOST, "{}", bytes.len());
        assert_eq!(Frame::decode(&bytes), Ok(Frame::Lobby(message)));
    }
    let ana = Member { identity: [5; 32], nickname: "Ana".to_owned(), signed: true };
    let company = Company { offer: vec![1, 2], seats: 3, here: vec![ana] };
    let bytes = Frame::Lobby(Message::Company(company)).encode();
    assert_eq!(bytes, [&[3, 5, 2, 1, 2, 3, 1][..], &[5; 32], &[3], b"Ana", &[1]].concat());
    let way = Way { identity: [5; 32], relay: None, addresses: vec!["192.168.1.20:40123".parse().unwrap()] };
    let bytes = Frame::Lobby(Message::Ways(vec![way])).encode();
    let tail = [0, 1, 0, 0xc0, 0xa8, 1, 0x14, 0xbb, 0xb9, 2];
    assert_eq!(bytes, [&[3, 6, 1][..], &[5; 32], &tail].concat());
}
