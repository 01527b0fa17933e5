"""The fast way: an event is acceptable only if its shape and all its times are right."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.events import Wire, envelope
from support.wire import full_events

from fingerpost.ledger.acceptance import acceptable

TIMES = {"occurred_at", "created_at", "updated_at", "reviewed_at"}


def holders(value: Any) -> list[dict[str, Any]]:
    """Every object of the value that has a time."""
    if not isinstance(value, dict):
        return []
    return [value] * bool(TIMES & set(value)) + [found for item in value.values() for found in holders(item)]


@pytest.mark.parametrize("event", full_events(), ids=lambda event: event["event_type"])
def test_each_time_is_looked_at(event: Wire) -> None:
    assert acceptable(event)
    spoilt = 0
    for number, holder in enumerate(holders(event)):
        for key in sorted(TIMES & set(holder)):
            copy = json.loads(json.dumps(event))
            holders(copy)[number][key] = "2026-02-30T09:00:00Z"
            assert not acceptable(copy), key
            spoilt += 1
    assert spoilt >= 2


def test_an_unknown_type_and_a_value_that_is_no_event_are_not() -> None:
    assert not acceptable(envelope(1, "decision.voted", {}))
    assert not acceptable(None)
    assert not acceptable([])
