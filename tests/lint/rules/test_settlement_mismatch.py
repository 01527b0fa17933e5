from __future__ import annotations

from typing import Any

from support.events import MemoryStore, Wire, as_bytes, changed, created, ident, record_node, relation, stores_of
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity

FORK = (created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, durability="durable"))
LATER = changed(4, 1, 1, status="discarded")


def settlement(number: int, *competitors: int, **differences: Any) -> tuple[Wire, Wire]:
    value = {
        "record_id": ident("rec", 1),
        "parent_event_id": ident("evt", 1),
        "competing_event_ids": [ident("evt", competitor) for competitor in competitors],
        "kept": None,
        **differences,
    }
    link = relation(number + 1, "supersedes", record_node(number), record_node(1))
    return created(number, extensions={"fingerpost.settles": value}), link


def test_a_settlement_that_names_what_competes_is_fine() -> None:
    assert not only(findings_of(*FORK, *settlement(10, 3, 2)), "FP413")


def test_a_later_branch_opens_the_fork_again() -> None:
    found = findings_of(*FORK, LATER, *settlement(10, 2, 3))
    [finding] = only(found, "FP413")
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.record_id) == (ident("evt", 10), ident("rec", 10))
    assert finding.pointer == "/payload/record/extensions/fingerpost.settles/competing_event_ids"
    assert finding.line is not None
    assert f"{ident('evt', 4)} competes as well" in finding.message
    assert [fork.severity for fork in only(found, "FP401")] == [Severity.ERROR]


def test_settling_again_mends_it_as_the_contract_says() -> None:
    again = (
        *settlement(20, 2, 3, 4),
        relation(22, "supersedes", record_node(20), record_node(10)),
        changed(23, 10, 10, status="superseded"),
    )
    found = findings_of(*FORK, LATER, *settlement(10, 2, 3), *again)
    assert not only(found, "FP413")
    assert [fork.severity for fork in only(found, "FP401")] == [Severity.NOTICE]


def test_an_earlier_settlement_that_is_superseded_is_not_judged_even_while_it_is_active() -> None:
    again = (*settlement(20, 2, 3, 4), relation(22, "supersedes", record_node(20), record_node(10)))
    assert not only(findings_of(*FORK, LATER, *settlement(10, 2, 3), *again), "FP413")


def test_a_name_too_many_and_a_fork_that_is_not_there_are_told() -> None:
    [finding] = only(findings_of(*FORK, *settlement(10, 2, 3, 8)), "FP413")
    assert f"{ident('evt', 8)} does not compete there" in finding.message
    [none] = only(findings_of(created(1), *settlement(10, 2, 3)), "FP413")
    assert "there is none in what was read" in none.message


def test_two_settlements_of_one_fork_are_reported_once() -> None:
    found = findings_of(*FORK, *settlement(10, 2, 3), *settlement(20, 2, 3))
    [finding] = only(found, "FP413")
    assert finding.event_id == ident("evt", 20)
    assert finding.pointer == "/payload/record/extensions/fingerpost.settles"
    assert finding.detail == f"{ident('rec', 10)},{ident('rec', 20)}"
    assert [place.path for place in finding.related] == [f".fabric/ledger/events/{ident('evt', 10)}.json"]


def test_a_settlement_that_was_ended_is_not_judged() -> None:
    events = (*FORK, LATER, *settlement(10, 2, 3), changed(12, 10, 10, status="discarded"))
    assert not only(findings_of(*events), "FP413")


def test_a_contested_record_that_could_not_be_read_is_that_files_fault() -> None:
    stores: list[MemoryStore] = stores_of(*FORK[1:], *settlement(10, 2, 3))
    broken = created(1, surprise=1)
    stores[0].files[f"{broken['event_id']}.json"] = as_bytes(broken)
    assert not only(findings_of(stores=stores), "FP413")
