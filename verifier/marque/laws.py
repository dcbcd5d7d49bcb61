"""Slots, lines and laws (P-27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .encoding import varint

Line = tuple[int, ...]


@dataclass(frozen=True)
class Laws:
    """What a chart, or an extension of it, must satisfy.

    The new slots are numbered behind those that were there; lines count over
    the whole vector.
    """

    slots: int
    at_most_one: tuple[Line, ...]
    exactly: tuple[tuple[Line, int], ...]

    def encoding(self) -> bytes:
        """The bytes that go into the digest of the rules (P-10)."""
        out = [varint(self.slots), varint(len(self.at_most_one))]
        out += map(_line, self.at_most_one)
        out.append(varint(len(self.exactly)))
        for line, number in self.exactly:
            out += [_line(line), varint(number)]
        return b"".join(out)

    def hold(self, values: Sequence[int]) -> bool:
        """Whether they are true of a whole vector whose last slots are the new ones."""
        new = values[len(values) - self.slots :]
        return (
            all(value <= 1 for value in new)
            and all(line_sum(values, line) <= 1 for line in self.at_most_one)
            and all(line_sum(values, line) == number for line, number in self.exactly)
        )


def line_sum(values: Sequence[int], line: Line) -> int:
    return sum(values[slot] for slot in line)


def _line(line: Line) -> bytes:
    return varint(len(line)) + b"".join(map(varint, line))
