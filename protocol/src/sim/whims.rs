//! What a simulated player offers and accepts, from a stream of its own: the same seed makes the same
//! choices in the game with offers and without.

use rand::rngs::ChaCha20Rng;

use super::{below, lies::How, stream, world::Setup};
use crate::{peer::Input, rules::Seat, statement::Proposal, table::Table};

/// One player's.
pub(super) struct Whims {
    rng: ChaCha20Rng,
    /// Where somebody lies nobody agrees to a draw: the lie is still to come.
    draws: bool,
    /// The lie needs an offer of its teller.
    insists: bool,
}

impl Whims {
    pub(super) fn new(setup: &Setup, seat: Seat) -> Whims {
        let lie = setup.liar.filter(|(liar, _)| *liar == seat);
        Whims {
            rng: stream(setup.seed, 300 + u64::from(seat.0)),
            draws: setup.liar.is_none(),
            insists: lie.is_some_and(|(_, lie)| lie.how == How::TwoOffers),
        }
    }

    /// What the player says before its act, if anything.
    pub(super) fn next(&mut self, table: &Table, seat: Seat) -> Option<Input> {
        let offers = table.offers();
        for proposal in [Proposal::Draw, Proposal::Adjournment] {
            let draw = proposal == Proposal::Draw;
            let mut once_in = |n| below(&mut self.rng, n) == 0;
            if offers.may_accept(seat, proposal) && (self.draws || !draw) && once_in(if draw { 4 } else { 2 })
            {
                return Some(Input::Accept(proposal));
            }
            if offers.may_withdraw(seat, proposal) && !self.insists && once_in(8) {
                return Some(Input::Withdraw(proposal));
            }
            if offers.may_offer(seat, proposal) && (self.insists && draw || once_in(200)) {
                return Some(Input::Offer(proposal));
            }
        }
        None
    }
}
