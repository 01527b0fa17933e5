"""A JSON reader that finds and places everything a ledger file must not have (rules FP102 to FP107, FP109, FP110).

It reads on where that makes sense, keeps its own stack instead of recursing, never raises for what it reads, and takes
time linear in the length of the file.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from ..repository.files import MAX_BYTES
from .json_encoding import bad_bytes, wide_encoding
from .json_text import BrokenText, Lines, clipped, read_number, read_string, shown, unexpected

MAX_DEPTH: Final = 64

# A file can hold a fault in every few bytes; beyond this many of one code they are counted, not listed.
_MAX_FAULTS = 50

_SPACE = re.compile(r"[ \t\n\r]*")
_COMMENT_LINE = re.compile(r"[^\n\r]*")
_WORD = re.compile(r"-?[A-Za-z][A-Za-z0-9_]*")
_LITERALS = {"true": True, "false": False, "null": None}
_NO_NUMBERS = frozenset({"NaN", "-NaN", "Infinity", "-Infinity"})
_VALUE_STARTS = frozenset('{["-0123456789')


class Missing(Enum):
    """The type of :data:`MISSING`."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING
"""Stands where no value could be read; ``None`` is the JSON value null."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a text: its rule, its place (from 1, columns in characters), and what a fingerprint rests on.

    ``pointer`` names the innermost member the fault lies in, as far as it was known there. It is empty where the whole
    value is one text or number that is at fault, and None where the fault lies in no member: of the file as a whole,
    before or behind its value, between two of its
    members, or no value at all. ``detail`` is the kind of fault, the double key,
    or the number or escape as written.
    """

    code: str
    message: str
    line: int
    column: int
    pointer: str | None
    detail: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value begins, or the key it stands under, as an offset in the text; ``parts`` of a container."""

    offset: int
    parts: dict[str | int, Place] | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a file holds.

    ``value`` is ``MISSING`` where the text broke off or one of its values is none of JSON's; ``fragment`` is what had
    been read until then (else the value). ``place`` and ``lines`` tell where each part stands.
    """

    value: Any
    faults: tuple[Fault, ...]
    fragment: Any
    place: Place | None
    lines: Lines


def parse(data: bytes) -> Parsed:
    """Read a file's bytes as one JSON value. Never raises; faults are ordered by place."""
    if len(data) > MAX_BYTES:
        return _unread("FP107", f"the file is over 1 MiB ({len(data)} bytes) and was not read", "size")
    encoding = wide_encoding(data)
    if encoding is not None:
        return _unread("FP102", f"the file is encoded in {encoding}, not in UTF-8", encoding.lower())
    marked = data.startswith(b"\xef\xbb\xbf")
    body = data[3:] if marked else data
    text = body.decode("utf-8", "replace")
    reader = _Reader(text)
    if marked:
        reader.report("FP103", "the file begins with a byte order mark, which JSON text must not have", 0, "bom")
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        reader.report("FP102", bad_bytes(body, error), len(body[: error.start].decode("utf-8")), "utf-8")
    reader.read()
    value = MISSING if reader.lost else reader.root
    return Parsed(value, reader.faults(), reader.root, reader.place, reader.lines)


def _unread(code: str, message: str, detail: str) -> Parsed:
    return Parsed(MISSING, (Fault(code, message, 1, 1, None, detail),), MISSING, None, Lines(""))


@dataclass(slots=True)
class _Frame:
    """A container that is being read. ``token`` is the key or index being read, None between two members."""

    container: dict[str, Any] | list[Any]
    parts: dict[str | int, Place]
    token: str | int | None = None
    key_offset: int = 0
    comma: int | None = None  # where a comma stands that no member follows yet


