"""The records of a large ledger by area and by month, so that no page holds them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....ledger.history import RecordHistory
from ....ledger.instants import instant
from ....ledger.wording import counted
from .. import records
from ..address import RECORDS, records_part
from ..blocks import Block, Heading, Inline, Line, Muted, Page, Paragraph, Ref, Strong, Table
from ..records import COLUMNS, latest_first, row
from ..survey import Survey
from ..words import UNKNOWN, UNREADABLE, elsewhere, month_words

MOST_ON_ONE = 2_000  # records that one page lists; with more there are pages by area and month
A_PART = 1_000

_NO_AREA = "in no area"

Groups = Mapping[str, Sequence[RecordHistory]]


def pages(survey: Survey) -> Iterator[Page]:
    """The page of all records; where they are too many it leads to those of each area and each month."""
    if len(survey.history.records) <= MOST_ON_ONE:
        yield records.page(survey)
        return
    by_area, by_month = _by_area(survey), _by_month(survey)
    yield _index(survey, by_area, by_month)
    for area, members in by_area.items():
        yield from _parts(
            survey, _area_group(area), f"Records of area {area}" if area else f"Records {_NO_AREA}", members
        )
    for month, members in by_month.items():
        yield from _parts(survey, month, f"Records of {month_words(month)}", members)


def _index(survey: Survey, by_area: Groups, by_month: Groups) -> Page:
    """Where each record is listed: by area, then by month."""
    blocks: list[Block] = []
    if survey.ledger_unreadable:
        blocks.append(Paragraph((Strong(UNKNOWN), f": what the ledger has; {UNREADABLE}.")))
    total = counted(len(survey.history.records), "record")
    blocks += [
        Paragraph(
            (f"{elsewhere(survey)}{total}, too many for one page: by area, and by the month of their creation.",)
        ),
        Heading("By area", searched=False),
        _table(survey, "Area", {area: (_area_group(area), found) for area, found in by_area.items()}),
        Heading("By month", searched=False),
        _table(survey, "Month", {month: (month, found) for month, found in by_month.items()}),
    ]
    return Page(RECORDS, "Records", tuple(blocks), survey.command("list --status any"), wide=True)


def _table(survey: Survey, name: str, groups: Mapping[str, tuple[str, Sequence[RecordHistory]]]) -> Table:
    rows = []
    for value, (group, members) in groups.items():
        label = month_words(value) if name == "Month" else value or _NO_AREA
        holding = sum(record.record_id in survey.directions.active for record in members)
        rows.append(
            (
                (Ref(label, records_part(group)),),
                (f"{len(members):,}",),
                (f"{holding:,}",),
                (month_words(_month(members[0])),),
            )
        )
    return Table((name, "Records", "In force or in dispute", "Latest"), tuple(rows), filterable=True)


def _parts(survey: Survey, group: str, title: str, members: Sequence[RecordHistory]) -> Iterator[Page]:
    total = -(-len(members) // A_PART)
    for part in range(1, total + 1):
        first = (part - 1) * A_PART
        shown = members[first : first + A_PART]
        if total > 1:
            range_words = f"Showing {first + 1:,} to {first + len(shown):,} of {len(members):,}, the latest first."
        else:
            range_words = f"{counted(len(members), 'record')}, the latest first."
        blocks: list[Block] = [Paragraph((f"{range_words} ", Ref("All areas and months", RECORDS)))]
        if total > 1:
            blocks.append(Paragraph(_others(group, part, total)))
        blocks.append(Table(COLUMNS, tuple(row(survey, record) for record in shown), filterable=True))
        name = title if part == 1 else f"{title}, part {part}"
        command = survey.command("list --status any")
        yield Page(records_part(group, part), name, tuple(blocks), command, searched=False, wide=True)


def _others(group: str, here: int, total: int) -> Line:
    words: list[Inline] = ["Part "]
    for part in range(1, total + 1):
        words += [
            " " if part > 1 else "",
            Muted(str(part)) if part == here else Ref(str(part), records_part(group, part)),
        ]
    return tuple(words)


def _area_group(area: str) -> str:
    return f"area {area}" if area else "no area"


def _by_area(survey: Survey) -> Groups:
    """The records that name each area in any version, by name; those that name none at the end, under no name."""
    found: dict[str, list[RecordHistory]] = {}
    for record in latest_first(survey.history.records.values()):
        areas = {area for standing in record.standings for area in standing.scope.areas}
        for area in sorted(areas) or [""]:
            found.setdefault(area, []).append(record)
    return {area: found[area] for area in sorted(found, key=lambda area: (not area, area))}


def _by_month(survey: Survey) -> Groups:
    """The records by the month of their creation, the latest first."""
    found: dict[str, list[RecordHistory]] = {}
    for record in latest_first(survey.history.records.values()):
        found.setdefault(_month(record), []).append(record)
    return found


def _month(record: RecordHistory) -> str:
    return instant(record.creation.occurred_at).day.rpartition("-")[0]
