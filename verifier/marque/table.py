"""The fold of a chain of steps: duties, checks, effects (P-20 to P-26)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any

from . import claims, draws, letters, seals
from .encoding import Malformed
from .faults import Fault, Kind
from .games import Illegal, Implied, Position, Question, Ranking, Turn
from .letters import Letter
from .offers import Offers
from .sealed import Sealed
from .statements import (
    AcceptBody,
    AcknowledgeBody,
    ActBody,
    AnswerBody,
    Body,
    ComplainBody,
    DiscloseBody,
    Leaving,
    LinkBody,
    OfferBody,
    Out,
    RemovalBody,
    Said,
    SealBody,
    Spot,
    Step,
    WithdrawBody,
    head_behind,
)
from .terms import Agreed
from .transcript import Context


class Task(Enum):
    OVER = "over"
    DISCLOSE = "disclose"
    ACKNOWLEDGE = "acknowledge"
    SEAL = "seal"
    ACT = "act"
    ANSWER = "answer"
    LINK = "link"


@dataclass(frozen=True)
class Duty:
    """What is due, and of whom (P-21)."""

    task: Task
    seat: int | None = None


@dataclass(frozen=True)
class HashedBoard:
    """One part of a vector whose values are hashed (P-30)."""

    slots: int
    previous: bytes
    digest: bytes


@dataclass(frozen=True)
class Draw:
    """A draw under way: the head that asked, and the links so far."""

    asked_by: bytes
    links: tuple[tuple[int, bytes], ...] = ()


@dataclass(frozen=True)
class UnderWay:
    """A letter that is not acknowledged yet."""

    writer: int
    question: Question
    letter: Letter
    context: Context
    complained: bool = False


@dataclass(frozen=True)
class Sound:
    """A body that is sound, with what applying it needs to know."""

    body: Body
    words: Any = None
    sealed: Sealed | None = None
    extension_slots: int | None = None
    question: Question | None = None


def with_item(mapping: Mapping[int, Any], key: int, value: Any) -> dict[int, Any]:
    return {**mapping, key: value}


@dataclass(frozen=True)
class Table:
    """A table never changes: a step gives another one (P-20)."""

    agreed: Agreed
    position: Position
    head: bytes
    number: int = 0
    left: Mapping[int, Leaving] = field(default_factory=dict)
    sealed: Mapping[int, Sealed] = field(default_factory=dict)
    boards: Mapping[int, tuple[HashedBoard, ...]] = field(default_factory=dict)
    links: Mapping[int, tuple[bytes, int]] = field(default_factory=dict)
    link_count: int = 0
    draw: Draw | None = None
    letter: UnderWay | None = None
    ended_by: Leaving | None = None
    offers: Offers = Offers()

    @cached_property
    def in_play(self) -> tuple[int, ...]:
        return tuple(s for s in range(len(self.agreed.terms.seats)) if s not in self.left)

    @cached_property
    def spot(self) -> Spot:
        return Spot(self.number, self.head)

    @cached_property
    def duty(self) -> Duty:
        """What is due (P-21)."""
        turn, seat = self.position.due()
        limit = self.agreed.game.card.entries
        if self.ended_by is Leaving.CLAIMED or self.number - self.offers.parleys >= limit:
            return Duty(Task.OVER)
        if self.letter is not None:
            if self.letter.complained:
                return Duty(Task.DISCLOSE, self.letter.writer)
            return Duty(Task.ACKNOWLEDGE, self.letter.question.reader)
        if self.offers.drawn or turn is Turn.OVER:  # only now: the last letter is judged too
            return Duty(Task.OVER)
        for unsealed in self.in_play:
            if unsealed not in self.sealed:
                return Duty(Task.SEAL, unsealed)
        if turn is Turn.DRAW:
            assert self.draw is not None, "a draw begins as soon as the position needs one"
            drawn = {of for of, _ in self.draw.links}
            return Duty(Task.LINK, next(s for s in self.in_play if s not in drawn))
        return Duty(Task.ACT if turn is Turn.ACT else Task.ANSWER, seat)

    @cached_property
    def entry_spot(self) -> Spot:
        """The spot that the entry which is due must name (P-21)."""
        if self.duty.task is Task.SEAL:
            assert self.duty.seat is not None
            return Spot(self.duty.seat, self.agreed.id)
        return self.spot

    def context(self, seat: int) -> Context:
        spot = self.entry_spot
        return Context(self.agreed.id, seat, spot.number, spot.previous)

    def ranking(self) -> Ranking:
        """The ranking of a table whose duty is Over (P-26)."""
        return self.position.ranking() or self.position.ranking_if_stopped()


def start(agreed: Agreed) -> Table:
    """The empty table."""
    return Table(agreed, agreed.game.start(len(agreed.terms.seats)), agreed.id)


def check_seal(agreed: Agreed, seat: int, body: SealBody) -> Sound | Fault:
    """A seal of a seat, wherever it will take its place (P-22)."""
    context = Context(agreed.id, seat, seat, agreed.id)
    sealed = seals.verify_seal(body.seal, body.tip, agreed.game.laws, context)
    return Sound(body, sealed=sealed) if sealed else Fault(Kind.PROOF)


def check(table: Table, seat: int, body: Body) -> Sound | Fault:
    """An entry of the due seat against the table (P-22)."""
    task = table.duty.task
    match body:
        case RemovalBody() if task not in (Task.SEAL, Task.OVER):
            return _check_removal(table, seat, body)
        case SealBody() if task is Task.SEAL:
            return check_seal(table.agreed, seat, body)
        case ActBody() if task is Task.ACT:
            return _check_words(table, seat, body, body.extension, None)
        case AnswerBody() if task is Task.ANSWER:
            return _check_words(table, seat, body, None, body.letter)
        case LinkBody(link) if task is Task.LINK:
            last, number = table.links[seat]
            due = table.link_count + 1
            if draws.follows(table.agreed.id, seat, last, number, due, link):
                return Sound(body)
            return Fault(Kind.LINK)
        case AcknowledgeBody() | ComplainBody() if task is Task.ACKNOWLEDGE:
            return Sound(body)
        case DiscloseBody(secret) if task is Task.DISCLOSE:
            return Sound(body) if _letter_is_good(table, secret) else Fault(Kind.PROOF)
        case OfferBody() | AcceptBody() | WithdrawBody() if task is Task.ACT:
            return Sound(body) if table.offers.allow(seat, body) else Fault(Kind.OFFER)
    return Fault(Kind.KIND)


def _check_removal(table: Table, seat: int, body: RemovalBody) -> Sound | Fault:
    removed = [of for of, _ in body.removed]
    sound = (
        bool(removed)
        and all(a < b for a, b in zip(removed, removed[1:]))
        and seat not in removed
        and set(removed) <= set(table.in_play)
        and all(why in (Leaving.RESIGNED, Leaving.FAULTED) for _, why in body.removed)
    )
    return Sound(body) if sound else Fault(Kind.REMOVAL)


def _letter_is_good(table: Table, secret: bytes) -> bool:
    """Judged by what the writer has sealed at this table (P-44)."""
    under_way = table.letter
    assert under_way is not None, "nothing is to be disclosed without a letter"
    question = under_way.question
    reader_key = table.agreed.terms.seats[question.reader].exchange
    sealed = table.sealed[under_way.writer]
    return letters.is_good(
        under_way.letter, secret, question.lines, reader_key, sealed, under_way.context
    )


def implied(table: Table, body: ActBody | AnswerBody) -> tuple[Any, Implied] | Fault:
    """The words of an entry and what they imply (P-23 a, b)."""
    game = table.agreed.game
    read = game.read_act if isinstance(body, ActBody) else game.read_answer
    try:
        words = read(body.words)
        return words, table.position.implied(words)
    except Malformed:
        return Fault(Kind.WORDS)
    except Illegal as illegal:
        return Fault(Kind.ILLEGAL, illegal.rule)


def _check_words(
    table: Table,
    seat: int,
    body: ActBody | AnswerBody,
    extension: seals.Seal | None,
    letter: Letter | None,
) -> Sound | Fault:
    """The words of an act or an answer, in the order of P-23."""
    judged = implied(table, body)
    if isinstance(judged, Fault):
        return judged
    words, implies = judged
    context = table.context(seat)
    sealed = table.sealed[seat]
    if (extension is None) != (implies.extension is None):
        return Fault(Kind.EXTENSION)
    if extension is not None and implies.extension is not None:
        extended = seals.verify_extension(extension, sealed, implies.extension, context)
        if extended is None:
            return Fault(Kind.PROOF)
        sealed = extended
    if not claims.are_proven(implies.claims, body.proof, sealed, context):
        return Fault(Kind.PROOF)
    question = implies.question
    asked = question is not None and question.reader != seat and question.reader in table.in_play
    if (letter is not None) != asked:
        return Fault(Kind.LETTER)
    slots = implies.extension.slots if implies.extension else None
    return Sound(body, words, sealed, slots, question if asked else None)


def apply(table: Table, step: Step, sound: Sound | None) -> Table:
    """The table behind a step; of an entry with what its check gave (P-24)."""
    after = replace(table, number=table.number + 1, head=head_behind(table.head, step))
    if isinstance(step, Out):
        for seat in step.seats:
            after = _leave(after, seat, step.why)
    else:
        assert sound is not None, "only an out needs no check"
        after = _apply_entry(table, after, step, sound)
    if after.ended_by is None and after.position.due()[0] is not Turn.OVER:
        plays = [seat for seat in after.in_play if after.position.plays(seat)]
        offers = after.offers
        for seat in set(after.in_play).difference(plays):
            offers = offers.without(seat)
        after = replace(after, offers=offers.agreed_by(plays))
    sealed = all(seat in after.sealed for seat in after.in_play)
    if sealed and after.draw is None and after.position.due()[0] is Turn.DRAW:
        after = replace(after, draw=Draw(after.head))
    return after


def _apply_entry(before: Table, after: Table, said: Said, sound: Sound) -> Table:
    seat = said.seat
    match sound.body:
        case SealBody(seal, tip):
            board = HashedBoard(after.agreed.game.laws.slots, bytes(32), seal.board)
            return replace(
                after,
                sealed=with_item(after.sealed, seat, sound.sealed),
                boards=with_item(after.boards, seat, (board,)),
                links=with_item(after.links, seat, (tip, 0)),
            )
        case ActBody() | AnswerBody():
            return _apply_words(before, after, seat, sound)
        case LinkBody(link):
            return _apply_link(after, seat, link)
        case AcknowledgeBody():
            return replace(after, letter=None)
        case ComplainBody():
            assert after.letter is not None
            return replace(after, letter=replace(after.letter, complained=True))
        case DiscloseBody():
            assert after.letter is not None
            reader = after.letter.question.reader
            return _leave(replace(after, letter=None), reader, Leaving.FAULTED)
        case RemovalBody(removed):
            for of, why in removed:
                after = _leave(after, of, why)
        case OfferBody() | AcceptBody() | WithdrawBody() as parley:
            after = replace(after, offers=after.offers.with_parley(seat, parley))
    return after


def _apply_words(before: Table, after: Table, seat: int, sound: Sound) -> Table:
    body = sound.body
    context = before.context(seat)
    if isinstance(body, ActBody) and body.extension is not None:
        assert sound.extension_slots is not None
        board = HashedBoard(sound.extension_slots, context.previous, body.extension.board)
        boards = with_item(after.boards, seat, (*after.boards[seat], board))
        after = replace(after, sealed=with_item(after.sealed, seat, sound.sealed), boards=boards)
    if isinstance(body, ActBody):
        after = replace(after, offers=after.offers.after_act(seat))
    letter = None
    if isinstance(body, AnswerBody) and body.letter is not None and sound.question is not None:
        letter = UnderWay(seat, sound.question, body.letter, context)
    return replace(after, letter=letter, position=before.position.after_words(sound.words))


def _apply_link(table: Table, seat: int, link: bytes) -> Table:
    """A link joins its draw, which the last one decides (P-24, P-47)."""
    assert table.draw is not None, "no link is due without a draw"
    asked_by, number = table.draw.asked_by, table.link_count + 1
    joined = (*table.draw.links, (seat, link))
    table = replace(
        table,
        links=with_item(table.links, seat, (link, number)),
        draw=Draw(asked_by, joined),
    )
    if {of for of, _ in joined} != set(table.in_play):
        return table
    links = [shown for _, shown in joined]
    seed = draws.outcome(table.agreed.id, number, asked_by, links)
    position = table.position.after_draw(draws.Stream(seed))
    return replace(table, draw=None, link_count=number, position=position)


def _leave(table: Table, seat: int, why: Leaving) -> Table:
    """A seat leaves; one that has left already stays as it is (P-25)."""
    if seat in table.left:
        return table
    letter = table.letter
    if letter is not None and seat in (letter.writer, letter.question.reader):
        letter = None
    position = table.position.after_leaving(seat)
    ends = why is Leaving.CLAIMED or position.due()[0] is Turn.OVER
    return replace(
        table,
        left=with_item(table.left, seat, why),
        draw=None,
        link_count=table.link_count + 1,
        letter=letter,
        position=position,
        offers=table.offers.without(seat),
        ended_by=why if ends and table.ended_by is None else table.ended_by,
    )
