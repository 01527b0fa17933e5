"""The baseline's file: read with the line of each entry, and written whole or not at all."""

from __future__ import annotations

import json
import os
import re
import secrets
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..files import kind_of
from ..paths import shown
from .place import place_in, told_place
from .schema_check import expected, faults

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_SCHEMA = "baseline.schema.json"
_KIND = "fingerpost-baseline"
_TEXTS = ("event", "record", "path", "pointer")
_MARKER = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?\r?$", re.MULTILINE)
_BLANK = re.compile(r"[ \t\n\r]*")
_HINT = "Mend it, or take back the version that git has."


@dataclass(frozen=True, slots=True)
class BaselineEntry:
    """One accepted finding, or ``count`` of them that nothing tells apart.

    An entry is found by its ``fingerprint``. ``code`` is its rule, with its ``name``; ``event``, ``record``,
    ``path`` and ``pointer`` tell people what it is about, as far as the finding says, and are empty otherwise.
    ``reason`` is None where none is given. ``line`` counts from 1, and is 0 for an entry that was not read from a
    file.
    """

    code: str
    name: str
    fingerprint: str
    event: str = ""
    record: str = ""
    path: str = ""
    pointer: str = ""
    count: int = 1
    reason: str | None = None
    line: int = 0

    @property
    def order(self) -> tuple[str, ...]:
        """The sort key of a baseline: by rule, then by what the finding is about."""
        return (self.code, self.event, self.record, self.path, self.pointer, self.fingerprint)


@dataclass(frozen=True, slots=True)
class Baseline:
    """The entries, sorted; ``file`` is where they were read, relative to the repository, or None outside of it."""

    entries: tuple[BaselineEntry, ...] = ()
    file: str | None = None


def read_baseline(root: Path, file: Path) -> Baseline | None:
    """The baseline in a file, or None where nothing is there.

    ``root`` is the repository's folder, to which the file's name is given relative. Raises UsageError, with the line
    where one can be told, for what is there but is no baseline that can be used as it stands.
    """
    label = told_place(root, file)
    data = _read(file, label)
    return None if data is None else Baseline(_entries(_text(data, label), label), place_in(root, file))


def baseline_in(data: bytes, name: str) -> Baseline:
    """The baseline that a file with these bytes is. Raises UsageError as read_baseline does."""
    label = shown(name)
    return Baseline(_entries(_text(data, label), label))


def configured_baseline(root: Path, baseline: str) -> Path:
    """The file that the config's ``baseline`` names. Raises UsageError where a symlink leads out of the repository."""
    file = root / baseline
    if not file.parent.resolve().is_relative_to(root.resolve()):
        raise UsageError(f"{shown(baseline)}: a symlink leads out of the repository", "Name another file as baseline.")
    return file


def write_baseline(root: Path, file: Path, baseline: Baseline, ledger: str = ".fabric/ledger/events") -> bool:
    """Write a baseline, whole or not at all; True if the file is new or not what it was.

    ``ledger`` is the folder of the tracked events, in which any ``*.json`` file would be taken for one. Raises
    UsageError for a file in there, in ``.git`` or in ``.fabric``, where something is there that is no baseline, or
    one that cannot be read, and where the folder is missing or cannot be written.
    """
    label = told_place(root, file)
    for kept in (".git", ".fabric", ledger):
        if file.parent.resolve().is_relative_to((root / kept).resolve()):
            raise UsageError(f"{label}: nothing is written into {shown(kept)}", "Name another file as baseline.")
    before = read_baseline(root, file)
    text = baseline_text(baseline.entries)
    try:
        if before is not None and file.read_bytes() == text.encode("ascii"):
            return False
        _replace(file, text, None if before is None else stat.S_IMODE(file.stat().st_mode))
    except OSError as error:
        raise UsageError(
            f"{label}: cannot be written: {error.strerror}", "Name a file in a folder that can be written."
        ) from error
    return True


def baseline_text(entries: tuple[BaselineEntry, ...]) -> str:
    """A baseline as its file holds it: ASCII, one entry a line, sorted whatever order they are given in."""
    lines = ",\n".join(f"    {json.dumps(_plain(entry))}" for entry in sorted(entries, key=lambda each: each.order))
    listed = f"[\n{lines}\n  ]" if lines else "[]"
    return f'{{\n  "kind": "{_KIND}",\n  "version": 1,\n  "entries": {listed}\n}}\n'


def _plain(entry: BaselineEntry) -> dict[str, str | int]:
    plain: dict[str, str | int] = {"code": entry.code, "name": entry.name}
    plain.update({name: text for name in _TEXTS if (text := getattr(entry, name))})
    plain["fingerprint"] = entry.fingerprint
    if entry.count > 1:
        plain["count"] = entry.count
    if entry.reason is not None:
        plain["reason"] = entry.reason
    return plain


