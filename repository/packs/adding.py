"""Adding files to a store: each is created whole or not at all, and none is ever replaced."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from ..errors import CannotExamine
from ..files import read_regular
from ..locate import Repository
from ..paths import shown
from ..source import Obstacle, StoreName
from ..storage import LOCAL_FOLDERS, SHARED_FOLDERS

_STAYS = "What was added before stays, and merging again goes on from there."


@dataclass(frozen=True, slots=True)
class Adding:
    """One folder that files are added to: ``folder`` (relative, with ``/``) below ``base``; the first file makes it.

    Nothing is written through a symbolic link below ``base``: reading follows none of them out of it either.
    """

    base: Path
    folder: str

    def check(self) -> None:
        """Raise CannotExamine where no file could be added: what makes the folder would fail at once."""
        place = self.base
        for part in self.folder.split("/"):
            above, place = place, place / part
            if not os.path.lexists(place):
                if not os.access(above, os.W_OK | os.X_OK):
                    raise self._refused(above, "cannot be written to")
                return
            if place.is_symlink():
                raise self._refused(place, "is a symbolic link, through which nothing is written")
            if not place.is_dir():
                raise self._refused(place, "is no folder")
        if not os.access(place, os.W_OK | os.X_OK):
            raise self._refused(place, "cannot be written to")

    def existing(self, name: str) -> bytes | Obstacle | None:
        """The bytes of the file with this name, what stands in its place, or None where there is nothing."""
        path = self._whole / name
        if not os.path.lexists(path):
            return None
        found = read_regular(os.fsencode(path))
        return found if isinstance(found, bytes) else found[0]

    def add(self, name: str, data: bytes) -> bool:
        """Create the file; False where one has come to be there meanwhile. Raises CannotExamine where it cannot be."""
        self.check()
        try:
            self._whole.mkdir(parents=True, exist_ok=True)
            return self._created(name, data)
        except OSError as error:
            raise CannotExamine(
                f"{shown(name)} could not be added to {shown(self._whole.name)}: {error.strerror or error}", _STAYS
            ) from error

    @property
    def _whole(self) -> Path:
        return self.base / self.folder

    def _refused(self, place: Path, why: str) -> CannotExamine:
        return CannotExamine(
            f"nothing can be added to {shown(self.folder)}: {shown(str(place))} {why}",
            f"Put a folder there that may be written to. {_STAYS}",
        )

    def _created(self, name: str, data: bytes) -> bool:
        fresh = self._whole / f".fingerpost-{secrets.token_hex(8)}.tmp"
        try:
            with fresh.open("xb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            try:
                os.link(fresh, self._whole / name)
            except FileExistsError:
                return False
        finally:
            fresh.unlink(missing_ok=True)
        return True


def runtime_folder(repository: Repository, store: StoreName) -> Adding:
    """The folder of a store that git does not carry (fabric/1.0, *Storage*)."""
    if repository.common_dir is None:  # where nothing is shared, live records lie with those of the worktree
        return Adding(repository.root, LOCAL_FOLDERS[StoreName.ACTIVE if store is StoreName.SHARED else store])
    return Adding(repository.common_dir, SHARED_FOLDERS[store])
