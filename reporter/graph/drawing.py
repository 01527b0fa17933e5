"""A small drawing of what lies around one thing: laid out in layers, spelled as SVG, the same for the same input.

Left of the centre stands what points at it, right of it what it points at. A dashed line is availability, a solid
one causality, dotted is lineage; every line also says its type in words, so colour is never alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ...ledger.events import Node
from ...ledger.inert import Safe, text
from .edges import Edge, EdgeClass
from .provenance import NodeKey

MOST_NODES = 60

_WIDTH, _HEIGHT = 176, 46  # of a node's box, in SVG units
_COLUMN, _ROW = 286, 60  # from one box to the next
_MARGIN = 12
_APART = 13  # from one arrow to the next between the same boxes
_LABEL, _ID = 24, 28  # characters that fit into a box

_STYLE = (
    ".fp-g{font:12px system-ui,sans-serif}"
    ".fp-g rect{fill:var(--fp-card,#fff);stroke:var(--fp-line,#8a94a3)}"
    ".fp-g .c rect{stroke-width:2.5;stroke:var(--fp-ink,#1c2430)}"
    ".fp-g text{fill:var(--fp-ink,#1c2430)}"
    ".fp-g .k{font-size:10px;fill:var(--fp-soft,#5a6472)}"
    ".fp-g path{fill:none;stroke:var(--fp-soft,#5a6472);stroke-width:1.4}"
    ".fp-g .causality{stroke:var(--fp-causality,#8a3ffc);stroke-width:2.4}"
    ".fp-g .availability{stroke:var(--fp-availability,#0f62fe);stroke-dasharray:7 4}"
    ".fp-g .lineage{stroke-dasharray:1.5 3.5;stroke-linecap:round}"
    ".fp-g .e{font-size:10px;paint-order:stroke;stroke:var(--fp-paper,#fff);stroke-width:4px;text-anchor:middle}"
)


@dataclass(frozen=True, slots=True)
class Box:
    """One node as drawn: its corner, in SVG units, and its words."""

    node: Node
    label: str
    x: int
    y: int
    centre: bool


@dataclass(frozen=True, slots=True)
class Arrow:
    """One or more relations of one type between two boxes; the ``place``-th of ``places`` arrows between the two."""

    source: Box
    target: Box
    type: str
    edge_class: EdgeClass
    count: int
    place: int = 0
    places: int = 1

    @property
    def shift(self) -> int:
        """How far below the middle it runs, so that no two arrows of a pair cover each other."""
        return (2 * self.place - self.places + 1) * _APART // 2


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished layout. ``shown`` of ``total`` nodes are in it."""

    title: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    width: int
    height: int
    shown: int
    total: int


def draw(centre: Node, edges: Sequence[Edge], title: str, label: Callable[[Node], str]) -> Drawing:
    """Lay out the ends of these edges; beyond :data:`MOST_NODES` the nearest stay, then those of the least key."""
    layers = _layers(centre, edges)
    known = {node.key: node for edge in edges for node in (edge.source, edge.target)} | {centre.key: centre}
    near = sorted((key for key in layers if key in known), key=lambda key: (abs(layers[key]), layers[key] != 0, key))
    kept = near[:MOST_NODES]
    boxes, width, height = _place(kept, layers, known, centre, label)
    grouped: dict[tuple[NodeKey, NodeKey, str], list[Edge]] = {}
    for edge in edges:
        if edge.source.key in boxes and edge.target.key in boxes:
            grouped.setdefault((edge.source.key, edge.target.key, edge.type), []).append(edge)
    return Drawing(
        title, tuple(boxes[key] for key in kept), _arrows(grouped, boxes), width, height, len(kept), len(known)
    )


def _arrows(
    grouped: Mapping[tuple[NodeKey, NodeKey, str], Sequence[Edge]], boxes: Mapping[NodeKey, Box]
) -> tuple[Arrow, ...]:
    pairs: dict[frozenset[NodeKey], list[tuple[NodeKey, NodeKey, str]]] = {}
    for source, target, kind in sorted(grouped):
        pairs.setdefault(frozenset((source, target)), []).append((source, target, kind))
    return tuple(
        Arrow(boxes[source], boxes[target], kind, found[0].edge_class, len(found), among.index(name), len(among))
        for name, found in sorted(grouped.items())
        for source, target, kind in [name]
        for among in [pairs[frozenset((source, target))]]
    )


def _layers(centre: Node, edges: Sequence[Edge]) -> dict[NodeKey, int]:
    """How far right (along relations) or left (against them) of the centre each node stands, by its shortest way."""
    ways: dict[NodeKey, set[tuple[NodeKey, int]]] = {}
    for edge in edges:
        ways.setdefault(edge.source.key, set()).add((edge.target.key, 1))
        ways.setdefault(edge.target.key, set()).add((edge.source.key, -1))
    layers = {centre.key: 0}
    frontier = [centre.key]
    while frontier:
        reached: list[NodeKey] = []
        for key in frontier:
            for far, step in sorted(ways.get(key, ())):
                if far not in layers:
                    side = layers[key] or step
                    layers[far] = layers[key] + (1 if side > 0 else -1)
                    reached.append(far)
        frontier = sorted(reached)
    return layers


