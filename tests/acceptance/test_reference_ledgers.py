"""Ledgers that another client wrote: what it lists we list, and nothing it wrote is called unreadable."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command import fingerpost
from support.shared import LEDGERS, lay_out, needs_ledgers

pytestmark = needs_ledgers

AS_OF = "2026-12-01T00:00:00Z"
# The other client never counts copies that differ against a record.
ONLY_OURS = {"divergent-copies"}
CASES = [
    ("dogfood", "golden", True),
    ("billing", "golden", True),
    ("billing", "golden-clone", False),
    ("forked", "golden", True),
    ("forked", "golden-clone", False),
    ("edge", "golden", True),
]


def golden_records(ledger: str, golden: str) -> dict[str, dict[str, Any]]:
    folder = LEDGERS / ledger / golden
    data = json.loads((folder / "list-any.out").read_text(encoding="utf-8"))["data"]
    return {record["id"]: record for record in data["records"]}


@pytest.mark.parametrize(("ledger", "golden", "shared"), CASES)
def test_records_equal_those_of_the_other_client(ledger: str, golden: str, shared: bool, tmp_path: Path) -> None:
    root = lay_out(LEDGERS / ledger, tmp_path / "repo", shared=shared)
    listed = fingerpost("list", "--status", "any", "--json", root).json["data"]["records"]
    ours = {entry["record"]["record_id"]: entry for entry in listed}
    theirs = golden_records(ledger, golden)
    assert sorted(ours) == sorted(theirs)
    for record_id, entry in ours.items():
        other = theirs[record_id]
        assert entry["record"]["status"] == other["status"], record_id
        assert entry["record"]["durability"] == other["durability"], record_id
        assert entry["record"].get("lifecycle_reason") == other.get("lifecycle_reason"), record_id
        assert entry["record"]["text"] == other["text"], record_id
        assert entry["actor"] == other["actor"]
        assert entry["trust"] == other["trust"]
        assert entry["head_actor"] == other["head_actor"]
        assert entry["head_trust"] == other["head_trust"]
        conflict = entry["conflict"]
        if conflict is not None and conflict["kind"] not in ONLY_OURS:
            assert conflict["parent_event_id"] == other["conflict"]["parent_event_id"]
            assert conflict["competing_event_ids"] == other["conflict"]["competing_event_ids"]
            assert conflict["parent_event_id"] == entry["head_event_id"]
        else:
            assert not other.get("conflict"), record_id


@pytest.mark.parametrize(("ledger", "golden", "shared"), CASES)
def test_no_event_that_it_wrote_is_called_unreadable(ledger: str, golden: str, shared: bool, tmp_path: Path) -> None:
    root = lay_out(LEDGERS / ledger, tmp_path / "repo", shared=shared)
    done = fingerpost("lint", root, "--json", "--as-of", AS_OF)
    assert done.code in (0, 1)
    report = done.json
    shape = [item for item in report["findings"] if item["code"][:3] in ("FP1", "FP2")]
    assert {item["code"] for item in shape} <= {"FP208"}
    assert all(item["severity"] == "notice" for item in shape)


@pytest.mark.parametrize("golden", ["golden", "golden-clone"])
def test_the_forks_are_exactly_those_it_sees(golden: str, tmp_path: Path) -> None:
    root = lay_out(LEDGERS / "forked", tmp_path / "repo", shared=golden == "golden")
    report = fingerpost("lint", root, "--json", "--as-of", AS_OF, "--select", "FP401").json
    theirs = {
        (record["conflict"]["record_id"], record["conflict"]["parent_event_id"])
        for record in golden_records("forked", golden).values()
        if record.get("conflict")
    }
    assert {(item["record_id"], item["event_id"]) for item in report["findings"]} == theirs
    listed = fingerpost("list", "--status", "contested", "--json", root).json["data"]["records"]
    competitors = {
        entry["record"]["record_id"]: entry["conflict"]["competing_event_ids"]
        for entry in listed
        if entry["conflict"]["kind"] == "competing-children"
    }
    assert competitors == {
        record_id: record["conflict"]["competing_event_ids"]
        for record_id, record in golden_records("forked", golden).items()
        if record.get("conflict")
    }


def test_without_its_shared_store_the_ledger_is_what_other_clones_see(tmp_path: Path) -> None:
    root = lay_out(LEDGERS / "billing", tmp_path / "repo", shared=False)
    report = fingerpost("lint", root, "--json", "--as-of", AS_OF).json
    orphans = [item for item in report["findings"] if item["code"] == "FP405"]
    # Promotions of live records reach the ledger without the creations.
    assert len({item["record_id"] for item in orphans}) == 2
