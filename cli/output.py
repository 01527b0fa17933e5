"""How output meets the terminal: text or JSON, colour, width, and the protocol's envelope for machine answers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TextIO, TypeVar

import click

from ..ledger.ascii_json import ascii_json

WIDTH_OF_A_FILE = 100

Command = TypeVar("Command", bound=Callable[..., Any])


def format_options(command: Command) -> Command:
    """Add ``--format text|json`` and ``--json`` to a command, which gets them as one ``as_json`` argument."""

    @wraps(command)
    def chosen(*args: Any, **values: Any) -> Any:
        form, as_json = values.pop("form"), values.pop("as_json")
        return command(*args, as_json=as_json or form == "json", **values)

    for option in (
        click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
        click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True),
    ):
        chosen = option(chosen)
    return chosen  # type: ignore[return-value]


def colour_of(stream: TextIO) -> bool:
    """True if what is written to ``stream`` may be coloured: a terminal, and NO_COLOR is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width_of(stream: TextIO) -> int:
    """Columns to fill: the terminal's, or a fixed width where there is none, so that files come out alike."""
    if not stream.isatty():
        return WIDTH_OF_A_FILE
    return max(60, min(shutil.get_terminal_size().columns, 140))


def envelope(command: str, data: Any, error: dict[str, Any] | None = None, *, warnings: Sequence[str] = ()) -> str:
    """A machine answer in the protocol's envelope, all six keys present, as one line of JSON.

    ``warnings`` are sentences on what may make the answer incomplete.
    """
    return ascii_json(
        {
            "protocol_version": "fabric/1.0",
            "command": command,
            "ok": error is None,
            "data": data,
            "warnings": list(warnings),
            "error": error,
        },
        indent=False,
    )
