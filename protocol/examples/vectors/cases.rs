//! The cases of the vector files: inputs, and what the specification says of them.
//!
//! What is expected is written down here by hand wherever it is a decision, so that the reference is
//! judged by the files and not the files by the reference.

mod claims;
mod curve;
mod damage;
mod draws;
mod extensions;
mod faults;
mod frames;
mod illegal;
mod keys;
mod leaving;
mod letters;
mod offers;
mod pieces;
mod play;
mod quarrels;
mod records;
mod seals;
mod signatures;
mod statements;
mod terms;
mod tickets;
mod toys;
mod untrue;
mod whole;

use serde_json::{Map, Value, json};
use sha2::Digest as _;

/// One file.
pub struct Case {
    kind: &'static str,
    name: String,
    clause: &'static str,
    about: String,
    input: Value,
    expect: Value,
}

/// Every case, in the order of the kinds.
pub fn all() -> Vec<Case> {
    let kinds = [
        keys::cases(),
        signatures::cases(),
        terms::cases(),
        statements::cases(),
        seals::cases(),
        extensions::cases(),
        claims::cases(),
        letters::cases(),
        draws::cases(),
        records::cases(),
        frames::cases(),
        tickets::cases(),
    ];
    kinds.into_iter().flatten().collect()
}

impl Case {
    fn new(kind: &'static str, name: &str, clause: &'static str, about: &str, input: Value) -> Case {
        let (name, about) = (name.to_owned(), about.to_owned());
        Case { kind, name, clause, about, input, expect: Value::Null }
    }

    fn expects(self, expect: Value) -> Case {
        Case { expect, ..self }
    }

    /// Name of its file.
    pub fn file(&self) -> String {
        format!("{}-{}.json", self.kind, self.name)
    }

    /// Content of its file: one line a field.
    pub fn text(&self) -> String {
        let head = [("kind", json!(self.kind)), ("clause", json!(self.clause)), ("about", json!(self.about))];
        let head: Vec<String> = head.iter().map(|(key, value)| format!("  \"{key}\": {value},\n")).collect();
        let (input, expect) = (fields(&self.input), fields(&self.expect));
        format!("{{\n{}  \"input\": {input},\n  \"expect\": {expect}\n}}\n", head.concat())
    }
}

fn fields(value: &Value) -> String {
    let empty = Map::new();
    let fields = value.as_object().unwrap_or(&empty).iter();
    let fields: Vec<String> = fields.map(|(key, value)| format!("    {}: {value}", json!(key))).collect();
    format!("{{\n{}\n  }}", fields.join(",\n"))
}

/// Lower-case hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hexadecimal that stands in the generator itself.
fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// The 32 bytes of hexadecimal that stands in the generator itself.
fn unhex32(text: &str) -> [u8; 32] {
    unhex(text).try_into().unwrap()
}

fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    sha2::Sha256::digest(parts.concat()).into()
}
