import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.events import MemoryStore, Wire, changed, created, ident, receipt, record_node, relation
from support.reports import finding
from support.surveys import COMMIT, block_of, spoken, survey_of, working_ledger

from fingerpost.ledger.events import Node
from fingerpost.ledger.instants import instant
from fingerpost.reporter.claims.facts import CommitFact, CommitThen, TreeThen
from fingerpost.reporter.graph.edges import trailer_edges
from fingerpost.reporter.pages import about, commits, findings, forks, home, record, records, stale
from fingerpost.reporter.pages.address import COMMITS, COVERAGE, FINDINGS, FORKS, RECORDS
from fingerpost.reporter.pages.blocks import (
    Bullets,
    Code,
    Declared,
    Facts,
    Fold,
    Heading,
    Ladder,
    Line,
    Notice,
    Page,
    Picture,
    Raw,
    Ref,
    SideBySide,
    Strong,
    Table,
    Url,
)
from fingerpost.reporter.pages.book import NAVIGATION, compose
from fingerpost.reporter.pages.front.front_blocks import Doors
from fingerpost.reporter.pages.relations import neighbourhood
from fingerpost.reporter.pages.script_blocks import Scripts
from fingerpost.reporter.pages.survey import MOST_JUDGED, affordable
from fingerpost.repository.commits import Commit
from fingerpost.repository.source import Obstacle, Origin, Source, StoreName, Unread


def page_of_record(number: int, runtime: bool = True) -> Page:
    survey = survey_of(*working_ledger(), runtime=runtime)
    return record.page(survey, survey.history.records[ident("rec", number)])


def steps(page: Page) -> dict[str, str]:
    return {step.name: step.value for step in block_of(page, Ladder).steps}


def test_a_title_is_the_first_sentence() -> None:
    assert page_of_record(1).title == "Round once, on the invoice total"


def test_availability_and_causality_stand_apart() -> None:
    page = page_of_record(1)
    assert steps(page) == {"Existed": "yes", "In scope": "stated", "Delivered": "yes", "Exposed": "yes"}
    declared = block_of(page, Declared)
    assert ["implements" in spoken(entry.line) for entry in declared.entries] == [True, False]
    assert "moves the rounding" in spoken(declared.entries[0])
    assert "delivered" not in spoken(declared)
    assert "implements" not in spoken(block_of(page, Ladder))


def test_a_receipt_that_lists_no_revision_does_not_count() -> None:
    events = [event for event in working_ledger() if event["event_type"] != "receipt.recorded"]
    survey = survey_of(*events, receipt(13, 12, "thread-1", [ident("evt", 3)], [ident("rec", 1)]))
    page = record.page(survey, survey.history.records[ident("rec", 1)])
    assert steps(page)["Delivered"] == "unknown"
    assert "does not count" in spoken(page.blocks)


def test_without_runtime_delivery_is_unknown_and_says_why() -> None:
    page = page_of_record(1, runtime=False)
    assert steps(page)["Delivered"] == steps(page)["Exposed"] == "unknown"
    assert "receipts were not asked for" in spoken(block_of(page, Ladder))
    assert "--runtime auto" in spoken(page.blocks)


def test_what_nobody_declared_is_unknown() -> None:
    page = page_of_record(3)
    assert block_of(page, Declared).entries == ()
    assert block_of(page, Declared).unknown == "No relation declares that anything implements it or was informed by it."
    assert "unknown : which commits or actions follow" in spoken(page.blocks)


def test_a_live_record_is_marked() -> None:
    shared = MemoryStore(StoreName.SHARED, "git-common:fabric/events").add(created(7, durability="live"))
    survey = survey_of(stores=[MemoryStore(), shared])
    page = record.page(survey, survey.history.records[ident("rec", 7)])
    assert "live, this machine only" in spoken(page.eyebrow)
    assert "tracked ledger that was read does not hold it" in spoken(page.blocks)


def test_a_live_record_that_the_ledger_holds_is_not_said_to_be_of_this_machine_only() -> None:
    page = page_of_record(7)
    assert "live" in spoken(page.eyebrow)
    assert "this machine" not in spoken((page.eyebrow, page.blocks))


def test_every_page_names_its_command() -> None:
    assert page_of_record(1).command == f"fingerpost show {ident('rec', 1)} --runtime auto"
    for page in compose(survey_of(*working_ledger())):
        assert page.command.startswith("fingerpost "), page.address


