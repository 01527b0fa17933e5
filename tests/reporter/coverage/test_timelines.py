"""From when to when records were in force by the clock."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import changed, created, ident, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.reporter.coverage.standing import Groups
from fingerpost.reporter.coverage.timelines import Stabbed, Stretch, Timelines, timelines

SCOPE = {"repo": "billing", "paths": ["a/**"], "areas": ["core"]}
KEYS = frozenset({("path", "a/**"), ("area", "core")})


def lines(*events: dict[str, object]) -> Timelines:
    history = build_history(load(stores_of(*events)))
    return timelines(history, {}, Groups(history.events.values()))


def at(text: str) -> dict[str, str]:
    return {"occurred_at": text}


def second(text: str) -> int:
    return instant(text).seconds


def test_a_record_is_there_from_the_second_after_its_creation_s() -> None:
    found = lines(created(1, scope=SCOPE, event=at("2026-03-02T09:00:00.5Z")))
    assert found == {ident("rec", 1): (Stretch(second("2026-03-02T09:00:01Z"), None, KEYS),)}


def test_a_change_counts_from_the_first_second_it_is_not_after() -> None:
    found = lines(
        created(1, scope=SCOPE, event=at("2026-03-02T09:00:00Z")),
        changed(2, 1, 1, at("2026-03-02T09:10:00.25Z")),
        changed(3, 1, 2, at("2026-03-02T09:20:00Z"), status="active"),
    )
    assert found[ident("rec", 1)] == (
        Stretch(second("2026-03-02T09:00:01Z"), second("2026-03-02T09:10:01Z"), KEYS),
        Stretch(second("2026-03-02T09:20:00Z"), None, KEYS),
    )


def test_one_that_never_was_in_force_has_no_stretch() -> None:
    ended = created(1, scope=SCOPE, event=at("2026-03-02T09:00:00Z"))
    assert lines(ended, changed(2, 1, 1, at("2026-03-02T08:00:00Z"))) == {}
    assert lines(created(1, scope=SCOPE, status="expired")) == {}


SPANS = st.tuples(st.integers(0, 20), st.one_of(st.none(), st.integers(0, 20)))


@settings(max_examples=100)
@given(spans=st.lists(SPANS, min_size=1, max_size=12), gone=st.sets(st.integers(0, 11)))
def test_stretches_over_a_moment_are_counted(spans: list[tuple[int, int | None]], gone: set[int]) -> None:
    stretches = [Stretch(since, None if length is None else since + length, KEYS) for since, length in spans]
    bounds = {end for each in stretches for end in (each.since, each.until) if end is not None}
    stabbed = Stabbed(bounds)
    for stretch in stretches:
        stabbed.add(stretch, 1)
    for place in gone:
        if place < len(stretches):
            stabbed.add(stretches[place], -1)
    left = [stretch for place, stretch in enumerate(stretches) if place not in gone]
    for moment in range(-1, 45):
        over = [each for each in left if each.since <= moment and (each.until is None or moment < each.until)]
        assert stabbed.at(moment) == len(over)
