"""The group ristretto255, its bases and commitments (P-5 to P-7).

A point is its canonical encoding of 32 bytes, a scalar a number below ORDER.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from .sodium import LIBRARY, buffer

ORDER = 2**252 + 27742317777372353535851937790883648493
IDENTITY = bytes(32)
Point = bytes


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def is_point(data: bytes) -> bool:
    """Whether these are the canonical encoding of a point, the identity included (P-5)."""
    # libsodium 1.0.18 reads an encoding with its highest bit set as if it were not.
    if len(data) != 32 or data[31] & 0x80:
        return False
    return bool(LIBRARY.crypto_core_ristretto255_is_valid_point(data) == 1)


def scalar(data: bytes) -> int | None:
    """The scalar of 32 bytes, none if it is not below the order (P-5)."""
    number = int.from_bytes(data, "little")
    return number if len(data) == 32 and number < ORDER else None


def scalars(items: Iterable[bytes]) -> list[int] | None:
    """All of these scalars, none if one of them is not canonical."""
    numbers = []
    for data in items:
        number = scalar(data)
        if number is None:
            return None
        numbers.append(number)
    return numbers


def wide_scalar(data: bytes) -> int:
    """The wide scalar of the 64 bytes of a SHA-512 (P-5)."""
    return int.from_bytes(data, "little") % ORDER


def add(a: Point, b: Point) -> Point:
    out = buffer(32)
    LIBRARY.crypto_core_ristretto255_add(out, a, b)
    return out.raw


def subtract(a: Point, b: Point) -> Point:
    out = buffer(32)
    LIBRARY.crypto_core_ristretto255_sub(out, a, b)
    return out.raw


def total(points: Iterable[Point]) -> Point:
    """The sum of points; that of none is the identity."""
    result = IDENTITY
    for point in points:
        result = point if result == IDENTITY else add(result, point)
    return result


def times(factor: int, point: Point) -> Point:
    """A multiple. The library reports an error where it is the identity (P-5)."""
    out = buffer(32)
    if LIBRARY.crypto_scalarmult_ristretto255(out, factor.to_bytes(32, "little"), point) != 0:
        return IDENTITY
    return out.raw


def combination(factors: Iterable[int], points: Iterable[Point]) -> Point:
    """The sum of multiples; factors beyond the points are left out."""
    return total(times(factor, point) for factor, point in zip(factors, points))


def times_h(factor: int) -> Point:
    """A multiple of H, the base of blindings, which is the base point of ristretto255 (P-6)."""
    out = buffer(32)
    if LIBRARY.crypto_scalarmult_ristretto255_base(out, factor.to_bytes(32, "little")) != 0:
        return IDENTITY
    return out.raw


def from_hash(data: bytes) -> Point:
    """The one-way map of RFC 9496, section 4.3.4: 64 bytes to a point."""
    out = buffer(32)
    LIBRARY.crypto_core_ristretto255_from_hash(out, data)
    return out.raw


G = from_hash(hashlib.sha512(b"marque/1/value base").digest())


def times_g(factor: int) -> Point:
    """A multiple of G, the base of values (P-6)."""
    return times(factor % ORDER, G)


def commit(value: int, blinding: int) -> Point:
    """The commitment v·G + r·H (P-7)."""
    return add(times_g(value), times_h(blinding))