@dataclass(slots=True)
class _Reader:
    text: str
    position: int = 0
    frames: list[_Frame] = field(default_factory=list)
    root: Any = MISSING
    place: Place | None = None
    lost: bool = False
    broken: bool = False
    lines: Lines = field(init=False)
    found: list[tuple[int, str, str, str | None, str]] = field(default_factory=list)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.lines = Lines(self.text)

    def report(self, code: str, message: str, offset: int, detail: str) -> None:
        # Of invalid JSON and of line ends, the first of a kind tells it all.
        kind, limit = (detail, 1) if code in ("FP104", "FP109") else ("", _MAX_FAULTS)
        self.counts[code, kind] += 1
        if self.counts[code, kind] <= limit:
            self.found.append((offset, code, message, self._pointer(), detail))

    def faults(self) -> tuple[Fault, ...]:
        """The faults by place; the last listed of a code tells how many more there are."""
        last = {code: index for index, (_, code, *_) in enumerate(self.found)}
        faults = []
        for index, (offset, code, message, pointer, detail) in enumerate(self.found):
            more = self.counts[code, ""] - _MAX_FAULTS
            if more > 0 and last[code] == index:
                message = f"{message} (and {more} more like it in this file)"
            faults.append((offset, Fault(code, message, *self.lines.position(offset), pointer, detail)))
        return tuple(fault for _, fault in sorted(faults, key=lambda item: (item[0], item[1].code)))

    def _pointer(self) -> str | None:
        if not self.frames:
            return "" if self.place is not None and self.root is MISSING and not self.broken else None
        tokens = [str(frame.token) for frame in self.frames if frame.token is not None]
        return "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens) or None

    def read(self) -> None:
        try:
            self._space()
            if self.position == len(self.text):
                raise BrokenText("the file holds no JSON value: it is empty", self.position, "empty")
            self.place = Place(self.position)
            self._value()
            while self.frames:
                self._member()
            self._rest()
        except BrokenText as broken:
            self.lost = self.broken = True
            # Behind a line break within a string, quotation marks no longer pair: that fault is the cause of this one.
            if broken.code != "FP104" or not self.counts["FP104", "line-break"]:
                self.report(broken.code, broken.message, broken.offset, broken.detail)

    def _space(self) -> None:
        """Pass white space and comments."""
        text = self.text
        while True:
            end = _SPACE.match(text, self.position).end()  # type: ignore[union-attr]  # it matches the empty text too
            self._line_ends(self.position, end)
            self.position = end
            if not text.startswith(("//", "/*"), end):
                return
            self.report("FP104", "JSON has no comments", end, "comment")
            if text[end + 1] == "/":
                self.position = _COMMENT_LINE.match(text, end).end()  # type: ignore[union-attr]
                continue
            close = text.find("*/", end + 2)
            if close < 0:
                raise BrokenText("a comment is not closed before the file ends", end, "comment")
            self.position = close + 2

    def _line_ends(self, start: int, end: int) -> None:
        if not self.counts["FP109", "line-ends"] and (cr := self.text.find("\r", start, end)) >= 0:
            kind = "CRLF" if self.text.startswith("\r\n", cr) else "a lone CR"
            self.report("FP109", f"lines end in {kind}; event files end them in LF", cr, "line-ends")

    def _member(self) -> None:
        """Read what comes next in the innermost container: a comma, its end, or a member."""
        frame = self.frames[-1]
        closing, inside = ("}", "an object") if isinstance(frame.container, dict) else ("]", "an array")
        frame.token = None
        self._space()
        here = self.text[self.position : self.position + 1]
        if here == closing:
            if frame.comma is not None:
                self.report("FP104", f"a comma follows the last member of {inside}", frame.comma, "trailing-comma")
            self.frames.pop()
            self.position += 1
        elif frame.container and frame.comma is None:
            if here != ",":
                raise unexpected(self.text, self.position, f'a comma or the closing "{closing}" of {inside}')
            frame.comma = self.position
            self.position += 1
        else:
            if isinstance(frame.container, dict):
                self._key(frame)
            else:
                frame.token = len(frame.container)
            frame.comma = None
            self._value()

    def _key(self, frame: _Frame) -> None:
        offset = self.position
        if not self.text.startswith('"', offset):
            raise unexpected(self.text, self.position, "a key in double quotes")
        key, self.position = read_string(self.text, offset, self._in_string)
        frame.token, frame.key_offset = key, offset
        earlier = frame.parts.get(key)
        if earlier is not None:
            line, column = self.lines.position(earlier.offset)
            again, place = self.lines.position(offset)
            message = f'the key "{clipped(key)}" stands twice in one object: in line {line}, column {column}'
            self.report("FP105", f"{message}, and in line {again}, column {place}", offset, key)
        self._space()
        if not self.text.startswith(":", self.position):
            raise unexpected(self.text, self.position, "the colon between a key and its value")
        self.position += 1
        self._space()

    def _in_string(self, code: str, message: str, offset: int, detail: str) -> None:
        if detail == "control-character" and self.text[offset] in "\n\r":
            message, detail = "a line ends within a string: its quotation mark is missing", "line-break"
        self.report(code, message, offset, detail)

    def _value(self) -> None:
        text, start = self.text, self.position
        first = text[start : start + 1]
        word = _WORD.match(text, start)
        if first in ("{", "["):
            self._open(first)
        elif first == '"':
            value, self.position = read_string(text, start, self._in_string)
            self._keep(start, value)
        elif word is not None and word.group() in _LITERALS:
            self.position = word.end()
            self._keep(start, _LITERALS[word.group()])
        elif word is not None and word.group() in _NO_NUMBERS:
            self.position, self.lost = word.end(), True
            self.report("FP104", f"JSON has no number {word.group()}", start, "constant")
            self._keep(start, None)
        elif first and first in _VALUE_STARTS:
            number, self.position = read_number(text, start, self.report)
            self._keep(start, number)
        else:
            raise unexpected(self.text, self.position, "a value")

    def _open(self, bracket: str) -> None:
        if len(self.frames) == MAX_DEPTH:
            message = f"the file is nested deeper than {MAX_DEPTH} levels and was read no further"
            raise BrokenText(message, self.position, "depth", "FP107")
        frame = _Frame({} if bracket == "{" else [], {})
        self._keep(self.position, frame.container, frame.parts)
        self.frames.append(frame)
        self.position += 1

    def _keep(self, offset: int, value: Any, parts: dict[str | int, Place] | None = None) -> None:
        """Put a value where it belongs."""
        if not self.frames:
            self.root, self.place = value, Place(offset, parts)
            return
        frame = self.frames[-1]
        if isinstance(frame.container, dict) and isinstance(frame.token, str):
            frame.container[frame.token] = value
            frame.parts[frame.token] = Place(frame.key_offset, parts)
        elif isinstance(frame.container, list) and isinstance(frame.token, int):
            frame.container.append(value)
            frame.parts[frame.token] = Place(offset, parts)

    def _rest(self) -> None:
        """Whatever follows the value."""
        self._space()
        here = self.text[self.position : self.position + 1]
        if not here:
            return
        broken = unexpected(self.text, self.position, "the end of the file")
        if broken.detail != "syntax":
            raise broken
        if here in _VALUE_STARTS:
            self.report("FP104", "more than one value stands in the file", self.position, "second-value")
        else:
            self.report("FP104", f"text ({shown(here)} …) follows the value", self.position, "trailing-text")
