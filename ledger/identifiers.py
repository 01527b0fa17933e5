"""Ids of the protocol: a prefix, ``_`` and a lower-case UUID of version 7 (fabric/1.0, *Event envelope*)."""

from __future__ import annotations

import re
from typing import Any

EVENT, RECORD, THREAD, RELATION, PROJECTION, RECEIPT = "evt", "rec", "thr", "rel", "prj", "rcp"

PREFIXES = (EVENT, RECORD, THREAD, PROJECTION, RELATION, RECEIPT)

_UUID7 = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
_IDS = {prefix: re.compile(f"{prefix}_{_UUID7}") for prefix in PREFIXES}


def is_id(prefix: str, text: object) -> bool:
    """True if ``text`` is a whole id with ``prefix``, one of :data:`PREFIXES`.

    Raises KeyError where the protocol has no such prefix.
    """
    return isinstance(text, str) and _IDS[prefix].fullmatch(text) is not None


def event_id_of(value: Any) -> str | None:
    """The event id that a JSON value states, if it is one."""
    found = value.get("event_id") if isinstance(value, dict) else None
    return found if is_id(EVENT, found) else None
