"""The whole dataset as one JSON document (``schemas/export.schema.json``)."""

from __future__ import annotations

from typing import Any

from ...ledger.ascii_json import storable_json
from ...ledger.instants import Instant
from .dataset import Dataset
from .table import Column, Table, Type
from .tables import tables

_TYPES: dict[Type, dict[str, Any]] = {
    Type.TEXT: {"type": ["string", "null"]},
    Type.NUMBER: {"type": ["integer", "null"]},
    Type.FLAG: {"type": ["boolean", "null"]},
    Type.TIME: {"type": ["string", "null"], "description": "RFC 3339 in UTC"},
    Type.TEXTS: {"type": "array", "items": {"type": "string"}},
}


def render_json(data: Dataset) -> str:
    """The dataset in pure ASCII: what was read, then each table as a list of objects; ends with a newline."""
    document = {
        "version": 1,
        "tool": {"name": "fingerpost", "version": data.version},
        "repository": data.repository,
        "revision": data.revision,
        "ledger": data.ledger,
        "as_of": data.as_of.text,
        "runtime": data.runtime,
        **{table.name: _objects(table) for table in tables(data)},
    }
    return storable_json(document) + "\n"


def _objects(table: Table) -> list[dict[str, Any]]:
    names = [column.name for column in table.columns]
    return [dict(zip(names, map(_plain, row), strict=True)) for row in table.rows]


def _plain(value: Any) -> Any:
    return value.text if isinstance(value, Instant) else value


def schema(data: Dataset) -> dict[str, Any]:
    """The JSON Schema of the document, made of the tables' columns: the file in ``schemas/`` has to equal it."""
    made = tables(data)
    head = ("version", "tool", "repository", "revision", "ledger", "as_of", "runtime")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://fingerpost.example.invalid/schemas/export.schema.json",
        "title": "What `fingerpost export --format json` writes",
        "description": "Events, records, relations, claims and findings of one ledger as tables. "
        "Availability never proves causality; what nobody declared is unknown.",
        "type": "object",
        "additionalProperties": False,
        "required": [*head, *(table.name for table in made)],
        "properties": {
            "version": {"const": 1},
            "tool": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name", "version"],
                "properties": {"name": {"const": "fingerpost"}, "version": {"type": "string"}},
            },
            "repository": {"type": "string"},
            "revision": {"type": ["string", "null"]},
            "ledger": {"type": "string"},
            "as_of": {"type": "string"},
            "runtime": {"type": "boolean", "description": "whether threads, projections and receipts were read"},
            **{table.name: _table_schema(table) for table in made},
        },
    }


def _table_schema(table: Table) -> dict[str, Any]:
    return {
        "description": table.about,
        "type": "array",
        "items": {
            "type": "object",
            "additionalProperties": False,
            "required": [column.name for column in table.columns],
            "properties": {column.name: _column_schema(column) for column in table.columns},
        },
    }


def _column_schema(column: Column) -> dict[str, Any]:
    shape = dict(_TYPES[column.type])
    also = shape.pop("description", None)
    return {**shape, "description": f"{column.about} ({also})" if also else column.about}
