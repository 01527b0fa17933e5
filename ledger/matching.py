"""How the protocol decides that a record applies somewhere: by scope, and by patterns of paths.

The source of every rule here is the Go reference client (its ``path.Match`` and its scope matching), since what a
client projects is what direction means. Two patterns that overlap, but of which neither matches the other as a
value, do not meet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from .events import MatchReason, Scope

_CACHED_PATTERNS = 16_384
_WILD = frozenset("*?[\\")
_FIRST_WILD = re.compile(r"[*?\[\\]").search

Areas = Mapping[str, Sequence[str]]


class _BadPatternError(ValueError):
    """A pattern that ``path.Match`` refuses."""


def normalised(path: str) -> str:
    """A pattern or value as it is compared: without outer blanks and without one leading ``./``."""
    return path.strip().removeprefix("./")


def pattern_matches(pattern: str, value: str) -> bool:
    """True if ``pattern`` matches the path (or pattern) ``value``.

    A pattern that ends in ``/**`` is a literal prefix: wildcards before it mean nothing, and ``dir`` itself does not
    match ``dir/**``. Any other is Go's ``path.Match``: ``*`` and ``?`` stay within a segment, ``[a-z]`` and
    ``[^a-z]`` are classes (which may match a slash), a backslash takes the next character literally. A malformed
    pattern matches nothing.
    """
    return matcher(pattern)(normalised(value))


@lru_cache(maxsize=_CACHED_PATTERNS)
def matcher(pattern: str) -> Callable[[str], bool]:
    """The test of one pattern, for values that are :func:`normalised` already; compiled once."""
    pattern = normalised(pattern)
    if pattern.endswith("/**"):
        prefix = pattern[:-2]
        return lambda value: value.startswith(prefix)
    if _WILD.isdisjoint(pattern):
        return pattern.__eq__
    try:
        compiled = re.compile(_translate(pattern), re.DOTALL)
    except _BadPatternError:
        return _matches_nothing
    return lambda value: compiled.fullmatch(value) is not None


def literal_prefix(pattern: str) -> str:
    """What every value that the pattern matches begins with, as far as it can be told without matching."""
    pattern = normalised(pattern)
    if pattern.endswith("/**"):
        return pattern[:-2]
    wild = _FIRST_WILD(pattern)
    return pattern if wild is None else pattern[: wild.start()]


def _matches_nothing(_value: str) -> bool:
    return False


def _translate(pattern: str) -> str:
    """A regular expression for a pattern of ``path.Match``. Raises :class:`_BadPatternError`.

    Each star takes as little as lets the text up to the next star match, and is then settled (an atomic group), as
    in Go: so no pattern, however hostile, makes the search run away.
    """
    parts: list[str] = []
    piece: list[str] = []
    starred = False
    place = 0
    while place < len(pattern):
        character = pattern[place]
        if character == "*":
            if piece:
                parts.append(_settled(piece, starred))
                piece = []
            starred = True
            place += 1
        elif character == "[":
            expression, place = _character_class(pattern, place + 1)
            piece.append(expression)
        elif character == "?":
            piece.append("[^/]")
            place += 1
        else:
            literal, place = _literal(pattern, place)
            piece.append(re.escape(literal))
    last = "".join(piece)
    if starred:
        last = f"[^/]*?{last}" if piece else "[^/]*+"
    return "".join(parts) + last


def _settled(piece: list[str], starred: bool) -> str:
    return f"(?>[^/]*?{''.join(piece)})" if starred else "".join(piece)


def _literal(pattern: str, place: int) -> tuple[str, int]:
    if pattern[place] == "\\":
        place += 1
        if place == len(pattern):
            raise _BadPatternError(pattern)
    return pattern[place], place + 1


def _character_class(pattern: str, place: int) -> tuple[str, int]:
    """The class that opens before ``place``, as an expression, and the place behind it."""
    negated = pattern[place : place + 1] == "^"
    place += negated
    ranges: list[str] = []
    first = True
    while first or pattern[place] != "]":
        first = False
        low, place = _class_end(pattern, place)
        high = low
        if pattern[place] == "-":
            high, place = _class_end(pattern, place + 1)
        if low <= high:
            ranges.append(f"\\U{ord(low):08x}-\\U{ord(high):08x}")
    if ranges:
        return f"[{'^' if negated else ''}{''.join(ranges)}]", place + 1
    return ("." if negated else "(?!)"), place + 1


def _class_end(pattern: str, place: int) -> tuple[str, int]:
    """One end of a range in a class; something has to follow it, for the class must close."""
    if place >= len(pattern) or pattern[place] in "-]":
        raise _BadPatternError(pattern)
    character, place = _literal(pattern, place)
    if place >= len(pattern):
        raise _BadPatternError(pattern)
    return character, place


def paths_meet(a: str, b: str) -> bool:
    """True if either is a pattern for the other, the protocol's test for two entries of ``paths``."""
    return pattern_matches(a, b) or pattern_matches(b, a)


def record_paths(scope: Scope, areas: Areas) -> tuple[str, ...]:
    """The paths of a scope: its own, then those that the config gives each of its areas, each once."""
    if not scope.areas:
        return scope.paths
    return tuple(dict.fromkeys((*scope.paths, *(path for area in scope.areas for path in areas.get(area, ())))))


def scope_reasons(record: Scope, context: Scope, areas: Areas) -> tuple[MatchReason, ...]:
    """Why a record of scope ``record`` applies in ``context``, in the order clients state it; empty if it does not.

    Global, then the same pr, the same issue, one reason for each pair of paths that meet (its value the path of the
    context), each shared area. A conflict is no matter of scope and is not stated here.
    """
    reasons: list[MatchReason] = []
    if record.is_global:
        reasons.append(MatchReason("global"))
    if record.pr and record.pr == context.pr:
        reasons.append(MatchReason("pr", record.pr))
    if record.issue and record.issue == context.issue:
        reasons.append(MatchReason("issue", record.issue))
    reasons.extend(_path_reasons(record_paths(record, areas), record_paths(context, areas)))
    shared = set(record.areas)
    reasons.extend(MatchReason("area", area) for area in context.areas if area in shared)
    return tuple(reasons)


def _path_reasons(mine: Iterable[str], theirs: Sequence[str]) -> Iterable[MatchReason]:
    return (MatchReason("path", path) for own in mine for path in theirs if paths_meet(own, path))
