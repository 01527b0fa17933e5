"""The guide that settles a fork: its two events are written into the example, as a person would."""

from __future__ import annotations

import json
import re
from pathlib import Path

from support.billing import example
from support.command import fingerpost
from support.shared import git

PAGE = (Path(__file__).resolve().parents[2] / "docs/how-to/settle-a-fork.md").read_text("utf-8")
AS_OF = "2026-04-02T12:00:00Z"


def test_the_two_events_settle_the_fork_of_the_example(tmp_path: Path) -> None:
    root = example(tmp_path / "repo")
    before = fingerpost("lint", root, "--json", "--select", "FP401", "--as-of", AS_OF).json["findings"]
    assert [each["severity"] for each in before] == ["error"]
    texts = re.findall(r"^```json\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    for text in texts:
        name = json.loads(text)["event_id"]
        (root / f".fabric/ledger/events/{name}.json").write_text(text, "utf-8")
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "Settle the fork")
    options = ("--json", "--base", "HEAD~1", "--as-of", AS_OF)
    found = fingerpost("lint", root, *options).json["findings"]
    assert [each["severity"] for each in found if each["code"] == "FP401"] == ["notice"]
    assert [each for each in found if each["introduced"] and each["code"] != "FP401"] == []
    (contested,) = {each["record_id"] for each in before}
    assert "settled" in fingerpost("show", contested, root).out
