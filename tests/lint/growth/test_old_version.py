from __future__ import annotations

from dataclasses import replace

import pytest
from support.changes import name_of, source_of
from support.events import as_bytes, created, envelope, ident

from fingerpost.ledger.events import Event
from fingerpost.lint.catalogue import RULES
from fingerpost.lint.finding import Severity
from fingerpost.lint.growth.old_version import MILD, read_version, said_by
from fingerpost.repository.source import Origin

GOOD = created(1)
NAME = name_of(GOOD)


def event_of(content: dict[str, object], name: str = NAME) -> Event:
    event = read_version(source_of(name, content), "100644").event
    assert event is not None
    return event


def test_a_sound_version() -> None:
    version = read_version(source_of(NAME, GOOD), "100755")
    assert version.sound
    assert version.event_id == GOOD["event_id"]
    assert version.faults == ()


def test_mild_faults_are_those_that_the_catalogue_calls_no_errors() -> None:
    by_reading = {f"FP{number}" for number in (*range(101, 111), *range(201, 209))}
    mild = {rule.code for rule in RULES if rule.code in by_reading and rule.severity is not Severity.ERROR}
    assert mild == MILD


@pytest.mark.parametrize(
    ("content", "mode", "faults"),
    [
        (b"", "100644", ("FP104",)),
        (b"elsewhere", "120000", ("FP101",)),
        (b" " * (1 << 20) + as_bytes(GOOD), "100644", ("FP107",)),
        (as_bytes({**GOOD, "actor": None}), "100644", ("FP201",)),
        (as_bytes({**GOOD, "event_type": "RECORD.CREATED"}), "100644", ("FP203",)),
    ],
)
def test_faults(content: bytes, mode: str, faults: tuple[str, ...]) -> None:
    version = read_version(source_of(NAME, content), mode)
    assert version.faults == faults
    assert not version.readable
    assert version.event_id == GOOD["event_id"]


def test_a_misnamed_version_is_readable_but_not_sound() -> None:
    version = read_version(source_of(f"{ident('evt', 2)}.json", GOOD), "100644")
    assert (version.readable, version.sound, version.misnamed) == (True, False, True)
    assert version.event_id == GOOD["event_id"]


def test_what_an_event_says_does_not_depend_on_where_it_lies() -> None:
    event = event_of(GOOD)
    assert said_by(event) == said_by(replace(event, origin=Origin(event.origin.store, "y/x", "x")))
    assert said_by(event) == said_by(event_of(dict(reversed(GOOD.items()))))


def test_a_number_and_its_float_are_different_content() -> None:
    one, other = (event_of(envelope(1, "decision.voted", {"votes": number})) for number in (1, 1.0))
    assert one.payload == other.payload
    assert said_by(one) != said_by(other)
