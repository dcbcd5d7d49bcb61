"""Letters: the answer to a private question, and the judging of one (P-41 to P-44)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .encoding import Reader, le32
from .group import scalar, sha256
from .keys import decrypt, exchange_key_is_acceptable, exchange_public, shared_secret
from .laws import Line
from .sealed import Sealed
from .transcript import Context

BYTES_A_LINE = 36
AUTHENTICATION = 16


@dataclass(frozen=True)
class Letter:
    ephemeral: bytes
    ciphertext: bytes


def read_letter(r: Reader) -> Letter:
    return Letter(r.digest(), r.bytes())


def is_good(
    letter: Letter,
    disclosed: bytes,
    lines: Sequence[Line],
    reader_key: bytes,
    sealed: Sealed,
    context: Context,
) -> bool:
    """Whether the letter is judged good with a disclosed secret (P-43, P-44)."""
    if len(letter.ciphertext) != BYTES_A_LINE * len(lines) + AUTHENTICATION:
        return False
    if letter.ephemeral != exchange_public(disclosed):
        return False
    if not exchange_key_is_acceptable(reader_key):
        return False
    shared = shared_secret(disclosed, reader_key)
    if shared is None:
        return False
    key = sha256(
        b"marque/1/letter key",
        shared,
        context.game,
        le32(context.number),
        letter.ephemeral,
        reader_key,
    )
    plaintext = decrypt(letter.ciphertext, key)
    return plaintext is not None and all(
        _opens(plaintext[at * BYTES_A_LINE :][:BYTES_A_LINE], line, sealed)
        for at, line in enumerate(lines)
    )


def _opens(part: bytes, line: Line, sealed: Sealed) -> bool:
    """Whether a sum with its blinding opens a line."""
    blinding = scalar(part[4:])
    if blinding is None or not sealed.has(line):
        return False
    return sealed.opens(line, int.from_bytes(part[:4], "little"), blinding)
