from __future__ import annotations

from support.events import changed, created, ident
from support.lint import examination_of

from fingerpost.lint.disputes import in_dispute
from fingerpost.lint.guiding import guiding


def names(*events: dict[str, object]) -> list[str]:
    history = examination_of(*events).history
    found = guiding(history)
    assert [each for each, _ in found] == [
        each for each in history.records.values() if each.in_force and not in_dispute(each)
    ]
    assert all(record is each.record for each, record in found)
    return [each.record_id for each, _ in found]


def test_a_record_in_force_guides_once() -> None:
    assert names(created(1), changed(2, 1, 1, durability="durable"), created(3, status="open")) == [
        ident("rec", 1),
        ident("rec", 3),
    ]


def test_what_is_over_or_in_dispute_does_not() -> None:
    assert names(created(1), changed(2, 1, 1)) == []
    assert names(created(1), changed(2, 1, 1, status="active"), changed(3, 1, 1, durability="durable")) == []
    assert names(created(1), created(2, rec=1)) == []


def test_records_of_the_same_areas_and_paths_are_found_together() -> None:
    scopes = ({"issue": "B-1", "areas": ["a"]}, {"pr": "7"}, {"issue": "B-2", "areas": ["a"]}, {"paths": ["a"]})
    examination = examination_of(*(created(number, scope=scope) for number, scope in enumerate(scopes)))
    found = [
        (scope.areas, scope.paths, [record.record_id for _, record in records])
        for scope, records in examination.guiding_by_place
    ]
    assert found == [
        (("a",), (), [ident("rec", 0), ident("rec", 2)]),
        ((), (), [ident("rec", 1)]),
        ((), ("a",), [ident("rec", 3)]),
    ]


def test_records_are_found_by_their_kind_whatever_became_of_them() -> None:
    examination = examination_of(created(1, kind="challenge", status="open"), changed(2, 1, 1), created(3))
    assert [record.record_id for record in examination.created("challenge")] == [ident("rec", 1)]
    assert examination.created("no such kind") == ()
