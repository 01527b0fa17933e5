from __future__ import annotations

from support.events import created
from support.lint import NO_CONFIG, codes, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.configs.config import read_ledger_config


def test_bad_and_the_rest_is_linted() -> None:
    config = read_ledger_config(b"repo: billing\nareas:\n\tcore: x\n", ".fabric/config.yaml")
    found = findings_of(created(1, text=" "), config=config)
    finding = only(found, "FP001")[0]
    assert finding.severity is Severity.ERROR
    assert finding.path == ".fabric/config.yaml"
    assert finding.line == 3
    assert "FP210" in codes(found)


def test_the_fingerprint_rests_on_the_key_not_on_the_order() -> None:
    def prints(text: bytes) -> list[str]:
        config = read_ledger_config(text, ".fabric/config.yaml")
        return [finding.fingerprint for finding in only(findings_of(created(1), config=config), "FP001")]

    both = prints(b"repo: 17\nareas:\n  a: [x]\n")
    assert len(set(both)) == 2
    assert prints(b"areas:\n  a: [x]\n") == [both[1]]


def test_what_yaml_merges_is_good() -> None:
    config = read_ledger_config(b"x: &x\n  core: {paths: [a]}\nareas:\n  <<: *x\n", ".fabric/config.yaml")
    assert "FP001" not in codes(findings_of(created(1), config=config))


def test_good() -> None:
    good = b"repo: billing\nareas:\n  core:\n    paths:\n      - src/**\n"
    config = read_ledger_config(good, ".fabric/config.yaml")
    assert "FP001" not in codes(findings_of(created(1), config=config))
    assert "FP001" not in codes(findings_of(created(1), config=NO_CONFIG))
