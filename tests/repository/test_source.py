"""Where an event file lies is told the same, however little of it is kept."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.repository.paths import shown
from fingerpost.repository.source import SUFFIX, Origin, StoreName, origin_below

NAMES = st.text(st.characters(exclude_characters="/\0", exclude_categories=()), min_size=1, max_size=12)


class Marked(str):
    """A name that is more than its text."""

    __slots__ = ()


@given(NAMES, st.sampled_from(["", SUFFIX]), st.sampled_from([".fabric/ledger/events/", "git-common:fabric/", "", "/"]))
def test_a_file_in_its_folder_tells_the_path_and_name_it_was_made_of(stem: str, ending: str, folder: str) -> None:
    name = stem + ending
    origin = Origin(StoreName.SHARED, folder + shown(name), name)
    assert (origin.store, origin.path, origin.name) == (StoreName.SHARED, folder + shown(name), name)
    assert pickle.loads(pickle.dumps(origin)) == origin


@given(NAMES, NAMES)
def test_a_path_that_does_not_end_with_the_name_is_told_as_it_was_given(path: str, name: str) -> None:
    origin = Origin(StoreName.LEDGER, path, name)
    assert (origin.path, origin.name) == (path, name)


@given(NAMES)
def test_the_short_way_makes_the_same_origin(stem: str) -> None:
    made = origin_below(StoreName.LEDGER, "events/", stem)
    origin = Origin(StoreName.LEDGER, f"events/{shown(stem + SUFFIX)}", stem + SUFFIX)
    assert made == origin
    assert hash(made) == hash(origin)
    assert repr(made) == repr(origin)


def test_a_name_of_a_class_of_its_own_stays_of_that_class() -> None:
    origin = Origin(StoreName.LEDGER, "base:events/a.json", Marked("a.json"))
    assert isinstance(origin.name, Marked)
    assert origin == Origin(StoreName.LEDGER, "base:events/a.json", "a.json")
    assert hash(origin) == hash(Origin(StoreName.LEDGER, "base:events/a.json", "a.json"))


def test_origins_differ_by_store_by_path_and_by_name() -> None:
    origin = Origin(StoreName.LEDGER, "events/a.json", "a.json")
    assert origin != Origin(StoreName.SHARED, "events/a.json", "a.json")
    assert origin != Origin(StoreName.LEDGER, "other/a.json", "a.json")
    assert origin != Origin(StoreName.LEDGER, "events/a.json", "b.json")
    assert origin != "events/a.json"


def test_a_path_that_ends_with_a_slash_is_refused() -> None:
    with pytest.raises(ValueError, match="not the path of a file"):
        Origin(StoreName.LEDGER, "events/", "events")
