"""The pages of the rules are made from the rules, and nothing in them is left out."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from fingerpost.lint.catalogue import RULES

ROOT = Path(__file__).resolve().parents[2]


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs/generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generate = _loaded()


def test_the_committed_pages_are_those_of_the_rules() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs/generate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_no_rule_lacks_a_part() -> None:
    assert generate.gaps(RULES) == []


@pytest.mark.parametrize("part", generate.PARTS)
def test_an_empty_part_is_named(part: str) -> None:
    broken = replace(RULES[0])
    object.__setattr__(broken, part, " \n")
    assert generate.gaps([broken]) == [f"{RULES[0].code}: {part} is empty"]


@pytest.mark.parametrize("code", ["FP1", "XX101", "FP1011"])
def test_an_odd_code_is_named(code: str) -> None:
    assert generate.gaps([replace(RULES[0], code=code)]) == [f"{code}: the code is not FP and three digits"]


def test_a_group_without_a_title_is_named() -> None:
    assert generate.gaps([replace(RULES[0], code="FP999")]) == ["FP999: no group is called FP9"]


def test_a_gap_ends_the_run_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "RULES", (replace(RULES[0], why=""),))
    monkeypatch.setattr(generate, "FOLDER", tmp_path / "rules")
    assert generate.main([]) == 1
    assert capsys.readouterr().err == f"generate.py: {RULES[0].code}: why is empty\n"
    assert not (tmp_path / "rules").exists()


def test_check_names_every_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "FOLDER", tmp_path)
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0
    (tmp_path / "FP401.md").write_text("old", "utf-8")
    (tmp_path / "FP402.md").unlink()
    (tmp_path / "FP998.md").write_text("gone", "utf-8")
    assert generate.main(["--check"]) == 1
    assert [line.split(";")[0] for line in capsys.readouterr().err.splitlines()] == [
        "generate.py: docs/rules/FP401.md is out of date",
        "generate.py: docs/rules/FP402.md is missing",
        "generate.py: docs/rules/FP998.md is the page of no rule",
    ]
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0


def test_the_index_leads_to_every_rule() -> None:
    text = generate.index(RULES)
    assert [rule.code for rule in RULES if f"[{rule.code}]({rule.code}.md)" not in text] == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("`**` in a path, ** outside", r"`**` in a path, \*\* outside"),
        ("evt_A and _this_", r"evt_A and \_this\_"),
        ("a <b> & c", r"a &lt;b\> &amp; c"),
        ("[x](y) | z", r"[x](y) | z".replace("[", r"\[").replace("]", r"\]").replace("|", r"\|")),
        ("1. First", r"1\. First"),
        ("# no heading", r"\# no heading"),
        ("one\n  line\n\n\tanother", "one line\n\nanother"),
    ],
)
def test_prose_shows_as_it_is_written(text: str, shown: str) -> None:
    assert generate.prose(text) == shown


def test_a_fence_is_longer_than_the_backticks_in_it() -> None:
    assert generate.sample("    ```\n    x") == "````text\n```\nx\n````"
