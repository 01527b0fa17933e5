"""Finding the repository that a folder lies in."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .errors import CannotExamine, UsageError
from .git import Git
from .git_process import GitNotInstalled, NotARepository
from .paths import shown


@dataclass(frozen=True, slots=True)
class Repository:
    """A folder whose ledger is read; ``common_dir`` and ``git`` are None where there is no git.

    ``root`` is absolute. ``common_dir`` is the git folder that linked worktrees share, absolute.
    """

    root: Path
    common_dir: Path | None
    git: Git | None


def find_repository(start: Path) -> Repository:
    """The git worktree that encloses ``start``, found upward.

    Without git it is the nearest folder upward that has a ``.fabric``, else ``start`` itself. Raises UsageError
    where ``start`` is no folder, and CannotExamine where there is a git repository that git refuses to read.
    """
    start = _folder(start)
    try:
        root = Git(start).toplevel()
        git = Git(root)
        return Repository(root, git.common_dir(), git)
    except GitNotInstalled:
        if any(_has(folder, ".git") for folder in _upward(start)):
            raise
    except NotARepository as error:
        if any(_has(folder, ".git") for folder in _upward(start, _without_git(start))):
            raise CannotExamine(
                f"{shown(str(start))}: there is a .git, but git does not take it for a repository",
                "Run git status there to see what is wrong, or remove the .git if it is no repository.",
            ) from error
    return Repository(_without_git(start), None, None)


def _folder(start: Path) -> Path:
    """The folder ``start``, absolute and without links. Raises UsageError where it is none, or is gone."""
    name = shown(str(start))
    name = name if len(name) <= 120 else f"{name[:60]}...{name[-40:]}"
    try:
        mode = os.stat(start).st_mode  # noqa: PTH116 (what pathlib makes of an error differs between versions)
        found = Path(os.path.realpath(start))
    except FileNotFoundError as error:
        raise UsageError(f"{name} does not exist", _FOLDER_WANTED) from error
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}", _FOLDER_WANTED) from error
    if not stat.S_ISDIR(mode):
        raise UsageError(f"{name} is not a folder", _FOLDER_WANTED)
    return found


_FOLDER_WANTED = "Name a repository's folder, or a folder inside it."


def _without_git(start: Path) -> Path:
    return next((folder for folder in _upward(start) if _has(folder, ".fabric")), start)


def _upward(start: Path, last: Path | None = None) -> Iterator[Path]:
    for folder in (start, *start.parents):
        yield folder
        if folder == last:
            return


def _has(folder: Path, name: str) -> bool:
    return os.path.lexists(folder / name)