def test_raw_events_hold_the_bytes_of_the_files() -> None:
    raw = [block for block in page_of_record(1).blocks if isinstance(block, Raw)]
    assert [ident("evt", 1) in block.summary for block in raw] == [True, False]
    assert '"schema_version": "fabric/1.0"' in raw[0].text


def test_the_drawing_has_its_table() -> None:
    page = page_of_record(1)
    ladders, around = [block for block in page.blocks if isinstance(block, Picture)]
    assert ladders.name == f"{around.name}-ladders"
    drawing: Any = around.drawing
    assert drawing.shown == drawing.total == 6
    table = [block for block in page.blocks if isinstance(block, Table)][-1]
    assert {spoken(row[1]).strip() for row in table.rows} == {"availability", "causality", "lineage"}


def test_a_fork_shows_every_branch_and_chooses_none() -> None:
    page = forks.page(survey_of(*working_ledger()))
    columns = block_of(page, SideBySide).columns
    assert [column.title for column in columns] == [
        "Branch 1 of 2: it ends expired, candidate",
        "Branch 2 of 2: it ends active, durable",
    ]
    assert "the gateway is gone" in spoken(columns[0])
    assert "and again" in spoken(columns[1])
    assert "No settlement is on record" in spoken(page.blocks)


def test_a_settled_fork_names_its_settlement() -> None:
    settles = {
        "record_id": ident("rec", 3),
        "parent_event_id": ident("evt", 3),
        "competing_event_ids": [ident("evt", 4), ident("evt", 5)],
        "kept": None,
    }
    settlement = created(30, text="The gateway stays", extensions={"fingerpost.settles": settles})
    survey = survey_of(*working_ledger(), settlement, relation(31, "supersedes", record_node(30), record_node(3)))
    page = forks.page(survey)
    assert "0 open disputes, 1 settled one" in spoken(page.blocks)
    assert "The gateway stays" in spoken(block_of(page, Notice))
    assert "settled" in spoken(record.page(survey, survey.history.records[ident("rec", 3)]).eyebrow)


def test_two_creations_choose_no_text() -> None:
    survey = survey_of(created(1, text="One way"), created(2, 1, text="Another way"))
    page = record.page(survey, survey.history.records[ident("rec", 1)])
    assert "One way" not in page.title
    assert steps(page)["In scope"] == "unknown"
    for found in (forks.page(survey), page):
        versions = block_of(found, SideBySide).columns
        assert ["One way" in spoken(versions[0]), "Another way" in spoken(versions[1])] == [True, True]
    assert "unknown : what this record says" in spoken(page.blocks)
    assert "durable" not in spoken(page.eyebrow)
    assert [spoken(cell) for cell in block_of(records.page(survey), Table).rows[0][2:]] == ["in dispute"] * 4


JUDGED = frozenset({COMMIT})


def declared_row(page: Page) -> tuple[Line, ...]:
    """The row of the one record that is declared."""
    rows: tuple[tuple[Line, ...], ...] = block_of(page, Table).rows
    found = [row for row in rows if spoken(row[5]) != "unknown"]
    assert len(found) == 1
    return found[0]


def commit_survey() -> Page:
    facts = {COMMIT: CommitFact("exact", COMMIT, instant("2026-03-02T09:20:00Z"))}
    survey = survey_of(*working_ledger(), facts=facts, messages={COMMIT: "Move the rounding"}, judged=JUDGED)
    return commits.page(survey, COMMIT)


def test_a_commit_says_what_is_declared_and_what_is_unknown() -> None:
    page = commit_survey()
    assert page.title == "Move the rounding"
    assert "implements" in spoken(block_of(page, Declared))
    assert "neither a trailer nor a relation ties it to a thread" in spoken(page.blocks)
    assert "exact" in spoken(page.eyebrow)


def test_a_commit_shows_what_its_thread_had_received() -> None:
    agent = {"kind": "agent", "id": "thread-1"}
    declared = relation(40, "implements", {"kind": "commit", "id": COMMIT}, record_node(1), event={"actor": agent})
    facts = {COMMIT: CommitFact("exact", COMMIT, instant("2026-03-02T12:00:00Z"))}
    page = commits.page(survey_of(*working_ledger(), declared, facts=facts, judged=JUDGED), COMMIT)
    assert spoken(declared_row(page)[4]).startswith("yes :  exposed to thread thread-1, 2 h before")
    early = {COMMIT: CommitFact("exact", COMMIT, instant("2026-03-02T09:00:00Z"))}
    page = commits.page(survey_of(*working_ledger(), declared, facts=early, judged=JUDGED), COMMIT)
    assert "came after the commit and do not count" in spoken(page.blocks)


