//! The people of P-12, and the small vectors of P-81, with the JSON of what is used of them.

use ed25519_dalek::SigningKey;
use marque_protocol::{
    games::{self, Options},
    seal::{Chart, Claim, Context, Laws, Line, Seal, Sealed, Secret},
    terms::{Agreement, Clock, SeatKeys, Terms, sign_terms},
    wire,
};
use serde_json::{Value, json};

use super::hex;

/// The identity of a seat.
pub fn identity(seat: u8) -> SigningKey {
    SigningKey::from_bytes(&[1 + seat; 32])
}

/// The secrets of a seat.
pub fn keys(seat: u8) -> SeatKeys {
    SeatKeys::new([3 + seat; 32])
}

/// The public X25519 key of a secret.
pub fn exchange_key(secret: &[u8; 32]) -> [u8; 32] {
    x25519_dalek::PublicKey::from(&x25519_dalek::StaticSecret::from(*secret)).to_bytes()
}

/// The terms of two seats for these options, as in P-12.
pub fn terms(card: &str, options: &Options) -> Terms {
    terms_for(2, card, options)
}

/// The same with more or fewer seats.
pub fn terms_for(seats: u8, card: &str, options: &Options) -> Terms {
    let names = ["ann", "bob", "cai", "dot"];
    let place = |seat: u8| {
        let key = identity(seat).verifying_key().to_bytes();
        keys(seat).place(key, names[usize::from(seat)].to_owned(), [5 + seat; 32])
    };
    Terms {
        protocol: 1,
        rules: games::rules_digest(games::card(card).unwrap(), options),
        game: card.to_owned(),
        options: options.encode(),
        clock: Clock { decision_s: Some(60), answer_s: 20, seal_s: 180, grace_s: 10 },
        day: 20_000,
        seats: (0..seats).map(place).collect(),
    }
}

/// The terms of P-12.
pub fn classic() -> Terms {
    terms("classic", &Options::choose("classic", &[]).unwrap())
}

/// Signed by all.
pub fn agree(terms: &[u8], seats: u8) -> Agreement {
    let signatures = (0..seats).map(|seat| sign_terms(&identity(seat), terms)).collect();
    Agreement { terms: terms.to_vec(), signatures }
}

/// The agreement of P-12.
pub fn agreement() -> Agreement {
    agree(&wire::encode(&classic()), 2)
}

/// A vector that somebody sealed.
pub struct Toy {
    pub secret: Secret,
    pub laws: Laws,
    pub tip: [u8; 32],
    pub context: Context,
    pub seal: Seal,
}

pub fn line(slots: &[u32]) -> Line {
    Line::new(slots.iter().copied())
}

/// The context of the toy's seal.
pub fn context() -> Context {
    Context { game: [1; 32], seat: 2, number: 2, previous: [1; 32] }
}

/// The context of what the toy says later (P-38).
pub fn later() -> Context {
    Context { number: 5, previous: [7; 32], ..context() }
}

/// A secret of the toy's seat.
pub fn secret(values: &[u8]) -> Secret {
    Secret::new([1; 32], 2, [3; 32], Chart::new(values.to_vec()))
}

impl Toy {
    /// Sealed as well as can be, whatever the values.
    pub fn new(values: &[u8], laws: Laws) -> Toy {
        let (secret, tip, context) = (secret(values), [9; 32], context());
        let seal = Seal::forge(&secret, &laws, &tip, &context);
        Toy { secret, laws, tip, context, seal }
    }

    /// The toy of P-81.
    pub fn of_two() -> Toy {
        Toy::new(&[0, 1], laws_of_two())
    }

    /// Four slots: one of the first two, one of the last two, at most one of those between.
    pub fn of_four(values: &[u8]) -> Toy {
        Toy::new(values, laws_of_four())
    }

    pub fn sealed(&self) -> Sealed {
        self.seal.open(&self.laws, &self.tip, &self.context).unwrap()
    }

    /// As SEALED.
    pub fn json(&self) -> Value {
        self.json_with(&wire::encode(&self.seal))
    }

    /// As SEALED, with another seal.
    pub fn json_with(&self, seal: &[u8]) -> Value {
        json!({
            "laws": laws_json(&self.laws),
            "tip": hex(&self.tip),
            "context": context_json(&self.context),
            "seal": hex(seal),
        })
    }
}

pub fn laws_of_two() -> Laws {
    Laws { slots: 2, at_most_one: vec![line(&[0, 1])], exactly: vec![(line(&[0, 1]), 1)] }
}

pub fn laws_of_four() -> Laws {
    let exactly = vec![(line(&[0, 1]), 1), (line(&[2, 3]), 1)];
    Laws { slots: 4, at_most_one: vec![line(&[1, 2])], exactly }
}

pub fn context_json(context: &Context) -> Value {
    json!({
        "game": hex(&context.game),
        "seat": context.seat,
        "number": context.number,
        "previous": hex(&context.previous),
    })
}

pub fn laws_json(laws: &Laws) -> Value {
    let exactly: Vec<Value> = laws.exactly.iter().map(|(line, sum)| json!([line.slots(), sum])).collect();
    let at_most_one: Vec<&[u32]> = laws.at_most_one.iter().map(Line::slots).collect();
    json!({ "slots": laws.slots, "at_most_one": at_most_one, "exactly": exactly })
}

pub fn claim_json(claim: &Claim) -> Value {
    match claim {
        Claim::Opens(line, sum) => json!({ "opens": line.slots(), "sum": sum }),
        Claim::OneOf(branches) => {
            let branches: Vec<Value> =
                branches.iter().map(|(line, sum)| json!([line.slots(), sum])).collect();
            json!({ "one_of": branches })
        }
    }
}
