"""What is agreed before a game: terms, agreement, game id (P-8 to P-12)."""

from __future__ import annotations

from dataclasses import dataclass

from . import games
from .encoding import Malformed, Reader, decode, le32, le64
from .group import sha256
from .keys import exchange_key_is_acceptable, is_strict, signing_key_is_acceptable

PROTOCOL = 1
LONGEST_TERMS = 4096
LONGEST_NICKNAME = 64
LONGEST_LIMIT_S = 604_800
SHORTEST_LIMIT_S = 5
SHORTEST_SEAL_S = 30


class Refused(Exception):
    """Terms or an agreement that are not accepted (P-9, P-11)."""


@dataclass(frozen=True)
class Clock:
    """The limits of time, in seconds (P-55)."""

    decision_s: int | None
    answer_s: int
    seal_s: int
    grace_s: int


@dataclass(frozen=True)
class Place:
    """A seat: its keys and its name (P-8)."""

    identity: bytes
    signing: bytes
    exchange: bytes
    nickname: str
    nonce: bytes


@dataclass(frozen=True)
class Terms:
    """What is agreed (P-8)."""

    protocol: int
    rules: bytes
    game: str
    options: bytes
    clock: Clock
    day: int
    seats: list[Place]


@dataclass(frozen=True)
class Agreement:
    """The bytes of the terms as signed, and a signature of each seat's identity (P-11)."""

    terms: bytes
    signatures: list[bytes]


@dataclass(frozen=True)
class Agreed:
    """An accepted agreement: its terms, the game that they name, the game's id (P-12)."""

    terms: Terms
    game: games.Game
    id: bytes


def read_place(r: Reader) -> Place:
    return Place(r.digest(), r.digest(), r.digest(), r.string(), r.digest())


def read_terms(r: Reader) -> Terms:
    return Terms(
        protocol=r.u16(),
        rules=r.digest(),
        game=r.string(),
        options=r.bytes(),
        clock=Clock(r.option(r.u32), r.u32(), r.u32(), r.u32()),
        day=r.u32(),
        seats=r.list(lambda: read_place(r)),
    )


def read_agreement(r: Reader) -> Agreement:
    return Agreement(r.bytes(), r.list(lambda: r.take(64)))


def rules_digest(game: games.Game, options: bytes) -> bytes:
    """The digest of the rules of a game with its options (P-10)."""
    parts = (game.card.id.encode(), options, game.laws.encoding())
    sized = [piece for part in parts for piece in (le64(len(part)), part)]
    return sha256(b"marque/1/rules", le32(game.card.revision), *sized)


def game_id(terms: bytes) -> bytes:
    """Also the head of the empty log (P-12)."""
    return sha256(b"marque/1/game", terms)


def accept_terms(data: bytes) -> Agreed:
    """The terms of these bytes if they are accepted (P-9)."""
    if len(data) > LONGEST_TERMS:
        raise Refused("the terms are too long")
    try:
        terms = decode(data, read_terms)
    except Malformed as error:
        raise Refused(f"the terms cannot be read: {error}") from error
    if terms.protocol != PROTOCOL:
        raise Refused(f"the terms are of version {terms.protocol} of the protocol")
    try:
        game = games.open_game(terms.game, terms.options)
    except games.Unknown as error:
        raise Refused(str(error)) from error
    if terms.rules != rules_digest(game, terms.options):
        raise Refused("the terms have other rules")
    if len(terms.seats) not in game.seats:
        raise Refused("the game has another number of seats")
    _check_seats(terms.seats)
    _check_clock(terms.clock)
    return Agreed(terms, game, game_id(data))


def place_is_acceptable(place: Place) -> bool:
    """Name and keys of one seat, as terms and Join ask for them (P-9, P-79)."""
    return (
        len(place.nickname.encode()) <= LONGEST_NICKNAME
        and signing_key_is_acceptable(place.identity)
        and signing_key_is_acceptable(place.signing)
        and exchange_key_is_acceptable(place.exchange)
    )


def _check_seats(seats: list[Place]) -> None:
    for number, place in enumerate(seats):
        if not place_is_acceptable(place):
            raise Refused(f"seat {number} has a bad key or too long a name")
    for kind in ("identity", "signing", "exchange"):
        if len({getattr(place, kind) for place in seats}) != len(seats):
            raise Refused(f"two seats have the same {kind} key")


def _check_clock(clock: Clock) -> None:
    """The limits must be such as can be kept, and end (P-9)."""
    decision_s = SHORTEST_LIMIT_S if clock.decision_s is None else clock.decision_s
    if min(decision_s, clock.answer_s) < SHORTEST_LIMIT_S or clock.seal_s < SHORTEST_SEAL_S:
        raise Refused("the clock has a limit that nobody can keep")
    if max(decision_s, clock.answer_s, clock.seal_s, clock.grace_s) > LONGEST_LIMIT_S:
        raise Refused("the clock has a limit beyond a week")


def accept_agreement(agreement: Agreement) -> Agreed:
    """The game of an agreement if it is accepted (P-11)."""
    agreed = accept_terms(agreement.terms)
    if len(agreement.signatures) != len(agreed.terms.seats):
        raise Refused("the agreement has not one signature a seat")
    for number, (place, signature) in enumerate(zip(agreed.terms.seats, agreement.signatures)):
        if not is_strict(place.identity, b"marque/1/terms", agreement.terms, signature):
            raise Refused(f"seat {number} has not signed the terms")
    return agreed