def test_a_thread_by_trailer_is_told_as_that() -> None:
    facts = {COMMIT: CommitFact("exact", COMMIT, instant("2026-03-02T12:00:00Z"), (("Fabric-Thread", "thread-1"),))}
    page = commits.page(survey_of(*working_ledger(), facts=facts, judged=JUDGED), COMMIT)
    assert "thread-1 (a trailer of the commit names this thread)" in " ".join(spoken(page.blocks).split())
    assert "exposed to thread thread-1" in spoken(block_of(page, Table).rows)


def test_a_history_that_is_cut_off_is_not_called_the_history() -> None:
    other = Commit("f" * 40, 1772445600, "Mara", "Something else\n", ())
    cut = spoken(commits.index(survey_of(*working_ledger(), commits=[other], history_cut=True)).blocks)
    assert "The history of this clone is cut off (shallow); older commits: unknown" in " ".join(cut.split())
    assert "Of the 1 commit that this clone has" in cut
    whole = spoken(commits.index(survey_of(*working_ledger(), commits=[other])).blocks)
    assert "cut off" not in whole


def test_the_index_gives_the_command_of_one_commit_as_that() -> None:
    command = commits.index(survey_of(*working_ledger())).command
    assert command.startswith(f"fingerpost trace commit:{COMMIT} --runtime auto  # one of them:")
    assert commits.index(survey_of()).command == "fingerpost status --runtime auto"


def test_a_commit_that_git_does_not_know() -> None:
    page = commits.page(survey_of(*working_ledger(), facts={COMMIT: CommitFact("missing")}), COMMIT)
    assert "missing" in spoken(page.eyebrow)
    assert "not to be found in this clone" in spoken(page.blocks)


def test_commits_nobody_named_are_unknown() -> None:
    other = Commit("f" * 40, 1772445600, "Mara", "Something else\n", ())
    page = commits.index(survey_of(*working_ledger(), commits=[other]))
    assert "Of the 1 commit of the history, 1 is named by no relation" in spoken(page.blocks)
    assert "Something else" in spoken(page.blocks)
    assert "could not be read" in spoken(commits.index(survey_of(*working_ledger(), commits=None)).blocks)


def test_records_are_listed_latest_first() -> None:
    table = block_of(records.page(survey_of(*working_ledger())), Table)
    assert [spoken(row[0]).split(" records")[0] for row in table.rows] == [
        "Try the new exporter",
        "Gateway amounts stay in minor units",
        "Round once, on the invoice total",
    ]
    assert [row[1][0].word for row in table.rows] == ["active", "contested", "active"]


def test_the_front_page_counts() -> None:
    doors = {door.to: door for door in block_of(home.page(survey_of(*working_ledger())), Doors).doors}
    told = "records in force, of 3 in all; besides, 1 in dispute"
    assert (doors[RECORDS].number, doors[RECORDS].answer) == ("2", told)
    assert (doors[FORKS].number, doors[FORKS].tone) == ("1", "fork")
    assert doors[COMMITS].number == "1"
    assert doors[COVERAGE].number == "unknown"


def test_a_broken_ledger_still_gives_pages() -> None:
    store = MemoryStore().add(created(1))
    store.files[f"{ident('evt', 2)}.json"] = b"{"
    survey = survey_of(stores=[store])
    pages = compose(survey)
    assert {address for _, address in NAVIGATION} <= {page.address for page in pages}
    assert "1 file could not be used" in spoken(home.page(survey).blocks)
    found = findings.page(survey)
    assert "FP104" in spoken(found.blocks)
    assert f".fabric/ledger/events/{ident('evt', 2)}.json:1" in spoken(found.blocks)
    assert ident("evt", 2) in spoken(about.page(survey).blocks)


def test_an_empty_ledger_gives_pages() -> None:
    survey = survey_of(stores=[MemoryStore()])
    assert "No record that was read is in force or in dispute" in spoken(home.page(survey).blocks)
    assert "No change was read." in spoken(home.page(survey).blocks)
    assert "No record that was read is in dispute" in spoken(forks.page(survey).blocks)
    assert len(compose(survey)) == len(NAVIGATION)


