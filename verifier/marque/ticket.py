"""Tickets: where a table is, in letters that survive being sent around (P-80)."""

from __future__ import annotations

import ipaddress
import re
from base64 import b32decode, b32encode
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from .encoding import Malformed, Reader, decode
from .group import sha256

LONGEST_TEXT = 65_536
MOST_PLACES = 64
SHORTEST_ATTEMPT = 20
LONGEST_BODY = 1024
MOST_ADDRESSES = 12
LENGTH_BYTES = 2
CHECK_BYTES = 4
VERSION = 1

# What mail and chat programs put between the letters of a ticket.
DROPPED = set("<>=*_~|-\\\"'`´«»‹›\u00ad\u180e\u2010\u2011\ufeff")
RANGES = ((0x200B, 0x200F), (0x2018, 0x201F), (0x202A, 0x202E), (0x2060, 0x206F), (0xFE00, 0xFE0F))
for _first, _last in RANGES:
    DROPPED.update(map(chr, range(_first, _last + 1)))

PLACE = re.compile(r"marque[:/]*([0-9])")
LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


class NotFound(Exception):
    """The text holds no ticket."""


class Mistyped(Exception):
    """What looks like a ticket has a wrong check or an unreadable body."""


class Newer(Exception):
    """What looks like a ticket is of a later version."""


@dataclass(frozen=True)
class Ticket:
    """Who keeps a table, which one, and by which ways to get there."""

    id: bytes
    table: bytes
    relay: str | None
    addresses: list[str]


def read_address(r: Reader) -> str:
    if r.variant(2) == 0:
        return f"{ipaddress.IPv4Address(r.take(4))}:{r.u16()}"
    return f"[{ipaddress.IPv6Address(r.take(16))}]:{r.u16()}"


def _read_body(r: Reader) -> Ticket:
    ticket = Ticket(r.digest(), r.take(16), r.option(r.string), r.list(lambda: read_address(r)))
    if len(ticket.addresses) > MOST_ADDRESSES:
        raise Malformed("too many addresses")
    if ticket.relay is not None and not _is_url(ticket.relay):
        raise Malformed("a relay that is no URL")
    return ticket


def _is_url(text: str) -> bool:
    """Whether it is an absolute URL, as far as a relay is likely to be a bad one."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return bool(parts.scheme) and (bool(parts.netloc) or parts.scheme not in ("http", "https"))


def read_ticket(text: str) -> Ticket:
    """The first good ticket in a text (P-80)."""
    start = text.encode(errors="ignore")[:LONGEST_TEXT].decode(errors="ignore")
    kept = (c for c in start if not (c in DROPPED or c.isspace() or _is_control(c)))
    letters = "".join(kept).translate(LOWER)
    failures: list[Exception] = []
    for place in islice(PLACE.finditer(letters), MOST_PLACES):
        try:
            return _ticket_at(letters, place)
        except (Mistyped, Newer) as error:
            failures.append(error)
    # A sentence that happens to speak of the game is no broken ticket.
    if not failures or max(len(word.encode()) for word in start.split()) < SHORTEST_ATTEMPT:
        raise NotFound("there is no ticket in this text")
    raise failures[0]


def _is_control(character: str) -> bool:
    return ord(character) < 0x20 or 0x7F <= ord(character) <= 0x9F


def _ticket_at(letters: str, place: re.Match[str]) -> Ticket:
    if int(place[1]) > VERSION:
        raise Newer("a newer program has written this ticket")
    if int(place[1]) < VERSION:
        raise Mistyped("there was never such a version")
    at = place.end()
    length = int.from_bytes(_bytes_of(letters[at : at + 4]), "big")
    if length > LONGEST_BODY:
        raise Mistyped("the ticket is too long")
    count = LENGTH_BYTES + length + CHECK_BYTES
    own = letters[at : at + (count * 8 + 4) // 5]
    data = _bytes_of(own)
    if b32encode(data).decode().rstrip("=").lower() != own or len(data) != count:
        raise Mistyped("the ticket is cut off, or bits behind its last byte are set")
    check = sha256(b"marque ticket", bytes([VERSION]), data[:-CHECK_BYTES])[:CHECK_BYTES]
    if data[-CHECK_BYTES:] != check:
        raise Mistyped("a letter of the ticket is wrong")
    try:
        return decode(data[LENGTH_BYTES:-CHECK_BYTES], _read_body)
    except Malformed as error:
        raise Mistyped(f"the ticket cannot be read: {error}") from error


def _bytes_of(letters: str) -> bytes:
    """Base32 of RFC 4648, lower case, no padding."""
    try:
        ascii_letters = letters.encode("ascii") + b"=" * (-len(letters) % 8)
        return b32decode(ascii_letters, casefold=True)
    except ValueError as error:
        raise Mistyped("a letter of the ticket is wrong") from error
