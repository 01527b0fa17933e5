"""What the config accepts counts no more, on any surface, and stays to be seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import fingerpost
from support.events import changed, created, ident, write_ledger
from support.shared import git, make_repository

ACCEPTED = f"""
[[suppressions]]
rule = "FP401"
record = "{ident("rec", 1)}"
reason = "Decided <b>twice</b>, on purpose"

[[suppressions]]
rule = "FP301"
record = "{ident("rec", 7)}"
reason = "of a record that is not there"
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = make_repository(tmp_path / "repo")
    write_ledger(made, created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, durability="durable"))
    (made / "fingerpost.toml").write_text(ACCEPTED, "utf-8")
    git(made, "add", "--all")
    git(made, "commit", "-q", "-m", "work")
    return made


def test_a_strict_build_passes_and_its_pages_show_what_was_accepted(root: Path, tmp_path: Path) -> None:
    told = fingerpost("build", root, "--strict", "--markdown", tmp_path / "pages")
    assert told.code == 0, told.err
    assert "0 errors" in told.err
    page = (tmp_path / "pages/findings/README.md").read_text("utf-8")
    assert "1 accepted" in page
    assert "Accepted by the config" in page
    assert "<b>twice" not in page
    (record,) = (file for file in (tmp_path / "pages/records").rglob("*.md") if ident("rec", 1) in str(file))
    assert "Accepted by the config" in record.read_text("utf-8")
    (root / "fingerpost.toml").unlink()
    assert fingerpost("build", root, "--strict", "--markdown", tmp_path / "other").code == 1


def test_status_counts_what_is_open_and_what_is_accepted(root: Path) -> None:
    findings = fingerpost("status", root, "--json").json["data"]["findings"]
    assert findings["error"] == 0
    assert findings["suppressed"] == 1
    assert findings["warning"] >= 1  # FP002: one suppression matches nothing
    assert "1 accepted" in fingerpost("status", root).out


def test_a_baseline_of_the_config_counts_too(root: Path) -> None:
    (root / "fingerpost.toml").write_text('baseline = "known.json"\n', "utf-8")
    broken, unopened = fingerpost("status", root), fingerpost("lint", root)
    written = fingerpost("lint", root, "--write-baseline")
    assert written.code == 0
    assert written.err.startswith("known.json accepts ")
    findings = fingerpost("status", root, "--json").json["data"]["findings"]
    assert (findings["error"], findings["suppressed"]) == (0, 1)
    assert (broken.code, unopened.code) == (2, 2)
    assert broken.err == unopened.err
    assert "there is no baseline known.json" in broken.err


def test_a_baseline_that_only_shrinks_says_what_it_does_not_take(root: Path) -> None:
    (root / "fingerpost.toml").write_text('baseline = "known.json"\n', "utf-8")
    first = fingerpost("lint", root, "--write-baseline", "--select", "FP401")
    assert "does not take" not in first.err
    again = fingerpost("lint", root, "--write-baseline", "--select", "FP401")
    assert again.err.endswith("as before\n")
    write_ledger(root, created(31, durability="durable", reason=None))
    refused = fingerpost("lint", root, "--write-baseline", "--select", "FP401,FP502", "--fail-on", "warning")
    assert refused.code == 1
    assert refused.err.endswith("as before; it does not take 1 newer finding (--force lets it)\n")
    forced = fingerpost("lint", root, "--write-baseline", "--force", "--select", "FP401,FP502")
    assert forced.err.endswith(", written\n")
