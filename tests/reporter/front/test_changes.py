from support.events import AGENT, AGENT_ASSERTED, at, changed, created, ident, record_node, relation
from support.surveys import spoken, survey_of, working_ledger

from fingerpost.reporter.pages.blocks import Heading, Paragraph, Table, When
from fingerpost.reporter.pages.front import timeline
from fingerpost.reporter.pages.front.changes import Kind, changes_of, counts_of_kinds, first_day

SETTLES = {
    "record_id": ident("rec", 3),
    "parent_event_id": ident("evt", 3),
    "competing_event_ids": [ident("evt", 4), ident("evt", 5)],
    "kept": None,
}


def told(*events: dict) -> dict[str, tuple[Kind, ...]]:  # type: ignore[type-arg]
    return {change.event.event_id: change.kinds for change in changes_of(survey_of(*events).history)}


def test_a_change_is_told_by_what_it_does_to_the_state_before_it() -> None:
    kinds = told(
        created(1, durability="live"),
        changed(2, 1, 1, status="active", durability="candidate"),
        changed(3, 1, 2, status="active", durability="candidate", reviewed_at="2026-03-02T09:00:00Z"),
        changed(4, 1, 3, status="expired", durability="durable"),
        changed(5, 1, 4, status="active", durability="candidate"),
        changed(6, 1, 5, lifecycle_reason="said again"),
    )
    assert [kinds[ident("evt", number)] for number in range(1, 7)] == [
        (Kind.CREATED,),
        (Kind.PROMOTED,),
        (Kind.REVIEWED,),
        (Kind.EXPIRED, Kind.PROMOTED),
        (Kind.BACK, Kind.DEMOTED),
        (Kind.RESTATED,),
    ]


def test_challenges_answers_and_replacements_name_what_they_are_about() -> None:
    found = changes_of(
        survey_of(
            created(1),
            created(2, kind="challenge", status="open", extensions={"fabric.direction.challenges": ident("rec", 1)}),
            created(3, kind="challenge_resolution", status="accepted"),
            relation(4, "resolves", record_node(3), record_node(2)),
            created(5),
            relation(6, "supersedes", record_node(5), record_node(1)),
        ).history
    )
    about = {change.record_id: (change.kinds, change.about) for change in found}
    assert about[ident("rec", 2)] == ((Kind.CHALLENGED,), (ident("rec", 1),))
    assert about[ident("rec", 3)] == ((Kind.ANSWERED,), (ident("rec", 2),))
    assert about[ident("rec", 5)] == ((Kind.CREATED,), (ident("rec", 1),))


def test_only_a_settlement_that_takes_effect_settles() -> None:
    settlement = created(30, extensions={"fingerpost.settles": SETTLES})
    replaces = relation(31, "supersedes", record_node(30), record_node(3))
    assert told(*working_ledger(), settlement, replaces)[ident("evt", 30)] == (Kind.SETTLED,)
    assert told(*working_ledger(), settlement)[ident("evt", 30)] == (Kind.CREATED,)


def test_branches_and_lost_changes_are_counted_apart() -> None:
    changes = changes_of(survey_of(*working_ledger(), changed(90, 1, 99, status="expired")).history)
    assert counts_of_kinds(changes) == {Kind.CREATED: 3, Kind.PROMOTED: 1, Kind.BRANCH: 3, Kind.UNPLACED: 1}


def test_a_week_begins_on_monday_in_utc() -> None:
    times = ("2026-03-01T23:59:59Z", "2026-03-02T00:00:00Z", "2026-03-01T23:00:00-02:00", "0001-01-01T00:00:00+23:00")
    events = [created(number, event={"occurred_at": time}) for number, time in enumerate(times, 1)]
    weeks = {change.record_id: change.week for change in changes_of(survey_of(*events).history)}
    days = [first_day(weeks[ident("rec", number)]).day for number in range(1, 5)]
    assert days == ["2026-02-23", "2026-03-02", "2026-03-02", "0000-12-25"]
    assert timeline.week_words(weeks[ident("rec", 1)]) == "Week of 23 February 2026"


