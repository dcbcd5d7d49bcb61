"""The encoding of all structures: postcard 1, canonical only (P-1, P-2).

A reader is strict: what it accepts has no other encoding, so nothing needs to
be encoded again to compare. Only few structures are ever written here, those
that go into a hash.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Malformed(Exception):
    """The bytes are not the canonical encoding of what was expected."""


class Reader:
    """Takes values from the front of some bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        """Exactly so many bytes."""
        end = self.at + count
        if end > len(self.data):
            raise Malformed("the bytes end too early")
        taken = self.data[self.at : end]
        self.at = end
        return taken

    def u8(self) -> int:
        return self.take(1)[0]

    def varint(self, bits: int) -> int:
        """A `u16`, `u32` or `u64`: 7 bits a byte, lowest group first, as short as possible."""
        value = shift = 0
        while True:
            byte = self.u8()
            value |= (byte & 0x7F) << shift
            if value >> bits:
                raise Malformed("a number beyond its type")
            shift += 7
            if byte < 0x80:
                break
            if shift >= bits:
                raise Malformed("a number longer than its type")
        if byte == 0 and shift > 7:
            raise Malformed("a number longer than needed")
        return value

    def u16(self) -> int:
        return self.varint(16)

    def u32(self) -> int:
        return self.varint(32)

    def u64(self) -> int:
        return self.varint(64)

    def bool(self) -> bool:
        byte = self.u8()
        if byte > 1:
            raise Malformed("a bool that is neither 00 nor 01")
        return byte == 1

    def variant(self, count: int) -> int:
        """The number of an enum's variant, below their count."""
        number = self.u32()
        if number >= count:
            raise Malformed("an unknown variant")
        return number

    def digest(self) -> bytes:
        """32 bytes: a digest, key, point or scalar."""
        return self.take(32)

    def bytes(self) -> bytes:
        """A `Vec<u8>`."""
        return self.take(self.u64())

    def string(self) -> str:
        try:
            return self.bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise Malformed("text that is not UTF-8") from error

    def option(self, read: Callable[[], T]) -> T | None:
        return read() if self.bool() else None

    def list(self, read: Callable[[], T]) -> list[T]:
        """A `Vec` of items, each of one byte at least: so the count bounds the memory."""
        count = self.u64()
        if count > len(self.data) - self.at:
            raise Malformed("a list longer than the bytes that are left")
        return [read() for _ in range(count)]

    def end(self) -> None:
        if self.at != len(self.data):
            raise Malformed("bytes behind the value")


def decode(data: bytes, read: Callable[[Reader], T]) -> T:
    """The one value that these bytes encode (P-2)."""
    reader = Reader(data)
    value = read(reader)
    reader.end()
    return value


def varint(number: int) -> bytes:
    """The encoding of a `u16`, `u32` or `u64`."""
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def le32(number: int) -> bytes:
    return number.to_bytes(4, "little")


def le64(number: int) -> bytes:
    return number.to_bytes(8, "little")
