//! The vectors of Diabolik Fleet, DFV-01 to DFV-59.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "diabolik/acts.rs"]
mod acts;
#[path = "diabolik/course.rs"]
mod course;
#[path = "diabolik/endings.rs"]
mod endings;
#[path = "diabolik/mega.rs"]
mod mega;
#[path = "diabolik/naive.rs"]
mod naive;
#[path = "diabolik/notation.rs"]
mod notation;
#[path = "diabolik/perft.rs"]
mod perft;
#[path = "diabolik/sinking.rs"]
mod sinking;
