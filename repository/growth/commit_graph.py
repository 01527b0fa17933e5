"""The commits that a revision reaches, as every clone sees them, and where this clone lacks them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..errors import CannotExamine
from ..git import Git

SHALLOW_FIX = (
    "This clone is shallow. In GitHub Actions set fetch-depth: 0 on actions/checkout; in GitLab set GIT_DEPTH: 0; "
    "elsewhere run git fetch --unshallow"
)
"""How a clone gets the history that was left out."""

Parents = Mapping[str, Sequence[str]]
"""The parents of each commit, full ids; the oldest commits first."""


def commit_parents(git: Git, commit: str) -> Parents:
    """Every commit that ``commit`` (full id) reaches. Raises CannotExamine where this clone does not have them all."""
    listed = [line.split(" ") for line in reversed(reached_commits(git, commit))]
    cut = shallow_commits(git)
    if any(ids[0] in cut for ids in listed):
        raise CannotExamine("the ledger's whole history is asked for, and a part of it is not here", SHALLOW_FIX)
    return {ids[0]: ids[1:] for ids in listed}


def commit_pairs(commits: Iterable[str], parents: Parents) -> Iterator[bytes]:
    """Each of these commits with each of its parents, a space between, as ``git diff-tree --stdin`` takes them."""
    for commit in commits:
        for parent in parents[commit]:
            yield f"{commit} {parent}".encode("ascii")


def root_commits(parents: Parents) -> Iterator[bytes]:
    """The commits without a parent, as ``git diff-tree --stdin`` takes them."""
    return (commit.encode("ascii") for commit, before in parents.items() if not before)


def reached_commits(git: Git, *revisions: str) -> list[str]:
    """What ``git rev-list --parents`` lists: a line for each commit, its id and then its parents, children first."""
    return git.run("rev-list", "--topo-order", "--parents", *revisions).decode("ascii").splitlines()


def shallow_commits(git: Git) -> frozenset[str]:
    """The commits whose parents this clone does not have."""
    if not git.is_shallow():
        return frozenset()
    try:
        return frozenset((git.common_dir() / "shallow").read_text(encoding="ascii").split())
    except (OSError, ValueError) as error:
        raise CannotExamine(
            "git's list of the commits where history was cut off cannot be read", SHALLOW_FIX
        ) from error
