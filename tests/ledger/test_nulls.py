"""Nulls are read as absent, or as an empty list where one is required."""

from __future__ import annotations

from typing import Any

from support.events import created, envelope, projection, receipt

from fingerpost.ledger.nulls import normalise


def test_a_value_without_nulls_is_the_same_object() -> None:
    event = created(1, extensions={"a/b": None}, event={"extensions": {"a/b": [None, {"c": None}]}})
    assert normalise(event)[0] is event
    values: tuple[Any, ...] = (None, 5, "x", [], [None], {})
    for value in values:
        assert normalise(value) == (value, ())


def test_required_lists_become_empty_and_the_given_event_stays_as_it_was() -> None:
    event = receipt(7, 6, "T1", [], [])
    event["payload"]["receipt"].update(event_ids=None, provider=None)
    normal, nulls = normalise(event)
    assert nulls == ("/payload/receipt/event_ids", "/payload/receipt/provider")
    assert normal == receipt(7, 6, "T1", [], [])
    assert event["payload"]["receipt"]["event_ids"] is None
    assert normal["actor"] is event["actor"]


def test_nulls_deep_within_are_found_in_place() -> None:
    event = projection(6, "T1", [], [], reasons={"rec/1": None, "rec_2": [{"kind": "pr", "value": None}]})
    event["payload"]["projection"]["conflicts"] = [{"record_id": None}]
    normal, nulls = normalise(event)
    at = "/payload/projection"
    assert nulls == (f"{at}/conflicts/0/record_id", f"{at}/reasons/rec_2/0/value", f"{at}/reasons/rec~11")
    assert normal["payload"]["projection"]["reasons"] == {"rec_2": [{"kind": "pr"}]}


def test_what_the_protocol_does_not_know_is_not_touched() -> None:
    event = envelope(1, "decision.voted", {"ballot": None}) | {"surplus": None}
    assert normalise(event)[0] is event
    assert normalise({**created(1), "event_type": None})[1] == ("/event_type",)
