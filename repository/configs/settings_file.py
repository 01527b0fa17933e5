"""The file of Fingerpost's own config, as far as the table in it that is Fingerpost's."""

from __future__ import annotations

import os
import stat
import tomllib
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..paths import shown
from .toml_lines import line_of

TABLE = ("tool", "fingerpost")
PLACES: tuple[tuple[str, tuple[str, ...]], ...] = (("fingerpost.toml", ()), ("pyproject.toml", TABLE))
"""Where a repository keeps the config, with the table in each file; the first file that is there counts."""

_MAX_BYTES = 256 * 1024  # dotted keys cost tomllib the square of their number


def find_file(root: Path, explicit: Path | None) -> tuple[Path, str, tuple[str, ...]] | None:
    """The file, the name people are shown, and the table in it; None where a repository has none."""
    if explicit is not None:
        return explicit, shown(str(explicit)), table_of(explicit.name)
    for name, prefix in PLACES:
        if os.path.lexists(root / name):
            _regular(root / name, name)
            return root / name, name, prefix
    return None


def table_of(name: str) -> tuple[str, ...]:
    """The keys that lead to the table in a file of this name."""
    return TABLE if name == "pyproject.toml" else ()


def _regular(file: Path, label: str) -> None:
    """Raise UsageError for what is there but is no file: opening a pipe would wait for ever."""
    try:
        mode = file.stat().st_mode
    except OSError as error:
        led = "a symlink that leads to no file" if file.is_symlink() else f"cannot be read: {error.strerror}"
        raise UsageError(f"{label}: {led}", "Mend or remove it.") from error
    if not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "a pipe, socket or device"
        raise UsageError(f"{label}: {what}, not a file", "Mend or remove it.")


def read_file(file: Path, label: str) -> bytes:
    """The bytes, one more than may be at most. Raises UsageError for a file that cannot be read."""
    try:
        with file.open("rb") as stream:
            return stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{label}: cannot be read: {error.strerror}", "Name a file that exists.") from error


def text_in(data: bytes, label: str) -> str:
    """The bytes as text. Raises UsageError for too many of them, and for what is not UTF-8."""
    if len(data) > _MAX_BYTES:
        raise UsageError(f"{label}: longer than {_MAX_BYTES} bytes", "Many accepted findings belong in a baseline.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{label}:{line}: not UTF-8", "Save the file as UTF-8.") from error


def table_in(text: str, label: str, prefix: tuple[str, ...]) -> dict[str, Any] | None:
    """The table that is Fingerpost's, or None where the file has none. Raises UsageError for what is no TOML."""
    try:
        value: Any = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else shown(str(error))
        raise UsageError(f"{label}: not valid TOML: {said}", "Mend the file; nothing else was read.") from error
    for number, step in enumerate(prefix):
        if step not in value:
            return None
        value = value[step]
        if not isinstance(value, dict):
            key = ".".join(prefix[: number + 1])
            raise UsageError(
                f"{label}:{line_of(text, prefix[: number + 1])}: {key} must be a table", f"Begin it with [{key}]."
            )
    return value  # type: ignore[no-any-return]
