"""Lists of acts in Diabolik Fleet: what is legal, what it costs and does (P-92, P-94)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from .encoding import Reader
from .fleets import HEADINGS, Cell, Fleets, Ship, are_across, read_cell, read_heading
from .games import Illegal

BUILD_COST = 3


@dataclass(frozen=True)
class Move:
    at: Cell


@dataclass(frozen=True)
class Turn:
    at: Cell
    to: int


@dataclass(frozen=True)
class Sink:
    target: Cell
    by: tuple[Cell, Cell]


@dataclass(frozen=True)
class Build:
    at: Cell
    heading: int


Act = Move | Turn | Sink | Build


def read_act(r: Reader) -> Act:
    match r.variant(4):
        case 0:
            return Move(read_cell(r))
        case 1:
            return Turn(read_cell(r), read_heading(r))
        case 2:
            return Sink(read_cell(r), (read_cell(r), read_cell(r)))
        case _:
            return Build(read_cell(r), read_heading(r))


def demand(condition: bool, rule: str) -> None:
    if not condition:
        raise Illegal(rule)


@dataclass(frozen=True)
class Rules:
    """The options that bear on acts (P-89)."""

    arrivals: int
    minimum: int
    joint: bool


@dataclass(frozen=True)
class Acting:
    """A list of acts of a seat, as far as it has come (P-94)."""

    rules: Rules
    fleets: Fleets
    seat: int
    balls: int
    begun: bool = False
    moved: bool = False
    sunk: bool = False
    won: bool = False

    def after(self, act: Act) -> Acting:
        """Behind one more act, or Illegal."""
        demand(not self.won, "DF-16")
        match act:
            case Move(at):
                cost = self._check_move(at)
            case Turn(at, to):
                cost = self._check_turn(at, to)
            case Sink(target, by):
                cost = self._check_sink(target, by)
            case Build(at, _):
                cost = self._check_build(at)
        if not isinstance(act, Move):
            demand(self.moved or not self.begun, "DF-8")
        demand(cost <= self.balls, "DF-6")
        return replace(self._done(act), balls=self.balls - cost, begun=True)

    def check_end(self) -> None:
        """Whether the list may end here, or Illegal."""
        if not self.won:
            demand(self.moved, "DF-8")
            demand(not self.fleets.has_file(self.seat), "DF-3")

    def _check_own(self, at: Cell) -> Ship:
        """A ship that the seat may move or turn."""
        ship = self.fleets.ships.get(at)
        if ship is None or ship.owner != self.seat:
            raise Illegal("DF-7")
        demand(not self.fleets.is_frozen(at), "DF-13")
        return ship

    def _check_move(self, at: Cell) -> int:
        to = at.ahead(self._check_own(at).heading)
        demand(self.fleets.has(to), "DF-19")
        demand(self.fleets.frame(self.seat).row(to) != 0, "DF-22")
        demand(to not in self.fleets.ships, "DF-19")
        return 1 + min(1, self.fleets.enemies_beside(at, self.seat))

    def _check_turn(self, at: Cell, to: int) -> int:
        demand(self._check_own(at).heading != to, "DF-7")
        return 1 + min(2, self.fleets.enemies_beside(at, self.seat))

    def _check_sink(self, target: Cell, by: tuple[Cell, Cell]) -> int:
        demand(self.moved, "DF-9")
        ship = self.fleets.ships.get(target)
        if ship is None:
            raise Illegal("DF-7")
        demand(ship.owner != self.seat, "DF-1")
        demand(not self.fleets.is_frozen(target), "DF-13")
        demand(by[0] != by[1], "DF-1")
        owners = {self._check_attacker(at, target) for at in by}
        demand(self.seat in owners, "DF-7")
        demand(by[0] < by[1], "DF-7")
        return 0

    def _check_attacker(self, at: Cell, target: Cell) -> int:
        """The owner of a ship that may help to sink the target."""
        ship = self.fleets.ships.get(at)
        if ship is None or not self._may_use(ship.owner):
            raise Illegal("DF-7")
        towards = at.towards(target)
        if towards is None or not are_across(ship.heading, towards):
            raise Illegal("DF-1")
        return ship.owner

    def _may_use(self, owner: int) -> bool:
        if owner == self.seat:
            return True
        fleets = self.fleets
        return self.rules.joint and owner in fleets.in_play and self.seat in fleets.allies[owner]

    def _check_build(self, at: Cell) -> int:
        fleets = self.fleets
        demand(fleets.has(at) and fleets.frame(self.seat).row(at) == 1, "DF-21")
        demand(fleets.reserve[self.seat] > 0, "DF-10")
        demand(at not in fleets.ships, "DF-19")
        demand(fleets.enemies_beside(at, self.seat) == 0, "DF-21")
        return BUILD_COST

    def _done(self, act: Act) -> Acting:
        fleets = self.fleets
        match act:
            case Move(at):
                return self._moved(at)
            case Turn(at, to):
                return replace(self, fleets=fleets.with_ship(at, Ship(self.seat, to)))
            case Sink(target, _):
                return self._sunk(target)
            case Build(at, heading):
                built = fleets.with_ship(at, Ship(self.seat, heading))
                return replace(self, fleets=built.with_reserve(self.seat, -1))

    def _moved(self, at: Cell) -> Acting:
        ship = self.fleets.ships[at]
        to = at.ahead(ship.heading)
        fleets = self.fleets.without_ship(at).with_ship(to, ship)
        won = fleets.is_frozen(to) and fleets.frozen(self.seat) == self.rules.arrivals
        return replace(self, fleets=fleets, moved=True, won=won)

    def _sunk(self, target: Cell) -> Acting:
        owner = self.fleets.ships[target].owner
        fleets = self.fleets.without_ship(target).with_reserve(owner, 1)
        if len(fleets.ships_of(owner)) < self.rules.minimum:
            fleets = fleets.without(owner)
        return replace(self, fleets=fleets, sunk=True, won=fleets.in_play == (self.seat,))

    def next(self) -> Iterator[Acting]:
        """Behind every act that is legal here, moves first."""
        for act in self._acts():
            try:
                yield self.after(act)
            except Illegal:
                pass

    def _acts(self) -> Iterator[Act]:
        """All acts that may be legal here."""
        own = self.fleets.ships_of(self.seat)
        yield from map(Move, own)
        if self.moved:
            for target in self.fleets.ships:
                beside = sorted(target.ahead(heading) for heading in range(HEADINGS))
                for by in combinations(filter(self.fleets.ships.__contains__, beside), 2):
                    yield Sink(target, by)
        for heading in range(HEADINGS):
            yield from (Turn(at, heading) for at in own)
            if self.fleets.reserve[self.seat]:
                frame = self.fleets.frame(self.seat)
                cells = (frame.cell(u, 1) for u in range(self.fleets.size))
                yield from (Build(at, heading) for at in cells)

    def can_end(self) -> bool:
        """Whether any list that goes on from here may end (P-95)."""
        # By the number of acts: nearly always the first move that is tried will do.
        waiting, met = [self], set()
        for acting in waiting:
            for after in acting.next():
                fleets = after.fleets
                # Everything else follows from these, for a list that has not been won.
                ships = frozenset(fleets.ships.items())
                key = (ships, fleets.reserve, after.balls, after.moved)
                if key in met:
                    continue
                met.add(key)
                try:
                    after.check_end()
                except Illegal:
                    waiting.append(after)
                else:
                    return True
        return False
