"""A small chart of coverage by month, as SVG: the same for the same figures, and in words for whoever cannot see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...ledger.inert import Safe, text
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
_LEFT, _BAR, _ROW, _HEIGHT = 84, 440, 22, 14  # where bars begin, how long the longest is, row by row, in SVG units
_LEGEND = 96


def chart(coverage: Coverage) -> Safe | None:
    """Bars of the latest months, as long as there are commits; None where there is nothing to draw."""
    rows = coverage.by_month[-MOST_MONTHS:]
    if not rows:
        return None
    most = max(sum(counts.values()) for _, counts in rows)
    height = 30 + len(rows) * _ROW + 8
    width = _LEFT + _BAR + 56
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="system-ui,sans-serif" font-size="11">',
        f"<title>Commits that touch governed paths, by month</title><desc>{text(_description(rows))}</desc>",
        *_legend(),
        *(part for place, row in enumerate(rows) for part in _bars(row, 30 + place * _ROW, most)),
        "</svg>",
    ]
    return Safe("".join(parts))


def _legend() -> list[str]:
    return [
        f'<rect x="{4 + place * _LEGEND}" y="6" width="10" height="10" fill="{FILLS[known]}" stroke="#5a6472"/>'
        f'<text x="{18 + place * _LEGEND}" y="15" fill="currentColor">{text(known.spoken)}</text>'
        for place, known in enumerate(Known)
    ]


def _bars(row: Row, top: int, most: int) -> list[str]:
    month, counts = row
    total = sum(counts.values())
    parts = [f'<text x="4" y="{top + 11}" fill="currentColor">{text(month)}</text>']
    done = 0
    for known in Known:
        if counts[known]:
            start, end = (_LEFT + _BAR * number // most for number in (done, done + counts[known]))
            parts.append(
                f'<rect x="{start}" y="{top}" width="{max(end - start, 1)}" height="{_HEIGHT}" '
                f'fill="{FILLS[known]}" stroke="#5a6472" stroke-width="0.5"/>'
            )
            done += counts[known]
    parts.append(f'<text x="{_LEFT + _BAR * total // most + 6}" y="{top + 11}" fill="currentColor">{total}</text>')
    return parts


def _description(rows: Sequence[Row]) -> str:
    return "; ".join(f"{month}: {_told(counts)}" for month, counts in rows) + "."


def _told(counts: Mapping[Known, int]) -> str:
    return ", ".join(f"{counts[known]} {known.spoken}" for known in Known if counts[known])
