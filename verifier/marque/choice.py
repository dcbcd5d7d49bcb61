"""Which step follows on the chain (P-52, P-53)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .faults import Fault, Kind
from .statements import Leaving, Out, RemovalBody, Said, Spot, Step, head_behind
from .table import Sound, Table, Task

if TYPE_CHECKING:
    from .log import Log


def others_in_play(table: Table, seat: int) -> list[int]:
    return [other for other in table.in_play if other != seat]


def is_backed(log: Log, said: Said) -> bool:
    """Whether the log holds what an entry needs to count: only a Removal needs anything."""
    body = said.body
    if not isinstance(body, RemovalBody):
        return True
    return all(
        (why is Leaving.FAULTED and seat in log.convictions)
        or (why is Leaving.RESIGNED and bool(log.resigned[seat]))
        for seat, why in body.removed
    )


def signers(log: Log, spot: Spot, head: bytes, among: Sequence[int]) -> set[int]:
    """Who of these signed that step, or anything that stands on it.

    Asked for some seats alone, the search ends as soon as it has them all.
    """
    found = {
        seat
        for seat in among
        if (votes := log.votes.get((spot, seat))) and any(v.head == head for v in votes.seen)
    }
    waiting = [head]
    while waiting and len(found) < len(among):
        at = waiting.pop()
        found.update(log.standing.get(at, set()).intersection(among))
        if at in log.known:
            waiting.extend(log.known[at].children)
    return found


def overdue(log: Log, seat: int, spot: Spot, others: Sequence[int]) -> Out | None:
    """The out of a seat that all others call overdue, if they do (P-52)."""
    called = {
        other: [vote.seats for vote in votes.overdue]
        for other in others
        if (votes := log.votes.get((spot, other)))
    }
    sets = {of for of_one in called.values() for of in of_one}
    for candidate in sorted(sets, key=lambda seats: (len(seats), seats)):
        callers = [other for other in others if other not in candidate]
        agreed = all(candidate in called.get(caller, ()) for caller in callers)
        if seat in candidate and callers and agreed:
            majority = 2 * len(callers) > len(others) + 1
            return Out(candidate, Leaving.FORFEITED if majority else Leaving.CLAIMED)
    return None


def choose(log: Log) -> Step | None:
    """The next step of the chain, or none (P-53)."""
    table = log.path[-1]
    if table.duty.seat is None:
        return None
    return _Choice(log, table, table.duty.seat).step()


@dataclass
class _Choice:
    """What bears on the step behind one table."""

    log: Log
    table: Table
    seat: int
    others: list[int] = field(init=False)
    sound: list[Said] = field(init=False, default_factory=list)
    faults: list[tuple[Said, Fault]] = field(init=False, default_factory=list)
    gone: bool = field(init=False)
    resigned_here: bool = field(init=False)

    def __post_init__(self) -> None:
        log, table, seat = self.log, self.table, self.seat
        self.others = others_in_play(table, seat)
        versions = log.entries.get((table.entry_spot, seat), [])
        for said in versions:
            if is_backed(log, said):
                checked = log.check(table, said)
                if isinstance(checked, Sound):
                    self.sound.append(said)
                else:
                    self.faults.append((said, checked))
        notices = log.resigned[seat]
        self.gone = bool(notices)
        # A seal counts even behind a resignation: its spot says nothing of when it came.
        excused = table.duty.task is Task.SEAL and bool(versions)
        self.resigned_here = not excused and any(map(log.on_path, notices))

    @property
    def any_checked(self) -> bool:
        return bool(self.sound or self.faults)

    @property
    def only_sound(self) -> Said | None:
        """The one entry that is there, if there is one alone and it is sound."""
        return self.sound[0] if len(self.sound) == 1 and not self.faults else None

    def step(self) -> Step | None:
        called = any(self._calls(seat) for seat in self.table.in_play)
        doubted = self.seat in self.log.convictions or self.gone
        if self.only_sound and not (self.resigned_here or called or doubted):
            return self.only_sound
        if not (self.any_checked or called or doubted):
            return None
        self._convict()
        default = self._by_default()
        if default is not None and self._is_final(default):
            return default
        return next(filter(self._is_final, self._rivals()), default)

    def _calls(self, seat: int) -> bool:
        votes = self.log.votes.get((self.table.spot, seat))
        return votes is not None and bool(votes.overdue)

    def _convict(self) -> None:
        number = self.table.number
        for said, fault in self.faults:
            self.log.convict(self.seat, number, fault, [said.digest])
        if self.any_checked and self.resigned_here:
            notices = self.log.resigned[self.seat]
            first = notices[min(notices, key=lambda spot: (spot.number, spot.previous))]
            entries = [said.digest for said in self.sound]
            entries += [said.digest for said, _ in self.faults]
            self.log.convict(self.seat, number, Fault(Kind.RESIGNED), [first, *entries])

    def _rivals(self) -> list[Step]:
        rivals: list[Step] = []
        if self.seat in self.log.convictions:
            rivals.append(Out((self.seat,), Leaving.FAULTED))
        if self.gone:
            rivals.append(Out((self.seat,), Leaving.RESIGNED))
        out = self._overdue()
        if out is not None:
            rivals.append(out)
        return rivals + self.sound

    def _overdue(self) -> Out | None:
        return overdue(self.log, self.seat, self.table.spot, self.others)

    def _is_final(self, step: Step) -> bool:
        """Whether every other seat in play has built on this step (P-52)."""
        others = self.others
        if isinstance(step, Out):
            others = [other for other in others if other not in step.seats]
        return bool(others) and self._signers(step, others) == set(others)

    def _signers(self, step: Step, among: Sequence[int]) -> set[int]:
        head = head_behind(self.table.head, step)
        return signers(self.log, self.table.spot, head, among)

    def _by_default(self) -> Step | None:
        """What would follow if nobody had built on anything else (P-53)."""
        if not self.any_checked:
            if self.seat in self.log.convictions:
                return Out((self.seat,), Leaving.FAULTED)
            if self.gone:
                return Out((self.seat,), Leaving.RESIGNED)
            return self._overdue()
        entry = self.only_sound
        if entry is None or self.resigned_here:
            return Out((self.seat,), Leaving.FAULTED)
        seen = self._signers(entry, self.others)
        calls = [other for other in self.others if self._calls(other)]
        if len(self.others) == 1 and calls and calls[0] in seen:
            self._convict_of_both_votes(calls[0])
        if seen:
            return entry
        out = self._overdue()
        if out is not None:
            return out
        return None if calls else entry

    def _convict_of_both_votes(self, caller: int) -> None:
        votes = self.log.votes[(self.table.spot, caller)]
        digest = votes.digests[votes.overdue[0]]
        self.log.convict(caller, self.table.number, Fault(Kind.BOTH_VOTES), [digest])
