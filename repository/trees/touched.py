"""The paths that one commit touches, and those that differ between two."""

from __future__ import annotations

from dataclasses import dataclass

from ..commits import Commit
from ..errors import CannotExamine, UsageError
from ..git import Git
from ..growth.commit_graph import SHALLOW_FIX, shallow_commits
from ..growth.ledger_state import Revision
from ..growth.merge_base import Base, find_base
from ..growth.touched_paths import touched_paths
from ..paths import shown

_FORMS = "Write it as git does: main..HEAD, or main...HEAD for what HEAD changed since it left main."


@dataclass(frozen=True, slots=True)
class Difference:
    """The paths that differ between two commits.

    ``base`` and ``head`` are full ids. ``from_merge_base`` is True for three dots: what ``head`` changed since it left
    ``base``.
    """

    base: str
    head: str
    from_merge_base: bool
    paths: frozenset[str]


def touched_by(git: Git, commit: Commit) -> frozenset[str]:
    """The paths that a commit touches against its first parent; all that it has where it has none.

    Raises CannotExamine where this clone lacks that parent.
    """
    if not commit.parents:
        return frozenset(row.name for row in git.tree_files(commit.id))
    if commit.id in shallow_commits(git):
        raise CannotExamine(f"what commit {commit.id[:12]} touches cannot be told: its parent is not here", SHALLOW_FIX)
    parent = commit.parents[0]
    return touched_paths(git, Base(parent, parent, (parent,)), Revision(commit.id))


def difference(git: Git, text: str) -> Difference:
    """The paths that differ as ``BASE..HEAD`` or ``BASE...HEAD`` asks; a side left out is HEAD.

    Raises UsageError where the text is neither, and CannotExamine where this clone cannot say.
    """
    from_merge_base = "..." in text
    before, dots, after = text.partition("..." if from_merge_base else "..")
    if not dots or not (before or after) or ".." in after or after.startswith("."):
        raise UsageError(f"{shown(text)!r} names no two revisions", _FORMS)
    before, after = before or "HEAD", after or "HEAD"
    base = find_base(git, before, after, exact=not from_merge_base)
    head = git.resolve_revision(after)
    return Difference(base.tip, head, from_merge_base, touched_paths(git, base, Revision(head)))
