import shlex
from dataclasses import replace

import pytest
from support.events import created, record_node, relation
from support.surveys import ALL_HOSTILE, COMMIT, block_of, spoken, survey_of

from fingerpost.ledger.instants import instant
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.coverage.coverage import Coverage, CoveredCommit, Known
from fingerpost.reporter.coverage.left_out import LeftOut, Why
from fingerpost.reporter.pages.address import commit_page
from fingerpost.reporter.pages.blocks import Bullets, Fold, Page, Picture, Ref, Table, Tiles
from fingerpost.reporter.pages.subjects import coverage
from fingerpost.reporter.pages.subjects.coverage import MOST_BEHIND
from fingerpost.reporter.pages.subjects.uncounted import MOST_UNCOUNTED

SECONDS = 1772445600  # 2 March 2026
DECLARED = CoveredCommit(COMMIT, SECONDS, "Move the rounding", Known.DECLARED, ("billing",), ("human",), disputed=True)
SKIPPED = CoveredCommit("b" * 40, SECONDS, "Format", Known.SKIPPED, reason="white space only")
SILENT = CoveredCommit("c" * 40, SECONDS - 40 * 86_400, "Quietly", Known.IN_SCOPE_ONLY, ("billing", "tax"))


def measured(*commits: CoveredCommit) -> Coverage:
    return Coverage(
        as_of=instant("2026-03-03T09:00:00Z"),
        range="HEAD",
        tip="d" * 40,
        start=None,
        mainline=False,
        runtime_read=False,
        commits=commits,
        elsewhere=3,
        declared_elsewhere=1,
        merges=2,
        cut=False,
    )


def page_of(found: Coverage | None) -> Page:
    facts = {COMMIT: CommitFact("exact", COMMIT, instant("2026-03-02T10:00:00Z"))}
    named = relation(2, "implements", {"kind": "commit", "id": COMMIT}, record_node(1))
    return coverage.page(survey_of(created(1), named, facts=facts, coverage=found))


def flat(value: object) -> str:
    return " ".join(spoken(value).split())


@pytest.mark.parametrize(("read", "none"), [(True, "0"), (False, "unknown")])
def test_what_only_receipts_tell_is_no_number_where_none_were_read(read: bool, none: str) -> None:
    page = page_of(replace(measured(DECLARED, SILENT), runtime_read=read))
    by_known, by_area, by_month, _ = [block for block in page.blocks if isinstance(block, Table)]
    assert [tile.number for tile in block_of(page, Tiles).tiles] == ["1", none, none, "1", "0", "0"]
    assert [flat(row[1]) for row in by_known.rows] == ["1", none, none, "1", "0", "0"]
    assert [flat(cell) for cell in by_area.rows[0]] == ["billing", "1", none, none, "1", "0", "0", "1 of 2 declared"]
    assert [flat(cell) for cell in by_month.rows[0][1:4]] == ["1", none, none]


def test_every_sort_is_counted_and_has_its_commits_behind_it() -> None:
    page = page_of(measured(DECLARED, SKIPPED, SILENT))
    assert {tile.label: tile.number for tile in block_of(page, Tiles).tiles} == {
        "declared": "1",
        "exposed": "unknown",
        "delivered": "unknown",
        "in scope only": "1",
        "unknown what it touches": "0",
        "skipped": "1",
    }
    folds = [block for block in page.blocks if isinstance(block, Fold)]
    assert [fold.summary for fold in folds] == [
        "declared: 1 commit",
        "in scope only: 1 commit",
        "skipped: 1 commit",
        *["The commits behind these numbers"] * 3,
    ]
    assert "Move the rounding" in flat(folds[0])
    assert "disputed" in flat(folds[0])
    assert "white space only" in flat(folds[2])
    assert page.command == "fingerpost coverage HEAD --runtime auto"


