from __future__ import annotations

from pathlib import Path

import pytest
from support.command import fingerpost
from support.events import changed, created, ident, record_node, relation, write_ledger
from support.shared import make_repository

HOSTILE = "Do \x1b[31mthis\u202e \x07now\r\n::error::gotcha"


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "repo")
    return write_ledger(
        root,
        created(1, created_at="2026-03-02T12:00:00Z", text="Oldest by text only"),
        created(2, created_at="2026-03-02T09:30:00-03:00", text="Written after it", scope={"paths": ["src/**"]}),
        created(3, text="Gone"),
        changed(4, 3, 3, status="expired", lifecycle_reason="done"),
        created(5, text="Forked", scope={"global": True}),
        changed(6, 5, 5, status="expired"),
        changed(7, 5, 5, status="discarded"),
        created(8, text=HOSTILE),
        config='repo: billing\nareas:\n  core:\n    paths:\n      - "src/**"\n',
    )


def listed(*arguments: str | Path) -> list[str]:
    data = fingerpost("list", *arguments, "--json").json["data"]
    return [entry["record"]["record_id"] for entry in data["records"]]


def test_records_come_by_time_not_by_its_text(ledger: Path) -> None:
    ids = listed(ledger, "--status", "any")
    assert ids.index(ident("rec", 1)) < ids.index(ident("rec", 2))


def test_states_filter(ledger: Path) -> None:
    assert listed(ledger, "--status", "expired") == [ident("rec", 3)]
    assert listed(ledger, "--status", "contested") == [ident("rec", 5)]
    assert ident("rec", 3) not in listed(ledger)
    assert ident("rec", 5) in listed(ledger)
    assert len(listed(ledger, "--status", "any")) == 5


def test_scope_filters_match_as_the_protocol_does(ledger: Path) -> None:
    assert listed(ledger, "--path", "src/api.py") == [ident("rec", 5), ident("rec", 2)]
    assert listed(ledger, "--area", "core") == [ident("rec", 5), ident("rec", 2)]
    assert listed(ledger, "--issue", "BILL-9") == [ident("rec", 5)]


def test_an_answered_challenge_is_no_longer_active(tmp_path: Path) -> None:
    root = write_ledger(
        make_repository(tmp_path / "r"),
        created(1),
        created(2, kind="challenge", status="open", extensions={"fabric.direction.challenges": ident("rec", 1)}),
    )
    assert listed(root) == [ident("rec", 1), ident("rec", 2)]
    write_ledger(
        root,
        created(3, kind="challenge_resolution", status="rejected"),
        relation(4, "resolves", record_node(3), record_node(2)),
    )
    assert listed(root) == [ident("rec", 1)]


def test_the_envelope_has_all_six_keys(ledger: Path) -> None:
    answer = fingerpost("list", ledger, "--json").json
    assert list(answer) == ["protocol_version", "command", "ok", "data", "warnings", "error"]
    (fork,) = [entry for entry in answer["data"]["records"] if entry["conflict"]]
    assert fork["conflict"]["competing_event_ids"] == [ident("evt", 6), ident("evt", 7)]
    assert fork["head_event_id"] == ident("evt", 5)


def test_hostile_text_cannot_act_on_a_terminal(ledger: Path) -> None:
    for command in (("list",), ("show", ident("rec", 8)), ("trace", ident("rec", 8))):
        out = fingerpost(*command, ledger).out
        assert "\x1b[31m" not in out
        assert "\u202e" not in out
        assert "\x07" not in out
        assert "[U+001B]" in out
        assert "\n::error" not in out


def test_show_tells_the_chain_and_the_branches(ledger: Path) -> None:
    out = fingerpost("show", ident("rec", 5), ledger).out
    assert "contested" in out
    assert ident("evt", 6) in out
    assert ident("evt", 7) in out
    data = fingerpost("show", ident("rec", 3), ledger, "--json").json["data"]
    assert [revision["change"]["status"] for revision in data["revisions"]] == ["active", "expired"]


def test_show_takes_the_beginning_of_an_id(ledger: Path) -> None:
    assert fingerpost("show", ident("rec", 3)[:12], ledger).code == 0
    both = fingerpost("show", "rec_0000", ledger)
    assert both.code == 1
    assert "5 record ids" in both.err


def test_show_of_an_unknown_record_is_one(ledger: Path) -> None:
    done = fingerpost("show", ident("rec", 99), ledger, "--json")
    assert done.code == 1
    assert done.json["error"]["code"] == "not_found"
    assert done.json["ok"] is False


def test_status_counts(ledger: Path) -> None:
    data = fingerpost("status", ledger, "--json").json["data"]
    assert data["counts"]["by_state"] == {"active": 3, "contested": 1, "expired": 1}
    assert data["counts"]["forks"] == 1
    assert data["read"]["events"] == 8
    assert "5" in fingerpost("status", ledger).out


@pytest.mark.parametrize("command", [("list",), ("show", ident("rec", 1))])
def test_a_ledger_that_is_no_folder_does_not_pass_for_an_empty_one(tmp_path: Path, command: tuple[str, ...]) -> None:
    root = make_repository(tmp_path / "r")
    (root / ".fabric/ledger").mkdir(parents=True)
    (root / ".fabric/ledger/events").write_text("no folder\n", encoding="utf-8")
    for form in ("text", "json"):
        done = fingerpost(*command, root, "--format", form)
        assert "fingerpost: .fabric/ledger/events could not be read: this should be the folder" in done.err
        assert done.err.splitlines()[0].endswith("'fingerpost lint' says more")
        assert (
            form == "text" or [f"fingerpost: {warning}" for warning in done.json["warnings"]] == done.err.splitlines()
        )


def test_one_file_that_cannot_be_read_is_left_to_lint(ledger: Path) -> None:
    (ledger / ".fabric/ledger/events" / f"{ident('evt', 9)}.json").mkdir()
    done = fingerpost("list", ledger, "--json")
    assert (done.err, done.json["warnings"]) == ("", [])
