"""The git attributes that hold for the files of a ledger, and the line of a ``.gitattributes`` that sets each.

Git alone knows what its patterns mean. So its own files are copied into an empty repository for the moment, each
value with the number of its line, and git is asked there. What this machine's own configuration (``info/attributes``,
``core.attributesFile``) adds is no part of it: no other clone has that.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import MAKE_ROOM, CannotExamine
from ..git_process import attempt, refusal
from ..temporary import temporary_folder

NAMES = ("merge", "filter", "text", "crlf", "eol", "ident", "working-tree-encoding")
"""The attributes that can change what a file holds, or how two of its versions are merged."""

FILE = ".gitattributes"
_LONGEST_LINE = 2048  # bytes; git ignores longer ones
_PATTERN = re.compile(r'("(?:[^"\\]|\\.)*"|\S+)')
_ASSIGNMENT = re.compile(rf"(-?)({'|'.join(map(re.escape, NAMES))})(?:=(\S*))?")
_MARKED = re.compile(r"([0-9]+)\.([0-9]+)\.(set|unset|=.*)", re.DOTALL)
_SAMPLE = "evt_00000000-0000-7000-8000-000000000000.json"


@dataclass(frozen=True, slots=True)
class LedgerAttribute:
    """A git attribute that holds for the files of the ledger: ``value`` is ``set``, ``unset`` or what was written.

    ``path`` (relative to the repository) and ``line`` say what sets it; None for what a macro of git's own sets.
    """

    name: str
    value: str
    path: str | None
    line: int | None


def attribute_files(ledger: str) -> tuple[str, ...]:
    """Paths of the files that can set an attribute for the files of the folder ``ledger``, from the root down."""
    parts = ledger.split("/")
    return tuple("/".join([*parts[:depth], FILE]) for depth in range(len(parts) + 1))


def attributes(files: Mapping[str, bytes], ledger: str) -> tuple[LedgerAttribute, ...]:
    """What these attribute files (bytes by path) set for an event file of the folder ``ledger``, by name.

    One process, none where no file has a word of any of the attributes.
    """
    if not any(name.encode("ascii") in data for data in files.values() for name in (*NAMES, "binary")):
        return ()
    paths = sorted(files)
    try:
        with temporary_folder() as root:
            for folder in (".git/objects", ".git/refs", ledger):
                (root / folder).mkdir(parents=True)
            (root / ".git/HEAD").write_text("ref: refs/heads/main\n", "ascii")
            for number, path in enumerate(paths):
                (root / path).write_bytes(_marked(files[path], number))
            question = (
                "-c",
                f"core.attributesFile={os.devnull}",
                "check-attr",
                "-z",
                *NAMES,
                "--",
                f"{ledger}/{_SAMPLE}",
            )
            done = attempt(root, question, variables={"GIT_ATTR_NOSYSTEM": "1"})
            if done.returncode != 0:
                raise refusal(root, done.returncode, done.stderr)
    except OSError as error:
        raise CannotExamine(f"the attribute files cannot be copied: {error.strerror}", MAKE_ROOM) from error
    words = done.stdout.decode("utf-8", "surrogateescape").split("\0")
    triples = zip(words[1::3], words[2::3], strict=False)
    return tuple(_attribute(name, value, paths) for name, value in sorted(triples) if value != "unspecified")


def _attribute(name: str, value: str, paths: list[str]) -> LedgerAttribute:
    found = _MARKED.fullmatch(value)
    if found is None:
        return LedgerAttribute(name, value, None, None)
    return LedgerAttribute(name, found[3].removeprefix("="), paths[int(found[1])], int(found[2]))


def _marked(data: bytes, file: int) -> bytes:
    """The file with its number, that of the line and the meaning in place of each value that we ask for."""
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    lines = (_marked_line(line, f"{file}.{number}.") for number, line in enumerate(text.split("\n"), 1))
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _marked_line(line: str, mark: str) -> str:
    pattern = _PATTERN.match(line.lstrip(" \t\r"))
    if pattern is None or pattern[0].startswith("#") or len(line) >= _LONGEST_LINE:
        return ""
    words = line.lstrip(" \t\r")[pattern.end() :].split()
    return " ".join([pattern[0], *(_marked_word(word, mark) for word in words)])


def _marked_word(word: str, mark: str) -> str:
    found = _ASSIGNMENT.fullmatch(word)
    if found is None:  # another attribute, a macro, or one that is left unspecified (``!text``)
        return word
    minus, name, value = found.groups()
    meaning = "unset" if minus else "set" if value is None else f"={value}"
    return f"{name}={mark}{meaning}"
