"""The duel, the game of the cards `classic` and `mines` (P-67, P-70 to P-73)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from .claims import Claim, Opens
from .draws import Stream
from .encoding import Reader, decode
from .games import Card, Illegal, Implied, Ranking, Turn, Unknown
from .sea import MINES, Cell, Options, Ship, Waters, read_cell, read_options, read_ship, waters

CLASSIC = Options(size=10, fleet=1, salvo=False, again=True, mines=False, halo=True)


class Outcome(Enum):
    MISS = 0
    HIT = 1
    MINE = 2


@dataclass(frozen=True)
class Fire:
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Reveal:
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Answer:
    outcomes: tuple[Outcome, ...]
    sunk: tuple[Ship, ...]


Words = Fire | Reveal | Answer


def _read_act(r: Reader) -> Fire | Reveal:
    kind = (Fire, Reveal)[r.variant(2)]
    return kind(tuple(r.list(lambda: read_cell(r))))


def _read_answer(r: Reader) -> Answer:
    outcomes = tuple(r.list(lambda: Outcome(r.variant(len(Outcome)))))
    return Answer(outcomes, tuple(r.list(lambda: read_ship(r))))


class Duel:
    """A card with its options (P-60, P-67)."""

    def __init__(self, card: Card, options: Options) -> None:
        self.card = card
        self.seats = card.seats
        self.waters = waters(options)
        self.laws = self.waters.laws

    def start(self, seats: int) -> State:
        return State(self.waters, (Sea(), Sea()), Drawing())

    def read_act(self, words: bytes) -> Fire | Reveal:
        return decode(words, _read_act)

    def read_answer(self, words: bytes) -> Answer:
        return decode(words, _read_answer)


def open_duel(card: Card, options: bytes) -> Duel:
    """The duel with the options of a card, if it permits them (P-67)."""
    chosen = decode(options, read_options)
    permitted = (
        chosen == CLASSIC if card.id == "classic" else chosen.size in MINES and not chosen.halo
    )
    if not permitted:
        raise Unknown(f"the game {card.id} does not permit such options")
    return Duel(card, chosen)


Cells = frozenset[Cell]


@dataclass(frozen=True)
class Sea:
    """What is known of one seat's sea (P-71)."""

    hit: Cells = frozenset()
    miss: Cells = frozenset()
    mine: Cells = frozenset()
    empty: Cells = frozenset()
    revealed: Cells = frozenset()
    sunk: tuple[Ship, ...] = ()

    @property
    def closed(self) -> Cells:
        return self.hit | self.miss | self.mine | self.empty

    def sunk_cells(self) -> set[Cell]:
        return {cell for ship in self.sunk for cell in ship.cells()}


@dataclass(frozen=True)
class Drawing:
    pass


@dataclass(frozen=True)
class Firing:
    seat: int


@dataclass(frozen=True)
class Answering:
    shooter: int
    cells: tuple[Cell, ...]  # row by row


@dataclass(frozen=True)
class Revealing:
    shooter: int
    count: int


@dataclass(frozen=True)
class Over:
    ranking: Ranking
    remained: int | None = field(default=None)  # the seat that the other one left alone


Phase = Drawing | Firing | Answering | Revealing | Over


