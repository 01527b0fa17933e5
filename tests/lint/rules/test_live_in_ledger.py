from __future__ import annotations

from typing import Any

from support.events import PATHS, MemoryStore, changed, created
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Finding, Severity
from fingerpost.repository.source import StoreName

LIVE = created(1, durability="live")


def found_in(tracked: list[dict[str, Any]], shared: list[dict[str, Any]] | None = None) -> list[Finding]:
    stores = [
        MemoryStore(StoreName.LEDGER, PATHS[StoreName.LEDGER]).add(*tracked),
        MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(*(shared or [])),
    ]
    return only(findings_of(stores=stores), "FP308")


def test_bad() -> None:
    [finding] = found_in([LIVE])
    assert finding.severity is Severity.ERROR
    assert finding.path == f".fabric/ledger/events/{LIVE['event_id']}.json"
    assert finding.pointer == "/payload/record/durability"
    assert finding.line is not None
    assert finding.record_id == LIVE["payload"]["record"]["record_id"]


def test_the_copy_in_the_shared_store_is_right() -> None:
    [finding] = found_in([LIVE], [LIVE])
    assert finding.path == f".fabric/ledger/events/{LIVE['event_id']}.json"


def test_changes_of_a_live_record_are_live_too() -> None:
    ended = changed(2, 1, 1, status="expired", durability="live")
    silent = changed(3, 1, 2, status="active")
    assert [finding.event_id for finding in found_in([LIVE, ended, silent])] == [
        event["event_id"] for event in (LIVE, ended, silent)
    ]
    assert [finding.event_id for finding in found_in([ended], [LIVE])] == [ended["event_id"]]


def test_a_promoted_record_has_its_creation_in_the_ledger() -> None:
    assert found_in([LIVE, changed(2, 1, 1, durability="durable")]) == []
    assert found_in([LIVE, changed(2, 1, 1, durability="candidate"), changed(3, 1, 2, durability="live")]) == []


def test_the_promotion_of_a_live_record_is_not_live() -> None:
    assert found_in([changed(2, 1, 1, durability="durable")], [LIVE]) == []


def test_a_promotion_that_is_not_tracked_does_not_count() -> None:
    assert len(found_in([LIVE], [changed(2, 1, 1, durability="durable")])) == 1


def test_a_change_of_a_record_that_nobody_created_is_not_judged() -> None:
    assert found_in([changed(2, 1, 1, durability="live")]) == []


def test_good() -> None:
    assert found_in([created(1), created(2, durability="durable")], [created(3, durability="live")]) == []
    assert "FP308" not in codes(findings_of(created(1), changed(2, 1, 1)))
