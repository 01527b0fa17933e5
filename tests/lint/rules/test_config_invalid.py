from __future__ import annotations

from support.events import created
from support.lint import NO_CONFIG, codes, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.config import read_ledger_config


def test_bad_and_the_rest_is_linted() -> None:
    config = read_ledger_config(b"repo: billing\nareas:\n\tcore: x\n", ".fabric/config.yaml")
    found = findings_of(created(1, text=" "), config=config)
    finding = only(found, "FP001")[0]
    assert finding.severity is Severity.ERROR
    assert finding.path == ".fabric/config.yaml"
    assert finding.line == 3
    assert "FP210" in codes(found)


def test_good() -> None:
    good = b"repo: billing\nareas:\n  core:\n    paths:\n      - src/**\n"
    config = read_ledger_config(good, ".fabric/config.yaml")
    assert "FP001" not in codes(findings_of(created(1), config=config))
    assert "FP001" not in codes(findings_of(created(1), config=NO_CONFIG))
