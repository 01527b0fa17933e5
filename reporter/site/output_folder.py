"""The folder a build writes: only what an earlier build made is replaced, and never half of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from ...repository.errors import CannotExamine, UsageError
from ...repository.paths import shown
from ...repository.temporary import temporary_folder

MARKER = ".fingerpost-output"
_MARKER_TEXT = "Made by Fingerpost. The next build replaces the files listed here, and touches no other.\n"
_NEVER_INSIDE = (".git", ".fabric")
_NAMED = 5  # files of somebody else that a refusal names


def check(target: Path, repository: Path | None = None) -> None:
    """Refuse a folder that a build must not replace.

    ``repository`` is the root of the repository whose ledger is published.

    Raises:
        UsageError: it is a file, holds something that no build made, lies inside ``.git`` or ``.fabric``, or holds the
            repository or the current folder.
        CannotExamine: the system does not let us look.

    """
    try:
        _check(target, repository)
    except OSError as error:
        raise CannotExamine(f"{_name(target)} cannot be looked at: {error.strerror or error}", _ELSEWHERE) from error


_ELSEWHERE = "Name another folder for the output."


def _check(target: Path, repository: Path | None) -> None:
    name = _name(target)
    whole = Path(os.path.realpath(target))
    inside = next((part for part in whole.parts if part.lower() in _NEVER_INSIDE), None)
    if inside is not None:
        raise UsageError(f"{name}: a build is never written into {shown(inside)}", _ELSEWHERE)
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise UsageError(f"{name} is no folder", "Name a folder that a build may replace.")
    for held, what in ((repository, "the repository itself"), (Path(os.path.realpath(".")), "the current folder")):
        if held is not None and held.is_relative_to(whole):
            raise UsageError(f"{name} is or holds {what}, and a build replaces its folder", _ELSEWHERE)
    foreign = _foreign(target)
    if foreign:
        listed = ", ".join(shown(each) for each in foreign[:_NAMED])
        more = f" and {len(foreign) - _NAMED} more" if len(foreign) > _NAMED else ""
        raise UsageError(
            f"{name} is not empty and holds what was not made by fingerpost build: {listed}{more}",
            "Name another folder, or move these away yourself: a build replaces only what a build made.",
        )


def _name(target: Path) -> str:
    text = shown(str(target))
    return text if len(text) <= 120 else f"{text[:60]}...{text[-40:]}"


def _foreign(target: Path) -> list[str]:
    """What lies in the folder and is not on the list that the last build left, sorted."""
    marker = target / MARKER
    ours = {MARKER}
    if marker.is_file() and not marker.is_symlink():
        ours.update(marker.read_text(encoding="utf-8", errors="surrogateescape").splitlines()[1:])
    return sorted(each for each in _files(target) if each not in ours)


def _files(folder: Path) -> list[str]:
    """Every file below the folder, and every folder that holds nothing, relative with ``/``; no link is followed."""
    found = []
    for place, folders, names in os.walk(folder):
        links = [name for name in folders if Path(place, name).is_symlink()]
        within = Path(place).relative_to(folder)
        found += [(within / name).as_posix() for name in (*names, *links)]
        if not folders and not names and place != str(folder):
            found.append(within.as_posix())
    return found


def replace(target: Path, fill: Callable[[Path], None], repository: Path | None = None) -> None:
    """Have ``fill`` write a new folder beside ``target``, then put it in its place; a failure leaves the old one.

    Raises:
        UsageError: see :func:`check`.
        CannotExamine: the system does not let us write there.

    """
    check(target, repository)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with temporary_folder(f".{target.name[:40]}-", target.parent) as folder:
            fresh, old = folder / "new", folder / "old"
            fresh.mkdir()
            fill(fresh)
            (fresh / MARKER).write_text(_MARKER_TEXT + "".join(f"{each}\n" for each in sorted(_files(fresh))), "utf-8")
            check(target, repository)  # filling takes a while
            if target.exists():
                target.rename(old)
            try:
                fresh.rename(target)
            except BaseException:
                if old.exists():
                    old.rename(target)
                raise
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise CannotExamine(f"{_name(target)} could not be written: {error.strerror or error}", _ELSEWHERE) from error
