"""Where a file that somebody named lies, as people and findings are told it: never an absolute path."""

from __future__ import annotations

from pathlib import Path

from ..paths import shown


def place_in(root: Path, file: Path) -> str | None:
    """The file's path relative to the repository's root with ``/``, as it is shown, or None where it lies outside.

    Symlinks on the way to the file are followed, one in its own place is not.
    """
    try:
        place = (file.parent.resolve() / file.name).relative_to(root.resolve())
    except (OSError, RuntimeError, ValueError):
        return None
    return shown(place.as_posix())


def told_place(root: Path, file: Path) -> str:
    """How people are told of the file: its place in the repository, or as it was named where it lies outside."""
    place = place_in(root, file)
    return shown(str(file)) if place is None else place
