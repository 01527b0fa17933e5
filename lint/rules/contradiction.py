"""FP806: two records in force, of which one prefers what the other rejects."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence, Set
from functools import cached_property
from itertools import accumulate, chain, compress

from ...ledger.display import cut
from ...ledger.history import RecordHistory
from ...ledger.matching import pattern_matches
from ...ledger.meeting_paths import MeetingPaths
from ..content.overlapping import Overlapping, Scopes
from ..content.same_ways import all_folded
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

_LONGEST = 80
_WILDCARDS = "*?[\\"  # what makes a way a pattern of paths
_WILD = re.compile(f"[{re.escape(_WILDCARDS)}]").search


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each preferred way of a record that a record in an overlapping scope rejects."""
    active = examination.active
    judged = [each for each in active if examination.asks(each[0].record_id)]
    preferred = _Ways([record.preferred_paths for _, record in judged])
    if not preferred.folded:
        return
    rejected = _Ways([record.rejected_paths for _, record in active])
    both = set(rejected.folded).intersection(preferred.folded)
    patterns = rejected.patterns()
    if not both and not patterns:
        return  # nearly every way is a sentence, which only the same words reject
    rejecting: dict[str, list[RecordHistory]] = {}
    for number in rejected.numbers(both | patterns):
        rejecting.setdefault(rejected.folded[number], []).append(active[rejected.place(number)[0]][0])
    rejections = _Rejections(rejecting, patterns, examination)
    for number in range(len(preferred.folded)) if patterns else preferred.numbers(both):
        at, place = preferred.place(number)
        found, record = judged[at]
        other = rejections.of(preferred.folded[number], found)
        if other is not None:
            yield _observation(found, place, record.preferred_paths[place], other)


class _Ways:
    """The ways of some records one after the other, numbered from 0; ``folded`` has them as they are compared."""

    def __init__(self, lists: Sequence[Sequence[str]]) -> None:
        self.folded = all_folded(list(chain.from_iterable(lists)))
        self._ends = list(accumulate(map(len, lists)))

    def patterns(self) -> frozenset[str]:
        """Those that are patterns of paths: mostly not one of them all."""
        together = "\n".join(self.folded)
        return frozenset(filter(_WILD, self.folded)) if any(map(together.__contains__, _WILDCARDS)) else frozenset()

    def numbers(self, wanted: Set[str]) -> Iterator[int]:
        """The numbers of those that are wanted."""
        return compress(range(len(self.folded)), map(wanted.__contains__, self.folded))

    def place(self, number: int) -> tuple[int, int]:
        """Of which list the way with this number is, and where it stands there."""
        at = bisect_right(self._ends, number)
        return at, number - (self._ends[at - 1] if at else 0)


class _Rejections:
    """What is rejected, by the way as it is compared, and by patterns of paths."""

    def __init__(
        self, rejecting: dict[str, list[RecordHistory]], patterns: Collection[str], examination: Examination
    ) -> None:
        self._rejecting = rejecting
        self._examination = examination
        self._scopes: dict[str, Overlapping] = {}
        self._patterns = MeetingPaths(patterns) if patterns else None
        self._equal: dict[str, tuple[str, ...]] = {}

    def of(self, way: str, found: RecordHistory) -> RecordHistory | None:
        """The first record, by id, that rejects this way, as it is compared, where ``found`` applies."""
        known = self._equal.get(way)
        if known is None:
            known = self._equal[way] = tuple(self._same(way))
        if not known:
            return None
        others = [self._scope(same).first_in(found.record.scope, found) for same in known]
        named = [other for other in others if other is not None]
        return min(named, key=lambda other: other.record_id, default=None)

    def _same(self, way: str) -> Iterator[str]:
        if way in self._rejecting:
            yield way
        if self._patterns is not None:
            yield from (other for other in self._patterns.of(way) if other != way and pattern_matches(other, way))

    @cached_property
    def _all_scopes(self) -> Scopes:
        """The scopes of all that reject something: worked out only where a way is both preferred and rejected."""
        scopes = {id(found.record.scope): found.record.scope for each in self._rejecting.values() for found in each}
        return Scopes(scopes.values(), self._examination.config.areas)

    def _scope(self, way: str) -> Overlapping:
        known = self._scopes.get(way)
        if known is None:
            known = self._scopes[way] = Overlapping(self._rejecting[way], self._all_scopes)
        return known


def _observation(found: RecordHistory, place: int, way: str, other: RecordHistory) -> Observation:
    return observed(
        found.creation,
        f"/payload/record/preferred_paths/{place}",
        f'{found.record_id} prefers "{cut(way, _LONGEST)}", which {other.record_id} rejects in a scope that overlaps',
        record_id=found.record_id,
        detail=other.record_id,
        related=(Elsewhere(other.creation.origin, "rejected here", "/payload/record/rejected_paths"),),
    )


RULE = Rule(
    code="FP806",
    name="contradiction",
    severity=Severity.WARNING,
    summary="Two active records hold in one scope, and one prefers what the other rejects.",
    why="""\
        Whoever works there is given both and cannot follow both. Each was right when it was written; what is missing
        is the decision between them. Ways are compared as written, letter case and white space aside, and a rejected
        pattern of paths rejects the preferred paths that it matches. What means the same in other words is not found.

        Scopes overlap where a client gives both records to one reader: a shared issue, pull request, area or path.""",
    fix="""\
        Decide which of the two holds. End the other: append a `record.state_changed` with status superseded, its last
        revision as parent, and a lifecycle_reason, and a `relation.created` that states which record supersedes it.
        If both hold, each in its own place, write the wider one again with a narrower scope, and end the old one.""",
    bad="""\
        "preferred_paths": ["one converter at the border"]   (and in another record of the same issue)
        "rejected_paths": ["One converter at the border"]""",
    good="""\
        "preferred_paths": ["one converter at the border"]   (the other record is superseded)""",
    check=check,
    reach=Reach.ASKED,
)
