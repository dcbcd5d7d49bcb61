//! Laws that hold for every registered game, with every number of seats and many options. Nothing
//! here names a game: another line in the registry is under these laws at once.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "laws/bout.rs"]
mod bout;
#[path = "laws/charts.rs"]
mod charts;
#[path = "laws/leaving.rs"]
mod leaving;
#[path = "laws/mesh.rs"]
mod mesh;
#[path = "laws/offers.rs"]
mod offers;
#[path = "laws/records.rs"]
mod records;
#[path = "laws/sitting.rs"]
mod sitting;
#[path = "laws/words.rs"]
mod words;
