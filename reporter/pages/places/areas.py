"""The pages of areas: their paths, what governs them, what changed lately, and what does not hold any more."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ....ledger.governing import Asked
from ....ledger.instants import instant
from ....ledger.matching import literal_prefix
from ....ledger.meeting_paths import MeetingPaths
from ....ledger.wording import counted
from ..address import AREAS, area_page, folder_page
from ..blocks import Block, Code, Facts, Heading, Inline, Line, Muted, Page, Paragraph, Ref, Strong, Table, worded
from ..survey import Survey
from ..words import UNKNOWN, UNREADABLE, elsewhere, joined, on_day
from .directions import Local
from .folders import marks, paged_folders
from .governed import codes, governing, named_paths, place_ref
from .lately import lately_changed, no_longer

MOST_PATTERNS = 50


def pages(survey: Survey) -> Iterator[Page]:
    """The page of each area, then the list of them."""
    paged = frozenset(folder.path for folder in paged_folders(survey))
    files = MeetingPaths(survey.tracked or ())
    rows: list[tuple[Line, ...]] = []
    for area in survey.mentions("area").paged:
        local = survey.directions.of(Asked(areas=(area,)))
        covered = _covered(survey, area, files)
        yield _page(survey, area, local, covered, paged)
        rows.append(
            (
                (place_ref(survey, "area", area),),
                tuple(codes(survey.areas[area])) if area in survey.areas else (Strong(UNKNOWN),),
                covered,
                tuple(marks(local)),
                _latest(local),
            )
        )
    yield _index(survey, rows)


def _index(survey: Survey, rows: list[tuple[Line, ...]]) -> Page:
    total = survey.mentions("area").total
    blocks: list[Block] = []
    if survey.ledger_unreadable:
        blocks.append(Paragraph((Strong(UNKNOWN), f": which areas direction names; {UNREADABLE}.")))
    blocks.append(
        Paragraph(
            (
                elsewhere(survey),
                f"{counted(total, 'area')} that the config of the ledger or the scope of a record names.",
            )
        )
    )
    if len(rows) < total:
        blocks.append(Paragraph((f"Showing {len(rows)} of {total:,}.",)))
    if rows:
        columns = ("Area", "Paths", "Files", "Direction bound there", "Last changed")
        blocks.append(Table(columns, tuple(rows), filterable=True))
    named = next(iter(survey.mentions("area").paged), None)
    command = "status" if named is None else f"governs {_option(named)}"
    note = "  # one of them: each area has a command of its own" if total > 1 else ""
    return Page(AREAS, "Areas", tuple(blocks), survey.command(command) + note, wide=True)


def _option(area: str) -> str:
    return shlex.quote(f"--area={area}")


def _page(survey: Survey, area: str, local: Local, covered: Line, paged: frozenset[str]) -> Page:
    named = [survey.history.records[each] for each in survey.mentions("area").paged[area].records]
    bound = {each.record.record_id for each in local.bound if each.match.paths or each.match.areas or each.settles}
    blocks: list[Block] = [
        Facts((("Paths", tuple(_patterns(survey, area, paged))), ("Files", covered))),
        Heading("What governs it", searched=False),
        *governing(survey, local, named_paths),
        *lately_changed(survey, {*bound, *(record.record_id for record in named)}),
        *no_longer(survey, named),
    ]
    command = survey.command(f"governs {_option(area)}")
    return Page(area_page(area), worded(area), tuple(blocks), command, eyebrow=(Ref("Areas", AREAS),), wide=True)


def _patterns(survey: Survey, area: str, paged: frozenset[str]) -> Iterator[Inline]:
    """The paths of an area, each with the folder that it begins in."""
    if area not in survey.areas:
        yield from (Strong(UNKNOWN), ": the config of the ledger has no such area")
        return
    patterns = survey.areas[area]
    parts: list[Inline] = []
    for pattern in patterns[:MOST_PATTERNS]:
        folder = literal_prefix(pattern).rpartition("/")[0]
        parts.append(Ref(pattern, folder_page(folder), folder, is_code=True) if folder in paged else Code(pattern))
    yield from joined(parts)
    if len(patterns) > MOST_PATTERNS:
        yield f" and {len(patterns) - MOST_PATTERNS:,} more"
    if not patterns:
        yield Muted("none")


def _covered(survey: Survey, area: str, files: MeetingPaths) -> Line:
    """How many tracked files an area takes in."""
    if area not in survey.areas or survey.tracked is None:
        return (Strong(UNKNOWN),)
    found = {file for pattern in survey.areas[area] for file in files.of(pattern)}
    return (f"{len(found):,}",) if found else (Muted("no tracked file"),)


def _latest(local: Local) -> Line:
    heads = sorted((each.record.head.occurred_at for each in local.bound), key=lambda text: (instant(text), text))
    return (on_day(heads[-1]),) if heads else (Muted("nothing bound there"),)
