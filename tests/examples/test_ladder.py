"""What ``trace`` claims of the billing example is what was worked out without it: ``examples/billing/ladder.json``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.billing import example_names
from support.command import fingerpost
from support.shared import ROOT

LADDER = json.loads((ROOT / "examples/billing/ladder.json").read_text(encoding="utf-8"))
SUBJECTS = {told["subject"]: told for told in LADDER["subjects"]}
NOT_YET_WRITTEN = {
    "verdict": "none",
    "level": "none",
    "existed": {"value": "no", "basis": None},
    "in_scope": {"value": "unknown", "basis": None},
    "delivered": "unknown",
    "exposed": "unknown",
    "causality": [],
    "state_then": "unknown",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    target = tmp_path_factory.mktemp("ladder") / "repo"
    return target, example_names(target)


def spelled(subject: str, names: dict[str, str]) -> str:
    """A subject of the table as a NODE of the command line."""
    kind, slash, _ = subject.partition("/")
    return f"{kind}:{names[subject]}" if slash else subject


def traced(made: tuple[Path, dict[str, str]], subject: str, runtime: str, *options: str) -> Any:
    repo, names = made
    done = fingerpost("trace", spelled(subject, names), repo, "--json", "--runtime", runtime, *options)
    assert done.code == 0, done.err
    return done.json


def reduced(claim: Any) -> dict[str, Any]:
    """A claim of the answer with the keys that the table has."""
    steps = claim["availability"]
    return {
        "verdict": claim["verdict"],
        "level": steps["level"],
        "existed": {key: steps["existed"][key] for key in ("value", "basis")},
        "in_scope": {key: steps["in_scope"][key] for key in ("value", "basis")},
        "delivered": steps["delivered"]["value"],
        "exposed": steps["exposed"]["value"],
        "causality": sorted({cause["type"] for cause in claim["causality"]}),
        "state_then": claim["state_then"],
    }


def claimed(answer: Any, names: dict[str, str]) -> dict[str, dict[str, Any]]:
    called = {value: name.removeprefix("record/") for name, value in names.items() if name.startswith("record/")}
    return {called[claim["record_id"]]: reduced(claim) for claim in answer["claims"]}


def expected(subject: str) -> dict[str, dict[str, Any]]:
    told = SUBJECTS[subject]
    return {**told["claims"], **dict.fromkeys(told["not_yet_written"], NOT_YET_WRITTEN)}


def test_the_table_speaks_of_every_commit_every_record_and_the_action(made: tuple[Path, dict[str, str]]) -> None:
    _, names = made
    assert len(SUBJECTS) == len(LADDER["subjects"])
    commits_and_threads = {name for name in names if name.startswith(("commit/", "thread/"))}
    assert commits_and_threads | {"action:codex:act-7f3c19"} <= set(SUBJECTS)
    records = sorted(name.removeprefix("record/") for name in names if name.startswith("record/"))
    for told in LADDER["subjects"]:
        assert sorted([*told["claims"], *told["not_yet_written"]]) == records, told["subject"]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_claim_is_the_one_in_the_table(made: tuple[Path, dict[str, str]], subject: str) -> None:
    _, names = made
    answer = traced(made, subject, "auto", "--all")
    assert claimed(answer, names) == expected(subject)
    assert answer["not_listed"] == {"none": 0}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_threads_of_a_subject_and_their_basis(made: tuple[Path, dict[str, str]], subject: str) -> None:
    _, names = made
    threads = [
        {
            "thread_id": names[f"thread/{told['thread']}"],
            "basis": told["basis"],
            "event_id": told["event"] and names[f"event/{told['event']}"],
        }
        for told in SUBJECTS[subject]["threads"]
    ]
    assert traced(made, subject, "auto")["threads"] == threads


@pytest.mark.parametrize("subject", ["commit/pending_refunds", "action:codex:act-7f3c19"])
def test_a_verdict_of_none_is_only_counted(made: tuple[Path, dict[str, str]], subject: str) -> None:
    _, names = made
    table = expected(subject)
    listed = {name: claim for name, claim in table.items() if claim["verdict"] != "none"}
    answer = traced(made, subject, "auto")
    assert claimed(answer, names) == listed
    assert answer["not_listed"] == {"none": len(table) - len(listed)}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_without_the_runtime_nothing_was_delivered_and_nothing_is_denied(
    made: tuple[Path, dict[str, str]], subject: str
) -> None:
    _, names = made
    answer = traced(made, subject, "none", "--all")
    claims = claimed(answer, names)
    # The live record lies in the shared store alone, so that it is not among them.
    assert set(expected(subject)) - set(claims) == {"standby"}
    for claim in answer["claims"]:
        for step in ("delivered", "exposed"):
            told = claim["availability"][step]
            assert (told["value"], told["receipts"], told["after"]) == ("unknown", [], [])
    for name, claim in claims.items():
        table = expected(subject)[name]
        assert claim["causality"] == table["causality"]
        if table["existed"]["basis"] in {"tree", "own_tree"}:
            assert (claim["existed"], claim["state_then"]) == (table["existed"], table["state_then"])
    assert {thread["basis"] for thread in answer["threads"]} <= {"trailer"}
