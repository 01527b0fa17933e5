import pytest
from support.events import AGENT, changed, created, ident, record_node, relation
from support.reports import finding
from support.surveys import block_of, spoken, survey_of, working_ledger

from fingerpost.ledger.instants import instant
from fingerpost.lint.finding import Severity, Suppressed
from fingerpost.reporter.coverage.coverage import Coverage, CoveredCommit, Known
from fingerpost.reporter.pages import findings, forks, home, record, records, stale
from fingerpost.reporter.pages.address import (
    CHANGES,
    COMMITS,
    COVERAGE,
    FINDINGS,
    FINDINGS_BY_RECORD,
    FORKS,
    PATHS,
    RECORDS,
    REJECTED,
    STALE,
    record_page,
    records_part,
    rule_page,
)
from fingerpost.reporter.pages.blocks import Command, Facts, Heading, Notice, Page, Picture, Ref, Table, Who
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.front import contents, rejected
from fingerpost.reporter.pages.front.front_blocks import Doors
from fingerpost.reporter.pages.survey import Survey
from fingerpost.reporter.pages.words import who_acts


def coverage(*known: Known) -> Coverage:
    commits = tuple(CoveredCommit(f"{n:040x}", 1_772_445_600, "Step", each) for n, each in enumerate(known))
    return Coverage(
        as_of=instant("2026-03-03T09:00:00Z"),
        range="HEAD",
        tip="f" * 40,
        start=None,
        mainline=False,
        runtime_read=True,
        commits=commits,
        elsewhere=0,
        declared_elsewhere=0,
        merges=0,
        cut=False,
    )


def fact(page: Page, name: str) -> str:
    rows = {label: spoken(value) for block in page.blocks if isinstance(block, Facts) for label, value in block.rows}
    return " ".join(rows[name].split())


def page_of(survey: Survey, number: int) -> Page:
    return record.page(survey, survey.history.records[ident("rec", number)])


def answer(page: Page) -> str:
    place = next(n for n, block in enumerate(page.blocks) if block == Heading("Is this still true?"))
    return " ".join(spoken(page.blocks[place + 1]).split())


def test_every_question_of_the_front_page_leads_to_a_page_that_is_there() -> None:
    survey = survey_of(*working_ledger())
    there = {page.address for page in compose(survey)}
    doors = block_of(home.page(survey), Doors).doors
    wanted = {RECORDS, CHANGES, FORKS, STALE, REJECTED, COMMITS, COVERAGE, FINDINGS}
    assert {door.to for door in doors} == wanted
    assert wanted | {PATHS} <= there


def test_the_front_page_draws_how_much_is_declared() -> None:
    given = coverage(Known.DECLARED, Known.UNKNOWN, Known.UNKNOWN)
    page = home.page(survey_of(*working_ledger(), coverage=given))
    door = next(door for door in block_of(page, Doors).doors if door.to == COVERAGE)
    assert (door.number, door.answer) == ("33.3 %", "1 of 3 commits that count, of 3 in all")
    svg = block_of(page, Picture).drawing.spelled(lambda node: None)
    assert "1 declared" in svg.replace("&#32;", " ")
    assert "style=" not in svg
    nothing = home.page(survey_of(*working_ledger(), coverage=coverage()))
    assert not any(isinstance(block, Picture) for block in nothing.blocks)


def test_an_open_challenge_is_contested_too() -> None:
    asked = {"fabric.direction.challenges": ident("rec", 1)}
    survey = survey_of(created(1), created(2, kind="challenge", status="open", text="Why?", extensions=asked))
    door = next(door for door in block_of(home.page(survey), Doors).doors if door.to == FORKS)
    assert (door.number, door.answer) == ("0", "records are in dispute; 1 challenge is unanswered")
    assert "Unanswered challenge:  Why?" in spoken(home.page(survey).blocks)
    row = block_of(forks.page(survey), Table).rows[0]
    assert [spoken(cell).split("  ")[0].strip() for cell in row[:2]] == [
        f"Why? records {ident('rec', 2)} {ident('rec', 2)}",
        f"Direction number 1 records {ident('rec', 1)} {ident('rec', 1)}",
    ]
    assert spoken(row[4]).startswith("human mara")


def test_people_agents_and_tools_are_told_apart() -> None:
    assert [who_acts(kind).icon for kind in ("human", "reviewer", "agent", "tool", "<b>")] == [
        "person",
        "person",
        "agent",
        "tool",
        "plain",
    ]
    long = "x" * 40
    assert who_acts("agent", long) == Who("agent", f"{long[:12]}…", long)
    table = next(
        block for block in home.page(survey_of(created(1, event={"actor": AGENT}))).blocks if isinstance(block, Table)
    )
    assert isinstance(table.rows[0][3][0], Who)


