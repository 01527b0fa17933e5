"""What receipts and declarations show of the reference ledger's subjects, as its ladder was worked out by hand.

Whether a record existed, was in scope and in which state then is not examined yet: it has to say unknown.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command import fingerpost
from support.shared import LEDGERS, lay_out, needs_ledgers

pytestmark = needs_ledgers

LADDER = LEDGERS / "billing" / "LADDER.json"
NOTHING: dict[str, Any] = {"delivered": "unknown", "exposed": "unknown", "causality": []}


def subjects() -> list[dict[str, Any]]:
    """Every subject of the ladder."""
    if not LADDER.is_file():
        return []
    found: list[dict[str, Any]] = json.loads(LADDER.read_text(encoding="utf-8"))["subjects"]
    return found


def shown(claim: dict[str, Any]) -> dict[str, Any]:
    """Of one of our claims, what the ladder says of it."""
    ladder = claim["availability"]
    return {
        "delivered": ladder["delivered"]["value"],
        "exposed": ladder["exposed"]["value"],
        "causality": sorted({cause["type"] for cause in claim["causality"]}),
    }


@pytest.fixture(scope="module")
def billing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger with its shared store."""
    return lay_out(LEDGERS / "billing", tmp_path_factory.mktemp("billing") / "repository", shared=True)


@pytest.mark.parametrize("subject", subjects(), ids=[subject["node"] for subject in subjects()])
def test_delivered_exposed_and_declared_equal_the_ladder(subject: dict[str, Any], billing: Path) -> None:
    answer = fingerpost("trace", subject["node"], billing, "--runtime", "auto", "--json").json
    ours = {claim["record_id"]: claim for claim in answer["claims"]}
    assert set(ours) <= set(subject["claims"])
    for record_id, expected in subject["claims"].items():
        found = shown(ours[record_id]) if record_id in ours else NOTHING
        wanted = {name: expected[name] for name in ("delivered", "exposed")}
        assert found == {**wanted, "causality": sorted(set(expected["causality"]))}, record_id


@pytest.mark.parametrize("subject", subjects(), ids=[subject["node"] for subject in subjects()])
def test_level_and_verdict_follow_where_no_other_step_is_needed(subject: dict[str, Any], billing: Path) -> None:
    answer = fingerpost("trace", subject["node"], billing, "--runtime", "auto", "--json").json
    for claim in answer["claims"]:
        expected = subject["claims"][claim["record_id"]]
        ladder = claim["availability"]
        if expected["level"] in ("delivered", "exposed"):
            assert ladder["level"] == expected["level"], claim["record_id"]
            assert claim["verdict"] == expected["verdict"], claim["record_id"]
        elif expected["causality"]:
            assert claim["verdict"] == expected["verdict"] == "declared", claim["record_id"]
        assert (ladder["existed"]["value"], ladder["in_scope"]["value"]) == ("unknown", "unknown")
        assert claim["state_then"] == "unknown"


@pytest.mark.parametrize("subject", subjects(), ids=[subject["node"] for subject in subjects()])
def test_the_threads_are_those_of_the_ladder(subject: dict[str, Any], billing: Path) -> None:
    answer = fingerpost("trace", subject["node"], billing, "--runtime", "auto", "--json").json
    ours = [{"thread_id": thread["thread_id"], "basis": thread["basis"]} for thread in answer["threads"]]
    assert ours == subject["threads"]


def test_the_ladder_speaks_of_receipts() -> None:
    claims = [claim for subject in subjects() for claim in subject["claims"].values()]
    assert len(subjects()) >= 9
    assert sum(claim["delivered"] == "yes" for claim in claims) >= 20
    assert any(claim["exposed"] == "yes" for claim in claims)
    assert any(claim["causality"] for claim in claims)
