"""What governs: the protocol's matching, its tiers, and what is in dispute or settled."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import Wire, changed, created, ident, record_node, relation, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.events import Scope
from fingerpost.ledger.governing import Asked, Direction, Governed, direction_for
from fingerpost.ledger.history import History
from fingerpost.ledger.load import load
from fingerpost.ledger.matching import scope_reasons
from fingerpost.ledger.scope_match import Reason, Tier

AREAS = {"money": ("services/billing/**", "libs/money.py"), "docs": ("docs/*.md",)}
SETTLES = {
    "record_id": ident("rec", 1),
    "parent_event_id": ident("evt", 1),
    "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
    "kept": None,
}


def history_of(*events: Wire) -> History:
    return build_history(load(stores_of(*events)))


def asked_of(*events: Wire, asked: Asked) -> Direction:
    return direction_for(history_of(*events), AREAS, asked)


def numbers(direction: Direction) -> list[str]:
    return [each.record.record_id for each in direction.governed]


def only(direction: Direction) -> Governed:
    [governed] = direction.governed
    return governed


def test_each_reason_names_what_was_asked_and_the_pattern_that_met_it() -> None:
    scope = {"global": True, "pr": "7", "issue": "B-1", "paths": ["services/billing/tax.py"], "areas": ["money"]}
    asked = Asked(("libs/money.py", "services/billing/tax.py"), ("B-1",), ("7",), ("money",))
    assert list(only(asked_of(created(1, scope=scope), asked=asked)).reasons()) == [
        Reason("global"),
        Reason("pr", "7"),
        Reason("issue", "B-1"),
        Reason("path", "services/billing/**", "services/billing/tax.py", other_way=True),
        Reason("path", "services/billing/tax.py", "services/billing/tax.py"),
        Reason("path", "services/billing/**", "services/billing/**", "money"),
        Reason("path", "services/billing/tax.py", "services/billing/**", "money"),
        Reason("path", "libs/money.py", "libs/money.py", "money"),
        Reason("area", "money"),
    ]


def test_tiers_come_in_the_order_of_the_protocol_and_kinds_within_them() -> None:
    path = {"paths": ["a"]}
    events = (
        created(1, scope={"global": True}),
        created(2, scope=path),
        created(3, scope=path, kind="review_requirement"),
        created(4, scope=path, kind="review_direction"),
        created(5, scope={"issue": "B-1"}),
        created(6, scope={"pr": "7"}),
        created(7, scope=path, kind="challenge", status="open"),
        created(8, scope={"areas": ["money"]}),
    )
    direction = asked_of(*events, asked=Asked(("a",), ("B-1",), ("7",), ("money",)))
    assert numbers(direction) == [ident("rec", number) for number in (7, 6, 5, 4, 3, 2, 8, 1)]
    assert [int(each.tier) for each in direction.governed] == [0, 1, 2, 3, 3, 3, 3, 4]


def test_a_record_met_only_by_a_pattern_that_was_asked_ranks_by_its_path() -> None:
    events = (created(1, scope={"global": True}), created(2, scope={"paths": ["src/a.py"]}))
    direction = asked_of(*events, asked=Asked(("src/**",)))
    assert numbers(direction) == [ident("rec", 2), ident("rec", 1)]
    assert [reason.other_way for reason in direction.governed[0].reasons()] == [True]


def test_ties_are_broken_by_the_time_and_not_by_its_text() -> None:
    path = {"paths": ["a"]}
    events = (
        created(1, scope=path, created_at="2026-03-02T09:30:00-03:00"),
        created(2, scope=path, created_at="2026-03-02T12:00:00Z"),
        created(3, scope=path, created_at="2026-03-02T12:00:00.5Z"),
    )
    expected = [ident("rec", number) for number in (2, 3, 1)]
    assert numbers(asked_of(*events, asked=Asked(("a",)))) == expected


@pytest.mark.parametrize("status", ["active", "open", "accepted", "rejected", "expired", "discarded", "superseded"])
def test_only_what_is_in_force_governs(status: str) -> None:
    events = (created(1, scope={"paths": ["a"]}), changed(2, 1, 1, status=status))
    direction = asked_of(*events, asked=Asked(("a",)))
    assert bool(direction.governed) is (status in {"active", "open", "accepted", "rejected"})


def test_a_fork_governs_as_contested_whatever_its_branches_say() -> None:
    events = (
        created(1, scope={"global": True}),
        created(5, scope={"paths": ["a"]}),
        changed(6, 5, 5, status="expired"),
        changed(7, 5, 5, durability="durable"),
    )
    direction = asked_of(*events, asked=Asked(("a",)))
    assert numbers(direction) == [ident("rec", 5), ident("rec", 1)]
    assert next(direction.governed[0].reasons()) == Reason("conflict", ident("evt", 5))


def test_a_record_created_twice_is_met_by_the_scope_of_any_version() -> None:
    twice = (created(8, 8, scope={"paths": ["a"]}), created(9, 8, scope={"paths": ["b"]}))
    for path in ("a", "b"):
        governed = only(asked_of(*twice, asked=Asked((path,))))
        assert governed.tier is Tier.DISPUTED
        assert Reason("path", path, path) in list(governed.reasons())
    assert not asked_of(*twice, asked=Asked(("c",))).governed


def test_a_settlement_stands_in_the_place_of_what_it_settles() -> None:
    events = (
        created(1, scope={"paths": ["a"]}),
        changed(2, 1, 1),
        changed(3, 1, 1, durability="durable"),
        created(10, scope={"issue": "B-9"}, extensions={"fingerpost.settles": SETTLES}),
        relation(11, "supersedes", record_node(10), record_node(1)),
        created(12, scope={"global": True}),
    )
    direction = asked_of(*events, asked=Asked(("a",)))
    assert numbers(direction) == [ident("rec", 10), ident("rec", 12)]
    assert direction.settled == {ident("rec", 1): (ident("rec", 10),)}
    assert list(direction.governed[0].reasons()) == [Reason("settles", ident("rec", 1))]
    assert direction.governed[0].tier is Tier.PATH_OR_AREA


def test_a_challenged_record_says_so_until_the_challenge_is_answered() -> None:
    named = {"fabric.direction.challenges": ident("rec", 1)}
    events = (
        created(1, scope={"paths": ["a"]}),
        created(2, scope={"issue": "B-2"}, kind="challenge", status="open", extensions=named),
        created(3, scope={"issue": "B-2"}, kind="challenge", status="open"),
        relation(4, "challenges", record_node(3), record_node(1)),
    )
    assert only(asked_of(*events, asked=Asked(("a",)))).challenged_by == (ident("rec", 2), ident("rec", 3))
    answer = (
        created(5, scope={"issue": "B-2"}, kind="challenge_resolution", status="rejected"),
        relation(6, "resolves", record_node(5), record_node(2)),
    )
    assert only(asked_of(*events, *answer, asked=Asked(("a",)))).challenged_by == (ident("rec", 3),)
    assert only(asked_of(*events, *answer, asked=Asked(issues=("B-2",)))).open_challenge


def test_areas_that_the_config_does_not_know_are_told() -> None:
    events = (created(1, scope={"areas": ["money", "nowhere"]}), created(2, scope={"areas": ["docs"]}))
    direction = asked_of(*events, asked=Asked(("docs/a.md",)))
    assert numbers(direction) == [ident("rec", 2)]
    assert direction.unknown_areas == ("nowhere",)
    assert numbers(asked_of(*events, asked=Asked(areas=("nowhere",)))) == [ident("rec", 1)]


ENTRIES = st.one_of(
    st.sampled_from(
        ["a", "a/b", "a/**", "a/*", "*/b", "./a/b", "a/b/**", "[ab]/b", "a/[", "**", "/**", "a\\/b", " a "]
    ),
    st.text(alphabet="ab/.*?[]^\\", max_size=5),
)
NAMES = st.lists(st.sampled_from(["money", "docs", "x"]), max_size=2)
SCOPES = st.fixed_dictionaries(
    {},
    optional={
        "global": st.booleans(),
        "issue": st.sampled_from(["B-1", "B-2"]),
        "pr": st.sampled_from(["7", "8"]),
        "areas": NAMES,
        "paths": st.lists(ENTRIES, max_size=3),
    },
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(SCOPES, min_size=1, max_size=5),
    st.sets(ENTRIES, max_size=5),
    st.lists(st.sampled_from(["money", "x"]), max_size=2, unique=True),
    st.sampled_from([None, "B-1"]),
    st.sampled_from([None, "7"]),
    st.dictionaries(st.sampled_from(["money", "docs"]), st.lists(ENTRIES, max_size=2).map(tuple)),
)
def test_the_answer_is_that_of_trying_every_record_with_every_path(
    scopes: list[Wire],
    paths: set[str],
    names: list[str],
    issue: str | None,
    pr: str | None,
    areas: dict[str, tuple[str, ...]],
) -> None:
    events = [created(number, scope=scope) for number, scope in enumerate(scopes, 1)]
    asked = Asked(tuple(sorted(paths)), (issue,) if issue else (), (pr,) if pr else (), tuple(names))
    history = history_of(*events)
    direction = direction_for(history, areas, asked)
    context = Scope(issue=issue, pr=pr, areas=tuple(names), paths=asked.paths)
    expected = {
        record_id: {(reason.kind, reason.value) for reason in reasons}
        for record_id, record in history.records.items()
        if (reasons := scope_reasons(record.record.scope, context, areas))
    }
    found = {
        each.record.record_id: {(reason.kind, reason.value) for reason in each.reasons()} for each in direction.governed
    }
    assert found == expected
    again = list(events)
    random.Random(len(paths)).shuffle(again)
    assert direction_for(history_of(*again), areas, asked) == direction
