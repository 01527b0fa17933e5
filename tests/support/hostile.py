"""Texts that would act somewhere if any sink took them for more than text, by the sink that they aim at."""

from __future__ import annotations

import re
import unicodedata

from support import hostile_data as data
from support import hostile_markup as markup

FAMILIES: dict[str, tuple[str, ...]] = {
    "tags": markup.TAGS,
    "closers": markup.CLOSERS,
    "attributes": markup.ATTRIBUTES,
    "addresses": markup.ADDRESSES,
    "entities": markup.ENTITIES,
    "svg": markup.SVG,
    "markdown": markup.MARKDOWN,
    "templates": data.TEMPLATES,
    "programs": data.PROGRAMS,
    "formats": data.FORMATS,
    "characters": data.CHARACTERS,
}
STRINGS = tuple(text for family in FAMILIES.values() for text in family)

# Written by hand from the Unicode charts, and not from the code under test: what acts, hides or is no character.
_SPELLED = {
    **{code: f"[U+00{code:02X}]" for code in (*range(0x20), *range(0x7F, 0xA0))},
    0x00AD: "[U+00AD]",
    0x034F: "[U+034F]",
    0x061C: "[U+061C]",
    0x115F: "[U+115F]",
    0x1160: "[U+1160]",
    0x180B: "[U+180B]",
    0x180E: "[U+180E]",
    0x200B: "[U+200B]",
    0x200C: "[U+200C]",
    0x200D: "[U+200D]",
    0x200E: "[U+200E]",
    0x200F: "[U+200F]",
    0x2028: "[U+2028]",
    0x2029: "[U+2029]",
    0x202A: "[U+202A]",
    0x202B: "[U+202B]",
    0x202C: "[U+202C]",
    0x202D: "[U+202D]",
    0x202E: "[U+202E]",
    0x2060: "[U+2060]",
    0x2065: "[U+2065]",
    0x2066: "[U+2066]",
    0x2067: "[U+2067]",
    0x2068: "[U+2068]",
    0x2069: "[U+2069]",
    0x3164: "[U+3164]",
    0xFDD0: "[U+FDD0]",
    0xFDEF: "[U+FDEF]",
    0xFEFF: "[U+FEFF]",
    0xFFA0: "[U+FFA0]",
    0xFFF0: "[U+FFF0]",
    0xFFF9: "[U+FFF9]",
    0xFFFA: "[U+FFFA]",
    0xFFFB: "[U+FFFB]",
    0xFFFE: "[U+FFFE]",
    0xFFFF: "[U+FFFF]",
    0x1BCA0: "[U+1BCA0]",
    0x1D173: "[U+1D173]",
    0x1D17A: "[U+1D17A]",
    0x1FFFE: "[U+1FFFE]",
    0x1FFFF: "[U+1FFFF]",
    0xDFFFF: "[U+DFFFF]",
    0xE0001: "[U+E0001]",
    0xE0041: "[U+E0041]",
    0xE0042: "[U+E0042]",
    0xE007F: "[U+E007F]",
    0xE0100: "[U+E0100]",
    0xE01EF: "[U+E01EF]",
    0xE0FFF: "[U+E0FFF]",
    0xF0000: "[U+F0000]",
    0x10FFFD: "[U+10FFFD]",
}
_DRAWN = {0xE000, 0xF8FF}  # letters for private use have a glyph


_SECOND_SELECTOR = re.compile("(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]")  # it selects nothing, and so it hides


def shown(text: str) -> str:
    """``text`` on one line as a page must show it: hidden characters as their code points, tabs as they are."""
    selected = _SECOND_SELECTOR.sub(lambda found: f"[U+FE0{ord(found[0]) - 0xFE00:X}]", text)
    return "\t".join(part.translate(_SPELLED) for part in selected.split("\t"))


def lines_shown(text: str) -> list[str]:
    """The lines of a text where a page keeps line breaks, each as it must be shown."""
    return [shown(line) for line in text.replace("\r\n", "\n").split("\n")]


def forgotten() -> set[str]:
    """Characters of the texts that Unicode calls no graphic character and the table above does not name."""
    hidden = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    return {
        character
        for text in STRINGS
        for character in text
        if unicodedata.category(character) in hidden and not {ord(character)} & (_SPELLED.keys() | _DRAWN)
    }