def test_weeks_are_told_newest_first_and_what_is_cut_is_said(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(timeline, "MOST_OF_A_WEEK", 2)
    monkeypatch.setattr(timeline, "MOST_CHANGES", 3)
    monkeypatch.setattr(timeline, "MOST_WEEKS", 1)
    days = ("23", "23", "23", "16", "09", "02")
    events = [created(n, event={"occurred_at": f"2026-03-{day}T09:00:00Z"}) for n, day in enumerate(days, 1)]
    page = timeline.page(survey_of(*events))
    headings = [block.text for block in page.blocks if isinstance(block, Heading)]
    assert headings == ["Week of 23 March 2026", "Week of 16 March 2026", "Earlier weeks"]
    tables = [block for block in page.blocks if isinstance(block, Table)]
    assert [len(table.rows) for table in tables] == [2, 1, 1]
    said = [spoken(block) for block in page.blocks if isinstance(block, Paragraph)]
    assert said[0] == "6 changes in 4 weeks."
    assert said[1].startswith("3 created. Showing 2 of 3, the latest.")
    assert said[-1] == "Showing 1 of 2 weeks."


def test_a_row_says_what_on_whose_word() -> None:
    events = [created(1), created(5, text="Newer"), relation(6, "supersedes", record_node(5), record_node(1))]
    table = next(block for block in timeline.page(survey_of(*events)).blocks if isinstance(block, Table))
    assert spoken(table.rows[0][1]).startswith("created  in place of  Direction number 1")
    assert spoken(table.rows[0][3]).startswith("human mara")


def test_a_relation_that_somebody_else_states_or_later_is_a_change_of_its_own() -> None:
    later, agent = {"occurred_at": "2026-03-02T11:30:00Z"}, {"actor": AGENT, "trust": AGENT_ASSERTED}
    survey = survey_of(
        created(1),
        created(2),
        created(3),
        relation(4, "supersedes", record_node(2), record_node(1), event=later),
        relation(5, "challenges", record_node(3), record_node(1), event={**agent, "occurred_at": at(3)}),
        relation(6, "derived_from", record_node(3), record_node(1), event=agent),
    )
    found = {change.event.event_id: change for change in survey.changes}
    assert set(found) == {ident("evt", number) for number in (1, 2, 3, 4, 5)}
    assert (found[ident("evt", 2)].kinds, found[ident("evt", 2)].about) == ((Kind.CREATED,), ())
    replaced = found[ident("evt", 4)]
    assert (replaced.kinds, replaced.record_id, replaced.about) == (
        (Kind.REPLACES,),
        ident("rec", 2),
        (ident("rec", 1),),
    )
    page = timeline.page(survey)
    rows = [row for block in page.blocks if isinstance(block, Table) for row in block.rows]
    challenged = next(row for row in rows if "said to challenge" in spoken(row[1]))
    assert "agent thread-1" in spoken(challenged[3])


def test_a_record_is_not_created_in_place_of_one_that_came_after_it() -> None:
    survey = survey_of(
        created(1, event={"occurred_at": at(0)}),
        created(2, event={"occurred_at": "2026-03-02T09:00:20Z"}),
        relation(3, "supersedes", record_node(1), record_node(2), event={"occurred_at": at(0)}),
    )
    assert {change.kinds for change in survey.changes} == {(Kind.CREATED,), (Kind.REPLACES,)}


def test_changes_of_one_minute_are_told_to_the_second() -> None:
    same = survey_of(
        created(1, event={"occurred_at": "2026-03-02T09:01:05Z"}),
        created(2, event={"occurred_at": "2026-03-02T09:01:40Z"}),
    )
    assert "2 March 2026, 09:01:40 UTC" in spoken(timeline.page(same).blocks)
    rows = [
        row
        for block in timeline.page(survey_of(created(1), created(2))).blocks
        if isinstance(block, Table)
        for row in block.rows
    ]
    assert [moment.readable for row in rows for moment in row[0] if isinstance(moment, When)] == [
        "2 March 2026, 09:02 UTC",
        "2 March 2026, 09:01 UTC",
    ]
