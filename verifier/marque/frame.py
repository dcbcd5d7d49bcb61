"""Frames between peers, and the messages of the lobby (P-77, P-79)."""

from __future__ import annotations

from dataclasses import dataclass

from .encoding import Malformed, Reader, decode
from .statements import Signed, read_signed
from .terms import Agreement, Place, read_agreement, read_place
from .ticket import read_address

SAID = 1
LOBBY = 3
LONGEST = {SAID: 2**20, LOBBY: 8192}
LONGEST_OTHER = 128


@dataclass(frozen=True)
class Hello:
    protocol: int
    game: bytes
    length: int
    head: bytes
    session: int


@dataclass(frozen=True)
class Synced:
    pass


@dataclass(frozen=True)
class Bye:
    pass


@dataclass(frozen=True)
class Join:
    protocol: int
    table: bytes
    place: Place


@dataclass(frozen=True)
class Turned:
    """Turned away; the reason by its number, and the version where that is the reason."""

    away: int
    version: int | None


@dataclass(frozen=True)
class Terms:
    terms: bytes


@dataclass(frozen=True)
class Sign:
    signature: bytes


@dataclass(frozen=True)
class Begin:
    agreement: Agreement


@dataclass(frozen=True)
class Member:
    identity: bytes
    nickname: str
    signed: bool


@dataclass(frozen=True)
class Company:
    """Who sits at a table, and what it offers."""

    offer: bytes
    seats: int
    here: list[Member]


@dataclass(frozen=True)
class Way:
    identity: bytes
    relay: str | None
    addresses: list[str]


@dataclass(frozen=True)
class Ways:
    """Where seats can be reached."""

    ways: list[Way]


Message = Join | Turned | Terms | Sign | Begin | Company | Ways
Frame = Hello | Signed | Synced | Message | Bye

AWAY_VERSION = 2
AWAY_COUNT = 6


def _read_turned(r: Reader) -> Turned:
    away = r.variant(AWAY_COUNT)
    return Turned(away, r.u16() if away == AWAY_VERSION else None)


def _read_member(r: Reader) -> Member:
    return Member(r.digest(), r.string(), r.bool())


def _read_way(r: Reader) -> Way:
    return Way(r.digest(), r.option(r.string), r.list(lambda: read_address(r)))


def _read_message(r: Reader) -> Message:
    match r.variant(7):
        case 0:
            return Join(r.u16(), r.take(16), read_place(r))
        case 1:
            return _read_turned(r)
        case 2:
            return Terms(r.bytes())
        case 3:
            return Sign(r.take(64))
        case 4:
            return Begin(read_agreement(r))
        case 5:
            return Company(r.bytes(), r.u8(), r.list(lambda: _read_member(r)))
        case _:
            return Ways(r.list(lambda: _read_way(r)))


def _read(r: Reader) -> Frame:
    match r.variant(5):
        case 0:
            return Hello(r.u16(), r.digest(), r.u32(), r.digest(), r.u64())
        case 1:
            return read_signed(r)
        case 2:
            return Synced()
        case 3:
            return _read_message(r)
        case _:
            return Bye()


def read_frame(data: bytes) -> Frame:
    """The frame that these bytes encode; by its first byte it has a length at most (P-77)."""
    if not data:
        raise Malformed("an empty frame")
    if len(data) > LONGEST.get(data[0], LONGEST_OTHER):
        raise Malformed("too long a frame")
    return decode(data, _read)
