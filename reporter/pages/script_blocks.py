"""The block that only pages with something to decide are made of: commands of several lines, one for each choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Script:
    """A command of several lines of ASCII, complete, under what it decides."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Scripts:
    """One script for each choice; only the first is unfolded, though none is preferred."""

    scripts: tuple[Script, ...]
    kind: ClassVar[str] = "scripts"
