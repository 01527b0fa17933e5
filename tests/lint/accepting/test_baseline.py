"""The baseline accepts what was there, as often as it was, and only shrinks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import MemoryStore, created
from support.lint import examination_of

from fingerpost.ledger.instants import instant
from fingerpost.lint.accepting.baseline import next_baseline
from fingerpost.lint.accepting.looked import Looked
from fingerpost.lint.accepting.suppression import Applied, apply
from fingerpost.lint.finding import Finding, Severity, Suppressed
from fingerpost.repository.configs.baseline_file import Baseline, baseline_text

NOW = instant("2026-03-03T09:00:00Z")
ALL = Looked(frozenset({"FP108", "FP301", "FP401"}))


def finding(
    code: str = "FP301", *, event: str | None = "evt_1", detail: str = "", path: str = "a/b", line: int = 3
) -> Finding:
    return Finding(code, "some-rule", Severity.NOTICE, f"line {line}", path, line, 1, None, event, None, (), detail)


def taken(*findings: Finding) -> Baseline:
    return replace(next_baseline(None, findings, ALL), file="base.json")


def judged(findings: list[Finding], baseline: Baseline, looked: Looked = ALL) -> Applied:
    return apply(findings, (), baseline, NOW, looked)


def by_config(found: Finding) -> Finding:
    return replace(found, suppressed=Suppressed("config", "agreed"))


def test_what_was_written_is_accepted_on_whatever_line_it_stands_now() -> None:
    baseline = taken(finding(), finding("FP108", event=None))
    moved = [finding(line=80), finding("FP108", event=None), finding("FP401")]
    applied = judged(moved, baseline)
    accepted = Suppressed("baseline", "in the baseline")
    assert [each.suppressed for each in applied.findings] == [accepted, accepted, None]
    assert applied.idle == ()


def test_an_entry_says_what_it_is_about_and_nothing_that_changes() -> None:
    named = Finding("FP301", "r", Severity.ERROR, "45 days", "a/b", 7, 1, "/p", "evt_1", "rec_1", (), "x")
    (entry,) = taken(named).entries
    assert (entry.event, entry.record, entry.path, entry.pointer) == ("evt_1", "rec_1", "", "/p")
    (entry,) = taken(finding(event=None)).entries
    assert (entry.event, entry.path) == ("", "a/b")
    later = replace(named, line=90, message="46 days", severity=Severity.NOTICE)
    assert baseline_text(taken(named).entries) == baseline_text(taken(later).entries)


def test_an_entry_of_a_store_that_git_does_not_carry_waits_for_a_run_that_reads_it() -> None:
    private = finding(path="git-common:fabric/events/evt_1.json")
    baseline = taken(private)
    assert [(entry.event, entry.path) for entry in baseline.entries] == [("evt_1", private.path)]
    elsewhere = Looked(ALL.codes, examination_of(stores=[MemoryStore().add(created(1))]).reading)
    assert judged([], baseline, elsewhere).idle == ()
    assert next_baseline(baseline, [], elsewhere) == baseline
    assert len(judged([], baseline, Looked(ALL.codes, examination_of(created(1)).reading)).idle) == 1


def test_hostile_names_are_clipped_and_print() -> None:
    (entry,) = taken(finding(event="evt_\u202e\udc80" + "x" * 999)).entries
    assert entry.event.startswith("evt_\\u202e\\x80xx")
    assert len(entry.event) == 200
    assert judged([finding(event="evt_\u202e\udc80" + "x" * 999)], Baseline((entry,))).findings[0].suppressed


def test_as_many_as_were_there() -> None:
    baseline = taken(finding(), finding())
    assert [entry.count for entry in baseline.entries] == [2]
    three = judged([finding(), finding(), finding()], baseline)
    assert [each.suppressed is None for each in three.findings] == [False, False, True]
    one = judged([finding()], baseline)
    assert [each.message for each in one.idle] == [
        "the baseline's entry of FP301 some-rule for evt_1 accepts 2, but only 1 of them can still be found"
    ]
    assert [entry.count for entry in next_baseline(baseline, one.findings, ALL).entries] == [1]


def test_one_that_is_gone_is_idle_where_it_stands() -> None:
    entry = replace(taken(finding()).entries[0], line=12)
    (idle,) = judged([], Baseline((entry,), "base.json")).idle
    assert (idle.file, idle.line) == ("base.json", 12)
    assert idle.message == "the baseline's entry of FP301 some-rule for evt_1 matches nothing that was found"
    (outside,) = judged([], Baseline((entry,), None)).idle
    assert "(line 12 of the baseline that was given)" in outside.message
    assert judged([], Baseline((entry,)), Looked(frozenset())).idle == ()


def test_reasons_are_told_and_kept() -> None:
    (entry,) = taken(finding()).entries
    known = Baseline((replace(entry, reason="agreed\nwith all"),))
    assert judged([finding()], known).findings[0].suppressed == Suppressed("baseline", "agreed with all")
    for force in (False, True):
        assert next_baseline(known, [finding()], ALL, force=force).entries[0].reason == "agreed\nwith all"
    blank = judged([finding()], Baseline((replace(entry, reason=" "),)))
    assert blank.findings[0].suppressed is None
    assert ["has a blank reason" in each.message for each in blank.idle] == [True]


def test_a_first_one_takes_all_that_is_open_whatever_its_severity() -> None:
    found = [finding(), by_config(finding("FP401")), finding("FP002", event=None), finding("FP108")]
    assert [entry.code for entry in next_baseline(None, found, ALL).entries] == ["FP108", "FP301"]


@pytest.mark.parametrize("force", [False, True])
def test_what_the_config_accepts_by_now_goes(force: bool) -> None:
    assert next_baseline(taken(finding()), [by_config(finding())], ALL, force=force).entries == ()
    assert judged([by_config(finding())], taken(finding())).idle == ()


def test_one_that_is_there_takes_nothing_new_unless_forced() -> None:
    baseline = taken(finding(), finding("FP108"))
    now = [finding(), finding(), finding("FP401")]
    assert [(entry.code, entry.count) for entry in next_baseline(baseline, now, ALL).entries] == [("FP301", 1)]
    forced = next_baseline(baseline, now, ALL, force=True)
    assert [(entry.code, entry.count) for entry in forced.entries] == [("FP301", 2), ("FP401", 1)]
    assert forced.file == "base.json"


@pytest.mark.parametrize("force", [False, True])
def test_what_could_not_be_judged_stays(force: bool) -> None:
    baseline = taken(finding(), finding("FP108"), finding("FP108"))
    shrunk = next_baseline(baseline, [], Looked(frozenset({"FP301"})), force=force)
    assert [(entry.code, entry.count) for entry in shrunk.entries] == [("FP108", 2)]


FINDINGS = st.lists(
    st.builds(
        finding,
        st.sampled_from(["FP002", "FP108", "FP301"]),
        event=st.none() | st.sampled_from(["1", "2"]),
        detail=st.sampled_from(["", "x"]),
    ).flatmap(lambda found: st.sampled_from([found, found, by_config(found)])),
    max_size=8,
)
LOOKED = st.frozensets(st.sampled_from(sorted(ALL.codes))).map(Looked)


def _sizes(baseline: Baseline) -> Counter[str]:
    return Counter({entry.fingerprint: entry.count for entry in baseline.entries})


@settings(max_examples=150, deadline=None)
@given(FINDINGS, FINDINGS, LOOKED)
def test_it_never_grows_unless_forced_and_settles_at_once(
    before: list[Finding], now: list[Finding], looked: Looked
) -> None:
    baseline = taken(*before)
    shrunk = next_baseline(baseline, now, looked)
    assert _sizes(shrunk) <= _sizes(baseline)
    assert next_baseline(shrunk, now, looked) == shrunk
    assert baseline_text(next_baseline(baseline, now[::-1], looked).entries) == baseline_text(shrunk.entries)
    bare = [replace(found, suppressed=None) for found in now]
    accepts = [each.suppressed for each in judged(bare, baseline).findings]
    still = [each.suppressed for each in judged(bare, shrunk).findings]
    config = {found.fingerprint for found in now if found.suppressed}
    for found, one, other in zip(now, accepts, still, strict=True):
        assert found.fingerprint in config or one == other
    forced = next_baseline(baseline, now, looked, force=True)
    open_now = judged([found for found in now if not found.suppressed], forced).findings
    assert all(each.suppressed for each in open_now if each.code != "FP002")


@settings(max_examples=100, deadline=None)
@given(FINDINGS)
def test_after_a_first_writing_nothing_is_open_and_nothing_idle(found: list[Finding]) -> None:
    left = [each for each in found if not each.suppressed and each.code != "FP002"]
    applied = judged(left, taken(*found))
    assert all(each.suppressed for each in applied.findings)
    assert applied.idle == ()
