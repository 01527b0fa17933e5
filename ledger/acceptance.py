"""Whether a value is an event with nothing wrong in its shape: the way nearly every event takes, so it is fast."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .events import (
    PROJECTION_CREATED,
    RECEIPT_RECORDED,
    RECORD_CREATED,
    RECORD_STATE_CHANGED,
    RELATION_CREATED,
    THREAD_SCOPE_CHANGED,
    THREAD_STARTED,
)
from .instants import parse_instant
from .schema import conforms

# The object in the payload that has the times of an event of this type, and the keys of one or two of them.
_TIMES: Mapping[str, tuple[str, str, str | None]] = {
    RELATION_CREATED: ("relation", "created_at", None),
    THREAD_STARTED: ("thread", "created_at", "updated_at"),
    THREAD_SCOPE_CHANGED: ("thread", "created_at", "updated_at"),
    PROJECTION_CREATED: ("projection", "created_at", None),
    RECEIPT_RECORDED: ("receipt", "occurred_at", None),
}


def acceptable(value: Any) -> bool:
    """True if the value is an event of a known type with nothing wrong in its shape, its times included."""
    return conforms(value) and has_times(value)


def has_times(value: Any) -> bool:
    """True if an event that conforms is of a known type, and each of its times one that every client reads."""
    occurred = value["occurred_at"]
    if _USUAL(occurred) is None and parse_instant(occurred) is None:
        return False
    event_type, payload = value["event_type"], value["payload"]
    if event_type == RECORD_CREATED:
        record = payload["record"]
        made = record["created_at"]
        return (_USUAL(made) is not None or parse_instant(made) is not None) and _reviewed(record)
    if event_type == RECORD_STATE_CHANGED:
        return _reviewed(payload)
    if event_type not in _TIMES:
        return False
    name, first, second = _TIMES[event_type]
    found = payload[name]
    return _is_time(found[first]) and (second is None or _is_time(found[second]))


USUAL_TIME = (
    r"(?:[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-"
    r"(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)
"""Every time that every client reads, but for the leap days: in the syntax of Python's and of Rust's expressions."""

_USUAL = re.compile(USUAL_TIME).fullmatch


def _is_time(text: str) -> bool:
    return _USUAL(text) is not None or parse_instant(text) is not None


def _reviewed(found: Mapping[str, Any]) -> bool:
    return "reviewed_at" not in found or _is_time(found["reviewed_at"])
