from __future__ import annotations

from typing import Any

from support.events import MemoryStore, Wire, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity

TARGET = "fabric.direction.challenges"


def challenge(number: int = 2, target: Any = None, **fields: Any) -> Wire:
    extensions = {} if target is None else {"extensions": {TARGET: target}}
    return created(number, **{"kind": "challenge", "status": "open", **extensions, **fields})


def resolution(number: int = 3, target: Any = None) -> Wire:
    return challenge(number, target, kind="challenge_resolution", status="accepted")


def test_a_target_may_be_named_by_the_extension_or_by_a_relation() -> None:
    named = (created(1), challenge(target=ident("rec", 1)), resolution(target=ident("rec", 2)))
    assert not only(findings_of(*named), "FP411")
    related = (
        created(1),
        challenge(),
        resolution(),
        relation(4, "challenges", record_node(2), record_node(1)),
        relation(5, "resolves", record_node(3), record_node(2)),
    )
    assert not only(findings_of(*related), "FP411")


def test_a_challenge_of_a_declaration_names_its_relation() -> None:
    declaration = relation(4, "implements", {"kind": "commit", "id": "a" * 40}, record_node(1))
    disputed = challenge(extensions={"fingerpost.challenges-relation": ident("rel", 4)})
    assert not only(findings_of(created(1), declaration, disputed), "FP411")
    [finding] = only(findings_of(created(1), disputed), "FP411")
    assert finding.pointer == "/payload/record/extensions/fingerpost.challenges-relation"


def test_no_target_is_reported() -> None:
    [finding] = only(findings_of(created(1), challenge()), "FP411")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 2), ident("rec", 2))
    assert finding.pointer == "/payload/record/kind"
    assert len(only(findings_of(created(1), resolution()), "FP411")) == 1


def test_an_unknown_target_and_one_of_another_type_are_reported_at_the_extension() -> None:
    for target in (ident("rec", 9), 12, [ident("rec", 1)], ""):
        [finding] = only(findings_of(created(1), challenge(target=target)), "FP411")
        assert finding.pointer == f"/payload/record/extensions/{TARGET}"
        assert finding.line is not None


def test_a_relation_to_the_right_record_mends_an_unknown_target() -> None:
    mended = (challenge(target=ident("rec", 9)), relation(4, "challenges", record_node(2), record_node(1)))
    assert not only(findings_of(created(1), *mended), "FP411")


def test_an_unknown_end_of_a_relation_is_the_relations_fault() -> None:
    found = findings_of(challenge(), relation(4, "challenges", record_node(2), record_node(9)))
    assert not only(found, "FP411")
    assert len(only(found, "FP701")) == 1


def test_a_target_that_could_not_be_read_is_that_files_fault() -> None:
    store = MemoryStore().add(created(1, surprise=1), challenge(target=ident("rec", 1)))
    assert not only(findings_of(stores=[store]), "FP411")