def test_a_state_change_that_no_chain_reaches_is_counted() -> None:
    survey = survey_of(created(1), changed(3, 1, 99, status="expired"))
    counts, lost = [block for block in about.page(survey).blocks if isinstance(block, Table)]
    assert (("State changes that no chain reaches",), ("1",)) in counts.rows
    own = [block for block in record.page(survey, survey.history.records[ident("rec", 1)]).blocks if block == lost]
    assert [spoken(row[4]) for table in (lost, *own) for row in table.rows] == ["its parent was not read"] * 2
    assert "expired" in spoken(lost)


def test_events_of_unknown_types_are_named() -> None:
    store = MemoryStore().add({**created(1), "event_type": "record.renamed"})
    tables = [block for block in about.page(survey_of(stores=[store])).blocks if isinstance(block, Table)]
    assert "record.renamed" in spoken(tables[-1])


def test_a_fork_says_who_could_settle_it_and_how() -> None:
    page = forks.page(survey_of(*working_ledger()))
    said = spoken(page.blocks)
    assert re.search(r"It takes a claim of\s+human_confirmed", said)
    assert re.search(r"Such a claim is on record in this scope for\s+human", said)
    scripts = block_of(page, Scripts).scripts
    assert [script.title.partition(":")[0] for script in scripts] == [
        "Keep branch 1, of human mara",
        "Keep branch 2, of human mara",
        "Keep neither",
    ]
    assert all(ident("evt", number) in script.text for number in (3, 4, 5) for script in scripts)


def test_who_could_settle_is_not_named_where_no_id_was_given() -> None:
    nameless = created(50, event={"actor": {"kind": "human"}})
    said = spoken(forks.page(survey_of(*working_ledger(), nameless)).blocks)
    who = r"human mara \(claimed human_confirmed here, last on \S+ \S+ \) ; human without an id \(claimed"
    assert re.search(rf"on record in this scope for {who}", " ".join(said.split()))
    assert "no id" not in said
    events = [
        created(1, event={"actor": {"kind": "human"}}),
        changed(2, 1, 1, status="expired", event={"actor": {"kind": "agent", "id": "a"}}),
        changed(3, 1, 1, status="discarded", event={"actor": {"kind": "agent", "id": "a"}}),
    ]
    assert "human (no id)" not in spoken(forks.page(survey_of(*events)).blocks)


def test_stale_direction_says_how_old_it_is_and_who_could_act() -> None:
    late = instant("2026-05-01T09:00:00Z")
    found = [finding("not curated", code="FP604", record_id=ident("rec", 1))]
    page = stale.page(survey_of(created(1), as_of=late, findings=found))
    row = block_of(page, Table).rows[0]
    assert spoken(row[1]).endswith("days ago")
    assert spoken(row[3]).startswith("human")


def test_ids_in_findings_lead_to_their_records() -> None:
    told = f"{ident('rec', 1)} and {ident('rec', 99)} in {ident('evt', 1)}.json"
    survey = survey_of(created(1), findings=[finding(told, code="FP604")])
    line = block_of(findings.page(survey), Table).rows[0][0]
    assert [type(part) for part in line] == [Ref, str, Code, str]
    assert line[0].hint == ident("rec", 1)
    assert line[3] == f" in {ident('evt', 1)}.json"


def test_about_says_what_was_left_out() -> None:
    assert "private until somebody asks" in spoken(about.page(survey_of(*working_ledger(), runtime=False)).blocks)
    assert "included" in spoken(about.page(survey_of(*working_ledger())).blocks)


def test_stale_direction_has_its_page() -> None:
    survey = survey_of(created(1), as_of=instant("2027-03-03T09:00:00Z"))
    late = survey_of(created(1), findings=[finding("not curated for 30 days", code="FP604", record_id=ident("rec", 1))])
    assert "1 record that may no longer be true" in spoken(stale.page(late).blocks)
    assert "not curated for 30 days" in spoken(stale.page(late).blocks)
    assert "0 records that may" in spoken(stale.page(survey).blocks)


def test_an_unsafe_url_is_kept_as_text() -> None:
    survey = survey_of(created(1, evidence=[{"type": "page", "url": "javascript:x"}]))
    page = record.page(survey, survey.history.records[ident("rec", 1)])
    assert "javascript:x" in spoken(page.blocks)
    evidence = block_of(page, SideBySide).columns[0].blocks[0]
    assert any(isinstance(part, Url) for part in evidence.items[0])


