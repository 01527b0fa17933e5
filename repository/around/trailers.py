"""The trailers of a history that speak of a ledger: ``Fabric-Thread: …`` and its like."""

from __future__ import annotations

from dataclasses import dataclass

from ..git import Git

_PREFIX = "fabric-"
# Only commits that have such a line are parsed; git's own parser then tells whether it is a trailer at all.
_CHOSEN = ("--regexp-ignore-case", "--extended-regexp", "--grep=^fabric-")
_TRAILERS = "%(trailers:only=true,unfold=true,separator=%x0A)"


@dataclass(frozen=True, slots=True)
class CommitTrailer:
    """One trailer of a commit message, as git reads it: ``commit`` is a full id, ``key`` as it was written."""

    commit: str
    key: str
    value: str


def fabric_trailers(git: Git, commit: str) -> tuple[CommitTrailer, ...]:
    """Every trailer whose key begins with ``Fabric-``, of the commits that ``commit`` reaches: newest commit first.

    Letter case of the key does not count. The same trailer twice in one message is given once. One process, one walk.
    """
    listed = git.run(
        *("-c", "trailer.separators=:", "log", "-z", "--no-patch", "--no-show-signature", "--no-color"),
        *("--encoding=UTF-8", *_CHOSEN, f"--format=tformat:%H%n{_TRAILERS}", commit),
    )
    found: dict[CommitTrailer, None] = {}
    for entry in listed.decode("utf-8", "surrogateescape").split("\0"):
        commit_id, _, lines = entry.partition("\n")
        for line in lines.split("\n"):
            key, _, value = line.partition(":")
            if key.lower().startswith(_PREFIX) and value.strip():
                found[CommitTrailer(commit_id, key.strip(), value.strip())] = None
    return tuple(found)
