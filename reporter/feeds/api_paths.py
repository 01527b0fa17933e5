"""The index of paths as the API tells it: what binds which direction to which pattern, area, issue or pull request.

It says what records in force name, and asks nothing of the files there are. What governs one path is more than one
entry: ``fingerpost governs PATH`` answers that in the protocol's order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...ledger.matching import normalised
from ..pages.survey import Survey

Json = dict[str, Any]


def paths_value(survey: Survey) -> Json:
    """The index, every list sorted. A settled record is named with its settlement, which stands in its place."""
    directions = survey.directions
    names = sorted({*survey.areas, *directions.by_area})
    return {
        "paths": [
            {
                "pattern": pattern,
                "compared": normalised(pattern),
                "areas": [name for name in sorted(survey.areas) if pattern in survey.areas[name]],
                "records": _sorted(directions.by_pattern[pattern]),
            }
            for pattern in sorted(directions.by_pattern)
        ],
        "areas": [
            {
                "name": name,
                "known": name in survey.areas,
                "paths": list(survey.areas.get(name, ())),
                "records": _sorted(directions.by_area.get(name, ())),
            }
            for name in names
        ],
        "issues": _named(directions.by_issue),
        "prs": _named(directions.by_pr),
        "global": [
            record.record_id
            for record in directions.indexed()
            if any(standing.scope.is_global for standing in record.standings)
        ],
        "contested": [record.record_id for record in directions.indexed() if record.contested],
        "settled": [
            {
                "record_id": record.record_id,
                "settled_by": _sorted({each.settled_by for each in record.conflicts if each.settled_by is not None}),
            }
            for record in directions.indexed()
            if record.settled
        ],
        "unknown_areas": _sorted(directions.unknown_areas),
    }


def _named(index: Mapping[str, Iterable[str]]) -> list[Json]:
    return [{"name": name, "records": _sorted(index[name])} for name in sorted(index)]


def _sorted(found: Iterable[str]) -> list[str]:
    return sorted(found)
