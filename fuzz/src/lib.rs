//! What is fuzzed: one function a target, which panics if what it asserts does not hold.
//!
//! The fuzzer calls these functions, and so does `protocol/tests/corpus.rs`, which takes this very file
//! in and replays the corpus: what was found once is tested ever after, without a fuzzer.

pub mod choices;
pub mod frame;
pub mod record;
pub mod seat;
pub mod ticket;
#[allow(dead_code, reason = "the tests that this is borrowed from use all of it")]
#[path = "../../protocol/tests/adversary/villain.rs"]
mod villain;

/// What a target does with bytes.
pub type Body = fn(&[u8]);

/// Every target, with its function.
pub const TARGETS: [(&str, Body); 4] =
    [("frame", frame::body), ("seat", seat::body), ("record", record::body), ("ticket", ticket::body)];
