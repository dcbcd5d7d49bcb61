//! The client of Marque: command line, worker, network and files around the protocol.

pub mod app;
pub mod blocked;
pub mod book;
pub mod bots;
pub mod captain;
pub mod cli;
pub mod engine;
pub mod failpoint;
pub mod helm;
pub mod interrupt;
pub mod local;
pub mod net;
pub mod seatfile;
pub mod session;
pub mod settings;
pub mod store;
pub mod table;
pub mod ui;
pub mod words;
