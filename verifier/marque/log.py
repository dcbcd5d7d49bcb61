"""The log: what is kept, who is convicted, which chain counts (P-48 to P-53)."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from . import table as tables
from .choice import choose, others_in_play, overdue
from .faults import Fault, Kind
from .statements import (
    Chart,
    Entry,
    Leaving,
    Opened,
    Out,
    Overdue,
    Resign,
    Result,
    Said,
    SealBody,
    Seen,
    Spot,
    Step,
    head_behind,
)
from .table import Sound, Table, Task
from .terms import Agreed

ENTRIES_A_SPOT = 2
VOTES_A_SPOT = 4
CHARTS_A_SPOT = 2
ENTRIES_BESIDE_THE_CHAIN = 64
HEADS_BESIDE_THE_CHAIN = 1024
STEPS_LOOKED_BACK = 8


class Refusal(Enum):
    """Why a statement is refused (P-49)."""

    NOT_DUE = "it is not due at its place"
    GAP = "what it builds on is missing"
    VOTE = "it is a vote that cannot be"
    CROWDED = "its seat has too many entries beside the chain"


class Refused(Exception):
    """A statement that changes nothing and convicts nobody."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass
class Votes:
    """The votes of one seat on one spot, in order of arrival."""

    seen: list[Seen] = field(default_factory=list)
    overdue: list[Overdue] = field(default_factory=list)
    digests: dict[Seen | Overdue, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Conviction:
    """A fault of a seat, its number, and the lowest digest of what shows it (P-50)."""

    fault: Fault
    number: int
    evidence: bytes

    def precedes(self, other: Conviction) -> bool:
        return self._rank() < other._rank()

    def _rank(self) -> tuple[int, bool, bytes]:
        return self.number, self.fault.kind is not Kind.DOUBLE, self.evidence


@dataclass
class Known:
    """A table with its neighbours in the tree of heads."""

    table: Table
    parent: bytes
    children: set[bytes] = field(default_factory=set)


class Log:
    """Takes statements one after the other; from them follow convictions and a chain (P-48)."""

    def __init__(self, agreed: Agreed) -> None:
        self.agreed = agreed
        empty = tables.start(agreed)
        self.entries: defaultdict[tuple[Spot, int], list[Said]] = defaultdict(list)
        self.spots: defaultdict[int, list[Spot]] = defaultdict(list)
        self.resigned: defaultdict[int, dict[Spot, bytes]] = defaultdict(dict)
        self.votes: dict[tuple[Spot, int], Votes] = {}
        self.charts: defaultdict[int, list[tuple[Spot, Opened]]] = defaultdict(list)
        self.results: defaultdict[int, set[Spot]] = defaultdict(set)
        self.convictions: dict[int, Conviction] = {}
        self.known = {empty.head: Known(empty, empty.head)}
        self.standing: defaultdict[bytes, set[int]] = defaultdict(set)
        self.path = [empty]
        self.chain: list[Step] = []
        self.settled = self._doubts()  # with these doubts, from this step on, the chain was chosen
        self.settled_from = 0
        self.gaps: dict[int, Spot] = {}
        self.gaps_used: set[tuple[int, Spot]] = set()  # whose gap a later entry of a spot filled
        self.checked: dict[tuple[bytes, bytes], Sound | Fault] = {}

    # Insertion (P-49).

    def insert(self, said: Said) -> bool:
        """Whether the statement is new; False if it is known, Refused if it is refused."""
        match said.statement:
            case Entry(_, SealBody()):
                return self._insert_seal(said)
            case Entry():
                return self._insert_entry(said)
            case Resign(spot):
                return self._insert_resign(said, spot)
            case Seen() | Overdue() as vote:
                return self._insert_vote(said, vote)
            case Chart(spot, opened):
                return self._insert_chart(said, spot, opened)
            case Result(spot):
                return self._insert_result(said, spot)

    def _insert_seal(self, said: Said) -> bool:
        seat, spot = said.seat, said.statement.spot
        if spot != Spot(seat, self.agreed.id):
            raise Refused(Refusal.NOT_DUE)
        if not self._is_kept(said):
            return False
        self._keep(said)
        checked = self.check(self.path[0], said)
        if isinstance(checked, Fault):
            self.convict(seat, spot.number, checked, [said.digest])
        due = tables.Duty(Task.SEAL, seat)
        places = (n for n, table in enumerate(self.path) if table.duty == due)
        self._refresh(next(places, len(self.chain)))
        return True

    def _insert_entry(self, said: Said) -> bool:
        seat, spot = said.seat, said.statement.spot
        table = self._reach(seat, spot)
        if table.entry_spot != spot or table.duty.seat != seat:
            raise Refused(Refusal.NOT_DUE)
        if not self._is_kept(said):
            return False
        if not self.on_path(spot):
            beside = sum(not self.on_path(other) for other in self.spots[seat])
            if beside >= ENTRIES_BESIDE_THE_CHAIN:
                raise Refused(Refusal.CROWDED)
        self._keep(said)
        self.standing[spot.previous].add(seat)
        self._follow(table, said)
        self._refresh(self._fork(spot.previous))
        return True

    def _is_kept(self, said: Said) -> bool:
        """Whether an entry is kept: the first two of a spot, and a later one that is waited for."""
        spot = said.statement.spot
        kept = self.entries[(spot, said.seat)]
        if any(other.digest == said.digest for other in kept):
            return False
        if len(kept) < ENTRIES_A_SPOT:
            return True
        head = head_behind(spot.previous, said)
        for seat, gap in self.gaps.items():
            wanted = seat != said.seat and gap.previous == head
            if wanted and (seat, spot) not in self.gaps_used:
                self.gaps_used.add((seat, spot))
                return True
        return False

    def _keep(self, said: Said) -> None:
        spot = said.statement.spot
        kept = self.entries[(spot, said.seat)]
        kept.append(said)
        self.spots[said.seat].append(spot)
        if len(kept) >= 2:
            digests = [entry.digest for entry in kept]
            self.convict(said.seat, spot.number, Fault(Kind.DOUBLE), digests)

    def _insert_resign(self, said: Said, spot: Spot) -> bool:
        self._reach(said.seat, spot)
        notices = self.resigned[said.seat]
        if spot in notices:
            return False
        notices[spot] = said.digest
        if len(notices) >= 2:
            number = min(other.number for other in notices)
            self.convict(said.seat, number, Fault(Kind.DOUBLE), notices.values())
        self._stands(said.seat, spot)
        return True

    def _insert_vote(self, said: Said, vote: Seen | Overdue) -> bool:
        seat, spot = said.seat, vote.spot
        table = self._reach(seat, spot)
        if isinstance(vote, Overdue):
            self._check_overdue(table, seat, vote.seats)
        votes = self.votes.setdefault((spot, seat), Votes())
        same: list[Any] = votes.seen if isinstance(vote, Seen) else votes.overdue
        if len(same) >= VOTES_A_SPOT or vote in same:
            return False
        same.append(vote)
        votes.digests[vote] = said.digest
        if votes.seen and votes.overdue:
            pair = (votes.digests[votes.seen[0]], votes.digests[votes.overdue[0]])
            self.convict(seat, spot.number, Fault(Kind.BOTH_VOTES), pair)
        self._stands(seat, spot)
        return True

    def _check_overdue(self, table: Table, seat: int, called: tuple[int, ...]) -> None:
        ascending = all(a < b for a, b in zip(called, called[1:]))
        possible = set(table.in_play) - {seat}
        if not ascending or table.duty.seat not in called or not possible.issuperset(called):
            raise Refused(Refusal.VOTE)

    def _insert_chart(self, said: Said, spot: Spot, opened: Opened) -> bool:
        seat = said.seat
        table = self._reach(seat, spot)
        sealed = table.sealed.get(seat)
        if table.duty.task is not Task.OVER or sealed is None:
            raise Refused(Refusal.NOT_DUE)
        if len(opened.values) != len(sealed.points):
            raise Refused(Refusal.NOT_DUE)
        here = [chart for chart in self.charts[seat] if chart[0] == spot]
        if (spot, opened) in here or len(here) >= CHARTS_A_SPOT:
            return False
        self.charts[seat].append((spot, opened))
        self._stands(seat, spot)
        return True

    def _insert_result(self, said: Said, spot: Spot) -> bool:
        table = self._reach(said.seat, spot)
        if table.duty.task is not Task.OVER:
            raise Refused(Refusal.NOT_DUE)
        if spot in self.results[said.seat]:
            return False
        self.results[said.seat].add(spot)
        self._stands(said.seat, spot)
        return True

    def _stands(self, seat: int, spot: Spot) -> None:
        self.standing[spot.previous].add(seat)
        self._refresh(self._fork(spot.previous))

    def _reach(self, seat: int, spot: Spot) -> Table:
        """The table of a spot; what is refused with Gap is remembered (P-49)."""
        if spot.previous not in self.known:
            self._explore(spot.number)
        if spot.previous not in self.known:
            gap = self.gaps.get(seat)
            if gap is None or gap.previous in self.known or spot.number < gap.number:
                self.gaps[seat] = spot
            raise Refused(Refusal.GAP)
        table = self.known[spot.previous].table
        if table.spot != spot:
            raise Refused(Refusal.NOT_DUE)
        return table

    def _explore(self, end: int) -> None:
        """Look for heads that follow without an entry that names them."""
        near = range(end - STEPS_LOOKED_BACK, end)
        waiting = deque(known.table for known in self.known.values() if known.table.number in near)
        while waiting:
            table = waiting.popleft()
            for step in self._unsigned(table):
                if len(self.known) >= len(self.chain) + HEADS_BESIDE_THE_CHAIN:
                    return
                if head_behind(table.head, step) not in self.known:
                    behind = self._follow(table, step)
                    if behind is not None and behind.number < end:
                        waiting.append(behind)

    def _unsigned(self, table: Table) -> Iterator[Step]:
        """The steps behind a table that may be there although no spot names it."""
        seat = table.duty.seat
        if seat is None:
            return
        if table.duty.task is Task.SEAL:
            yield from list(self.entries.get((table.entry_spot, seat), ()))
        if seat in self.convictions:
            yield Out((seat,), Leaving.FAULTED)
        if self.resigned[seat]:
            yield Out((seat,), Leaving.RESIGNED)
        out = overdue(self, seat, table.spot, others_in_play(table, seat))
        if out is not None:
            yield out

    # Convictions, and following the chain anew (P-50, P-51).

    def convict(self, seat: int, number: int, fault: Fault, evidence: Iterable[bytes]) -> None:
        conviction = Conviction(fault, number, min(evidence))
        if seat not in self.convictions or conviction.precedes(self.convictions[seat]):
            self.convictions[seat] = conviction

    def check(self, table: Table, said: Said) -> Sound | Fault:
        """The check of an entry, made once: a head determines its table, a seal needs none."""
        body = said.body
        key = (b"" if isinstance(body, SealBody) else table.head, said.digest)
        if key not in self.checked:
            self.checked[key] = (
                tables.check_seal(self.agreed, said.seat, body)
                if isinstance(body, SealBody)
                else tables.check(table, said.seat, body)
            )
        return self.checked[key]

    def _refresh(self, start: int) -> None:
        """Follow the chain anew from a step on (P-51).

        What comes behind a step that is chosen again would be chosen again too, unless
        somebody was convicted or resigned since it was chosen: it is put back unseen. So a
        late word on an early step costs one choice, not one for every step since.
        """
        start = min(start, len(self.chain))
        chain, path = self.chain[start:], self.path[start + 1 :]
        del self.chain[start:]
        del self.path[start + 1 :]
        doubts, at = self._doubts(), 0
        while (step := choose(self)) is not None:
            behind = self._follow(self.path[-1], step)
            if behind is None:
                break
            self.chain.append(step)
            self.path.append(behind)
            at += 1
            if at > len(chain) or step != chain[at - 1] or self._doubts() != self.settled:
                chain = []  # another way, or another view of it
            elif start + at >= self.settled_from:
                self.chain += chain[at:]
                self.path += path[at:]
                self.settled_from = min(self.settled_from, start)
                return
        self.settled, self.settled_from = doubts, start

    def _doubts(self) -> tuple[int, int]:
        """Grows with each conviction of another seat, and with each resignation."""
        return len(self.convictions), sum(map(len, self.resigned.values()))

    def _follow(self, table: Table, step: Step) -> Table | None:
        """The table behind a step, if the step is sound there."""
        sound = None
        if isinstance(step, Said):
            checked = self.check(table, step)
            if isinstance(checked, Fault):
                number = step.statement.spot.number
                self.convict(step.seat, number, checked, [step.digest])
                return None
            sound = checked
        head = head_behind(table.head, step)
        self.known[table.head].children.add(head)
        if head not in self.known:
            self.known[head] = Known(tables.apply(table, step, sound), table.head)
        return self.known[head].table

    def _fork(self, head: bytes) -> int:
        """Where the branch of a known head leaves the path."""
        while True:
            known = self.known[head]
            number = known.table.number
            if number < len(self.path) and self.path[number].head == head:
                return number
            head = known.parent

    def common_with_chain(self, head: bytes) -> int:
        """How many steps the branch of a known head has in common with the chain (P-64)."""
        return self._fork(head)

    def on_path(self, spot: Spot) -> bool:
        return spot.number < len(self.path) and self.path[spot.number].head == spot.previous
