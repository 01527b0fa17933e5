"""Reading a split index without the write that git makes of it: git sets the time of the shared half to now."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from .errors import MAKE_ROOM, CannotExamine
from .paths import shown
from .temporary import temporary_folder


def is_split(git_dir: Path) -> bool:
    """True where the index of this git folder may be in two halves (``git update-index --split-index``)."""
    return next(git_dir.glob("sharedindex.*"), None) is not None


@contextmanager
def readable_index(
    git_dir: Path, common_dir: Path, worktree: Path, index: Path | None = None
) -> Iterator[Mapping[str, str]]:
    """The variables by which git reads an index without writing: the worktree's own, or ``index`` in its place."""
    if is_split(git_dir):
        with copied_index(git_dir, common_dir, worktree, index) as variables:
            yield variables
    else:
        yield {} if index is None else {"GIT_INDEX_FILE": str(index)}


@contextmanager
def copied_index(
    git_dir: Path, common_dir: Path, worktree: Path, index: Path | None = None
) -> Iterator[Mapping[str, str]]:
    """The variables by which git reads a copy of the split index of ``git_dir``, or of another ``index`` in it.

    The shared half is looked for in the git folder itself, wherever the index lies. So there is one for the moment,
    outside the repository, with copies of both halves, and the way to ``common_dir`` for all else. Raises
    CannotExamine where they cannot be copied.
    """
    with temporary_folder() as folder:
        try:
            shutil.copyfile(index or git_dir / "index", folder / "index")
            for file in (git_dir / "HEAD", *sorted(git_dir.glob("sharedindex.*"))):
                shutil.copyfile(file, folder / file.name)
            (folder / "commondir").write_bytes(f"{common_dir}\n".encode("utf-8", "surrogateescape"))
        except OSError as error:
            raise CannotExamine(
                f"{shown(str(git_dir))}: the split index cannot be copied: {error.strerror}", MAKE_ROOM
            ) from error
        yield {"GIT_DIR": str(folder), "GIT_WORK_TREE": str(worktree)}