@pytest.mark.parametrize("runtime", [True, False])
def test_pages_have_one_address_each(runtime: bool) -> None:
    pages = compose(survey_of(*working_ledger(), runtime=runtime))
    assert len({page.address for page in pages}) == len(pages)
    assert [page.address for page in pages] == sorted(page.address for page in pages)


class Unlistable(MemoryStore):
    """A folder that is there and cannot be listed."""

    def scan(self) -> Iterator[Source | Unread]:
        yield Unread(Origin(self.name, self.path, self.path.rsplit("/", 1)[-1]), Obstacle.NOT_A_FOLDER, "file")


def test_a_ledger_that_cannot_be_read_is_unknown_and_not_empty() -> None:
    survey = survey_of(stores=[Unlistable()], runtime=False)
    front = home.page(survey)
    doors = {door.to: door.number for door in block_of(front, Doors).doors}
    assert {to for to, number in doors.items() if number == "unknown"} == set(doors) - {FINDINGS}
    assert block_of(front, Notice).title == "The ledger could not be read"
    said = spoken([page.blocks for page in compose(survey) if page.address != COMMITS])
    for empty in ("Nothing was", "No record", "Nothing that was read is in dispute", "No rule doubts"):
        assert empty not in said
    counts = block_of(about.page(survey), Table)
    assert {spoken(number).strip() for _, number in counts.rows} == {"unknown"}
    assert "tracked ledger (its folder could not be read)" in spoken(about.page(survey).blocks)
    for page in (forks.page(survey), stale.page(survey), records.page(survey)):
        assert re.match(
            r"unknown : what the ledger has.*; the folder of .* could not be read. In the other stores: 0 ",
            spoken(page.blocks),
        )


def test_what_other_stores_hold_is_shown_beside_an_unreadable_ledger() -> None:
    survey = survey_of(stores=[Unlistable(), MemoryStore(StoreName.SHARED, "git-common:fabric/events").add(created(1))])
    assert (("Records",), (Strong("unknown"), "; 1 elsewhere")) in block_of(about.page(survey), Table).rows
    page = record.page(survey, survey.history.records[ident("rec", 1)])
    assert "unknown : what the ledger says of it" in spoken(page.blocks)


def without_runtime(asked: bool) -> str:
    survey = survey_of(*working_ledger(), runtime=False, runtime_asked=asked)
    pages = (home.page(survey), about.page(survey), record.page(survey, survey.history.records[ident("rec", 1)]))
    return spoken([page.blocks for page in pages])


def test_not_asked_for_and_none_here_are_told_apart() -> None:
    assert "--runtime auto" in without_runtime(asked=False)
    assert "there is no store of them" not in without_runtime(asked=False)
    assert "--runtime auto" not in without_runtime(asked=True)
    assert "receipts were asked for, and there is no store of them here" in without_runtime(asked=True)


def test_receipts_that_cannot_be_read_are_not_said_to_be_none() -> None:
    stores = [MemoryStore().add(created(1)), Unlistable(StoreName.RECEIPTS, "git-common:fabric/runtime/receipts")]
    survey = survey_of(stores=stores)
    page = record.page(survey, survey.history.records[ident("rec", 1)])
    assert "no receipt" not in spoken((block_of(page, Ladder), block_of(page, Bullets)))
    assert "could not be read" in spoken(block_of(page, Ladder))
    assert "A store of this machine could not be read" in spoken(home.page(survey).blocks)


def test_a_shallow_clone_is_told() -> None:
    assert "this clone is shallow" in spoken(about.page(survey_of(created(1), history_cut=True)).blocks)
    assert "this clone is shallow" not in spoken(about.page(survey_of(created(1))).blocks)


def test_a_relation_of_lineage_is_no_declared_influence_and_not_denied_either() -> None:
    survey = survey_of(created(3), relation(4, "derived_from", record_node(3), {"kind": "pr", "id": "88"}))
    page = record.page(survey, survey.history.records[ident("rec", 3)])
    assert "derived_from" in spoken(page.blocks)
    assert "obody declared" not in spoken(page.blocks)


@pytest.mark.parametrize(
    ("listed", "label"),
    [
        (3, "the parent that the branches share"),
        (4, "branch 1 of the fork"),
        (5, "branch 2 of the fork"),
        (6, "branch 2 of the fork"),
    ],
)
def test_a_receipt_of_a_contested_record_says_which_branch_it_lists(listed: int, label: str) -> None:
    forked = [event for event in working_ledger() if event["event_type"].startswith("record.")]
    ids = sorted({ident("evt", 3), ident("evt", listed)})
    survey = survey_of(*forked, receipt(13, 12, "thread-1", ids, [ident("rec", 3)]))
    fold = block_of(record.page(survey, survey.history.records[ident("rec", 3)]), Fold)
    assert spoken(fold.blocks[0].rows[0][4]).endswith(label)
    assert "head" not in spoken(fold)


