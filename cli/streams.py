"""Standard output and error as files that say what happens to them.

A reader that goes away (``| head``) is no error: the command ends as it would have. A disk that is full is one.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path
from typing import Any, TextIO

from ..repository.errors import CannotExamine


class OutputLost(CannotExamine):
    """What was to be printed cannot be written."""


class _Sink(io.FileIO):
    """A file descriptor; what is written after a failure goes nowhere.

    With ``telling`` the first failure is an error, unless it is that the reader has gone.
    """

    def __init__(self, descriptor: int, *, telling: bool) -> None:
        super().__init__(descriptor, "wb", closefd=False)
        self._telling = telling
        self._lost = False

    def write(self, data: Any) -> int:
        """Write as a file does. Raises OutputLost, once at most."""
        if not self._lost:
            try:
                return super().write(data)
            except OSError as error:
                self._lost = True
                if self._telling and error.errno != errno.EPIPE:
                    said = f"standard output cannot be written: {error.strerror}"
                    raise OutputLost(said, "Write to a place that has room.") from error
        return len(data)


def guard() -> None:
    """Put streams that fail as this module says in the place of ``sys.stdout`` and ``sys.stderr``."""
    sys.stdout = _guarded(sys.stdout, telling=True, by_line=False)
    sys.stderr = _guarded(sys.stderr, telling=False, by_line=True)  # there is nobody left to tell


def _guarded(stream: TextIO | None, *, telling: bool, by_line: bool) -> TextIO:
    if stream is None:  # closed before this program began
        return Path(os.devnull).open("w", encoding="utf-8")
    stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(_Sink(stream.fileno(), telling=telling)),
        encoding=stream.encoding,
        # Output that a terminal's encoding can't hold must not end a run.
        errors="backslashreplace",
        line_buffering=by_line or stream.isatty(),
    )
