from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import markdown
import pytest
from hypothesis import HealthCheck, given, settings
from support.hostile_reports import many, reports
from support.reports import finding, report
from support.surveys import ALL_HOSTILE, HOSTILE

from fingerpost.lint.catalogue import RULES
from fingerpost.lint.finding import Related, Severity, Suppressed
from fingerpost.lint.formats.rule_texts import paragraphs
from fingerpost.lint.formats.summary import MOST_BYTES, render_summary
from fingerpost.lint.governing import Governing
from fingerpost.lint.report import Report

OURS = {
    *("h2", "h3", "p", "strong", "table", "thead", "tbody", "tr", "th", "td"),
    *("code", "span", "sub", "details", "summary", "br"),
}


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def summary_of(made: Report) -> str:
    text = render_summary(made)
    assert len(text.encode("utf-8")) < MOST_BYTES
    assert text.endswith("\n")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e]", text)
    assert "@" not in text
    return text


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(markdown.markdown(text, extensions=["tables", "attr_list", "pymdownx.magiclink", "pymdownx.emoji"]))
    reader.close()
    assert set(reader.tags) <= OURS
    assert not reader.attributes
    return reader


def test_counts_findings_and_what_to_do() -> None:
    made = report(finding("bad thing"), finding("odd", severity=Severity.WARNING), base="main")
    shown = read(summary_of(made)).text
    assert "1 error, 1 warning." in shown
    assert "bad thing" in shown
    rule = next(each for each in RULES if each.code == "FP104")
    assert all(part in shown for part in (*paragraphs(rule.why), *paragraphs(rule.fix)))
    assert "compared with main" in shown


def test_a_sound_ledger() -> None:
    text = summary_of(report())
    assert "**Sound: no findings**." in text
    assert "###" not in text


def test_accepted_findings_are_counted_only() -> None:
    text = summary_of(report(finding("hush", suppressed=Suppressed("config", "x"))))
    assert "**Sound: no findings**, 1 accepted." in text
    assert "hush" not in text


def test_what_the_change_introduced_comes_first_and_is_marked() -> None:
    made = report(finding("old", introduced=False), finding("new", code="FP202", introduced=True))
    text = summary_of(made)
    assert "**2 errors**; 1 introduced by this change." in text
    rows = [line for line in text.splitlines() if line.startswith("| error")]
    assert [row.endswith("| yes |") for row in rows] == [True, False]
    assert "new" in rows[0]


@pytest.mark.parametrize(
    ("adds", "said"),
    [
        (None, None),
        ([], "This change adds nothing to the ledger."),
        (["2 records", "1 promotion"], "This change adds 2 records, 1 promotion."),
        ([f"{number} x" for number in range(30)], "19 x, and 10 more."),
    ],
)
def test_what_the_change_adds(adds: list[str] | None, said: str | None) -> None:
    text = read(summary_of(report(adds=adds))).text
    assert ("This change adds" in text) is (said is not None)
    assert said is None or said in text


def test_the_direction_that_governs() -> None:
    rules = [
        Governing(f"rec_{number}", "Keep money in cents.", "active", "durable", "Mara, human", "src/**")
        for number in range(60)
    ]
    text = read(summary_of(report(governing=rules))).text
    assert "Direction that governs what this change touches" in text
    assert "what it adds itself is listed too" in text
    for part in ("rec_0", "Keep money in cents.", "active, durable", "Mara, human", "src/**", "and 10 more."):
        assert part in text


def test_the_branches_of_a_fork_are_named() -> None:
    branches = tuple(Related(f".fabric/ledger/events/evt_{number}.json", number, "a branch") for number in range(1, 8))
    elsewhere = Related("git-common:fabric/events/evt_9.json", None, "a copy")
    text = summary_of(report(finding("fork", related=branches), finding("copy", code="FP301", related=(elsewhere,))))
    shown = read(text).text
    assert "forkSee evt_1.json:1, evt_2.json:2, evt_3.json:3, evt_4.json:4, evt_5.json:5, and 2 more places" in shown
    assert "copySee git-common:fabric/events/evt_9.json" in shown


def test_how_to_fix_begins_with_the_worst() -> None:
    made = report(
        finding(code="FP102", severity=Severity.NOTICE),
        finding(code="FP404", introduced=False),
        finding(code="FP407", introduced=True),
    )
    assert re.findall(r"<summary><code>(FP...)", summary_of(made)) == ["FP407", "FP404", "FP102"]


def test_the_end_of_a_long_message_is_there() -> None:
    assert "who can settle it" in read(summary_of(report(finding("x" * 900 + " who can settle it")))).text


@pytest.mark.parametrize("message", ["x" * 5_000, "@|<" * 2_000, "\U0010ffff" * 2_000, "e\u0301" * 900])
def test_thirty_thousand_findings_fit(message: str) -> None:
    made = many(3_000, message)
    made = report(*made.findings, governing=[Governing("@" * 999, *[message] * 5) for _ in range(99)], base=message)
    text = summary_of(made)
    shown = [line for line in text.splitlines() if line.startswith(("| error", "| warning", "| notice"))]
    assert 0 < len(shown) <= 200
    assert f"and {3_000 - len(shown):,} more. The formats" in text


@pytest.mark.parametrize("value", [*HOSTILE, ALL_HOSTILE, "@mara", "#12 GH-3 a@b.example", "|", "\\|"])
def test_text_of_the_ledger_is_only_text(value: str) -> None:
    made = report(
        finding(f"<{value}>", path=f"a/{value}"),
        governing=[Governing(value, value, value, value, value, value)],
        adds=[value],
        base=value,
        revision=value,
    )
    text = summary_of(made)
    reader = read(text)
    assert "a" not in reader.tags
    assert reader.tags.count("h2") == 1
    assert reader.tags.count("table") == 2
    assert unescape(text).count("@") == text.count("<span>&#64;</span>")


@given(reports())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_report(made: Report) -> None:
    read(summary_of(made))
