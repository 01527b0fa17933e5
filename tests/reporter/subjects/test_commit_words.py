"""What the pages of commits say of messages, and of coverage: nothing is read into a message, and words agree."""

from __future__ import annotations

import pytest
from support.events import created, record_node, relation
from support.surveys import COMMIT, block_of, spoken, survey_of

from fingerpost.ledger.instants import instant
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.coverage.coverage import Coverage, CoveredCommit, Known
from fingerpost.reporter.coverage.left_out import LeftOut, Why
from fingerpost.reporter.pages import commits
from fingerpost.reporter.pages.blocks import Facts, Table
from fingerpost.reporter.pages.survey import Survey
from fingerpost.repository.commits import Commit

SECONDS = 1772445600


def flat(value: object) -> str:
    return " ".join(spoken(value).split())


def told_of(message: str) -> str:
    """What the page of a commit with this message says of what the message names."""
    fact = CommitFact("exact", COMMIT, instant("2026-03-02T12:00:00Z"))
    ledger = [
        created(1, scope={"repo": "billing", "issue": "BILL-1"}),
        created(2, scope={"repo": "billing", "pr": "88"}),
        relation(3, "implements", {"kind": "commit", "id": COMMIT}, record_node(1)),
    ]
    survey = survey_of(*ledger, facts={COMMIT: fact}, messages={COMMIT: message})
    rows = dict(block_of(commits.page(survey, COMMIT), Facts).rows)
    return flat(rows["Its message names"]) if "Its message names" in rows else ""


@pytest.mark.parametrize(
    "message", ["BILL-1: round once", "Round once (BILL-1)", "Merge branch 'BILL-1-refunds'", "Fix BILL-1."]
)
def test_an_issue_in_a_message_is_told_to_be_no_tie(message: str) -> None:
    said = told_of(message)
    assert said.startswith("issue BILL-1")
    assert said.endswith("That is no tie: a relation, a trailer or a thread alone ties a commit to anything.")


def test_a_pull_request_in_a_message_too() -> None:
    assert told_of("Round once (#88)").startswith("PR 88")


@pytest.mark.parametrize("message", ["Round once", "BILL-12: another", "XBILL-1", "", "Take 88 steps", "#188"])
def test_a_message_that_names_none_of_the_ledger_says_nothing(message: str) -> None:
    assert told_of(message) == ""


def listed(coverage: Coverage | None) -> Survey:
    history = [Commit(f"{number:040x}", SECONDS, "mara", f"Step {number}", ()) for number in (1, 2, 3)]
    return survey_of(created(1), commits=history, coverage=coverage)


def measured() -> Coverage:
    return Coverage(
        as_of=instant("2026-03-03T09:00:00Z"),
        range="HEAD",
        tip="d" * 40,
        start=None,
        mainline=False,
        runtime_read=True,
        commits=(
            CoveredCommit(f"{1:040x}", SECONDS, "Step 1", Known.IN_SCOPE_ONLY),
            CoveredCommit(f"{2:040x}", SECONDS, "Step 2", Known.UNKNOWN),
        ),
        elsewhere=1,
        declared_elsewhere=0,
        merges=0,
        cut=False,
        left_out=(LeftOut(f"{3:040x}", SECONDS, "Step 3", Why.NOT_GOVERNED, 6),),
    )


def test_the_list_of_commits_says_what_coverage_says_of_each() -> None:
    page = commits.index(listed(measured()))
    rows = block_of(page, Table).rows
    assert [flat(row[3]) for row in rows] == ["unknown : nothing is declared"] * 3
    assert [flat(row[4]) for row in rows] == [
        "in scope only ◔ warn",
        "unknown what it touches ? plain",
        "not counted: none of its 6 files was governed then",
    ]
    assert "2 of them count in coverage" in flat(page.blocks)
    assert "What a message says of an issue or a PR ties nothing." in flat(page.blocks)


def test_a_history_that_was_not_counted_says_so() -> None:
    page = commits.index(listed(None))
    assert [flat(row[4]) for row in block_of(page, Table).rows] == ["the history was not counted"] * 3
    assert "in coverage" not in flat(page.blocks)
