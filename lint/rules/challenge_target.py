"""FP411: a challenge or a resolution that is about nothing that is known."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.challenges import (
    CHALLENGE,
    RELATION_OF,
    RESOLUTION,
    TARGET,
    TARGET_RELATION,
    target_record,
    target_relation,
)
from ...ledger.events import Record
from ...ledger.history import RecordHistory
from ..finding import Observation, Severity
from ..observed import observed
from ..references import KnownRecords, record_targets
from ..rule import Examination, Reach, Rule

_EXTENSIONS = "/payload/record/extensions"
_Found = tuple[str, str]


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each challenge or resolution without a target, or with an unknown one."""
    history = examination.history
    ids = {record.record_id for kind in RELATION_OF for record in examination.created(kind)}
    created = [history.records[record_id] for record_id in sorted(ids)]
    asking = [found for found in created if found.record.kind in RELATION_OF and found.text_known]
    if not asking:
        return
    known = KnownRecords(history, examination.reading)
    relations: set[str] = set()
    if any(target_relation(found.record) is not None for found in asking):
        relations.update(examination.relation_ids)
    related = {kind: record_targets(examination.between_records(RELATION_OF[kind])) for kind in (CHALLENGE, RESOLUTION)}
    for found in asking:
        fault = _fault(found, known, relations, related[found.record.kind].get(found.record_id, ()))
        if fault is not None:
            yield observed(found.creation, fault[0], fault[1], record_id=found.record_id)


def _fault(found: RecordHistory, known: KnownRecords, relations: set[str], related: tuple[str, ...]) -> _Found | None:
    record = found.record
    if any(target in known for target in related):
        return None
    named = target_record(record)
    if named is not None:
        if named in known:
            return None
        return f"{_EXTENSIONS}/{TARGET}", f"{_what(record)} is about {named}, which no store that was read holds"
    declaration = target_relation(record)
    if declaration is not None:
        if declaration in relations:
            return None
        message = f"{_what(record)} is about {declaration}, a relation which no store that was read holds"
        return f"{_EXTENSIONS}/{TARGET_RELATION}", message
    if related:
        return None  # an unknown end of a relation is the relation's own fault (FP701)
    pointer = f"{_EXTENSIONS}/{TARGET}" if TARGET in record.extensions else "/payload/record/kind"
    return pointer, f"{_what(record)} names nothing that it is about"


def _what(record: Record) -> str:
    return f"the {'challenge' if record.kind == CHALLENGE else 'resolution'} {record.record_id}"


RULE = Rule(
    code="FP411",
    name="challenge-target",
    severity=Severity.WARNING,
    summary="A challenge or a resolution names no target, or one that is not in the stores that were read.",
    why="""\
        A challenge that points at nothing contests nothing: no record shows that it is disputed, and nobody who
        relies on the direction learns of the doubt. A resolution without its challenge leaves that challenge open for
        ever.""",
    fix="""\
        Append a `relation.created` event that names the target: type challenges, from the challenge to the record
        that it contests, or type resolves, from the resolution to its challenge. That relation counts even where the
        extension names a record that does not exist.

        Where the target does exist, but only on another machine, add the file of its creation, unaltered, to
        `.fabric/ledger/events`. A record that is only live comes with a tracked `record.state_changed` that makes it
        a candidate or durable (FP308).""",
    bad="""\
        "kind": "challenge", "status": "open", "text": "This is too strict", …
        (no extension, and no challenges relation from it)""",
    good="""\
        "kind": "challenge", "status": "open", "text": "This is too strict", …
        "extensions": {"fabric.direction.challenges": "rec_…"}""",
    check=check,
    reach=Reach.DOUBTED_PART,
)
