"""FP701: a relation with an end that no store holds."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Container, Iterable, Iterator, Mapping

from ...ledger.events import PROJECTION_CREATED, THREAD_SCOPE_CHANGED, THREAD_STARTED, Event, Node, Relation
from ...ledger.reading import Reading
from ...repository.source import StoreName
from ..finding import Observation, Severity
from ..observed import observed
from ..references import KnownRecords, unreadable_names
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each end of a relation that names an object of this ledger which is not there."""
    history = examination.history
    if not history.relations:
        return
    known = _known(examination)
    for ends, found in examination.alike(lambda ends: ends.source in known or ends.target in known):
        if _all_in(found.sources, known.get(ends.source)) and _all_in(found.targets, known.get(ends.target)):
            continue  # nearly all
        for event, relation in found.related:
            yield from _judge(event, relation, known)


def _all_in(ids: Iterable[str], known: Container[str] | None) -> bool:
    return known is None or all(map(known.__contains__, ids))


def _judge(event: Event, relation: Relation, known: Mapping[str, Container[str]]) -> Iterator[Observation]:
    for name, node in (("from", relation.source), ("to", relation.target)):
        ids = known.get(node.kind)
        if ids is not None and node.id not in ids and not _foreign(node):
            yield observed(
                event,
                f"/payload/relation/{name}/id",
                f"the relation {relation.type} names the {node.kind} {node.id}, which no store that was read holds",
                record_id=_record_id(relation),
            )


def _known(examination: Examination) -> dict[str, Container[str]]:
    """For each kind of node that can be judged, the ids that are there.

    Threads, projections and runtime events can be judged only where the runtime was read, and none of a kind whose
    files could not all be read: what is missing may be in one of those.
    """
    history, reading = examination.history, examination.reading
    unreadable = unreadable_names(reading)
    known: dict[str, Container[str]] = {"record": KnownRecords(history, reading) if unreadable else history.records}
    if reading.runtime_read:
        known["event"] = ChainMap(history.events, dict.fromkeys(unreadable))  # type: ignore[arg-type]
        if not _unreadable(reading, StoreName.THREADS, (THREAD_STARTED, THREAD_SCOPE_CHANGED)):
            known["thread"] = history.threads
        if not _unreadable(reading, StoreName.PROJECTIONS, (PROJECTION_CREATED,)):
            known["projection"] = history.projections
    return known


def _unreadable(reading: Reading, store: StoreName, event_types: tuple[str, ...]) -> bool:
    return any(item.origin.store is store or item.event_type in event_types for item in reading.uninterpreted)


def _foreign(node: Node) -> bool:
    """True for a thread that another provider keeps: its ids are no matter of this ledger."""
    return node.kind == "thread" and bool(node.provider)


def _record_id(relation: Relation) -> str | None:
    return next((node.id for node in (relation.source, relation.target) if node.kind == "record"), None)


RULE = Rule(
    code="FP701",
    name="dangling-reference",
    severity=Severity.WARNING,
    summary="A relation leads to a record, thread, projection or event that is in none of the stores that were read.",
    why="""\
        A relation is a statement about two things. If one of them is not there, an auditor who follows it comes to a
        dead end: a commit that implements a record nobody can read, a record derived from a thread that never
        started. Ids of outside things (commits, issues, messages) are not judged here, and threads and projections
        only where the runtime store was read.""",
    fix="""\
        If the object exists elsewhere, add its event file, unaltered, to the store it belongs to: a record's, from
        another branch or from `.git/fabric/events` of the machine that wrote it, to `.fabric/ledger/events`; a
        thread's or a projection's to `.git/fabric/runtime/threads` or `.git/fabric/runtime/projections`. A record
        that is only live comes with a tracked `record.state_changed` that makes it a candidate or durable (FP308). If
        the id was mistyped, append the relation that was meant as a new `relation.created` event.

        The mistaken relation stays, and so does the finding: accept it in `fingerpost.toml` with a `[[suppressions]]`
        table: `rule = "FP701"`, the relation's event as `event`, and the `reason`, which names the relation that
        replaces it.""",
    bad="""\
        "type": "implements",
        "from": {"kind": "commit", "id": "…"}, "to": {"kind": "record", "id": "rec_…"}   (no such record)""",
    good="""\
        "type": "implements",
        "from": {"kind": "commit", "id": "…"}, "to": {"kind": "record", "id": "rec_…"}   (created in this ledger)""",
    check=check,
    reach=Reach.PART,
)
