from __future__ import annotations

from support.changes import change_of, codes_for, judged_findings, name_of
from support.events import as_bytes, created, thread

from fingerpost.lint.finding import Severity

GOOD = created(1)
NAME = name_of(GOOD)


def test_a_mended_file() -> None:
    [finding] = judged_findings([change_of(NAME, as_bytes(GOOD)[:-3], GOOD, commits=("ab" * 20,))])
    assert (finding.code, finding.severity) == ("FP312", Severity.NOTICE)
    assert finding.path == f".fabric/ledger/events/{NAME}"
    assert finding.message == (
        "the file was mended since origin/main: no client could read it (FP104) (commit abababababab)"
    )


def test_a_removed_file() -> None:
    event = thread(5, "t")
    [finding] = judged_findings([change_of(name_of(event), event, None)])
    assert (finding.code, finding.event_id) == ("FP312", event["event_id"])
    assert "FP309" in finding.message
    assert "git checkout" not in finding.message


def test_a_file_renamed_to_its_event() -> None:
    [finding] = judged_findings([change_of("wrong.json", GOOD, None, renamed_to=NAME)], GOOD)
    assert (finding.code, finding.related[0].path) == ("FP312", f".fabric/ledger/events/{NAME}")


def test_good() -> None:
    assert codes_for([], GOOD) == []
    assert "FP312" not in codes_for([change_of(NAME, GOOD, created(1, text="x"))])
