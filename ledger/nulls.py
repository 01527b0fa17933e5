"""Nulls, which the protocol does not have and which the Go client writes for empty lists (rule FP208)."""

from __future__ import annotations

from typing import Any

from .places import Place, pointer_of
from .shape import Shape, event_shape, known_type


def normalise(value: Any) -> tuple[Any, tuple[str, ...]]:
    """The event as if nulls had been left out, and the pointers of these nulls, sorted.

    A required list becomes empty (the Go client writes null for it), any other field is dropped. Extensions,
    unknown fields and the payload of an unknown type are not touched. A value without such a null is given back
    as the same object; the value given is never changed.
    """
    normal, places = without_nulls(value)
    return normal, tuple(sorted(map(pointer_of, places)))


def without_nulls(value: Any) -> tuple[Any, list[Place]]:
    """As :func:`normalise`, with the places of the nulls in the order of the value."""
    found: list[Place] = []
    return _without(value, event_shape(known_type(value)), (), found), found


def _without(value: Any, shape: Shape, at: Place, found: list[Place]) -> Any:
    if isinstance(value, dict):
        result: dict[str, Any] = {}
        for key, item in value.items():
            inner = shape.fields.get(key, shape.values)
            if inner is None or (item is not None and not isinstance(item, dict | list)):
                result[key] = item
            elif item is not None:
                result[key] = _without(item, inner, (*at, key), found)
            else:
                found.append((*at, key))
                if inner.is_list and key in shape.required:
                    result[key] = []
        same = len(result) == len(value) and all(result[key] is value[key] for key in value)
        return value if same else result
    if isinstance(value, list) and shape.items is not None and (shape.items.fields or shape.items.items):
        items = [_without(item, shape.items, (*at, place), found) for place, item in enumerate(value)]
        return value if all(map(_same, items, value)) else items
    return value


def _same(one: Any, other: Any) -> bool:
    return one is other
