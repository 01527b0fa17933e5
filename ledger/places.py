"""Places within a JSON value: as steps, and as RFC 6901 pointers."""

from __future__ import annotations

from typing import Any

Place = tuple[str | int, ...]


def pointer_of(place: Place) -> str:
    """The RFC 6901 pointer of a place; empty for the whole value."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in place)


def leads_somewhere(value: Any, place: Place) -> bool:
    """True if the value has this place."""
    for step in place:
        if isinstance(value, list):
            found = isinstance(step, int) and step < len(value)
        else:
            found = isinstance(value, dict) and step in value
        if not found:
            return False
        value = value[step]
    return True
