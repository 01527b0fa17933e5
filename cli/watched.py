"""What a reading of a ledger depends on, so that a site that is served is read again only when some of it changed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..repository.configs.config import CONFIG_PATH
from ..repository.configs.settings_file import PLACES
from ..repository.processes import VARIABLE
from ..repository.storage import LOCAL_FOLDERS, SHARED_FOLDERS
from ..repository.stores import DirectoryStore
from .reading import Place
from .reading_options import ReadingOptions

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

_OF_GIT = ("HEAD", "index", "logs/HEAD", "packed-refs")


@dataclass(frozen=True, slots=True)
class Watched:
    """The folders of event files, and the single files, that a reading looks at; some may not be there.

    ``around`` are folders in which more of them may appear, at any depth, and ``root`` the one in which configs may.
    ``commit`` and ``revision`` are what HEAD is and what is
    read in place of the worktree.
    """

    folders: tuple[Path, ...]
    files: tuple[Path, ...]
    around: tuple[Path, ...]
    root: Path
    commit: str | None
    revision: str | None

    def have_watched(self, server: LiveReloadServer) -> None:
        """Have a server look at all of it."""
        found = {path for path in (*self.folders, *self.files, *self.around) if path.exists()}
        found = {path for path in found if path.parent != self.root or path.is_dir()}
        server.watch(str(self.root), recursive=False)
        for path in sorted(path for path in found if not found.intersection(path.parents)):
            server.watch(str(path))

    def state(self) -> bytes:
        """A digest of names, sizes and times: two that are equal mean that nothing changed."""
        digest = hashlib.sha256()
        for row in self._rows():
            digest.update(row.encode("utf-8", "surrogateescape") + b"\0")
        return digest.digest()

    def _rows(self) -> Iterator[str]:
        for folder in self.folders:
            try:
                with os.scandir(folder) as entries:
                    yield from sorted(f"{entry.path} {_stat(entry.path)}" for entry in entries)
            except OSError as error:
                yield f"{folder} {type(error).__name__}"
        for file in self.files:
            yield f"{file} {_stat(file)}"


def _stat(path: str | Path) -> str:
    try:
        found = os.lstat(path)
    except OSError as error:
        return type(error).__name__
    return f"{found.st_mtime_ns} {found.st_size} {found.st_ino} {found.st_mode}"


def watched_by(place: Place, options: ReadingOptions) -> Watched:
    """What a reading of this place looks at."""
    root, git = place.repository.root, place.repository.git
    folders = [store.base / store.folder for store in place.stores() if isinstance(store, DirectoryStore)]
    files = [root / CONFIG_PATH, *(root / name for name, _ in PLACES)]
    given = (options.config, options.runtime if isinstance(options.runtime, Path) else None)
    files += [Path(each).absolute() for each in given if each is not None]
    if place.settings.baseline is not None:
        files.append(root / place.settings.baseline)
    around = [root / ".fabric"]
    runtime = options.runtime is True
    folders += [root / each for each in LOCAL_FOLDERS.values()] if runtime else []
    if git is not None:
        files += [git.git_dir() / name for name in _OF_GIT]
        shared = place.repository.common_dir or git.git_dir()
        folders += [
            shared / "refs" / "heads",
            *([shared / each for each in SHARED_FOLDERS.values()] if runtime else []),
        ]
        around += [shared / "fabric"] if runtime else []
    return Watched(
        tuple(sorted(set(folders))),
        tuple(sorted(set(files))),
        tuple(around),
        root,
        git.head() if git is not None else None,
        place.revision,
    )


@contextmanager
def one_process() -> Iterator[None]:
    """While this lasts a ledger is read by this process alone: one with threads must not be forked."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
