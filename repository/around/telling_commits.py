"""The commits of a history whose messages may tell of a ledger or of what was merged: one walk for all who ask."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..configs.trailer_names import TrailerNames
from ..git import Git
from ..git_process import Running, attempt, begun, refusal
from ..plain_config import plainly
from ..trailer_lines import TRAILERS, trailers_in

USUAL_NAMES = TrailerNames()

# Only what git finds by these is handed over; those who read a message then look closely. Letter case does not count.
FABRIC = "fabric-"
TRAILER = f"^{FABRIC}"
MERGED_OR_CLOSED = (
    "[#!][0-9]",
    "merged pr [0-9]",
    "(close|fix|resolve)[sd]?:?[[:space:]]",
    "fixe[sd]",
)

# A trailer is one line that is not empty, so an empty one parts the trailers from the message.
_FORMAT = f"--format=tformat:%H%n%ct%n{TRAILERS}%n%n%B"
_LOG = ("log", "-z", "--no-patch", "--no-show-signature", "--no-color", "--encoding=UTF-8", _FORMAT)
_SPECIAL = re.compile(r"[][.*^$\\+?(){}|]")


@dataclass(frozen=True, slots=True)
class TellingCommit:
    """A commit, its committer's time in seconds since 1970 UTC, its message, and that message's trailers.

    ``seconds`` is None for a commit whose time git cannot read.
    Trailers are what git's own parser takes for such, each a key and a value as they were written.
    """

    id: str
    seconds: int | None
    message: str
    trailers: tuple[tuple[str, str], ...]

    @property
    def subject(self) -> str:
        """The first line of the message."""
        return self.message.lstrip("\n").partition("\n")[0].strip()


def telling_commits(git: Git, commit: str, names: TrailerNames = USUAL_NAMES) -> tuple[TellingCommit, ...]:
    """Those that ``commit`` (full id) reaches, newest first; ``names`` are those of trailers that are looked for."""
    with begun_walk(git, commit, names) as walk:
        return commits_of(walk)


@contextmanager
def begun_walk(git: Git, commit: str, names: TrailerNames = USUAL_NAMES) -> Generator[Running, None, None]:
    """The same walk, begun, while something else is done; its end must be waited for inside the ``with``."""
    patterns = (f"--grep={pattern}" for pattern in (TRAILER, *_trailer_patterns(names), *MERGED_OR_CLOSED))
    args = (*_LOG, "--regexp-ignore-case", "--extended-regexp", *patterns, commit)
    with plainly(git, commit) as variables, begun(git.root, args, variables) as walk:
        yield walk


def told_commits(git: Git, commits: Iterable[str]) -> dict[str, TellingCommit]:
    """What these commits (full ids, all in this clone) say, by id, whatever that is. No process for none."""
    asked = sorted(set(commits))
    if not asked:
        return {}
    requests = "".join(f"{commit_id}\n" for commit_id in asked).encode("ascii")
    with plainly(git, asked[0]) as variables:
        done = attempt(git.root, (*_LOG, "--no-walk=unsorted", "--stdin"), requests, variables)
    if done.returncode != 0:
        raise refusal(git.root, done.returncode, done.stderr)
    return {found.id: found for found in _all_parsed(done.stdout)}


def _trailer_patterns(names: TrailerNames) -> Iterator[str]:
    """What finds the lines of those trailers that :data:`TRAILER` does not find."""
    for name in (*names.implements, *names.informed_by, *names.thread, *names.skip):
        if not name.casefold().startswith(FABRIC):
            yield f"^{_SPECIAL.sub(_escaped, name)}[[:space:]]*:"


def _escaped(special: re.Match[str]) -> str:
    return f"\\{special[0]}"


def commits_of(walk: Running) -> tuple[TellingCommit, ...]:
    """What a walk gave, waited for. Raises CannotExamine where git refused."""
    return tuple(_all_parsed(walk.output()))


def _all_parsed(listed: bytes) -> Iterator[TellingCommit]:
    return map(_parsed, filter(None, listed.split(b"\0")))


def _parsed(entry: bytes) -> TellingCommit:
    commit_id, seconds, rest = entry.split(b"\n", 2)  # the time is an empty line where git cannot read it
    lines, _, message = rest.partition(b"\n\n")
    return TellingCommit(
        commit_id.decode("ascii"),
        int(seconds) if seconds else None,
        message.decode("utf-8", "replace").lstrip("\n"),
        tuple(trailers_in(lines.decode("utf-8", "surrogateescape").split("\n"))),
    )
