from __future__ import annotations

import pytest
from support.events import changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity

FILES = ["README.md", "libs/amounts/convert.py", "vendor/kit"]


def missing(*paths: str, files: list[str] | None = FILES) -> list[Finding]:
    return only(findings_of(created(1, preferred_paths=list(paths)), tracked_paths=files), "FP611")


def test_a_path_that_is_gone_is_reported_where_it_stands() -> None:
    [finding] = missing("libs/amounts/convert.py", "libs/money/convert.py")
    assert finding.severity is Severity.NOTICE
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/payload/record/preferred_paths/1"
    assert finding.line is not None
    assert '"libs/money/convert.py"' in finding.message


@pytest.mark.parametrize("path", ["libs/money", "libs/money/", "tools/*.py", "tools/", "./src/a.py", "libs/**/x.py"])
def test_what_can_only_be_a_path_is_judged(path: str) -> None:
    assert missing(path)


@pytest.mark.parametrize(
    "path", ["libs/amounts", "libs/amounts/", "libs/**", "libs/*/convert.py", "./libs/amounts/convert.py", "*.md"]
)
def test_a_file_a_folder_or_a_pattern_may_be_preferred(path: str) -> None:
    assert not missing(path)


@pytest.mark.parametrize(
    "words",
    [
        *("One converter for all", "libs/money/convert.py owns the conversion", "input/output", "asyncio", "Node.js"),
        *("https://example.invalid/a.md", "src/a.py:42", "../other/a.py", "/etc/a.conf", "~/a/b.py", "vendor/kit/a.py"),
    ],
)
def test_approaches_in_words_and_what_lies_elsewhere_are_not_judged(words: str) -> None:
    assert not missing(words)


def test_where_nobody_can_say_which_files_there_are_the_rule_is_silent() -> None:
    assert not missing("libs/money/convert.py", files=None)
    assert missing("libs/money/convert.py", files=[])


def test_a_record_that_is_over_or_contested_is_not_judged() -> None:
    bad = created(1, preferred_paths=["gone/a.py"])
    assert not only(findings_of(bad, changed(2, 1, 1), tracked_paths=FILES), "FP611")
    fork = bad, changed(2, 1, 1), changed(3, 1, 1, status="active")
    assert not only(findings_of(*fork, tracked_paths=FILES), "FP611")


def test_to_create_the_path_ends_the_notice() -> None:
    assert missing("gone/a.py")
    assert not missing("gone/a.py", files=[*FILES, "gone/a.py"])
