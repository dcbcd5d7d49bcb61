"""Signatures and keys: Ed25519 and X25519 (P-3, P-4)."""

from __future__ import annotations

from .sodium import LIBRARY, buffer

PRIME = 2**255 - 19
CURVE_D = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)


def is_strict(key: bytes, tag: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is good, strictly and without a cofactor (P-3)."""
    if len(key) != 32 or len(signature) != 64:
        return False  # else the library would read behind their ends
    signed = tag + message
    return bool(LIBRARY.crypto_sign_verify_detached(signature, signed, len(signed), key) == 0)


def signing_key_is_acceptable(key: bytes) -> bool:
    """The canonical encoding of a point that has no small order (P-4).

    The library would demand a point of the prime-order subgroup, which is more
    than the clause does: hence the decoding here.
    """
    y = int.from_bytes(key, "little") & (2**255 - 1)
    if len(key) != 32 or y >= PRIME:
        return False
    x = _abscissa(y)
    # Of x = 0 a second encoding exists, but these two points have small order.
    return x is not None and not _has_small_order(x, y)


def _abscissa(y: int) -> int | None:
    """One of the two x with -x² + y² = 1 + d·x²·y², if there are any (RFC 8032, 5.1.3)."""
    square = (y * y - 1) * pow(CURVE_D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME == square:
        return x
    x = x * ROOT_OF_MINUS_ONE % PRIME
    return x if x * x % PRIME == square else None


def _has_small_order(x: int, y: int) -> bool:
    """Whether eight times the point is the neutral element (0, 1)."""
    for _ in range(3):
        product = CURVE_D * x * x * y * y % PRIME
        x, y = (
            2 * x * y * pow(1 + product, -1, PRIME) % PRIME,
            (y * y + x * x) * pow(1 - product, -1, PRIME) % PRIME,
        )
    return (x, y) == (0, 1)


def exchange_key_is_acceptable(key: bytes) -> bool:
    """Below 2^255 - 19, and some secret with it gives anything but zeros (P-4)."""
    if len(key) != 32 or int.from_bytes(key, "little") >= PRIME:
        return False
    return shared_secret(bytes(32), key) is not None


def exchange_public(secret: bytes) -> bytes:
    """The public key of an X25519 secret."""
    out = buffer(32)
    LIBRARY.crypto_scalarmult_base(out, secret)
    return out.raw


def shared_secret(secret: bytes, public: bytes) -> bytes | None:
    """X25519 of a secret and a public key; none where it is all zeros."""
    out = buffer(32)
    return out.raw if LIBRARY.crypto_scalarmult(out, secret, public) == 0 else None


def decrypt(ciphertext: bytes, key: bytes) -> bytes | None:
    """ChaCha20-Poly1305 (RFC 8439) with a nonce of zeros and no associated data (P-42)."""
    if len(ciphertext) < 16:
        return None
    out = buffer(max(len(ciphertext) - 16, 1))
    failed = LIBRARY.crypto_aead_chacha20poly1305_ietf_decrypt(
        out, None, None, ciphertext, len(ciphertext), None, 0, bytes(12), key
    )
    return None if failed else out.raw[: len(ciphertext) - 16]
