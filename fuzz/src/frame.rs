//! One frame, whatever it holds.

use marque_protocol::{
    SigningKey,
    games::{Options, Ply, Position, cards},
    lobby::{Guest, Message, Organiser, sound_ways},
    rules::Seat,
    seal::Digest,
    statement::{Body, Signed, Statement},
    terms::{Clock, Place, SeatKeys, Terms},
    wire::{self, FRAME_MOST, Frame, PROTOCOL},
};

use super::seat;

pub fn body(bytes: &[u8]) {
    let Ok(frame) = Frame::decode(bytes) else { return };
    assert!(bytes.len() <= FRAME_MOST);
    assert_eq!(frame.encode(), bytes, "only the canonical encoding is a frame");
    match frame {
        Frame::Said(signed) => said(&signed),
        Frame::Lobby(message) => lobby(&message),
        Frame::Hello(_) | Frame::Synced | Frame::Bye => {}
    }
}

/// What it says is looked at whoever signed it: proper signatures are the business of another target.
fn said(signed: &Signed) {
    let _ = signed.open(&seat::table(2).agreed);
    let Some((game, statement)) = wire::decode::<(Digest, Statement)>(&signed.bytes) else { return };
    assert_eq!(wire::encode(&(game, &statement)), signed.bytes);
    if let Statement::Entry(_, Body::Act { words, .. } | Body::Answer { words, .. }) = &statement {
        said_words(words);
    }
}

/// Words as they are read by every game.
fn said_words(words: &[u8]) {
    for card in cards() {
        let Ok(options) = Options::choose(card.id, &[]) else { continue };
        let position = Position::new(&options, 2);
        if let Some(act) = position.decode_act(words) {
            assert_eq!(act.encode(), words);
            let _ = position.check(Seat(0), &Ply::Act(act));
        }
        if let Some(answer) = position.decode_answer(words) {
            assert_eq!(answer.encode(), words);
            let _ = position.check(Seat(0), &Ply::Answer(answer));
        }
    }
}

/// Both sides of a lobby hear it.
fn lobby(message: &Message) {
    let table = &seat::table(2).agreed;
    let place = |n: u8| {
        let identity = SigningKey::from_bytes(&[n; 32]);
        let keys = SeatKeys::new([n + 2; 32]);
        (identity.clone(), keys.place(identity.verifying_key().to_bytes(), "sailor".to_owned(), [n; 32]))
    };
    let (host, own) = place(1);
    let blank =
        Terms { protocol: PROTOCOL, clock: Clock::default(), seats: Vec::new(), ..table.terms.clone() };
    let mut organiser = Organiser::new([7; 16], blank, 2, host, own);
    let of = |place: &Place| place.identity;
    let identity = if let Message::Join { place, .. } = message { of(place) } else { [0; 32] };
    let answers = organiser.hear(1, &identity, message.clone());
    assert!(answers.len() <= 1, "one guest, one answer");
    organiser.gone(1);
    let (guest, own) = place(5);
    let mut guest = Guest::new([7; 16], guest, own);
    let _ = guest.hear(message.clone(), |_| true);
    match message {
        Message::Begin(agreement) => drop(agreement.clone().check()),
        Message::Company(company) => {
            if let Some(terms) = company.offer() {
                assert!(terms.seats.is_empty() && company.here.len() <= usize::from(company.seats));
            }
        }
        Message::Ways(ways) if sound_ways(ways) => assert!(ways.len() <= Seat::MOST),
        _ => {}
    }
    if let Message::Terms(terms) = message
        && let Ok((terms, options, card)) = Terms::decode(terms)
    {
        assert!(options.seats(card).contains(&terms.seats.len()) && options.encode() == terms.options);
    }
}
