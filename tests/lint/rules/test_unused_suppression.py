from __future__ import annotations

from dataclasses import replace

from support.events import created, ident
from support.lint import codes, examination_of, findings_of, only

from fingerpost.ledger.instants import instant
from fingerpost.lint.accepting.idle import Idle
from fingerpost.lint.accepting.looked import Looked
from fingerpost.lint.accepting.suppression import apply
from fingerpost.lint.catalogue import RULES
from fingerpost.lint.engine import examine
from fingerpost.lint.finding import Finding, Severity
from fingerpost.lint.rules.unused_suppression import RULE
from fingerpost.repository.configs.settings import SuppressionSetting

EVERYTHING = Looked(frozenset(rule.code for rule in RULES))
BLANK = created(1, text=" ")


def idle_findings(*idle: Idle) -> list[Finding]:
    examination = replace(examination_of(created(1)), idle=idle)
    return examine(examination, lambda _origin, _pointer: None, rules=[RULE])


def suppressed(event: int) -> tuple[list[Finding], list[Finding]]:
    """What is open, and what FP002 says, where the blank text of one event is accepted."""
    setting = SuppressionSetting("FP210", "event", ident("evt", event), "known", None, "ci/fingerpost.toml", 8)
    applied = apply(findings_of(BLANK), [setting], None, instant("2026-03-03T09:00:00Z"), EVERYTHING)
    return [each for each in applied.findings if each.suppressed is None], idle_findings(*applied.idle)


def test_bad() -> None:
    still_open, found = suppressed(2)
    assert "FP210" in codes(still_open)
    assert [(each.code, each.path, each.line, each.column) for each in found] == [
        ("FP002", "ci/fingerpost.toml", 8, None)
    ]
    assert found[0].severity is Severity.WARNING
    assert found[0].message == f"the suppression of FP210 for event {ident('evt', 2)} matches nothing that was found"


def test_good() -> None:
    still_open, found = suppressed(1)
    assert only(still_open, "FP210") == []
    assert found == []
    assert only(findings_of(BLANK), "FP002") == []


def test_a_file_outside_of_the_repository_has_no_place() -> None:
    (found,) = idle_findings(Idle("it matches nothing", None, 4, "x"))
    assert (found.path, found.line) == (None, None)


def test_the_fingerprint_rests_on_what_it_names_not_on_the_line_or_the_wording() -> None:
    one, moved, other = idle_findings(
        Idle("expired", "fingerpost.toml", 4, "FP301 event a"),
        Idle("matches nothing", "fingerpost.toml", 9, "FP301 event a"),
        Idle("matches nothing", "fingerpost.toml", 12, "FP301 event b"),
    )
    assert one.fingerprint == moved.fingerprint != other.fingerprint
