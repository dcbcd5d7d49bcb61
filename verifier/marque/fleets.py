"""The board of Diabolik Fleet and what stands on it (P-90, P-91, P-93)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from .encoding import Reader
from .laws import Laws

SHIPS = 8
HEADINGS = 8
EAST, WEST = 2, 6
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # (x, y), from N


class Cell(NamedTuple):
    """Row before column, so that cells are ordered row by row, from below (P-90)."""

    y: int
    x: int

    def ahead(self, heading: int) -> Cell:
        dx, dy = STEPS[heading]
        return Cell(self.y + dy, self.x + dx)

    def towards(self, other: Cell) -> int | None:
        """The heading of the one step to another cell, if it is beside this one."""
        step = other.x - self.x, other.y - self.y
        return STEPS.index(step) if step in STEPS else None


def read_cell(r: Reader) -> Cell:
    x, y = r.u8(), r.u8()
    return Cell(y, x)


def read_heading(r: Reader) -> int:
    return r.variant(HEADINGS)


def are_along(a: int, b: int) -> bool:
    """Whether two headings lie along one line (P-90)."""
    return (a - b) % 4 == 0


def are_across(a: int, b: int) -> bool:
    return (a - b) % 4 == 2


@dataclass(frozen=True)
class Frame:
    """The board as it is seen from an edge: 0 South, 1 West, 2 North, 3 East (P-90)."""

    size: int
    edge: int

    def cell(self, u: int, v: int) -> Cell:
        last = self.size - 1
        x, y = ((u, v), (v, last - u), (last - u, last - v), (last - v, u))[self.edge]
        return Cell(y, x)

    def heading(self, seen: int) -> int:
        return (seen + 2 * self.edge) % HEADINGS

    def row(self, cell: Cell) -> int:
        """How far a cell is from the edge: the v of its (u, v)."""
        last = self.size - 1
        return (cell.y, cell.x, last - cell.y, last - cell.x)[self.edge]


def slot(ship: int, heading: int) -> int:
    return HEADINGS * ship + heading


def laws() -> Laws:
    """Every ship has one heading, and no two side by side lie along the row (P-91)."""
    rows = (
        tuple(slot(ship, heading) for ship in (right - 1, right) for heading in (EAST, WEST))
        for right in range(1, SHIPS)
    )
    exactly = (
        (tuple(slot(ship, heading) for heading in range(HEADINGS)), 1) for ship in range(SHIPS)
    )
    return Laws(SHIPS * HEADINGS, tuple(rows), tuple(exactly))


class Ship(NamedTuple):
    owner: int
    heading: int


@dataclass(frozen=True)
class Fleets:
    """All ships on the board, and how the seats stand (P-93); it never changes."""

    size: int
    edges: tuple[int, ...]  # of each seat; empty before the seats are drawn
    ships: Mapping[Cell, Ship]
    reserve: tuple[int, ...]
    allies: tuple[frozenset[int], ...]
    in_play: tuple[int, ...]  # in seat order
    gone: tuple[int, ...] = ()  # the seats that are out, the first one first

    def has(self, cell: Cell) -> bool:
        return 0 <= cell.x < self.size and 0 <= cell.y < self.size

    def frame(self, seat: int) -> Frame:
        return Frame(self.size, self.edges[seat])

    def ships_of(self, seat: int) -> list[Cell]:
        return [cell for cell, ship in self.ships.items() if ship.owner == seat]

    def is_frozen(self, cell: Cell) -> bool:
        """Whether the ship on a cell is on its owner's goal row (P-93)."""
        return self.frame(self.ships[cell].owner).row(cell) == self.size - 1

    def frozen(self, seat: int) -> int:
        return sum(map(self.is_frozen, self.ships_of(seat)))

    def far(self, seat: int) -> int:
        """How many ships of a seat are in the half of its goal (P-95)."""
        frame = self.frame(seat)
        return sum(frame.row(cell) >= self.size // 2 for cell in self.ships_of(seat))

    def enemies_beside(self, cell: Cell, seat: int) -> int:
        """How many ships of others than this seat are beside a cell."""
        beside = (self.ships.get(cell.ahead(heading)) for heading in range(HEADINGS))
        return sum(ship is not None and ship.owner != seat for ship in beside)

    def has_file(self, seat: int) -> bool:
        """Whether two ships of a seat are in single file (P-93)."""
        for cell in self.ships_of(seat):
            heading = self.ships[cell].heading
            for line in (heading, (heading + 4) % HEADINGS):
                other = self.ships.get(cell.ahead(line))
                if other and other.owner == seat and are_along(other.heading, heading):
                    return True
        return False

    def with_ship(self, cell: Cell, ship: Ship) -> Fleets:
        return replace(self, ships={**self.ships, cell: ship})

    def without_ship(self, cell: Cell) -> Fleets:
        return replace(self, ships={at: of for at, of in self.ships.items() if at != cell})

    def with_reserve(self, seat: int, more: int) -> Fleets:
        return replace(
            self, reserve=tuple(n + more * (of == seat) for of, n in enumerate(self.reserve))
        )

    def with_allies(self, seat: int, allies: frozenset[int]) -> Fleets:
        return replace(
            self, allies=tuple(allies if of == seat else n for of, n in enumerate(self.allies))
        )

    def without(self, seat: int) -> Fleets:
        """Behind a seat that is out: only the last one leaves its ships behind (P-95)."""
        left = tuple(of for of in self.in_play if of != seat)
        out = replace(self, in_play=left, gone=(*self.gone, seat))
        if len(left) < 2:
            return out
        ships = {cell: ship for cell, ship in out.ships.items() if ship.owner != seat}
        return replace(out, ships=ships).with_reserve(seat, -self.reserve[seat])

    def clockwise(self, seat: int) -> Iterator[int]:
        """The other seats in play, clockwise from the next one (P-90)."""
        others = (of for of in self.in_play if of != seat)
        return iter(sorted(others, key=lambda of: (self.edges[of] - self.edges[seat]) % 4))
