from __future__ import annotations

from typing import Any

import pytest
from support.events import PATHS, MemoryStore, Wire, changed, created, ident, record_node, relation
from support.lint import findings_of, only
from support.surroundings import KnownSurroundings, found_by

from fingerpost.ledger.instants import parse_instant
from fingerpost.lint.finding import Finding, Severity
from fingerpost.lint.rules.cites_retired_direction import RULE
from fingerpost.repository.around.trailers import CommitTrailer
from fingerpost.repository.configs.trailer_names import TrailerNames
from fingerpost.repository.source import StoreName

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


FORK = MADE, ENDED, changed(3, 1, 1, event=when("05T10:00:00"), status="discarded")
TWICE = created(1, event=when("01T09:00:00")), created(2, rec=1, event=when("02T09:00:00"), text="Other words.")


def test_a_record_that_was_contested_by_then_is_reported_with_what_competes() -> None:
    [finding] = retired(*FORK, cites("08T09:00:00"))
    assert "was contested when" in finding.message
    assert [each.path.rpartition("/")[2] for each in finding.related] == [f"{ident('evt', n)}.json" for n in (2, 3)]
    [finding] = retired(*TWICE, cites("02T09:00:01"))
    assert "was contested when" in finding.message


def test_before_it_was_contested_it_was_in_force_and_with_one_branch_nobody_can_say() -> None:
    assert not retired(*FORK, cites("04T09:00:00"))
    assert not retired(*FORK, cites("05T09:30:00"))
    assert not retired(*TWICE, cites("02T09:00:00"))


def test_a_record_that_was_over_before_it_forked_is_reported_as_that() -> None:
    fork = [changed(n, 1, 2, event=when("07T09:00:00"), lifecycle_reason=f"reason {n}") for n in (3, 4)]
    [finding] = retired(MADE, ENDED, *fork, cites("06T09:00:00"))
    assert "was expired when" in finding.message


def test_a_fork_that_a_settlement_covered_by_then_was_settled_and_contested_before() -> None:
    settlement = settled(made="09T09:00:00")
    assert "was settled when" in retired(*settlement, cites("10T09:00:00"))[0].message
    assert "was contested when" in retired(*settlement, cites("08T09:00:00"))[0].message


def settled(made: str) -> list[Wire]:
    stated = {
        "record_id": ident("rec", 1),
        "parent_event_id": ident("evt", 1),
        "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
        "kept": None,
    }
    settlement = created(20, event=when(made), extensions={"fingerpost.settles": stated})
    return [*FORK, settlement, relation(21, "supersedes", record_node(20), record_node(1), event=when(made))]


def test_copies_that_differ_are_dated_alike_and_do_not_tell() -> None:
    store, other = (
        MemoryStore().add(MADE, ENDED, cites("06T09:00:00")),
        MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]),
    )
    other.add(changed(2, 1, 1, event=when("05T09:00:00"), status="discarded"))
    assert not only(findings_of(stores=[store, other], as_of="2026-04-01T00:00:00Z"), "FP710")


def said(key: str, value: str, day: str | None, *events: Wire, **fields: Any) -> list[Finding]:
    moment = parse_instant(f"2026-03-{day}Z")
    trailer = CommitTrailer("9e37" * 10, key, value, None if moment is None else moment.seconds)
    around = KnownSurroundings(said=[trailer])
    return found_by(RULE, *events, surroundings=around, **fields)


def test_a_trailer_is_judged_by_the_time_of_its_commit() -> None:
    [finding] = said("fabric-implements", f"{ident('rec', 1)}, and more", "06T09:00:00", MADE, ENDED)
    assert (finding.event_id, finding.record_id, finding.path) == (None, ident("rec", 1), None)
    assert f"commit {'9e37' * 10} implements {ident('rec', 1)}, which was expired when" in finding.message
    assert finding.related[0].path.endswith(f"{ident('evt', 2)}.json")
    assert not said("Fabric-Implements", ident("rec", 1), "05T09:00:00", MADE, ENDED)
    assert not said("Fabric-Implements", ident("rec", 1), None, MADE, ENDED)


def test_each_declaring_trailer_and_record_is_a_finding_of_its_own() -> None:
    both = f"{ident('rec', 1)} {ident('rec', 4)} {ident('rec', 9)}"
    more = created(4, event=when("01T09:00:00"), status="superseded")
    found = said("Fabric-Informed-By", both, "06T09:00:00", MADE, ENDED, more)
    assert {each.record_id for each in found} == {ident("rec", 1), ident("rec", 4)}
    assert len({each.fingerprint for each in found}) == 2
    assert "contested" in said("Fabric-Informed-By", ident("rec", 1), "06T09:00:00", *FORK)[0].message


def test_other_trailers_declare_nothing_and_their_names_are_those_of_the_config() -> None:
    for key in ("Fabric-Thread", "Fabric-Skip", "Fabric-Note", "Implements"):
        assert not said(key, ident("rec", 1), "06T09:00:00", MADE, ENDED)
    names = TrailerNames(implements=("Implements",))
    assert said("implements", ident("rec", 1), "06T09:00:00", MADE, ENDED, trailers=names)
    assert not said("Fabric-Implements", ident("rec", 1), "06T09:00:00", MADE, ENDED, trailers=names)


def test_the_key_of_a_trailer_is_shown_inert() -> None:
    names = TrailerNames(implements=("X\u202e",))
    [finding] = said("X\u202e", ident("rec", 1), "06T09:00:00", MADE, ENDED, trailers=names)
    assert "\u202e" not in finding.message


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