def test_a_record_says_by_which_id_it_is_found_and_where_it_stays() -> None:
    page = page_of(survey_of(created(1)), 1)
    permalink = next(part for part in page.eyebrow if isinstance(part, Ref))
    assert (permalink.label, permalink.to) == ("permalink", record_page(ident("rec", 1)))
    assert ident("rec", 1)[:12] in spoken(page.eyebrow)
    row = block_of(records.page(survey_of(created(1))), Table).rows[0]
    assert ident("rec", 1)[:12] in spoken(row[0]).split()


def test_is_this_still_true_says_no_more_than_is_on_record() -> None:
    page = page_of(survey_of(created(1)), 1)
    assert answer(page) == (
        "As far as is on record : it is in force, nothing that was read ends or replaces it, "
        "and no challenge of it is open."
    )
    assert fact(page, "Last curated") == "the same day , judged as of 3 March 2026, 09:00 UTC 2026-03-03T09:00:00Z"
    assert fact(page, "Who could act").startswith("human mara (claimed human_confirmed here, last on 2026-03-02 ")
    over = page_of(survey_of(created(1), changed(2, 1, 1, status="expired", lifecycle_reason="gone")), 1)
    assert answer(over).startswith("No : expired since 2 March 2026, 09:02 UTC")
    assert answer(over).endswith("Reason: gone")


def test_what_stands_against_a_record_in_force_is_named() -> None:
    asked = {"fabric.direction.challenges": ident("rec", 1)}
    challenge = created(2, kind="challenge", status="open", text="Why?", extensions=asked)
    page = page_of(survey_of(created(1), challenge), 1)
    assert "In doubt : it is in force, and challenged by Why?" in answer(page)
    newer = [created(1), created(5, text="Newer"), relation(6, "supersedes", record_node(5), record_node(1))]
    survey = survey_of(*newer, findings=[])
    assert "replaced by Newer" in answer(page_of(survey, 1))
    assert fact(page_of(survey, 1), "Replaced by").startswith("Newer")
    assert fact(page_of(survey, 5), "Replaces").startswith("Direction number 1")
    late = [finding("old", code="FP604", record_id=ident("rec", 1))]
    assert "doubts it (FP604)" in answer(page_of(survey_of(created(1), findings=late), 1))


def test_a_fork_is_unknown_on_the_page_of_its_record_and_shows_who_settles_it() -> None:
    page = page_of(survey_of(*working_ledger()), 3)
    assert answer(page).startswith("unknown : it is in dispute")
    assert "Who could settle it" in spoken(page.blocks)
    assert fact(page, "State").startswith("contested")


def test_a_settlement_without_effect_is_no_settlement() -> None:
    settles = {
        "record_id": ident("rec", 3),
        "parent_event_id": ident("evt", 3),
        "competing_event_ids": [ident("evt", 4)],
        "kept": None,
    }
    survey = survey_of(*working_ledger(), created(30, extensions={"fingerpost.settles": settles}))
    assert "but it does not take effect" in fact(page_of(survey, 30), "Settles")


def test_what_was_rejected_has_its_reason_and_says_whether_it_holds() -> None:
    survey = survey_of(
        created(1, rejected_paths=["Rounding per line"], preferred_paths=["Round once"], reason="It drifts"),
        created(2, rejected_paths=["Other"], text="Over"),
        changed(3, 2, 2, status="expired", lifecycle_reason="no longer"),
        created(4, review_type="rejection", text="Not this", reason=None),
    )
    page = rejected.page(survey)
    headings = [block.text for block in page.blocks if isinstance(block, Heading)]
    assert headings == ["Ruled out, and it holds", "Ruled out by what holds no more", "Direction that was given up"]
    holding, over, dropped = [block for block in page.blocks if isinstance(block, Table)]
    assert [spoken(cell) for cell in holding.rows[1][:3]] == ["Rounding per line", "It drifts", "Round once"]
    assert [" ".join(spoken(cell).split()) for cell in holding.rows[0][:3]] == [
        "a reviewer's rejection, in its own words: Not this",
        "no reason on record",
        "nothing is named",
    ]
    assert spoken(over.rows[0][0]) == "Other"
    assert [spoken(dropped.rows[0][2])] == ["no longer"]


def test_an_answer_to_a_challenge_is_no_rejected_direction() -> None:
    survey = survey_of(created(1, kind="challenge_resolution", status="rejected"))
    assert not any(isinstance(block, Table) for block in rejected.page(survey).blocks)


