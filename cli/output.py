"""How output meets the terminal: colour, width, and the protocol's envelope for machine answers."""

from __future__ import annotations

import os
import shutil
from typing import Any, TextIO

from ..ledger.ascii_json import ascii_json

WIDTH_OF_A_FILE = 100


def colour_of(stream: TextIO) -> bool:
    """True if what is written to ``stream`` may be coloured: a terminal, and NO_COLOR is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width_of(stream: TextIO) -> int:
    """Columns to fill: the terminal's, or a fixed width where there is none, so that files come out alike."""
    if not stream.isatty():
        return WIDTH_OF_A_FILE
    return max(60, min(shutil.get_terminal_size().columns, 140))


def envelope(command: str, data: Any, error: dict[str, Any] | None = None) -> str:
    """A machine answer in the protocol's envelope, all six keys present, as one line of JSON."""
    return ascii_json(
        {
            "protocol_version": "fabric/1.0",
            "command": command,
            "ok": error is None,
            "data": data,
            "warnings": [],
            "error": error,
        },
        indent=False,
    )
