"""The line a TOML key stands on; ``tomllib`` gives no places."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

Steps = tuple[str, ...]
"""A way of keys to a value; the number of an array's item, from 0, stands as text."""

_DEEPEST = 6  # nothing is ever asked for below; a key of a thousand dots would cost the square of that
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*"
    r"|[\[\]{},=.\n]"
    r"|[^\s\[\]{},=.\"'#]+",
    re.DOTALL,
)


def line_of(text: str, path: Steps) -> int:
    """The line, from 1, of the key that a path of keys leads to, or of the nearest table or key that holds it."""
    return nearest_line(lines_of(text), path)


def nearest_line(lines: Mapping[Steps, int], path: Steps) -> int:
    """The same, where the lines of the whole file are known already."""
    return next((lines[path[:length]] for length in range(len(path), 0, -1) if path[:length] in lines), 1)


def lines_of(text: str) -> Mapping[Steps, int]:
    """The line, from 1, on which every key, table and item of an array begins, down to a depth of six.

    ``text`` must be valid TOML. An item of an array (``[[suppressions]]`` too) is found by its number, from 0:
    ``("suppressions", "0", "rule")``.
    """
    walk = _Walk(_tokens(text))
    walk.file()
    return walk.lines


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    line: int


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    line, counted = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        if not match[0].startswith("#"):
            found.append(_Token(match[0], line))
    found.append(_Token("\n", line))
    return found


@dataclass(slots=True)
class _Walk:
    """One pass over the tokens of a valid file."""

    tokens: list[_Token]
    place: int = 0
    lines: dict[Steps, int] = field(default_factory=dict)
    tables: dict[Steps, int] = field(default_factory=dict)
    """How many items each array of tables has so far."""

    def file(self) -> None:
        table: Steps = ()
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            if token.text == "\n":
                self.place += 1
            elif token.text == "[":
                table = self.header()
            else:
                self.pair(table)

    def header(self) -> Steps:
        line = self.tokens[self.place].line
        self.place += 1
        is_item = self.tokens[self.place].text == "["
        self.place += is_item
        keys = self.keys()
        self.place += 1 + is_item
        table: Steps = ()
        for number, key in enumerate(keys):
            table = (*table, key)
            self.found(table, line)
            if is_item and number == len(keys) - 1:
                self.tables[table] = self.tables.get(table, 0) + 1
            if table in self.tables:
                table = (*table, str(self.tables[table] - 1))
                self.found(table, line)
        return table[:_DEEPEST]

    def pair(self, table: Steps) -> None:
        """A key and its value; ends behind the value."""
        line = self.tokens[self.place].line
        for key in self.keys():
            table = (*table, key)[:_DEEPEST]
            self.found(table, line)
        self.place += 1  # the equals sign
        self.value(table)

    def value(self, path: Steps) -> None:
        opening = self.tokens[self.place].text
        if opening not in ("[", "{"):
            while self.tokens[self.place].text not in (",", "]", "}", "\n"):  # a float is three tokens
                self.place += 1
            return
        self.place += 1
        number = 0
        while (token := self.tokens[self.place]).text not in ("]", "}"):
            if token.text in (",", "\n"):
                self.place += 1
            elif opening == "{":
                self.pair(path)
            else:
                item = (*path, str(number))[:_DEEPEST]
                self.found(item, token.line)
                self.value(item)
                number += 1
        self.place += 1

    def keys(self) -> list[str]:
        """The keys of a dotted key, as many as count; ends behind the last."""
        found: list[str] = []
        while (text := self.tokens[self.place].text) not in ("=", "]"):
            if text != "." and len(found) < _DEEPEST:
                found.append(_plain(text))
            self.place += 1
        return found

    def found(self, path: Steps, line: int) -> None:
        if len(path) <= _DEEPEST:
            self.lines.setdefault(path, line)


def _plain(key: str) -> str:
    if key.startswith('"'):
        value: str = tomllib.loads(f"key = {key}")["key"]
        return value
    return key.strip("'")
