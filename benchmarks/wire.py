"""The wire form of made-up events: ids, times, envelopes and file bytes."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

import orjson

Wire = dict[str, Any]

TOOL = {"kind": "tool", "id": "harbour-tool"}
TOOL_VERIFIED = {"level": "tool_verified", "basis": "projection"}

_ESCAPES = ((b"<", b"\\u003c"), (b">", b"\\u003e"), (b"&", b"\\u0026"))


class Maker:
    """Ids and times that follow from a seed. ``now`` is the time of the next event, in milliseconds since 1970."""

    def __init__(self, rng: Random, start: int) -> None:
        self._rng = rng
        self.now = start

    def ident(self, prefix: str) -> str:
        """A fresh id: the prefix and a UUIDv7 of the present moment."""
        low = self._rng.getrandbits(74)
        text = f"{self.now:012x}7{low >> 62:03x}{(low & (1 << 62) - 1) | 1 << 63:016x}"
        return f"{prefix}_{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"

    def commit(self) -> str:
        """The id of a commit that does not exist."""
        return f"{self._rng.getrandbits(160):040x}"

    @property
    def time(self) -> str:
        """The present moment, to the millisecond."""
        return f"{_moment(self.now)}.{self.now % 1000:03d}Z"

    @property
    def second(self) -> str:
        """The present moment, to the second below."""
        return f"{_moment(self.now)}Z"

    def envelope(self, event_type: str, actor: Wire, trust: Wire, payload: Wire, **fields: str) -> Wire:
        """An event of the present moment; ``fields`` are optional envelope fields."""
        return {
            "schema_version": "fabric/1.0",
            "event_id": self.ident("evt"),
            "event_type": event_type,
            "occurred_at": self.time,
            "actor": actor,
            "trust": trust,
            **fields,
            "payload": payload,
        }


def _moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def moment(milliseconds: int) -> str:
    """A time as RFC 3339, to the second."""
    return f"{_moment(milliseconds)}Z"


def file_bytes(event: Wire) -> bytes:
    """The file as clients write it: two spaces a level, ``< > &`` escaped, one line break at the end."""
    data = orjson.dumps(event, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    for raw, escaped in _ESCAPES:
        data = data.replace(raw, escaped)
    return data
