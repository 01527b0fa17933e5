"""The folders that direction tells apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.placed import ENTRIES, FILES

from fingerpost.ledger.meeting_paths import MeetingPaths
from fingerpost.reporter.pages.places.territory import ROOT, Territory

TRACKED = ("README.md", "docs/img/a.png", "docs/img/b.png", "docs/x.md", "libs/a.py", "libs/sub/b.py", "src/a/b/c.py")


def test_a_folder_is_told_apart_by_a_pattern_that_begins_in_it() -> None:
    found = Territory(["src/a/**", "new/place/**"], TRACKED)
    assert list(found.folders) == ["", "new", "new/place", "src", "src/a"]
    assert found.folders["src"].inner == ("src/a",)
    assert found.folders["src/a"].plain == (("b", 1),)
    assert found.folders["src/a"].files == 1
    assert found.folders["new/place"].files == 0
    assert found.folders[ROOT].plain == (("docs", 3), ("libs", 2))
    assert found.folders[ROOT].inner == ("new", "src")


def test_a_wildcard_tells_apart_the_folders_where_it_meets_files() -> None:
    found = Territory(["libs/*.py", "docs/*/a.png"], TRACKED)
    assert list(found.folders) == ["", "docs", "docs/img", "libs"]
    assert found.folders["libs"].named == (("libs/a.py", ("libs/*.py",)),)
    assert found.folders["docs/img"].named == (("docs/img/a.png", ("docs/*/a.png",)),)
    assert found.folders["libs"].plain == (("sub", 1),)


def test_a_file_that_is_named_is_one_whether_git_has_it_or_not() -> None:
    found = Territory(["README.md", "src/later.py"], TRACKED)
    assert found.folders[ROOT].named == (("README.md", ("README.md",)),)
    assert found.folders["src"].named == ()


@pytest.mark.parametrize("pattern", ["/etc/**", "a//b/x", "../x/y", "./a/./b/**"])
def test_what_no_path_of_git_can_be_has_no_folder(pattern: str) -> None:
    found = Territory([pattern], TRACKED)
    assert list(found.folders) == [""]
    assert found.nowhere == (pattern,)


def test_without_git_the_folders_are_those_of_the_patterns() -> None:
    found = Territory(["src/a/**"], None)
    assert not found.known
    assert list(found.folders) == ["", "src", "src/a"]
    assert found.below("src") == []


def test_a_neighbour_of_the_same_beginning_is_not_inside() -> None:
    found = Territory(["a/**"], ("a-b/x", "a.b", "a/x", "a0"))
    assert found.below("a") == ["a/x"]


@settings(max_examples=100, deadline=None)
@given(st.lists(ENTRIES, max_size=4))
def test_what_is_not_told_apart_is_governed_as_the_folder_around_it(patterns: list[str]) -> None:
    """The promise of the tree: in a folder without a row, every file is met by the same patterns."""
    found = Territory(patterns, FILES)
    meeting = MeetingPaths(set(patterns))
    for folder in found.folders.values():
        for name, _ in folder.plain:
            inside = found.below(f"{folder.path}/{name}".lstrip("/"))
            assert len({meeting.of(file) for file in inside}) == 1
        assert folder.files == len(found.below(folder.path))
    held = [path for path in found.folders if path != ROOT]
    assert all(path.rpartition("/")[0] in found.folders for path in held)
