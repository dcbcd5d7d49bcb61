"""Diabolik Fleet: options, words and the course of a game (P-89, P-92, P-95)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

from .acts import Act, Acting, Rules, demand, read_act
from .claims import Opens
from .draws import Stream
from .encoding import Reader, decode
from .fleets import EAST, SHIPS, WEST, Fleets, Ship, laws, read_heading, slot
from .games import Card, Illegal, Implied, Ranking, Turn, Unknown

BALLS = 4
TURNS = 200
LARGEST_MINIMUM_OF_TWO = 4


@dataclass(frozen=True)
class Options:
    """The options of Diabolik Fleet (P-89)."""

    arrivals: int
    minimum: int
    bonus: int
    joint: bool

    def are_permitted(self) -> bool:
        return 2 <= self.arrivals <= 4 and 2 <= self.minimum <= 6 and 2 <= self.bonus <= 4


def read_options(r: Reader) -> Options:
    return Options(r.u8(), r.u8(), r.u8(), r.bool())


@dataclass(frozen=True)
class Plan:
    acts: tuple[Act, ...]
    bonus: tuple[Act, ...] | None
    allies: tuple[int, ...] | None


@dataclass(frozen=True)
class Setup:
    """The answer: the headings of all ships, in the owner's frame."""

    headings: tuple[int, ...]


Words = Plan | Setup


def _read_acts(r: Reader) -> tuple[Act, ...]:
    return tuple(r.list(lambda: read_act(r)))


def _read_plan(r: Reader) -> Plan:
    acts = _read_acts(r)
    bonus = r.option(lambda: _read_acts(r))
    return Plan(acts, bonus, r.option(lambda: tuple(r.list(r.u8))))


def _read_setup(r: Reader) -> Setup:
    return Setup(tuple(read_heading(r) for _ in range(SHIPS)))


class Diabolik:
    """The card with its options (P-60, P-89)."""

    def __init__(self, card: Card, options: Options) -> None:
        self.card = card
        self.options = options
        few = LARGEST_MINIMUM_OF_TWO
        self.seats = [n for n in card.seats if n > 2 or options.minimum <= few]
        self.laws = laws()

    def start(self, seats: int) -> State:
        edges = (0, 2) if seats == 2 else ()
        nothing = (0,) * seats
        nobody = (frozenset[int](),) * seats
        size = 8 if seats == 2 else 12
        fleets = Fleets(size, edges, {}, nothing, nobody, tuple(range(seats)))
        return State(self.options, fleets, Drawing())

    def read_act(self, words: bytes) -> Plan:
        return decode(words, _read_plan)

    def read_answer(self, words: bytes) -> Setup:
        return decode(words, _read_setup)


def open_diabolik(card: Card, options: bytes) -> Diabolik:
    """Diabolik Fleet with these options, if the card permits them (P-89)."""
    chosen = decode(options, read_options)
    if not chosen.are_permitted():
        raise Unknown(f"the game {card.id} does not permit such options")
    return Diabolik(card, chosen)


@dataclass(frozen=True)
class Drawing:
    pass


@dataclass(frozen=True)
class Showing:
    begins: int


@dataclass(frozen=True)
class Playing:
    seat: int


@dataclass(frozen=True)
class Over:
    pass


Phase = Drawing | Showing | Playing | Over


