"""The index by which the script of the page of paths answers what governs a path.

It holds what :func:`ledger.governing.direction_for` needs to know of direction in force, and the tracked files, by
which the script tells what is there from a slip of the pen. Matching is done again in the script, and tested against
:mod:`ledger.matching`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....ledger.ascii_json import ascii_json
from ....ledger.challenge_answers import Challenged
from ....ledger.challenge_texts import said_in
from ....ledger.governing import Asked, Governed
from ....ledger.history import RecordHistory
from ....ledger.inert import visible
from ....ledger.instants import instant
from ....ledger.matching import literal_prefix, normalised
from ....ledger.scope_match import Match, Tier
from ....ledger.wording import counted
from ...graph.svg import cut
from ..address import FORKS, PATHS, record_page, slug
from ..blocks import Page, worded
from ..front.challenge_words import asked_in, known_answers
from ..survey import Survey
from ..words import UNREADABLE, badge, durability_badge, who_acts
from .folders import paged_folders
from .governed import versions_words
from .territory import ROOT

FILE = f"{PATHS.folder}/path_index.js"
MOST_FILES = 200  # of one pattern with a wildcard
MOST_SUGGESTED = 400
MOST_TRIED = 50  # files that may be the example of what to ask for
MOST_TRACKED = 20_000  # files of a repository that the index names at all
MOST_WAYS = 3  # that a record prefers, and that it rejects
MOST_CHARACTERS = 160  # of one of them


def path_index_file(survey: Survey, _pages: Sequence[Page] = ()) -> dict[str, bytes]:
    """The file that lies beside the page of paths: a script, since a page from ``file://`` may load nothing else."""
    text = ascii_json(path_index(survey), indent=False)
    return {FILE: f"window.fingerpostPaths = {text};\n".encode("ascii")}


def path_index(survey: Survey) -> dict[str, Any]:
    """The index as plain JSON types. Texts to show are made visible; patterns and paths to compare are as they are.

    ``patterns`` are pairs of what is compared and what is shown. ``records`` are in the order that they have within a
    tier; ``paths`` of one are pairs of a pattern's and an area's place (-1: of its own), ``challenged`` and
    ``settled_by`` places of other records, ``excepted`` the page, the title and the reasons of each accepted challenge,
    ``prefer`` and ``reject`` its ways, cut to be short, with the number of all.
    ``files`` are tracked files that a pattern (by its place) meets, of very many the first (:data:`MOST_FILES`);
    ``cut`` has the patterns of which that is so: what all that they can meet begins with, and how many files they meet.
    ``tracked`` are all tracked files by their folder, or null, for which ``untold`` has the reason; ``hidden`` are the
    paths of files and folders that nothing offers, since some of their characters hide.
    """
    records = sorted(_wanted(survey), key=_order)
    patterns: dict[str, int] = {}
    areas: dict[str, int] = {}
    place = {record.record_id: number for number, record in enumerate(records)}
    told = []
    for record in records:
        one = _record(survey, record, patterns, areas)
        one["open"] = record.record_id in survey.open_challenges
        one["challenged"] = [place[each] for each in survey.challenged_by.get(record.record_id, ())]
        one["excepted"] = [_exception(survey, each) for each in survey.excepted_by.get(record.record_id, ())]
        one["settled_by"] = sorted(
            {place[each.settled_by] for each in record.conflicts if each.settled_by is not None}
            if record.settled
            else ()
        )
        told.append(one)
    return {
        "version": 1,
        "command": survey.command("governs PATH"),
        "forks": f"{FORKS.site_path}.html",
        "tiers": [tier.words for tier in Tier],
        "badges": {word: [each.shape, each.tone] for word in _words(told) for each in (badge(word),)},
        "patterns": [[normalised(pattern), visible(pattern)] for pattern in patterns],
        "areas": [visible(area) for area in areas],
        "folders": [[folder.path, slug(folder.path)] for folder in paged_folders(survey)],
        "files": {str(patterns[pattern]): files for pattern, files in _files(survey) if pattern in patterns},
        "cut": {
            str(patterns[pattern]): [literal_prefix(pattern), len(survey.territory.met[pattern])]
            for pattern, files in _files(survey)
            if pattern in patterns and len(files) < len(survey.territory.met[pattern])
        },
        "suggested": _suggested(survey),
        **_tracked(survey),
        "unknown": list(_unknown(survey)),
        "records": told,
    }


def _wanted(survey: Survey) -> Iterator[RecordHistory]:
    """What can govern, and what has a say in how it stands: settlements and open challenges."""
    directions, records = survey.directions, survey.history.records
    found = {record.record_id for record in directions.indexed()} | survey.unanswered.keys()
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
        "versions": versions_words(record) if record.contested else "",
        "prefer": _ways(record.record.preferred_paths) if known else [[], 0],
        "reject": _ways(record.record.rejected_paths) if known else [[], 0],
        "global": any(standing.scope.is_global for standing in record.standings),
        "paths": [list(entry) for entry in entries],
    }


def _exception(survey: Survey, challenge: Challenged) -> list[str]:
    """The page of an accepted challenge, what it asks for, and why it was accepted."""
    answers = [each for each in known_answers(survey, challenge) if each.text_known]
    why = "; ".join(filter(None, (said_in(each.record).why.strip() for each in answers)))
    asked = asked_in(survey, challenge.record_id)
    return [record_page(challenge.record_id).name, visible(asked), visible(cut(why, MOST_CHARACTERS))]


def _ways(ways: Sequence[str]) -> list[Any]:
    """The first few ways, each cut to what is read at a glance, and how many there are."""
    return [[visible(worded(cut(way, MOST_CHARACTERS))) for way in ways[:MOST_WAYS]], len(ways)]


def _words(told: list[dict[str, Any]]) -> list[str]:
    found = {one[name] for one in told for name in ("state", "durability")} | {"contested", "challenged", "accepted"}
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


def _tracked(survey: Survey) -> dict[str, Any]:
    """Every tracked file by its folder, so that no folder is named twice."""
    files = survey.territory.below(ROOT)
    if not survey.territory.known:
        return {"tracked": None, "untold": "git was not asked", "hidden": []}
    if len(files) > MOST_TRACKED:
        untold = f"the {len(files):,} tracked files are too many to have them here"
        return {"tracked": None, "untold": untold, "hidden": []}
    folders: dict[str, list[str]] = {}
    hidden: set[str] = set()
    for file in files:
        folder, _, name = file.rpartition("/")
        folders.setdefault(folder, []).append(name)
        path = file
        while visible(path) != path:
            hidden.add(path)
            path = path.rpartition("/")[0]
    return {"tracked": [[each, folders[each]] for each in sorted(folders)], "untold": "", "hidden": sorted(hidden)}


def example_path(survey: Survey) -> str:
    """A tracked file that direction governs, as an example of what to ask for; empty if there is none to show."""
    territory = survey.territory
    named = (file for folder in territory.folders.values() for file, _ in folder.named)
    held = (file for path in territory.folders if path != ROOT for file in territory.below(path)[:1])
    shown = (file for file in (*named, *held)[:MOST_TRIED] if visible(file) == file and not file.startswith("."))
    return next((file for file in shown if survey.directions.of(Asked((file,))).bound), "")


def _unknown(survey: Survey) -> Iterator[str]:
    if survey.ledger_unreadable:
        yield f"what the ledger says of any path; {UNREADABLE}"
    names = survey.directions.unknown_areas
    if names:
        number = counted(len(names), "area")
        yield f"which paths {number} that direction names take in: the config does not know {visible(', '.join(names))}"
