"""How the scope of a record meets what was asked: every reason, and the tier that it gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from .matching import pattern_matches

Item = TypeVar("Item")


class Tier(IntEnum):
    """What ranks a record among those that govern (fabric/1.0, *Deterministic projection*)."""

    DISPUTED = 0
    PR = 1
    ISSUE = 2
    PATH_OR_AREA = 3
    GLOBAL = 4

    @property
    def words(self) -> str:
        """The tier as people are told it."""
        return _TIER_WORDS[self]


_TIER_WORDS = {
    Tier.DISPUTED: "in dispute, or an open challenge",
    Tier.PR: "exact pull request",
    Tier.ISSUE: "exact issue",
    Tier.PATH_OR_AREA: "path or area",
    Tier.GLOBAL: "everywhere",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why a record applies.

    ``kind`` is conflict (``value`` the parent of the fork, None for another dispute), global, pr, issue, path,
    area, or settles (``value`` the settled record, which matched). Of a path ``value`` is what was asked, and
    ``pattern`` the entry of the record that meets it, which it has from its ``area`` (None: of its own).
    ``other_way`` is True where what was asked is the pattern, and only it matches.
    """

    kind: str
    value: str | None = None
    pattern: str | None = None
    area: str | None = None
    other_way: bool = False


@dataclass(frozen=True, slots=True)
class PathMatch:
    """An entry of a record's paths, the area it has it from (None: its own), and the asked paths it meets, sorted."""

    pattern: str
    area: str | None
    values: tuple[str, ...]

    def reasons(self) -> Iterator[Reason]:
        """A reason for each pair."""
        for value in self.values:
            other_way = not pattern_matches(self.pattern, value)
            yield Reason("path", value, self.pattern, self.area, other_way)


@dataclass(frozen=True, slots=True)
class Match:
    """How scopes meet what was asked. One path of many that a pattern meets is no object of its own."""

    is_global: bool = False
    prs: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    paths: tuple[PathMatch, ...] = ()
    areas: tuple[str, ...] = ()

    @property
    def tier(self) -> Tier | None:
        """The first tier that it reaches, disputes aside; None where nothing meets."""
        if self.prs:
            return Tier.PR
        if self.issues:
            return Tier.ISSUE
        if self.paths or self.areas:
            return Tier.PATH_OR_AREA
        return Tier.GLOBAL if self.is_global else None

    def reasons(self) -> Iterator[Reason]:
        """Every reason, in the order that clients state them."""
        if self.is_global:
            yield Reason("global")
        yield from (Reason("pr", value) for value in self.prs)
        yield from (Reason("issue", value) for value in self.issues)
        for each in self.paths:
            yield from each.reasons()
        yield from (Reason("area", value) for value in self.areas)

    def also(self, other: Match) -> Match:
        """Both together: a record of several versions, none of which is chosen, is matched by any of them."""
        return Match(
            self.is_global or other.is_global,
            _together(self.prs, other.prs),
            _together(self.issues, other.issues),
            _together(self.paths, other.paths),
            _together(self.areas, other.areas),
        )


def _together(one: tuple[Item, ...], other: tuple[Item, ...]) -> tuple[Item, ...]:
    return one if one == other else tuple(dict.fromkeys((*one, *other)))
