"""What a seat has sealed: commitments, their lines, the root (P-29, P-31)."""

from __future__ import annotations

from dataclasses import dataclass, field

from .group import Point, commit, total
from .laws import Line


@dataclass(frozen=True)
class Sealed:
    """The commitments of a seat's whole vector, extensions included, and its root."""

    points: tuple[Point, ...]
    root: bytes
    sums: dict[Line, Point] = field(default_factory=dict, compare=False, repr=False)

    def has(self, line: Line) -> bool:
        """Whether a line names only slots that are sealed."""
        return all(slot < len(self.points) for slot in line)

    def line(self, line: Line) -> Point:
        """The commitment of a line; kept, since additions are what takes the time."""
        if line not in self.sums:
            self.sums[line] = total(self.points[slot] for slot in line)
        return self.sums[line]

    def opens(self, line: Line, value: int, blinding: int) -> bool:
        """Whether the commitment of the line is value·G + blinding·H."""
        return self.line(line) == commit(value, blinding)
