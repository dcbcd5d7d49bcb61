//! What seats offer one another beside the game: a draw, an adjournment.
//!
//! An offer, an acceptance and a withdrawal are entries of the seat whose act is due, and leave it due. So
//! which came first is a matter of the chain and not of anybody's clock: offers that cross, come too late
//! or are taken back have one outcome for all. Who acts without accepting has declined.

use crate::{rules::Seat, statement::Proposal};

/// Offers of one seat in a game, at the most.
pub const OFFERS_MOST: u8 = 16;

/// An offer that stands.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Offer {
    /// What is offered.
    pub proposal: Proposal,
    /// Who offers it.
    pub by: Seat,
    /// Who has accepted it.
    pub accepted: Vec<Seat>,
}

/// What is offered at a table, and what was agreed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Offers {
    /// In the order in which they were made, at most one of each kind.
    standing: Vec<Offer>,
    made: [u8; Seat::MOST],
    parleys: u32,
    drawn: bool,
    adjourned: bool,
}

/// What a seat says of an offer.
#[derive(Copy, Clone, Debug)]
pub(super) enum Parley {
    Offer(Proposal),
    Accept(Proposal),
    Withdraw(Proposal),
}

impl Offers {
    /// The offer of this kind that stands.
    pub fn standing(&self, proposal: Proposal) -> Option<&Offer> {
        self.standing.iter().find(|offer| offer.proposal == proposal)
    }

    /// Whether this seat, at its turn, may offer that.
    pub fn may_offer(&self, seat: Seat, proposal: Proposal) -> bool {
        let made = self.made.get(seat.index()).copied().unwrap_or(OFFERS_MOST);
        self.standing(proposal).is_none() && made < OFFERS_MOST
    }

    /// Whether this seat, at its turn, may accept that.
    pub fn may_accept(&self, seat: Seat, proposal: Proposal) -> bool {
        self.standing(proposal).is_some_and(|offer| offer.by != seat && !offer.accepted.contains(&seat))
    }

    /// Whether this seat, at its turn, may take that back.
    pub fn may_withdraw(&self, seat: Seat, proposal: Proposal) -> bool {
        self.standing(proposal).is_some_and(|offer| offer.by == seat)
    }

    /// Whether everybody in play wanted to end the game.
    pub fn drawn(&self) -> bool {
        self.drawn
    }

    /// Whether play rests, as everybody wanted, until the seat that is due has its say.
    pub fn adjourned(&self) -> bool {
        self.adjourned
    }

    /// How many steps were offers, acceptances and withdrawals.
    pub fn parleys(&self) -> u32 {
        self.parleys
    }

    pub(super) fn may(&self, seat: Seat, parley: Parley) -> bool {
        match parley {
            Parley::Offer(proposal) => self.may_offer(seat, proposal),
            Parley::Accept(proposal) => self.may_accept(seat, proposal),
            Parley::Withdraw(proposal) => self.may_withdraw(seat, proposal),
        }
    }

    /// Takes a parley that this seat may say.
    pub(super) fn take(&mut self, seat: Seat, parley: Parley) {
        self.parleys = self.parleys.saturating_add(1);
        self.adjourned = false;
        match parley {
            Parley::Offer(proposal) => {
                if let Some(made) = self.made.get_mut(seat.index()) {
                    *made = made.saturating_add(1);
                }
                self.standing.push(Offer { proposal, by: seat, accepted: Vec::new() });
            }
            Parley::Accept(proposal) => {
                if let Some(offer) = self.standing.iter_mut().find(|offer| offer.proposal == proposal) {
                    offer.accepted.push(seat);
                }
            }
            Parley::Withdraw(proposal) => self.standing.retain(|offer| offer.proposal != proposal),
        }
    }

    /// The seat acts: what it has not accepted it has declined.
    pub(super) fn act(&mut self, seat: Seat) -> Vec<Proposal> {
        self.adjourned = false;
        let declines = |offer: &mut Offer| offer.by != seat && !offer.accepted.contains(&seat);
        self.standing.extract_if(.., declines).map(|offer| offer.proposal).collect()
    }

    /// The seat leaves or is put out, and its offers with it.
    pub(super) fn leave(&mut self, seat: Seat) {
        self.standing.retain(|offer| offer.by != seat);
    }

    /// What these seats, all that are in play and not put out, want by now.
    pub(super) fn agree(&mut self, asked: &[Seat]) -> Vec<Proposal> {
        let wanted = |offer: &mut Offer| {
            asked.len() > 1 && asked.iter().all(|seat| *seat == offer.by || offer.accepted.contains(seat))
        };
        let agreed: Vec<Proposal> =
            self.standing.extract_if(.., wanted).map(|offer| offer.proposal).collect();
        for proposal in &agreed {
            match proposal {
                Proposal::Draw => self.drawn = true,
                Proposal::Adjournment => self.adjourned = true,
            }
        }
        agreed
    }
}
