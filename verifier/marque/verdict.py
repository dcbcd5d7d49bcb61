"""The audit of shown charts, and the verdict (P-63 to P-66)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from .faults import Fault, Kind
from .group import sha256
from .laws import Laws
from .log import Log
from .statements import (
    ActBody,
    AnswerBody,
    DiscloseBody,
    Leaving,
    Opened,
    Out,
    Said,
    Spot,
)
from .table import HashedBoard, Table, Task, implied


class Audit(Enum):
    GOOD = "chart shown, everything it said was true"
    BAD = "chart shown, and it is at fault"
    NOT_SHOWN = "no chart shown"


@dataclass(frozen=True)
class Finding:
    """A fault of a seat at its number."""

    seat: int
    number: int
    fault: Fault


@dataclass(frozen=True)
class Verdict:
    """What a record comes to (P-66)."""

    faults: list[Finding]
    outcome: str
    winner: int | None
    entries: int
    audits: list[Audit]

    @property
    def audited(self) -> bool:
        return all(audit is Audit.GOOD for audit in self.audits)

    @property
    def exit_code(self) -> int:
        return 3 if self.faults else 1 if self.outcome == "unfinished" else 0


OUTCOMES = {
    Leaving.RESIGNED: "resigned",
    Leaving.FORFEITED: "forfeit",
    Leaving.CLAIMED: "claimed",
    Leaving.FAULTED: "fault",
}


def judge(log: Log) -> Verdict:
    """The verdict on a whole log (P-66)."""
    seats = range(len(log.agreed.terms.seats))
    faults = [Finding(seat, c.number, c.fault) for seat, c in log.convictions.items()]
    faults += _false_complaints(log)
    audits = []
    for seat in seats:
        found = audit(log, seat)
        audits.append(found if isinstance(found, Audit) else Audit.BAD)
        if isinstance(found, Finding) and seat not in {fault.seat for fault in faults}:
            faults.append(found)
    faults.sort(key=lambda fault: (fault.number, fault.seat))
    end = log.path[-1]
    ended = end.duty.task is Task.OVER
    places = end.ranking() if ended else ()
    at_fault = {fault.seat for fault in faults}
    left = [[seat for seat in place if seat not in at_fault] for place in places]
    best: Sequence[int] = next(filter(None, left), [])
    return Verdict(
        faults=faults,
        outcome=_outcome(end, bool(faults)),
        winner=best[0] if len(best) == 1 else None,
        entries=len(log.chain),
        audits=audits,
    )


def _outcome(end: Table, at_fault: bool) -> str:
    if at_fault:
        return "fault"
    if end.duty.task is not Task.OVER:
        return "unfinished"
    if end.ended_by is not None:
        return OUTCOMES[end.ended_by]
    if end.offers.drawn:
        return "agreed"
    return "won" if len(end.ranking()[0]) == 1 else "draw"


def _false_complaints(log: Log) -> list[Finding]:
    """The reader of each letter that was disclosed on the chain, and was good (P-44)."""
    findings = []
    for table, step in zip(log.path, log.chain):
        if isinstance(step, Said) and isinstance(step.body, DiscloseBody):
            assert table.letter is not None, "a Disclose is due with a letter alone"
            reader = table.letter.question.reader
            findings.append(Finding(reader, table.number, Fault(Kind.FALSE_COMPLAINT)))
    return findings


def audit(log: Log, seat: int) -> Finding | Audit:
    """What the charts of a seat come to: a finding if one of them is bad (P-63)."""
    result: Finding | Audit = Audit.NOT_SHOWN
    for spot, opened in log.charts[seat]:
        found = _check_chart(log, seat, spot, opened)
        if found is not None:
            result = found
        elif result is Audit.NOT_SHOWN and _is_of_the_end(log, spot):
            result = Audit.GOOD
    return result


def _is_of_the_end(log: Log, spot: Spot) -> bool:
    """Whether a chart stands on the end of the chain (P-64)."""
    return log.common_with_chain(spot.previous) == len(log.chain)


def _check_chart(log: Log, seat: int, spot: Spot, opened: Opened) -> Finding | None:
    """What is wrong with a chart, if anything (P-65)."""
    boards = log.known[spot.previous].table.boards[seat]
    if not fits(log.agreed.id, seat, boards, opened):
        return Finding(seat, spot.number, Fault(Kind.CHART))
    if not is_lawful(boards, log.agreed.game.laws, opened):
        return Finding(seat, spot.number, Fault(Kind.UNLAWFUL))
    common = log.common_with_chain(spot.previous)
    for table, step in zip(log.path[:common], log.chain):
        if isinstance(step, Out) or step.seat != seat:
            continue
        if not _was_true(table, step, opened.values):
            return Finding(seat, table.number, Fault(Kind.UNTRUE))
    return None


def fits(game: bytes, seat: int, boards: Sequence[HashedBoard], opened: Opened) -> bool:
    """Whether all values, cut into parts, give the hashed boards (P-30, P-65)."""
    at = 0
    for board in boards:
        values = opened.values[at : at + board.slots]
        at += board.slots
        place = (game, bytes([seat]), board.previous)
        salt = sha256(b"marque/1/salt", *place, opened.seed)
        if len(values) != board.slots:
            return False
        if sha256(b"marque/1/board", *place, salt, values, opened.seed) != board.digest:
            return False
    return at == len(opened.values)


def is_lawful(boards: Sequence[HashedBoard], laws: Laws, opened: Opened) -> bool:
    """Whether the first part keeps the laws of the game (P-65)."""
    return laws.hold(opened.values[: boards[0].slots])


def _was_true(table: Table, said: Said, values: bytes) -> bool:
    """Whether the words of a sound entry are true of a chart (P-65)."""
    body = said.body
    if not isinstance(body, ActBody | AnswerBody):
        return True
    judged = implied(table, body)
    assert not isinstance(judged, Fault), "what is on the chain is sound"
    _, implies = judged
    sealed = len(table.sealed[said.seat].points)
    if implies.extension is not None:
        sealed += implies.extension.slots
        if not implies.extension.hold(values[:sealed]):
            return False
    return all(claim.is_true(values[:sealed]) for claim in implies.claims)
