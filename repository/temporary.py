"""Folders that last for the moment, and are gone in the end however it comes."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from .errors import MAKE_ROOM, CannotExamine

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals by which people and machines tell a process to end."""


@contextmanager
def temporary_folder(prefix: str = "fingerpost-", beside: Path | None = None) -> Generator[Path, None, None]:
    """A new folder for this user alone, in the system's place for such or in ``beside``; removed with all it holds.

    A signal that comes while the folder is made or removed is kept until that is done. Raises CannotExamine where the
    system's place has none, OSError where none can be made beside something.
    """
    signals = _Signals()
    signals.keep()
    try:
        with _made(prefix, beside) as name:
            try:
                signals.let_go()
                yield Path(name)
            finally:
                signals.keep()
    finally:
        signals.let_go()


class _Signals:
    """Those that end a process, kept back for a while.

    Their handlers are exchanged: a signal that the first thread blocks reaches another one, and its handler is then run
    in the first all the same. Where this is not the first thread, no handler of Python runs, and nothing is done.
    """

    def __init__(self) -> None:
        self._handlers: dict[signal.Signals, Any] = {}
        self._came: list[tuple[int, FrameType | None]] = []

    def keep(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        for each in ENDING:
            handler = signal.getsignal(each)
            if handler is not None:  # None is one that Python did not set and cannot set again
                self._handlers.setdefault(each, handler)
                signal.signal(each, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._came.append((number, frame))

    def let_go(self) -> None:
        """Set the handlers again, and hand them what came. May raise whatever they raise."""
        handlers, came = self._handlers, self._came
        self._handlers, self._came = {}, []
        for each, handler in handlers.items():
            signal.signal(each, handler)
        for number, frame in came:
            handler = handlers[signal.Signals(number)]
            if callable(handler):
                handler(number, frame)
            elif handler is signal.SIG_DFL:
                os.kill(os.getpid(), number)


def _made(prefix: str, beside: Path | None) -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix=prefix, dir=beside)
    except OSError as error:
        if beside is not None:
            raise
        raise CannotExamine(f"a temporary folder cannot be made: {error.strerror or error}", MAKE_ROOM) from error
