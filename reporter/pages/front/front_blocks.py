"""The blocks that only pages of the front are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from ..address import Address


@dataclass(frozen=True, slots=True)
class Door:
    """A question of a reader, the short answer, and the page that has the long one.

    ``number`` leads where the answer is one; ``answer`` is plain words, since the whole of a door is one link.
    """

    question: str
    number: str
    answer: str
    to: Address
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Doors:
    """The questions that a reader comes with."""

    doors: tuple[Door, ...]
    kind: ClassVar[str] = "doors"
