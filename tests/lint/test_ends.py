from __future__ import annotations

from support.events import created, ident, record_node, relation
from support.lint import examination_of

from fingerpost.lint.ends import Ends, by_ends

COMMIT = {"kind": "commit", "id": "3f786850", "provider": "git"}
EVENTS = (
    created(1),
    created(2),
    relation(3, "implements", COMMIT, record_node(1)),
    relation(4, "supersedes", record_node(2), record_node(1)),
    relation(5, "implements", {**COMMIT, "url": "https://example.invalid"}, record_node(2)),
    relation(6, "derived_from", record_node(1), {"kind": "message", "id": "a:b"}),
    relation(7, "implements", COMMIT, record_node(2)),
)


def test_relations_of_one_kind_stand_together_in_the_order_given() -> None:
    found = by_ends(examination_of(*EVENTS).history.relations)
    plain = Ends("implements", "commit", "record", "git", None, addressed=False, colons=False)
    assert {ends: [each.relation_id for each in alike.relations] for ends, alike in found.items()} == {
        plain: [ident("rel", 3), ident("rel", 7)],
        plain._replace(addressed=True): [ident("rel", 5)],
        Ends("supersedes", "record", "record", None, None, addressed=False, colons=False): [ident("rel", 4)],
        Ends("derived_from", "record", "message", None, None, addressed=False, colons=True): [ident("rel", 6)],
    }
    assert found[plain].sources == [COMMIT["id"]] * 2
    assert found[plain].targets == [ident("rec", 1), ident("rec", 2)]
    assert [event.event_id for event, _ in found[plain].related] == [ident("evt", 3), ident("evt", 7)]


def test_an_examination_gives_those_that_are_wanted() -> None:
    examination = examination_of(*EVENTS)
    commits = examination.relations(lambda ends: ends.source == "commit")
    assert sorted(each.relation_id for _, each in commits) == [ident("rel", number) for number in (3, 5, 7)]
    assert examination.relations(lambda ends: ends.type == "resolves") == []
    assert [each.relation_id for _, each in examination.between_records("supersedes")] == [ident("rel", 4)]
