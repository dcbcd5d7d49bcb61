"""What a game provides, and the cards of version 1 (P-59 to P-61)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from .claims import Claim
from .draws import Stream
from .encoding import Malformed
from .laws import Laws, Line

Ranking = tuple[tuple[int, ...], ...]


class Unknown(Exception):
    """A game that is not known, or options that its card does not permit."""


class Illegal(Exception):
    """Words that the game forbids, with the rule that they break."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class Turn(Enum):
    """What a position waits for."""

    ACT = "act"
    ANSWER = "answer"
    DRAW = "draw"
    OVER = "over"


@dataclass(frozen=True)
class Question:
    """A private question: the sums of these lines, for one reader (P-41)."""

    reader: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Implied:
    """What allowed words imply: an extension, claims, a private question (P-23)."""

    claims: Sequence[Claim] = ()
    extension: Laws | None = None
    question: Question | None = None


@dataclass(frozen=True)
class Card:
    """The numbers of a game (P-60)."""

    id: str
    revision: int
    seats: tuple[int, ...]
    entries: int


class Position(Protocol):
    """A position of a game; it never changes, every method gives another one (P-59)."""

    def due(self) -> tuple[Turn, int | None]:
        """What is waited for, and of whom, where it is an act or an answer."""

    def implied(self, words: Any) -> Implied:
        """What words of the due seat imply, or Illegal."""

    def after_words(self, words: Any) -> Position: ...

    def after_draw(self, stream: Stream) -> Position: ...

    def after_leaving(self, seat: int) -> Position: ...

    def ranking(self) -> Ranking | None:
        """Best first, once play is over."""

    def ranking_if_stopped(self) -> Ranking: ...

    def plays(self, seat: int) -> bool:
        """Whether the game has not put out this seat, which is at the table (P-85)."""


class Game(Protocol):
    """A game with its options."""

    card: Card
    laws: Laws
    seats: Collection[int]  # how many may play, with these options

    def start(self, seats: int) -> Position: ...

    def read_act(self, words: bytes) -> Any:
        """The act that these bytes encode, or Malformed."""

    def read_answer(self, words: bytes) -> Any:
        """The answer that these bytes encode, or Malformed."""


CARDS = {
    "classic": Card("classic", 1, (2,), 420),
    "mines": Card("mines", 1, (2,), 926),
    "diabolik": Card("diabolik", 1, (2, 3, 4), 240),
}


def open_game(card_id: str, options: bytes) -> Game:
    """The game of a card with these options, if the card permits them (P-61, P-67, P-89)."""
    from . import diabolik, duel  # here, since games are written in terms of this module

    card = CARDS.get(card_id)
    if card is None:
        raise Unknown(f"the game {card_id!r} is unknown to this verifier")
    open_card: Callable[[Card, bytes], Game] = (
        diabolik.open_diabolik if card.id == "diabolik" else duel.open_duel
    )
    try:
        return open_card(card, options)
    except Malformed as error:
        raise Unknown(f"the game {card_id} cannot have such options") from error
