"""What governs a place, found through the index: the same as trying every record."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import Wire, stores_of
from support.placed import AREAS, ENTRIES, ledgers

from fingerpost.ledger.build import build_history
from fingerpost.ledger.governing import Asked, direction_for
from fingerpost.ledger.load import load
from fingerpost.reporter.pages.places.directions import Directions

ASKED = st.builds(
    Asked,
    st.lists(ENTRIES, max_size=3, unique=True).map(tuple),
    st.sampled_from([(), ("B-1",), ("B-1", "B-2")]),
    st.sampled_from([(), ("7",)]),
    st.sampled_from([(), ("money",), ("x", "docs")]),
)


@settings(max_examples=100, deadline=None)
@given(ledgers(), AREAS, st.lists(ASKED, min_size=1, max_size=3))
def test_the_answer_is_that_of_the_whole_ledger(
    events: list[Wire], areas: dict[str, tuple[str, ...]], questions: list[Asked]
) -> None:
    history = build_history(load(stores_of(*events)))
    directions = Directions(history, areas)
    for asked in questions:
        whole = direction_for(history, areas, asked)
        local = directions.of(asked)
        assert local.governed == whole.governed
        assert dict(local.settled) == dict(whole.settled)
        assert directions.in_force == whole.in_force
        assert directions.unknown_areas == whole.unknown_areas
        assert list(local.bound) == [each for each in whole.governed if each in local.bound]
