"""The two ladders of one subject, drawn: availability dashed, causality solid, never one inferred from the other.

Records stand left; threads, commits, actions and messages stand right. Above each line of the drawing the four steps
of availability lead away from the record, as far as they are known, and never arrive. Below it a solid line joins the
two where somebody declared it; where nobody did, the word *unknown* stands between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...ledger.events import Node
from ...ledger.inert import Safe, text
from .svg import COLOURS, INK, LINE, PAPER, SOFT, Href, box, cut, document, group, line, tip, words, wrapped

UNKNOWN = "unknown"
STEPS = ("Existed", "In scope", "Delivered", "Exposed")

_MARGIN = 12
_LEFT, _RIGHT = 164, 136  # widths of the boxes, in SVG units
_STEP = 76  # from one step of availability to the next
_GAP = 84  # from the last step to the box on the right, where unknown stands
_HEAD = 30  # of the names of the steps
_TRACK = 54  # height of the steps of one row
_BARE = 24  # height of what stands above the declarations of a row without steps
_TIE = 22  # height of one declaration
_BETWEEN = 14  # from one row to the next
_LABEL_LEFT, _LABEL_RIGHT = 22, 17  # cells that fit into a box
_BASIS = 13  # characters of a basis
_WORDS = 64  # characters that a declaration says over its line
_SHAPES = {"yes": "✓", "no": "✕", UNKNOWN: "?", "stated": "•"}
_RADIUS = 8


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of availability: its value (yes, no, stated, unknown), its basis in a word or two, and in full."""

    value: str
    basis: str
    told: str


@dataclass(frozen=True, slots=True)
class Tie:
    """Declarations of one type and mark between the two ends of a row; ``to_right`` if it points there."""

    type: str
    count: int = 1
    mark: str = ""
    to_right: bool = False

    @property
    def words(self) -> str:
        """What stands over its line."""
        times = f" ×{self.count}" if self.count > 1 else ""
        return cut(f"{self.type}{times}{f' ({self.mark})' if self.mark else ''}", _WORDS)


@dataclass(frozen=True, slots=True)
class End:
    """One end of a row: a node and its words; without a node it is one that nobody named."""

    node: Node | None
    label: str

    @property
    def said(self) -> str:
        """The end in a sentence."""
        return self.label if self.node is None else f"{self.node.kind} {self.label}"


@dataclass(frozen=True, slots=True)
class Row:
    """A record, how far it was made available to the other end, and what was declared between the two.

    ``rungs`` are the four steps in the order of :data:`STEPS`, or none where neither end is a record.
    """

    left: End
    right: End
    rungs: tuple[Rung, ...]
    ties: tuple[Tie, ...]

    @property
    def height(self) -> int:
        """In SVG units."""
        return (_TRACK if self.rungs else _BARE) + _TIE * len(self.ties)

    @property
    def told(self) -> str:
        """The whole row in a sentence."""
        steps = [f"{name.lower()} {rung.value} ({rung.told})" for name, rung in zip(STEPS, self.rungs, strict=False)]
        ties = [
            f"{(self.left if tie.to_right else self.right).said} {tie.type.replace('_', ' ')} "
            f"{(self.right if tie.to_right else self.left).said}{f' ({tie.mark})' if tie.mark else ''}"
            for tie in self.ties
        ]
        declared = f"declared: {', '.join(ties)}" if ties else f"causality {UNKNOWN}, nothing was declared"
        available = f"availability: {', '.join(steps)}; " if steps else ""
        return f"{self.left.said} and {self.right.said}: {available}{declared}"


@dataclass(frozen=True, slots=True)
class LadderDrawing:
    """The ladders of one subject, ready to be spelled. ``rows`` are at least one; ``shown`` of ``total`` are here."""

    title: str
    subject: Node
    rows: tuple[Row, ...]
    total: int

    @property
    def shown(self) -> int:
        """How many rows are drawn that tell of a pair of nodes."""
        return sum(row.left.node is not None and row.right.node is not None for row in self.rows)

    def spelled(self, href: Href) -> Safe:
        """One SVG element; its description has every row in words. Rows and boxes can be reached by the keyboard."""
        tops, top = [], _MARGIN + _HEAD
        for row in self.rows:
            tops.append(top)
            top += row.height + _BETWEEN
        size = (_X_RIGHT + _RIGHT + _MARGIN, top - _BETWEEN + _MARGIN)
        parts = [
            *_head(any(row.rungs for row in self.rows)),
            *(_row(row, y) for row, y in zip(self.rows, tops, strict=True)),
            *self._boxes(tops, href),
        ]
        description = "; ".join(row.told for row in self.rows)
        return document(self.title, description, size, parts, linked=True)

    def _boxes(self, tops: Sequence[int], href: Href) -> list[str]:
        """The ends: one box for rows in turn that have the same one."""
        parts = []
        for x, width, cells, ends in (
            (_MARGIN, _LEFT, _LABEL_LEFT, [row.left for row in self.rows]),
            (_X_RIGHT, _RIGHT, _LABEL_RIGHT, [row.right for row in self.rows]),
        ):
            place = 0
            while place < len(ends):
                last = place
                while last + 1 < len(ends) and ends[last + 1] == ends[place]:
                    last += 1
                height = tops[last] + self.rows[last].height - tops[place]
                parts.append(_end(ends[place], (x, tops[place]), (width, height), cells, self.subject, href))
                place = last + 1
        return parts


