"""The availability ladder of one record: existed, in scope, delivered, exposed. It never says that anybody acted."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event
from ...ledger.history import RecordHistory
from ...ledger.instants import instant
from ..provenance import receipt_of
from ..revisions import revisions
from .blocks import Block, Fold, Ladder, Line, Paragraph, Step, Table
from .survey import Survey
from .words import UNKNOWN, counted, scope_words, short, when

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
        rows = tuple(_row(record, event, named) for event in shown)
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
    if not survey.runtime_read:
        return Step(name, UNKNOWN, ("receipts were not read",))
    return Step(name, UNKNOWN, ("no receipt says so",))


def _row(record: RecordHistory, event: Event, named: set[str]) -> tuple[Line, ...]:
    receipt = receipt_of(event)
    listed = sorted(named & set(receipt.event_ids))
    if not listed:
        revision: Line = ("none of this record: it does not count",)
    elif record.head.event_id in listed:
        revision = (short(record.head.event_id), " the head now")
    else:
        revision = (short(listed[0]), " not the head now")
    return (
        (short(receipt.receipt_id),),
        (receipt.state,),
        (short(receipt.thread_id),),
        (when(receipt.occurred_at),),
        revision,
        (short(receipt.projection_id),),
    )
