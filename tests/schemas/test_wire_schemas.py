"""The documents in schemas/v1 themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from fingerpost.ledger.events import EVENT_TYPES
from fingerpost.ledger.schema import BASE, EVENT, documents, resolve
from fingerpost.ledger.shape import event_shape, id_patterns

NAMES = ("common", "event", "projection", "receipt", "record", "relation", "state-change", "thread")


def schemas(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from schemas(item)


def test_the_documents_are_these() -> None:
    assert list(documents()) == [f"{BASE}{name}.json" for name in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_each_is_a_schema_of_2020_12_and_says_what_it_is(name: str) -> None:
    document = documents()[f"{BASE}{name}.json"]
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(document)
    assert document["title"]
    assert document["description"].endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_leads_somewhere(name: str) -> None:
    base = f"{BASE}{name}.json"
    for schema in schemas(documents()[base]):
        if isinstance(schema.get("$ref"), str):
            assert resolve(schema["$ref"], base)


@pytest.mark.parametrize("name", NAMES)
def test_every_object_with_fields_is_closed(name: str) -> None:
    for schema in schemas(documents()[f"{BASE}{name}.json"]):
        if schema.get("type") == "object" and "properties" in schema:
            assert schema["additionalProperties"] is False
            assert set(schema["required"]) <= set(schema["properties"])


def test_every_id_has_a_fixed_length() -> None:
    found = [schema for schema in documents()[BASE + "common.json"]["$defs"].values() if "pattern" in schema]
    assert {schema["maxLength"] for schema in found} == {40}
    assert sorted(id_patterns().values()) == ["evt", "prj", "rcp", "rec", "rel"]


def test_each_event_type_has_a_payload_of_its_own() -> None:
    branches = documents()[EVENT]["allOf"]
    conditions = [branch["if"]["properties"]["event_type"] for branch in branches]
    types = [name for found in conditions for name in found.get("enum", [found.get("const")])]
    assert sorted(types) == sorted(EVENT_TYPES)
    assert all(event_shape(name).fields["payload"].fields for name in EVENT_TYPES)
    assert not event_shape(None).fields["payload"].fields


def test_the_parent_is_required_of_state_changes_only() -> None:
    assert [name for name in EVENT_TYPES if "parent_event_id" in event_shape(name).required] == ["record.state_changed"]
