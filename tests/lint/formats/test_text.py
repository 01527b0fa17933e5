from __future__ import annotations

import dataclasses
import re

import click
import pytest
from support.reports import FOLDER, HOSTILE, LOOKED, finding, report

from fingerpost.lint.finding import Related, Severity, Suppressed
from fingerpost.lint.formats.text import LONGEST_MESSAGE, MOST_RELATED, render_statistics, render_text
from fingerpost.lint.report import StoreRead

WARNING = {"code": "FP210", "name": "blank-text", "severity": Severity.WARNING}
NOTICE = {"code": "FP208", "name": "null-value", "severity": Severity.NOTICE}

ACTS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\ud800-\udfff\U000e0000-\U000e007f]")


def plain(*args: object, width: int = 120, **fields: object) -> str:
    return render_text(report(*args, **fields), colour=False, width=width)  # type: ignore[arg-type]


def test_the_whole_of_a_report() -> None:
    text = plain(
        finding("no JSON: a comma is missing", path=f"{FOLDER}/evt_b.json"),
        finding(
            "text is blank: white space only",
            line=12,
            column=7,
            related=(Related("x.json", 4, "the other one"),),
            **WARNING,
        ),
        finding("null is read as an empty list", line=4, column=7, **NOTICE),
    )
    assert text == (
        ".fabric/ledger/events/evt_b.json\n"
        "  3:14  error    FP104 invalid-json  no JSON: a comma is missing\n"
        "\n"
        ".fabric/ledger/events/evt_a.json\n"
        "   4:7  notice   FP208 null-value    null is read as an empty list\n"
        "  12:7  warning  FP210 blank-text    text is blank: white space only\n"
        "                                     -> x.json:4  the other one\n"
        "\n"
        "examined 2 events in 3 files: 1 record, 1 relation; 1 file not interpreted; ledger .fabric/ledger/events; "
        "runtime not\n"
        "read; judged as of 2026-03-03T09:00:00Z\n"
        "1 error, 1 warning, 1 notice\n"
        "what a finding means and how to fix it: fingerpost rule FP104\n"
    )


def test_a_sound_ledger_says_so() -> None:
    lines = plain().splitlines()
    assert lines[-1] == "sound: no findings"
    assert "fingerpost rule" not in plain()


def test_what_was_read_is_said() -> None:
    looked = dataclasses.replace(
        LOOKED, runtime_read=True, threads=1, projections=2, receipts=1200, unknown_events=1, uninterpreted=0
    )
    text = plain(examined=looked, revision="v1.2.0", base="main", width=1000)
    assert text.splitlines()[0] == (
        "examined 2 events in 3 files: 1 record, 1 relation, 1 thread, 2 projections, 1,200 receipts, "
        "1 event of unknown type; ledger .fabric/ledger/events at v1.2.0; runtime read; compared with main; "
        "judged as of 2026-03-03T09:00:00Z"
    )


@pytest.mark.parametrize(
    ("runtime", "private", "words"),
    [
        (False, False, "; runtime not read; "),
        (False, True, "; untracked store read, no threads or receipts there; "),
        (True, True, "; runtime read; "),
    ],
)
def test_live_records_that_were_read_are_not_passed_over(runtime: bool, private: bool, words: str) -> None:
    looked = dataclasses.replace(LOOKED, runtime_read=runtime, private_read=private)
    assert words in plain(examined=looked, width=1000)


def test_without_closing_lines_there_are_findings_only() -> None:
    made = report(finding("a"), finding("b", path="other.json"))
    whole = render_text(made, colour=False, width=120)
    bare = render_text(made, colour=False, width=120, closing=False)
    assert whole.startswith(f"{bare}\nexamined")
    assert render_text(report(), colour=False, width=120, closing=False) == ""


def test_stores_and_the_source_of_the_time_are_said_where_given() -> None:
    stores = (StoreRead(FOLDER, 1), StoreRead("git-common:fabric/events", 2_000))
    lines = plain(stores=stores, as_of_from="the clock", width=1000).splitlines()
    assert lines[:2] == [f"read 1 file in {FOLDER}", "read 2,000 files in git-common:fabric/events"]
    assert lines[2].endswith("judged as of 2026-03-03T09:00:00Z (the clock)")


def test_counts_have_the_right_number() -> None:
    text = plain(finding("a"), finding("b"), finding("c", **WARNING), finding("d", **WARNING))
    assert "\n2 errors, 2 warnings\n" in text


def test_a_finding_without_a_file_or_line_has_a_place_too() -> None:
    text = plain(finding("m", path=None, line=None, column=None))
    assert text.startswith("(the ledger as a whole)\n  -  error  FP104 invalid-json  m\n")


