from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.short_ids import SHORTEST, short_ids


@settings(max_examples=100, deadline=None)
@given(st.sets(st.text(alphabet="01", min_size=16, max_size=16).map(lambda digits: f"rec_{digits}"), max_size=12))
def test_a_short_id_begins_one_id_alone(ids: set[str]) -> None:
    for whole, short in short_ids(ids).items():
        assert [each for each in ids if each.startswith(short)] == [whole]
        assert len(short) == SHORTEST or len([each for each in ids if each.startswith(short[:-1])]) > 1
