"""The proof that slots, and the sums of lines, are 0 or 1 (P-81)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .encoding import Reader, le32
from .group import (
    ORDER,
    Point,
    add,
    combination,
    commit,
    from_hash,
    is_point,
    scalars,
    times,
    times_h,
)
from .laws import Line
from .sealed import Sealed
from .transcript import Transcript


@dataclass(frozen=True)
class BitsProof:
    values: bytes
    masks: bytes
    link: bytes
    coefficients: tuple[bytes, bytes]  # of x and of 1
    responses: list[bytes]
    blindings: tuple[bytes, bytes, bytes]


def read_bits_proof(r: Reader) -> BitsProof:
    return BitsProof(
        values=r.digest(),
        masks=r.digest(),
        link=r.digest(),
        coefficients=(r.digest(), r.digest()),
        responses=r.list(r.digest),
        blindings=(r.digest(), r.digest(), r.digest()),
    )


@lru_cache(maxsize=8192)
def slot_base(slot: int) -> Point:
    """B_k, of which nobody knows how it depends on the bases of other slots, G and H."""
    return from_hash(hashlib.sha512(b"marque/1/slot base" + le32(slot)).digest())


def verifies(
    proof: BitsProof,
    transcript: Transcript,
    sealed: Sealed,
    new: range,
    at_most_one: Sequence[Line],
) -> bool:
    """Whether every new slot and the sum of every line is 0 or 1, going on with this transcript."""
    covered = sorted(set(new).union(*at_most_one))
    if len(proof.responses) != len(covered) or not sealed.has(tuple(covered)):
        return False
    points = (proof.values, proof.masks, proof.link, *proof.coefficients)
    responses, blindings = scalars(proof.responses), scalars(proof.blindings)
    if not all(map(is_point, points)) or responses is None or blindings is None:
        return False
    transcript.item(b"values", proof.values)
    transcript.item(b"masks", proof.masks)
    y = transcript.challenge()
    transcript.item(b"link", proof.link)
    transcript.all(b"coefficients", proof.coefficients)
    x = transcript.challenge()
    weights = _powers(y, len(covered) + len(at_most_one))
    answer_of = dict(zip(covered, responses))
    answers = responses + [sum(answer_of[slot] for slot in line) for line in at_most_one]
    return (
        _is_of_values(proof, covered, x, responses, blindings[0])
        and _is_of_seal(proof, sealed, covered, x, weights, responses, blindings[1])
        and _is_of_bits(proof, x, weights, answers, blindings[2])
    )


def _powers(base: int, count: int) -> list[int]:
    """base^1 to base^count."""
    powers = [base]
    while len(powers) < count:
        powers.append(powers[-1] * base % ORDER)
    return powers


def _is_of_values(
    proof: BitsProof, covered: list[int], x: int, responses: list[int], blinding: int
) -> bool:
    """x·V + A = Σ f_i·B_i + z_0·H: the responses are b_i·x + a_i, fixed before x (step 4)."""
    left = add(times(x, proof.values), proof.masks)
    right = combination(responses, map(slot_base, covered))
    return left == add(right, times_h(blinding))


def _is_of_seal(
    proof: BitsProof,
    sealed: Sealed,
    covered: list[int],
    x: int,
    weights: list[int],
    responses: list[int],
    blinding: int,
) -> bool:
    """x·Σ y^i·P_i + L = (Σ y^i·f_i)·G + z_1·H: these b_i are the sealed ones (step 5)."""
    commitments = combination(weights, (sealed.points[slot] for slot in covered))
    left = add(times(x, commitments), proof.link)
    value = sum(weight * response for weight, response in zip(weights, responses))
    return left == commit(value, blinding)


def _is_of_bits(
    proof: BitsProof, x: int, weights: list[int], answers: list[int], blinding: int
) -> bool:
    """x·T_1 + T_0 = (Σ y^j·g_j·(g_j - x))·G + z_2·H: no x² is left, so b² = b (step 6)."""
    left = add(times(x, proof.coefficients[0]), proof.coefficients[1])
    value = sum(weight * g * (g - x) for weight, g in zip(weights, answers))
    return left == commit(value, blinding)
