"""Text from the ledger as a terminal may show it: nothing in it can move the cursor, hide or reorder what is read."""

from __future__ import annotations

import re
from typing import Any

from rich.cells import cell_len

# Ranges, not Unicode categories: the answer must not change with the Unicode tables of a Python version.
_HIDDEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # C0, DEL and C1: escapes, carriage returns, newlines, tabs
    "\u00ad\u034f\u061c"  # soft hyphen, grapheme joiner, Arabic letter mark
    "\u115f\u1160\u17b4\u17b5\u3164\uffa0"  # fillers that are drawn as nothing
    "\u180b-\u180f"  # Mongolian selectors and vowel separator
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # zero-width, separators, bidi embeddings and isolates
    "\ud800-\udfff"  # surrogates: broken text, and file names that are not UTF-8
    "\ufeff\ufff0-\ufffb"  # byte-order mark, unassigned and ignored, interlinear annotation
    "\ufdd0-\ufdef\ufffe\uffff"  # no characters
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # format controls
    "\U000e0000-\U000e0fff"  # tags and the selectors that smuggle text
    "\U000f0000-\U0010ffff"  # planes for private use
    f"{''.join(chr(plane << 16 | end) for plane in range(1, 15) for end in (0xFFFE, 0xFFFF))}"  # no characters either
    "]"
    "|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]"  # a second selector selects nothing: a run of them smuggles bytes
)
_STYLE = re.compile("\x1b\\[[0-9;]*m")
_BROKEN = re.compile("[\ud800-\udfff]")


def visible(text: str) -> str:
    """``text`` on one line, each character that acts or hides written as its code point: ``[U+202E]``."""
    if text.isascii() and text.isprintable():
        return text
    return _HIDDEN.sub(_mark, text)


def storable(text: str) -> str:
    """``text`` with every lone surrogate written as its code point, so that each encoder and parser takes it."""
    return _BROKEN.sub(_mark, text)


def storable_value(value: Any) -> Any:
    """A value of plain JSON types (tuples stand for lists) in which every text is :func:`storable`, keys too."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list | tuple):
        return [storable_value(item) for item in value]
    if isinstance(value, dict):
        return {storable(name): storable_value(item) for name, item in value.items()}
    return value


def _mark(found: re.Match[str]) -> str:
    return f"[U+{ord(found.group()):04X}]"


def wrap(text: str, width: int) -> list[str]:
    """``text`` broken at spaces into lines of at most ``width`` cells; a longer word (an id, a path) stays whole.

    What styles a word takes no cell, so that a coloured text breaks where a plain one does.
    """
    lines: list[str] = []
    line, used = "", 0
    for word in text.split(" "):
        cells = cell_len(_STYLE.sub("", word))
        if line and used + 1 + cells > width:
            lines.append(line)
            line, used = word, cells
        elif line:
            line, used = f"{line} {word}", used + 1 + cells
        else:
            line, used = word, cells
    lines.append(line)
    return lines


def cut(text: str, longest: int) -> str:
    """``text``, or its first ``longest`` characters and how many more there are, where that is shorter."""
    if len(text) <= longest:
        return text
    beginning = f"{text[:longest]}... ({len(text) - longest:,} more characters)"
    return beginning if len(beginning) < len(text) else text
