"""Draws: links that follow from a sealed tip, and what they decide (P-45 to P-48)."""

from __future__ import annotations

from collections.abc import Sequence

from .encoding import le32
from .group import sha256


def follows(
    game: bytes, seat: int, last: bytes, last_number: int, number: int, link: bytes
) -> bool:
    """Whether a link of a number leads back to the seat's last one (P-46)."""
    if last_number >= number:
        return False
    for i in range(number - 1, last_number - 1, -1):
        link = sha256(b"marque/1/draw/link", game, bytes([seat]), le32(i), link)
    return link == last


def outcome(game: bytes, number: int, head: bytes, links: Sequence[bytes]) -> bytes:
    """The seed that a draw decides, from its links in their order (P-47)."""
    return sha256(b"marque/1/draw/outcome", game, le32(number), head, *links)


class Stream:
    """The bits of an outcome; a game takes what it needs from one stream (P-47)."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.block = 0
        self.bits = 0
        self.count = 0

    def below(self, bound: int) -> int:
        """An evenly drawn number below the bound; 0 for a bound of 0 or 1."""
        if bound <= 1:
            return 0
        width = (bound - 1).bit_length()
        while True:
            number = self._take(width)
            if number < bound:
                return number

    def _take(self, width: int) -> int:
        while self.count < width:
            block = sha256(b"marque/1/draw/bits", self.seed, le32(self.block))[:16]
            self.bits |= int.from_bytes(block, "little") << self.count
            self.count += 128
            self.block += 1
        number = self.bits & ((1 << width) - 1)
        self.bits >>= width
        self.count -= width
        return number
