"""The index by which the script of the page of paths answers what governs a path.

It holds what :func:`ledger.governing.direction_for` needs to know of direction in force, and no file of the repository
but those that a pattern with a wildcard meets. Matching is done again in the script, and tested against
:mod:`ledger.matching`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....ledger.ascii_json import ascii_json
from ....ledger.governing import Governed
from ....ledger.history import RecordHistory
from ....ledger.inert import visible
from ....ledger.instants import instant
from ....ledger.matching import literal_prefix, normalised
from ....ledger.open_challenges import open_challenges
from ....ledger.scope_match import Match, Tier
from ....ledger.wording import counted
from ..address import PATHS, record_page, slug
from ..blocks import Page
from ..survey import Survey
from ..words import UNREADABLE, badge, durability_badge, who_acts
from .folders import paged_folders

FILE = f"{PATHS.folder}/path_index.js"
MOST_FILES = 200  # of one pattern with a wildcard
MOST_SUGGESTED = 400


def path_index_file(survey: Survey, _pages: Sequence[Page] = ()) -> dict[str, bytes]:
    """The file that lies beside the page of paths: a script, since a page from ``file://`` may load nothing else."""
    text = ascii_json(path_index(survey), indent=False)
    return {FILE: f"window.fingerpostPaths = {text};\n".encode("ascii")}


def path_index(survey: Survey) -> dict[str, Any]:
    """The index as plain JSON types. Texts to show are made visible; patterns and paths to compare are as they are.

    ``patterns`` are pairs of what is compared and what is shown. ``records`` are in the order that they have within a
    tier; ``paths`` of one are pairs of a pattern's and an area's place (-1: of its own), ``challenged`` and
    ``settled_by`` places of other records. ``files`` are tracked files that a pattern (by its place) meets, of
    very many the first (:data:`MOST_FILES`).
    """
    records = sorted(_wanted(survey), key=_order)
    patterns: dict[str, int] = {}
    areas: dict[str, int] = {}
    place = {record.record_id: number for number, record in enumerate(records)}
    challenges = open_challenges(survey.history)
    challenged: dict[str, list[int]] = {}
    for challenge, targets in challenges.items():
        for target in targets:
            challenged.setdefault(target, []).append(place[challenge])
    told = []
    for record in records:
        one = _record(survey, record, patterns, areas)
        one["open"] = record.record_id in challenges
        one["challenged"] = challenged.get(record.record_id, [])
        one["settled_by"] = sorted(
            {place[each.settled_by] for each in record.conflicts if each.settled_by is not None}
            if record.settled
            else ()
        )
        told.append(one)
    return {
        "version": 1,
        "command": survey.command("governs PATH"),
        "tiers": [tier.words for tier in Tier],
        "badges": {word: [each.shape, each.tone] for word in _words(told) for each in (badge(word),)},
        "patterns": [[normalised(pattern), visible(pattern)] for pattern in patterns],
        "areas": [visible(area) for area in areas],
        "folders": [[folder.path, slug(folder.path)] for folder in paged_folders(survey)],
        "files": {str(patterns[pattern]): files for pattern, files in _files(survey) if pattern in patterns},
        "suggested": _suggested(survey),
        "unknown": list(_unknown(survey)),
        "records": told,
    }


def _wanted(survey: Survey) -> Iterator[RecordHistory]:
    """What can govern, and what has a say in how it stands: settlements and open challenges."""
    directions, records = survey.directions, survey.history.records
    found = {record.record_id for record in directions.indexed()} | set(open_challenges(survey.history))
    found |= {
        each.settled_by for record_id in found for each in records[record_id].conflicts if each.settled_by is not None
    }
    return (records[record_id] for record_id in sorted(found))


def _order(record: RecordHistory) -> tuple[Any, ...]:
    return Governed(record, Tier.GLOBAL, Match()).order


def _record(survey: Survey, record: RecordHistory, patterns: dict[str, int], areas: dict[str, int]) -> dict[str, Any]:
    entries: dict[tuple[int, int], None] = {}
    for standing in record.standings:
        seen = set()
        scope = standing.scope
        own = [(path, None) for path in scope.paths]
        brought = [(path, area) for area in scope.areas for path in survey.areas.get(area, ())]
        for path, area in (*own, *brought):
            if path not in seen:
                seen.add(path)
                number = -1 if area is None else areas.setdefault(area, len(areas))
                entries[patterns.setdefault(path, len(patterns)), number] = None
    known = record.text_known
    event = record.creation
    who = who_acts(event.actor.kind, event.actor.id)
    basis = f", basis: {event.trust.basis}" if event.trust.basis else ", no basis given"
    versions = f"{counted(len(record.creations), 'version')}: none is chosen"
    return {
        "id": record.record_id,
        "short": survey.short(record.record_id),
        "page": record_page(record.record_id).name,
        "title": visible(survey.title(record)),
        "state": record.state,
        "durability": durability_badge(record).word if known else "",
        "who": [who.icon, visible(who.word), visible(who.name), visible(who.hint)] if known else None,
        "said": f"claims {visible(event.trust.level)}{visible(basis)}" if known else versions,
        "day": instant(event.occurred_at).day if known else "",
        "active": record.record_id in survey.directions.active,
        "contested": record.contested,
        "global": any(standing.scope.is_global for standing in record.standings),
        "paths": [list(entry) for entry in entries],
    }


def _words(told: list[dict[str, Any]]) -> list[str]:
    found = {one[name] for one in told for name in ("state", "durability")} | {"contested", "disputed"}
    return sorted(found - {""})


def _files(survey: Survey) -> Iterator[tuple[str, list[str]]]:
    """The files that each pattern with a wildcard meets."""
    for pattern, files in survey.territory.met.items():
        if files and literal_prefix(pattern) != normalised(pattern):
            yield pattern, list(files[:MOST_FILES])


def _suggested(survey: Survey) -> list[str]:
    """Paths that somebody may mean: folders, and files that direction names. What hides characters is left out."""
    folders = [f"{folder.path}/" for folder in paged_folders(survey)]
    named = [file for folder in survey.territory.folders.values() for file, _ in folder.named]
    return [path for path in (*folders, *named) if visible(path) == path][:MOST_SUGGESTED]


def _unknown(survey: Survey) -> Iterator[str]:
    if survey.ledger_unreadable:
        yield f"what the ledger says of any path; {UNREADABLE}"
    names = survey.directions.unknown_areas
    if names:
        number = counted(len(names), "area")
        yield f"which paths {number} that direction names take in: the config does not know {visible(', '.join(names))}"
