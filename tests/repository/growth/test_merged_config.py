"""The areas that a merge defines."""

from __future__ import annotations

import pytest

from fingerpost.repository.growth.merged_config import Areas, merged_areas

ONE, TWO, THREE = ("one/**",), ("two/**",), ("three/**",)


@pytest.mark.parametrize(
    ("ours", "tip", "before", "merged"),
    [
        ({"a": ONE}, {"a": ONE, "b": TWO}, {"a": ONE}, {"a": ONE, "b": TWO}),  # the tip added one
        ({"a": ONE, "b": TWO}, {"a": ONE}, {"a": ONE}, {"a": ONE, "b": TWO}),  # we did
        ({"a": ONE}, {}, {"a": ONE}, {}),  # the tip took one away
        ({}, {"a": ONE}, {"a": ONE}, {}),  # we did
        ({"a": ONE}, {"a": TWO}, {"a": ONE}, {"a": TWO}),  # the tip changed one
        ({"a": TWO}, {"a": ONE}, {"a": ONE}, {"a": TWO}),  # we did
        ({"a": TWO}, {"a": THREE}, {"a": ONE}, {"a": TWO}),  # both did
        ({"b": ONE}, {"a": TWO}, {}, {"a": TWO, "b": ONE}),
    ],
)
def test_an_area_that_only_the_tip_touched_is_as_the_tip_has_it(
    ours: Areas, tip: Areas, before: Areas, merged: Areas
) -> None:
    found = merged_areas(ours, tip, before)
    assert found == merged
    assert list(found) == sorted(found)
