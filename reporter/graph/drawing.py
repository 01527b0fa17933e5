"""A small drawing of what lies around one thing: laid out in layers, spelled as SVG, the same for the same input.

Left of the centre stands what points at it, right of it what it points at. A dashed line is availability, a solid
one causality, dotted is lineage; every line also says its type in words, so colour is never alone. What is to be said
against a declaration (disputed, its record expired since) stands beside its type, in words too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from ...ledger.events import Node
from ...ledger.inert import Safe, visible
from .edges import Edge, EdgeClass
from .provenance import NodeKey
from .svg import Href, box, cut, document, group, line, spell, tip, words
from .taken import Taken

__all__ = ["MOST_NODES", "Arrow", "Box", "Drawing", "draw", "spell", "unmarked"]

MOST_NODES = 60

_Group = tuple[NodeKey, NodeKey, str, str]  # source, target, type, mark

_WIDTH, _HEIGHT = 176, 46  # of a node's box, in SVG units
_COLUMN, _ROW = 286, 60  # from one box to the next
_MARGIN = 12
_APART = 13  # from one arrow to the next between the same boxes
_LABEL = 24  # characters that fit into a box
_WORDS = 60  # characters that an arrow says
_LETTER = 6  # of its words about, in SVG units
_WAYS = (35, 42, 50, 28, 58, 66, 22, 75)  # hundredths of an arrow at which its words may stand


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
    """One or more relations of one type and mark between two boxes; the ``place``-th of ``places`` between the two.

    ``mark`` is what is to be said against them, in a few words, or empty.
    """

    source: Box
    target: Box
    type: str
    edge_class: EdgeClass
    count: int
    place: int = 0
    places: int = 1
    mark: str = ""

    @property
    def words(self) -> str:
        """What stands beside the arrow."""
        times = f" ×{self.count}" if self.count > 1 else ""
        return cut(f"{self.type}{times}{f' ({self.mark})' if self.mark else ''}", _WORDS)

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

    def spelled(self, href: Href) -> Safe:
        """The drawing as one SVG element; its description has every arrow in words."""
        description = "; ".join(
            f"{arrow.source.label} {arrow.type.replace('_', ' ')} {arrow.target.label}"
            f"{f' ({arrow.mark})' if arrow.mark else ''}"
            for arrow in self.arrows
        )
        parts = [
            *(_arrow_line(arrow) for arrow in self.arrows),
            *(_box(box, href(box.node)) for box in self.boxes),
            *_arrow_words(self.arrows, self.boxes),
        ]
        linked = any(href(box.node) is not None for box in self.boxes)
        told = description or "Nothing is related to it."
        return document(self.title, told, (self.width, self.height), parts, linked=linked)


def unmarked(_: Edge) -> str | None:
    """The mark of edges of which nothing is to be said."""
    return None


def draw(
    centre: Node,
    edges: Sequence[Edge],
    title: str,
    label: Callable[[Node], str],
    mark: Callable[[Edge], str | None] = unmarked,
) -> Drawing:
    """Lay out the ends of these edges; beyond :data:`MOST_NODES` the nearest stay, then those of the least key.

    ``mark`` gives what is to be said against an edge (``disputed``, ``expired since``): such an edge is an arrow of its
    own, apart from those of its type of which nothing is to be said.
    """
    layers = _layers(centre, edges)
    known = {node.key: node for edge in edges for node in (edge.source, edge.target)} | {centre.key: centre}
    near = sorted((key for key in layers if key in known), key=lambda key: (abs(layers[key]), layers[key] != 0, key))
    kept = near[:MOST_NODES]
    grouped: dict[_Group, list[Edge]] = {}
    for edge in edges:
        if edge.source.key in kept and edge.target.key in kept:
            group = (edge.source.key, edge.target.key, edge.type, mark(edge) or "")
            grouped.setdefault(group, []).append(edge)
    boxes, width, height = _place(kept, layers, known, centre, label, _column(grouped))
    arrows = _arrows(grouped, boxes)
    width = max(width, *(_reach(arrow) + _MARGIN for arrow in arrows)) if arrows else width
    return Drawing(title, tuple(boxes[key] for key in kept), arrows, width, height, len(kept), len(known))


def _column(grouped: Iterable[_Group]) -> int:
    """From one box to the next: as far as the words of a marked arrow need, which stand two fifths from an end."""
    marked = [len(f"{kind} ×00 ({mark})") for _, _, kind, mark in grouped if mark]
    return max(_COLUMN, _WIDTH + min(max(marked, default=0), _WORDS) * 7)


def _arrows(grouped: Mapping[_Group, Sequence[Edge]], boxes: Mapping[NodeKey, Box]) -> tuple[Arrow, ...]:
    pairs: dict[frozenset[NodeKey], list[_Group]] = {}
    for each in sorted(grouped):
        pairs.setdefault(frozenset(each[:2]), []).append(each)
    return tuple(
        Arrow(boxes[source], boxes[target], kind, found[0].edge_class, len(found), among.index(each), len(among), mark)
        for each, found in sorted(grouped.items(), key=itemgetter(0))
        for source, target, kind, mark in [each]
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
    column_width: int,
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
            corner = (_MARGIN + place * column_width, top + row * _ROW)
            boxes[key] = Box(known[key], label(known[key]), *corner, centre=key == centre.key)
    return boxes, len(columns) * column_width - (column_width - _WIDTH) + 2 * _MARGIN, height


def _box(drawn: Box, href: str | None) -> str:
    label = [cut(visible(drawn.label), _LABEL)]
    inner = box((drawn.x, drawn.y), (_WIDTH, _HEIGHT), drawn.node.kind, label, centre=drawn.centre)
    return group(inner, drawn.node.spelled, href, centre=drawn.centre)


def _ends(arrow: Arrow) -> tuple[int, int, int, int, int]:
    """Start, end and the reach of the curve; boxes of one column are joined around their right side."""
    y1, y2 = (box.y + _HEIGHT // 2 + arrow.shift for box in (arrow.source, arrow.target))
    if arrow.source.x == arrow.target.x:
        x = arrow.source.x + _WIDTH
        return x, y1, x, y2, 1
    if arrow.source.x < arrow.target.x:
        return arrow.source.x + _WIDTH, y1, arrow.target.x, y2, 0
    return arrow.source.x, y1, arrow.target.x + _WIDTH, y2, 0


def _reach(arrow: Arrow) -> int:
    """How far right an arrow goes that runs around the boxes of one column, with its words; 0 of any other."""
    x, _, _, _, loop = _ends(arrow)
    return _beside(x, arrow) + max(10, len(arrow.words) * _LETTER // 2) if loop else 0


def _beside(x: int, arrow: Arrow) -> int:
    """The middle of the words of an arrow around the boxes of one column that end at ``x``."""
    return x + max(30, len(arrow.words) * _LETTER // 2 + 4)


def _sides(arrow: Arrow) -> tuple[tuple[NodeKey, int], tuple[NodeKey, int]]:
    """Which side of which box the arrow leaves and reaches."""
    x1, _, x2, _, _ = _ends(arrow)
    return (arrow.source.node.key, x1), (arrow.target.node.key, x2)


def _arrow_line(arrow: Arrow) -> str:
    x1, y1, x2, y2, loop = _ends(arrow)
    one, two = _controls(x1, x2, loop)
    right = not loop and x1 < x2
    path = f"M{x1} {y1}C{one} {y1} {two} {y2} {x2} {y2}"
    return line(arrow.edge_class, path) + tip(arrow.edge_class, x2, y2, right=right)


def _controls(x1: int, x2: int, loop: int) -> tuple[int, int]:
    """How far the curve leans out on its way."""
    return (x1 + 40, x2 + 40) if loop else ((x1 + x2) // 2, (x1 + x2) // 2)


def _arrow_words(arrows: Sequence[Arrow], boxes: Iterable[Box]) -> list[str]:
    """The types in words, each on its arrow near the end that fewer share, where it covers neither box nor words."""
    crowd: dict[tuple[NodeKey, int], int] = {}
    for arrow in arrows:
        for side in _sides(arrow):
            crowd[side] = crowd.get(side, 0) + 1
    taken = Taken()
    for each in boxes:
        taken.add((each.x, each.y, each.x + _WIDTH, each.y + _HEIGHT))
    told = []
    for arrow in arrows:
        source, target = _sides(arrow)
        half = len(arrow.words) * _LETTER // 2
        places = list(_places(arrow, at_target=crowd[target] <= crowd[source]))
        areas = [(x - half, y - 9, x + half, y + 3) for x, y in places]
        free = next((place for place, area in enumerate(areas) if taken.free(area)), 0)
        taken.add(areas[free])
        told.append(words("e", *places[free], arrow.words, middle=True))
    return told


def _places(arrow: Arrow, *, at_target: bool) -> Iterator[tuple[int, int]]:
    """Where the middle of an arrow's words may stand, the best first: on the curve, then close to it."""
    x1, y1, x2, y2, loop = _ends(arrow)
    one, two = _controls(x1, x2, loop)
    for aside in (0, -_APART, _APART):
        for way in _WAYS:
            t = 100 - way if at_target else way  # hundredths of the curve
            back = 100 - t
            x = (x1 * back**3 + 3 * one * back**2 * t + 3 * two * back * t**2 + x2 * t**3) // 100**3
            y = (y1 * (back**3 + 3 * back**2 * t) + y2 * (3 * back * t**2 + t**3)) // 100**3
            yield _beside(x1, arrow) if loop else x, y + 3 + aside
