"""The relations and nodes that ``explain --node`` of the Go client gave for the reference ledgers, one by one."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.command import fingerpost
from support.shared import LEDGERS, lay_out, needs_ledgers

pytestmark = needs_ledgers

# Golden folder -> the ledger it was made from, and whether the shared store was there (a fresh clone has none).
FOLDERS = {
    "billing/golden": ("billing", True),
    "billing/golden-clone": ("billing", False),
    "dogfood/golden": ("dogfood", True),
    "edge/golden": ("edge", True),
    "forked/golden": ("forked", True),
    "forked/golden-clone": ("forked", False),
}


def commands() -> list[tuple[str, dict[str, Any]]]:
    """Every ``explain --node … --json`` of the golden folders."""
    found = []
    for folder in FOLDERS:
        index = LEDGERS / folder / "index.jsonl"
        for line in index.read_text(encoding="utf-8").splitlines() if index.is_file() else ():
            command = json.loads(line)
            if command["argv"][1] == "explain" and "--node" in command["argv"] and "--json" in command["argv"]:
                found.append((folder, command))
    return found


def values(argv: list[str], flag: str) -> list[str]:
    """What follows a flag, each time it stands there."""
    return [argv[place + 1] for place, word in enumerate(argv) if word == flag]


def ends(relation: dict[str, Any]) -> tuple[str, ...]:
    """A relation as it can be compared: id, type and both ends."""
    return (relation["relation_id"], relation["type"], *key(relation["from"]), *key(relation["to"]))


def key(node: dict[str, Any]) -> tuple[str, str, str]:
    """A node's identity."""
    return (node["kind"], node.get("provider", ""), node["id"])


@pytest.fixture(scope="module")
def roots(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, bool], Path]:
    """A repository for each state of a ledger."""
    return {
        (ledger, shared): lay_out(LEDGERS / ledger, tmp_path_factory.mktemp(ledger) / "repository", shared=shared)
        for ledger, shared in sorted(set(FOLDERS.values()))
    }


def traced(argv: list[str], root: Path) -> Any:
    """What ``fingerpost trace`` says with the same node, depth, direction and relation types."""
    done = fingerpost(
        "trace",
        values(argv, "--node")[0],
        root,
        *("--depth", (values(argv, "--depth") or ["3"])[0]),
        *("--direction", (values(argv, "--direction") or ["both"])[0]),
        *(word for kind in values(argv, "--relation") for word in ("--relation", kind)),
        "--json",
    )
    assert done.code == 0, done.err
    return done.json


def differences(folder: str, command: dict[str, Any], roots: dict[tuple[str, bool], Path]) -> list[str]:
    """What the golden answer has and ours has not, and the other way round."""
    golden = json.loads((LEDGERS / folder / f"{command['name']}.out").read_text(encoding="utf-8"))["data"]
    answer = traced(command["argv"], roots[FOLDERS[folder]])
    theirs = Counter(ends(relation) for relation in golden["relations"] or [])
    ours = Counter(ends(relation) for relation in answer["relations"])
    their_nodes = Counter(key(node) for node in golden["nodes"] or [])
    our_nodes = Counter(key(node) for node in answer["nodes"])
    found = [f"only theirs: {item}" for item in sorted(theirs - ours)]
    found += [f"only ours: {item}" for item in sorted(ours - theirs)]
    found += [f"only their node: {item}" for item in sorted(their_nodes - our_nodes)]
    found += [f"only our node: {item}" for item in sorted(our_nodes - their_nodes)]
    return found


@pytest.mark.parametrize(
    ("folder", "command"), commands(), ids=[f"{folder}-{command['name']}" for folder, command in commands()]
)
def test_same_relations_and_nodes(folder: str, command: dict[str, Any], roots: dict[tuple[str, bool], Path]) -> None:
    assert differences(folder, command, roots) == []


def test_every_golden_folder_is_there() -> None:
    assert len(commands()) >= 20
    assert {folder for folder, _ in commands()} >= {"billing/golden", "edge/golden", "forked/golden", "dogfood/golden"}
    assert all((LEDGERS / Path(folder)).is_dir() for folder in FOLDERS)
