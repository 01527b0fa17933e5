"""The pages of paths, areas, issues and pull requests: what they say, and that they say what ``governs`` says."""

from __future__ import annotations

from typing import Any

from support.events import changed, created, ident, record_node, relation, thread
from support.surveys import COMMIT, spoken, survey_of

from fingerpost.ledger.governing import Asked, direction_for
from fingerpost.ledger.scope_match import Tier
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.pages.address import (
    AREAS,
    ISSUES,
    PATHS,
    PRS,
    Address,
    area_page,
    folder_page,
    issue_page,
    pr_page,
)
from fingerpost.reporter.pages.blocks import Badge, Heading, Page, Table
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.places import folders, mentions
from fingerpost.reporter.pages.places.place_blocks import GovernedItem, Outline, PathField, Tiers
from fingerpost.reporter.pages.survey import Survey
from fingerpost.repository.around.merged_requests import MergedRequest

CONFIG = {"money": ("services/billing/**", "docs/money.md"), "quiet": ("quiet/**",)}
FILES = frozenset(
    {
        "README.md",
        "docs/money.md",
        "docs/other.md",
        "services/billing/money.py",
        "services/billing/tax/rates.py",
        "services/mail/send.py",
        "web/index.html",
    }
)


def survey(*more: Any, **fields: Any) -> Survey:
    events = (
        created(1, text="Round once", scope={"paths": ["services/billing/**"]}, rejected_paths=["Per line"]),
        created(2, text="Keep the tax file short", scope={"paths": ["services/billing/tax/rates.py"]}),
        created(3, text="For money", scope={"areas": ["money", "nowhere"]}),
        created(4, text="For all", scope={"global": True}),
        created(5, text="In two minds", scope={"paths": ["services/**"]}),
        changed(6, 5, 5, status="expired"),
        changed(7, 5, 5, durability="durable"),
        created(8, text="For the issue", scope={"issue": "B-1", "pr": "12"}),
        created(9, text="Over", scope={"areas": ["money"]}, status="rejected"),
        created(30, text="Gone", scope={"areas": ["money"], "issue": "B-1"}),
        changed(31, 30, 30, lifecycle_reason="was wrong", status="expired"),
        relation(10, "implements", {"kind": "pr", "id": "12"}, record_node(8), reason="does it"),
        relation(11, "informed_by", {"kind": "issue", "id": "7", "provider": "hub"}, record_node(1)),
        thread(12, "thread-1", scope={"issue": "B-1"}),
        *more,
    )
    return survey_of(*events, **{"areas": CONFIG, "tracked": FILES, **fields})


def pages(found: Survey) -> dict[Address, Page]:
    return {page.address: page for page in compose(found)}


def items(page: Page) -> list[GovernedItem]:
    return [item for block in page.blocks if isinstance(block, Tiers) for group in block.groups for item in group.items]


def tiers(page: Page) -> list[tuple[str, list[str]]]:
    groups = [group for block in page.blocks if isinstance(block, Tiers) for group in block.groups]
    return [(group.name, [spoken(item.title[0]).split(" ", 1)[0] for item in group.items]) for group in groups]


def titles(page: Page) -> list[str]:
    return [item.title[0].label for item in items(page)]  # type: ignore[union-attr]


def test_a_folder_tells_every_record_by_tier_with_the_part_that_it_governs() -> None:
    page = pages(survey())[folder_page("services/billing")]
    assert titles(page) == ["In two minds", "Round once", "Keep the tax file short", "For money", "Over", "For all"]
    assert [name for name, _ in tiers(page)] == ["In dispute, or an open challenge", "Path or area", "Everywhere"]
    why = [spoken(item.why) for item in items(page)]
    assert "in dispute" in why[0]
    assert "everything in it, by  services/**" in why[0]
    assert "everything in it, by  services/billing/**" in why[1]
    assert "1 of 2 files" in why[2]
    assert "services/billing/tax/rates.py" in why[2]
    assert "of area" in why[3]
    assert why[5] == "it holds everywhere"
    assert "reject:  Per line" in spoken(items(page)[1].notes)
    assert items(page)[0].tone == "fork"
    assert page.command == "fingerpost governs services/billing/ --runtime auto"