@dataclass(frozen=True)
class State:
    """A position of the duel (P-71)."""

    waters: Waters
    seas: tuple[Sea, Sea]
    phase: Phase

    def due(self) -> tuple[Turn, int | None]:
        match self.phase:
            case Drawing():
                return Turn.DRAW, None
            case Firing(seat):
                return Turn.ACT, seat
            case Revealing(shooter, _):
                return Turn.ACT, shooter
            case Answering(shooter, _):
                return Turn.ANSWER, 1 - shooter
        return Turn.OVER, None

    def ranking(self) -> Ranking | None:
        return self.phase.ranking if isinstance(self.phase, Over) else None

    def plays(self, seat: int) -> bool:
        return True

    def ranking_if_stopped(self) -> Ranking:
        return ((0, 1),)

    def implied(self, words: Words) -> Implied:
        """The claims of allowed words (P-71, P-72)."""
        match words, self.phase:
            case Fire(cells), _:
                self._check_fire(cells)
                return Implied()
            case Reveal(cells), _:
                self._check_reveal(cells)
                lines = (self.waters.ships_through[cell] for cell in cells)
                return Implied([Opens(line, 1) for line in lines])
            case Answer(), Answering() as asked:
                return Implied(Reply(self, asked, words).claims())
        raise Illegal("CL-6")

    def afloat(self, seat: int) -> list[int]:
        """The lengths of the ships of a seat that are not sunk (P-71)."""
        lengths = list(self.waters.fleet)
        for ship in self.seas[seat].sunk:
            lengths.remove(ship.length)
        return lengths

    def _shots(self, seat: int) -> int:
        wanted = len(self.afloat(seat)) if self.waters.options.salvo else 1
        return min(wanted, len(self.waters.cells) - len(self.seas[1 - seat].closed))

    def _check_fire(self, cells: tuple[Cell, ...]) -> None:
        if not isinstance(self.phase, Firing):
            raise Illegal("MI-18")
        if len(cells) != self._shots(self.phase.seat):
            raise Illegal("MI-19")
        self._check_cells(cells)
        if self.seas[1 - self.phase.seat].closed.intersection(cells):
            raise Illegal("CL-8" if self.waters.options.halo else "MI-11")

    def _check_reveal(self, cells: tuple[Cell, ...]) -> None:
        if not isinstance(self.phase, Revealing):
            raise Illegal("MI-15")
        if len(cells) != self.phase.count:
            raise Illegal("MI-21")
        self._check_cells(cells)
        sea = self.seas[self.phase.shooter]
        if (sea.closed | sea.revealed).intersection(cells):
            raise Illegal("MI-15")

    def _check_cells(self, cells: tuple[Cell, ...]) -> None:
        """In the sea, each named once, row by row (P-71)."""
        named = set()
        for cell in cells:
            if not self.waters.has(cell):
                raise Illegal("CL-1")
            if cell in named:
                raise Illegal("MI-19")
            named.add(cell)
        if list(cells) != sorted(cells):
            raise Illegal("MI-20")

    def after_words(self, words: Words) -> State:
        """The position behind allowed words (P-73)."""
        match words, self.phase:
            case Fire(cells), Firing(seat):
                return replace(self, phase=Answering(seat, cells))
            case Reveal(cells), Revealing(shooter, _):
                sea = self.seas[shooter]
                shown = replace(sea, revealed=sea.revealed.union(cells))
                return self._with_sea(shooter, shown, Firing(1 - shooter))
            case Answer(), Answering() as asked:
                return self._after_answer(Reply(self, asked, words))
        raise AssertionError("words of another phase are never allowed")

    def _with_sea(self, seat: int, sea: Sea, phase: Phase) -> State:
        seas = (sea, self.seas[1]) if seat == 0 else (self.seas[0], sea)
        return replace(self, seas=seas, phase=phase)

    def _after_answer(self, reply: Reply) -> State:
        shooter, other = 1 - reply.seat, reply.seat
        sea = reply.sea_behind()
        state = self._with_sea(other, sea, self.phase)
        if not state.afloat(other):
            return replace(state, phase=Over(((shooter,), (other,))))
        own = self.seas[shooter]
        left = sum(self.waters.fleet) - len(own.hit | own.revealed)
        count = min(len(reply.mines), left)
        if count != 0:
            return replace(state, phase=Revealing(shooter, count))
        again = self.waters.options.again and reply.hits and not reply.mines
        return replace(state, phase=Firing(shooter if again else other))

    def after_draw(self, stream: Stream) -> State:
        return replace(self, phase=Firing(stream.below(2)))

    def after_leaving(self, seat: int) -> State:
        """What becomes of play if a seat leaves (P-73)."""
        if isinstance(self.phase, Over):
            if self.phase.remained != seat:
                return self
            return replace(self, phase=Over(((0, 1),)))
        return replace(self, phase=Over(((1 - seat,), (seat,)), remained=1 - seat))


