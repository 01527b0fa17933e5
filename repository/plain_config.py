"""Reading commits as they are, whatever git is configured to make of their messages.

What a trailer is can be configured: ``trailer.NAME.key`` turns other lines into ``Fabric-Implements`` ones. A
configuration cannot be taken back from the command line, so git is given a folder of its own, without any.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Mapping
from contextlib import contextmanager

from .errors import MAKE_ROOM, CannotExamine
from .git import Git
from .paths import shown
from .temporary import temporary_folder

_EMPTY = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


@contextmanager
def plainly(git: Git, commit: str) -> Generator[Mapping[str, str], None, None]:
    """The variables by which git reads the repository's objects and follows no configuration at all.

    ``commit`` is any full id, which tells the kind of hash. Only full ids name commits in there: it has no refs. For
    the moment it lasts there is a folder outside the repository. Raises CannotExamine where none can be made.
    """
    common = git.common_dir()
    with temporary_folder() as folder:
        try:
            (folder / "HEAD").write_text("ref: refs/heads/none\n", encoding="ascii")
            (folder / "refs").mkdir()
            (folder / "config").write_text(_config(commit, partial=git.is_partial()), encoding="ascii")
            if git.is_shallow():
                shutil.copyfile(common / "shallow", folder / "shallow")
        except OSError as error:
            raise CannotExamine(
                f"{shown(str(folder))}: a folder to read commits from cannot be made: {error.strerror}", MAKE_ROOM
            ) from error
        yield {"GIT_DIR": str(folder), "GIT_OBJECT_DIRECTORY": str(common / "objects"), **_EMPTY}


def _config(commit: str, *, partial: bool) -> str:
    lines = ["[core]", "repositoryformatversion = 1", "bare = true"]
    if len(commit) == 64 or partial:
        lines.append("[extensions]")
    if len(commit) == 64:
        lines.append("objectFormat = sha256")
    if partial:  # so that git says of what was left out that it was
        lines.append("partialClone = origin")
    return "\n".join(lines) + "\n"
