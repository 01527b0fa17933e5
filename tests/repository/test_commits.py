"""What git says of trailers, as it prints them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.repository.commits import parse_trailers


def test_each_commit_has_its_values_once_and_in_order() -> None:
    listed = b"a1\nthr_2\nthr_1\nthr_2\0b2\n\0c3\n\n x \n\0"
    assert parse_trailers(listed) == {"a1": ("thr_2", "thr_1"), "b2": (), "c3": ("x",)}
    assert parse_trailers(b"") == {}


LINES = st.text(st.characters(exclude_characters="\0\n", exclude_categories=["Cs"]), max_size=12)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(LINES, max_size=4), max_size=4))
def test_no_value_moves_to_another_commit(commits: list[list[str]]) -> None:
    listed = "".join(f"{number:040x}\n" + "\n".join(values) + "\0" for number, values in enumerate(commits))
    found = parse_trailers(listed.encode("utf-8"))
    assert list(found) == [f"{number:040x}" for number in range(len(commits))]
    for values, told in zip(commits, found.values(), strict=True):
        assert set(told) <= {
            line for value in values for line in (value, value.strip(), value.encode().strip().decode())
        }


def test_bytes_that_are_no_text_survive() -> None:
    assert parse_trailers(b"a1\nthr\xff\0") == {"a1": ("thr\udcff",)}
