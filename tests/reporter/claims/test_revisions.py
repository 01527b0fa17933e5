"""Which events are revisions of a record, and which of them a receipt lists."""

from __future__ import annotations

from support.events import Wire, changed, created, ident, projection, receipt, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.history import History
from fingerpost.ledger.load import load
from fingerpost.reporter.claims.revisions import listed_revisions, revisions
from fingerpost.reporter.graph.provenance import receipt_of

FORK = [created(1), changed(2, 1, 1), changed(3, 1, 2, status="expired"), changed(4, 1, 2, status="discarded")]


def history_of(*events: Wire) -> History:
    return build_history(load(stores_of(*events)))


def listed(history: History) -> tuple[str, ...]:
    (event,) = history.receipts[ident("rcp", 11)]
    return listed_revisions(history.records.get(ident("rec", 1)), receipt_of(event))


def delivered(events: list[int], records: list[int]) -> list[Wire]:
    lists = ([ident("evt", number) for number in events], [ident("rec", number) for number in records])
    return [projection(10, "t1", *lists), receipt(11, 10, "t1", *lists)]


def test_every_branch_of_a_fork_is_a_revision() -> None:
    found = revisions(history_of(*FORK).records[ident("rec", 1)])
    assert [event.event_id for event in found] == [ident("evt", number) for number in (1, 2, 3, 4)]


def test_the_listed_revisions_are_in_the_order_of_the_chain() -> None:
    assert listed(history_of(*FORK, *delivered([4, 1, 9], [1]))) == (ident("evt", 1), ident("evt", 4))


def test_a_receipt_has_to_list_the_record_and_a_revision_of_it() -> None:
    assert listed(history_of(*FORK, *delivered([9], [1]))) == ()
    assert listed(history_of(*FORK, *delivered([1], [5]))) == ()
    assert listed(history_of(*delivered([1], [1]))) == ()
