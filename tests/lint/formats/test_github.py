from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from support.command import fingerpost
from support.hostile_reports import many, reports
from support.reports import FOLDER, HOSTILE, finding, report
from support.shared import LEDGERS, lay_out, needs_ledgers

from fingerpost.lint.finding import Severity, Suppressed
from fingerpost.lint.formats.github import render_github
from fingerpost.lint.report import Report

COMMAND = re.compile(
    r"::(?P<name>error|warning|notice) "
    r"(?P<properties>(?:file=[^:,]+,(?:line=[0-9]+,(?:col=[0-9]+,)?)?)?title=[^:,]+)::(?P<data>.*)"
)
# What else a line may be: words of our own with numbers in them, and nothing of a ledger.
PLAIN = re.compile(r"fingerpost: [a-zA-Z0-9,.() ]+")


def lines_of(made: Report) -> list[str]:
    text = render_github(made)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]", text)
    text.encode("utf-8")
    assert text.endswith("\n")
    lines = text.removesuffix("\n").split("\n")
    assert lines == text.splitlines()
    for line in lines:
        assert COMMAND.fullmatch(line) or PLAIN.fullmatch(line), line
    return lines


def unescaped(text: str, *, of_a_property: bool = False) -> str:
    """As the runner does it, mark by mark, the percent sign last."""
    for mark, code in (("\r", "%0D"), ("\n", "%0A"), *(((":", "%3A"), (",", "%2C")) if of_a_property else ())):
        text = text.replace(code, mark)
    return text.replace("%25", "%")


def read(line: str) -> tuple[str, dict[str, str], str]:
    found = COMMAND.fullmatch(line)
    assert found is not None
    pairs = (each.split("=", 1) for each in found["properties"].split(","))
    return found["name"], {key: unescaped(value, of_a_property=True) for key, value in pairs}, unescaped(found["data"])


def test_a_finding_is_a_command() -> None:
    [line, closing, hint] = lines_of(report(finding("bad: 50%, [x]")))
    assert line == (f"::error file={FOLDER}/evt_a.json,line=3,col=14,title=FP104 invalid-json::bad: 50%25, [x]")
    assert closing == "fingerpost: 1 error"
    assert hint == "fingerpost: to learn what a finding means and how to fix it, run fingerpost rule FP104"


@pytest.mark.parametrize("severity", list(Severity))
def test_the_command_is_the_severity(severity: Severity) -> None:
    assert read(lines_of(report(finding(severity=severity)))[0])[0] == severity.value


def test_properties_survive_the_runner() -> None:
    path = "läger, a:b/50%2C = x.json"
    _, properties, data = read(lines_of(report(finding("a%0Ab %25", path=path)))[0])
    assert properties["file"] == path
    assert data == "a%0Ab %25"


@pytest.mark.parametrize("path", ["git-common:fabric/events/x.json", "base:a.json", "/etc/x", "a\nb.json", "a\udcff"])
def test_what_is_no_file_to_open_is_named_in_the_message(path: str) -> None:
    _, properties, data = read(lines_of(report(finding("m", path=path)))[0])
    assert list(properties) == ["title"]
    assert data.endswith(":3: m")


def test_the_ledger_as_a_whole_has_no_file() -> None:
    _, properties, data = read(lines_of(report(finding("m", path=None, line=None)))[0])
    assert list(properties) == ["title"]
    assert data == "m"


def test_ten_of_each_kind_and_how_many_more() -> None:
    lines = lines_of(many(63))
    names = [found["name"] for line in lines if (found := COMMAND.fullmatch(line))]
    assert names == ["error"] * 10 + ["warning"] * 10 + ["notice"] * 10
    assert lines[-3].startswith("fingerpost: 33 more findings not annotated")
    assert lines[-2] == "fingerpost: 21 errors, 21 warnings, 21 notices"


def test_what_the_change_brought_comes_first() -> None:
    old = [finding(f"old {number}", introduced=False) for number in range(20)]
    lines = lines_of(report(*old, finding("new", code="FP999", introduced=True)))
    assert read(lines[0])[2] == "new"
    assert lines[-2] == "fingerpost: 21 errors, 1 of them introduced by this change"
    assert lines[-1].endswith("run fingerpost rule FP999")
    assert "none of them introduced by this change" in lines_of(report(finding(introduced=False)))[-2]


def test_accepted_findings_are_not_annotated() -> None:
    lines = lines_of(report(finding(suppressed=Suppressed("config", "x"))))
    assert lines == ["fingerpost: sound, no findings (1 accepted)"]


def test_a_sound_ledger() -> None:
    assert lines_of(report()) == ["fingerpost: sound, no findings"]


def test_hostile_text_forges_nothing() -> None:
    lines = lines_of(report(finding(HOSTILE, path=HOSTILE), finding("##[error]x", path="::error::")))
    assert len(lines) == 4


@given(reports())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_line_is_ours(made: Report) -> None:
    commands = [line for line in lines_of(made) if line.startswith("::")]
    assert len(commands) == len(made.open)


def texts_in(value: Any) -> Iterator[str]:
    """Every key and every text of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)


@needs_ledgers
@pytest.mark.parametrize("case", ["inject-github", "inject-ansi", "inject-html-comment"])
def test_ledgers_that_try(case: str, tmp_path: Path) -> None:
    root = lay_out(LEDGERS / "broken" / case, tmp_path / "repo")
    found = fingerpost("lint", root, "--json").json["findings"]
    told = [
        finding(each["message"], **{key: each[key] for key in ("code", "name", "path", "line", "column")})
        for each in found
    ]
    events = (json.loads(path.read_bytes()) for path in sorted(root.rglob("events/*.json")))
    texts = sorted({text for event in events for text in texts_in(event)})
    assert found
    assert texts
    for text in texts:
        assert len(lines_of(report(finding(text, path=text)))) == 3
    lines_of(report(*told))
