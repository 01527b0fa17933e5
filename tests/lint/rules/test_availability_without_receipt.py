from __future__ import annotations

import pytest
from support.events import PATHS, MemoryStore, created, ident, projection, receipt, record_node, relation, thread
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.source import StoreName

THREAD = {"kind": "thread", "id": "t"}


@pytest.mark.parametrize("kind", ["delivered_to", "exposed_to"])
@pytest.mark.parametrize("store", [StoreName.LEDGER, StoreName.SHARED])
def test_a_stored_relation_of_availability_is_reported_wherever_it_lies(kind: str, store: StoreName) -> None:
    event = relation(9, kind, record_node(1), THREAD)
    [finding] = only(findings_of(stores=[MemoryStore(store, PATHS[store]).add(created(1), event)]), "FP709")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 9), ident("rec", 1))
    assert finding.pointer == "/payload/relation/type"
    assert finding.line is not None
    assert kind in finding.message


def test_a_receipt_does_not_make_the_stored_relation_right() -> None:
    events = (
        created(1),
        thread(2, "t"),
        projection(3, "t", [ident("evt", 1)], [ident("rec", 1)]),
        receipt(4, 3, "t", [ident("evt", 1)], [ident("rec", 1)]),
    )
    assert not only(findings_of(*events), "FP709")
    assert only(findings_of(*events, relation(9, "delivered_to", record_node(1), THREAD)), "FP709")


def test_other_relations_and_what_is_derived_from_receipts_are_fine() -> None:
    assert not only(findings_of(created(1), relation(9, "derived_from", record_node(1), THREAD)), "FP709")
