"""How records stand while events come and go, told from their own group."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import Wire, changed, created, ident, record_node, relation, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.events import Event
from fingerpost.ledger.load import load
from fingerpost.reporter.coverage.standing import Groups, Standing, Standings, standings


def read(*events: Wire) -> dict[str, Event]:
    return {event.event_id: event for event in load(stores_of(*events)).events}


def by_hand(events: list[Wire]) -> dict[str, str]:
    records = build_history(load(stores_of(*events))).records
    return {record_id: record.state for record_id, record in records.items()}


STATUSES = ("active", "expired", "discarded", "superseded")


@settings(max_examples=60)
@given(
    changes=st.lists(st.tuples(st.integers(0, 6), st.sampled_from(STATUSES)), max_size=6),
    order=st.randoms(use_true_random=False),
)
def test_one_event_after_the_other_comes_to_the_whole(changes: list[tuple[int, str]], order: object) -> None:
    """Whatever comes first, and whatever follows a chain, forks it or hangs loose."""
    wire = [created(1)]
    wire += [
        changed(number, 1, parent if parent < number else 1, status=status)
        for number, (parent, status) in enumerate(changes, 2)
    ]
    order.shuffle(wire)  # type: ignore[attr-defined]
    events = read(*wire)
    there: dict[str, tuple[Event, ...]] = {}
    stands: Standings = {}
    for number, each in enumerate(wire, 1):
        there[each["event_id"]] = (events[each["event_id"]],)
        stands = standings(there, stands, each["event_id"])
        assert {record_id: standing.state for record_id, standing in stands.items()} == by_hand(wire[:number])


def test_what_follows_a_plain_chain_keeps_its_scope() -> None:
    scope = {"repo": "billing", "paths": ["src/**"]}
    events = read(created(1, scope=scope), changed(2, 1, 1, durability="durable"), changed(3, 1, 2))
    there = {event_id: (event,) for event_id, event in events.items()}
    [standing] = standings(there, {}).values()
    assert standing == Standing("expired", standing.scopes, ident("evt", 3), True)
    assert [each.paths for each in standing.scopes] == [("src/**",)]
    assert not standing.in_force


def test_a_settlement_is_judged_with_what_it_settles() -> None:
    settles = {"fingerpost.settles": {"record_id": ident("rec", 1)}}
    wire = (
        created(1),
        created(2, extensions=settles),
        created(3),
        relation(4, "supersedes", record_node(2), record_node(1)),
        relation(5, "supersedes", record_node(3), record_node(1)),
        changed(6, 2, 2),
    )
    events = read(*wire)
    groups = Groups(events.values())
    first, second, third, *others = (groups.of(events[each["event_id"]]) for each in wire)
    assert first == second
    assert third == ident("rec", 3)
    assert others == [first, None, first]
