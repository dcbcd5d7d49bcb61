"""Claims about a sealed vector and their proof (P-36 to P-38)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import or_proof
from .encoding import Reader
from .group import scalar
from .laws import Line, line_sum
from .or_proof import Branch, OrProof, read_or_proof
from .sealed import Sealed
from .transcript import Context, Transcript


@dataclass(frozen=True)
class Opens:
    """The line has this sum, and everyone learns it."""

    line: Line
    sum: int

    def is_true(self, values: Sequence[int]) -> bool:
        return line_sum(values, self.line) == self.sum


@dataclass(frozen=True)
class OneOf:
    """At least one of these lines has its sum."""

    branches: tuple[Branch, ...]

    def is_true(self, values: Sequence[int]) -> bool:
        return any(line_sum(values, line) == value for line, value in self.branches)


Claim = Opens | OneOf


@dataclass(frozen=True)
class ClaimsProof:
    """The proof of a list of claims (P-36)."""

    openings: list[bytes]
    alternatives: OrProof


def read_claims_proof(r: Reader) -> ClaimsProof:
    return ClaimsProof(r.list(r.digest), read_or_proof(r))


def are_proven(
    claims: Sequence[Claim], proof: ClaimsProof, sealed: Sealed, context: Context
) -> bool:
    """Whether all claims are proven by what is sealed (P-38)."""
    opened = [(number, claim) for number, claim in enumerate(claims) if isinstance(claim, Opens)]
    if len(proof.openings) != len(opened):
        return False
    transcript = Transcript(b"marque/1/claims", context)
    transcript.item(b"root", sealed.root)
    transcript.number(b"claims", len(claims))
    for (number, claim), data in zip(opened, proof.openings):
        blinding = scalar(data)
        if blinding is None or not sealed.has(claim.line):
            return False
        if not sealed.opens(claim.line, claim.sum, blinding):
            return False
        transcript.number(b"opens", number)
        transcript.line(b"opens", claim.line, claim.sum)
    statements = [claim.branches for claim in claims if isinstance(claim, OneOf)]
    return or_proof.verifies(proof.alternatives, transcript, sealed, statements)
