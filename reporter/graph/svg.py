"""Pieces of a drawing in SVG: boxes, tips, words; colours are classes, and attributes where no stylesheet reaches.

A strict Content-Security-Policy blocks styles inside of a page, so none stands here. On a page ``.fp-g`` in the
stylesheet colours every class; in a file of its own the attributes do, on a light ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from rich.cells import cell_len

from ...ledger.events import Node
from ...ledger.inert import Safe, text, visible

Href = Callable[[Node], str | None]
"""Where the box of a node leads, as an ``href`` that is not yet encoded; None where it has no page."""

INK, SOFT, PAPER, CARD, LINE = "#1c2430", "#5a6472", "#ffffff", "#f7f9fb", "#8a94a3"
COLOURS = {"causality": "#7a1fa2", "availability": "#0b5fb3", "lineage": SOFT, "lifecycle": SOFT}
DASHES = {"availability": "7 4", "lineage": "1.5 3.5"}
_KIND_WORDS = {"pr": "PR"}
_STEP = 100  # SVG units from one class of least widths to the next
_MOST_STEPS = 20


class Figure(Protocol):
    """Something drawn that spells itself as one SVG element."""

    def spelled(self, href: Href) -> Safe:
        """The SVG, with a title and a description in words; ``href`` says where a box leads."""


def spell(figure: Figure, href: Href) -> Safe:
    """The drawing as one SVG element."""
    return figure.spelled(href)


def document(title: str, description: str, size: tuple[int, int], parts: Iterable[str], *, linked: bool) -> Safe:
    """One SVG element around these parts. ``linked``: something in it can be reached, which an image does not allow.

    ``fp-least-6`` asks the stylesheet for at least 600 units of width, so that the words stay legible.
    """
    width, height = size
    least = min(width * 4 // 5 // _STEP, _MOST_STEPS)
    return Safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fp-g fp-least-{least}" role="{"group" if linked else "img"}" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="system-ui,sans-serif" font-size="12">'
        f"<title>{text(title)}</title><desc>{text(description)}</desc>"
        f'<polygon class="ground" points="0,0 {width},0 {width},{height} 0,{height}" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>"
    )


def line(name: str, path: str) -> str:
    """A line of one class of edges: dashed is availability, solid causality, dotted lineage."""
    dash = f' stroke-dasharray="{DASHES[name]}"' if name in DASHES else ""
    wide = 2.4 if name == "causality" else 1.4
    return f'<path class="{name}" d="{path}" fill="none" stroke="{COLOURS[name]}" stroke-width="{wide}"{dash}/>'


def tip(name: str, x: int, y: int, *, right: bool) -> str:
    """The tip of an arrow that arrives at this point, from the left if it points right."""
    back = x - 8 if right else x + 8
    return f'<polygon class="tip {name}" points="{x},{y} {back},{y - 4} {back},{y + 4}" fill="{COLOURS[name]}"/>'


def words(kind: str, x: int, y: int, value: str, *, middle: bool = False, strong: bool = False) -> str:
    """One line of words: ``t`` for a name, ``k`` for what stands back, ``e`` for what is over a line."""
    look = {
        "t": f'fill="{INK}"',
        "e tie": f'font-size="10" fill="{INK}"',
        "e unknown": f'font-size="11" fill="{INK}"',
        "k": f'font-size="10" fill="{SOFT}"',
        "e": f'font-size="10" fill="{INK}" stroke="{PAPER}" stroke-width="4" paint-order="stroke"',
    }[kind]
    anchor = ' text-anchor="middle"' if middle else ""
    weight = ' font-weight="700"' if strong else ""
    return f'<text class="{kind}" x="{x}" y="{y}" {look}{anchor}{weight}>{text(value)}</text>'


def box(corner: tuple[int, int], size: tuple[int, int], kind: str, labels: Iterable[str], *, centre: bool) -> str:
    """A box with its kind and a few lines below it. ``centre`` is what the drawing is about."""
    (x, y), (width, height) = corner, size
    lines = list(labels)
    look = f'stroke="{INK}" stroke-width="2.5"' if centre else f'stroke="{LINE}"'
    top = y + (height - 17 * len(lines) - 12) // 2 + 11
    rect = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{_corner(kind)}" fill="{CARD}" {look}/>'
    parts = [rect, words("k", x + 10, top, cut(kind_word(kind), (width - 20) // 6))]
    parts += [words("t", x + 10, top + 17 * place, each) for place, each in enumerate(lines, 1)]
    return "".join(parts)


def group(inner: str, title: str, href: str | None, *, centre: bool = False) -> str:
    """Parts that belong together, under a title; a link if they lead somewhere."""
    centred = ' class="c"' if centre else ""
    made = f"<g{centred}><title>{text(title)}</title>{inner}</g>"
    return f'<a href="{text(href)}">{made}</a>' if href is not None else made


def kind_word(kind: str) -> str:
    """What nodes of a kind are called in a drawing."""
    return _KIND_WORDS.get(kind) or visible(kind)


def _corner(kind: str) -> int:
    return {"record": 6, "commit": 20, "thread": 14}.get(kind, 0)


def cut(value: str, most: int) -> str:
    """At most so many characters, with a mark where some are left out."""
    return value if len(value) <= most else f"{value[: most - 1]}…"


def wrapped(value: str, width: int, most: int) -> list[str]:
    """At most so many lines of at most ``width`` cells; long words are broken, and hidden characters shown."""
    lines: list[str] = []
    current, used = "", 0
    for word in visible(value).split(" "):
        cells = cell_len(word)
        if current and used + 1 + cells <= width:
            current, used = f"{current} {word}", used + 1 + cells
            continue
        if current:
            lines.append(current)
        while cell_len(word) > width and len(lines) <= most:
            part = _fitting(word, width)
            lines.append(part)
            word = word[len(part) :]
        current, used = word, cell_len(word)
        if len(lines) > most:
            break
    if current:
        lines.append(current)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{_fitting(lines[most - 1], width - 1)}…"]
    return lines


def _fitting(word: str, width: int) -> str:
    """The beginning of a word that fits, at least one character."""
    used = 0
    for place, character in enumerate(word):
        used += cell_len(character)
        if used > width:
            return word[: max(place, 1)]
    return word
