from __future__ import annotations

from support.changes import change_of, codes_for, judged_findings, name_of
from support.events import created

from fingerpost.lint.finding import Severity

GOOD = created(1)
NAME = name_of(GOOD)


def test_bad() -> None:
    [finding] = judged_findings([change_of(NAME, GOOD, None, commits=("c0ffee" * 7,))])
    assert (finding.code, finding.severity) == ("FP306", Severity.ERROR)
    assert (finding.path, finding.line) == (f".fabric/ledger/events/{NAME}", None)
    assert (finding.event_id, finding.record_id) == (GOOD["event_id"], GOOD["payload"]["record"]["record_id"])
    assert "removed since origin/main (commit c0ffeec0ffee)" in finding.message


def test_a_rename_says_where_to() -> None:
    hostile = "a\u202eb $(rm).json"
    [finding] = judged_findings([change_of(NAME, GOOD, None, renamed_to=hostile)], files={hostile: GOOD})
    assert finding.code == "FP306"
    assert "renamed since origin/main, to a\\u202eb $(rm).json" in finding.message


def test_a_renamed_file_gets_its_old_name_back_so_that_no_copy_stays() -> None:
    new = "a b$(rm).json"
    [finding] = judged_findings([change_of(NAME, GOOD, None, renamed_to=new)], files={new: GOOD})
    command = f"`mv -- '.fabric/ledger/events/{new}' .fabric/ledger/events/{NAME}`"
    assert finding.message.endswith(f"give it its old name again with {command}")


def test_a_name_that_cannot_be_written_as_it_is_stands_in_no_command() -> None:
    hostile = "a\u202eb.json"
    [finding] = judged_findings([change_of(NAME, GOOD, None, renamed_to=hostile)], files={hostile: GOOD})
    assert "`mv" not in finding.message
    assert f"`git checkout origin/main -- .fabric/ledger/events/{NAME}`" in finding.message


def test_the_command_is_quoted_for_a_shell() -> None:
    name = "a b'$(rm).json"
    [finding] = judged_findings([change_of(name, GOOD, None)])
    assert "-- '.fabric/ledger/events/a b'\"'\"'$(rm).json'`" in finding.message


def test_good() -> None:
    assert codes_for([], GOOD) == []
    assert codes_for([change_of(NAME, b"{", None)]) == ["FP312"]
