"""The form every client writes event files in: two spaces a level, one line break at the end."""

from __future__ import annotations

import json
from typing import Any

import orjson

from ..repository.files import MAX_BYTES
from .strict_json import MAX_DEPTH, MISSING

# An integer beyond 53 bits makes the writer refuse, so the strict reader judges it (FP106).
_FORM = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE | orjson.OPT_STRICT_INTEGER

# A line indented this far lies in MAX_DEPTH containers: its value may be one container too many (FP107).
_DEEP = b"\n" + b"  " * MAX_DEPTH

# The white space alone that MAX_DEPTH containers, one in another, have before their opening lines.
_SHALLOW = MAX_DEPTH * (MAX_DEPTH - 1)

# How the Go client writes these characters (encoding/json with HTML escapes).
_ESCAPES = (
    (b"<", b"\\u003c"),
    (b">", b"\\u003e"),
    (b"&", b"\\u0026"),
    ("\u2028".encode(), b"\\u2028"),
    ("\u2029".encode(), b"\\u2029"),
)


def in_common_form(data: bytes) -> Any:
    """The value of a file that is written exactly as a client would, else ``MISSING``.

    Equal bytes leave no room for a fault: a mark, a double key, an unsafe number or a stray byte would not have been
    written again.
    """
    if len(data) > _SHALLOW and (len(data) > MAX_BYTES or _DEEP in data):
        return MISSING
    try:
        value = orjson.loads(data)
        written = orjson.dumps(value, option=_FORM)
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        return MISSING
    if written == data:
        return value
    if b"\\u" in data:
        for raw, escaped in _ESCAPES:
            written = written.replace(raw, escaped)
        if written == data:
            return value
    return MISSING


def file_bytes(value: Any) -> bytes:
    """The bytes that a client would write for a value that was read from an event file."""
    try:
        return orjson.dumps(value, option=_FORM)
    except orjson.JSONEncodeError:  # an integer of more than 53 bits: kept as it is, and judged when it is read
        return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")