def test_areas_months_and_kinds_of_actors_have_their_numbers() -> None:
    page = page_of(measured(DECLARED, SKIPPED, SILENT))
    by_area, by_month, by_actor = [block for block in page.blocks if isinstance(block, Table)][1:]
    assert [flat(row[0]) for row in by_area.rows] == ["billing", "tax", "in no area"]
    assert [flat(row[-1]) for row in by_area.rows] == ["1 of 2 declared", "0 of 1 declared", "none counts"]
    assert [flat(row[0]) for row in by_month.rows] == ["2026-03", "2026-01"]
    assert [flat(row) for row in by_actor.rows] == ["human 1"]


def test_a_commit_that_the_ledger_names_leads_to_its_page() -> None:
    page = page_of(measured(DECLARED, SILENT))
    (declared, silent, *_) = [block for block in page.blocks if isinstance(block, Fold)]
    link = declared.blocks[0].rows[0][0][0]  # type: ignore[union-attr]
    assert isinstance(link, Ref)
    assert link.to == commit_page(COMMIT)
    assert not isinstance(silent.blocks[0].rows[0][0][0], Ref)  # type: ignore[union-attr]


def test_a_long_list_says_how_much_of_it_is_shown() -> None:
    many = [replace(SILENT, id=f"{number:040x}") for number in range(MOST_BEHIND + 5)]
    fold = next(block for block in page_of(measured(*many)).blocks if isinstance(block, Fold))
    assert flat(fold.blocks[0]) == f"Showing {MOST_BEHIND} of {MOST_BEHIND + 5} commits."


def test_the_page_says_what_counts_and_lists_what_does_not_with_the_reason() -> None:
    other = LeftOut(COMMIT, SECONDS, " ", Why.EVENTS_ALONE, 2)
    page = page_of(replace(measured(DECLARED), left_out=(other,)))
    said = flat(page.blocks)
    assert said.startswith("Of 6 commits in all, 1 commit touches governed paths")
    assert "A commit counts if it touches a governed path" in said
    table = [block for block in page.blocks if isinstance(block, Table)][-1]
    assert [flat(cell) for cell in table.rows[0][1:]] == [
        "no message",
        "2026-03-02 2026-03-02",
        "it writes direction alone: 2 event files",
    ]
    assert isinstance(table.rows[0][0][0], Ref)
    assert "1 of 6 commits, the latest first." in said


def test_where_no_commit_counts_the_reasons_stand_all_the_same() -> None:
    others = tuple(LeftOut(f"{number:040x}", SECONDS, "Step", Why.NO_FILE) for number in range(MOST_UNCOUNTED + 1))
    page = page_of(replace(measured(), elsewhere=len(others), left_out=others))
    (fold,) = [block for block in page.blocks if isinstance(block, Fold)]
    assert fold.summary == f"{MOST_UNCOUNTED + 1} commits and why"
    assert flat(fold.blocks[0]) == f"Showing {MOST_UNCOUNTED} of {MOST_UNCOUNTED + 1} commits."
    assert len(fold.blocks[1].rows) == MOST_UNCOUNTED  # type: ignore[union-attr]


def test_what_else_has_to_be_known_is_said() -> None:
    said = flat(block_of(page_of(measured(DECLARED)), Bullets))
    assert "3 other commits of the range touch no governed path" in said
    assert "2 merges are left out" in said
    assert "No receipts were read here" in said


def test_where_nothing_was_measured_it_is_unknown() -> None:
    page = page_of(None)
    assert flat(page.blocks).startswith("unknown : how much is declared.")
    assert page.command == "fingerpost coverage HEAD --runtime auto"


def test_no_commit_draws_no_chart() -> None:
    page = page_of(measured())
    assert not [block for block in page.blocks if isinstance(block, Picture)]
    assert "nothing to count" in flat(page.blocks)


def test_a_range_that_wants_to_act_is_quoted() -> None:
    found = replace(measured(SILENT), range="a'; rm -rf ~")
    assert shlex.quote("a'; rm -rf ~") in page_of(found).command
    assert page_of(replace(measured(replace(SILENT, subject=ALL_HOSTILE)), range=ALL_HOSTILE)).blocks
