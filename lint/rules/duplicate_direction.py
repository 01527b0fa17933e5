"""FP807: the same text in the same scope, twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...ledger.events import Record, Scope
from ...ledger.history import RecordHistory
from ..content.same_words import all_folded
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

_Said = tuple[str, int]
_SEVERAL = 2
_TEXT = "/payload/record/text"


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each active record that says what an older one, by record id, says in the same scope."""
    scopes = _Scopes()
    active = _comparable(examination, scopes)
    texts = [record.text for _, record in active]
    different = list(dict.fromkeys(texts))
    words = dict(zip(different, all_folded(different), strict=True))
    first: dict[_Said, RecordHistory] = {}
    several: dict[_Said, list[RecordHistory]] = {}
    for (found, record), text in zip(active, texts, strict=True):
        key = (words[text], scopes.number(record.scope))
        before = first.setdefault(key, found)
        if before is not found:
            several.setdefault(key, [before]).append(found)
    settled = {(item.settlement_record_id, item.record_id) for item in examination.history.settlements}
    for records in several.values():
        yield from _repeated(records, settled)


class _Scopes:
    """A number for all scopes that say the same."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # by object: equal scopes are mostly one, so each is put into words once
        self._said: dict[tuple[object, ...], int] = {}

    def number(self, scope: Scope) -> int:
        """The number of what this scope says."""
        known = self._numbers.get(id(scope))
        if known is None:
            known = self._numbers[id(scope)] = self._said.setdefault(_key(scope), len(self._said))
        return known


def _comparable(examination: Examination, scopes: _Scopes) -> Sequence[tuple[RecordHistory, Record]]:
    """The active records in the scopes of those that are asked about."""
    active = examination.active
    if examination.asked is None:
        return active
    wanted = {scopes.number(record.scope) for found, record in active if examination.asks(found.record_id)}
    return [each for each in active if scopes.number(each[1].scope) in wanted] if wanted else []


def _repeated(records: Iterable[RecordHistory], settled: set[tuple[str, str]]) -> Iterator[Observation]:
    """The observations about records of one text in one scope."""
    before: list[RecordHistory] = []
    for found in records:
        other = next((each for each in before if not _settles(each, found, settled)), None)
        if other is not None:
            yield _observation(found, other)
        else:
            before.append(found)


def _settles(one: RecordHistory, other: RecordHistory, settled: set[tuple[str, str]]) -> bool:
    return (one.record_id, other.record_id) in settled or (other.record_id, one.record_id) in settled


def _key(scope: Scope) -> tuple[object, ...]:
    """What a scope says; areas and paths are sets."""
    return (scope.repo or "", scope.issue or "", scope.pr or "", _set(scope.areas), _set(scope.paths), scope.is_global)


def _set(names: tuple[str, ...]) -> tuple[str, ...]:
    return names if len(names) < _SEVERAL else tuple(sorted(set(names)))


def _observation(found: RecordHistory, other: RecordHistory) -> Observation:
    return observed(
        found.creation,
        _TEXT,
        f"{found.record_id} says in the same scope what {other.record_id} says already",
        record_id=found.record_id,
        detail=other.record_id,
        related=(Elsewhere(other.creation.origin, "said before here", _TEXT),),
    )


RULE = Rule(
    code="FP807",
    name="duplicate-direction",
    severity=Severity.NOTICE,
    summary="Two active records have the same text in the same scope.",
    why="""\
        Both are handed to whoever works there and take up the budget twice. When the direction changes, one of them is
        ended and the other goes on saying it. Letter case and white space do not count; a settlement may repeat the
        text of the record whose fork it settles.""",
    fix="""\
        Keep the record with the stronger claim or the better reason, and end the other: append a `record.state_changed`
        with status superseded, its last revision as parent, and a lifecycle_reason, and a `relation.created` that
        states which record supersedes it.""",
    bad="""\
        "text": "Invoices are rounded once, at the total."   (twice, for issue BILL-417)""",
    good="""\
        "text": "Invoices are rounded once, at the total."   (one of the two is superseded)""",
    check=check,
    reach=Reach.ASKED,
)
