//! Naval battles without a referee: rules, seals and the log, without IO.

pub mod audit;
pub mod draw;
pub mod fault;
pub mod games;
pub mod lobby;
pub mod log;
pub mod peer;
pub mod record;
pub mod rules;
pub mod seal;
#[cfg(feature = "sim")]
pub mod sim;
pub mod statement;
pub mod table;
pub mod terms;
pub mod wire;
