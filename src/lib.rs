//! The client of Marque: command line, worker, network and files around the protocol.

pub mod book;
pub mod bots;
pub mod cli;
pub mod failpoint;
pub mod interrupt;
pub mod net;
pub mod seatfile;
pub mod session;
pub mod store;
pub mod table;
pub mod words;
