"""The commits of a history whose messages may tell of a ledger or of what was merged: one walk for all who ask."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..git import Git
from ..git_process import Running

# Only what git finds by these is handed over; those who read a message then look closely. Letter case does not count.
TRAILER = "^fabric-"
MERGED_OR_CLOSED = (
    "[#!][0-9]",
    "merged pr [0-9]",
    "(close|fix|resolve)[sd]?:?[[:space:]]",
    "fixe[sd]",
)

_TRAILERS = "%(trailers:only=true,unfold=true,separator=%x0A)"
# A trailer is one line that is not empty, so an empty one parts the trailers from the message.
_FORMAT = f"--format=tformat:%H%n%ct%n{_TRAILERS}%n%n%B"


@dataclass(frozen=True, slots=True)
class TellingCommit:
    """A commit, its committer's time in seconds since 1970 UTC, its message, and that message's trailers.

    Trailers are what git's own parser takes for such, each a key and a value as they were written.
    """

    id: str
    seconds: int
    message: str
    trailers: tuple[tuple[str, str], ...]

    @property
    def subject(self) -> str:
        """The first line of the message."""
        return self.message.lstrip("\n").partition("\n")[0].strip()


def telling_commits(git: Git, commit: str) -> tuple[TellingCommit, ...]:
    """Those that ``commit`` reaches, newest first. One process."""
    with begun_walk(git, commit) as walk:
        return commits_of(walk)


@contextmanager
def begun_walk(git: Git, commit: str) -> Generator[Running, None, None]:
    """The same walk, begun, while something else is done; its end must be waited for inside the ``with``.

    The separator of trailers is a colon, whatever this machine's configuration says.
    """
    patterns = (f"--grep={pattern}" for pattern in (TRAILER, *MERGED_OR_CLOSED))
    with git.begun(
        *("-c", "trailer.separators=:", "log", "-z", "--no-patch", "--no-show-signature", "--no-color"),
        *("--encoding=UTF-8", "--regexp-ignore-case", "--extended-regexp", *patterns, _FORMAT, commit),
    ) as walk:
        yield walk


def commits_of(walk: Running) -> tuple[TellingCommit, ...]:
    """What a walk gave, waited for. Raises CannotExamine where git refused."""
    return tuple(map(_parsed, filter(None, walk.output().split(b"\0"))))


def _parsed(entry: bytes) -> TellingCommit:
    about, _, message = entry.partition(b"\n\n") if b"\n\n" in entry else (entry, b"", b"")
    commit_id, seconds, *lines = about.decode("utf-8", "surrogateescape").split("\n")
    # Without a trailer the first empty line is the place where they would stand, and a second one follows.
    return TellingCommit(
        commit_id, int(seconds), message.decode("utf-8", "replace").lstrip("\n"), tuple(_trailers(iter(lines)))
    )


def _trailers(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() and value.strip():
            yield key.strip(), value.strip()