@dataclass(frozen=True)
class State:
    """A position of Diabolik Fleet (P-93)."""

    options: Options
    fleets: Fleets
    phase: Phase
    turns: int = 0
    winner: int | None = None  # who has won in the course of a plan

    @cached_property
    def _without_ships(self) -> list[int]:
        shown = {ship.owner for ship in self.fleets.ships.values()}
        return [seat for seat in self.fleets.in_play if seat not in shown]

    def due(self) -> tuple[Turn, int | None]:
        match self.phase:
            case Drawing():
                return Turn.DRAW, None
            case Showing():
                return Turn.ANSWER, self._without_ships[0]
            case Playing(seat):
                return Turn.ACT, seat
        return Turn.OVER, None

    def ranking(self) -> Ranking | None:
        return self.ranking_if_stopped() if isinstance(self.phase, Over) else None

    def plays(self, seat: int) -> bool:
        return isinstance(self.phase, Drawing) or seat in self.fleets.in_play

    def ranking_if_stopped(self) -> Ranking:
        """Who has won, then who is in play by its ships, then who is out (P-95)."""
        places: dict[tuple[int, ...], list[int]] = {}
        for seat in self.fleets.in_play:
            places.setdefault(self._worth(seat), []).append(seat)
        in_play = (tuple(places[worth]) for worth in sorted(places, reverse=True))
        return (*in_play, *((seat,) for seat in reversed(self.fleets.gone)))

    def _worth(self, seat: int) -> tuple[int, ...]:
        fleets = self.fleets
        if not fleets.ships:
            return ()
        ships = len(fleets.ships_of(seat))
        return seat == self.winner, fleets.frozen(seat), fleets.far(seat), ships

    def implied(self, words: Words) -> Implied:
        """The claims of allowed words (P-94)."""
        match words, self.phase:
            case Plan(), Playing(seat):
                self._carried_out(seat, words)
                return Implied()
            case Setup(headings), Showing():
                along = [heading in (EAST, WEST) for heading in headings]
                demand(not any(a and b for a, b in zip(along, along[1:])), "DF-3")
                slots = (slot(ship, heading) for ship, heading in enumerate(headings))
                return Implied([Opens((of,), 1) for of in slots])
        raise Illegal("DF-16" if isinstance(self.phase, Over) else "DF-23")

    def _acting(self, fleets: Fleets, seat: int, balls: int) -> Acting:
        options = self.options
        rules = Rules(options.arrivals, options.minimum, options.joint)
        return Acting(rules, fleets, seat, balls)

    def _carried_out(self, seat: int, plan: Plan) -> Acting:
        """Behind all lists of a plan, or Illegal (P-94)."""
        fleets = self.fleets
        if plan.allies is not None:
            self._check_allies(seat, plan.allies)
            fleets = fleets.with_allies(seat, frozenset(plan.allies))
        acting = _list(self._acting(fleets, seat, BALLS), plan.acts)
        if plan.bonus is None:
            return acting
        demand(not acting.won, "DF-16")
        demand(acting.sunk, "DF-14")
        return _list(self._acting(acting.fleets, seat, self.options.bonus), plan.bonus)

    def _check_allies(self, seat: int, allies: tuple[int, ...]) -> None:
        fleets = self.fleets
        demand(self.options.joint, "DF-26")
        demand(all(ally != seat and ally in fleets.in_play for ally in allies), "DF-26")
        demand(all(a < b for a, b in zip(allies, allies[1:])), "DF-7")
        demand(fleets.allies[seat] != set(allies), "DF-26")

    def after_words(self, words: Words) -> State:
        """The position behind allowed words (P-95)."""
        match words, self.phase:
            case Plan(), Playing(seat):
                acting = self._carried_out(seat, words)
                after = replace(self, fleets=acting.fleets, turns=self.turns + 1)
                if acting.won:
                    return replace(after, phase=Over(), winner=seat)
                return after._given_behind(seat)
            case Setup(headings), Showing():
                return self._shown(self._without_ships[0], headings)._when_all_show()
        raise AssertionError("words of another phase are never allowed")

    def _shown(self, seat: int, headings: tuple[int, ...]) -> State:
        """A seat's ships come to their places in the middle of its second row."""
        fleets = self.fleets
        frame, first = fleets.frame(seat), (fleets.size - SHIPS) // 2
        for u, heading in enumerate(headings, first):
            fleets = fleets.with_ship(frame.cell(u, 1), Ship(seat, frame.heading(heading)))
        return replace(self, fleets=fleets)

    def _when_all_show(self) -> State:
        """The turn goes to who begins as soon as nobody in play is without ships."""
        if isinstance(self.phase, Showing) and not self._without_ships:
            return self._given(self.phase.begins)
        return self

    def _given_behind(self, seat: int) -> State:
        return self._given(next(self.fleets.clockwise(seat)))

    def _given(self, seat: int) -> State:
        """The turn is given to a seat, which must be able to play (P-95)."""
        if self.turns >= TURNS:
            return replace(self, phase=Over())
        if self._acting(self.fleets, seat, BALLS).can_end():
            return replace(self, phase=Playing(seat))
        blocked = self._out(seat)
        return blocked if isinstance(blocked.phase, Over) else blocked._given_behind(seat)

    def _out(self, seat: int) -> State:
        fleets = self.fleets.without(seat)
        over = len(fleets.in_play) < 2
        return replace(self, fleets=fleets, phase=Over() if over else self.phase)

    def after_draw(self, stream: Stream) -> State:
        """Who sits where, and who begins (P-95)."""
        fleets = self.fleets
        if not fleets.edges:
            edges = [0, 1, 2, 3]
            for i in (3, 2, 1):
                j = stream.below(i + 1)
                edges[i], edges[j] = edges[j], edges[i]
            fleets = replace(fleets, edges=tuple(edges[: len(fleets.reserve)]))
        begins = fleets.in_play[stream.below(len(fleets.in_play))]
        return replace(self, fleets=fleets, phase=Showing(begins))

    def after_leaving(self, seat: int) -> State:
        """What becomes of play if a seat leaves (P-95)."""
        if isinstance(self.phase, Over) or seat not in self.fleets.in_play:
            return self
        after = self._out(seat)
        match after.phase:
            case Playing(of) if of == seat:
                return after._given_behind(seat)
            case Showing(begins) if begins == seat:
                begins = next(after.fleets.clockwise(seat))
                return replace(after, phase=Showing(begins))._when_all_show()
        return after._when_all_show()


def _list(acting: Acting, acts: Collection[Act]) -> Acting:
    """Behind a whole list of acts, or Illegal (P-94)."""
    for act in acts:
        acting = acting.after(act)
    acting.check_end()
    return acting