def test_a_receipt_of_a_record_created_twice_names_a_version() -> None:
    events = [created(1, text="One way"), created(2, 1, text="Another way")]
    survey = survey_of(*events, receipt(13, 12, "thread-1", [ident("evt", 2)], [ident("rec", 1)]))
    page = record.page(survey, survey.history.records[ident("rec", 1)])
    assert "of version 2, and none is chosen" in spoken(page.blocks)


def test_a_change_that_no_chain_reaches_is_no_plain_change() -> None:
    survey = survey_of(created(1), changed(3, 1, 99, status="expired"))
    table = next(block for block in home.page(survey).blocks if isinstance(block, Table))
    told = {spoken(row[1]) for row in table.rows}
    assert told == {"created", "expired ○ past  not placed: its parent was not read"}
    raw = [block for block in record.page(survey, survey.history.records[ident("rec", 1)]).blocks if type(block) is Raw]
    assert [ident("evt", number) in spoken(block) for number, block in zip((1, 3), raw, strict=True)] == [True, True]


def test_a_branch_of_an_open_fork_is_no_plain_change() -> None:
    table = next(block for block in home.page(survey_of(*working_ledger())).blocks if isinstance(block, Table))
    assert sum("on a branch of an open fork" in spoken(row[1]) for row in table.rows) == 3


def test_unknown_is_what_is_not_on_record_here() -> None:
    said = spoken(about.page(survey_of(created(1))).blocks)
    assert "not on record in what was read here, or not to be judged from it" in said


def test_no_page_shows_a_durability_where_no_version_is_chosen() -> None:
    """Which of the versions has which durability stands beside the versions only."""
    stores = [
        MemoryStore(StoreName.SHARED, "git-common:fabric/events").add(
            created(1, durability="live"), created(2, 1, durability="live")
        )
    ]
    late = [finding("not curated", code="FP604", record_id=ident("rec", 1))]
    survey = survey_of(stores=stores, findings=late)
    page = record.page(survey, survey.history.records[ident("rec", 1)])
    notices = [block for block in page.blocks if isinstance(block, Notice)]
    assert "ive" not in spoken((page.eyebrow, [notice.title for notice in notices]))
    tables = [block for page in (home.page(survey), records.page(survey)) for block in page.blocks]
    rows = [block.rows[0] for block in tables if isinstance(block, Table) and len(block.columns) == 6]
    assert [spoken(row[2]) for row in rows] == ["in dispute"] * 2
    assert [spoken(cell) for cell in block_of(stale.page(survey), Table).rows[0][1::2]] == ["unknown"] * 2


def test_the_number_of_what_is_in_force_leads_to_exactly_those() -> None:
    survey = survey_of(*working_ledger(), created(40, text="Over"), changed(41, 40, 40, status="expired"))
    door = block_of(home.page(survey), Doors).doors[0]
    answer = "records in force, of 4 in all; besides, 1 in dispute"
    assert (door.number, door.answer, door.to) == ("2", answer, RECORDS)
    page = records.page(survey)
    tables = [block for block in page.blocks if isinstance(block, Table)]
    assert [len(table.rows) for table in tables] == [3, 1]
    assert "3 records: 2 in force, 1 in dispute." in spoken(page.blocks)
    assert "Over" in spoken(tables[1])
    headings = [block.text for block in page.blocks if isinstance(block, Heading)]
    assert headings == ["In force or in dispute", "All others"]


def test_commands_repeat_a_time_that_somebody_set() -> None:
    given = survey_of(*working_ledger(), as_of_given=True)
    for page in compose(given):
        assert " --as-of 2026-03-03T09:00:00Z" in page.command, page.address
        assert page.command.count("--as-of") == 1
    assert "--as-of" not in home.page(survey_of(created(1))).command


def test_a_config_that_cannot_be_named_is_told_beside_every_command() -> None:
    for page in compose(survey_of(*working_ledger(), config_unnamed=True)):
        assert "which no command here can name" in page.command_note
    assert "which no command here can name" in spoken(about.page(survey_of(created(1), config_unnamed=True)).blocks)
    assert not any(page.command_note for page in compose(survey_of(*working_ledger())))


