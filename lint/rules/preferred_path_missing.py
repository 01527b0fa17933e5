"""FP611: a preferred path where there is nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...ledger.matching import normalised
from ..excerpt import excerpt
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule
from ..tracked_files import TrackedFiles

_WORD_WITH_SLASH = re.compile(r"(?![/~])[^\s:\\]+/[^\s:\\]*")
_LIKE_A_FILE = re.compile(r"[*?[]|\.[A-Za-z][A-Za-z0-9]*\Z")


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each preferred path of a record in force that matches no tracked file and no folder."""
    if examination.tracked_paths is None:
        return
    there = _There(examination.tracked_paths, examination.tracked_files)
    for found, record in examination.guiding:
        if "/" not in "".join(record.preferred_paths):
            continue  # ways in words
        for place, path in enumerate(record.preferred_paths):
            if there.is_path(path) and not there.holds(path):
                yield observed(
                    found.creation,
                    f"/payload/record/preferred_paths/{place}",
                    f'{record.record_id} prefers "{excerpt(path)}", which no tracked file matches',
                    record_id=record.record_id,
                )


class _There:
    """What git tracks, asked for a path, a folder or a pattern."""

    def __init__(self, tracked_paths: frozenset[str], files: TrackedFiles) -> None:
        self._tracked = tracked_paths
        self._files = files

    def is_path(self, text: str) -> bool:
        """True for what can be nothing but a path inside the repository.

        The protocol keeps approaches in words in these lists, and one may be "input/output".
        """
        value = normalised(text)
        if _WORD_WITH_SLASH.fullmatch(value) is None or ".." in value.split("/"):
            return False
        first, _, rest = value.partition("/")
        last = rest.rpartition("/")[2]
        return not last or _LIKE_A_FILE.search(last) is not None or self._files.any_matches(f"{first}/**")

    def holds(self, path: str) -> bool:
        """True if a file matches, or lies below it, or if nobody can say."""
        value = normalised(path).rstrip("/")
        if value in self._tracked:
            return True
        if self._files.any_matches(value) or self._files.any_matches(f"{value}/**"):
            return True
        # Below a submodule or a symlink git tracks nothing of its own.
        steps = value.split("/")
        return any("/".join(steps[:length]) in self._tracked for length in range(1, len(steps)))


RULE = Rule(
    code="FP611",
    name="preferred-path-missing",
    severity=Severity.NOTICE,
    summary="A record in force prefers a path that no tracked file matches.",
    why="""\
        A preferred path tells people where to go on. If it was moved or removed, they are sent to nothing, and an agent
        may well create the file anew beside the place where the code lives now.

        The protocol keeps approaches in words in the same list. Only an entry that can be nothing but a path is judged:
        one word with a slash in it that ends in a file's suffix, a wildcard or a slash, or that begins with a folder
        that git tracks.""",
    fix="""\
        If the path is to be created, add it: the notice goes when git tracks it. If it was moved, write the direction
        as a new record with the path as it is now, state that it supersedes this one, and end this one as superseded.
        If nothing is preferred any more, expire the record.

        A contested record is not judged here: settle its fork first (FP401).""",
    bad="""\
        "preferred_paths": ["libs/money/convert.py"]   (libs/money was renamed to libs/amounts)""",
    good="""\
        "preferred_paths": ["libs/amounts/convert.py", "One converter for all providers"]""",
    check=check,
    reach=Reach.PART,
)
