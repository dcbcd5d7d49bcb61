"""Seals of a chart and extensions of them (P-28, P-31, P-32, P-34, P-39)."""

from __future__ import annotations

from dataclasses import dataclass

from . import bits_proof
from .bits_proof import BitsProof, read_bits_proof
from .encoding import Reader
from .group import IDENTITY, is_point, scalar, sha256
from .laws import Laws
from .sealed import Sealed
from .transcript import Context, Transcript


@dataclass(frozen=True)
class LawsProof:
    """The proof that a vector satisfies its laws (P-28)."""

    bits: BitsProof
    exactly: list[bytes]


@dataclass(frozen=True)
class Seal:
    """The public commitment to a chart or to an extension of it (P-28)."""

    commitments: list[bytes]
    laws: LawsProof
    board: bytes


def read_seal(r: Reader) -> Seal:
    return Seal(r.list(r.digest), LawsProof(read_bits_proof(r), r.list(r.digest)), r.digest())


def verify_seal(seal: Seal, tip: bytes, laws: Laws, context: Context) -> Sealed | None:
    """What is sealed now, or none if the seal does not verify (P-32)."""
    root = sha256(b"marque/1/root", *seal.commitments, seal.board, tip)
    return _verify(seal, Sealed((), IDENTITY), root, laws, context)


def verify_extension(seal: Seal, base: Sealed, laws: Laws, context: Context) -> Sealed | None:
    """What is sealed now by this extension of a seat's vector, or none (P-39)."""
    root = sha256(b"marque/1/extended root", base.root, *seal.commitments, seal.board)
    return _verify(seal, base, root, laws, context)


def _verify(seal: Seal, base: Sealed, root: bytes, laws: Laws, context: Context) -> Sealed | None:
    if len(seal.commitments) != laws.slots or len(seal.laws.exactly) != len(laws.exactly):
        return None
    points = base.points + tuple(seal.commitments)
    if IDENTITY in seal.commitments or len(set(points)) != len(points):
        return None
    if not all(map(is_point, seal.commitments)):
        return None
    sealed = Sealed(points, root)
    for (line, number), data in zip(laws.exactly, seal.laws.exactly):
        blinding = scalar(data)
        if blinding is None or not sealed.has(line) or not sealed.opens(line, number, blinding):
            return None
    transcript = Transcript(b"marque/1/laws", context)
    transcript.item(b"root", root)
    transcript.number(b"slots", laws.slots)
    transcript.lines(b"at most one", [(line, 1) for line in laws.at_most_one])
    transcript.lines(b"exactly", laws.exactly)
    transcript.all(b"exactly", seal.laws.exactly)
    new = range(len(base.points), len(points))
    proven = bits_proof.verifies(seal.laws.bits, transcript, sealed, new, laws.at_most_one)
    return sealed if proven else None
