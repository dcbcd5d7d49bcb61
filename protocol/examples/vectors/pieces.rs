//! Long byte strings in pieces: what repeats, and what another file holds already.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::hex;

/// Runs of one byte and copies that are shorter are written out.
const WORTH_IT: usize = 160;
/// Bytes by which a copy is found.
const WINDOW: usize = 64;

/// The byte string of another vector, to copy from.
pub struct Base {
    file: &'static str,
    bytes: Vec<u8>,
    windows: HashMap<[u8; WINDOW], usize>,
}

impl Base {
    pub fn new(file: &'static str, bytes: Vec<u8>) -> Base {
        let windows = bytes.windows(WINDOW).enumerate().rev();
        let windows = windows.map(|(at, window)| (window.try_into().unwrap(), at)).collect();
        Base { file, bytes, windows }
    }

    /// Whether it is this very vector.
    pub fn is_of(&self, kind: &str, name: &str) -> bool {
        self.file == format!("{kind}-{name}.json")
    }

    /// Where bytes like the first of these begin, and how many are alike.
    fn copy(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        let at = *self.windows.get(bytes.get(..WINDOW)?)?;
        Some((at, self.bytes[at..].iter().zip(bytes).take_while(|(a, b)| a == b).count()))
    }
}

/// The byte string, in pieces where that is shorter.
pub fn packed(bytes: &[u8], bases: &[&Base]) -> Value {
    let (mut pieces, mut plain, mut at) = (Vec::new(), Vec::new(), 0);
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let run = rest.iter().take_while(|byte| **byte == rest[0]).count();
        let copies = bases.iter().filter_map(|base| Some((base, base.copy(rest)?)));
        let copy = copies.max_by_key(|(_, (_, length))| *length);
        let (piece, length) = match copy {
            Some((base, (from, length))) if length >= WORTH_IT && length >= run => {
                (json!({ "file": base.file, "from": from, "to": from + length }), length)
            }
            _ if run >= WORTH_IT => (json!([hex(&rest[..1]), run]), run),
            _ => {
                plain.push(rest[0]);
                at += 1;
                continue;
            }
        };
        if !plain.is_empty() {
            pieces.push(json!(hex(&std::mem::take(&mut plain))));
        }
        pieces.push(piece);
        at += length;
    }
    if pieces.is_empty() {
        return json!(hex(&plain));
    }
    if !plain.is_empty() {
        pieces.push(json!(hex(&plain)));
    }
    Value::Array(pieces)
}
