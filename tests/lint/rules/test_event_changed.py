from __future__ import annotations

from support.changes import change_of, codes_for, judged_findings, name_of
from support.events import created
from support.lint import codes, findings_of

from fingerpost.lint.finding import Severity

GOOD = created(1)
NAME = name_of(GOOD)


def test_bad() -> None:
    edited = created(1, text="Something else", status="open")
    [finding] = judged_findings([change_of(NAME, GOOD, edited)])
    assert (finding.code, finding.severity) == ("FP305", Severity.ERROR)
    assert finding.path == f".fabric/ledger/events/{NAME}"
    assert finding.pointer == "/payload/record/status"
    assert (finding.event_id, finding.record_id) == (GOOD["event_id"], GOOD["payload"]["record"]["record_id"])
    assert "since origin/main: /payload/record/status, /payload/record/text;" in finding.message
    assert f"`git checkout origin/main -- .fabric/ledger/events/{NAME}`" in finding.message
    assert "Something else" not in finding.message


def test_the_commits_are_named() -> None:
    commits = tuple(letter * 40 for letter in "abcde")
    change = change_of(NAME, GOOD, created(1, text="x"), since="its first version", commits=commits)
    [finding] = judged_findings([change])
    assert f"(commits {'a' * 12}, {'b' * 12}, {'c' * 12} and 2 more)" in finding.message
    assert f"git checkout '{'e' * 12}^' --" in finding.message


def test_what_is_not_committed_is_restored_from_the_last_commit() -> None:
    [finding] = judged_findings([change_of(NAME, GOOD, created(1, text="x"), since="its first version")])
    assert "`git checkout HEAD -- " in finding.message


def test_the_fingerprint_rests_on_the_event_not_on_the_base() -> None:
    edited = created(1, text="x")
    [one] = judged_findings([change_of(NAME, GOOD, edited)])
    [other] = judged_findings([change_of(NAME, GOOD, created(1, text="y"), since="v1", commits=("a" * 40,))])
    assert one.fingerprint == other.fingerprint


def test_good() -> None:
    assert codes_for([change_of(NAME, GOOD, GOOD, modes=("100644", "100755"))]) == ["FP307"]
    assert "FP305" not in codes(findings_of(GOOD, created(2)))
