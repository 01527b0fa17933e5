"""What git says of a commit, as far as claims rest on it. Gathered at the edges; nothing here asks git."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...ledger.events import Event
from ...ledger.instants import Instant
from ...ledger.matching import Areas


@dataclass(frozen=True, slots=True)
class TreeThen:
    """The tracked ledger in the tree of one commit.

    ``present`` are the ids of the events whose files the tree holds. ``altered`` has those of them whose file there
    is not what was read of the examined state, as that tree has them: None where it cannot be interpreted. ``areas``
    are those of the tree's own config.
    """

    present: frozenset[str]
    altered: Mapping[str, Event | None] = field(default_factory=dict)
    areas: Areas = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CommitThen:
    """What git holds of a commit whose own history is here.

    ``first_parent`` is None for a root commit. ``touched`` are the paths that differ from the first parent (all of a
    root's), sorted. ``lost`` are the ids of events that the tree of some ancestor held and neither of these trees
    does: a removed file, or one that a merge dropped.
    """

    first_parent: TreeThen | None
    own: TreeThen
    touched: tuple[str, ...]
    lost: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CommitFact:
    """What git says of a commit id that was written somewhere.

    ``resolution`` is one of the contract's words: exact, abbreviated, unreachable, missing, unknown, ambiguous,
    opaque. ``full`` is the whole id and ``time`` the committer time, where the commit is here. ``trailers`` are those
    of its message, each a key and a value as they were written. ``candidates`` are, for an unreachable one, reachable
    commits with the same patch or the same tree: for a person to look at, never a link. ``then`` is given for the
    subject of a question, unless this clone cannot say (its parent is cut off, or objects were left out).
    """

    resolution: str
    full: str | None = None
    time: Instant | None = None
    trailers: tuple[tuple[str, str], ...] = ()
    candidates: tuple[str, ...] = ()
    then: CommitThen | None = None
