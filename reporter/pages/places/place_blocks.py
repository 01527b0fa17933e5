"""The blocks that only pages of places are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from ..address import Address
    from ..blocks import Line


@dataclass(frozen=True, slots=True)
class GovernedItem:
    """A record that governs: its title and state, who said so, and every reason why it applies here.

    ``tone`` is fork for what is in dispute, open for what is challenged or a challenge, else empty.
    """

    title: Line
    said: Line
    notes: tuple[Line, ...]
    why: tuple[Line, ...]
    tone: str = ""


@dataclass(frozen=True, slots=True)
class TierGroup:
    """The records of one tier, in order; ``rest`` says how many are not shown, and where they are.

    One without a name stands under a heading that says the same.
    """

    name: str
    items: tuple[GovernedItem, ...]
    rest: Line = ()


@dataclass(frozen=True, slots=True)
class Tiers:
    """What governs a place, tier by tier."""

    groups: tuple[TierGroup, ...]
    kind: ClassVar[str] = "tiers"


@dataclass(frozen=True, slots=True)
class OutlineItem:
    """A line of an outline, and the lines below it."""

    line: Line
    inner: tuple[OutlineItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """A tree as a nested list; ``label`` is what it is called for whoever cannot see it."""

    label: str
    items: tuple[OutlineItem, ...]
    kind: ClassVar[str] = "outline"

    @property
    def flat(self) -> tuple[tuple[tuple[OutlineItem, ...], Line], ...]:
        """Every line from top to bottom, each behind the items that hold it."""
        return tuple(_flat(self.items, ()))


def _flat(
    items: tuple[OutlineItem, ...], holders: tuple[OutlineItem, ...]
) -> Iterator[tuple[tuple[OutlineItem, ...], Line]]:
    for item in items:
        yield holders, item.line
        yield from _flat(item.inner, (*holders, item))


@dataclass(frozen=True, slots=True)
class PathField:
    """A field for a path, answered by the script from the index that lies beside the page ``beside``.

    Without a script there is no field: ``command`` says what answers the same. ``example`` is a path that is there.
    """

    beside: Address
    command: str
    example: str = ""
    kind: ClassVar[str] = "path_field"
