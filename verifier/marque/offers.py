"""Offers, acceptances and withdrawals between acts (P-83 to P-85)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from .statements import AcceptBody, OfferBody, Proposal, WithdrawBody

OFFERS_A_SEAT = 16

Parley = OfferBody | AcceptBody | WithdrawBody


@dataclass(frozen=True)
class Offer:
    """An offer that stands."""

    proposal: Proposal
    by: int
    accepted: frozenset[int] = frozenset()

    def pleases(self, seats: Collection[int]) -> bool:
        """Whether all these seats want it; one alone agrees with nobody."""
        return len(seats) > 1 and self.accepted.union({self.by}).issuperset(seats)


@dataclass(frozen=True)
class Offers:
    """What is offered at a table; like a table it never changes."""

    standing: tuple[Offer, ...] = ()
    made: tuple[int, ...] = ()  # the seat of every offer that was ever made
    parleys: int = 0
    drawn: bool = False

    def _of(self, proposal: Proposal) -> Offer | None:
        return next((offer for offer in self.standing if offer.proposal is proposal), None)

    def allow(self, seat: int, parley: Parley) -> bool:
        """Whether the seat whose act is due may say this (P-83)."""
        offer = self._of(parley.proposal)
        match parley:
            case OfferBody():
                return offer is None and self.made.count(seat) < OFFERS_A_SEAT
            case AcceptBody():
                return offer is not None and seat != offer.by and seat not in offer.accepted
            case WithdrawBody():
                return offer is not None and seat == offer.by

    def with_parley(self, seat: int, parley: Parley) -> Offers:
        """Behind a parley that was allowed (P-84)."""
        others = tuple(offer for offer in self.standing if offer.proposal is not parley.proposal)
        after = replace(self, parleys=self.parleys + 1, standing=others)
        match parley:
            case OfferBody(proposal):
                made = (*self.made, seat)
                return replace(after, made=made, standing=(*others, Offer(proposal, seat)))
            case AcceptBody(proposal):
                offer = self._of(proposal)
                assert offer is not None, "only what is offered can be accepted"
                offer = replace(offer, accepted=offer.accepted | {seat})
                return replace(after, standing=(*others, offer))
        return after

    def after_act(self, seat: int) -> Offers:
        """An act declines what its author has not accepted (P-84)."""
        kept = (o for o in self.standing if seat == o.by or seat in o.accepted)
        return replace(self, standing=tuple(kept))

    def without(self, seat: int) -> Offers:
        """The offers of a seat that leaves are void (P-84)."""
        return replace(self, standing=tuple(o for o in self.standing if o.by != seat))

    def agreed_by(self, in_play: Collection[int]) -> Offers:
        """What all in play want by now stands no longer: it is agreed (P-85)."""
        agreed = [offer.proposal for offer in self.standing if offer.pleases(in_play)]
        rest = tuple(offer for offer in self.standing if not offer.pleases(in_play))
        return replace(self, standing=rest, drawn=self.drawn or Proposal.DRAW in agreed)
