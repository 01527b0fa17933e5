from __future__ import annotations

from support.events import changed, created, ident
from support.lint import examination_of

from fingerpost.lint.judged import judged


def names(*events: dict[str, object]) -> list[str]:
    examination = examination_of(*events)
    found = (judged(examination.history, event) for event in examination.history.events.values())
    return [each.record_id for each in found if each is not None]


def test_a_record_in_force_is_judged_once_by_its_creation() -> None:
    assert names(created(1), changed(2, 1, 1, durability="durable"), created(3, status="open")) == [
        ident("rec", 1),
        ident("rec", 3),
    ]


def test_what_is_over_or_in_dispute_is_not_judged() -> None:
    assert names(created(1), changed(2, 1, 1)) == []
    assert names(created(1), changed(2, 1, 1, status="active"), changed(3, 1, 1, durability="durable")) == []
    assert names(created(1), created(2, rec=1)) == []
