"""How far relations are followed."""

from __future__ import annotations

from support.events import created, ident, projection, receipt, record_node, relation, thread
from support.traces import provenance_of

from fingerpost.ledger.events import Node
from fingerpost.reporter.graph.neighbourhood import Direction, Neighbourhood, neighbourhood

A, B, C = ({"kind": "action", "provider": "ci", "id": name} for name in "abc")
ROOT = Node("action", "a", "ci")
CHAIN = [
    relation(1, "informed_by", A, record_node(1)),
    relation(2, "supersedes", record_node(1), record_node(2)),
    relation(3, "implements", B, record_node(2)),
    relation(4, "informed_by", C, A),
]


def around(*, depth: int, direction: Direction = Direction.BOTH, types: tuple[str, ...] = ()) -> Neighbourhood:
    return neighbourhood(provenance_of(*CHAIN), [ROOT], depth=depth, direction=direction, types=types)


def numbers(found: Neighbourhood) -> list[int]:
    return [int((edge.event_id or "")[4:12], 16) for edge in found.edges]


def test_each_step_reaches_one_relation_further() -> None:
    assert numbers(around(depth=1)) == [1, 4]
    assert numbers(around(depth=2)) == [1, 2, 4]
    assert numbers(around(depth=3)) == [1, 2, 3, 4]


def test_less_than_one_step_is_one() -> None:
    assert around(depth=0) == around(depth=1)


def test_the_direction_holds_at_every_hop() -> None:
    assert numbers(around(depth=9, direction=Direction.OUTGOING)) == [1, 2]
    assert numbers(around(depth=9, direction=Direction.INCOMING)) == [4]


def test_a_type_that_is_not_wanted_is_not_followed_either() -> None:
    assert numbers(around(depth=9, types=("informed_by", "implements"))) == [1, 4]


def test_truncated_says_that_there_is_more() -> None:
    assert [around(depth=depth).truncated for depth in (1, 2, 3)] == [True, True, False]


def test_an_unknown_node_has_only_itself() -> None:
    nobody = Node("action", "nothing", "nobody")
    assert neighbourhood(provenance_of(*CHAIN), [nobody], depth=3) == Neighbourhood((nobody,), (), truncated=False)


def test_two_events_with_one_relation_id_are_both_there() -> None:
    twin = relation(5, "informed_by", A, record_node(3), relation_id=ident("rel", 1))
    found = neighbourhood(provenance_of(*CHAIN, twin), [ROOT], depth=1)
    assert [edge.target.id for edge in found.edges if edge.relation_id == ident("rel", 1)] == [
        ident("rec", 1),
        ident("rec", 3),
    ]


def test_receipts_lead_from_a_record_by_its_projection_to_the_thread() -> None:
    listed = ([ident("evt", 1)], [ident("rec", 1), ident("rec", 2)])
    events = [created(1), thread(20, "t1"), projection(21, "t1", *listed), receipt(22, 21, "t1", *listed)]
    found = neighbourhood(provenance_of(*events), [Node("record", ident("rec", 1))], depth=2)
    assert [node.kind for node in found.nodes] == ["projection", "record", "record", "thread"]
    assert {edge.receipt_id for edge in found.edges} == {ident("rcp", 22)}
    assert len(found.edges) == 3


def test_a_relation_of_a_node_to_itself_is_one_edge() -> None:
    found = neighbourhood(provenance_of(relation(1, "supersedes", record_node(1), record_node(1))), [ROOT], depth=1)
    assert found.edges == ()
    own = neighbourhood(
        provenance_of(relation(1, "supersedes", record_node(1), record_node(1))),
        [Node("record", ident("rec", 1))],
        depth=2,
    )
    assert len(own.edges) == 1
