"""Where two JSON values differ, as pointers: a changed event file is reported with them, and shows no value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...ledger.canonical import canonical
from ...ledger.places import Place, pointer_of
from ...ledger.secrets import masked


def differing(before: Any, after: Any) -> tuple[str, ...]:
    """JSON pointers (RFC 6901) to what was changed, added or taken out, the deepest that still name it, sorted.

    A list of another length is named as a whole. Values of equal content (``canonical``) do not differ.
    """
    return tuple(sorted(masked(pointer_of(place)) for place in _places(before, after, ())))


def _places(before: Any, after: Any, at: Place) -> Iterator[Place]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() | after.keys():
            if key in before and key in after:
                yield from _places(before[key], after[key], (*at, key))
            else:
                yield (*at, key)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _places(old, new, (*at, number))
    elif canonical(before) != canonical(after):
        yield at