class Reply:
    """An answer beside what it answers: its legality, claims and effect (P-71 to P-73)."""

    def __init__(self, state: State, asked: Answering, answer: Answer) -> None:
        self.waters = state.waters
        self.seat = 1 - asked.shooter
        self.sea = state.seas[self.seat]
        self.afloat = state.afloat(self.seat)
        self.cells = asked.cells
        self.answer = answer
        pairs = list(zip(asked.cells, answer.outcomes))
        self.misses = [cell for cell, outcome in pairs if outcome is Outcome.MISS]
        self.hits = [cell for cell, outcome in pairs if outcome is Outcome.HIT]
        self.mines = [cell for cell, outcome in pairs if outcome is Outcome.MINE]

    @cached_property
    def only_hit(self) -> list[Cell]:
        """The cells with a hit that are of no ship named as sunk."""
        sunk = {cell for ship in self.answer.sunk for cell in ship.cells()}
        return [cell for cell in self.hits if cell not in sunk]

    def claims(self) -> list[Claim]:
        """What an allowed answer claims, or Illegal (P-71, P-72)."""
        self._check()
        waters = self.waters
        claims: list[Claim] = [Opens(waters.things_through(cell), 0) for cell in self.misses]
        claims += [Opens((waters.mine_slot(cell),), 1) for cell in self.mines]
        claims += [Opens(self._still_afloat(cell), 1) for cell in self.only_hit]
        claims += [Opens((waters.slot_of_ship[ship],), 1) for ship in self.answer.sunk]
        return claims

    def _still_afloat(self, cell: Cell) -> tuple[int, ...]:
        """The placements through a cell that have a cell which is not hit yet."""
        hit = self.sea.hit.union(self.hits)
        through = self.waters.ships_through[cell]
        return tuple(slot for slot in through if not self.waters.ship_cells[slot] <= hit)

    def _check(self) -> None:
        sunk = self.answer.sunk
        if len(self.answer.outcomes) != len(self.cells):
            raise Illegal("MI-20")
        if len(self.mines) > self.waters.mines - len(self.sea.mine):
            raise Illegal("MI-4")
        if len(sunk) > len(self.hits):
            raise Illegal("MI-20")
        if any(a >= b for a, b in zip(sunk, sunk[1:])):
            raise Illegal("MI-20")
        self._check_sunk()
        if not all(map(self._still_afloat, self.only_hit)):
            raise Illegal("CL-6")

    def _check_sunk(self) -> None:
        afloat = list(self.afloat)
        may_sink = self.sea.hit.union(self.hits) - self.sea.sunk_cells()
        for ship in self.answer.sunk:
            # Every placement of a length that is afloat has a slot: so without one it fits nowhere.
            if ship.length not in afloat or ship not in self.waters.slot_of_ship:
                raise Illegal("CL-2")
            afloat.remove(ship.length)
            cells = ship.cells()
            if not may_sink.issuperset(cells) or not set(cells) & set(self.hits):
                raise Illegal("CL-6")

    def sea_behind(self) -> Sea:
        """The sea of the seat that answered, behind its answer (P-73)."""
        sea = self.sea
        sea = replace(
            sea,
            hit=sea.hit.union(self.hits),
            miss=sea.miss.union(self.misses),
            mine=sea.mine.union(self.mines),
            sunk=sea.sunk + self.answer.sunk,
        )
        if self.waters.options.halo:
            for ship in self.answer.sunk:
                sea = replace(sea, empty=sea.empty | (self.waters.halo(ship) - sea.closed))
        return sea
