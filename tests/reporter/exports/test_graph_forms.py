"""GraphML and DOT, read back by those who read such files."""

from __future__ import annotations

import io
import re
import shutil
import subprocess

import networkx as nx
import pytest
from support.datasets import BROKEN, COMMIT, HOSTILE, dataset, story
from support.events import ident, record_node, relation

from fingerpost.ledger.display import visible
from fingerpost.reporter.exports.graph_forms import render_dot, render_graphml


def test_graphml_comes_back_with_its_classes_apart() -> None:
    data = dataset(*story(HOSTILE), text=BROKEN)
    found = nx.read_graphml(io.BytesIO(render_graphml(data).encode("ascii")), force_multigraph=True)
    edges = {(source, target, told["type"]): told for source, target, told in found.edges(data=True)}
    commit, record = f"commit:{COMMIT}", f"record:{ident('rec', 1)}"
    assert edges[commit, record, "implements"]["class"] == "causality"
    assert edges[commit, record, "implements"]["reason"] == visible(HOSTILE)
    assert edges[commit, f"record:{ident('rec', 2)}", "implements"]["trailer"] == visible(
        f"Fabric-Implements: {BROKEN}"
    )
    assert "trust_level" not in edges[commit, f"record:{ident('rec', 2)}", "implements"]
    assert found.nodes[record]["state"] == "contested"
    assert len(found.edges) == len(data.relations)


def test_graphml_keeps_nodes_apart_whose_spelling_is_one() -> None:
    theirs, literal = {"kind": "action", "provider": "a", "id": "b"}, {"kind": "action", "id": "a:b"}
    data = dataset(
        *story(),
        relation(20, "informed_by", theirs, record_node(1)),
        relation(21, "implements", literal, record_node(1)),
    )
    found = nx.read_graphml(io.BytesIO(render_graphml(data).encode("ascii")), force_multigraph=True)
    told = {
        (found.nodes[source].get("provider"), found.nodes[source]["id"], edge["type"])
        for source, _, edge in found.edges(data=True)
        if edge.get("event_id") in (ident("evt", 20), ident("evt", 21))
    }
    assert told == {("a", "b", "informed_by"), (None, "a:b", "implements")}
    assert len(found) == len(list(data.nodes()))


def test_graphml_and_dot_are_the_same_whatever_the_order_of_files() -> None:
    one, other = dataset(*story()), dataset(*reversed(story()))
    assert render_graphml(one) == render_graphml(other)
    assert render_dot(one) == render_dot(other)


def test_nothing_of_the_ledger_acts_in_dot() -> None:
    text = render_dot(dataset(*story(HOSTILE), text=BROKEN))
    assert "\x1b" not in text
    # Outside of quotes there is only what is ours.
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    assert re.fullmatch(r"[a-z0-9 \[\]=,;{}>_\n-]*", bare), bare


@pytest.mark.skipif(shutil.which("dot") is None, reason="graphviz is not installed")
def test_graphviz_reads_it() -> None:
    text = render_dot(dataset(*story(HOSTILE), text=BROKEN))
    subprocess.run(["dot", "-Tcanon"], input=text.encode(), check=True, capture_output=True)
