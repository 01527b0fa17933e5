"""Checking a config against one of Fingerpost's own schemas, each fault with the place it is at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import jsonschema_rs

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


@cache
def _schema(name: str) -> Any:
    return json.loads(files("fingerpost.schemas").joinpath(name).read_text(encoding="utf-8"))


@cache
def _gate(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(_schema(name))


@cache
def _validator(name: str) -> Draft202012Validator:
    # Nearly every config is sound, and this import alone takes longer than to read a small ledger.
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_schema(name))


def faults(schema_name: str, value: object) -> list[ValidationError]:
    """Where a value breaks the schema file of this name, in the order of the places."""
    if _sound(schema_name, value):
        return []
    found = _validator(schema_name).iter_errors(value)
    return sorted(found, key=lambda fault: ([str(step) for step in fault.absolute_path], str(fault.validator)))


def _sound(schema_name: str, value: object) -> bool:
    try:
        return _gate(schema_name).is_valid(value)
    except (ValueError, TypeError, UnicodeError):  # a date, a key that is no text, half a character: worded elsewhere
        return False


def expected(fault: ValidationError) -> str:
    """What the schema wants at the place of a fault, by the ``description`` of the subschema that was broken."""
    schema: Any = fault.schema
    return str(schema.get("description", "what the schema says")) if isinstance(schema, Mapping) else "left out"
