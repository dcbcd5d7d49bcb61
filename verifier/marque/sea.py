"""Seas, ships, slots and laws of the duel (P-67 to P-69)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from .encoding import Reader
from .laws import Laws, Line

FLEETS = (
    ((5, 1), (4, 1), (3, 2), (2, 1)),  # classic: (length, count), longest first
    ((4, 1), (3, 2), (2, 3), (1, 4)),  # russian
)
MINES = {8: 1, 10: 1, 12: 2, 15: 3}


class Cell(NamedTuple):
    """Row before column, so that cells are ordered row by row (P-68)."""

    y: int
    x: int


class Ship(NamedTuple):
    """Fields in the order by which ships are ordered (P-68)."""

    at: Cell
    length: int
    down: bool

    def cells(self) -> list[Cell]:
        y, x = self.at
        if self.down:
            return [Cell(y + i, x) for i in range(self.length)]
        return [Cell(y, x + i) for i in range(self.length)]


def read_cell(r: Reader) -> Cell:
    x, y = r.u8(), r.u8()
    return Cell(y, x)


def read_ship(r: Reader) -> Ship:
    return Ship(read_cell(r), r.u8(), r.bool())


@dataclass(frozen=True)
class Options:
    """The options of the duel (P-67)."""

    size: int
    fleet: int
    salvo: bool
    again: bool
    mines: bool
    halo: bool


def read_options(r: Reader) -> Options:
    return Options(r.u8(), r.variant(len(FLEETS)), r.bool(), r.bool(), r.bool(), r.bool())


class Waters:
    """Everything that follows from the options: slots, laws, neighbourhoods."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.size = options.size
        self.classes = FLEETS[options.fleet]
        self.fleet = tuple(length for length, count in self.classes for _ in range(count))
        self.mines = MINES[options.size] if options.mines else 0
        self.cells = [Cell(y, x) for y in range(self.size) for x in range(self.size)]
        self.ships = list(self._placements())
        self.slot_of_ship = {ship: slot for slot, ship in enumerate(self.ships)}
        self.first_mine = len(self.ships)
        self.ship_cells = [frozenset(ship.cells()) for ship in self.ships]
        through: dict[Cell, list[int]] = {cell: [] for cell in self.cells}
        for slot, cells in enumerate(self.ship_cells):
            for cell in cells:
                through[cell].append(slot)
        self.ships_through: dict[Cell, Line] = {cell: tuple(of) for cell, of in through.items()}

    def _placements(self) -> Iterator[Ship]:
        """Every placement of every class, in the order of the slots (P-69)."""
        n = self.size
        for length, _ in self.classes:
            for y in range(n):
                for x in range(n + 1 - length):
                    yield Ship(Cell(y, x), length, False)
            if length > 1:
                for y in range(n + 1 - length):
                    for x in range(n):
                        yield Ship(Cell(y, x), length, True)

    def has(self, cell: Cell) -> bool:
        return cell.x < self.size and cell.y < self.size

    def mine_slot(self, cell: Cell) -> int:
        return self.first_mine + cell.y * self.size + cell.x

    def things_through(self, cell: Cell) -> Line:
        """The slots of all that can lie on a cell: ships, and its mine with mines on."""
        mine = (self.mine_slot(cell),) if self.mines else ()
        return self.ships_through[cell] + mine

    def halo(self, ship: Ship) -> set[Cell]:
        """All cells around a ship, corners included (P-68)."""
        own = set(ship.cells())
        around = {
            Cell(y + dy, x + dx)
            for y, x in own
            for dy in (-1, 0, 1)
            for dx in (-1, 0, 1)
            if 0 <= y + dy < self.size and 0 <= x + dx < self.size
        }
        return around - own

    @cached_property
    def laws(self) -> Laws:
        """No two things touch, and all of the fleet and the mines is there (P-69)."""
        blocks = []
        for y in range(self.size - 1):
            for x in range(self.size - 1):
                block = (Cell(y, x), Cell(y, x + 1), Cell(y + 1, x), Cell(y + 1, x + 1))
                met = {slot for cell in block for slot in self.things_through(cell)}
                blocks.append(tuple(sorted(met)))
        exactly: list[tuple[Line, int]] = []
        for length, count in self.classes:
            line = (slot for slot, ship in enumerate(self.ships) if ship.length == length)
            exactly.append((tuple(line), count))
        slots = self.first_mine
        if self.mines:
            slots += len(self.cells)
            exactly.append((tuple(range(self.first_mine, slots)), self.mines))
        return Laws(slots, tuple(blocks), tuple(exactly))


@lru_cache(maxsize=8)
def waters(options: Options) -> Waters:
    """Kept, since the slots of a large sea take a moment."""
    return Waters(options)
