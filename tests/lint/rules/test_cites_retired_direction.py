from __future__ import annotations

import pytest
from support.events import MemoryStore, Wire, changed, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity

COMMIT = {"kind": "commit", "id": "a" * 40}


def when(time: str) -> Wire:
    return {"occurred_at": f"2026-03-{time}Z"}


def cites(day: str, kind: str = "implements", target: Wire | None = None) -> Wire:
    return relation(9, kind, COMMIT, target or record_node(1), event=when(day))


def retired(*events: Wire) -> list[Finding]:
    return only(findings_of(*events, as_of="2026-04-01T00:00:00Z"), "FP710")


MADE = created(1, event=when("01T09:00:00"))
ENDED = changed(2, 1, 1, event=when("05T09:00:00"), status="expired")


@pytest.mark.parametrize("kind", ["implements", "informed_by"])
def test_a_declaration_after_the_end_is_reported_with_the_change_that_ended_it(kind: str) -> None:
    [finding] = retired(MADE, ENDED, cites("06T09:00:00", kind))
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 9), ident("rec", 1))
    assert finding.pointer == "/payload/relation/to"
    assert finding.line is not None
    assert "was expired when" in finding.message
    assert finding.related[0].path.endswith(f"{ident('evt', 2)}.json")
    assert finding.related[0].line is not None


@pytest.mark.parametrize("day", ["04T09:00:00", "05T09:00:00", "01T08:00:00"])
def test_a_declaration_before_the_end_or_at_that_very_time_is_fine(day: str) -> None:
    assert not retired(MADE, ENDED, cites(day))


def test_a_record_in_force_is_fine_and_so_is_one_that_was_revived_by_then() -> None:
    assert not retired(MADE, cites("06T09:00:00"))
    revived = changed(3, 1, 2, event=when("07T09:00:00"), status="active")
    assert not retired(MADE, ENDED, revived, cites("08T09:00:00"))
    assert retired(MADE, ENDED, revived, cites("06T09:00:00"))


def test_a_record_that_was_never_in_force_is_reported() -> None:
    assert retired(created(1, event=when("01T09:00:00"), status="superseded"), cites("02T09:00:00"))


def test_the_status_then_is_told_and_where_it_began() -> None:
    kept = changed(3, 1, 2, event=when("06T09:00:00"), lifecycle_reason="more words")
    [finding] = retired(MADE, ENDED, kept, cites("08T09:00:00"))
    assert finding.related[0].path.endswith(f"{ident('evt', 2)}.json")
    gone = changed(4, 1, 3, event=when("07T09:00:00"), status="discarded")
    [finding] = retired(MADE, ENDED, kept, gone, cites("08T09:00:00"))
    assert "was discarded" in finding.message
    assert finding.related[0].path.endswith(f"{ident('evt', 4)}.json")


def test_a_contested_record_is_silent() -> None:
    fork = MADE, ENDED, changed(3, 1, 1, event=when("05T10:00:00"), status="discarded")
    assert not retired(*fork, cites("08T09:00:00"))
    twice = created(1, event=when("01T09:00:00"), status="expired"), created(2, rec=1, status="expired")
    assert not retired(*twice, cites("08T09:00:00"))


def test_changes_that_are_dated_in_no_order_do_not_tell_the_state() -> None:
    backdated = changed(3, 1, 2, event=when("02T09:00:00"), status="active")
    assert not retired(MADE, ENDED, backdated, cites("03T09:00:00"))


def test_times_are_compared_as_instants_not_as_texts() -> None:
    ended = changed(2, 1, 1, event={"occurred_at": "2026-03-05T12:00:00+05:00"}, status="expired")
    assert retired(MADE, ended, cites("05T08:00:00"))
    assert not retired(MADE, ended, cites("05T06:00:00"))


def test_lineage_and_unknown_records_are_not_judged() -> None:
    assert not retired(MADE, ENDED, cites("06T09:00:00", "derived_from"))
    assert not retired(cites("06T09:00:00"))
    assert not retired(MADE, ENDED, cites("06T09:00:00", target={"kind": "issue", "id": ident("rec", 1)}))
    assert retired_without_runtime()


def retired_without_runtime() -> list[Finding]:
    store = MemoryStore().add(MADE, ENDED, cites("06T09:00:00"))
    return only(findings_of(stores=[store], as_of="2026-04-01T00:00:00Z"), "FP710")
