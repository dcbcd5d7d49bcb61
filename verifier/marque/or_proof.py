"""The proof that of some lines at least one has its sum (P-35)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .encoding import Reader
from .group import ORDER, add, is_point, scalars, subtract, times, times_g, times_h
from .laws import Line
from .sealed import Sealed
from .transcript import Transcript

Branch = tuple[Line, int]
Statement = Sequence[Branch]


@dataclass(frozen=True)
class OrProof:
    first_messages: list[bytes]
    challenges: list[bytes]
    responses: list[bytes]


def read_or_proof(r: Reader) -> OrProof:
    return OrProof(r.list(r.digest), r.list(r.digest), r.list(r.digest))


def verifies(
    proof: OrProof, transcript: Transcript, sealed: Sealed, statements: Sequence[Statement]
) -> bool:
    """Whether every statement is proven, going on with this transcript."""
    branches = [branch for statement in statements for branch in statement]
    counts = (len(branches), len(branches) - len(statements), len(branches))
    if counts != (len(proof.first_messages), len(proof.challenges), len(proof.responses)):
        return False
    if not all(sealed.has(line) for line, _ in branches):
        return False
    challenges, responses = scalars(proof.challenges), scalars(proof.responses)
    if not all(map(is_point, proof.first_messages)) or challenges is None or responses is None:
        return False
    transcript.number(b"statements", len(statements))
    for statement in statements:
        transcript.number(b"branches", len(statement))
        for line, value in statement:
            transcript.line(b"branch", line, value)
    transcript.all(b"first messages", proof.first_messages)
    shares = _challenge_of_each_branch(transcript.challenge(), challenges, statements)
    return all(
        _branch_holds(sealed, branch, first, share, response)
        for branch, first, share, response in zip(
            branches, proof.first_messages, shares, responses, strict=True
        )
    )


def _challenge_of_each_branch(
    challenge: int, sent: list[int], statements: Sequence[Statement]
) -> list[int]:
    """The last branch of each statement has what is left of the challenge."""
    shares: list[int] = []
    at = 0
    for statement in statements:
        own = sent[at : at + len(statement) - 1]
        at += len(own)
        shares += [*own, (challenge - sum(own)) % ORDER]
    return shares


def _branch_holds(
    sealed: Sealed, branch: Branch, first: bytes, challenge: int, response: int
) -> bool:
    """A + c·X = z·H, where X commits to 0 exactly if the line has its sum."""
    line, value = branch
    x = sealed.line(line)
    if value != 0:
        x = subtract(x, times_g(value))
    return add(first, times(challenge, x)) == times_h(response)
