"""How git is asked for the trailers of a message, and what it answers: one way for every walk over a history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

TRAILERS = "%(trailers:only=true,unfold=true,separator=%x0A,key_value_separator=%x1F)"
"""The part of a log's format that gives the trailers of a commit, a line each; nothing where it has none."""

_BLANKS = " \t\r\v\f"  # what git takes for such; a thread of another name is another thread


def trailers_in(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """A key and a value, as they were written, for each of these lines that has both."""
    for line in lines:
        key, _, value = (part.strip(_BLANKS) for part in line.partition("\x1f"))
        if key and value:
            yield key, value
