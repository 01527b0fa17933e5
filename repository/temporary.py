"""Folders that last for the moment, and are gone in the end however it comes."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from .errors import MAKE_ROOM, CannotExamine

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals by which people and machines tell a process to end."""


@contextmanager
def temporary_folder(prefix: str = "fingerpost-", beside: Path | None = None) -> Generator[Path, None, None]:
    """A new folder for this user alone, in the system's place for such or in ``beside``; removed with all it holds.

    A signal that comes while the folder is made or removed is kept until that is done. Raises CannotExamine where the
    system's place has none, OSError where none can be made beside something.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        with _made(prefix, beside) as name:
            try:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
                yield Path(name)
            finally:
                signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _made(prefix: str, beside: Path | None) -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix=prefix, dir=beside)
    except OSError as error:
        if beside is not None:
            raise
        raise CannotExamine(f"a temporary folder cannot be made: {error.strerror or error}", MAKE_ROOM) from error
