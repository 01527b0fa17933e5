"""Tables on a code host, which gives a page some 900 pixels: what would be columns of single words becomes a list."""

from __future__ import annotations

from ..pages.blocks import Badge, Code, Inline, Line, Muted, Ref, Strong, Table, Url, When, Who

FEW_COLUMNS = 5  # are never too many
MOST_WIDE = 90  # characters of the longest cells of a row together, where there are more


def too_wide(table: Table) -> bool:
    """True for a table of many columns that hold more than numbers and short words."""
    if len(table.columns) <= FEW_COLUMNS or not table.rows:
        return False
    longest = (max(map(_length, cells)) for cells in zip(*table.rows, strict=True))
    return sum(map(max, map(len, table.columns), longest)) > MOST_WIDE


def entries(table: Table) -> tuple[tuple[Line, tuple[tuple[str, Line], ...]], ...]:
    """The rows as a list: the first cell of each, then the others that say something, by their columns."""
    return tuple(
        (row[0], tuple((name, cell) for name, cell in zip(table.columns[1:], row[1:], strict=True) if any(cell)))
        for row in table.rows
    )


def _length(line: Line) -> int:
    return sum(len(_words(part)) for part in line)


def _words(part: Inline) -> str:
    """What shows of a part, but for shapes and icons."""
    match part:
        case str():
            return part
        case Ref():
            return part.label
        case Url():
            return part.label or part.url
        case Badge():
            return part.word
        case When():
            return part.readable
        case Who():
            return f"{part.word} {part.name}"
        case Code() | Strong() | Muted():
            return part.text
    return ""
