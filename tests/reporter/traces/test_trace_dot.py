"""The drawing of an answer: its relations and no others, each class in its own style, nothing that acts."""

from __future__ import annotations

import re
import subprocess
import sys
from random import Random

import pytest
from support.claims import by_trailer, spelled
from support.events import Wire, changed, created, ident, projection, receipt, record_node, relation, stores_of, thread
from support.traces import COMMIT, trace_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.load import load
from fingerpost.reporter.graph.edges import EdgeClass
from fingerpost.reporter.traces.trace import Request
from fingerpost.reporter.traces.trace_dot import answer_graph, render_dot

HERE = {"kind": "commit", "id": COMMIT}
LISTED = ([ident("evt", 1)], [ident("rec", 1)])
EVENTS = [
    created(1),
    changed(2, 1, 1),
    created(3),
    thread(20, "t1"),
    projection(21, "t1", *LISTED),
    receipt(22, 21, "t1", *LISTED),
    relation(30, "implements", HERE, record_node(1)),
    relation(31, "supersedes", record_node(3), record_node(1)),
    relation(32, "delivered_to", record_node(1), HERE),
    relation(33, "derived_from", record_node(3), {"kind": "message", "provider": "chat", "id": "7"}),
]
QUOTED = r'"(?:[^"\\]|\\.)*"'
NAMED = rf"[a-z]+={QUOTED}"
LINE = re.compile(
    rf"digraph trace \{{|\}}|  (?:graph|node|edge|n\d+|n\d+ -> n\d+) \[{NAMED}(?:, {NAMED})*\];",
)


def dot_of(text: str, *events: Wire, request: Request | None = None) -> str:
    history = build_history(load(stores_of(*events)))
    return render_dot(trace_of(text, *events, request=request), history)


def lines_of(dot: str) -> list[str]:
    """The lines, after a look at each: nothing but numbered nodes, arrows and quoted texts."""
    lines = dot.splitlines()
    for line in lines:
        assert LINE.fullmatch(line), line
    return lines


def styles(dot: str) -> set[tuple[str, str]]:
    """The label and the style of every arrow."""
    return {
        (found[1], found[2])
        for line in lines_of(dot)
        if (found := re.search(r'-> .*label="([^"]*)".*style="(\w+)"', line))
    }


def test_each_class_has_a_style_and_each_arrow_its_type_in_words() -> None:
    assert styles(dot_of(ident("rec", 1), *EVENTS)) == {
        ("implements", "solid"),
        ("delivered_to", "dashed"),
        ("delivered_to (by hand)", "dashed"),
        ("supersedes", "dotted"),
        ("derived_from", "dotted"),
        ("revision", "bold"),
        ("extends", "bold"),
    }


def test_the_edges_are_the_relations_of_the_answer_and_the_chain_of_its_record() -> None:
    for text in (f"commit:{COMMIT}", ident("rec", 1), "thread:t1"):
        for depth in (1, 2, 3):
            trace = trace_of(text, *EVENTS, request=Request(depth))
            graph = answer_graph(trace, build_history(load(stores_of(*EVENTS))))
            told = [data for *_, data in graph.edges(data=True) if data["class"] is not EdgeClass.LIFECYCLE]
            assert sorted((data["relation_id"], data["event_id"]) for data in told) == [
                edge.order[:2] for edge in trace.relations
            ]
            chain = graph.number_of_edges() - len(told)
            assert chain == (3 if text == ident("rec", 1) else 0)


def test_a_trailer_and_a_dispute_are_marked() -> None:
    edge = by_trailer(COMMIT, 1)
    shown = spelled(f"commit:{COMMIT}", created(1), relations=(edge,), nodes=(edge.source, edge.target))
    dot = render_dot(*shown)
    assert styles(dot) == {("implements (trailer)", "solid")}
    assert f'tooltip="causality: Fabric-Implements: {ident("rec", 1)}"' in dot
    asked = {"fingerpost.challenges-relation": ident("rel", 30)}
    challenge = created(40, kind="challenge", status="open", extensions=asked)
    assert ("implements (disputed)", "solid") in styles(dot_of(ident("rec", 1), *EVENTS, challenge))


def test_a_node_that_nothing_knows_is_drawn_alone() -> None:
    lines = lines_of(dot_of("action:nobody:nothing", *EVENTS))
    assert [line for line in lines if line.startswith("  n0")] == [
        '  n0 [label="action\\nnobody\\nnothing", tooltip="action:nobody:nothing", penwidth="2.5"];'
    ]
    assert not any("->" in line for line in lines)


def test_a_record_shows_its_title_and_state_and_a_commit_how_it_resolves() -> None:
    dot = dot_of(ident("rec", 1), *EVENTS)
    assert f'label="record, now active\\nDirection number 3\\n{ident("rec", 3)}"' in dot
    assert f'label="commit\\n{COMMIT}\\nexact"' in dot


@pytest.mark.parametrize(
    "evil", ['"]; evil [label="x', "back\\", '\\"', "&lt;b&gt; <b>", "line\nbreak\r", "\x1b[31m\u202e\ud800", "\\N"]
)
def test_no_text_of_the_ledger_leaves_its_quotes(evil: str) -> None:
    node = {"kind": f"commit{evil}", "id": f"x{evil}", "url": "javascript:alert(1)"}
    events = [
        created(1, text=f"Title {evil}"),
        relation(2, "implements", node, record_node(1)),
        thread(20, f"t{evil}"),
        projection(21, f"t{evil}", *LISTED),
        receipt(22, 21, f"t{evil}", *LISTED),
    ]
    dot = dot_of(ident("rec", 1), *events)
    lines_of(dot)
    assert "javascript" not in dot
    assert not set(dot).intersection("\x1b\r\u202e\ud800")
    assert "&lt;" not in dot
    dot.encode("utf-8")


def test_the_order_of_events_changes_nothing() -> None:
    shuffled = list(EVENTS)
    Random(7).shuffle(shuffled)
    assert dot_of(ident("rec", 1), *shuffled) == dot_of(ident("rec", 1), *EVENTS)


def test_only_the_drawing_imports_networkx() -> None:
    for module, expected in (("fingerpost.cli.trace", False), ("fingerpost.reporter.traces.trace_dot", True)):
        code = f"import sys, {module}; print('networkx' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
        assert done.stdout.strip() == str(expected)
