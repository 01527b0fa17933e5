from __future__ import annotations

from typing import Any

import pytest
from support.events import PATHS, MemoryStore, changed, created, projection, receipt, record_node, relation, thread
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.source import StoreName

RELATION = relation(3, "implements", {"kind": "commit", "id": "a"}, record_node(1))
THREAD, PROJECTION, RECEIPT = thread(4, "t"), projection(5, "t", [], []), receipt(6, 5, "t", [], [])


def lying_in(store: StoreName, event: dict[str, Any]) -> MemoryStore:
    return MemoryStore(store, PATHS[store]).add(event)


@pytest.mark.parametrize(
    ("event", "store"),
    [
        (created(1), StoreName.THREADS),
        (changed(2, 1, 1), StoreName.PROJECTIONS),
        (RELATION, StoreName.RECEIPTS),
        (THREAD, StoreName.RECEIPTS),
        (THREAD, StoreName.SHARED),
        (PROJECTION, StoreName.ACTIVE),
        (PROJECTION, StoreName.THREADS),
        (RECEIPT, StoreName.PROJECTIONS),
    ],
)
def test_bad(event: dict[str, Any], store: StoreName) -> None:
    [finding] = only(findings_of(stores=[lying_in(store, event)]), "FP313")
    assert finding.severity is Severity.WARNING
    assert finding.path == f"{PATHS[store]}/{event['event_id']}.json"
    assert finding.line == 4


def test_a_copy_in_the_wrong_place_is_found_too() -> None:
    found = findings_of(stores=[lying_in(StoreName.LEDGER, created(1)), lying_in(StoreName.THREADS, created(1))])
    assert [finding.path for finding in only(found, "FP313")] == [
        f"{PATHS[StoreName.THREADS]}/{created(1)['event_id']}.json"
    ]


@pytest.mark.parametrize(
    ("event", "store"),
    [
        (created(1), StoreName.LEDGER),
        (created(1), StoreName.SHARED),
        (changed(2, 1, 1), StoreName.ACTIVE),
        (THREAD, StoreName.THREADS),
        (PROJECTION, StoreName.PROJECTIONS),
        (RECEIPT, StoreName.RECEIPTS),
        (THREAD, StoreName.LEDGER),  # FP309, not this rule
    ],
)
def test_good(event: dict[str, Any], store: StoreName) -> None:
    assert "FP313" not in codes(findings_of(stores=[lying_in(store, event)]))


def test_an_unknown_type_has_no_place_of_its_own() -> None:
    event = {**created(1), "event_type": "decision.voted"}
    assert "FP313" not in codes(findings_of(stores=[lying_in(StoreName.THREADS, event)]))
