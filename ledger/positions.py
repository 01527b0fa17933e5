"""Where in a file the value of a JSON pointer stands."""

from __future__ import annotations

import re
from functools import lru_cache

from .common_form import in_common_form
from .json_text import Lines
from .strict_json import MISSING, Place, parse

# The quick way goes through the file for each lookup, so only small files go it; others are read once and kept.
_QUICK_BYTES = 16 * 1024

_KEY = re.compile("[A-Za-z_]+")


def position(data: bytes, pointer: str) -> tuple[int, int] | None:
    """Line and column, both from 1, the column in characters, of what an RFC 6901 pointer names.

    A member of an object stands where its key begins, an item of an array where its value begins, and ``""`` where
    the file's value begins. A pointer that leads nowhere gives the place of the last value on its way. None if the
    file holds no JSON value.
    """
    tokens = [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]
    found = _quick(data, tokens) if len(data) <= _QUICK_BYTES else None
    return found or _thorough(data, tokens)


def _quick(data: bytes, tokens: list[str]) -> tuple[int, int] | None:
    """The place of a member that only objects lead to, in a file of the common form; None for anything else.

    No string holds a raw line break, so a line within the lines of its parent that begins with the right indent and
    key is the member.
    """
    if not all(_KEY.fullmatch(token) for token in tokens) or in_common_form(data) is MISSING:
        return None
    start, end, indent = 0, len(data), b"\n"
    for token in tokens:
        indent += b"  "
        start = data.find(b'%b"%b": ' % (indent, token.encode("ascii")), start, end)
        if start < 0:
            return None
        following = data.find(indent + b'"', start + 1, end)
        end = following if following >= 0 else end
    return data.count(b"\n", 0, start + 1) + 1, len(indent) if tokens else 1


def _thorough(data: bytes, tokens: list[str]) -> tuple[int, int] | None:
    place, lines = _places(data)
    if place is None:
        return None
    for token in tokens:
        part = None
        if place.parts is not None:
            part = place.parts.get(token)
            if part is None and token.isascii() and token.isdigit() and str(int(token[:9])) == token:
                part = place.parts.get(int(token))
        if part is None:
            break
        place = part
    return lines.position(place.offset)


@lru_cache(maxsize=1)
def _places(data: bytes) -> tuple[Place | None, Lines]:
    parsed = parse(data)
    return parsed.place, parsed.lines