def test_long_messages_hang_under_their_column() -> None:
    lines = plain(finding("word " * 40 + "end")).splitlines()
    column = lines[1].index("word")
    assert all(line.startswith(" " * column + "word") for line in lines[2:4])
    assert max(map(len, lines)) <= 120


def test_a_narrow_terminal_gets_messages_on_their_own_lines() -> None:
    lines = plain(finding("some words that are long enough to be wrapped here and there"), width=60).splitlines()
    assert lines[1] == "  3:14  error  FP104 invalid-json"
    assert lines[2].startswith("        some words")
    assert max(map(len, lines[:4])) <= 60


def test_ids_and_paths_stay_whole() -> None:
    event_id = "evt_00000001-0000-7000-8000-000000000001"
    assert event_id in plain(finding(f"see {event_id} and {event_id}"), width=40)


def test_very_long_messages_and_lists_are_cut_with_a_count() -> None:
    related = tuple(Related(f"p{n}", None, "m") for n in range(MOST_RELATED + 3))
    text = plain(finding("x" * (LONGEST_MESSAGE + 50), related=related))
    assert "... (50 more characters)" in " ".join(text.split())
    assert "and 3 more places" in text
    assert f"-> p{MOST_RELATED}" not in text


@pytest.mark.parametrize("colour", [False, True])
def test_nothing_hostile_reaches_the_terminal(colour: bool) -> None:
    hostile = finding(HOSTILE, path=f"dir/{HOSTILE}.json", related=(Related(HOSTILE, 1, HOSTILE),))
    text = render_text(report(hostile, ledger=HOSTILE, revision=HOSTILE, base=HOSTILE), colour=colour, width=120)
    unstyled = click.unstyle(text)
    assert (
        re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\ud800-\udfff\U000e0000-\U000e007f]", unstyled)
        is None
    )
    assert not any(line.startswith("::") for line in text.splitlines())
    for mark in ("[U+000A]", "[U+001B][2J", "[U+202E]evil", "[U+200B]", "[U+D800][U+DCFF]", "[U+E0041]", "[U+0000]"):
        assert mark in unstyled
    text.encode("utf-8")


def test_colour_changes_no_word_and_no_column() -> None:
    made = report(finding("a " * 80), finding("b", line=200, **WARNING), finding("c", **NOTICE))
    coloured = render_text(made, colour=True, width=120)
    assert "\x1b[" in coloured
    assert click.unstyle(coloured) == render_text(made, colour=False, width=120)


def test_what_the_change_introduced_is_marked_and_counted() -> None:
    text = plain(
        finding("old", introduced=False),
        finding("fresh", path=f"{FOLDER}/evt_b.json", introduced=True),
        base="origin/main",
        adds=("2 records", "1 promotion"),
    )
    assert "  3:14  error  new  FP104 invalid-json  fresh\n" in text
    assert "  3:14  error       FP104 invalid-json  old\n" in text
    assert "\nthis change adds 2 records, 1 promotion\n2 errors, 1 of them introduced by this change\n" in text


def test_of_files_as_bad_as_each_other_the_change_s_own_comes_first() -> None:
    text = plain(
        finding("old", path="old.json", introduced=False),
        finding("new", path="new.json", code="FP404", name="parent-cycle", introduced=True),
        finding("worn", path="worn.json", introduced=True, **WARNING),
    )
    assert [text.index(f"{name}.json\n") for name in ("new", "old", "worn")] == sorted(
        text.index(f"{name}.json\n") for name in ("new", "old", "worn")
    )
    assert text.endswith("what a finding means and how to fix it: fingerpost rule FP404\n")


def test_a_change_that_introduces_nothing_says_so() -> None:
    text = plain(finding("old", introduced=False), base="origin/main", adds=())
    assert "this change adds nothing to the ledger\n1 error, none of them introduced by this change\n" in text
    assert "new" not in text


def test_suppressed_findings_are_counted_and_not_shown() -> None:
    accepted = finding("accepted", suppressed=Suppressed("config", "known"))
    assert plain(accepted).splitlines()[-1] == "sound: no findings, 1 suppressed (--no-suppressions shows them)"
    text = plain(accepted, finding("open", line=9))
    assert "accepted" not in text
    assert "1 error, 1 suppressed (--no-suppressions shows them)\n" in text


def test_statistics_count_findings_by_rule() -> None:
    found = [finding(f"no {number}", line=number) for number in range(1, 12)]
    accepted = finding("accepted", suppressed=Suppressed("config", "known"))
    text = render_statistics(
        report(*found, finding("w", **WARNING), finding("n", **NOTICE), accepted), colour=False, width=100
    )
    assert text.startswith(
        "11  error    FP104 invalid-json\n 1  warning  FP210 blank-text\n 1  notice   FP208 null-value\n\nexamined"
    )
    assert render_statistics(report(), colour=False, width=100, closing=False) == ""
