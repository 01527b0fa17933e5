"""A small chart of coverage by month, as SVG: the same for the same figures, and in words for whoever cannot see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...ledger.inert import Safe
from ..graph.svg import SOFT, document, words
from .coverage import Coverage, Known, Row

MOST_MONTHS = 24

# Light to dark and apart in brightness, so that no bar is told by its hue alone.
FILLS = {
    Known.DECLARED: "#1b5e3f",
    Known.EXPOSED: "#2f6db3",
    Known.DELIVERED: "#7fb0e0",
    Known.IN_SCOPE_ONLY: "#e3b23c",
    Known.UNKNOWN: "#8d99a6",
    Known.SKIPPED: "#dfe3e8",
}
_WIDTH = 420  # SVG units; what is narrower than a phone needs no scrolling
_LEFT, _BAR, _ROW, _HEIGHT = 66, 300, 22, 14  # where bars begin, how long the longest is, row by row
_COLUMN, _IN_ROW, _LINE = 200, 2, 18  # of the legend


def chart(coverage: Coverage) -> Safe | None:
    """Bars of the latest months, as long as there are commits; None where there is nothing to draw."""
    rows = coverage.by_month[-MOST_MONTHS:]
    if not rows:
        return None
    most = max(sum(counts.values()) for _, counts in rows)
    sorts = [known for known in Known if any(counts[known] for _, counts in rows)]
    top = 12 + -(-len(sorts) // _IN_ROW) * _LINE
    parts = [
        *(_key(place, known) for place, known in enumerate(sorts)),
        *(part for place, row in enumerate(rows) for part in _bars(row, top + place * _ROW, most)),
    ]
    size = (_WIDTH, top + len(rows) * _ROW + 4)
    return document("Commits that touch governed paths by month", _description(rows), size, parts, linked=False)


def patch(corner: tuple[int, int], size: tuple[int, int], known: Known, inner: str = "") -> str:
    """A box in the colour of a sort, as a path: the stylesheet gives the boxes of drawings colours of its own."""
    (x, y), (width, height) = corner, size
    look = f'fill="{FILLS[known]}" stroke="{SOFT}" stroke-width="0.7"'
    return f'<path class="patch" d="M{x},{y} h{width} v{height} h{-width} z" {look}>{inner}</path>'


def _key(place: int, known: Known) -> str:
    x, y = 6 + place % _IN_ROW * _COLUMN, 8 + place // _IN_ROW * _LINE
    return patch((x, y), (11, 11), known) + words("t", x + 17, y + 10, known.told)


def _bars(row: Row, top: int, most: int) -> list[str]:
    month, counts = row
    total = sum(counts.values())
    parts = [words("t", 6, top + 11, month or Known.UNKNOWN.spoken)]
    done = 0
    for known in Known:
        if counts[known]:
            start, end = (_LEFT + _BAR * number // most for number in (done, done + counts[known]))
            parts.append(patch((start, top), (max(end - start, 1), _HEIGHT), known))
            done += counts[known]
    parts.append(words("t", _LEFT + _BAR * total // most + 6, top + 11, f"{total:,}"))
    return parts


def _description(rows: Sequence[Row]) -> str:
    return "; ".join(f"{month}: {_told(counts)}" for month, counts in rows) + "."


def _told(counts: Mapping[Known, int]) -> str:
    return ", ".join(f"{counts[known]} {known.told}" for known in Known if counts[known])