def _replace(file: Path, text: str, mode: int | None) -> None:
    temporary = file.with_name(f".fingerpost-baseline-{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("x", encoding="ascii", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)


def _read(file: Path, label: str) -> bytes | None:
    """What a regular file holds, or None where there is nothing; nothing else is opened, and no symlink followed."""
    try:
        mode = file.lstat().st_mode
        if not stat.S_ISREG(mode):
            raise UsageError(f"{label}: a {kind_of(mode).value}, not a file", "Name another file as baseline.")
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{label}: cannot be read: {error.strerror}", "Name another file as baseline.") from error


def _text(data: bytes, label: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{label}:{line}: not UTF-8, so no baseline", _HINT) from error


def _entries(text: str, label: str) -> tuple[BaselineEntry, ...]:
    value = _parsed(text, label)
    if not isinstance(value, dict) or value.get("kind") != _KIND:
        raise UsageError(f"{label}: there is no baseline in this file", "Name another file as baseline.")
    if value.get("version") != 1 and isinstance(value.get("version"), int):
        raise UsageError(f"{label}: a baseline of version {value['version']}, and only version 1 is known", _HINT)
    lines = list(_entry_lines(text))
    for fault in faults(_SCHEMA, value):
        raise _fault(fault, label, lines)
    entries = [BaselineEntry(**each, line=line) for each, line in zip(value["entries"], lines, strict=True)]
    _once(entries, label)
    return tuple(sorted(entries, key=lambda entry: entry.order))


def _parsed(text: str, label: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_object)
    except RecursionError as error:
        raise UsageError(f"{label}: nested too deeply, so no baseline", "Name another file as baseline.") from error
    except ValueError as error:
        marker = _MARKER.search(text)
        if marker is not None:
            line = text.count("\n", 0, marker.start()) + 1
            raise UsageError(
                f"{label}:{line}: a merge conflict",
                "Keep the entries of both sides, each once, then write it again with --write-baseline.",
            ) from error
        place, said = label, str(error)
        if isinstance(error, json.JSONDecodeError):
            place, said = f"{label}:{error.lineno}", error.msg
        raise UsageError(f"{place}: not valid JSON: {shown(said)}", _HINT) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for number, key in enumerate(keys) if key in keys[:number])
        raise ValueError(f"the key {shown(twice)[:80]} comes twice in one object")
    return found


def _entry_lines(text: str) -> Iterator[int]:
    """The line, from 1, on which each entry of a valid JSON object begins."""
    decoder = json.JSONDecoder()
    place, line, counted = _after(text, 0, "{"), 1, 0
    while text[place] != "}":
        key, place = decoder.raw_decode(text, place)
        place = _after(text, place, ":")
        if key != "entries" or text[place] != "[":
            _, place = decoder.raw_decode(text, place)
            place = _after(text, place, ",")
            continue
        place = _after(text, place, "[")
        while text[place] != "]":
            line += text.count("\n", counted, place)
            counted = place
            yield line
            _, place = decoder.raw_decode(text, place)
            place = _after(text, place, ",")
        place = _after(text, _after(text, place, "]"), ",")


def _after(text: str, place: int, mark: str) -> int:
    """The place behind blanks, one mark if it stands there, and blanks."""
    place = _BLANK.match(text, place).end()  # type: ignore[union-attr]  # it matches nothing too
    if text.startswith(mark, place):
        place = _BLANK.match(text, place + 1).end()  # type: ignore[union-attr]
    return place


def _fault(fault: ValidationError, label: str, lines: list[int]) -> UsageError:
    steps = list(fault.absolute_path)
    place, key = label, ".".join(str(step) for step in steps if isinstance(step, str))
    if len(steps) > 1 and isinstance(steps[1], int) and steps[1] < len(lines):
        place = f"{label}:{lines[steps[1]]}"
    if fault.validator in ("additionalProperties", "required"):
        said = shown(fault.message)
        return UsageError(f"{place}: {key or 'the file'}: {said[:200]}", _HINT)
    return UsageError(f"{place}: {key or 'the file'} must be {expected(fault)}", _HINT)


def _once(entries: list[BaselineEntry], label: str) -> None:
    first: dict[str, int] = {}
    for entry in entries:
        before = first.setdefault(entry.fingerprint, entry.line)
        if before != entry.line:
            raise UsageError(
                f"{label}:{entry.line}: the entry with fingerprint {entry.fingerprint} stands in line {before} too",
                "Remove one of the two.",
            )
