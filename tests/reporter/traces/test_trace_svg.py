"""The drawing of an answer: well-formed, without links, each spelling of the subject one box."""

from __future__ import annotations

from xml.etree import ElementTree

from support.claims import spelled
from support.events import Wire, created, ident, record_node, relation
from support.surveys import ALL_HOSTILE
from support.traces import COMMIT

from fingerpost.ledger.instants import instant
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.traces.trace_svg import render_svg

SVG = "{http://www.w3.org/2000/svg}"


def drawn(node: str, *events: Wire, **given: object) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(*spelled(node, *events, given=given)))


def words(root: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()) for element in root.iter(f"{SVG}text"))


def test_the_answer_is_drawn_around_what_is_asked_about() -> None:
    challenge = created(
        40, kind="challenge", status="open", extensions={"fingerpost.challenges-relation": ident("rel", 30)}
    )
    follows = relation(30, "implements", {"kind": "commit", "id": COMMIT}, record_node(1))
    root = drawn(f"commit:{COMMIT}", created(1), follows, challenge)
    assert "Direction number 1" in words(root)
    assert "implements (disputed)" in words(root)
    assert len(root.findall(f".//{SVG}rect")) == 2


def test_two_spellings_of_a_commit_are_one_box() -> None:
    fact = CommitFact("exact", COMMIT, instant("2026-03-02T14:00:00Z"))
    events = [
        created(1),
        created(2),
        relation(30, "implements", {"kind": "commit", "id": COMMIT}, record_node(1)),
        relation(31, "implements", {"kind": "commit", "id": COMMIT[:9]}, record_node(2)),
    ]
    root = drawn(f"commit:{COMMIT}", *events, facts={COMMIT: fact, COMMIT[:9]: fact})
    assert len(root.findall(f".//{SVG}rect")) == 3


def test_nothing_in_the_ledger_acts() -> None:
    node = {"kind": f"commit{ALL_HOSTILE}", "id": f"x{ALL_HOSTILE}", "url": "javascript:x"}
    root = drawn(ident("rec", 1), created(1, text=ALL_HOSTILE), relation(2, "implements", node, record_node(1)))
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "path", "polygon", "g", "rect", "text"}
    assert not any(name.startswith("on") or "href" in name for element in root.iter() for name in element.attrib)


def test_what_nothing_names_is_drawn_alone() -> None:
    assert len(drawn("action:ci:7", created(1)).findall(f".//{SVG}rect")) == 1
