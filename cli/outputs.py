"""Which formats a command writes, and where to: ``--format`` and ``--output`` in pairs, several at once."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from ..repository.errors import CannotExamine, UsageError
from ..repository.paths import shown

FORMATS = ("text", "json", "sarif", "github", "gitlab", "junit")

_GIVEN = "fingerpost.outputs"
_NEVER_INSIDE = (".git", ".fabric")
_ELSEWHERE = "Name another file for the output."
_PAIRS = "Write each --output after the --format it is for: --format text --format sarif --output lint.sarif"

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Output:
    """One report that is asked for: its format, and the file it goes to, or None for standard output."""

    format: str
    path: Path | None = None


class OutputCommand(click.Command):
    """A command whose ``--format``, ``--json`` and ``--output`` keep the order in which they were given.

    Click gathers the values of each option; the order among options is told by its parser only.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does, and keep what was given of these options, in order."""
        values, _, order = self.make_parser(ctx).parse_args(args=list(args))
        left = {name: iter(given) for name, given in values.items() if isinstance(given, list)}
        given: list[tuple[str, str]] = []
        for parameter in order:
            name = parameter.name or ""
            if name == "as_json":
                given.append(("form", "json"))
            elif name in ("form", "output"):
                given.append((name, str(next(left[name]))))
        ctx.meta[_GIVEN] = given
        return super().parse_args(ctx, args)


def output_options(command: Command) -> Command:
    """Add ``--format``, ``--json`` and ``--output`` to an :class:`OutputCommand`, which gets them as ``outputs``.

    That is a tuple of :class:`Output` in the order given, at most one of them for standard output; plain text where
    nothing is asked for.
    """

    @wraps(command)
    def chosen(*args: Any, **values: Any) -> Any:
        for name in ("form", "as_json", "output"):
            values.pop(name)
        return command(*args, outputs=paired(click.get_current_context().meta[_GIVEN]), **values)

    for option in (
        click.option(
            "--output",
            multiple=True,
            metavar="FILE",
            type=click.Path(),
            help="Write the --format before this to a file, - for standard output. Repeatable.",
        ),
        click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
        click.option(
            "--format",
            "form",
            multiple=True,
            type=click.Choice(FORMATS),
            help="Repeatable, each with its own --output. [default: text]",
        ),
    ):
        chosen = option(chosen)
    return chosen  # type: ignore[return-value]


def paired(given: Sequence[tuple[str, str]]) -> tuple[Output, ...]:
    """The outputs that options ask for. ``given`` are ``("form", FORMAT)`` and ``("output", FILE)`` in their order.

    Raises:
        UsageError: a file without a format before it, a second file for a format, one file for two formats, or two
            formats for standard output.

    """
    outputs: list[Output] = []
    open_format = False
    for name, value in given:
        if name == "form":
            outputs.append(Output(value))
        elif not outputs:
            raise UsageError(f"--output {shown(value)}: no --format stands before it", _PAIRS)
        elif not open_format:
            raise UsageError(f"--output {shown(value)}: the --format before it has a file already", _PAIRS)
        elif not value or "\0" in value:
            raise UsageError(f"--output {shown(value)!r}: this names no file", _PAIRS)
        else:
            outputs[-1] = Output(outputs[-1].format, None if value == "-" else Path(value))
        open_format = name == "form"
    _told_apart(outputs)
    # The same format twice for standard output (--json --format json) says the same thing twice.
    return tuple(dict.fromkeys(outputs)) or (Output("text"),)


def _told_apart(outputs: Sequence[Output]) -> None:
    printed = sorted({output.format for output in outputs if output.path is None})
    if len(printed) > 1:
        raise UsageError(f"{' and '.join(printed)} would both go to standard output", _PAIRS)
    seen: set[object] = set()
    for output in outputs:
        if output.path is not None:
            same = _identity(output.path)
            if same in seen:
                raise UsageError(f"{_name(output.path)} is named as an output twice", _ELSEWHERE)
            seen.add(same)


def _identity(path: Path) -> object:
    """What two names of one file have in common: links lead to it, and so do other spellings."""
    try:
        found = path.stat()
    except OSError:
        return os.path.realpath(path)
    return found.st_dev, found.st_ino


def check_outputs(outputs: Sequence[Output]) -> None:
    """Refuse files that cannot or must not be written, before the work is done that would fill them.

    Raises:
        UsageError: a folder, a file in a folder that does not exist, or one inside ``.git`` or ``.fabric``.
        CannotExamine: the system does not let us look.

    """
    for output in outputs:
        if output.path is not None:
            with _told(output.path, "looked at"):
                _check(output.path)


def make_folder(path: Path) -> None:
    """Make a folder for reports, if it is not there. Raises as :func:`check_outputs` does."""
    _check_place(path)
    if path.exists() and not path.is_dir():
        raise UsageError(f"{_name(path)} is no folder", "Name a folder for the output.")
    with _told(path, "made"):
        path.mkdir(parents=True, exist_ok=True)


def _check_place(path: Path) -> None:
    inside = next((part for part in Path(os.path.realpath(path)).parts if part.lower() in _NEVER_INSIDE), None)
    if inside is not None:
        raise UsageError(f"{_name(path)}: a report is never written into {shown(inside)}", _ELSEWHERE)


def _check(path: Path) -> None:
    name, whole = _name(path), Path(os.path.realpath(path))
    _check_place(path)
    if path.is_dir():
        raise UsageError(f"{name} is a folder", "Name a file for the output.")
    if not path.exists() and not whole.parent.is_dir():
        folder = shown(str(path.parent))
        raise UsageError(f"{name} cannot be written: there is no folder {folder}", "Make the folder first.")


def write_outputs(outputs: Sequence[Output], render: Callable[[Output], str]) -> str:
    """Write every report that goes to a file, and return the text that goes to standard output (``""`` if none).

    ``render`` spells one output. All are spelled before the first is written, and a file is replaced whole or not at
    all; what is no regular file (a pipe, ``/dev/null``) is written into. Modes are as the umask has them.

    Raises:
        UsageError: see :func:`check_outputs`.
        CannotExamine: the system does not let us write there.

    """
    spelled = [(output, render(output)) for output in outputs]
    check_outputs(outputs)
    for output, text in spelled:
        if output.path is not None:
            with _told(output.path, "written"):
                _write(output.path, text.encode("utf-8", "backslashreplace"))
    return "".join(text for output, text in spelled if output.path is None)


def write_file(path: Path, data: bytes) -> None:
    """Write one file whole or not at all, where a report may be written. Raises as :func:`write_outputs` does."""
    check_outputs([Output("", path)])
    with _told(path, "written"):
        _write(path, data)


def _write(path: Path, data: bytes) -> None:
    if path.exists() and not stat.S_ISREG(path.stat().st_mode):
        path.write_bytes(data)
        return
    target = Path(os.path.realpath(path))  # a link stays one
    fresh = target.with_name(f".fingerpost-{secrets.token_hex(8)}.tmp")
    try:
        with fresh.open("xb") as file:
            file.write(data)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


@contextmanager
def _told(path: Path, verb: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotExamine(f"{_name(path)} could not be {verb}: {error.strerror or error}", _ELSEWHERE) from error


def _name(path: Path) -> str:
    text = shown(str(path))
    return text if len(text) <= 120 else f"{text[:60]}...{text[-40:]}"
