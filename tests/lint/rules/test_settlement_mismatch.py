from __future__ import annotations

from typing import Any

import pytest
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    PATHS,
    MemoryStore,
    Wire,
    as_bytes,
    changed,
    created,
    ident,
    record_node,
    relation,
    stores_of,
)
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.source import StoreName

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


@pytest.mark.parametrize(
    ("events", "message"),
    [
        (settlement(10, 2, 3)[:1], "no supersedes relation in the tracked ledger leads from it to"),
        ((settlement(10, 2, 3, kept=ident("evt", 9))), "what it keeps is none of the competing_event_ids"),
        ((settlement(10, 2, 3), changed(12, 10, 10), changed(13, 10, 10)), "it is itself contested"),
    ],
    ids=["no relation", "malformed", "contested"],
)
def test_why_a_settlement_has_no_effect_is_told(events: Any, message: str) -> None:
    flat = [wire for item in events for wire in (item if isinstance(item, tuple) else (item,))]
    found = findings_of(*FORK, *flat)
    [finding] = only(found, "FP413")
    assert finding.pointer == "/payload/record/extensions/fingerpost.settles"
    assert message in finding.message
    assert [fork.severity for fork in only(found, "FP401") if fork.record_id == ident("rec", 1)] == [Severity.ERROR]


def test_a_claim_that_is_too_weak_is_told_and_does_not_undo_a_settlement_that_holds() -> None:
    weak = settlement(20, 2, 3)
    weak[0]["actor"], weak[0]["trust"] = AGENT, AGENT_ASSERTED
    [finding] = only(findings_of(*FORK, *weak), "FP413")
    assert "its claim, agent_asserted, is weaker than that of the contested record, human_confirmed" in finding.message
    found = findings_of(*FORK, *settlement(10, 2, 3), *weak)
    assert [fork.severity for fork in only(found, "FP401")] == [Severity.NOTICE]
    assert any(f"only {ident('rec', 10)} takes effect" in item.message for item in only(found, "FP413"))


def test_a_settlement_that_lies_in_the_shared_store_is_told() -> None:
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(settlement(10, 2, 3)[0])
    [finding] = only(findings_of(stores=[*stores_of(*FORK, settlement(10, 2, 3)[1])[:1], shared]), "FP413")
    assert "it is not in the tracked ledger" in finding.message


def test_a_name_given_twice_is_one_name() -> None:
    assert not only(findings_of(*FORK, *settlement(10, 2, 3, 3)), "FP413")
