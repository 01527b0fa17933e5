"""What is wrong with a path pattern: where clients read it otherwise than people who know other globs would.

The source of each fault is the reference client's matching (:mod:`fingerpost.ledger.matching`): a pattern that ends
in ``/**`` is a literal prefix, any other is Go's ``path.Match``.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ..ledger.matching import matcher, normalised
from .tracked_files import TrackedFiles

LONGEST = 1_000
"""More characters than any path has that people wrote on purpose."""

# Every malformed pattern is given one and the same matcher, which matches nothing.
_MATCHES_NOTHING = matcher("[")
# Nothing that any glob gives a meaning, but for a closing /**.
_PLAIN = re.compile(r"[^*?\[\]{}!\\]*(?:/\*\*)?", re.DOTALL)
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_CLASS = re.compile(r"\[(\^?)((?:\\.|[^\\\]])+)\]", re.DOTALL)
_RANGE = re.compile(r"(?:\\(.)|([^\\]))-(?:\\(.)|([^\\]))", re.DOTALL)


class PathPatterns:
    """Judges patterns against what git tracks (None where nobody can say); answers are kept.

    ``files`` are the same paths, where they have been made ready already.
    """

    def __init__(self, tracked_paths: Collection[str] | None, files: TrackedFiles | None = None) -> None:
        self._tracked = tracked_paths
        self._files = TrackedFiles(tracked_paths or ()) if files is None else files
        self._known: dict[str, tuple[str, ...]] = {}

    def faults(self, pattern: str) -> tuple[str, ...]:
        """What people would misunderstand about the pattern, each in a few words; empty for a good one."""
        found = self._known.get(pattern)
        if found is None:
            found = self._known[pattern] = tuple(self._find(pattern))
        return found

    def _find(self, pattern: str) -> list[str]:
        if len(pattern) > LONGEST:
            return [f"it is longer than {LONGEST:,} characters"]
        value = normalised(pattern)
        found = []
        if pattern != pattern.strip():
            found.append("outer blanks are cut off")
        found += _of_steps(value)
        if self._stands_for_itself(value):
            return found
        if value.startswith("!"):
            found.append("a leading ! excludes nothing")
        if "{" in value and "}" in value:
            found.append("braces are plain characters, no alternatives")
        if "\\" in value:
            found.append("a backslash is no separator")
        found += _of_prefix(value[:-3]) if value.endswith("/**") else self._of_match(value)
        return found

    def _stands_for_itself(self, value: str) -> bool:
        """True where git tracks what is written, so that brackets and braces are those of the names.

        That is a literal prefix with files below it, or the name of a file that the pattern does match.
        """
        if self._tracked is None or _PLAIN.fullmatch(value):
            return False
        if value.endswith("/**"):
            return self._files.any_matches(value)
        return value in self._tracked and matcher(value)(value)

    def _of_match(self, value: str) -> list[str]:
        """The faults of a pattern that ``path.Match`` reads."""
        found = []
        if value == "**":
            found.append("** alone matches the top folder's files only")
        elif "**" in value.replace("\\*", ""):
            found.append("** is no more than * unless it closes the pattern as /**")
        if matcher(value) is _MATCHES_NOTHING:
            found.append("its class or escape is malformed, so it matches nothing")
        else:
            found += _of_classes(value)
        if self._is_folder(value):
            found.append("a bare folder matches nothing inside it")
        elif self._is_name(value):
            found.append("it is the name of a tracked file, but its brackets are read as a class")
        return found

    def _is_folder(self, value: str) -> bool:
        if value in ("", ".") or (value.endswith("/") and value != "/"):
            return True
        if self._tracked is None or value in self._tracked or not _PLAIN.fullmatch(value):
            return False
        return self._files.any_matches(f"{value}/**")

    def _is_name(self, value: str) -> bool:
        return "[" in value and self._tracked is not None and value in self._tracked and not matcher(value)(value)


def _of_steps(value: str) -> list[str]:
    """The faults of a path that is not a plain one, relative to the repository."""
    found = []
    if value.startswith("/") or _DRIVE.match(value):
        found.append("it is absolute, and paths are relative to the repository")
    steps = value.split("/")
    if ".." in steps:
        found.append(".. is not followed")
    if len(steps) > 1 and ("." in steps or "" in steps[1:-1]):
        found.append("a . or an empty step is in no path that git tracks")
    return found


def _of_prefix(prefix: str) -> list[str]:
    """The faults of what stands before a closing ``/**``."""
    if "**" in prefix:
        return ["only a closing /** is special: before it every character is literal, ** too"]
    if any(character in prefix for character in "*?["):
        return ["before a closing /** every character is literal, *, ? and [ too"]
    return []


def _of_classes(value: str) -> list[str]:
    """The faults of classes that are well formed."""
    for inside in (found[2] for found in _CLASS.finditer(value)):
        if inside.startswith("!"):
            return ["a class is negated with ^, not with !"]
        if any(
            (low or plain_low) > (high or plain_high) for low, plain_low, high, plain_high in _RANGE.findall(inside)
        ):
            return ["a range of its class runs backwards, so it holds nothing"]
    return []
