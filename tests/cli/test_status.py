from __future__ import annotations

from pathlib import Path

import pytest
from support.command import fingerpost
from support.events import as_bytes, changed, created, write_ledger
from support.shared import git, make_repository


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "repo")
    write_ledger(root, created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, status="discarded"))
    git(root, "add", ".fabric")
    git(root, "commit", "-qm", "first")
    return root


def rows(text: str) -> dict[str, str]:
    return {line[:11].strip(): line[12:] for line in text.splitlines()}


def test_every_number_has_its_right_noun(ledger: Path) -> None:
    told = rows(fingerpost("status", ledger).out)
    assert told["contested"] == "1  (1 fork open, 0 settled)"
    assert told["not placed"] == "0 state changes that no chain reaches"
    assert told["read"] == "3 events in 3 files; runtime not read"
    assert told["findings"].startswith("1 error, 0 warnings, 0 notices, as of ")


def test_quiet_leaves_out_how_it_was_read(ledger: Path) -> None:
    told, quiet = (rows(fingerpost("status", ledger, *option).out) for option in ((), ("-q",)))
    assert set(told) - set(quiet) == {"read", "not read"}
    assert {**told, **quiet} == told


def test_verbose_names_the_stores_and_the_source_of_the_time(ledger: Path) -> None:
    told = rows(fingerpost("status", ledger, "-v").out)
    assert told["store"] == "3 files in .fabric/ledger/events"
    assert told["findings"].endswith("(the commit time of HEAD)")


def test_a_shared_store_with_live_records_only_is_said_to_be_read(ledger: Path) -> None:
    folder = ledger / ".git/fabric/events"
    folder.mkdir(parents=True)
    live = created(9, durability="live")
    (folder / f"{live['event_id']}.json").write_bytes(as_bytes(live))
    read = fingerpost("status", ledger, "--format", "json").json["data"]["read"]
    assert (read["runtime_read"], read["private_read"]) == (False, True)
    assert "untracked store read" in rows(fingerpost("status", ledger).out)["read"]
    read = fingerpost("status", ledger, "--format", "json", "--runtime", "none").json["data"]["read"]
    assert (read["runtime_read"], read["private_read"]) == (False, False)


def test_what_is_in_force_or_in_dispute_is_said_as_on_the_front_page(ledger: Path) -> None:
    told = rows(fingerpost("status", ledger).out)
    assert told["in force"] == "1 in force or in dispute"
    counts = fingerpost("status", ledger, "--json").json["data"]["counts"]
    assert counts["in_force_or_in_dispute"] == 1
    assert fingerpost("list", ledger).out.rstrip().endswith("1 record")


def test_a_ledger_that_is_a_file_is_unknown_and_not_empty(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "repo")
    (root / ".fabric/ledger").mkdir(parents=True)
    (root / ".fabric/ledger/events").write_text("no folder")
    for option in ((), ("-q",)):
        told = rows(fingerpost("status", root, *option).out)
        assert told["unknown"].startswith("what .fabric/ledger/events holds: this should be the folder of events")
        for name in ("records", "in force", "durability", "contested", "not placed"):
            assert told[name] == "unknown in the ledger"
    told = rows(fingerpost("status", root).out)
    assert told["read"] == "0 events in 0 files; runtime not read"
    assert told["not read"] == "0 files whose event is not used, and the files of 1 folder"
    assert fingerpost("status", root, "--json").json["data"]["ledger_read"] is False


def test_what_other_stores_hold_is_counted_beside_an_unreadable_ledger(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "repo")
    (root / ".fabric/ledger").mkdir(parents=True)
    (root / ".fabric/ledger/events").write_text("no folder")
    (root / ".git/fabric/events").mkdir(parents=True)
    live = created(9, durability="live")
    (root / ".git/fabric/events" / f"{live['event_id']}.json").write_bytes(as_bytes(live))
    assert rows(fingerpost("status", root).out)["records"] == "unknown in the ledger; 1 elsewhere"