def test_a_folder_says_what_the_command_says() -> None:
    found = survey()
    made = pages(found)
    for path, folder in found.territory.folders.items():
        if path:
            asked = Asked((*found.territory.below(path), f"{path}/**"))
            whole = direction_for(found.history, found.areas, asked)
            assert titles(made[folder_page(path)]) == [found.title(each.record) for each in whole.governed], path
            assert folders.local_direction(found, folder).governed == whole.governed


def test_how_many_are_in_doubt_is_said_in_the_badge() -> None:
    challenge = created(40, kind="challenge", status="open", text="Too strict", scope={"paths": ["web/**"]})
    disputing = relation(41, "challenges", record_node(40), record_node(1))
    found = survey(challenge, disputing)
    local = folders.local_direction(found, found.territory.folders["services/billing"])
    assert [part.word for part in folders.marks(local) if isinstance(part, Badge)] == ["1 in dispute", "1 challenged"]
    said = spoken(pages(found)[folder_page("services/billing")].blocks)
    assert "challenged ◆ open  by  Too strict" in said
    assert ", which nobody has answered" in said


def test_the_tree_has_a_row_for_each_folder_told_apart_and_one_for_all_others() -> None:
    page = pages(survey())[PATHS]
    [outline] = [block for block in page.blocks if isinstance(block, Outline)]
    rows = [(len(holders), spoken(line)) for holders, line in outline.flat]
    assert [(depth, words.split()[0]) for depth, words in rows] == [
        (0, "docs/"),
        (0, "quiet/"),
        (0, "services/"),
        (1, "billing/"),
        (2, "tax/"),
        (1, "mail/"),
        (0, "web/"),
        (0, "and"),
    ]
    assert spoken(outline.flat[-1][1]) == "and 1 file in no folder"
    said = {words.split()[0]: words for _, words in rows}
    assert "nothing of its own" in said["quiet/"]
    assert "no tracked file" in said["quiet/"]
    assert "1 in dispute" in said["services/"]
    assert "with no direction of its own" in said["web/"]
    assert any(isinstance(block, PathField) for block in page.blocks)
    assert "For all" in titles(page)
    assert "nowhere" in spoken(page.blocks)


def test_files_singled_out_name_their_direction() -> None:
    page = pages(survey())[folder_page("services/billing/tax")]
    [table] = [block for block in page.blocks if isinstance(block, Table)]
    assert [spoken(cell) for cell in table.rows[0]][:2] == ["rates.py", "services/billing/tax/rates.py"]
    assert "Keep the tax file short" in spoken(table.rows[0][2])


def test_without_git_the_files_are_unknown() -> None:
    page = pages(survey(tracked=None))[folder_page("services/billing")]
    assert "Which files are here is  unknown" in spoken(page.blocks)
    assert "unknown" in spoken(pages(survey(tracked=None))[AREAS].blocks)


def test_an_area_tells_its_paths_what_governs_it_what_changed_and_what_is_over() -> None:
    page = pages(survey())[area_page("money")]
    said = spoken(page.blocks)
    assert "services/billing/**" in said
    assert "For money" in titles(page)
    assert [block.text for block in page.blocks if isinstance(block, Heading)] == [
        "What governs it",
        "Changed lately",
        "Not in force",
    ]
    assert "Gone" in said
    assert page.command == "fingerpost governs --area=money --runtime auto"
    index = pages(survey())[AREAS]
    [table] = [block for block in index.blocks if isinstance(block, Table)]
    rows = {spoken(row[0]).split()[0]: [spoken(cell) for cell in row] for row in table.rows}
    assert list(rows) == ["money", "nowhere", "quiet"]
    assert rows["money"][2] == "3"
    assert rows["nowhere"][1] == rows["nowhere"][2] == "unknown"


def test_an_issue_has_its_direction_its_threads_and_what_is_over() -> None:
    page = pages(survey())[issue_page("B-1")]
    said = spoken(page.blocks)
    assert titles(page)[0] == "For the issue"
    assert tiers(page)[0][0] == Tier.ISSUE.words.capitalize()
    assert "thread-1" in said
    assert "no relation names it" in said
    assert "Gone" in said
    assert "git was not asked" in said
    [table] = [block for block in pages(survey())[ISSUES].blocks if isinstance(block, Table)]
    assert [spoken(row[0]).split()[0] for row in table.rows] == ["7", "B-1"]
    assert "hub" in spoken(pages(survey())[issue_page("7")].blocks)


