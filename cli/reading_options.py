"""The options of every command that reads a ledger (contract, *Reading options*)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from .completion import complete_revisions

DEFAULT_LEDGER = ".fabric/ledger/events"

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """The reading options as they were given. ``runtime`` is False for none, or the pack to read in its place."""

    ledger: str | None = None
    revision: str | None = None
    runtime: bool | Path = True
    as_of: str | None = None
    config: Path | None = None
    quiet: bool = False
    verbose: bool = False


def reading_options(*, runtime: str = "auto") -> Callable[[Command], Command]:
    """Add the reading options to a command, which gets them as one ``options`` argument.

    ``runtime`` is the default of ``--runtime``: ``none`` for commands that publish.
    """

    def decorate(command: Command) -> Command:
        def gathered(*args: Any, **values: Any) -> Any:
            options = ReadingOptions(
                ledger=values.pop("ledger"),
                revision=values.pop("rev"),
                runtime=runtime_asked(values.pop("runtime")),
                as_of=values.pop("as_of"),
                config=values.pop("config"),
                quiet=values.pop("quiet"),
                verbose=values.pop("verbose"),
            )
            return command(*args, options=options, **values)

        gathered.__doc__ = command.__doc__
        gathered.__name__ = command.__name__
        gathered.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
        for option in reversed(_options(runtime)):
            gathered = option(gathered)
        return gathered  # type: ignore[return-value]

    return decorate


def runtime_asked(given: str) -> bool | Path:
    """What ``--runtime`` asks for; a file with one of the two names is written ``./auto``."""
    return given == "auto" or (given != "none" and Path(given))


def _options(runtime: str) -> list[Callable[[Any], Any]]:
    return [
        click.option(
            "--ledger",
            metavar="DIR",
            type=click.Path(),
            help=f"Folder of the tracked events. [default: {DEFAULT_LEDGER}]",
        ),
        click.option(
            "--rev",
            metavar="REV",
            shell_complete=complete_revisions,
            help="Read the ledger as it is in a git revision, without a checkout.",
        ),
        click.option(
            "--runtime",
            metavar="auto|none|FILE",
            type=click.Path(),
            default=runtime,
            show_default=True,
            help="Read the store that sibling worktrees share (live records, threads, receipts), not, or a pack of it.",
        ),
        click.option("--as-of", metavar="TIME", help="Judge ages as of this RFC 3339 time."),
        click.option(
            "--config",
            metavar="FILE",
            type=click.Path(path_type=Path),
            help="Fingerpost's own config. [default: fingerpost.toml, else pyproject.toml]",
        ),
        click.option("--quiet", "-q", is_flag=True, help="Print the answer only, nothing about it."),
        click.option("--verbose", "-v", is_flag=True, help="Say more, and show where an unforeseen error arose."),
    ]
