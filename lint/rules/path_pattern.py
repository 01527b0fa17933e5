"""FP610: a path pattern that clients read otherwise than people do."""

from __future__ import annotations

from collections.abc import Iterator

from ...repository.source import tracked_file
from ..excerpt import excerpt
from ..finding import Observation, Severity
from ..observed import observed
from ..path_patterns import PathPatterns
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each such pattern of the config's areas, then of each record in force."""
    patterns = PathPatterns(examination.tracked_paths, examination.tracked_files)
    yield from _of_config(examination, patterns)
    for scope, records in examination.guiding_by_place:
        for place, path in enumerate(scope.paths):
            faults = patterns.faults(path)
            if faults:
                pointer, message = f"/payload/record/scope/paths/{place}", _message(path, faults)
                for found, record in records:
                    yield observed(found.creation, pointer, message, record_id=record.record_id)


def _of_config(examination: Examination, patterns: PathPatterns) -> Iterator[Observation]:
    path = examination.config.path
    origin = tracked_file(path)
    for area in sorted(examination.config.areas):
        paths = examination.config.areas[area]
        for pattern in dict.fromkeys(paths):
            faults = patterns.faults(pattern)
            if faults:
                line, column = examination.config.places.get((area, paths.index(pattern)), (None, None))
                message = f'in the area "{excerpt(area, 80)}" {_message(pattern, faults)}'
                yield Observation(message, origin, detail=f"{area}\0{pattern}", line=line, column=column)


def _message(pattern: str, faults: tuple[str, ...]) -> str:
    return f'the pattern "{excerpt(pattern)}" does not mean what it seems to: {"; ".join(faults)}'


RULE = Rule(
    code="FP610",
    name="path-pattern",
    severity=Severity.WARNING,
    summary="A path pattern means something else to clients than to people who know other globs.",
    why="""\
        Nobody is told. A pattern that clients read otherwise matches other files than its writer thinks, mostly none,
        and the direction silently reaches nobody who works on them.

        There are two forms. A pattern that closes with `/**` is a literal prefix: no wildcard before it works. In any
        other, `*` and `?` stay within one folder, `[a-z]` and `[^a-z]` are classes, a backslash takes the next
        character literally, and `**` is no more than `*`. There are no braces and no exclusions, paths are relative
        to the repository, and a folder's name alone matches nothing inside it. What is in square brackets or braces
        before a closing `/**` is taken for a part of the name where git tracks files below it.""",
    fix="""\
        In `.fabric/config.yaml`, correct the pattern: the config is no event. For a record, write the direction as a
        new record with patterns of the two forms, state that it supersedes this one, and end this one as superseded.
        Several plain patterns do what braces would: `src/a.py` and `src/b.py`. For a folder write `src/**`.

        A contested record is not judged here: settle its fork first (FP401).""",
    bad="""\
        "paths": ["**/api.py", "src/{a,b}.py", "services/billing", "services/*/api/**"]""",
    good="""\
        "paths": ["services/*/api.py", "src/a.py", "src/b.py", "services/billing/**", "./docs/[a-z]*.md"]""",
    check=check,
    reach=Reach.PART,
)
