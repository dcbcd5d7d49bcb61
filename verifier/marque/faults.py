"""The faults that a verdict can name (P-57)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """A broken rule; the value says it in words."""

    BOTH_VOTES = "called an entry overdue and signed that it had it"
    CHART = "showed a chart that is not the sealed one"
    DOUBLE = "signed two different statements for one position"
    EXTENSION = "sealed something new where the game asks for nothing, or failed to"
    FALSE_COMPLAINT = "complained of a letter that is good"
    ILLEGAL = "did what the game forbids"
    KIND = "signed an entry of another kind than the one that was due"
    LETTER = "wrote a letter where the game asks for none, or failed to"
    LINK = "revealed a link that does not belong to its chain"
    OFFER = "offered, accepted or withdrew what it could not"
    PROOF = "signed a proof that does not verify"
    REMOVAL = "removed seats that it could not remove"
    RESIGNED = "signed an entry behind its own resignation"
    UNLAWFUL = "sealed a chart that breaks the laws"
    UNTRUE = "claimed what its own chart contradicts"
    WORDS = "signed words that the game cannot read"


RULES = {
    Kind.BOTH_VOTES: "votes",
    Kind.CHART: "chart",
    Kind.DOUBLE: "equivocation",
    Kind.EXTENSION: "entry",
    Kind.FALSE_COMPLAINT: "complaint",
    Kind.KIND: "entry",
    Kind.LETTER: "entry",
    Kind.LINK: "draw",
    Kind.OFFER: "offer",
    Kind.PROOF: "proof",
    Kind.REMOVAL: "entry",
    Kind.RESIGNED: "resignation",
    Kind.UNLAWFUL: "chart",
    Kind.UNTRUE: "chart",
    Kind.WORDS: "entry",
}


@dataclass(frozen=True)
class Fault:
    """A broken rule; of Illegal it is the game that names the rule."""

    kind: Kind
    broken: str | None = None

    @property
    def rule(self) -> str:
        """The word by which a verdict names it."""
        return self.broken or RULES[self.kind]

    @property
    def text(self) -> str:
        return f"{self.kind.value} ({self.broken})" if self.broken else self.kind.value
