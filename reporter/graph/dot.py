"""How DOT spells a graph of a ledger: its lines by class, its defaults, and texts that cannot act in it."""

from __future__ import annotations

from .edges import EdgeClass

LONGEST_LABEL = 60  # characters of one line of a label; the whole id is in the tooltip

STYLES = {
    EdgeClass.AVAILABILITY: 'style="dashed", color="#0f62fe"',
    EdgeClass.CAUSALITY: 'style="solid", color="#8a3ffc", penwidth="2"',
    EdgeClass.LINEAGE: 'style="dotted", color="#5a6472"',
    EdgeClass.LIFECYCLE: 'style="bold", color="#8a94a3", arrowhead="empty"',
}
"""The attributes of a line: no two classes are told apart by colour alone."""


def opening(name: str) -> tuple[str, ...]:
    """The first lines of a digraph called ``name``, a word of ours."""
    return (
        f"digraph {name} {{",
        '  graph [rankdir="LR", charset="UTF-8"];',
        '  node [shape="box", fontname="sans-serif", fontsize="11"];',
        '  edge [fontname="sans-serif", fontsize="9"];',
    )


def quoted(text: str) -> str:
    """A text for between the quotes of DOT, where a backslash begins an escape and ``&`` an HTML entity."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