_X_STEPS = _MARGIN + _LEFT  # where the steps begin
_X_RIGHT = _X_STEPS + len(STEPS) * _STEP + _GAP


def _head(steps: bool) -> list[str]:
    parts = (
        [
            words("k", _X_STEPS + _STEP * place + _STEP // 2, _MARGIN + 12, name, middle=True)
            for place, name in enumerate(STEPS)
        ]
        if steps
        else []
    )
    return [*parts, words("k", _X_RIGHT - _GAP // 2, _MARGIN + 12, "Declared", middle=True)]


def _end(end: End, corner: tuple[int, int], size: tuple[int, int], cells: int, subject: Node, href: Href) -> str:
    (x, y), (width, height) = corner, size
    if end.node is None:
        body = (
            f'<rect class="nobody" x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="none" '
            f'stroke="{LINE}" stroke-dasharray="2 3"/>'
        )
        told = wrapped(end.label, cells, max(height // 17 - 1, 1))
        middle = y + height // 2 - 8 * (len(told) - 1) + 4
        lines = [words("k", x + width // 2, middle + 15 * row, each, middle=True) for row, each in enumerate(told)]
        return f"<g>{body}{''.join(lines)}</g>"
    centre = end.node.key == subject.key
    labels = wrapped(end.label, cells, 2 if height < 62 else 3)[: max((height - 14) // 17, 1)]
    inner = box(corner, size, end.node.kind, labels, centre=centre)
    title = f"{end.label} ({end.node.spelled})" if end.label != end.node.id else end.node.spelled
    return group(inner, title, None if centre else href(end.node), centre=centre)


def _row(row: Row, top: int) -> str:
    """The steps and the declarations of a row, as one stop of the keyboard that says all of it."""
    parts = [*_steps(row, top)] if row.rungs else []
    if not row.ties:
        y = top + (21 if row.rungs else row.height // 2)
        parts.append(words("e unknown", _X_RIGHT - _GAP // 2, y, UNKNOWN, middle=True, strong=True))
    first = top + (_TRACK if row.rungs else _BARE // 2) + _TIE // 2
    for place, tie in enumerate(row.ties):
        y = first + place * _TIE
        start, end = (_X_STEPS, _X_RIGHT) if tie.to_right else (_X_RIGHT, _X_STEPS)
        parts.append(line("causality", f"M{start} {y}H{end + (-6 if tie.to_right else 6)}"))
        parts.append(tip("causality", end, y, right=tie.to_right))
        parts.append(words("e tie", (_X_STEPS + _X_RIGHT) // 2, y - 5, tie.words, middle=True, strong=True))
    return (
        f'<g class="row" tabindex="0" role="img" aria-label="{text(row.told)}">'
        f'<rect class="focus" x="{_X_STEPS + 3}" y="{top - 5}" width="{_X_RIGHT - _X_STEPS - 6}" '
        f'height="{row.height + 10}" rx="4" fill="none"/>{"".join(parts)}</g>'
    )


def _steps(row: Row, top: int) -> list[str]:
    """The four steps: a dashed line leads to each that is known, and to no further."""
    y = top + 15
    parts = []
    last = max((place for place, rung in enumerate(row.rungs) if rung.value in ("yes", "stated")), default=None)
    if last is not None:
        parts.append(line("availability", f"M{_X_STEPS} {y}H{_X_STEPS + last * _STEP + _STEP // 2}"))
    for place, rung in enumerate(row.rungs):
        x = _X_STEPS + place * _STEP + _STEP // 2
        known = rung.value in ("yes", "stated")
        colour = COLOURS["availability"] if known else SOFT
        dash = ' stroke-dasharray="2 2"' if rung.value == UNKNOWN else ""
        parts.append(
            f'<g class="step {rung.value}"><title>{text(f"{STEPS[place]}: {rung.value}, {rung.told}")}</title>'
            f'<rect x="{x - _RADIUS}" y="{y - _RADIUS}" width="{2 * _RADIUS}" height="{2 * _RADIUS}" rx="{_RADIUS}" '
            f'fill="{PAPER}" stroke="{colour}" stroke-width="1.5"{dash}/>'
            f'<text class="mark" x="{x}" y="{y + 4}" font-size="11" text-anchor="middle" fill="{INK}">'
            f"{_SHAPES.get(rung.value, '•')}</text>"
            f"{words('k', x, y + 20, rung.value, middle=True, strong=True)}"
            f"{words('k', x, y + 31, cut(rung.basis, _BASIS), middle=True)}</g>"
        )
    return parts
