"""Commits whose tree is that of one that no branch has any more: what a squash or an amended message leaves behind.

Like those with the same patch they are candidates for a person to look at, never a link.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..git import Git

_LISTED = (
    "log",
    "--no-show-signature",
    "--no-color",
    "--no-patch",
    "--encoding=UTF-8",
    "--format=tformat:%H %ct %T %P",
)


def same_tree(git: Git, commits: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each of these unreachable commits (full ids) with such: those that a ref reaches and whose tree is equal.

    The oldest first. A commit that leaves the tree as its first parent has it is not told by its tree. Three
    processes, however many are asked.
    """
    asked = sorted(set(commits))
    if not asked:
        return {}
    reached = _rows(git.run(*_LISTED, "--all"))
    lost = {commit: row for commit, row in _rows(_listed(git, asked)).items() if commit not in reached}
    before = {row.parents[0] for row in lost.values() if row.parents} - reached.keys()
    trees = {commit: row.tree for commit, row in (reached | _rows(_listed(git, sorted(before)))).items()}
    by_tree: dict[str, list[str]] = defaultdict(list)
    for commit in sorted(reached, key=lambda each: (reached[each].seconds, each)):
        by_tree[reached[commit].tree].append(commit)
    return {
        commit: tuple(by_tree[row.tree])
        for commit, row in lost.items()
        if row.tree in by_tree and (not row.parents or trees.get(row.parents[0]) != row.tree)
    }


class _Row(NamedTuple):
    seconds: int
    tree: str
    parents: list[str]


def _rows(listed: bytes) -> dict[str, _Row]:
    rows = (line.split(" ") for line in listed.decode("ascii").splitlines())
    return {
        commit: _Row(int(seconds or 0), tree, [each for each in parents if each])
        for commit, seconds, tree, *parents in rows
    }


def _listed(git: Git, commits: Sequence[str]) -> bytes:
    """The same of these commits alone; what is not in this clone is left out."""
    if not commits:
        return b""
    requests = "".join(f"{commit}\n" for commit in commits).encode("ascii")
    return git.run(*_LISTED, "--no-walk=unsorted", "--ignore-missing", "--stdin", stdin=requests)
