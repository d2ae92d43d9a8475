"""The keys of links, and percent-encoding, strict and the same in all interpreters."""

from __future__ import annotations

KEYS = ("v", "r", "f", "m", "t", "n", "k", "e", "at", "side", "w", "b", "p", "c", "resigned", "time", "draw")
"""The keys of a link, which link_text explains."""


def escape(text: str) -> str:
    """Percent-encode a text (UTF-8), except for the characters that need no encoding in our fragments."""
    plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/,"
    data = text.encode("utf-8", "replace")  # a lone surrogate becomes a question mark
    return "".join([chr(byte) if byte < 128 and chr(byte) in plain else f"%{byte:02X}" for byte in data])


def unescape(text: str) -> str:
    """Decode a percent-encoded text.

    Raises:
        ValueError: A `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
    """
    data = text.encode()
    out = bytearray()
    offset = 0
    while offset < len(data):
        if data[offset] == 37:
            out.append(int(_hex_pair(data[offset + 1 : offset + 3]), 16))
            offset += 3
        else:
            out.append(data[offset])
            offset += 1
    _check_utf8(out)
    return bytes(out).decode()


def _check_utf8(data: bytearray) -> None:
    """Raise ValueError for bytes that are not UTF-8: MicroPython also decodes overlong forms and surrogates."""
    offset = 0
    while offset < len(data):
        first = data[offset]
        offset += 1
        if first < 0x80:
            continue
        if not 0xC2 <= first <= 0xF4:
            raise ValueError("not UTF-8")
        low = 0xA0 if first == 0xE0 else 0x90 if first == 0xF0 else 0x80
        high = 0x9F if first == 0xED else 0x8F if first == 0xF4 else 0xBF
        for _ in range(1 if first < 0xE0 else 2 if first < 0xF0 else 3):
            if offset == len(data) or not low <= data[offset] <= high:
                raise ValueError("not UTF-8")
            low, high = 0x80, 0xBF
            offset += 1


def _hex_pair(pair: bytes) -> str:
    """Return two hexadecimal digits as text, or raise ValueError."""
    digits = "".join([chr(byte) for byte in pair])
    if len(digits) != 2 or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
        raise ValueError("bad percent-encoding")
    return digits
