//! The board of the grid duel.

pub mod aim;
pub mod aside;
pub mod battle;
pub mod cues;
pub mod placement;
pub mod placing;
pub mod rules;
