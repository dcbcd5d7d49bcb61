"""The C library libsodium, through ctypes: the only thing beyond Python that is needed."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys

NAMES = (
    "libsodium.so.26",
    "libsodium.so.23",
    "libsodium.so",
    "libsodium.dylib",
    "/opt/homebrew/lib/libsodium.dylib",
    "/usr/local/lib/libsodium.dylib",
    "libsodium.dll",
    "sodium.dll",
)

MISSING = """libsodium is not here (1.0.18 or newer, with ristretto255). Install it:
  Debian, Ubuntu: apt install libsodium23
  Fedora:         dnf install libsodium
  macOS:          brew install libsodium
  Windows:        put libsodium.dll from https://download.libsodium.org beside python.exe"""

# Every function used, with the number of results and arguments that ctypes must know:
# B is a pointer to bytes, N a length of 64 bits.
FUNCTIONS = {
    "crypto_core_ristretto255_add": "BBB",
    "crypto_core_ristretto255_from_hash": "BB",
    "crypto_core_ristretto255_is_valid_point": "B",
    "crypto_core_ristretto255_sub": "BBB",
    "crypto_scalarmult": "BBB",
    "crypto_scalarmult_base": "BB",
    "crypto_scalarmult_ristretto255": "BBB",
    "crypto_scalarmult_ristretto255_base": "BB",
    "crypto_sign_verify_detached": "BBNB",
    "crypto_aead_chacha20poly1305_ietf_decrypt": "BBBBNBNBB",
}


def _load() -> ctypes.CDLL:
    found = ctypes.util.find_library("sodium") or ctypes.util.find_library("libsodium")
    for name in (found, *NAMES) if found else NAMES:
        try:
            library = ctypes.CDLL(name)
            for function, arguments in FUNCTIONS.items():
                getattr(library, function).argtypes = [
                    ctypes.c_char_p if kind == "B" else ctypes.c_ulonglong for kind in arguments
                ]
            if library.sodium_init() >= 0:
                return library
        except (OSError, AttributeError):
            continue  # not there, or built without ristretto255: the next name
    print(MISSING, file=sys.stderr)
    raise SystemExit(2)


LIBRARY = _load()


def buffer(size: int) -> ctypes.Array[ctypes.c_char]:
    """Room for a result of the library."""
    return ctypes.create_string_buffer(size)
