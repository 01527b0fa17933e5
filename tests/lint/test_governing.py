from __future__ import annotations

from support.events import changed, created, ident, record_node, relation, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.load import load
from fingerpost.lint.governing import DISPUTED, Governing, governing

AREAS = {"money": ("services/billing/**",)}


def told(*events: dict, touched: tuple[str, ...]) -> tuple[Governing, ...]:  # type: ignore[type-arg]
    return governing(build_history(load(stores_of(*events))), AREAS, touched)


def test_direction_is_found_by_its_paths_and_by_its_areas() -> None:
    events = (
        created(1, scope={"paths": ["docs/*.md"]}, text="Write docs in plain words. Always."),
        created(2, scope={"areas": ["money"]}),
        created(3, scope={"paths": ["web/**"]}),
    )
    found = told(*events, touched=("services/billing/tax.py", "docs/a.md"))
    assert [(each.record_id, each.why) for each in found] == [
        (ident("rec", 1), "docs/a.md (by docs/*.md)"),
        (ident("rec", 2), "services/billing/tax.py (by services/billing/**)"),
    ]
    assert (found[0].title, found[0].claimed) == ("Write docs in plain words", "human mara (human_confirmed)")


def test_global_direction_comes_last_and_only_if_something_is_touched() -> None:
    events = (created(1, scope={"global": True}), created(2, scope={"paths": ["a"]}))
    assert [each.why for each in told(*events, touched=("a",))] == ["a (by a)", "it applies everywhere"]
    assert told(*events, touched=()) == ()


def test_what_is_over_or_bound_to_an_issue_does_not_govern() -> None:
    events = (created(1, scope={"paths": ["a"]}), changed(2, 1, 1, status="expired"), created(3, scope={"issue": "7"}))
    assert told(*events, touched=("a",)) == ()


def test_contested_direction_comes_first_and_no_version_of_it_is_chosen() -> None:
    forked = (
        created(5, scope={"paths": ["a"]}),
        changed(6, 5, 5, status="expired"),
        changed(7, 5, 5, durability="durable"),
    )
    twice = (created(8, 8, scope={"paths": ["a"]}), created(9, 8, scope={"paths": ["a"]}, text="Other"))
    found = told(created(1, scope={"paths": ["a"]}), *forked, *twice, touched=("a",))
    assert [(each.record_id, each.state) for each in found] == [
        (ident("rec", 5), "contested"),
        (ident("rec", 8), "contested"),
        (ident("rec", 1), "active"),
    ]
    assert found[1].title == DISPUTED


def test_a_settlement_is_told_as_one_where_its_own_scope_names_no_file() -> None:
    settles = {
        "record_id": ident("rec", 1),
        "parent_event_id": ident("evt", 1),
        "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
        "kept": None,
    }
    events = (
        created(1, scope={"paths": ["a"]}),
        changed(2, 1, 1),
        changed(3, 1, 1, durability="durable"),
        created(10, scope={"issue": "B-9"}, extensions={"fingerpost.settles": settles}),
        relation(11, "supersedes", record_node(10), record_node(1)),
    )
    [only] = told(*events, touched=("a",))
    assert (only.record_id, only.why) == (ident("rec", 10), f"it settles {ident('rec', 1)}")
