"""What seats sign, and the steps of a log (P-14 to P-19)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .claims import ClaimsProof, read_claims_proof
from .encoding import Malformed, Reader, decode, varint
from .group import sha256
from .keys import is_strict
from .letters import Letter, read_letter
from .seals import Seal, read_seal
from .terms import Agreed

LONGEST_SEAL = 2**20 - 256
LONGEST = 2**17


class Proposal(Enum):
    """What a seat offers to all others (P-15)."""

    DRAW = 0
    ADJOURNMENT = 1


class Leaving(Enum):
    """Why a seat left (P-15)."""

    RESIGNED = 0
    FORFEITED = 1
    CLAIMED = 2
    FAULTED = 3


@dataclass(frozen=True)
class Spot:
    """A place in the log: the number of steps before it and their head (P-14)."""

    number: int
    previous: bytes


@dataclass(frozen=True)
class SealBody:
    seal: Seal
    tip: bytes


@dataclass(frozen=True)
class ActBody:
    words: bytes
    extension: Seal | None
    proof: ClaimsProof


@dataclass(frozen=True)
class AnswerBody:
    words: bytes
    proof: ClaimsProof
    letter: Letter | None


@dataclass(frozen=True)
class LinkBody:
    link: bytes


@dataclass(frozen=True)
class AcknowledgeBody:
    pass


@dataclass(frozen=True)
class ComplainBody:
    pass


@dataclass(frozen=True)
class DiscloseBody:
    secret: bytes


@dataclass(frozen=True)
class RemovalBody:
    removed: tuple[tuple[int, Leaving], ...]


@dataclass(frozen=True)
class OfferBody:
    proposal: Proposal


@dataclass(frozen=True)
class AcceptBody:
    proposal: Proposal


@dataclass(frozen=True)
class WithdrawBody:
    proposal: Proposal


Body = (
    SealBody
    | ActBody
    | AnswerBody
    | LinkBody
    | AcknowledgeBody
    | ComplainBody
    | DiscloseBody
    | RemovalBody
    | OfferBody
    | AcceptBody
    | WithdrawBody
)


@dataclass(frozen=True)
class Entry:
    spot: Spot
    body: Body


@dataclass(frozen=True)
class Resign:
    spot: Spot


@dataclass(frozen=True)
class Seen:
    spot: Spot
    head: bytes


@dataclass(frozen=True)
class Overdue:
    spot: Spot
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Opened:
    """A chart as it is shown after the end."""

    seed: bytes
    values: bytes


@dataclass(frozen=True)
class Chart:
    spot: Spot
    opened: Opened


@dataclass(frozen=True)
class Result:
    spot: Spot


Statement = Entry | Resign | Seen | Overdue | Chart | Result


def _read_leaving(r: Reader) -> Leaving:
    return Leaving(r.variant(len(Leaving)))


def _read_proposal(r: Reader) -> Proposal:
    return Proposal(r.variant(len(Proposal)))


def _read_body(r: Reader) -> Body:
    match r.variant(11):
        case 0:
            return SealBody(read_seal(r), r.digest())
        case 1:
            words = r.bytes()
            return ActBody(words, r.option(lambda: read_seal(r)), read_claims_proof(r))
        case 2:
            words = r.bytes()
            return AnswerBody(words, read_claims_proof(r), r.option(lambda: read_letter(r)))
        case 3:
            return LinkBody(r.digest())
        case 4:
            return AcknowledgeBody()
        case 5:
            return ComplainBody()
        case 6:
            return DiscloseBody(r.digest())
        case 7:
            return RemovalBody(tuple(r.list(lambda: (r.u8(), _read_leaving(r)))))
        case 8:
            return OfferBody(_read_proposal(r))
        case 9:
            return AcceptBody(_read_proposal(r))
        case _:
            return WithdrawBody(_read_proposal(r))


def _read_statement(r: Reader) -> Statement:
    variant = r.variant(6)
    spot = Spot(r.u32(), r.digest())
    match variant:
        case 0:
            return Entry(spot, _read_body(r))
        case 1:
            return Resign(spot)
        case 2:
            return Seen(spot, r.digest())
        case 3:
            return Overdue(spot, tuple(r.list(r.u8)))
        case 4:
            return Chart(spot, Opened(r.digest(), r.bytes()))
        case _:
            return Result(spot)


@dataclass(frozen=True)
class Signed:
    """A statement as it travels (P-16)."""

    seat: int
    signature: bytes
    bytes: bytes


def read_signed(r: Reader) -> Signed:
    return Signed(r.u8(), r.take(64), r.bytes())


@dataclass(frozen=True)
class Said:
    """An authentic statement, with its digest and the bytes that its heads are made of."""

    seat: int
    statement: Statement
    digest: bytes
    bytes: bytes

    @property
    def body(self) -> Body:
        """The body of what is known to be an entry."""
        assert isinstance(self.statement, Entry)
        return self.statement.body


class Unauthentic(Exception):
    """A statement that is refused before it is looked at (P-17)."""


def is_seal(statement: Statement) -> bool:
    """Whether it is an entry with the body Seal: the only one that may be long."""
    return isinstance(statement, Entry) and isinstance(statement.body, SealBody)


def open_signed(signed: Signed, agreed: Agreed) -> Said:
    """The statement if it is authentic (P-17)."""
    if signed.seat >= len(agreed.terms.seats):
        raise Unauthentic("nobody has this seat")
    if len(signed.bytes) > LONGEST_SEAL:
        raise Unauthentic("too long")
    key = agreed.terms.seats[signed.seat].signing
    if not is_strict(key, b"marque/1/statement", signed.bytes, signed.signature):
        raise Unauthentic("a bad signature")
    if signed.bytes[:32] != agreed.id:
        raise Unauthentic("of another game")
    try:
        statement = decode(signed.bytes[32:], _read_statement)
    except Malformed as error:
        raise Unauthentic(f"no statement: {error}") from error
    if len(signed.bytes) > LONGEST and not is_seal(statement):
        raise Unauthentic("too long")
    seat = bytes([signed.seat])
    digest = sha256(b"marque/1/bytes", seat, signed.bytes)
    return Said(signed.seat, statement, digest, signed.bytes)


@dataclass(frozen=True)
class Out:
    """A step that nobody signs: these seats are out (P-19)."""

    seats: tuple[int, ...]
    why: Leaving


Step = Said | Out


def head_behind(previous: bytes, step: Step) -> bytes:
    """The head of the chain that this step prolongs (P-18, P-19)."""
    if isinstance(step, Said):
        return sha256(b"marque/1/head", previous, bytes([step.seat]), step.bytes)
    encoding = varint(len(step.seats)) + bytes(step.seats) + varint(step.why.value)
    return sha256(b"marque/1/out", previous, encoding)
