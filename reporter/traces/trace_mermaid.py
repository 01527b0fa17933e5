"""A trace as a Mermaid flowchart, for pages that draw such a block.

A thick line is causality, a broken one availability, a thin one lineage; every line says its type in words too. Each
label stands in quotes, and every character in it that could mean something to Mermaid, HTML or Markdown is written as
its number: no text of a ledger can end a label, open a directive, a link or a tag, or leave a fenced block.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...ledger.display import visible
from ...ledger.events import Node
from ...ledger.history import History
from ...ledger.wording import counted
from ..graph.disputes import disputed_relations
from ..graph.edges import Edge, EdgeClass
from ..graph.provenance import NodeKey
from .drawing_words import Disputes, edge_words, node_lines
from .trace import Trace

MOST_LINES = 200  # of a drawing; what draws it refuses many more
LONGEST_LABEL = 60  # characters of one line of a label

_ARROWS = {
    EdgeClass.CAUSALITY: "==>",
    EdgeClass.AVAILABILITY: "-.->",
    EdgeClass.LINEAGE: "-->",
    EdgeClass.LIFECYCLE: "-->",
}
_FIRST = (EdgeClass.CAUSALITY, EdgeClass.LINEAGE, EdgeClass.AVAILABILITY, EdgeClass.LIFECYCLE)
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._-,()")
# Mermaid itself writes entities with these while it works, and reads them back as such.
_ITS_OWN = frozenset("\ufb02\u00b0\u00b6\u00df")


def render_mermaid(trace: Trace, history: History) -> str:
    """The answer as one flowchart, nodes numbered in the order of their keys; ends with a newline."""
    lines = _lines(trace.relations, disputed_relations(history))
    shown = lines[:MOST_LINES]
    nodes = {node.key: node for node in (trace.root, *trace.nodes)}
    if len(shown) < len(lines):
        drawn = {key for source, target, _, _ in shown for key in (source, target)} | {trace.root.key}
        nodes = {key: node for key, node in nodes.items() if key in drawn}
    names = {key: f"n{number}" for number, key in enumerate(sorted(nodes))}
    told = [
        "flowchart LR",
        *(f'  {names[key]}["{_label(trace, nodes[key])}"]' for key in names),
        *(
            f'  {names[source]} {_ARROWS[kind]}|"{_escaped(words)}"| {names[target]}'
            for source, target, words, kind in shown
        ),
        f"  style {names[trace.root.key]} stroke-width:3px",
    ]
    if len(shown) < len(lines):
        told.append(f"  %% showing {len(shown)} of {counted(len(lines), 'line')}")
    return "\n".join(told) + "\n"


def _lines(edges: Sequence[Edge], disputes: Disputes) -> list[tuple[NodeKey, NodeKey, str, EdgeClass]]:
    """The lines, each once with how many relations it stands for; declarations first, then lineage, then receipts."""
    counts: dict[tuple[int, NodeKey, NodeKey, str, EdgeClass], int] = {}
    for edge in edges:
        kind = edge.edge_class
        key = (_FIRST.index(kind), edge.source.key, edge.target.key, edge_words(edge, disputes), kind)
        counts[key] = counts.get(key, 0) + 1
    return [
        (source, target, f"{words} ×{number}" if number > 1 else words, kind)
        for (_, source, target, words, kind), number in sorted(counts.items())
    ]


def _label(trace: Trace, node: Node) -> str:
    return "<br/>".join(_escaped(_cut(visible(line))) for line in node_lines(trace, node))


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_LABEL else f"{line[: LONGEST_LABEL - 1]}…"


def _escaped(text: str) -> str:
    """A text for between the quotes of a label; a number between ``#`` and ``;`` stands for a character."""
    return "".join(
        char if char in _PLAIN or (ord(char) > 127 and char not in _ITS_OWN) else f"#{ord(char)};" for char in text
    )
