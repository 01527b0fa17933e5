"""The words of JSON text: strings and numbers read strictly (RFC 8259), and where in the text an offset lies."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

# How a reader is told of a fault: code, message, offset in the text, detail.
Report = Callable[[str, str, int, str], None]

# The longest integer Python converts whatever its limit is set to; beyond it a number is held as a float.
_MAX_DIGITS = sys.int_info.str_digits_check_threshold
_EXACT = 2**53

_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_HEX4 = re.compile(r"[0-9A-Fa-f]{4}")
_LOW_HALF = re.compile(r"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?(?![0-9A-Za-z_.+-])")
_LINE_END = re.compile(r"\r\n?|\n")
_CONFLICT_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_ESCAPED = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class BrokenText(Exception):  # noqa: N818 - it ends the reading of one text and never leaves the strict reader
    """The text cannot be read beyond ``offset``."""

    def __init__(self, message: str, offset: int, detail: str, code: str = "FP104") -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.detail = detail
        self.code = code


@dataclass(frozen=True)
class Lines:
    """The lines of a text; CRLF, LF and a lone CR each end one."""

    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, the column in characters (a tab is one)."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def shown(character: str) -> str:
    """A character as a message may show it: quoted, or by its code point where it is not visible."""
    return f'"{character}"' if character.isprintable() and character != " " else f"U+{ord(character):04X}"


def clipped(text: str, limit: int = 60) -> str:
    """The text, cut for a message."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def unexpected(text: str, offset: int, expected: str) -> BrokenText:
    """The fault of a text that has something else at ``offset`` than what is expected there."""
    if offset == len(text):
        return BrokenText(f"the file ends where {expected} should stand", offset, "truncated")
    if text.startswith(_CONFLICT_MARKERS, offset) and (offset == 0 or text[offset - 1] in "\n\r"):
        message = f"a merge conflict was left in the file (the marker {text[offset : offset + 7]})"
        return BrokenText(message, offset, "merge-conflict")
    if text[offset] == "\0":
        return BrokenText(f"NUL bytes stand where {expected} should stand", offset, "nul")
    return BrokenText(f"{shown(text[offset])} stands where {expected} should stand", offset, "syntax")


def read_string(text: str, quote: int, report: Report) -> tuple[str, int]:
    """The string that begins with the quotation mark at ``quote``, and the offset behind its end.

    Raw control characters and unknown escapes are reported and kept; half a surrogate pair becomes U+FFFD.

    Raises BrokenText where the text ends within the string.
    """
    parts: list[str] = []
    position = quote + 1
    while True:
        end = _PLAIN.match(text, position).end()  # type: ignore[union-attr]  # it matches the empty text too
        parts.append(text[position:end])
        if end == len(text):
            raise BrokenText("a string is not closed before the file ends", quote, "unterminated-string")
        if text[end] == '"':
            return "".join(parts), end + 1
        if text[end] == "\\":
            part, position = _escape(text, end, report)
        else:
            part, position = text[end], end + 1
            report("FP104", f"a raw control character ({shown(part)}) stands in a string", end, "control-character")
        parts.append(part)


def _escape(text: str, start: int, report: Report) -> tuple[str, int]:
    """What the escape at ``start`` stands for, and the offset behind it."""
    letter = text[start + 1 : start + 2]
    if letter in _ESCAPED:
        return _ESCAPED[letter], start + 2
    digits = _HEX4.match(text, start + 2) if letter == "u" else None
    if digits is None:
        written = _visible(text[start : start + (6 if letter == "u" else 2)])
        report("FP104", f"JSON has no such escape: {written}", start, "escape")
        return "", start + 1
    unit = int(digits.group(), 16)
    if not 0xD800 <= unit <= 0xDFFF:
        return chr(unit), start + 6
    low = _LOW_HALF.match(text, start + 6) if unit < 0xDC00 else None
    if low is None:
        message = f"{text[start : start + 6]} is half a surrogate pair: it stands for no character"
        report("FP110", message, start, digits.group().lower())
        return "\ufffd", start + 6
    return chr(0x10000 + ((unit - 0xD800) << 10) + int(low.group(1), 16) - 0xDC00), start + 12


def _visible(text: str) -> str:
    return "".join(character if character.isprintable() else f"[{shown(character)}]" for character in text)


def read_number(text: str, start: int, report: Report) -> tuple[int | float, int]:
    """The number at ``start``, and the offset behind it.

    A number that a 64-bit float cannot hold is reported (FP106): an integer that would become another one, a number
    that would become infinite (given as the greatest float) or zero. Integers stay exact up to 640 digits.

    Raises BrokenText where what stands there is no JSON number.
    """
    found = _NUMBER.match(text, start)
    if found is None:
        raise BrokenText("a number is not written as JSON writes numbers", start, "number")
    written, (digits, point, exponent) = found.group(), found.groups()
    if point or exponent:
        number, survives = _float(written)
    elif len(digits) <= _MAX_DIGITS:
        integer = int(digits)
        if -_EXACT <= integer <= _EXACT:
            return integer, found.end()
        number, survives = integer, _is_double(integer)
    else:
        number, survives = _float(digits)[0], False
    if not survives:
        message = f"the number {clipped(written)} does not survive a round trip: no 64-bit float holds it"
        report("FP106", message, start, clipped(written))
    return number, found.end()


def _float(written: str) -> tuple[int | float, bool]:
    number = float(written)
    if number in (float("inf"), float("-inf")):
        return (sys.float_info.max if number > 0 else -sys.float_info.max), False
    mantissa = re.split("[eE]", written, maxsplit=1)[0]
    return number, number != 0 or not mantissa.strip("-0.")


def _is_double(integer: int) -> bool:
    try:
        return int(float(integer)) == integer
    except OverflowError:
        return False
