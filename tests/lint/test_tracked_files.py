from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.matching import pattern_matches
from fingerpost.lint.tracked_files import TrackedFiles

NAMES = st.text(alphabet="ab/.", min_size=1, max_size=6)


@settings(max_examples=200, deadline=None)
@given(st.lists(NAMES, max_size=8), st.text(alphabet="ab/.*?[]", max_size=6))
def test_the_answer_is_that_of_trying_every_file(paths: list[str], pattern: str) -> None:
    files = TrackedFiles(paths)
    expected = any(pattern_matches(pattern, path) for path in paths)
    assert files.any_matches(pattern) is expected
    assert files.any_matches(pattern) is expected
