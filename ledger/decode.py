"""From the bytes of an event file to a JSON value and the problems of the file (rules FP102 to FP110).

Files that stand in the form that every client writes are read by one fast parse and one comparison; any other file
goes to the strict reader, which finds out what is odd about it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..repository.source import Source
from .common_form import in_common_form
from .problem import Problem
from .strict_json import MISSING, parse

__all__ = ["MISSING", "Decoded", "decode"]


@dataclass(frozen=True, slots=True)
class Decoded:
    """The value a file holds, or ``MISSING``, and what is wrong with the file, ordered by place.

    ``fragment`` is what was read before the text broke off, for the ids in it; where there is a value, the value.
    """

    value: Any
    problems: tuple[Problem, ...]
    fragment: Any


def decode(source: Source) -> Decoded:
    """Read one event file. Never raises for what is in it."""
    value = in_common_form(source.data)
    if value is not MISSING:
        return Decoded(value, (), value)
    parsed = parse(source.data)
    event_id = _event_id(parsed.fragment)
    problems = tuple(
        Problem(
            code=fault.code,
            message=fault.message,
            origin=source.origin,
            line=fault.line,
            column=fault.column,
            pointer=fault.pointer,
            event_id=event_id,
            detail=fault.detail,
        )
        for fault in parsed.faults
    )
    return Decoded(parsed.value, problems, parsed.fragment)


def _event_id(value: Any) -> str | None:
    """The event id that the value states, whatever its form."""
    event_id = value.get("event_id") if isinstance(value, dict) else None
    return event_id if isinstance(event_id, str) else None