SCOPE = {"repo": "billing", "paths": ["services/billing/**"]}


def judged_commit(*events: Wire, touched: tuple[str, ...] = ("services/billing/x.py",)) -> Page:
    """The page of a commit whose trees hold the creations of these events."""
    present = frozenset(event["event_id"] for event in events)
    then = CommitThen(TreeThen(present), TreeThen(present), touched)
    line = ("Fabric-Implements", ident("rec", 1))
    fact = CommitFact("exact", COMMIT, instant("2026-03-02T14:00:00Z"), (line, ("Signed-off-by", "mara")), (), then)
    declared = trailer_edges(COMMIT, *line, "implements", "2026-03-02T14:00:00Z")
    return commits.page(survey_of(*events, facts={COMMIT: fact}, judged=JUDGED, declared=declared), COMMIT)


def test_a_commit_shows_the_ladder_of_what_it_declares_by_a_trailer() -> None:
    page = judged_commit(created(1, scope=SCOPE))
    assert "by the commit's author, in a trailer; no claim of trust" in spoken(block_of(page, Declared))
    assert [spoken(cell).strip() for cell in declared_row(page)[1:]] == [
        "yes :  it existed in the tree of this commit's first parent",
        "yes :  in scope, by the paths it touches (services/billing/x.py meets services/billing/**)",
        *("unknown : no receipt", "unknown : no receipt", "implements"),
    ]
    assert "Fabric-Implements: " in spoken(page.blocks[0])
    assert "Signed-off-by" not in spoken(page.blocks)


def test_a_commit_shows_every_other_record_with_each_step_and_its_basis_and_counts_the_rest() -> None:
    page = judged_commit(
        created(1, scope=SCOPE),
        created(2, scope=SCOPE),
        created(3),
        created(4, scope={"repo": "billing", "paths": ["docs/**"]}),
    )
    first, second = block_of(page, Table).rows
    assert spoken(first[5]).strip() == "implements"
    assert "active then as now" in spoken(second[0])
    assert spoken(second[2]).startswith("yes :  in scope, by the paths it touches")
    assert spoken(second[5]) == "unknown"
    fold = block_of(page, Fold)
    assert fold.summary == "1 record of which it is unknown"
    assert "nothing ties the commit to an issue" in spoken(fold)
    assert "1 more record does not cover this commit." in spoken(page.blocks)


def test_the_records_without_a_part_are_counted_by_the_step_that_says_so() -> None:
    docs = {"repo": "billing", "paths": ["docs/**"]}
    then = CommitThen(
        TreeThen(frozenset(ident("evt", number) for number in (1, 2, 3, 900))),
        TreeThen(frozenset(ident("evt", number) for number in (1, 2, 3, 900))),
        ("services/billing/x.py",),
    )
    fact = CommitFact("exact", COMMIT, instant("2026-03-02T14:00:00Z"), (), (), then)
    declared = trailer_edges(COMMIT, "Fabric-Implements", ident("rec", 1), "implements", "2026-03-02T14:00:00Z")
    late: dict[str, Any] = {"event": {"occurred_at": "2026-03-03T08:00:00Z"}}
    survey = survey_of(
        created(1, scope=SCOPE),
        created(2, scope=docs),
        created(3, scope=SCOPE),
        changed(900, 3, 3, event={"occurred_at": "2026-03-02T10:00:00Z"}),
        *(created(number, scope=SCOPE, **late) for number in (4, 5)),
        facts={COMMIT: fact},
        judged=JUDGED,
        declared=declared,
    )
    judged = survey.judgements.of(Node("commit", COMMIT))
    assert judged is not None
    assert (judged.none.absent, judged.none.over, judged.none.uncovered) == (2, 1, 1)
    assert "4 more records: 2 did not exist then, 1 was not in force then, 1 does not cover this commit." in spoken(
        commits.page(survey, COMMIT).blocks
    )


def test_a_declaration_of_what_is_over_is_suspect() -> None:
    events = (created(1, scope=SCOPE), changed(900, 1, 1, event={"occurred_at": "2026-03-03T08:00:00Z"}))
    declared = trailer_edges(COMMIT, "Fabric-Implements", ident("rec", 1), "implements", "2026-03-02T14:00:00Z")
    survey = survey_of(*events, declared=declared)
    page = record.page(survey, survey.history.records[ident("rec", 1)])
    said = spoken(block_of(page, Declared))
    assert "suspect" in said
    assert "expired now" in said
    assert "in a trailer; no claim of trust" in said


