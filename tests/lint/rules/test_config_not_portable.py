from __future__ import annotations

from support.events import created
from support.lint import NO_CONFIG, codes, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.configs.config import read_ledger_config

PATH = ".fabric/config.yaml"


def test_bad() -> None:
    config = read_ledger_config(b'repo: "billing"\nareas:\n  core:\n    paths: [src/**]\n', PATH)
    quoted, flow = only(findings_of(created(1), config=config), "FP003")
    assert quoted.severity is Severity.WARNING
    assert (quoted.path, quoted.line, quoted.column) == (PATH, 1, 1)
    assert (flow.path, flow.line, flow.column) == (PATH, 4, 13)
    assert quoted.fingerprint != flow.fingerprint


def test_the_fingerprint_rests_on_the_key_not_on_the_line() -> None:
    texts = (b'repo: "a"\n', b"# first\n\nrepo: a # b\n")
    one, other = (only(findings_of(created(1), config=read_ledger_config(text, PATH)), "FP003") for text in texts)
    assert one[0].fingerprint == other[0].fingerprint


def test_good() -> None:
    config = read_ledger_config(b"repo: billing\nareas:\n  core:\n    paths:\n      - src/**\n", PATH)
    assert "FP003" not in codes(findings_of(created(1), config=config))
    assert "FP003" not in codes(findings_of(created(1), config=NO_CONFIG))


def test_a_config_that_cannot_be_read_is_another_finding() -> None:
    found = codes(findings_of(created(1), config=read_ledger_config(b'repo: "a\n', PATH)))
    assert "FP001" in found
    assert "FP003" not in found
