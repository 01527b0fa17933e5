from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.matching import paths_meet
from fingerpost.ledger.meeting_paths import MeetingPaths

PATHS = st.text(alphabet="ab/.*?[]", max_size=6)


@settings(max_examples=200, deadline=None)
@given(st.sets(st.one_of(PATHS, st.sampled_from(["a/**", "a/b/**", "./a/*"])), max_size=8), PATHS)
def test_the_answer_is_that_of_trying_every_path(paths: set[str], path: str) -> None:
    meeting = MeetingPaths(paths)
    expected = tuple(sorted(other for other in paths if paths_meet(path, other)))
    assert meeting.of(path) == expected
    assert meeting.of(path) == expected
