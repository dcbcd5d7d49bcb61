//! Values out of the JSON of a vector.

use std::fs;

use marque_protocol::{
    seal::{Claim, Context, Laws, Line, Seal, Sealed},
    wire,
};
use serde_json::Value;

/// A byte string, in one or in pieces.
pub fn bytes(value: &Value) -> Vec<u8> {
    match value {
        Value::String(text) => hex(text),
        Value::Array(pieces) => pieces.iter().flat_map(piece).collect(),
        other => panic!("no byte string: {other}"),
    }
}

fn piece(value: &Value) -> Vec<u8> {
    match value {
        Value::String(text) => hex(text),
        Value::Array(_) => hex(value[0].as_str().unwrap()).repeat(number(&value[1]) as usize),
        _ => {
            let text = fs::read_to_string(super::folder().join(value["file"].as_str().unwrap())).unwrap();
            let vector: Value = serde_json::from_str(&text).unwrap();
            let (from, to) = (number(&value["from"]) as usize, number(&value["to"]) as usize);
            bytes(&vector["input"]["bytes"])[from..to].to_vec()
        }
    }
}

fn hex(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'0'..=b'9' => c - b'0',
        b'a'..=b'f' => c - b'a' + 10,
        other => panic!("no hexadecimal: {other}"),
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    assert!(rest.is_empty());
    pairs.iter().map(|[high, low]| digit(*high) << 4 | digit(*low)).collect()
}

pub fn digest(value: &Value) -> [u8; 32] {
    bytes(value).try_into().unwrap()
}

pub fn number(value: &Value) -> u32 {
    value.as_u64().unwrap().try_into().unwrap()
}

pub fn seat(value: &Value) -> u8 {
    value.as_u64().unwrap().try_into().unwrap()
}

pub fn list<'a, T>(value: &'a Value, item: impl Fn(&'a Value) -> T) -> Vec<T> {
    value.as_array().unwrap().iter().map(item).collect()
}

pub fn line(value: &Value) -> Line {
    Line::new(list(value, number))
}

pub fn context(value: &Value) -> Context {
    Context {
        game: digest(&value["game"]),
        seat: seat(&value["seat"]),
        number: number(&value["number"]),
        previous: digest(&value["previous"]),
    }
}

/// A line and its sum.
fn summed(value: &Value) -> (Line, u32) {
    (line(&value[0]), number(&value[1]))
}

pub fn laws(value: &Value) -> Laws {
    Laws {
        slots: number(&value["slots"]),
        at_most_one: list(&value["at_most_one"], line),
        exactly: list(&value["exactly"], summed),
    }
}

pub fn claim(value: &Value) -> Claim {
    match value.get("opens") {
        Some(slots) => Claim::Opens(line(slots), number(&value["sum"])),
        None => Claim::OneOf(list(&value["one_of"], summed)),
    }
}

/// A SEALED, if its seal verifies.
pub fn sealed(value: &Value) -> Option<Sealed> {
    let seal: Seal = wire::decode(&bytes(&value["seal"]))?;
    seal.open(&laws(&value["laws"]), &digest(&value["tip"]), &context(&value["context"])).ok()
}
