"""The folder a build writes: only ever one of our own is replaced, and never half of it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from ..repository.errors import CannotExamine, UsageError

MARKER = ".fingerpost-output"
_MARKER_TEXT = "Made by Fingerpost. A build replaces this folder as a whole.\n"
_NEVER_INSIDE = (".git", ".fabric")


def check(target: Path) -> None:
    """Refuse a folder that a build must not replace.

    Raises:
        UsageError: it is a file, holds something that no build made, or lies inside ``.git`` or ``.fabric``.

    """
    whole = Path(os.path.realpath(target))
    inside = next((part for part in whole.parts if part in _NEVER_INSIDE), None)
    if inside is not None:
        raise UsageError(f"{target}: a build is never written into {inside}")
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise UsageError(f"{target} is no folder", hint="name a folder that a build may replace")
    if target.is_dir() and any(target.iterdir()) and not (target / MARKER).is_file():
        raise UsageError(
            f"{target} is not empty and was not made by fingerpost build",
            hint="name another folder, or empty this one yourself",
        )


def replace(target: Path, fill: Callable[[Path], None]) -> None:
    """Have ``fill`` write a new folder beside ``target``, then put it in its place; a failure leaves the old one.

    Raises:
        UsageError: see :func:`check`.
        CannotExamine: the system does not let us write there.

    """
    check(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as folder:
            fresh, old = Path(folder, "new"), Path(folder, "old")
            fresh.mkdir()
            fill(fresh)
            (fresh / MARKER).write_text(_MARKER_TEXT, encoding="utf-8")
            if target.exists():
                target.rename(old)
            try:
                fresh.rename(target)
            except OSError:
                if old.exists():
                    old.rename(target)
                raise
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise CannotExamine(f"{target} could not be written: {error.strerror or error}") from error
