from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import pytest

from fingerpost.ledger.events import Actor, Event, Scope, StateChange, Trust
from fingerpost.repository.drafts import maker
from fingerpost.repository.source import Origin, StoreName

ORIGIN = Origin(StoreName.LEDGER, ".fabric/ledger/events/a.json", "a.json")
Fields = tuple[str, str, str, Actor, Trust, StateChange, Origin, None, None, None, dict[str, Any]]
FIELDS: Fields = ("evt", "t", "when", Actor("human"), Trust("x"), StateChange("rec"), ORIGIN, None, None, None, {})


def test_what_is_made_is_what_the_class_makes() -> None:
    event = maker(Event)(*FIELDS)
    assert type(event) is Event
    assert event == Event(*FIELDS)
    assert dataclasses.replace(event, event_id="other").event_id == "other"
    assert repr(event) == repr(Event(*FIELDS))
    scope = maker(Scope)("r", None, None, (), ("a",), False)
    assert hash(scope) == hash(Scope("r", paths=("a",)))
    assert pickle.loads(pickle.dumps(scope)) == scope


def test_what_is_made_is_frozen_and_has_no_other_fields() -> None:
    event = maker(Event)(*FIELDS)
    with pytest.raises(dataclasses.FrozenInstanceError):
        event.event_id = "changed"  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError, dataclasses.FrozenInstanceError)):
        event.another = 1  # type: ignore[attr-defined]


def test_every_field_must_be_given() -> None:
    with pytest.raises(TypeError):
        maker(Trust)("only the level")
