"""The blocks that explain words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from markdown.extensions.toc import slugify


@dataclass(frozen=True, slots=True)
class Word:
    """A word and what it means on these pages; both are ours."""

    word: str
    meaning: str

    @property
    def at(self) -> str:
        """The id of the place that explains it; a code host makes the same of its heading."""
        return slugify(self.word, "-")


@dataclass(frozen=True, slots=True)
class Words:
    """Some words, explained."""

    words: tuple[Word, ...]
    kind: ClassVar[str] = "words"
