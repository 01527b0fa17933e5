"""The ladder of the reference ledger, as it was worked out by hand from the contract: every claim of every subject."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command import fingerpost
from support.shared import LEDGERS, git, lay_out, needs_ledgers

pytestmark = needs_ledgers

LADDER = LEDGERS / "billing" / "LADDER.json"


def subjects() -> list[dict[str, Any]]:
    """Every subject of the ladder."""
    if not LADDER.is_file():
        return []
    found: list[dict[str, Any]] = json.loads(LADDER.read_text(encoding="utf-8"))["subjects"]
    return found


BY_NODE = pytest.mark.parametrize("subject", subjects(), ids=[subject["node"] for subject in subjects()])


def shown(claim: dict[str, Any]) -> dict[str, Any]:
    """Of one of our claims, what the ladder says of it."""
    ladder = claim["availability"]
    return {
        "verdict": claim["verdict"],
        "level": ladder["level"],
        **{step: {name: ladder[step][name] for name in ("value", "basis")} for step in ("existed", "in_scope")},
        **{step: ladder[step]["value"] for step in ("delivered", "exposed")},
        "causality": sorted(cause["type"] for cause in claim["causality"]),
        "state_then": claim["state_then"],
    }


def trace(node: str, root: Path, *options: str) -> dict[str, Any]:
    """The answer as JSON."""
    found: dict[str, Any] = fingerpost("trace", node, root, *options, "--json").json
    return found


@pytest.fixture(scope="module")
def billing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger with its shared store."""
    return lay_out(LEDGERS / "billing", tmp_path_factory.mktemp("billing") / "repository", shared=True)


@BY_NODE
def test_every_claim_equals_the_ladder(subject: dict[str, Any], billing: Path) -> None:
    answer = trace(subject["node"], billing, "--all", "--runtime", "auto")
    ours = {claim["record_id"]: shown(claim) for claim in answer["claims"]}
    assert ours == {
        record_id: {**claim, "causality": sorted(claim["causality"])} for record_id, claim in subject["claims"].items()
    }
    assert answer["not_listed"] == {"none": 0}


@BY_NODE
def test_the_threads_are_those_of_the_ladder(subject: dict[str, Any], billing: Path) -> None:
    answer = trace(subject["node"], billing, "--runtime", "auto")
    ours = [{"thread_id": thread["thread_id"], "basis": thread["basis"]} for thread in answer["threads"]]
    assert ours == subject["threads"]


@BY_NODE
def test_what_had_no_part_is_counted(subject: dict[str, Any], billing: Path) -> None:
    answer = trace(subject["node"], billing, "--runtime", "auto")
    part = {record_id for record_id, claim in subject["claims"].items() if claim["verdict"] != "none"}
    assert {claim["record_id"] for claim in answer["claims"]} == part
    assert answer["not_listed"] == {"none": len(subject["claims"]) - len(part)}


@BY_NODE
def test_without_the_runtime_nothing_is_delivered_and_no_step_becomes_no(
    subject: dict[str, Any], billing: Path
) -> None:
    for claim in trace(subject["node"], billing, "--all", "--runtime", "none")["claims"]:
        ladder, expected = claim["availability"], subject["claims"][claim["record_id"]]
        assert (ladder["delivered"]["value"], ladder["exposed"]["value"]) == ("unknown", "unknown")
        for step in ("existed", "in_scope"):
            assert ladder[step]["value"] != "no" or expected[step]["value"] == "no", claim["record_id"]


@BY_NODE
def test_another_checkout_changes_nothing_of_what_the_trees_say(
    subject: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """With the first commit that has a ledger checked out, all that came later is read of the shared store alone."""
    root = lay_out(LEDGERS / "billing", tmp_path_factory.mktemp("earlier") / "repository", shared=True)
    git(root, "checkout", "-q", "-f", "--detach", subjects()[2]["commit"])
    answer = trace(subject["node"], root, "--all", "--runtime", "auto")
    ours = {claim["record_id"]: claim for claim in answer["claims"]}
    for record_id, expected in subject["claims"].items():
        ladder = ours[record_id]["availability"]
        assert {name: ladder["existed"][name] for name in ("value", "basis")} == expected["existed"]
        if expected["existed"]["basis"] in ("tree", "own_tree"):
            assert ours[record_id]["state_then"] == expected["state_then"]


def test_the_ladder_has_every_step() -> None:
    claims = [claim for subject in subjects() for claim in subject["claims"].values()]
    assert len(subjects()) >= 9
    assert {claim["existed"]["basis"] for claim in claims} == {"tree", "own_tree", "time", None}
    assert {claim["in_scope"]["basis"] for claim in claims} >= {"thread", "paths", "global", None}
    assert {claim["verdict"] for claim in claims} == {"declared", "available", "unknown", "none"}
    assert any(claim["exposed"] == "yes" for claim in claims)
