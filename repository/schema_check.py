"""Checking a config against one of Fingerpost's own schemas, each fault with the place it is at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


@cache
def _validator(name: str) -> Draft202012Validator:
    # Most runs have no config of ours to check, and this import takes longer than a small ledger.
    from jsonschema import Draft202012Validator

    schema = json.loads(files("fingerpost.schemas").joinpath(name).read_text(encoding="utf-8"))
    return Draft202012Validator(schema)


def faults(schema_name: str, value: object) -> list[ValidationError]:
    """Where a value breaks the schema file of this name, in the order of the places."""
    found = _validator(schema_name).iter_errors(value)
    return sorted(found, key=lambda fault: ([str(step) for step in fault.absolute_path], str(fault.validator)))


def expected(fault: ValidationError) -> str:
    """What the schema wants at the place of a fault, by the ``description`` of the subschema that was broken."""
    schema: Any = fault.schema
    return str(schema.get("description", "what the schema says")) if isinstance(schema, Mapping) else "left out"
