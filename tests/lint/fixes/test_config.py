"""What the rules about config files (FP0) tell people to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import fingerpost
from support.events import as_bytes, created, ident
from support.fixes import CONFIG, LEDGER, Files, Fix, accepted, check, events, path_of, running

from fingerpost.lint.catalogue import RULES

FABRIC = ".fabric/config.yaml"
OWN = "fingerpost.toml"
BASELINE = "fingerpost-baseline.json"
SAMPLES = {rule.code: rule for rule in RULES}

# An event with an unsafe number, which FP106 reports.
UNSAFE = created(1, extensions={"example.org/ticket": 90071992547409931234})


def _config(code: str, bad: str, good: str) -> Fix:
    return Fix(code, {FABRIC: bad, **events(created(1))}, {FABRIC: good})


def _suppression(before: Files, after: Files, files: Files | None = None) -> Fix:
    """A suppression of Fingerpost's own config that accepts nothing, and what is made of it."""
    ledger = events(UNSAFE) if files is None else files
    return Fix("FP002", {**ledger, **before}, after)


def _accepting(**subject: str) -> Files:
    return accepted("FP106", **subject)


def _baseline(*entries: str) -> str:
    lines = ",\n".join(f"    {entry}" for entry in entries)
    return '{\n  "kind": "fingerpost-baseline",\n  "version": 1,\n  "entries": [\n' + lines + "\n  ]\n}\n"


STALE = '{"code": "FP106", "name": "unsafe-number", "path": "gone.json", "fingerprint": "' + "0" * 32 + '"}'
EMPTY_BASELINE = '{\n  "kind": "fingerpost-baseline",\n  "version": 1,\n  "entries": []\n}\n'
USES_BASELINE: Files = {OWN: f'baseline = "{BASELINE}"\n'}


def _write_baseline_again(root: Path) -> None:
    assert fingerpost("lint", root, "--write-baseline", "--as-of", "2026-03-03T09:00:00Z").code == 0


ELSEWHERE = CONFIG + "storage:\n  events: decisions/events\n"
CASES = {
    "FP001-areas-as-text": _config("FP001", SAMPLES["FP001"].bad, SAMPLES["FP001"].good),
    "FP001-no-yaml": _config("FP001", "repo: [billing\nareas: {}\n", CONFIG),
    "FP001-a-number-as-name": _config(
        "FP001", "areas:\n  417:\n    paths:\n      - src/**\n", "areas:\n  ticket-417:\n    paths:\n      - src/**\n"
    ),
    "FP002-matches-nothing-removed": _suppression(_accepting(event=ident("evt", 9)), {OWN: ""}),
    "FP002-matches-nothing-corrected": _suppression(
        _accepting(event=ident("evt", 9)), _accepting(event=UNSAFE["event_id"])
    ),
    "FP002-wrong-rule-corrected": _suppression(
        accepted("FP109", event=UNSAFE["event_id"]), accepted("FP106", event=UNSAFE["event_id"])
    ),
    "FP002-wrong-path-corrected": _suppression(_accepting(path="ledger/events/**"), _accepting(path=f"{LEDGER}/**")),
    "FP002-without-reason": _suppression(
        _accepting(reason=" ", event=UNSAFE["event_id"]), _accepting(event=UNSAFE["event_id"])
    ),
    "FP002-expired-set-later": _suppression(
        _accepting(expires="2026-03-01", event=UNSAFE["event_id"]),
        _accepting(expires="2026-09-01", event=UNSAFE["event_id"]),
    ),
    "FP002-expired-and-mended": _suppression(
        accepted("FP104", path=path_of(created(2)), expires="2026-03-01"),
        {OWN: "", **events(created(2))},
        {path_of(created(2)): as_bytes(created(2))[:40]},
    ),
    "FP002-baseline-entry-taken-out": _suppression(
        {BASELINE: _baseline(STALE), **USES_BASELINE}, {BASELINE: EMPTY_BASELINE}
    ),
    "FP002-baseline-written-again": Fix(
        "FP002", {BASELINE: _baseline(STALE), **USES_BASELINE, **events(UNSAFE)}, {}, repair=_write_baseline_again
    ),
    "FP003-sample": _config("FP003", SAMPLES["FP003"].bad, SAMPLES["FP003"].good),
    "FP003-quoted-name": _config("FP003", CONFIG.replace("billing/invoices:", '"billing/invoices":'), CONFIG),
    "FP003-comment": _config("FP003", CONFIG.replace("areas:", "areas: # who owns what"), CONFIG),
    "FP003-indents": _config("FP003", CONFIG.replace("      -", "    -"), CONFIG),
    "FP003-events-elsewhere": Fix(
        "FP003",
        {FABRIC: ELSEWHERE, **events(created(1), folder="decisions/events")},
        {FABRIC: CONFIG},
        repair=running("mkdir -p .fabric/ledger", f"git mv decisions/events {LEDGER}"),
    ),
}


@pytest.mark.parametrize("fix", CASES.values(), ids=CASES)
def test_the_fix_is_legal_and_lint_passes(fix: Fix, tmp_path: Path) -> None:
    check(fix, tmp_path)
