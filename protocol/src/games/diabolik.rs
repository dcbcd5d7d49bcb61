//! Diabolik Fleet (DF): ships with a bow, a board that everybody sees, two to four seats.
//!
//! Two seats play on 8x8, three or four on 12x12. Only the headings of the set-up are hidden, until all
//! are sealed: see [`setup`]. From then on everything is open. A turn is one [`Plan`]; what may stand in
//! it follows from [`Turn`] alone, act by act.

pub mod board;
pub mod compass;
mod illegal;
mod options;
mod plan;
pub mod setup;
mod turn;
mod words;

pub use self::{
    board::{Board, Ship},
    compass::{Edge, Heading},
    illegal::{BadPlan, Illegal},
    options::Options,
    setup::SetUp,
    turn::{BALLS, Turn},
    words::{Act, Answer, Event, Plan, Why},
};
