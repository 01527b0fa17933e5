"""One spelling for each JSON value, so that two copies can be compared by their meaning (rules FP301, FP307)."""

from __future__ import annotations

import json
from typing import Any

import orjson


def canonical(value: Any) -> bytes:
    """The bytes that stand for ``value``: equal for equal content, different for different content.

    The order of keys, escapes and white space do not count. The order of a list does, and so does the type of a
    number: the integer 1 and the float 1.0 are different content, while 1.0 and 1e0 are one float.
    """
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError:  # an integer of more than 64 bits
        return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")
