"""Adding files to a store: each is created whole or not at all, and none is ever replaced."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from ..errors import CannotExamine
from ..files import read_regular
from ..locate import Repository
from ..paths import shown
from ..source import Obstacle, StoreName


def runtime_folder(repository: Repository, store: StoreName) -> Path:
    """The folder of a store that git does not carry (fabric/1.0, *Storage*)."""
    above = repository.root / ".fabric/active" if repository.common_dir is None else repository.common_dir / "fabric"
    return above / ("events" if store is StoreName.SHARED else f"runtime/{store}")


class Adding:
    """One folder that files are added to; it is made when the first one is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def existing(self, name: str) -> bytes | Obstacle | None:
        """The bytes of the file with this name, what stands in its place, or None where there is nothing."""
        path = self._folder / name
        if not os.path.lexists(path):
            return None
        found = read_regular(os.fsencode(path))
        return found if isinstance(found, bytes) else found[0]

    def add(self, name: str, data: bytes) -> bool:
        """Create the file; False where one has come to be there meanwhile. Raises CannotExamine where it cannot be."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            return self._created(name, data)
        except OSError as error:
            raise CannotExamine(
                f"{shown(name)} could not be added to {shown(self._folder.name)}: {error.strerror or error}",
                "What was added before stays, and merging again goes on from there.",
            ) from error

    def _created(self, name: str, data: bytes) -> bool:
        fresh = self._folder / f".fingerpost-{secrets.token_hex(8)}.tmp"
        try:
            with fresh.open("xb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            try:
                os.link(fresh, self._folder / name)
            except FileExistsError:
                return False
        finally:
            fresh.unlink(missing_ok=True)
        return True