def _place(
    kept: Sequence[NodeKey],
    layers: Mapping[NodeKey, int],
    known: Mapping[NodeKey, Node],
    centre: Node,
    label: Callable[[Node], str],
) -> tuple[dict[NodeKey, Box], int, int]:
    columns: dict[int, list[NodeKey]] = {}
    for key in kept:
        columns.setdefault(layers[key], []).append(key)
    tallest = max(len(column) for column in columns.values())
    height = tallest * _ROW - (_ROW - _HEIGHT) + 2 * _MARGIN + 14
    boxes = {}
    for place, layer in enumerate(sorted(columns)):
        column = sorted(columns[layer])
        top = _MARGIN + (tallest - len(column)) * _ROW // 2
        for row, key in enumerate(column):
            corner = (_MARGIN + place * _COLUMN, top + row * _ROW)
            boxes[key] = Box(known[key], label(known[key]), *corner, centre=key == centre.key)
    return boxes, len(columns) * _COLUMN - (_COLUMN - _WIDTH) + 2 * _MARGIN, height


def spell(drawing: Drawing, href: Callable[[Node], str | None]) -> Safe:
    """The drawing as one SVG element, with a title and a description in words; ``href`` says where a box leads."""
    description = "; ".join(
        f"{arrow.source.label} {arrow.type.replace('_', ' ')} {arrow.target.label}" for arrow in drawing.arrows
    )
    # The links of an image cannot be reached; a group keeps them.
    role = "group" if any(href(box.node) is not None for box in drawing.boxes) else "img"
    size = f'viewBox="0 0 {drawing.width} {drawing.height}" width="{drawing.width}" height="{drawing.height}"'
    least = f'style="min-width:{drawing.width * 4 // 5}px"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fp-g" role="{role}" {size} {least}>',
        f"<title>{text(drawing.title)}</title><desc>{text(description or 'Nothing is related to it.')}</desc>",
        f"<style>{_STYLE}</style>",
        '<defs><marker id="fp-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        'markerUnits="userSpaceOnUse" orient="auto-start-reverse">'
        '<path d="M0 0L8 4L0 8z" style="fill:context-stroke;stroke:none"/></marker></defs>',
        *(_arrow_line(arrow) for arrow in drawing.arrows),
        *(_box(box, href(box.node)) for box in drawing.boxes),
        *_arrow_words(drawing.arrows),
        "</svg>",
    ]
    return Safe("".join(str(part) for part in parts))


def _box(box: Box, href: str | None) -> str:
    body = (
        f'<rect x="{box.x}" y="{box.y}" width="{_WIDTH}" height="{_HEIGHT}" rx="{_corner(box.node.kind)}"/>'
        f'<text class="k" x="{box.x + 10}" y="{box.y + 17}">{text(_cut(box.node.kind, _ID))}</text>'
        f'<text x="{box.x + 10}" y="{box.y + 34}">{text(_cut(box.label, _LABEL))}</text>'
    )
    inner = f"<title>{text(box.node.spelled)}</title>{body}"
    group = f'<g class="c">{inner}</g>' if box.centre else f"<g>{inner}</g>"
    return f'<a href="{text(href)}">{group}</a>' if href is not None else group


def _corner(kind: str) -> int:
    return {"record": 6, "commit": 23, "thread": 14}.get(kind, 0)


def _ends(arrow: Arrow) -> tuple[int, int, int, int, int]:
    """Start, end and the reach of the curve; boxes of one column are joined around their right side."""
    y1, y2 = (box.y + _HEIGHT // 2 + arrow.shift for box in (arrow.source, arrow.target))
    if arrow.source.x == arrow.target.x:
        x = arrow.source.x + _WIDTH
        return x, y1, x, y2, 1
    if arrow.source.x < arrow.target.x:
        return arrow.source.x + _WIDTH, y1, arrow.target.x, y2, 0
    return arrow.source.x, y1, arrow.target.x + _WIDTH, y2, 0


def _sides(arrow: Arrow) -> tuple[tuple[NodeKey, int], tuple[NodeKey, int]]:
    """Which side of which box the arrow leaves and reaches."""
    x1, _, x2, _, _ = _ends(arrow)
    return (arrow.source.node.key, x1), (arrow.target.node.key, x2)


def _arrow_line(arrow: Arrow) -> str:
    x1, y1, x2, y2, loop = _ends(arrow)
    one, two = (x1 + 40, x2 + 40) if loop else ((x1 + x2) // 2, (x1 + x2) // 2)
    return (
        f'<path class="{arrow.edge_class}" marker-end="url(#fp-tip)" d="M{x1} {y1}C{one} {y1} {two} {y2} {x2} {y2}"/>'
    )


def _arrow_words(arrows: Sequence[Arrow]) -> list[str]:
    """The types in words, each at the end of its arrow that fewer arrows share, where none covers another."""
    crowd: dict[tuple[NodeKey, int], int] = {}
    for arrow in arrows:
        for side in _sides(arrow):
            crowd[side] = crowd.get(side, 0) + 1
    words = []
    for arrow in arrows:
        x1, y1, x2, y2, loop = _ends(arrow)
        source, target = _sides(arrow)
        at_target = crowd[target] <= crowd[source]
        near, far, y = (x2, x1, y2) if at_target else (x1, x2, y1)
        x = (x1 + x2) // 2 + 30 if loop else near + (far - near) * 2 // 5
        times = f" ×{arrow.count}" if arrow.count > 1 else ""
        words.append(
            f'<text class="e" x="{x}" y="{(y1 + y2) // 2 if loop else y + 3}">{text(arrow.type)}{times}</text>'
        )
    return words


def _cut(value: str, most: int) -> str:
    return value if len(value) <= most else f"{value[: most - 1]}…"
