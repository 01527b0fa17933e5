from __future__ import annotations

from pathlib import Path

import pytest
from support.command import fingerpost
from support.events import as_bytes, changed, created, ident, record_node, relation, write_ledger
from support.shared import make_repository


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "repo")


def shown(root: Path, number: int, *options: str) -> str:
    done = fingerpost("show", ident("rec", number), root, *options)
    assert done.code == 0
    return done.out


def test_a_change_is_called_what_it_is(root: Path) -> None:
    write_ledger(
        root,
        created(1),
        changed(2, 1, 1, lifecycle_reason="only a reason"),
        changed(3, 1, 2, reviewed_at="2026-03-02T09:00:00Z"),
        changed(4, 1, 3, status="expired", lifecycle_reason="it is over"),
    )
    lines = shown(root, 1).splitlines()
    [given, reviewed, expired] = [
        line.split("  ")[2] for number in (2, 3, 4) for line in lines if ident("evt", number) in line
    ]
    assert (given, reviewed, expired) == ("reason given", "reviewed", "expired")
    assert lines[[ident("evt", 2) in line for line in lines].index(True) + 2].strip() == "because: only a reason"
    assert lines[-1].strip() == "because: it is over"


def test_the_branches_of_a_fork_give_their_own_reasons(root: Path) -> None:
    write_ledger(
        root,
        created(1),
        changed(2, 1, 1, status="expired", lifecycle_reason="first reason"),
        changed(3, 1, 1, status="discarded", lifecycle_reason="second reason"),
        changed(4, 1, 3, lifecycle_reason="third reason"),
    )
    out = shown(root, 1)
    places = [
        out.index(text) for text in (ident("evt", 2), "first", ident("evt", 3), "second", ident("evt", 4), "third")
    ]
    assert places == sorted(places)


def test_no_version_of_a_record_created_twice_is_the_records(root: Path) -> None:
    write_ledger(
        root,
        created(1, text="The one text.", reason="The one reason."),
        created(2, rec=1, text="The other text.", durability="durable"),
    )
    out = shown(root, 1)
    head = out.splitlines()[:2]
    assert head == ["(2 versions: none is chosen)", f"{ident('rec', 1)}  contested"]
    assert "Version 1: The one text" in out
    assert "Version 2: The other text" in out
    assert "The one reason." in out
    assert "Revisions" not in out
    entry = fingerpost("list", root).out
    assert "(2 versions: none is chosen)" in entry
    assert "The one" not in entry
    assert "durable" not in entry
    assert "candidate" not in entry


def test_a_claim_is_told_with_its_basis(root: Path) -> None:
    write_ledger(root, created(1, event={"actor": {"kind": "human", "id": "mara\x1b[1m"}}))
    assert "human mara[U+001B][1m claims human_confirmed (basis flag)" in shown(root, 1)


def test_quiet_is_the_record_alone_and_verbose_its_files_too(root: Path) -> None:
    event = created(1)
    write_ledger(root, event, changed(2, 1, 1, status="expired"))
    plain, quiet, verbose = shown(root, 1), shown(root, 1, "-q"), shown(root, 1, "-v")
    assert plain.startswith(quiet)
    assert "Revisions" not in quiet
    for number in (1, 2):
        path = f"in .fabric/ledger/events/{ident('evt', number)}.json"
        assert path in verbose
        assert path not in plain


def test_quiet_drops_the_hint(root: Path) -> None:
    write_ledger(root, created(1))
    done = fingerpost("show", ident("rec", 9), root, "-q")
    assert (done.code, done.err) == (1, f"fingerpost: this ledger knows no record {ident('rec', 9)}\n")


def test_a_lone_match_and_several_are_told(root: Path) -> None:
    write_ledger(root, created(1), created(2))
    done = fingerpost("show", "rec_0", root, "--json")
    assert done.code == 1
    assert done.json["error"]["code"] == "invalid_argument"
    assert done.json["error"]["details"]["candidates"] == [ident("rec", 1), ident("rec", 2)]


def test_a_settled_record_says_by_what(root: Path) -> None:
    settles = {
        "record_id": ident("rec", 1),
        "parent_event_id": ident("evt", 1),
        "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
        "kept": None,
    }
    write_ledger(
        root,
        created(1),
        changed(2, 1, 1, status="expired"),
        changed(3, 1, 1, status="discarded"),
        created(10, extensions={"fingerpost.settles": settles}),
        relation(11, "supersedes", record_node(10), record_node(1)),
    )
    out = shown(root, 1)
    assert out.splitlines()[1] == f"{ident('rec', 1)}  settled, candidate"
    assert f"settled by {ident('rec', 10)}" in out
    listed = fingerpost("list", root, "--status", "settled").out
    assert listed.startswith("settled ")
    assert f"settled by {ident('rec', 10)}" in listed
    assert "1 record;" in listed


def test_tracked_copies_of_a_creation_that_differ_are_shown_side_by_side(root: Path) -> None:
    write_ledger(root, created(1, text="As one file has it."), changed(2, 1, 1, status="expired"))
    other = as_bytes(created(1, text="As the other has it."))
    (root / ".fabric/ledger/events" / f"{ident('evt', 5)}.json").write_bytes(other)
    out = shown(root, 1, "-v")
    assert out.startswith("(2 versions: none is chosen)")
    assert "Version 1: As one file has it" in out
    assert "Version 2: As the other has it" in out
    assert f"{ident('evt', 5)}.json" in out
