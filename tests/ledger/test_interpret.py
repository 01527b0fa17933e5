"""What is kept once, and what must never be taken for the same."""

from __future__ import annotations

import pytest
from support.events import as_bytes, created, ident, projection, receipt, thread

from fingerpost.ledger.events import Event, Projection, Receipt, Thread
from fingerpost.ledger.interpret import Interpreter, Wire
from fingerpost.ledger.strict_json import parse
from fingerpost.repository.source import Origin, StoreName

EVENTS = [ident("evt", 1), ident("evt", 2)]
RECORDS = [ident("rec", 1), ident("rec", 2)]


def interpreted(*values: Wire) -> list[Event]:
    """The values as they are read: no text is the object that another is."""
    origin = Origin(StoreName.RECEIPTS, "receipts/a.json", "a.json")
    event = Interpreter().event
    return [event(parse(as_bytes(value)).value, origin) for value in values]


def test_a_receipt_shares_what_its_projection_holds() -> None:
    projected, received = (
        each.payload
        for each in interpreted(projection(3, "t-1", EVENTS, RECORDS), receipt(4, 3, "t-1", EVENTS, RECORDS))
    )
    assert isinstance(projected, Projection)
    assert isinstance(received, Receipt)
    assert received.event_ids is projected.event_ids
    assert received.record_ids is projected.record_ids
    assert received.projection_id is projected.projection_id
    assert received.thread_id is projected.thread_id


@pytest.mark.parametrize(
    ("prj", "thread_id", "events", "records"),
    [
        (9, "t-1", EVENTS, RECORDS),
        (3, "t-2", EVENTS, RECORDS),
        (3, "t-1", EVENTS[::-1], RECORDS),
        (3, "t-1", EVENTS, RECORDS[:1]),
        (3, "t-1", [], []),
    ],
)
def test_a_receipt_keeps_its_own_words_where_they_differ(
    prj: int, thread_id: str, events: list[str], records: list[str]
) -> None:
    [_, event] = interpreted(projection(3, "t-1", EVENTS, RECORDS), receipt(4, prj, thread_id, events, records))
    received = event.payload
    assert isinstance(received, Receipt)
    assert (received.projection_id, received.thread_id) == (ident("prj", prj), thread_id)
    assert (received.event_ids, received.record_ids) == (tuple(events), tuple(records))


def test_what_repeats_is_one_object() -> None:
    one, two, began = interpreted(
        created(1), created(2, event={"actor": {"kind": "agent", "id": "a"}}), thread(3, "t-1")
    )
    assert one.trust is two.trust
    assert one.actor != two.actor
    assert isinstance(began.payload, Thread)
    assert began.payload == Thread("t-1", began.payload.created_at, began.payload.updated_at, began.payload.scope)
