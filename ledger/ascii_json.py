"""Machine answers as JSON in pure ASCII: what ledger text holds can then act on no terminal and in no decoder."""

from __future__ import annotations

import json
import re
from typing import Any

import orjson

from .display import storable_value

_BEYOND = re.compile("[^\x00-\x7e]")


def ascii_json(value: Any, *, indent: bool = True) -> str:
    """A value of plain JSON types, keys in their order, without a closing newline; every other character escaped."""
    try:
        text = orjson.dumps(value, option=orjson.OPT_INDENT_2 if indent else 0).decode("utf-8")
    except TypeError:  # an integer of more than 64 bits, a lone surrogate: rare, and written all the same
        text = json.dumps(value, indent=2 if indent else None, separators=None if indent else (",", ":"))
    return _in_ascii(text)


def storable_json(value: Any, *, indent: bool = True) -> str:
    """The same of a value whose texts may hold lone surrogates, which parsers refuse: they are written as code points.

    Tuples stand for lists.
    """
    try:
        text = orjson.dumps(value, option=orjson.OPT_INDENT_2 if indent else 0).decode("utf-8")
    except TypeError:
        return ascii_json(storable_value(value), indent=indent)
    return _in_ascii(text)


def _in_ascii(text: str) -> str:
    return text if text.isascii() and "\x7f" not in text else _BEYOND.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    # Outside of strings JSON is ASCII, so an escape is always in its place.
    code = ord(found.group())
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