def test_a_record_says_how_it_stood_for_the_commit_that_declares_it() -> None:
    over = changed(900, 1, 1, event={"occurred_at": "2026-03-02T10:00:00Z"})
    now = changed(901, 1, 900, status="active", event={"occurred_at": "2026-03-03T08:00:00Z"})
    present = TreeThen(frozenset({ident("evt", 1), ident("evt", 900)}))
    fact = CommitFact("exact", COMMIT, instant("2026-03-02T14:00:00Z"), (), (), CommitThen(present, present, ("x",)))
    declared = trailer_edges(COMMIT, "Fabric-Implements", ident("rec", 1), "implements", "2026-03-02T14:00:00Z")
    survey = survey_of(created(1), over, now, facts={COMMIT: fact}, judged=JUDGED, declared=declared)
    said = spoken(block_of(record.page(survey, survey.history.records[ident("rec", 1)]), Declared))
    assert "suspect" in said
    assert "expired then" in said


def test_the_picture_of_a_hostile_id_has_a_safe_name() -> None:
    for odd in ("../../x" * 60, "<script>", "a" * 400, "a'; rm -rf ~"):
        survey = survey_of(created(1), relation(2, "implements", {"kind": "commit", "id": odd}, record_node(1)))
        blocks = tuple(neighbourhood(survey, Node("commit", odd), "x"))
        [picture] = [block for block in blocks if isinstance(block, Picture)]
        assert re.fullmatch(r"[a-z0-9-]{1,60}", picture.name), odd


def test_a_disputed_declaration_says_so() -> None:
    asked = {"fingerpost.challenges-relation": ident("rel", 8)}
    challenge = created(40, kind="challenge", status="open", text="It does not", extensions=asked)
    survey = survey_of(*working_ledger(), challenge)
    said = spoken(block_of(record.page(survey, survey.history.records[ident("rec", 1)]), Declared))
    assert "disputed" in said
    assert "It does not" in said


def test_the_index_says_what_is_known_with_level_and_basis() -> None:
    then = CommitThen(TreeThen(frozenset({ident("evt", 1)})), TreeThen(frozenset({ident("evt", 1)})), ("x",))
    facts = {COMMIT: CommitFact("exact", COMMIT, instant("2026-03-02T14:00:00Z"), (), (), then)}
    events = [*working_ledger(), created(50, scope={"repo": "billing", "global": True})]
    row = block_of(commits.index(survey_of(*events, facts=facts, judged=JUDGED)), Table).rows[0]
    assert "1 declared" in spoken(row[4])
    unjudged = block_of(commits.index(survey_of(*events, facts=facts)), Table).rows[0]
    assert spoken(unjudged[4]) == "not judged on these pages"


def test_a_commit_that_was_not_judged_says_so() -> None:
    facts = {COMMIT: CommitFact("exact", COMMIT, instant("2026-03-02T14:00:00Z"))}
    page = commits.page(survey_of(*working_ledger(), facts=facts), COMMIT)
    assert "not judged on these pages" in spoken(page.blocks)


def test_candidates_are_named_as_candidates() -> None:
    facts = {COMMIT: CommitFact("unreachable", COMMIT, None, (), ("f" * 40,))}
    page = commits.page(survey_of(*working_ledger(), facts=facts), COMMIT)
    assert "the same patch or the same tree: a candidate, no link" in spoken(block_of(page, Facts))


def test_the_latest_commits_are_judged_as_far_as_the_pages_can_afford() -> None:
    facts = {
        f"{number:040x}": CommitFact("exact", None, instant(f"2026-03-02T09:00:0{number}Z")) for number in range(9)
    }
    facts["gone"] = CommitFact("missing")
    assert affordable(facts, 1) == tuple(f"{number:040x}" for number in range(9))
    assert affordable(facts, MOST_JUDGED // 2) == (f"{7:040x}", f"{8:040x}")
    assert affordable(facts, MOST_JUDGED + 1) == ()


def test_nothing_on_any_page_is_only_available() -> None:
    for page in (*compose(survey_of(*working_ledger(), judged=JUDGED)), judged_commit(created(1), created(2))):
        for block in page.blocks:
            if isinstance(block, Table):
                assert not any(spoken(cell).strip().lower() == "available" for row in block.rows for cell in row)
