"""The running hash from which challenges are taken (P-33)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from .encoding import le32, le64
from .group import wide_scalar
from .laws import Line


@dataclass(frozen=True)
class Context:
    """Where an entry stands: game id, seat, number and previous of its entry spot (P-21)."""

    game: bytes
    seat: int
    number: int
    previous: bytes


class Transcript:
    """A SHA-512 of labelled items."""

    def __init__(self, domain: bytes, context: Context) -> None:
        self.hash = hashlib.sha512()
        self.item(b"domain", domain)
        self.item(b"game", context.game)
        self.item(b"seat", bytes([context.seat]))
        self.item(b"number", le32(context.number))
        self.item(b"previous", context.previous)

    def item(self, label: bytes, data: bytes) -> None:
        self.hash.update(_item(label, data))

    def number(self, label: bytes, number: int) -> None:
        self.item(label, le64(number))

    def line(self, label: bytes, slots: Line, total: int) -> None:
        self.item(label, b"".join(map(le32, slots)) + le32(total))

    def lines(self, label: bytes, lines: Sequence[tuple[Line, int]]) -> None:
        self.number(label, len(lines))
        for slots, total in lines:
            self.line(label, slots, total)

    def all(self, label: bytes, items: Sequence[bytes]) -> None:
        """A list of points or scalars, 32 bytes each."""
        self.number(label, len(items))
        for data in items:
            self.item(label, data)

    def challenge(self) -> int:
        """The wide scalar of all items so far and one more, which does not stay."""
        end = self.hash.copy()
        end.update(_item(b"challenge", b""))
        return wide_scalar(end.digest())


def _item(label: bytes, data: bytes) -> bytes:
    return le64(len(label)) + label + le64(len(data)) + data
