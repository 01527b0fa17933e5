"""Which fields the wire format has where, read off the schemas: for what must walk an event without validating it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from .events import EVENT_TYPES
from .schema import BASE, EVENT, documents, resolve


@dataclass(frozen=True, slots=True)
class Shape:
    """What the schema says of one place.

    ``fields`` are the keys an object may have there; ``items`` the entries of a list; ``values`` the values of an
    object whose keys are data. An open place (extensions, an unknown payload) has none of them.
    """

    fields: Mapping[str, Shape] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    items: Shape | None = None
    values: Shape | None = None
    is_list: bool = False
    is_time: bool = False


@cache
def event_shape(event_type: str | None) -> Shape:
    """The shape of an event of this type; of an unknown type (give None) the envelope alone is known."""
    event = documents()[EVENT]
    payload: Shape | None = None
    required = frozenset(event["required"])
    for branch in event["allOf"]:
        if event_type in _types(branch):
            then = branch["then"]
            payload = _shape(then["properties"]["payload"], EVENT)
            required |= frozenset(then.get("required", ()))
    fields = {key: _shape(schema, EVENT) for key, schema in event["properties"].items()}
    return Shape(fields | {"payload": payload} if payload else fields, required)


def known_type(value: Any) -> str | None:
    """The event type of a value, where this version knows it."""
    found = value.get("event_type") if isinstance(value, dict) else None
    return found if isinstance(found, str) and found in EVENT_TYPES else None


@cache
def id_patterns() -> Mapping[str, str]:
    """The prefix of each kind of id by the pattern that the schemas give it."""
    definitions = documents()[BASE + "common.json"]["$defs"].values()
    patterns = [str(found["pattern"]) for found in definitions if "pattern" in found]
    return {pattern: pattern[1:].partition("_")[0] for pattern in patterns}


def _types(branch: Mapping[str, Any]) -> list[str]:
    condition = branch["if"]["properties"]["event_type"]
    return list(condition["enum"]) if "enum" in condition else [condition["const"]]


def _shape(schema: Mapping[str, Any], base: str) -> Shape:
    if "$ref" in schema:
        return _shape(*resolve(schema["$ref"], base))
    items, values = schema.get("items"), schema.get("additionalProperties")
    return Shape(
        fields={key: _shape(found, base) for key, found in schema.get("properties", {}).items()},
        required=frozenset(schema.get("required", ())),
        items=_shape(items, base) if items is not None else None,
        values=_shape(values, base) if isinstance(values, dict) else None,
        is_list=schema.get("type") == "array",
        is_time=schema.get("format") == "date-time",
    )
