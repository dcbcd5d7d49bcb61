//! The board of Diabolik Fleet.

pub mod battle;
pub mod compass;
pub mod console;
pub mod cues;
pub mod draft;
pub mod film;
pub mod hand;
pub mod placement;
#[cfg(test)]
mod positions;
pub mod rules;
pub mod says;
pub mod signs;
pub mod standing;
pub mod vessel;
pub mod waters;
