from __future__ import annotations

from pathlib import Path

import pytest
from support.command import fingerpost
from support.events import as_bytes, changed, created, ident, thread, write_ledger
from support.shared import git, make_repository


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "repo")
    return write_ledger(root, created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, status="discarded"))


def live(root: Path, *events: dict[str, object]) -> None:
    """Write events into the store that sibling worktrees share."""
    folder = root / ".git/fabric/events"
    folder.mkdir(parents=True, exist_ok=True)
    for event in events:
        (folder / f"{event['event_id']}.json").write_bytes(as_bytes(event))


def test_both_spellings_of_json_are_one(ledger: Path) -> None:
    as_of = ("--as-of", "2026-03-03T09:00:00Z")
    one, two = (fingerpost("lint", ledger, *as_of, *form) for form in (("--json",), ("--format", "json")))
    assert one.out == two.out
    assert one.json["findings"][0]["code"] == "FP401"


def test_quiet_leaves_the_findings_only(ledger: Path) -> None:
    told = fingerpost("lint", ledger).out
    quiet = fingerpost("lint", ledger, "-q")
    assert quiet.code == 1
    assert told.startswith(quiet.out)
    assert "examined" in told
    assert "examined" not in quiet.out
    assert not quiet.out.endswith("\n\n")
    assert fingerpost("lint", ledger, "-q", "--select", "FP1").out == ""


def test_verbose_says_which_stores_were_read_and_whose_time_it_is(ledger: Path) -> None:
    live(ledger, created(9, durability="live"))
    out = " ".join(fingerpost("lint", ledger, "-v", "--as-of", "2026-03-03T09:00:00Z").out.split())
    assert "read 3 files in .fabric/ledger/events read 1 file in git-common:fabric/events examined" in out
    assert "(--as-of)" in out
    assert "(the clock)" in fingerpost("lint", ledger, "-v").out
    assert "(SOURCE_DATE_EPOCH)" in " ".join(
        fingerpost("lint", ledger, "-v", env={"SOURCE_DATE_EPOCH": "1800000000"}).out.split()
    )


def test_live_records_alone_are_no_runtime_and_not_nothing(ledger: Path) -> None:
    def said(*options: str) -> str:
        return " ".join(fingerpost("lint", ledger, *options).out.split())

    assert "runtime not read" in said()
    live(ledger, created(9, durability="live"))
    assert "untracked store read, no threads or receipts there" in said()
    assert "runtime not read" in said("--runtime", "none")
    write_ledger(ledger)
    (ledger / ".git/fabric/runtime/receipts").mkdir(parents=True)
    assert "runtime read" in said()


def test_the_ledger_is_named_as_it_is_found(ledger: Path) -> None:
    done = fingerpost("lint", ledger, "--ledger", "./.fabric//ledger/./events/", "--json")
    assert done.json["ledger"] == ".fabric/ledger/events"


def test_the_tolerance_of_a_backdated_change_is_configurable(tmp_path: Path) -> None:
    root = write_ledger(
        make_repository(tmp_path / "repo"),
        created(1, event={"occurred_at": "2026-03-02T12:00:00Z"}),
        changed(2, 1, 1, {"occurred_at": "2026-03-02T11:50:00Z"}, durability="durable", lifecycle_reason="x"),
    )
    assert "FP406" in fingerpost("lint", root, "--select", "FP406").out
    (root / "fingerpost.toml").write_text("[rules.FP406]\nminutes = 10\n", encoding="utf-8")
    assert "FP406" not in fingerpost("lint", root, "--select", "FP406").out
    (root / "fingerpost.toml").write_text("[rules.FP406]\ndays = 10\n", encoding="utf-8")
    done = fingerpost("lint", root)
    assert done.code == 2
    assert "fingerpost.toml:2: rules.FP406.days is nothing this rule takes; it takes: severity, minutes" in done.err


def test_a_config_that_is_no_file_is_wrong_usage(ledger: Path) -> None:
    (ledger / "fingerpost.toml").mkdir()
    done = fingerpost("lint", ledger)
    assert done.code == 2
    assert "fingerpost.toml: a folder, not a file" in done.err


def test_what_is_read_beside_a_revision_is_not_too_new_for_it(ledger: Path) -> None:
    git(ledger, "add", ".fabric")
    git(ledger, "commit", "-qm", "first")
    write_ledger(ledger, {**thread(7, ident("thr", 1)), "occurred_at": "2026-05-01T09:00:00Z"})
    too_new = ("--select", "FP211", "--as-of", "2026-03-03T09:00:00Z")
    assert ident("evt", 7) in fingerpost("lint", ledger, *too_new).out
    assert fingerpost("lint", ledger, *too_new, "--rev", "HEAD", "-q").out == ""
