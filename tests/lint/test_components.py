from __future__ import annotations

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.lint.components import circular_components

NODES = st.sampled_from("abcdefg")


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(NODES, st.lists(NODES, max_size=4, unique=True)))
def test_the_components_are_those_that_networkx_finds(edges: dict[str, list[str]]) -> None:
    graph: networkx.DiGraph[str] = networkx.DiGraph(edges)
    expected = sorted(tuple(sorted(part)) for part in networkx.strongly_connected_components(graph) if len(part) > 1)
    assert circular_components(edges) == expected


def test_a_circle_as_long_as_a_ledger_needs_no_recursion() -> None:
    edges = {f"{number:06d}": [f"{(number + 1) % 20_000:06d}"] for number in range(20_000)}
    [members] = circular_components(edges)
    assert len(members) == 20_000
