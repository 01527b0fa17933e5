"""One full event of each type, and systematic mutants of them: what validators are compared on."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from support.events import Wire, changed, created, ident, projection, receipt, record_node, relation, thread

EXTENSIONS = {"example.invalid/note": {"nested": [None, 1.5, "text"]}}


def full_events() -> list[Wire]:
    """A valid event of each type with every optional field in use."""
    scope = {
        "repo": "billing",
        "issue": "BILL-1",
        "pr": "7",
        "areas": ["invoices", "tax"],
        "paths": ["src/**"],
        "global": True,
    }
    envelope = {"causation_id": "run-1", "correlation_id": "T1", "extensions": EXTENSIONS}
    return [
        created(
            1,
            event={**envelope, "actor": {"kind": "human", "id": "mara", "provider": "desk"}},
            scope=scope,
            source={"type": "review", "thread_id": "T1", "pr": "7", "url": "https://example.invalid/7"},
            review_type="preference",
            rejected_paths=["a flag"],
            preferred_paths=["one converter"],
            evidence=[{}, {"type": "note", "url": "https://example.invalid", "author": "ines", "text": "seen"}],
            lifecycle_reason="agreed",
            reviewed_at="2026-03-02T09:00:00.125+02:00",
            extensions=EXTENSIONS,
        ),
        changed(
            2, 1, 1, status="expired", durability="durable", lifecycle_reason="over", reviewed_at="2026-03-02T09:05:00Z"
        ),
        relation(
            3,
            "implements",
            {"kind": "commit", "id": "74c2", "provider": "git", "url": "https://example.invalid/74c2"},
            record_node(1),
            reason="does what it says",
        ),
        thread(4, "T1", scope=scope),
        thread(5, "T1", "thread.scope_changed"),
        projection(
            6,
            "T1",
            [ident("evt", 1), ident("evt", 2)],
            [ident("rec", 1)],
            reasons={ident("rec", 1): [{"kind": "issue", "value": "BILL-1"}, {"kind": "global"}]},
            conflicts=[
                {
                    "record_id": ident("rec", 1),
                    "parent_event_id": ident("evt", 1),
                    "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
                    "message": "two changes of one revision",
                }
            ],
        ),
        receipt(7, 6, "T1", [ident("evt", 1)], [ident("rec", 1)], "exposed"),
    ]


_REPLACEMENTS: tuple[Any, ...] = (None, True, False, 0, 1.5, "", " ", "x", [], ["x", "x"], [1], {}, {"id": "x"})


def mutants(event: Wire) -> Iterator[Wire]:
    """The event with one thing changed, for every place outside extensions and every kind of change."""
    for place in list(_places(event)):
        for replacement in _REPLACEMENTS:
            yield _with(event, place, replacement)
        found = _at(event, place)
        if isinstance(found, str):
            for text in (found + "\n", "\n" + found, found.upper(), found[:-1], found + "0", found.replace("-7", "-4")):
                yield _with(event, place, text)
        elif isinstance(found, dict):
            yield _with(event, place, {**found, "surplus": 1})
            for key in found:
                yield _with(event, place, {other: item for other, item in found.items() if other != key})
                yield _with(event, place, {other.title() if other == key else other: found[other] for other in found})
        elif isinstance(found, list):
            yield _with(event, place, found + found)
            yield _with(event, place, [*found, None])


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    if at and at[-1] == "extensions":
        return
    for step in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from _places(value[step], (*at, step))


def _at(value: Any, place: tuple[Any, ...]) -> Any:
    for step in place:
        value = value[step]
    return value


def _with(event: Wire, place: tuple[Any, ...], replacement: Any) -> Any:
    if not place:
        return replacement
    mutant = copy.deepcopy(event)
    _at(mutant, place[:-1])[place[-1]] = replacement
    return mutant