def test_a_large_ledger_is_listed_by_area_and_month(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "MOST_ON_ONE", 4)
    monkeypatch.setattr(contents, "A_PART", 3)
    areas = {"repo": "billing", "areas": ["billing/a b"]}
    events = [
        *(created(n, scope=areas, event={"occurred_at": f"2026-0{n}-02T09:00:00Z"}) for n in range(1, 5)),
        created(5),
    ]
    survey = survey_of(*events)
    found = {page.address: page for page in contents.pages(survey)}
    first, second = records_part("area billing/a b"), records_part("area billing/a b", 2)
    assert {RECORDS, first, second, records_part("no area"), records_part("2026-03")} <= set(found)
    by_area, by_month = [block for block in found[RECORDS].blocks if isinstance(block, Table)]
    assert [spoken(row[1]) for row in by_area.rows] == ["4", "1"]
    assert [spoken(row[0]).split(" records")[0] for row in by_month.rows] == [
        "April 2026",
        "March 2026",
        "February 2026",
        "January 2026",
    ]
    assert "Showing 4 to 4 of 4" in spoken(found[second].blocks)
    listed = [row for address in (first, second) for row in block_of(found[address], Table).rows]
    assert len(listed) == 4
    there = {page.address for page in compose(survey)}
    assert set(found) <= there


def test_a_small_ledger_is_one_page() -> None:
    assert [page.address for page in contents.pages(survey_of(created(1)))] == [RECORDS]


def judged_findings() -> Survey:
    taken = Suppressed("config", "known since March")
    return survey_of(
        created(1),
        findings=[
            finding("bad file", severity=Severity.ERROR),
            finding("old", code="FP604", name="review-overdue", severity=Severity.NOTICE, record_id=ident("rec", 1)),
            finding("old too", code="FP604", severity=Severity.NOTICE, record_id=ident("rec", 1), suppressed=taken),
        ],
    )


def test_findings_are_told_by_rule_and_those_accepted_apart() -> None:
    page = findings.page(judged_findings())
    headings = [block.text for block in page.blocks if isinstance(block, Heading)]
    assert headings == ["FP104 invalid-json", "FP604 review-overdue", "Accepted"]
    overview, *_, taken = [block for block in page.blocks if isinstance(block, Table)]
    assert [spoken(row[2]) for row in overview.rows] == ["1", "1"]
    assert "known since March" in spoken(taken)
    assert "old too" not in spoken([block for block in page.blocks if block != taken])


def test_findings_are_told_by_record() -> None:
    page = findings.by_record(judged_findings())
    assert page.address == FINDINGS_BY_RECORD
    tables = [block for block in page.blocks if isinstance(block, Table)]
    assert [len(table.rows) for table in tables] == [1, 1]
    assert "old" in spoken(tables[0])
    assert "bad file" in spoken(tables[1])


def test_a_rule_that_found_something_has_its_page_with_why_and_fix() -> None:
    pages = {page.address: page for page in findings.pages(judged_findings())}
    page = pages[rule_page("FP604")]
    headings = [block.text for block in page.blocks if isinstance(block, Heading)]
    assert headings == ["Why it matters", "How to fix it", "What it found", "Accepted"]
    assert page.command.startswith("fingerpost lint --select FP604 --runtime auto --as-of")


def test_many_findings_of_a_rule_are_cut_and_counted() -> None:
    found = [finding(f"bad {n}", detail=str(n)) for n in range(findings.MOST_HERE + 1)]
    page = findings.page(survey_of(created(1), findings=found))
    assert len(block_of(page, Table).rows) == findings.MOST_HERE
    assert f"Showing {findings.MOST_HERE} of {findings.MOST_HERE + 1}." in spoken(page.blocks)


def test_stale_direction_names_its_command_and_who_could_act() -> None:
    late = [finding("old", code="FP604", record_id=ident("rec", 1))]
    page = stale.page(survey_of(created(1), findings=late))
    assert block_of(page, Command).text.startswith("fingerpost lint --select FP604")
    assert block_of(page, Table).rows[0][3][0] == Who("human", "mara")


def test_a_settled_fork_says_who_settled_it_and_why() -> None:
    settles = {
        "record_id": ident("rec", 3),
        "parent_event_id": ident("evt", 3),
        "competing_event_ids": [ident("evt", 4), ident("evt", 5)],
        "kept": None,
    }
    settlement = created(30, reason="Both agreed", extensions={"fingerpost.settles": settles})
    survey = survey_of(*working_ledger(), settlement, relation(31, "supersedes", record_node(30), record_node(3)))
    said = spoken(block_of(forks.page(survey), Notice))
    assert "Both agreed" in said
    assert "human mara" in said
    assert answer(page_of(survey, 3)).startswith("Not by itself")


def test_many_disputes_are_side_by_side_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "MOST_DISPUTES", 1)
    forked = [
        event
        for n in (10, 20)
        for event in (
            created(n),
            changed(n + 1, n, n, status="expired"),
            changed(n + 2, n, n, status="discarded"),
        )
    ]
    page = forks.page(survey_of(*forked))
    assert "Showing 1 of 2 side by side" in spoken(page.blocks)
    assert len(block_of(page, Table).rows) == 1
