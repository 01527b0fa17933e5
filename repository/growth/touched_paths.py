"""The files of the whole repository that a change touches, told by git."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from ..git import Git
from ..git_process import attempt, refusal
from ..split_index import copied_index
from .ledger_state import Examined, Index, Revision
from .merge_base import Base

# An order of files that the configuration asks for has to be there, else git gives up; no order is needed here.
_QUIETLY = ("--name-only", "-z", "--no-renames", f"-O{os.devnull}")


def touched_paths(git: Git, base: Base, examined: Examined) -> frozenset[str]:
    """The paths of the whole repository whose tracked content differs between a merge base and what is examined.

    Files that git does not track are not among them. A path that differs from one merge base alone, of several, was
    touched by what was merged in between, and is not among them either.
    """
    touched = [_touched(git, commit, examined) for commit in base.merge_bases]
    return frozenset.intersection(*touched)


def _touched(git: Git, commit: str, examined: Examined) -> frozenset[str]:
    if isinstance(examined, Revision):
        listed = git.run("diff-tree", "-r", *_QUIETLY, commit, examined.commit)
    elif isinstance(examined, Index):
        return _differing(git, commit, examined.entries)
    else:
        listed = _worktree_diff(git, "diff", *_QUIETLY, "--no-ext-diff", "--ignore-submodules=dirty", commit)
    return frozenset(listed.decode("utf-8", "surrogateescape").split("\0")) - {""}


def _differing(git: Git, commit: str, entries: Mapping[str, tuple[str, str]]) -> frozenset[str]:
    """The paths that an index and a commit do not have alike."""
    committed = {row.name: (row.mode, row.id) for row in git.tree_files(commit)}
    return frozenset(path for path, _ in committed.items() ^ entries.items())


def _worktree_diff(git: Git, *args: str) -> bytes:
    """A diff against the files on disk; git renews the index when it makes one, so it is given a copy."""
    folder = git.git_dir()
    index = folder / "index"
    if not index.exists():
        return git.run(*args)
    with copied_index(folder, git.common_dir(), git.root) as variables:
        # A file as young as the index may have changed unseen, so that the copy must not be younger.
        shutil.copystat(index, Path(variables["GIT_DIR"]) / "index")
        done = attempt(git.root, args, variables=variables)
    if done.returncode != 0:
        raise refusal(git.root, done.returncode, done.stderr)
    return done.stdout
