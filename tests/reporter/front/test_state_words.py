"""How records stand: the same words, badges and numbers in every list, and whole sentences for none, one and many."""

from __future__ import annotations

import pytest
from support.events import Wire, changed, created, ident, record_node, relation
from support.surveys import block_of, spoken, survey_of, working_ledger

from fingerpost.ledger.governing import Asked
from fingerpost.reporter.pages import home, records
from fingerpost.reporter.pages.address import CHANGES, COMMITS, FORKS, RECORDS, REJECTED, STALE
from fingerpost.reporter.pages.blocks import Badge, Table
from fingerpost.reporter.pages.front.front_blocks import Doors
from fingerpost.reporter.pages.places.folders import marks
from fingerpost.reporter.pages.state_words import state_badges

WHY = {"fabric.direction.challenges": ident("rec", 1)}


def challenged() -> list[Wire]:
    return [created(1), created(2, kind="challenge", status="open", text="Why?", extensions=WHY)]


def forked() -> list[Wire]:
    return [created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, status="discarded")]


def words(line: object) -> list[str]:
    return [part.word for part in line if isinstance(part, Badge)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("events", "badges", "count"),
    [(challenged(), ["active", "challenged"], "1 challenged"), (forked(), ["contested"], "1 in dispute")],
)
def test_a_record_has_the_same_words_in_every_list(events: list[Wire], badges: list[str], count: str) -> None:
    survey = survey_of(*events)
    record = survey.history.records[ident("rec", 1)]
    assert words(state_badges(survey, record)) == badges
    for page in (records.page(survey), home.page(survey)):
        tables = [block for block in page.blocks if isinstance(block, Table) and block.columns == records.COLUMNS]
        rows = [row for table in tables for row in table.rows if record.record_id in spoken(row[0])]
        assert [words(row[1]) for row in rows] == [badges]
        assert "disputed" not in spoken(page.blocks)
    assert words(marks(survey.directions.of(Asked(issues=("BILL-1",))))) == [count]


def test_what_is_in_force_is_counted_apart_from_what_is_in_dispute_and_from_challenges() -> None:
    survey = survey_of(*challenged(), *working_ledger()[2:6])
    door = block_of(home.page(survey), Doors).doors[0]
    assert f"{door.number} {door.answer}" == ("1 record in force, of 3 in all; besides, 1 in dispute, 1 open challenge")
    assert "3 records: 1 in force, 1 in dispute, 1 open challenge." in spoken(records.page(survey).blocks)


RULING = [created(1, rejected_paths=["a"])]
GIVEN_UP = [created(2, text="Two"), changed(3, 2, 2, status="discarded")]


@pytest.mark.parametrize(
    ("events", "to", "told"),
    [
        ([], RECORDS, "0 records in force, of 0 in all"),
        ([created(1)], RECORDS, "1 record in force, of 1 in all"),
        ([created(1), created(2)], RECORDS, "2 records in force, of 2 in all"),
        ([], CHANGES, "0 changes were read"),
        ([created(1)], CHANGES, "1 change in the week of 2 March 2026"),
        ([created(1), created(2)], CHANGES, "2 changes in the week of 2 March 2026"),
        ([], FORKS, "0 records are in dispute"),
        (forked(), FORKS, "1 record is in dispute"),
        ([], STALE, "0 records may no longer be true"),
        ([], REJECTED, "0 records rule anything out; none was given up"),
        (RULING, REJECTED, "1 record rules something out; none was given up"),
        ([*RULING, *GIVEN_UP], REJECTED, "1 record rules something out; 1 was given up"),
        ([*RULING, created(4, rejected_paths=["b"])], REJECTED, "2 records rule something out; none was given up"),
        ([], COMMITS, "0 commits are named by a relation or a trailer"),
        (
            [created(1), relation(8, "implements", {"kind": "commit", "id": "a" * 40}, record_node(1))],
            COMMITS,
            "1 commit is named by a relation or a trailer",
        ),
    ],
)
def test_every_card_is_a_whole_sentence(events: list[Wire], to: object, told: str) -> None:
    doors = block_of(home.page(survey_of(*events)), Doors).doors
    assert [f"{door.number} {door.answer}" for door in doors if door.to == to] == [told]


def test_direction_that_a_relation_sets_against_other_direction_counts_as_a_challenge_on_the_front_page_too() -> None:
    page = home.page(survey_of(created(1), created(2), relation(3, "challenges", record_node(2), record_node(1))))
    doors = block_of(page, Doors).doors
    (door,) = [door for door in doors if door.to == FORKS]
    assert f"{door.number} {door.answer}" == "0 records are in dispute; 1 challenge is unanswered"
    assert "Unanswered challenge:  Direction number 2" in spoken(page.blocks)
    assert any(f"{each.number} {each.answer}" == "2 records in force, of 2 in all" for each in doors)
