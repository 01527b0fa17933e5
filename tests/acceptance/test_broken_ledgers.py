"""156 broken ledgers and 151 single files: each fault is found where it is, and nothing else is lost for it."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.command import Done, fingerpost
from support.shared import LEDGERS, lay_out, make_repository, needs_ledgers

from fingerpost.lint.catalogue import RULES

pytestmark = needs_ledgers

AS_OF = "2026-12-05T00:00:00Z"
BROKEN = LEDGERS / "broken"
KNOWN = {rule.code for rule in RULES}
LATER = {"FP608", "FP609"}  # with the evidence, and FP9 with the instruction files: issues of their own


def cases() -> list[dict[str, Any]]:
    if not BROKEN.is_dir():
        return []
    found: list[dict[str, Any]] = json.loads((BROKEN / "EXPECT.json").read_text(encoding="utf-8"))
    return found


# What is true beside the fault that a case is about.
BESIDE = {
    "inject-emoji-zwj": {"FP102", "FP602"},  # its last characters are half a pair, in a form that is no UTF-8
    "relation-lower-supersedes-higher": {"FP606"},
}


def beside(name: str) -> set[str]:
    """Codes of errors and warnings that a case may have besides: no file of the paths that its records name is here."""
    return {"FP601", *BESIDE.get(name, ()), *(("FP602",) if name.startswith("inject-") else ())}


def required(case: dict[str, Any]) -> list[set[str]]:
    """What has to be found, each with its alternatives."""
    alternatives = [set(expected.split("|")) for expected in case["expect"]]
    return [codes for codes in alternatives if not all(code in LATER or code.startswith("FP9") for code in codes)]


def lint(case: str, root: Path) -> Done:
    lay_out(BROKEN / case, root)
    for packed in root.rglob("*.json.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()
    return fingerpost("lint", root, "--json", "--as-of", AS_OF)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["case"])
def test_each_fault_is_reported(case: dict[str, Any], tmp_path: Path) -> None:
    done = lint(case["case"], tmp_path / "repo")
    assert "Traceback" not in done.err
    if case["expect"] == ["EXIT3"]:
        assert done.code == 3
        return
    report = done.json
    codes = {item["code"] for item in report["findings"]}
    for alternatives in required(case):
        assert alternatives <= KNOWN
        assert codes & alternatives, f"{case['what']}: {sorted(codes)}"
    told = {item["code"] for item in report["findings"] if item["severity"] != "notice"}
    assert told - beside(case["case"]) <= {code for expected in case["expect"] for code in expected.split("|")}
    errors = [item for item in report["findings"] if item["severity"] == "error"]
    assert done.code == (1 if errors else 0)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["case"])
def test_every_finding_of_the_reader_has_its_line_and_spoils_only_its_file(
    case: dict[str, Any], tmp_path: Path
) -> None:
    done = lint(case["case"], tmp_path / "repo")
    if done.code == 3:
        return
    report = done.json
    intact = {path.name for path in (BROKEN / "config-good" / ".fabric/ledger/events").glob("*.json")}
    untouched = {
        path.name
        for path in (BROKEN / case["case"]).rglob("*.json")
        if path.name in intact
        and path.read_bytes() == (BROKEN / "config-good/.fabric/ledger/events" / path.name).read_bytes()
    }
    for item in report["findings"]:
        if item["code"][:3] in ("FP1", "FP2"):
            assert Path(item["path"]).name not in untouched, item
            if item["code"] not in ("FP101", "FP107", "FP108"):
                assert item["line"] is not None, item
    assert report["examined"]["events"] >= len(untouched)


def test_no_variant_crashes_and_what_the_other_client_refuses_is_reported(tmp_path: Path) -> None:
    folder = BROKEN / "_variants"
    verdicts = {
        f"{item['group']}-{item['name']}.json": item["verdict"]
        for item in json.loads((folder / "verdicts.json").read_text(encoding="utf-8"))
    }
    files = sorted(path for path in folder.glob("*.json") if path.name != "verdicts.json")
    assert len(files) == len(verdicts) == 151
    root = make_repository(tmp_path / "repo")
    events = root / ".fabric/ledger/events"
    for file in files:
        shutil.rmtree(events, ignore_errors=True)
        events.mkdir(parents=True)
        shutil.copy(file, events / file.name)
        done = fingerpost("lint", root, "--json", "--as-of", AS_OF)
        assert done.code in (0, 1), (file.name, done.err)
        report = done.json
        assert report["examined"]["files"] == 1
        shape = {
            item["code"]
            for item in report["findings"]
            if item["code"][:3] in ("FP1", "FP2") and item["severity"] == "error"
        }
        if verdicts[file.name] == "reject":
            assert shape - {"FP207"}, file.name
