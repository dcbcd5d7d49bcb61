//! The client of Marque: command line, worker, network and files around the protocol.

pub mod app;
pub mod archive;
pub mod asked;
pub mod attention;
pub mod book;
pub mod bots;
pub mod captain;
pub mod cli;
pub mod cue;
pub mod engine;
pub mod failpoint;
pub mod helm;
pub mod instance;
pub mod interrupt;
pub mod local;
pub mod missing;
pub mod net;
pub mod scene;
pub mod seatfile;
pub mod session;
pub mod settings;
pub mod sound;
pub mod store;
pub mod table;
pub mod ui;
pub mod words;
