"""Commits as the rest sees them: what one says, and how a text that should name one resolves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class CommitState(StrEnum):
    """How a commit text resolves in this clone (contract, NODE ``resolution``)."""

    EXACT = "exact"  # the full id of a commit that some ref or HEAD reaches
    ABBREVIATED = "abbreviated"  # a short id of exactly one such commit
    UNREACHABLE = "unreachable"  # it exists, but no ref reaches it
    MISSING = "missing"  # not in this complete clone
    UNKNOWN = "unknown"  # a shallow or partial clone cannot say
    AMBIGUOUS = "ambiguous"  # a short id of several commits
    OPAQUE = "opaque"  # no hexadecimal id at all


@dataclass(frozen=True, slots=True)
class Resolution:
    """How one text resolves; ``id`` is the full commit id wherever exactly one commit is meant."""

    state: CommitState
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """What a commit object says.

    ``seconds`` is the committer's time since 1970 UTC, ``author`` the author's name, ``parents`` full ids.
    """

    id: str
    seconds: int
    author: str
    message: str
    parents: tuple[str, ...]

    @property
    def subject(self) -> str:
        """The message's first paragraph on one line, as git shows it."""
        paragraph = re.split(r"\n[ \t]*\n", self.message.strip("\n"), maxsplit=1)[0]
        return " ".join(line.strip(" \t\r") for line in paragraph.split("\n")).strip(" ")


_HEX = re.compile(r"[0-9a-fA-F]{4,64}")
_COMMITTER = re.compile(rb"(.*) <[^>]*> (-?[0-9]{1,18}) [-+][0-9]+")


def is_hex_id(text: str) -> bool:
    """True for four to sixty-four hexadecimal digits: what git takes for a whole or short object id."""
    return _HEX.fullmatch(text) is not None


def parse_commit(commit_id: str, data: bytes) -> Commit | None:
    """The content of a commit object, or None where its header has no committer time to read."""
    head, _, message = data.partition(b"\n\n")
    fields: dict[bytes, list[bytes]] = {}
    for line in head.split(b"\n"):
        key, _, value = line.partition(b" ")
        fields.setdefault(key, []).append(value)
    committer = _COMMITTER.fullmatch(fields.get(b"committer", [b""])[0])
    if committer is None:
        return None
    encoding = fields.get(b"encoding", [b"utf-8"])[0]
    author = fields.get(b"author", [b""])[0].split(b" <", 1)[0]
    return Commit(
        id=commit_id,
        seconds=int(committer[2]),
        author=_text(author, encoding),
        message=_text(message, encoding),
        parents=tuple(parent.decode("ascii", "replace") for parent in fields.get(b"parent", [])),
    )


def _text(data: bytes, encoding: bytes) -> str:
    try:
        return data.decode(encoding.decode("ascii"))
    except (LookupError, UnicodeError, ValueError):
        return data.decode("utf-8", "replace")
