"""The file of a log (P-74, P-75)."""

from __future__ import annotations

import os
from pathlib import Path

from .encoding import Malformed, Reader, decode, le64
from .group import sha256
from .log import Log, Refusal, Refused
from .statements import Entry, Signed, Unauthentic, head_behind, open_signed, read_signed
from .terms import Agreed, Agreement, accept_agreement, read_agreement
from .terms import Refused as TermsRefused

MAGIC = b"MARQUE\x00\x01"
LONGEST_ITEM = 2**20
LONGEST_RECORD = 256 * 2**20
CHECK_BYTES = 8


class NoRecord(Exception):
    """The file is no record, or a damaged one: it has no verdict."""


def read_file(path: Path) -> bytes:
    """The bytes of a file, unless it is too large to be a record."""
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size > LONGEST_RECORD:
                raise NoRecord("the file is larger than any record")
            data = file.read(LONGEST_RECORD + 1)  # what is no plain file may not tell its size
    except (OSError, ValueError) as error:
        raise NoRecord(f"cannot read the file: {error}") from error
    if len(data) > LONGEST_RECORD:
        raise NoRecord("the file is larger than any record")
    return data


def read_record(data: bytes) -> Log:
    """The log of a whole record (P-75)."""
    items = _Items(data)
    first = items.next()
    if not isinstance(first, Agreement):
        raise NoRecord("the record does not begin with an agreement")
    try:
        agreed = accept_agreement(first)
    except TermsRefused as error:
        raise NoRecord(str(error)) from error
    insertion = _Insertion(agreed)
    while (item := items.next()) is not None:
        if isinstance(item, Agreement):
            raise NoRecord("the record has a second agreement")
        insertion.say(item)
    return insertion.log


def _read_item(r: Reader) -> Agreement | Signed:
    return read_agreement(r) if r.variant(2) == 0 else read_signed(r)


class _Items:
    """The items of a file, one behind the other (P-74)."""

    def __init__(self, data: bytes) -> None:
        if data[: len(MAGIC)] != MAGIC:
            raise NoRecord("this is no record of version 1")
        self.data = data
        self.at = len(MAGIC)
        self.check = sha256(MAGIC)

    def next(self) -> Agreement | Signed | None:
        """The next item; none at the end of the file."""
        if self.at == len(self.data):
            return None
        length = int.from_bytes(self._take(4), "little")
        if length > LONGEST_ITEM:
            raise NoRecord("an item is too long")
        item = self._take(length)
        self.check = sha256(b"marque/1/record", self.check, le64(length), item)
        if self._take(CHECK_BYTES) != self.check[:CHECK_BYTES]:
            raise NoRecord("an item is damaged")
        try:
            return decode(item, _read_item)
        except Malformed as error:
            raise NoRecord(f"an item cannot be read: {error}") from error

    def _take(self, count: int) -> bytes:
        if count > len(self.data) - self.at:
            raise NoRecord("the file ends within an item")
        self.at += count
        return self.data[self.at - count : self.at]


class _Insertion:
    """Gives statements to a log; one that comes too early gets a second chance (P-75)."""

    def __init__(self, agreed: Agreed) -> None:
        self.log = Log(agreed)
        # Entries beyond those that are kept for their spot, by their heads. Of all that was
        # offered before, a second offer can change the fate of such an entry alone, and only
        # if its head is the one that is missing (P-49): so no others are offered again.
        self.superfluous: dict[bytes, Signed] = {}

    def say(self, signed: Signed) -> None:
        try:
            said = open_signed(signed, self.log.agreed)
            try:
                new = self.log.insert(said)
            except Refused as refused:
                earlier = self.superfluous.get(said.statement.spot.previous)
                if refused.why is not Refusal.GAP or earlier is None:
                    raise
                self.log.insert(open_signed(earlier, self.log.agreed))
                new = self.log.insert(said)
        except (Unauthentic, Refused) as refused:
            raise NoRecord(f"a statement is refused: {refused}") from refused
        if not new and isinstance(said.statement, Entry):
            self.superfluous[head_behind(said.statement.spot.previous, said)] = signed
