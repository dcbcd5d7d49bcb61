//! A table before its game begins, as the person at it sees it.

use marque_protocol::{
    lobby::{Away, Company, Member},
    rules::Seat,
    terms::Terms,
};

use super::Awaited;
use crate::{bots::Level, net::Path};

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
    pub identity: [u8; 32],
    /// What it wants to be called.
    pub nickname: String,
    /// Whether it has signed the terms.
    pub signed: bool,
    /// Whether it is this person.
    pub own: bool,
    /// Whether it is a bot that this person has brought, and may take away again.
    pub brought: bool,
    /// The way to it.
    pub path: Option<Path>,
}

/// Those of terms, where the host has not said who has signed.
pub(super) fn of_terms(terms: &Terms) -> Company {
    let here = terms.seats.iter().map(|place| Member {
        identity: place.identity,
        nickname: place.nickname.clone(),
        signed: false,
    });
    let here: Vec<Member> = here.collect();
    Company { offer: Vec::new(), seats: u8::try_from(here.len()).unwrap_or(u8::MAX), here }
}

/// Those of a company, as the person with this identity sees them.
pub(super) fn present(
    company: &Company,
    own: &[u8; 32],
    path: impl Fn(&[u8; 32]) -> Option<Path>,
) -> Vec<Present> {
    let members = Seat::all(company.here.len()).zip(&company.here).map(|(seat, member)| Present {
        seat,
        identity: member.identity,
        nickname: member.nickname.clone(),
        signed: member.signed,
        own: member.identity == *own,
        brought: false,
        path: path(&member.identity),
    });
    members.collect()
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
    /// How many bots of this person are on their way.
    pub coming: usize,
    /// Whether this person may bring another bot.
    pub may_bring: bool,
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
    /// To bring a bot that plays like this.
    Bring(Level),
    /// To take away a bot that was brought.
    Dismiss([u8; 32]),
}