def test_a_pull_request_tells_its_merge_and_what_is_declared_of_it() -> None:
    merged = {"12": MergedRequest(COMMIT, 1_772_000_000, "Merge pull request #12 from a/b")}
    page = pages(survey(merged=merged, closed={}))[pr_page("12")]
    said = spoken(page.blocks)
    assert "Merge pull request #12 from a/b" in said
    assert "implements" in said
    assert "fingerpost trace pr:12 --runtime auto" in said
    none = pages(survey(merged={}, closed={}))
    assert "no commit message in this history says that it merges it" in spoken(none[pr_page("12")].blocks)
    assert "no commit message in this history says that it closes it" in spoken(none[issue_page("B-1")].blocks)


def test_a_merge_that_the_ledger_names_leads_to_its_page() -> None:
    merged = {"12": MergedRequest(COMMIT, 1_772_000_000, "Merge")}
    named = relation(20, "implements", {"kind": "commit", "id": COMMIT}, record_node(1))
    found = survey(named, merged=merged, facts={COMMIT: CommitFact("exact", COMMIT)})
    assert "commits" in spoken(pages(found)[pr_page("12")].blocks[0])


def test_nodes_of_places_lead_to_their_pages() -> None:
    found = survey()
    [node] = found.provenance.related_nodes("pr")
    assert found.page_of(node) == pr_page("12")
    assert pages(found)[PRS]


def test_names_are_in_the_order_that_people_count_in() -> None:
    names = ["12", "9", "BILL-10", "BILL-9", "a1b", "009", "x" + "9" * 5000]
    assert mentions.in_order(names) == ["009", "9", "12", "BILL-9", "BILL-10", "a1b", "x" + "9" * 5000]


def test_very_many_folders_and_places_are_cut_and_counted(monkeypatch: Any) -> None:
    monkeypatch.setattr(folders, "MOST_FOLDERS", 3)
    monkeypatch.setattr(mentions, "MOST_PAGES", 1)
    many = [created(100 + n, scope={"paths": [f"d{n}/**"], "issue": f"I-{n}"}) for n in range(6)]
    made = pages(survey(*many))
    assert sum(address.folder == "paths" and bool(address.name) for address in made) == 3
    assert "Showing 3 of " in spoken(made[PATHS].blocks)
    assert sum(address.folder == "issues" and bool(address.name) for address in made) == 1
    assert "Showing 1 of " in spoken(made[ISSUES].blocks)


def test_an_empty_ledger_has_the_pages_all_the_same() -> None:
    made = pages(survey_of(tracked=frozenset({"a/b"})))
    for address in (PATHS, AREAS, ISSUES, PRS):
        assert made[address].command.startswith("fingerpost ")
    assert "No record in force is stated to hold everywhere." in spoken(made[PATHS].blocks)


def test_a_path_of_very_many_folders_is_no_trouble() -> None:
    deep = "/".join("a" for _ in range(1500))
    made = pages(survey(created(50, scope={"paths": [f"{deep}/**"]})))
    assert "Showing " in spoken(made[PATHS].blocks)


def test_the_command_of_an_odd_path_can_be_pasted() -> None:
    found = survey(created(50, scope={"paths": ["-x/**", "it's $(odd)/**"], "areas": ["-n $HOME"]}))
    made = pages(found)
    assert made[folder_page("-x")].command.startswith("fingerpost governs ./-x/ ")
    assert made[folder_page("it's $(odd)")].command.startswith("fingerpost governs 'it'\"'\"'s $(odd)/' ")
    assert made[area_page("-n $HOME")].command.startswith("fingerpost governs '--area=-n $HOME' ")


def test_a_record_that_was_created_twice_shows_no_version_as_chosen() -> None:
    found = survey(created(60, 60, scope={"paths": ["web/**"]}), created(61, 60, scope={"paths": ["docs/**"]}))
    for path in ("web", "docs"):
        [twice] = [item for item in items(pages(found)[folder_page(path)]) if ident("rec", 60) in spoken(item.title)]
        assert "2 versions" in spoken(twice.said)
        assert twice.tone == "fork"
