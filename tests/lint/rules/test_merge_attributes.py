from __future__ import annotations

import pytest
from support.events import created
from support.surroundings import KnownSurroundings, found_by

from fingerpost.lint.finding import Finding, Severity
from fingerpost.lint.rules.merge_attributes import RULE
from fingerpost.repository.around.attributes import LedgerAttribute, attributes

LEDGER = ".fabric/ledger/events"


def found(written: str) -> list[Finding]:
    told = attributes({".gitattributes": f"# one\n* {written}\n".encode()}, LEDGER)
    return found_by(RULE, created(1), surroundings=KnownSurroundings(set_attributes=told))


@pytest.mark.parametrize(
    ("written", "detail"),
    [
        ("merge=union", "merge"),
        ("merge=ours", "merge"),
        ("filter=lfs", "filter"),
        ("working-tree-encoding=UTF-16", "working-tree-encoding"),
        ("ident", "ident"),
        ("text", "text"),
        ("text=auto", "text"),
        ("crlf", "crlf"),
        ("eol=crlf", "eol"),
        ("text eol=crlf", "eol"),
        ("text=auto eol=crlf", "eol"),
        ("text eol=native", "text"),
    ],
)
def test_what_changes_or_mixes_bytes_is_reported_at_its_line(written: str, detail: str) -> None:
    [finding] = found(written)
    assert finding.severity is Severity.WARNING
    assert (finding.path, finding.line, finding.detail) == (".gitattributes", 2, detail)
    assert finding.event_id is None


@pytest.mark.parametrize(
    "written",
    [
        "-text",
        "binary",
        "text eol=lf",
        "text=auto eol=lf",
        "eol=lf",
        "-text eol=crlf",
        "text=input",
        "-crlf",
        "-merge",
        "merge",
        "merge=text",
        "merge=binary",
        "-filter",
        "filter",
        "-ident",
        "working-tree-encoding=UTF-8",
        "diff=json",
    ],
)
def test_what_leaves_the_bytes_alone_is_not(written: str) -> None:
    assert not found(written)


def test_each_is_a_finding_of_its_own() -> None:
    assert {finding.detail for finding in found("merge=union filter=lfs text ident")} == {
        "merge",
        "filter",
        "text",
        "ident",
    }


def test_the_fix_ends_every_one_of_them() -> None:
    fixed = "-text -filter -ident !merge !eol !working-tree-encoding"
    assert f"`.fabric/ledger/** {fixed}`" in RULE.fix
    text = (
        f"* merge=union filter=lfs text=auto eol=crlf ident working-tree-encoding=UTF-16\n.fabric/ledger/** {fixed}\n"
    )
    told = attributes({".gitattributes": text.encode()}, LEDGER)
    assert not found_by(RULE, created(1), surroundings=KnownSurroundings(set_attributes=told))


def test_a_line_that_is_not_known_is_not_made_up() -> None:
    told = KnownSurroundings(set_attributes=[LedgerAttribute("merge", "union", None, None)])
    [finding] = found_by(RULE, created(1), surroundings=told)
    assert (finding.path, finding.line) == (None, None)


def test_without_git_the_rule_is_silent() -> None:
    assert not found_by(RULE, created(1), surroundings=None)
