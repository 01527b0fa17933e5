"""FP602: an area that the config does not define."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping

from ..excerpt import excerpt
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each such area of each record in force."""
    if examination.config.problems or not examination.config.exists:
        return  # which areas it would define, nobody can say (FP001)
    areas = examination.config.areas
    messages: dict[str, str] = {}
    for scope, records in examination.guiding_by_place:
        for place, area in enumerate(scope.areas):
            if area not in areas:
                message = messages.get(area)
                if message is None:
                    message = messages[area] = _message(area, areas, examination.config.path)
                pointer = f"/payload/record/scope/areas/{place}"
                for found, record in records:
                    yield observed(found.creation, pointer, message, record_id=record.record_id)


def _message(area: str, areas: Mapping[str, object], path: str) -> str:
    shown = excerpt(area, 80)
    if not areas:
        return f'the area "{shown}" is not defined: {path} defines no area, so this one reaches no path'
    near = difflib.get_close_matches(area[:64], sorted(areas), n=1)
    return f'the area "{shown}" is not defined in {path}' + (f"; the nearest is {excerpt(near[0], 80)}" if near else "")


RULE = Rule(
    code="FP602",
    name="unknown-area",
    severity=Severity.WARNING,
    summary="A record in force names an area that the config does not define.",
    why="""\
        An area reaches the files that the config gives it. One that is mistyped, or was renamed in the config, reaches
        none: the record still guides whoever names the same area, and nobody who works on its files.

        Where areas are meant as labels only, which threads share by name, ignore the rule: `severity = "off"` under
        `[rules.FP602]` in `fingerpost.toml`. Without a config nothing is reported.""",
    fix="""\
        Give the area its paths under `areas` in `.fabric/config.yaml`: the config is no event and may be edited. If the
        record's area was mistyped, write the direction as a new record with the area that was meant, state that it
        supersedes this one, and end this one as superseded.

        A contested record is not judged here: settle its fork first (FP401).""",
    bad="""\
        "scope": {"areas": ["biling/invoices"]}   (the config defines billing/invoices)""",
    good="""\
        "scope": {"areas": ["billing/invoices"]}""",
    check=check,
    reach=Reach.PART,
)
