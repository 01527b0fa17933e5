"""The availability ladder of one record: existed, in scope, delivered, exposed. It never says that anybody acted."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event
from ...ledger.history import ConflictKind, RecordHistory
from ...ledger.instants import instant
from ...ledger.wording import counted
from ..claims.revisions import revisions
from ..graph.provenance import receipt_of
from .blocks import Block, Fold, Ladder, Line, Paragraph, Step, Table
from .subjects.steps import thread_ref
from .survey import Survey
from .words import UNKNOWN, scope_words, short, when, why_no_receipt

MOST_ROWS = 200


def availability(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    """The four steps, then the receipts that the last two rest on.

    Whether work is in scope can only be judged for some work: here it is what the record states.
    """
    receipts = sorted(
        survey.provenance.receipts_of_record(record.record_id),
        key=lambda event: (instant(receipt_of(event).occurred_at), event.event_id),
    )
    named = {revision.event_id for revision in revisions(record)}
    counting = [event for event in receipts if named & set(receipt_of(event).event_ids)]
    exposed = [event for event in counting if receipt_of(event).state == "exposed"]
    yield Ladder(
        (
            Step("Existed", "yes", _existed(record)),
            Step("In scope", "stated" if record.text_known else UNKNOWN, _scope(record)),
            _step("Delivered", survey, counting),
            _step("Exposed", survey, exposed),
        )
    )
    if receipts:
        shown = receipts[:MOST_ROWS]
        if len(shown) < len(receipts):
            yield Paragraph((f"Showing {len(shown)} of {len(receipts)} receipts.",))
        labels = _labels(record)
        rows = tuple(_row(survey, event, named, labels) for event in shown)
        table = Table(("Receipt", "State", "Thread", "When", "Revision it lists", "Projection"), rows)
        # A fold keeps what is declared in sight of what was available.
        yield Fold(f"{counted(len(receipts), 'receipt')} behind this", (table,))


def _existed(record: RecordHistory) -> Line:
    if record.text_known:
        return ("since ", when(record.creation.occurred_at), ", by its creation")
    return ("in versions that differ; each has its own time",)


def _scope(record: RecordHistory) -> Line:
    if not record.text_known:
        return ("its versions differ",)
    return ("for work on ", *scope_words(record.record.scope))


def _step(name: str, survey: Survey, events: list[Event]) -> Step:
    if events:
        threads = sorted({receipt_of(event).thread_id for event in events})
        first = receipt_of(events[0])
        return Step(
            name,
            "yes",
            (
                f"to {counted(len(threads), 'thread')}, by {counted(len(events), 'receipt')}, first ",
                when(first.occurred_at),
            ),
        )
    return Step(name, UNKNOWN, why_no_receipt(survey))


def _labels(record: RecordHistory) -> dict[str, str]:
    """What each revision of a record is, the one to name first where a receipt lists several.

    A record in dispute has no head: its branches, or its versions, stand before what they share.
    """
    labels: dict[str, str] = {}
    for conflict in record.conflicts:
        is_fork = conflict.kind is ConflictKind.COMPETING_CHILDREN
        for place, branch in enumerate(conflict.branches, 1):
            told = f"branch {place} of the fork" if is_fork else f"of version {place}, and none is chosen"
            for event in branch.events:
                labels.setdefault(event.event_id, told)
        for event in conflict.versions:
            labels.setdefault(event.event_id, "its copies differ, and none is chosen")
        if is_fork and conflict.parent_event_id is not None:
            labels.setdefault(conflict.parent_event_id, "the parent that the branches share")
    if record.text_known:
        labels.setdefault(record.head.event_id, "the head now")
    for event in revisions(record):
        labels.setdefault(event.event_id, "before the fork" if record.conflicts else "not the head now")
    return labels


def _row(survey: Survey, event: Event, named: set[str], labels: dict[str, str]) -> tuple[Line, ...]:
    receipt = receipt_of(event)
    listed = named & set(receipt.event_ids)
    first = next((event_id for event_id in labels if event_id in listed), None)
    revision: Line = ("none of this record: it does not count",)
    if first is not None:
        revision = (short(first), " ", labels[first])
    return (
        (short(receipt.receipt_id),),
        (receipt.state,),
        (thread_ref(survey, receipt.thread_id),),
        (when(receipt.occurred_at),),
        revision,
        (short(receipt.projection_id),),
    )
