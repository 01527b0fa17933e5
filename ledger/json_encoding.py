"""Whether the bytes of a file are UTF-8, and what they are if not (rule FP102)."""

from __future__ import annotations


def wide_encoding(data: bytes) -> str | None:
    """UTF-16 or UTF-32, told by its mark or by the NULs around a first ASCII character (RFC 4627, section 3)."""
    zeros = tuple(byte == 0 for byte in data[:4])
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "UTF-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    if zeros in ((False, True, True, True), (True, True, True, False)):
        return "UTF-32"
    if zeros in ((False, True, False, True), (True, False, True, False)):
        return "UTF-16"
    return None


def bad_bytes(data: bytes, error: UnicodeDecodeError) -> str:
    """What is wrong with the first bytes that are no UTF-8, for a message."""
    first, second = data[error.start], data[error.start + 1 : error.start + 2]
    if first == 0xED and b"\xa0" <= second <= b"\xbf":
        return "the file is not UTF-8: it encodes half a surrogate pair"
    overlong = first in (0xC0, 0xC1) or (first == 0xE0 and b"\x80" <= second < b"\xa0")
    if overlong or (first == 0xF0 and b"\x80" <= second < b"\x90"):
        return "the file is not UTF-8: it encodes a character in more bytes than needed"
    return f"the file is not UTF-8: the byte 0x{first:02X} stands where no character can have it"
