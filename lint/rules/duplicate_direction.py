"""FP807: the same text in the same scope, twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...ledger.events import Scope
from ...ledger.history import RecordHistory
from ..disputes import in_dispute
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Rule

_Key = tuple[object, ...]
_TEXT = "/payload/record/text"


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each active record that says what an older one, by record id, says in the same scope."""
    first: dict[str, RecordHistory] = {}
    several: dict[str, list[RecordHistory]] = {}
    for found in examination.history.records.values():
        text = " ".join(found.record.text.split()).casefold()
        before = first.setdefault(text, found)
        if before is not found:
            several.setdefault(text, [before]).append(found)
    settled = {(item.settlement_record_id, item.record_id) for item in examination.history.settlements}
    keys: dict[int, _Key] = {}
    for records in several.values():
        yield from _repeated(records, settled, keys)


def _repeated(
    records: Iterable[RecordHistory], settled: set[tuple[str, str]], keys: dict[int, _Key]
) -> Iterator[Observation]:
    """The observations about records of one text."""
    by_scope: dict[_Key, list[RecordHistory]] = {}
    for found in records:
        if found.status == "active" and found.in_force and not in_dispute(found):
            scope = found.record.scope
            key = keys.get(id(scope))  # equal scopes are mostly one object: each is put into words once
            if key is None:
                key = keys[id(scope)] = _key(scope)
            before = by_scope.setdefault(key, [])
            other = next((each for each in before if not _settles(each, found, settled)), None)
            if other is not None:
                yield _observation(found, other)
            else:
                before.append(found)


def _settles(one: RecordHistory, other: RecordHistory, settled: set[tuple[str, str]]) -> bool:
    return (one.record_id, other.record_id) in settled or (other.record_id, one.record_id) in settled


def _key(scope: Scope) -> _Key:
    """What a scope says; areas and paths are sets."""
    lists = (tuple(sorted(set(scope.areas))), tuple(sorted(set(scope.paths))))
    return (scope.repo or "", scope.issue or "", scope.pr or "", *lists, scope.is_global)


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
)
