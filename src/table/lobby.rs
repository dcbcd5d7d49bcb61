//! A table before its game begins, as the person at it sees it.

use marque_protocol::{
    lobby::Away,
    rules::Seat,
    terms::{Place, Terms},
};

use super::Awaited;
use crate::net::Path;

/// How far a lobby has come.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Stage {
    /// The host has not answered yet.
    Dialling,
    /// Seats are free, or the host has not sent the terms yet.
    Waiting,
    /// This person is asked whether it agrees to the terms.
    Asked,
    /// Others have still to agree.
    Signing,
}

/// Somebody who sits at the table.
#[derive(Clone, Debug)]
pub struct Present {
    /// Which seat it is, unless somebody leaves.
    pub seat: Seat,
    /// Who it is.
    pub place: Place,
    /// Whether it is this person.
    pub own: bool,
    /// The way to it.
    pub path: Option<Path>,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Lobby {
    /// The invitation, at its organiser.
    pub ticket: Option<String>,
    /// What is offered, and will be signed; not known to a guest before the host has sent it.
    pub terms: Option<Terms>,
    /// How many seats there are; 0 if that is not known.
    pub seats: usize,
    /// Who is here.
    pub present: Vec<Present>,
    /// The others, if it is another game of those who have played one.
    pub again: Vec<Awaited>,
    /// How far it has come.
    pub stage: Stage,
    /// Why somebody was turned away, the last time that it happened.
    pub turned: Option<Away>,
}

/// What the person wants.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Wish {
    /// To play under these terms.
    Agree,
    /// To leave the table; an organiser dissolves it.
    Leave,
}
